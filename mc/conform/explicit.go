package conform

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// errMany says that a belief has too many states to list them.
var errMany = errors.New("conform: too many states to list")

// locate is the track and the automaton state of a number.
func (m *Model) locate(at int) (track, state int) {
	i, _ := slices.BinarySearch(m.offsets, at+1) // automata without a state come before the one that has it
	return i - 1, at - m.offsets[i-1]
}

// unite is the union of two beliefs.
func (m *Model) unite(x, y *explicit) *explicit {
	s := spread{at: map[string][]int{}}
	for _, b := range []*explicit{x, y} {
		for _, state := range b.states {
			for _, at := range state.at {
				s.add(state.key, at)
			}
		}
	}
	return m.memory.list(&s)
}

// observeExplicit is what a belief becomes by an entry, nil if that is not explained. The error is
// errMany if it has too many states on the way.
func (m *Model) observeExplicit(c *bdd.Calculator, x *explicit, o Observation) (*explicit, error) {
	if x.large {
		return nil, errMany
	}
	e := m.explorer(c, o)
	from, err := e.close(x)
	if err != nil {
		x.large = err == errMany
		return nil, err
	}
	out := spread{at: map[string][]int{}}
	for _, key := range from.keys {
		moves, err := e.moves(key)
		if err != nil {
			return nil, err
		}
		for _, mv := range moves {
			if !mv.explained {
				continue
			}
			for _, at := range from.at[key] {
				for _, to := range mv.to[at] {
					out.add(mv.next, to)
				}
			}
			if len(out.keys) > m.thresholds.Explicit {
				return nil, errMany
			}
		}
	}
	if len(out.keys) == 0 {
		return nil, nil
	}
	return m.memory.list(&out), nil
}

// reached are the nodes that hidden steps lead to from a belief; see gets each state.
func (m *Model) reached(c *bdd.Calculator, x *explicit, see func(recipe.State)) (*spread, error) {
	all, err := m.explorer(c, Observation{}).close(x)
	if err != nil {
		return nil, err
	}
	for _, key := range all.keys {
		see(m.in.StateOf(key))
	}
	return all, nil
}

// An explorer finds the steps of states with the interpreter.
type explorer struct {
	m                     *Model
	ctx                   context.Context
	before, during, after []int // propositions of the observation
	here, there           *recipe.Instant
	known                 map[string][]explicitMove
}

// An explicitMove is a step from a state.
type explicitMove struct {
	next              string
	hidden, explained bool
	to                [][]int // by automaton state the ones that the step leads to
}

func (m *Model) explorer(c *bdd.Calculator, o Observation) *explorer {
	e := &explorer{m: m, ctx: c.Scope().Context(), before: m.about(o, Before), during: m.about(o, During), after: m.about(o, After)}
	e.here, e.there, e.known = recipe.NewInstant(m.in), recipe.NewInstant(m.in), map[string][]explicitMove{}
	return e
}

// close are the nodes of a belief and those that hidden steps lead to.
func (e *explorer) close(x *explicit) (*spread, error) {
	type node struct {
		key string
		at  int
	}
	s := &spread{at: map[string][]int{}}
	var list []node
	for _, state := range x.states {
		for _, at := range state.at {
			s.add(state.key, at)
			list = append(list, node{state.key, at})
		}
	}
	for e.m.hidden >= 0 && len(list) > 0 {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		moves, err := e.moves(n.key)
		if err != nil {
			return nil, err
		}
		for _, mv := range moves {
			if !mv.hidden {
				continue
			}
			for _, to := range mv.to[n.at] {
				if s.add(mv.next, to) {
					list = append(list, node{mv.next, to})
				}
			}
		}
		if len(s.keys) > e.m.thresholds.Explicit {
			return nil, errMany
		}
	}
	return s, nil
}

// moves are the steps of a state but the stutter.
func (e *explorer) moves(key string) (out []explicitMove, err error) {
	if list, ok := e.known[key]; ok {
		return list, nil
	}
	if err := e.ctx.Err(); err != nil {
		return nil, err
	}
	state := e.m.in.StateOf(key)
	if err := e.here.Enter(state); err != nil {
		return nil, err
	}
	before, err := every(e.before, e.here.StateHolds)
	if err != nil {
		return nil, err
	}
	stop := e.m.in.EachSuccessor(state, func(t recipe.Transition) bool {
		if t.Step.Kind == recipe.Stutter {
			return true
		}
		var mv explicitMove
		if mv, err = e.move(t, before); err == nil && (mv.hidden || mv.explained) {
			out = append(out, mv)
		}
		return err == nil
	})
	if err = errors.Join(err, stop); err == nil {
		e.known[key] = out
	}
	return out, err
}

// move is a step of the state that has been entered, which is one of those before the entry or not.
func (e *explorer) move(t recipe.Transition, before bool) (mv explicitMove, err error) {
	if err = e.here.Leave(t.Step); err != nil {
		return mv, err
	}
	if e.m.hidden >= 0 {
		if mv.hidden, err = e.here.StepHolds(e.ctx, e.m.hidden); err != nil {
			return mv, err
		}
	}
	if mv.explained = before; before {
		if mv.explained, err = steps(e.ctx, e.here, e.during); err != nil {
			return mv, err
		}
	}
	if mv.explained && len(e.after) > 0 {
		if err = e.there.Enter(t.Next); err != nil {
			return mv, err
		}
		if mv.explained, err = every(e.after, e.there.StateHolds); err != nil {
			return mv, err
		}
	}
	if !mv.hidden && !mv.explained {
		return mv, nil
	}
	mv.next = e.m.in.Key(t.Next)
	for i, track := range e.m.tracks {
		for _, edges := range track.aut.States {
			var to []int
			for _, edge := range edges {
				holds, err := e.guard(edge.Guard)
				if err != nil {
					return mv, err
				}
				if holds {
					to = append(to, e.m.offsets[i]+edge.To)
				}
			}
			mv.to = append(mv.to, to)
		}
	}
	return mv, nil
}

// every reports whether all of some propositions hold.
func every(propositions []int, holds func(int) (bool, error)) (all bool, err error) {
	all = true
	for i := 0; all && err == nil && i < len(propositions); i++ {
		all, err = holds(propositions[i])
	}
	return all, err
}

// steps reports whether all of some step propositions hold.
func steps(ctx context.Context, at *recipe.Instant, propositions []int) (bool, error) {
	return every(propositions, func(id int) (bool, error) { return at.StepHolds(ctx, id) })
}

// guard reports whether the step and its state satisfy a guard.
func (e *explorer) guard(g ltol.Guard) (bool, error) {
	for {
		atom, then, otherwise, ok := g.Decide()
		if !ok {
			return g.IsTrue(), nil
		}
		var holds bool
		var err error
		if atom.Kind == ltol.State {
			holds, err = e.here.StateHolds(atom.ID)
		} else {
			holds, err = e.here.StepHolds(e.ctx, atom.ID)
		}
		if err != nil {
			return false, err
		}
		if g = otherwise; holds {
			g = then
		}
	}
}
