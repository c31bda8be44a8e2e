package conform

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Run is a part of a run of the model that explains entries. Step i leads from state i to state
// i+1.
type Run struct {
	States []recipe.State
	Steps  []recipe.Step
	// Places has the place of the entry that each step is; empty for hidden steps.
	Places []string
}

// before puts another part of a run before it, which ends where it begins.
func (r *Run) before(p Run) {
	r.States = append(p.States[:len(p.States)-1:len(p.States)-1], r.States...)
	r.Steps = append(p.Steps, r.Steps...)
	r.Places = append(p.Places, r.Places...)
}

// Run returns a run that explains the entries that are remembered ([Tracker.Remember]), from a
// state of the belief before them to the state of a departure from the present belief,
// [Departure.At].
func (t *Tracker) Run(ctx context.Context, d *Departure) (*Run, error) {
	c := t.m.enc.Manager.Calculator(ctx)
	defer c.Close()
	out := &Run{States: []recipe.State{d.At}}
	var at *way
	for _, w := range d.ways {
		part, err := t.m.hiddenRun(c, w.belief, d.At)
		if err != nil {
			return nil, err
		}
		if part != nil {
			out.before(*part)
			at = w
			break
		}
	}
	if at == nil {
		return nil, misuse("Run: the departure is not one from this belief")
	}
	for i := len(t.past) - 1; i >= 0; i-- {
		var err error
		if at, err = t.back(c, t.past[i], at, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// back puts a step of an entry, and the hidden ones before it, before a run that begins in a state
// of a way. It returns the way in which the run begins then.
func (t *Tracker) back(c *bdd.Calculator, p moment, at *way, run *Run) (*way, error) {
	place := ""
	for _, w := range p.ways {
		if !agrees(w.agents, at.agents) {
			continue
		}
		for _, e := range p.between(w, at) {
			place = e.Place
			explained, err := t.explainStep(c, w, e, at.agents, run)
			if err != nil {
				return nil, err
			}
			if explained {
				return w, nil
			}
		}
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	return nil, fmt.Errorf("conform: no run explains %s", place)
}

// explainStep puts a step of an entry, and hidden ones from the belief of a way, before a run. It
// reports whether there is such a step; if not, the run stays as it was.
func (t *Tracker) explainStep(c *bdd.Calculator, w *way, e Entry, agents []int, run *Run) (bool, error) {
	m := t.m
	o := e.Observe(agentsOf(agents, e.Names))
	set, err := m.states(c, w.belief)
	if err != nil {
		return false, err
	}
	next := run.States[0]
	if !m.enc.Contains(m.statesAt(c, o, After), next) {
		return false, nil
	}
	during := m.about(o, During)
	from := m.tracks[0].close(c, []bdd.Node{set})[0]
	from = c.And(from, m.statesAt(c, o, Before))
	before := bdd.False
	for _, a := range m.tracks[0].arcsOf(c, during) {
		before = c.Or(before, a.steps.PreImage(c, c.Take(m.enc.StateSet(c.Scope(), next))))
	}
	if before = c.And(before, from); before == bdd.False || c.Err() != nil {
		return false, c.Err()
	}
	s, _ := m.enc.Pick(before)
	tr, err := m.stepInto(c, s, c.Take(m.enc.StateSet(c.Scope(), next)), during)
	if err != nil {
		return false, err
	}
	part, err := m.hiddenRun(c, w.belief, s)
	if part == nil || err != nil {
		return false, err
	}
	run.before(Run{[]recipe.State{s.Clone(), next}, []recipe.Step{tr.Step}, []string{e.Place}})
	run.before(*part)
	return true, nil
}

// agrees reports whether names that stand for agents before stand for the same later.
func agrees(before, later []int) bool {
	for i, a := range before {
		if a >= 0 && later[i] != a {
			return false
		}
	}
	return true
}

// hiddenRun is a shortest run of hidden steps from a belief to a state; nil if there is none.
func (m *Model) hiddenRun(c *bdd.Calculator, b belief, to recipe.State) (*Run, error) {
	from, err := m.states(c, b)
	if err != nil {
		return nil, err
	}
	ring := c.Take(m.enc.StateSet(c.Scope(), to))
	rings, seen := []bdd.Node{}, ring
	for c.Err() == nil {
		if apart, err := c.Disjoint(ring, from); err != nil {
			return nil, err
		} else if !apart {
			break
		}
		rings = append(rings, ring)
		before := bdd.False
		if m.hidden >= 0 {
			for _, a := range m.tracks[0].hiddenArcs(c) {
				before = c.Or(before, a.steps.PreImage(c, ring))
			}
		}
		if ring = c.Diff(before, seen); ring == bdd.False {
			return nil, c.Err()
		}
		seen = c.Or(seen, ring)
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	s, _ := m.enc.Pick(c.And(ring, from))
	out := &Run{States: []recipe.State{s.Clone()}}
	for i := len(rings) - 1; i >= 0; i-- {
		tr, err := m.stepInto(c, out.States[len(out.States)-1], rings[i], []int{m.hidden})
		if err != nil {
			return nil, err
		}
		out.States, out.Steps, out.Places = append(out.States, tr.Next), append(out.Steps, tr.Step), append(out.Places, "")
	}
	return out, nil
}

// stepInto is a step from a state into a set that satisfies step propositions. The
// diagrams say that there is one.
func (m *Model) stepInto(c *bdd.Calculator, from recipe.State, into bdd.Node, propositions []int) (out recipe.Transition, err error) {
	here, found := recipe.NewInstant(m.in), false
	if err := here.Enter(from); err != nil {
		return out, err
	}
	stop := m.in.EachSuccessor(from, func(t recipe.Transition) bool {
		if t.Step.Kind == recipe.Stutter || !m.enc.Contains(into, t.Next) {
			return true
		}
		if err = here.Leave(t.Step); err == nil {
			found, err = steps(c.Scope().Context(), here, propositions)
		}
		if found {
			out = t.Clone()
		}
		return !found && err == nil
	})
	if err = cmp.Or(err, stop, c.Err()); err == nil && !found {
		err = errors.New("conform: the interpreter does not have a step that the diagrams have")
	}
	return out, err
}
