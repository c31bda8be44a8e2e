package conform

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// initial is the set of initial nodes.
func (t *track) initial() []bdd.Node {
	out := make([]bdd.Node, len(t.aut.States))
	for _, q := range t.aut.Initial {
		out[q] = t.m.enc.Init
	}
	return out
}

// wins reports whether a node of the set is winning.
func (t *track) wins(c *bdd.Calculator, set []bdd.Node) bool {
	for q, n := range set {
		apart, err := c.Disjoint(n, t.win[q])
		if err != nil {
			return false
		}
		if !apart {
			return true
		}
	}
	return false
}

// close adds all nodes that hidden steps lead to.
func (t *track) close(c *bdd.Calculator, set []bdd.Node) []bdd.Node {
	if t.m.hidden < 0 {
		return set
	}
	list := t.hiddenArcs(c)
	out := slices.Clone(set)
	for again := true; again && c.Err() == nil; {
		again = false
		for _, a := range list {
			if out[a.from] == bdd.False {
				continue
			}
			var more bdd.Node
			if a.from == a.to {
				more = a.steps.Forward(c, out[a.to], bdd.True)
			} else {
				more = c.Or(out[a.to], a.steps.Image(c, out[a.from]))
			}
			again = again || more != out[a.to]
			out[a.to] = more
		}
	}
	return out
}

// step is the set of nodes that a step leads to which an observation explains.
func (t *track) step(c *bdd.Calculator, set []bdd.Node, o Observation) []bdd.Node {
	out := make([]bdd.Node, len(set))
	for _, a := range t.arcsOf(c, t.m.about(o, During)) {
		if set[a.from] != bdd.False {
			out[a.to] = c.Or(out[a.to], a.steps.Image(c, set[a.from]))
		}
	}
	return out
}

// arcsOf are the arcs of the steps that satisfy some propositions.
func (t *track) arcsOf(c *bdd.Calculator, propositions []int) arcs {
	key := fmt.Sprint(propositions)
	if list, ok := t.arcs[key]; ok || c.Err() != nil {
		return list
	}
	t.m.count()
	list := t.build(c, propositions)
	if c.Err() == nil {
		t.arcs[key] = list
	}
	return list
}

// count notes that the transitions of one more set of steps are kept, and drops all of them where
// there are too many.
func (m *Model) count() {
	if m.kept++; m.kept <= m.thresholds.Kept {
		return
	}
	for _, t := range m.tracks {
		t.drop()
	}
	m.kept = 1
}

// hiddenArcs are the arcs of hidden steps.
func (t *track) hiddenArcs(c *bdd.Calculator) arcs {
	if t.hidden == nil && c.Err() == nil {
		if list := t.build(c, []int{t.m.hidden}); c.Err() == nil {
			t.hidden = append(arcs{}, list...) // never nil
		}
	}
	return t.hidden
}

// drop gives up the arcs that are kept, but for those of hidden steps.
func (t *track) drop() {
	for key, list := range t.arcs {
		list.release()
		delete(t.arcs, key)
	}
}

func (l arcs) release() {
	for _, a := range l {
		a.steps.Release()
	}
}

// build refines the moves of the system until the automaton and the propositions cannot tell the
// steps of one apart, and collects them by arc.
func (t *track) build(asked *bdd.Calculator, propositions []int) arcs {
	c := asked.Scope().NewScope().Calculator()
	defer c.Close()
	about := slices.Clone(propositions)
	for _, a := range t.aut.Atoms() {
		if a.Kind == ltol.Step {
			about = append(about, a.ID)
		}
	}
	moves, err := t.m.space.Refine(c.Scope().Context(), about)
	asked.Fail(err)
	if err != nil {
		return nil
	}
	defer t.m.space.Discard(moves)
	steps := map[[2]int][]*bdd.Relation{}
	for _, mv := range moves {
		when := mv.Enabled()
		for _, p := range propositions {
			when = c.And(when, c.Take(t.m.space.StepProposition(c.Scope(), p, mv)))
		}
		t.collect(c, mv, when, steps)
		c.Reset()
	}
	asked.Fail(c.Err())
	var list arcs
	for from := range t.aut.States {
		for to := range t.aut.States {
			if relations := steps[[2]int{from, to}]; relations != nil {
				list = append(list, arc{from, to, t.m.enc.Manager.NewClosure(relations...)})
				for _, r := range relations {
					r.Release()
				}
			}
		}
	}
	if c.Err() != nil {
		list.release()
		return nil
	}
	return list
}

// collect adds the steps of a move from some states to the arcs whose guards they satisfy.
func (t *track) collect(c *bdd.Calculator, mv space.Move, when bdd.Node, steps map[[2]int][]*bdd.Relation) {
	if when == bdd.False {
		return
	}
	for from, edges := range t.aut.States {
		for to := range t.aut.States {
			may := bdd.False
			for _, e := range edges {
				if e.To == to {
					may = c.Or(may, t.guard(c, e.Guard, mv))
				}
			}
			trans := c.And(mv.Relation().Trans(), c.And(when, may))
			if trans == bdd.False || c.Err() != nil {
				continue
			}
			if r, err := c.NewRelation(trans, mv.Relation().Changed()); err == nil {
				steps[[2]int{from, to}] = append(steps[[2]int{from, to}], r)
			}
		}
	}
}

// guard is the set of states from which the steps of a move satisfy a guard.
func (t *track) guard(c *bdd.Calculator, g ltol.Guard, mv space.Move) bdd.Node {
	atom, then, otherwise, ok := g.Decide()
	if !ok {
		if g.IsTrue() {
			return bdd.True
		}
		return bdd.False
	}
	var on bdd.Node
	if atom.Kind == ltol.State {
		on = c.Take(t.m.space.StateProposition(c.Scope(), atom.ID))
	} else {
		on = c.Take(t.m.space.StepProposition(c.Scope(), atom.ID, mv))
	}
	return c.Ite(on, t.guard(c, then, mv), t.guard(c, otherwise, mv))
}

// observe is what a set of nodes becomes by hidden steps and an entry.
func (t *track) observe(c *bdd.Calculator, set []bdd.Node, o Observation) []bdd.Node {
	m := t.m
	before := m.statesAt(c, o, Before)
	from := slices.Clone(t.close(c, set))
	for q, n := range from {
		from[q] = c.And(n, before)
	}
	after := m.statesAt(c, o, After)
	out := t.step(c, from, o)
	for q, n := range out {
		out[q] = c.And(n, after)
	}
	return out
}

// statesAt is the set of states that an observation allows before or after its step.
func (m *Model) statesAt(c *bdd.Calculator, o Observation, when Moment) bdd.Node {
	out := bdd.True
	for _, p := range m.about(o, when) {
		out = c.And(out, c.Take(m.enc.StateProposition(c.Scope(), p)))
	}
	return out
}
