package localize

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A leg is a step of abstract runs: they take a move to get to a set of states. The first one has
// no move.
type leg struct {
	move int
	set  bdd.Node
}

// A question is whether states of a set are reachable.
type question struct {
	sp  space.Symbolic
	bad bdd.Node
}

// possible reports whether an abstraction has a run with the moves of some legs, through their
// sets, to a bad state.
func (q *question) possible(c *bdd.Calculator, legs []leg, m merging) bool {
	k := c.Scope().NewScope().Calculator()
	defer k.Close()
	a := newAbstraction(k, q.sp, m)
	at := k.And(a.states(k, q.sp.Init()), legs[0].set)
	for _, l := range legs[1:] {
		if at == bdd.False {
			break
		}
		at = k.And(a.states(k, q.sp.Moves()[l.move].Image(k, at)), l.set)
		k.Reset(at, a.valid)
	}
	at = k.And(at, a.states(k, q.bad))
	c.Fail(k.Err())
	return at != bdd.False
}

// refined tells some values apart that a merging merges, such that the abstraction has no run along
// the legs any more. Of these values none can be left out. ok is false if the system itself has
// such a run.
func (q *question) refined(c *bdd.Calculator, legs []leg, m merging) (finer merging, ok bool) {
	finer = everything(q.sp)
	if q.possible(c, legs, finer) {
		return nil, false
	}
	for _, hidden := range []bool{true, false} { // variables of which nothing is known yet come first
		for i := range m {
			if n := len(m.merged(i)); n > 0 && hidden == (n == len(m[i])) {
				q.coarsen(c, legs, finer, i, m[i])
			}
		}
	}
	for i := range m {
		for code := range m[i] {
			if finer[i][code] && !m[i][code] {
				q.coarsen(c, legs, finer, i, without(finer[i], code))
			}
		}
	}
	return finer, c.Err() == nil
}

// without are the values that are told apart less one.
func without(apart []bool, code int) []bool {
	out := make([]bool, len(apart))
	copy(out, apart)
	out[code] = false
	return out
}

// coarsen tells only some values of a variable apart, unless the legs become possible by that.
func (q *question) coarsen(c *bdd.Calculator, legs []leg, m merging, i int, apart []bool) {
	before := m[i]
	m[i] = apart
	if q.possible(c, legs, m) {
		m[i] = before
	}
}

// search looks for bad states in an abstraction. It returns the abstract states that are reachable,
// or the legs of abstract runs to a bad one.
//
// Each move in turn is taken from all states that were found before. Where a few passes through all
// moves find no bad state, the reachable states are computed by a saturation, which often ends
// sooner.
func (q *question) search(c *bdd.Calculator, m merging, passes int) (reached bdd.Node, legs []leg) {
	a := newAbstraction(c, q.sp, m)
	g := a.graph(c)
	defer g.release()
	bad, found := a.states(c, q.bad), []bdd.Node{a.states(c, q.sp.Init())}
	for n, same := 0, 0; c.Err() == nil; n++ {
		last := found[n]
		if met := c.And(last, bad); met != bdd.False {
			return bdd.False, g.back(c, found, met)
		}
		if same == len(g.Moves()) {
			return last, nil
		}
		if n == passes*len(g.Moves()) && g.whole() {
			all := g.all().Forward(c, last, bdd.True)
			if apart, _ := c.Disjoint(all, bad); apart {
				return all, nil
			}
		}
		next := c.Or(last, g.image(c, n%len(g.Moves()), last))
		if same++; next != last {
			same = 0
		}
		found = append(found, next)
		c.Reset(append([]bdd.Node{q.bad, bad, a.valid}, found...)...)
	}
	return bdd.False, nil
}

// A graph is an abstraction with its steps.
type graph struct {
	*abstraction
	relations []*bdd.Relation // by move; nil where it is in parts
	closure   *bdd.Closure    // nil until it is needed
}

func (a *abstraction) graph(c *bdd.Calculator) *graph {
	g := &graph{abstraction: a}
	for _, m := range a.Moves() {
		g.relations = append(g.relations, a.relation(c, m))
	}
	return g
}

// whole reports whether no relation is in parts.
func (g *graph) whole() bool { return !slices.Contains(g.relations, nil) }

// all is the closure under all relations, made once.
func (g *graph) all() *bdd.Closure {
	if g.closure == nil {
		g.closure = g.Manager().NewClosure(g.relations...)
	}
	return g.closure
}

func (g *graph) release() {
	for _, r := range g.relations {
		r.Release()
	}
	g.closure.Release()
}

// image is the states one step of a move after those of a set.
func (g *graph) image(c *bdd.Calculator, move int, set bdd.Node) bdd.Node {
	if r := g.relations[move]; r != nil {
		return r.Image(c, set)
	}
	return g.states(c, g.Moves()[move].Image(c, set))
}

// preimage is the states one step of a move before those of a set.
func (g *graph) preimage(c *bdd.Calculator, move int, set bdd.Node) bdd.Node {
	if r := g.relations[move]; r != nil {
		return r.PreImage(c, set)
	}
	return g.states(c, g.Moves()[move].PreImage(c, set))
}

// back are legs to a set in the last of the sets that were found.
func (g *graph) back(c *bdd.Calculator, found []bdd.Node, set bdd.Node) []leg {
	legs := []leg{{set: set}}
	for n := len(found) - 2; n >= 0 && c.Err() == nil; n-- {
		if before := c.And(set, found[n]); before != bdd.False {
			set = before
			continue
		}
		move := n % len(g.Moves())
		set = c.And(g.preimage(c, move, set), found[n])
		legs[len(legs)-1].move = move
		legs = append(legs, leg{set: set})
	}
	legs[len(legs)-1].set = set
	slices.Reverse(legs)
	return legs
}
