package direct

import (
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// A Graph is the part of a model that can be reached. States are numbered; the first Initial ones
// are the initial states.
type Graph struct {
	model   *Model
	states  []State
	index   map[string]int
	initial int
	steps   [][]*Step
	targets [][]int
	settled map[ast.Expr]*formula
}

// Explore computes the reachable states and their steps. A state without any step gets the stutter.
// It is an error if there are more states than limit.
func (m *Model) Explore(limit int) (g *Graph, err error) {
	defer rescue(&err)
	g = &Graph{model: m, index: map[string]int{}, settled: map[ast.Expr]*formula{}}
	for _, s := range m.initial(limit) {
		g.add(s)
	}
	g.initial = len(g.states)
	for i := 0; i < len(g.states); i++ {
		if len(g.states) > limit {
			return nil, fmt.Errorf("direct: more than %d states", limit)
		}
		steps := m.steps(g.states[i])
		if len(steps) == 0 {
			steps = []*Step{{next: g.states[i]}}
		}
		var targets []int
		for _, st := range steps {
			targets = append(targets, g.add(st.next))
		}
		g.steps, g.targets = append(g.steps, steps), append(g.targets, targets)
	}
	return g, nil
}

func (g *Graph) add(s State) int {
	key := g.model.describeState(s)
	i, ok := g.index[key]
	if !ok {
		i = len(g.states)
		g.index[key] = i
		g.states = append(g.states, s)
	}
	return i
}

// Len is the number of states, Initial that of initial ones.
func (g *Graph) Len() int     { return len(g.states) }
func (g *Graph) Initial() int { return g.initial }

// StateText describes a state: for every instance in order of composition
// `name[control](local=value,…)`.
func (g *Graph) StateText(i int) string { return g.model.describeState(g.states[i]) }

// Index is the number of the state with the given description, or -1.
func (g *Graph) Index(text string) int {
	if i, ok := g.index[text]; ok {
		return i
	}
	return -1
}

// Steps is the number of steps that leave state i; the j-th leads to state Target(i, j). The only
// step of a deadlock is the stutter.
func (g *Graph) Steps(i int) int     { return len(g.steps[i]) }
func (g *Graph) Target(i, j int) int { return g.targets[i][j] }

func (m *Model) describeState(s State) string {
	var out strings.Builder
	for _, in := range m.instances {
		fmt.Fprintf(&out, "%s[%d](", in.name, s.control[in.number])
		for i, v := range in.typ.locals {
			if i > 0 {
				out.WriteString(",")
			}
			out.WriteString(v.name + "=" + s.locals[in.first+i].String())
		}
		if in.comes() {
			if len(in.typ.locals) > 0 {
				out.WriteString(",")
			}
			fmt.Fprintf(&out, "present=%t", !s.gone[in.number])
		}
		out.WriteString(") ")
	}
	return out.String()
}

// StepText describes the j-th step that leaves state i: `stutter`, or its kind and channel or
// locality, then for the initiator and every participant in order of composition
// `name@line:column(data)`.
func (g *Graph) StepText(i, j int) string {
	st := g.steps[i][j]
	if st.isStutter() {
		return "stutter"
	}
	kind, where := "multicast", st.channel
	switch {
	case st.isExchange():
		kind, where = "p2p", st.locality
	case st.channel == spelled("*"):
		kind = "broadcast"
	}
	text := fmt.Sprintf("%s %s %s@%s(%s)", kind, where, st.initiator.name, g.place(st.command), describe(st.data))
	for _, p := range st.participants {
		text += fmt.Sprintf(" %s@%s(%s)", p.who.name, g.place(p.command), describe(p.data))
	}
	return text
}

func (g *Graph) place(c *command) string { return g.model.place(c.syntax.Pos()) }

// place is a line and a column of the source.
func (m *Model) place(p token.Pos) string {
	at := m.file.Source.Position(p)
	return fmt.Sprintf("%d:%d", at.Line, at.Column)
}
