package direct

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// about is an operator about states: `A f`, `E f`, or one about agents.
type about struct {
	operator string
	agents   []*instance // those that it is about; a nil one is the scheduler
	ideal    *instance   // of KO, the agent that is to be green
	f        *formula
}

// operators are the words of the operators about agents.
var operators = map[string]bool{"K": true, "Kw": true, "KO": true, "O": true, "GK": true, "DK": true, "GCK": true, "can": true}

// modal reports whether a call is an operator about agents: a guard of that name hides it.
func (n *env) modal(e *ast.Call) bool { return operators[e.Fun.Name] && n.m.guards[e.Fun.Name] == nil }

func (n *env) about(e *ast.Call) *about {
	a := &about{operator: e.Fun.Name, f: n.ground(e.Args[len(e.Args)-1])}
	switch a.operator {
	case "K", "Kw", "O":
		a.agents = []*instance{n.agent(e.Args[0])}
	case "KO":
		a.agents, a.ideal = []*instance{n.agent(e.Args[0])}, n.agent(e.Args[1])
	default:
		a.agents = n.group(e.Args[0])
	}
	return a
}

// group lists the agents of a group: agents in braces, an agent, a declared group, `all`, or the
// name of a type.
func (n *env) group(e ast.Expr) []*instance {
	e = ast.Unparen(e)
	if g, ok := e.(*ast.Group); ok {
		var out []*instance
		for _, m := range g.Members {
			out = append(out, n.group(m)...)
		}
		return out
	}
	name := ""
	if x, ok := e.(*ast.Ident); ok {
		name = x.Name
	}
	if members, ok := n.m.groups[name]; ok {
		return (&env{m: n.m}).group(members)
	}
	if in := n.agent(e); in != nil {
		return []*instance{in}
	}
	if name == "scheduler" {
		return []*instance{nil}
	}
	var out []*instance
	for _, in := range n.m.instances {
		if in.typ.name == name || name == "all" {
			out = append(out, in)
		}
	}
	return out
}

// isRed reports whether an agent violates its norms, a condition that is read as in properties.
func (m *Model) isRed(s State, who *instance) bool {
	n := m.at(s, who, inInit)
	n.lenient = true
	return who.typ.decl.Red != nil && n.holds(who.typ.decl.Red.Cond)
}

// view is what an agent sees of itself.
func (m *Model) view(s State, who *instance) string {
	observe := who.typ.decl.Observe
	if observe == nil {
		return fmt.Sprint(s.gone[who.number], s.control[who.number], s.locals[who.first:who.first+len(who.typ.locals)])
	}
	out := ""
	for _, name := range observe.Names {
		if i := find(who.typ.locals, name.Name); i >= 0 {
			out += fmt.Sprint(name.Name, s.locals[who.first+i])
		} else {
			out += fmt.Sprint(s.control[who.number])
		}
	}
	return out
}

// formula writes a property out, its operators about states decided.
func (g *Graph) formula(e ast.Expr) (*formula, error) {
	if f := g.settled[e]; f != nil {
		return f, nil
	}
	f, err := g.model.formula(e)
	if err != nil {
		return nil, err
	}
	g.settled[e] = g.settle(f)
	return g.settled[e], nil
}

// States tells for each state whether all fair computations from it satisfy a property.
func (g *Graph) States(e ast.Expr) (states []bool, err error) {
	defer rescue(&err)
	f, err := g.formula(e)
	if err != nil {
		return nil, err
	}
	return g.not(g.somePath(not(f), len(g.states))), nil
}

// settle makes an atom of every operator about states: by number of the state, whether it holds.
func (g *Graph) settle(f *formula) *formula {
	if f.about != nil {
		states := g.decide(f.about)
		return &formula{holds: func(p position) bool { return states[p.number] }}
	}
	return f.rebuilt(g.settle)
}

// decide is the set of states in which an operator holds.
func (g *Graph) decide(a *about) []bool {
	f := g.settle(a.f)
	switch a.operator {
	case "A":
		return g.not(g.somePath(not(f), len(g.states)))
	case "E":
		return g.somePath(f, len(g.states))
	case "can":
		return g.force(a.agents, f)
	}
	in := g.where(func(s int) bool { return g.truth(f, s) })
	switch a.operator {
	case "Kw":
		known, not := g.known(a.agents, in), g.known(a.agents, g.not(in))
		return g.where(func(s int) bool { return known[s] || not[s] })
	case "KO":
		return g.known(a.agents, g.where(func(s int) bool { return in[s] || g.model.isRed(g.states[s], a.ideal) }))
	case "O":
		holds := true
		live := g.live()
		for s := range in {
			holds = holds && (in[s] || !live[s] || g.model.isRed(g.states[s], a.agents[0]))
		}
		return g.where(func(int) bool { return holds })
	case "K", "DK":
		return g.known(a.agents, in)
	}
	// GK asks each of the agents, GCK again and again.
	for {
		next := in
		if a.operator == "GK" {
			next = g.where(func(int) bool { return true })
		}
		for _, k := range a.agents {
			known, before := g.known([]*instance{k}, in), next
			next = g.where(func(s int) bool { return before[s] && known[s] })
		}
		if a.operator == "GK" || slices.Equal(next, in) {
			return next
		}
		in = next
	}
}

