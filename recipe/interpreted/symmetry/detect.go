package symmetry

import (
	"context"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Group is a group of automorphisms of a system: all permutations of the agents in each of its
// classes, with what goes with the agents.
type Group struct {
	sys     *interpreted.System
	classes [][]int
	classOf []int          // by agent, or -1
	first   []*Permutation // by agent: the exchange with the first one of its class
}

// Detect finds the agents of a system that can be exchanged. If keep is not nil, only automorphisms
// that satisfy keep are used. Detect calls keep for exchanges of two agents. If keep is true for
// two permutations, it must be true for their product. The error is that of the context.
func Detect(ctx context.Context, sys *interpreted.System, keep func(*Permutation) bool) (*Group, error) {
	d := newDetector(sys, keep)
	g := &Group{sys: sys, classOf: slices.Repeat([]int{-1}, len(sys.Agents)), first: make([]*Permutation, len(sys.Agents))}
	for a := range sys.Agents {
		if g.classOf[a] >= 0 {
			continue
		}
		class := []int{a}
		for b := a + 1; b < len(sys.Agents); b++ {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if g.classOf[b] >= 0 {
				continue
			}
			if p := d.exchange(a, b); p != nil {
				class, g.first[b] = append(class, b), p
				g.classOf[a], g.classOf[b] = len(g.classes), len(g.classes)
			}
		}
		if len(class) > 1 {
			g.classes = append(g.classes, class)
		}
	}
	return g, nil
}

// Classes lists the agents that can be exchanged, class by class.
func (g *Group) Classes() [][]int {
	out := make([][]int, len(g.classes))
	for i, class := range g.classes {
		out[i] = slices.Clone(class)
	}
	return out
}

// InOrder is a permutation of the group under which some agents become the first of their classes,
// in the order in which they are listed.
func (g *Group) InOrder(agents []int) *Permutation {
	p, next := Identity(g.sys), make([]int, len(g.classes))
	for _, a := range agents {
		k := g.classOf[a]
		if k < 0 {
			continue
		}
		if at, to := p.Agents[a], g.classes[k][next[k]]; at != to {
			p = p.Then(g.Exchange(at, to))
		}
		next[k]++
	}
	return p
}

// Exchange is a permutation of the group that exchanges two agents of one class; nil if they are
// not. By way of the first agent of the class, it is made of three exchanges with that.
func (g *Group) Exchange(a, b int) *Permutation {
	switch {
	case g.classOf[a] < 0 || g.classOf[a] != g.classOf[b]:
		return nil
	case a == b:
		return Identity(g.sys)
	case g.first[a] == nil:
		return g.first[b]
	case g.first[b] == nil:
		return g.first[a]
	}
	return g.first[a].Then(g.first[b]).Then(g.first[a])
}

// A detector looks for exchanges of two agents.
type detector struct {
	sys   *interpreted.System
	keep  func(*Permutation) bool
	plain []string // the agents' keys under the identity
	init  string
	// vars and actions are numbers by agent and name, symbols by name.
	vars, actions []map[string]int
	symbols       map[string]int
	// mentions tells, by agent, which variables it sees and whose actions it tests: agents come after
	// variables.
	mentions [][]bool
}

func newDetector(sys *interpreted.System, keep func(*Permutation) bool) *detector {
	d, identity := &detector{sys: sys, keep: keep, symbols: numbers(sys.Symbols)}, Identity(sys)
	d.init = identity.Key(sys.Init)
	for a := range sys.Agents {
		d.plain = append(d.plain, identity.agentKey(a))
		d.actions, d.vars = append(d.actions, numbers(sys.Agents[a].Actions)), append(d.vars, map[string]int{})
		d.mentions = append(d.mentions, mentions(sys, &sys.Agents[a]))
	}
	for v, x := range sys.Vars {
		d.vars[x.Agent][x.Name] = v
	}
	return d
}

// mentions are the variables that an agent sees, and behind them the agents whose actions it tests. Its
// expressions name no other variables.
func mentions(sys *interpreted.System, a *interpreted.Agent) []bool {
	out := make([]bool, len(sys.Vars)+len(sys.Agents))
	for _, v := range a.Sees {
		out[v] = true
	}
	for _, l := range a.Evolution {
		l.When.Inspect(func(x *interpreted.Expr) {
			if x.Op == interpreted.OpAction {
				out[len(sys.Vars)+x.Index] = true
			}
		})
	}
	return out
}

// numbers are the places of names.
func numbers(names []string) map[string]int {
	out := map[string]int{}
	for i, name := range names {
		out[name] = i
	}
	return out
}

// exchange is an automorphism that exchanges two agents; nil if none is found. What goes with the
// agents is guessed by names, such as `line1` and `line2` of Train1 and Train2, and then by what
// the texts of the agents name in the same places.
func (d *detector) exchange(a, b int) *Permutation {
	x, y := &d.sys.Agents[a], &d.sys.Agents[b]
	if len(d.vars[a]) != len(d.vars[b]) || len(x.Actions) != len(y.Actions) ||
		len(x.Protocol) != len(y.Protocol) || len(x.Evolution) != len(y.Evolution) {
		return nil
	}
	for _, guess := range []func(*exchange, int, int){(*exchange).byNames, (*exchange).byPlaces} {
		e := &exchange{detector: d, p: Identity(d.sys), ok: true}
		e.p.Agents[a], e.p.Agents[b] = b, a
		mine, its := d.sys.Owns(a), d.sys.Owns(b)
		for i := range mine {
			swap(e, e.p.Vars, mine[i], its[i])
		}
		if guess(e, a, b); e.ok && d.automorphism(e.p, a, b) && (d.keep == nil || d.keep(e.p)) {
			return e.p
		}
	}
	return nil
}

// automorphism verifies that the system is the same under p. It begins with two agents, whose texts tell
// most agents apart. Agents that mention nothing that moves are the same already.
func (d *detector) automorphism(p *Permutation, a, b int) bool {
	for _, agent := range append([]int{a, b}, upTo(len(d.sys.Agents))...) {
		if d.concerned(p, agent) && p.agentKey(agent) != d.plain[p.Agents[agent]] {
			return false
		}
	}
	for v := range d.sys.Vars {
		if !p.sameType(v) {
			return false
		}
	}
	return p.Key(d.sys.Init) == d.init
}

// concerned reports whether the text of an agent may not be the same under p.
func (d *detector) concerned(p *Permutation, agent int) bool {
	for x, y := range p.Symbols {
		if recipe.Value(x) != y {
			return true
		}
	}
	moves := func(list []int) bool { return !slices.IsSorted(list) }
	if p.Agents[agent] != agent || moves(p.Actions[agent]) {
		return true
	}
	for i, mentioned := range d.mentions[agent] {
		k := i - len(p.Vars)
		if mentioned && (k < 0 && p.Vars[i] != i || k >= 0 && (p.Agents[k] != k || moves(p.Actions[k]))) {
			return true
		}
	}
	return false
}

// An exchange is a permutation in the making, which exchanges two agents.
type exchange struct {
	*detector
	p  *Permutation
	ok bool
}

// swap has a permutation exchange two numbers. It fails if it maps one of them elsewhere.
func swap[T ~int](e *exchange, p []T, x, y T) {
	if p[x] == y && p[y] == x {
		return
	}
	if e.ok = e.ok && p[x] == x && p[y] == y; e.ok {
		p[x], p[y] = y, x
	}
}

// byNames exchanges what other agents have, and symbols, whose names differ as those of the agents
// do.
func (e *exchange) byNames(a, b int) {
	x, y := e.sys.Agents[a].Name, e.sys.Agents[b].Name
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	if x == "" || y == "" {
		return
	}
	other := func(name string) string {
		if i := strings.LastIndex(name, x); i >= 0 {
			return name[:i] + y + name[i+len(x):]
		}
		return ""
	}
	for i := range e.sys.Agents {
		if i == a || i == b {
			continue
		}
		for k, name := range e.sys.Agents[i].Actions {
			if m, is := e.actions[i][other(name)]; is {
				swap(e, e.p.Actions[i], k, m)
			}
		}
	}
	for v, x := range e.sys.Vars {
		if w, is := e.vars[x.Agent][other(x.Name)]; is && x.Agent != a && x.Agent != b {
			swap(e, e.p.Vars, v, w)
		}
	}
	for k, name := range e.sys.Symbols {
		if m, is := e.symbols[other(name)]; is {
			swap(e, e.p.Symbols, recipe.Value(k), recipe.Value(m))
		}
	}
}

// byPlaces exchanges what the texts of the agents name in the same places.
func (e *exchange) byPlaces(a, b int) {
	x, y := &e.sys.Agents[a], &e.sys.Agents[b]
	for i := range x.Protocol {
		e.match(x.Protocol[i].When, y.Protocol[i].When, false)
	}
	for i := range x.Evolution {
		l, m := &x.Evolution[i], &y.Evolution[i]
		e.match(l.When, m.When, false)
		if len(l.Assign) != len(m.Assign) {
			e.ok = false
			return
		}
		for k := range l.Assign {
			e.match(l.Assign[k].Value, m.Assign[k].Value, e.sys.Vars[l.Assign[k].Var].Type.Kind == recipe.Enum)
		}
	}
	if x.Red != nil && y.Red != nil {
		e.match(x.Red, y.Red, false)
	}
}

// match exchanges what one expression names with what the other one names in its place.
func (e *exchange) match(x, y *interpreted.Expr, symbol bool) {
	if e.ok = e.ok && x.Op == y.Op && len(x.Args) == len(y.Args); !e.ok {
		return
	}
	switch x.Op {
	case interpreted.OpConst:
		if symbol && x.Value != y.Value {
			swap(e, e.p.Symbols, x.Value, y.Value)
		}
	case interpreted.OpVar:
		if x.Index != y.Index {
			swap(e, e.p.Vars, x.Index, y.Index)
		}
	case interpreted.OpAction:
		if x.Index == y.Index && x.Value != y.Value {
			swap(e, e.p.Actions[x.Index], int(x.Value), int(y.Value))
		}
	}
	symbols := x.Op == interpreted.OpEq && slices.ContainsFunc(x.Args, e.p.enumerated)
	for i := range x.Args {
		e.match(x.Args[i], y.Args[i], symbols)
	}
}
