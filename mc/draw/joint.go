package draw

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// Locals are the automata of the agents of an interpreted system. States are the values that an
// agent's own variables take together in reachable states, edges bear its actions. If an agent has
// no actions, or an action leads from one state to several others, the edge also names the actions
// of the other agents, if there are no more than a few. It ends with the context.
func Locals(ctx context.Context, in *interpreted.Interpreter, g *interpreted.Graph) ([]Diagram, error) {
	sys := in.System()
	var out []Diagram
	for a := range sys.Agents {
		owns := sys.Owns(a)
		if len(owns) == 0 {
			continue
		}
		d, err := local(ctx, in, g, a, owns)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// fewLabels is how many joint actions one edge of an automaton names.
const fewLabels = 3

func local(ctx context.Context, in *interpreted.Interpreter, g *interpreted.Graph, agent int, owns []int) (Diagram, error) {
	sys := in.System()
	d := Diagram{Title: "agent " + sys.Agents[agent].Name}
	number := map[string]int{}
	of := make([]int, len(g.States)) // the local state of each
	for i, s := range g.States {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		var parts []string
		for _, v := range owns {
			parts = append(parts, sys.Vars[v].Name+" = "+sys.Format(sys.Vars[v].Type, s[v]))
		}
		name := strings.Join(parts, ", ")
		n, met := memo.Number(number, name)
		if of[i] = n; !met {
			d.States = append(d.States, State{Name: name})
		}
		d.States[of[i]].Initial = d.States[of[i]].Initial || i < g.Initial
	}
	type arrow struct{ from, action, to int }
	labels := map[arrow][]string{} // what the others do
	targets := map[[2]int][]int{}  // by local state and own action
	for i, edges := range g.Moves {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		for _, e := range edges {
			for _, to := range e.To {
				x := arrow{of[i], e.Joint[agent], of[to]}
				others := slices.Clone(e.Joint)
				others[agent] = -1
				labels[x] = append(labels[x], in.FormatJoint(others))
				targets[[2]int{x.from, x.action}] = append(targets[[2]int{x.from, x.action}], x.to)
			}
		}
	}
	inOrder := func(x, y arrow) int {
		return cmp.Or(cmp.Compare(x.from, y.from), cmp.Compare(x.action, y.action), cmp.Compare(x.to, y.to))
	}
	for _, x := range slices.SortedFunc(maps.Keys(labels), inOrder) {
		label := ""
		if x.action >= 0 {
			label = sys.Agents[agent].Actions[x.action]
		}
		list := labels[x]
		slices.Sort(list)
		list = slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
		ends := slices.Compact(slices.Sorted(slices.Values(targets[[2]int{x.from, x.action}])))
		if len(ends) > 1 && len(list) > 0 && len(list) <= fewLabels {
			label = strings.TrimSpace(label + " [" + strings.Join(list, " | ") + "]")
		}
		d.States[x.from].Edges = append(d.States[x.from].Edges, Edge{Label: label, To: x.to})
	}
	return d, nil
}