func (g *Graph) where(holds func(s int) bool) []bool {
	out := make([]bool, len(g.states))
	for s := range out {
		out[s] = holds(s)
	}
	return out
}

func (g *Graph) not(in []bool) []bool { return g.where(func(s int) bool { return !in[s] }) }

// live are the states that agents reckon with: those with a fair computation.
func (g *Graph) live() []bool {
	return g.somePath(constant(true), len(g.states))
}

// known is where a set holds of all states that look the same to the agents together.
func (g *Graph) known(agents []*instance, in []bool) []bool {
	live, doubted := g.live(), map[string]bool{}
	look := func(s int) string {
		out := ""
		for _, k := range agents {
			out += fmt.Sprintf("%q", g.model.view(g.states[s], k))
		}
		return out
	}
	for s := range in {
		if live[s] && !in[s] {
			doubted[look(s)] = true
		}
	}
	return g.where(func(s int) bool { return !doubted[look(s)] })
}

// truth is that of a condition in a state.
func (g *Graph) truth(f *formula, s int) bool {
	if f.holds != nil {
		return f.holds(position{state: g.states[s], number: s})
	}
	value, ok := f.connective(func(i int) bool { return g.truth(f.args[i], s) })
	if !ok {
		fail("operator %s in a condition on states", f.op)
	}
	return value
}

// force is where a coalition reaches a goal, X f, F f, G f or f U g, whatever the others do.
func (g *Graph) force(coalition []*instance, goal *formula) []bool {
	set := func(i int) []bool { return g.where(func(s int) bool { return g.truth(goal.args[i], s) }) }
	step := func(to []bool) []bool {
		return g.where(func(s int) bool { return g.wins(s, coalition, to) })
	}
	last := set(len(goal.args) - 1)
	if goal.op == ast.Next {
		return step(last)
	}
	stay := last
	if goal.op == ast.Until {
		stay = set(0)
	}
	for now := last; ; {
		forced := step(now)
		next := g.where(func(s int) bool {
			if goal.op == ast.Globally {
				return last[s] && forced[s]
			}
			return last[s] || (goal.op == ast.Finally || stay[s]) && forced[s]
		})
		if slices.Equal(next, now) {
			return next
		}
		now = next
	}
}

// wins plays one step as a game of turns: the scheduler says who initiates, the initiator what, for
// a get the scheduler with whom and that one how; then the coalition's participants choose among
// what they can do, then the others.
func (g *Graph) wins(s int, coalition []*instance, to []bool) bool {
	ours := func(who *instance) bool {
		return slices.Contains(coalition, who)
	}
	// play gives the numbers of the steps that are left to the choices that are left.
	type choice struct {
		ours func(st *Step) bool
		key  func(st *Step) string
	}
	commands := func(side bool) func(st *Step) string {
		return func(st *Step) string {
			out := ""
			for _, p := range st.participants {
				if ours(p.who) == side {
					out += fmt.Sprintf("%s %p,", p.who.name, p.command)
				}
			}
			return out
		}
	}
	supplier := func(st *Step) *instance {
		if st.isExchange() {
			return st.participants[0].who
		}
		return nil
	}
	scheduled := func(*Step) bool { return ours(nil) }
	choices := []choice{
		{scheduled, func(st *Step) string { return fmt.Sprintf("%p", st.initiator) }},
		{func(st *Step) bool { return ours(st.initiator) }, func(st *Step) string { return fmt.Sprintf("%p", st.command) }},
		{scheduled, func(st *Step) string { return fmt.Sprintf("%p", supplier(st)) }},
		{func(st *Step) bool { return st.isExchange() && ours(supplier(st)) }, func(st *Step) string {
			if st.isExchange() {
				return fmt.Sprintf("%p", st.participants[0].command)
			}
			return ""
		}},
		{func(*Step) bool { return true }, commands(true)},
		{func(*Step) bool { return false }, commands(false)},
	}
	var play func(steps []int, left []choice) bool
	play = func(steps []int, left []choice) bool {
		if len(left) == 0 {
			for _, j := range steps {
				if !to[g.targets[s][j]] {
					return false
				}
			}
			return true
		}
		parts := map[string][]int{}
		for _, j := range steps {
			key := left[0].key(g.steps[s][j])
			parts[key] = append(parts[key], j)
		}
		mine := left[0].ours(g.steps[s][steps[0]])
		for _, part := range parts {
			if play(part, left[1:]) == mine {
				return mine
			}
		}
		return !mine
	}
	var all []int
	for j := range g.steps[s] {
		all = append(all, j)
	}
	return play(all, choices)
}
