package report

import (
	"context"
	"fmt"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A StaleName is about a local variable that is read and has the name of an absent agent in some
// reachable states.
type StaleName struct {
	// States is the number of these states.
	States *big.Int
	// Local has the name of Agent in the last state of Trace, a shortest run to one of them.
	Local, Agent int
	Trace        *trace.Trace
}

// StaleNames reports on locals that have names of absent agents, with one entry for each
// declaration of a local.
func (n *Inspection) StaleNames(ctx context.Context) ([]StaleName, error) {
	if len(recipe.KeptNames(n.sys)) == 0 {
		return nil, nil
	}
	return byOrbits(ctx, n, n.staleOnOrbits, func(s *System) ([]StaleName, error) { return s.StaleNames(ctx) })
}

// StaleNames reports on locals that have names of absent agents, with one entry for each
// declaration of a local.
func (s *System) StaleNames(ctx context.Context) ([]StaleName, error) {
	var out []StaleName
	for _, locals := range recipe.KeptNames(s.Model.System) {
		r, err := s.staleName(ctx, locals)
		if err != nil {
			return nil, err
		}
		if r != nil {
			out = append(out, *r)
		}
	}
	return out, nil
}

func (s *System) staleName(ctx context.Context, locals []int) (*StaleName, error) {
	states, t, err := runToSome(ctx, s, locals, func(sc *bdd.Scope, v int, reached bdd.Node) (bdd.Node, error) {
		return symbolic.NamesAbsent(s.Model, sc, v, reached)
	})
	if t == nil {
		return nil, err
	}
	return staleAtEnd(s.Model.System, locals, states, t)
}

// staleAtEnd is the report on the last state of a run.
func staleAtEnd(sys *recipe.System, locals []int, states *big.Int, t *trace.Trace) (*StaleName, error) {
	last := t.Steps[len(t.Steps)-1].State
	for _, v := range locals {
		if a := recipe.AbsentIn(sys, last, v); a >= 0 {
			return &StaleName{states, v, a, t}, nil
		}
	}
	return nil, fmt.Errorf("the interpreter sees no name of an absent agent in %s where the encoding does", sys.Vars[locals[0]].Name)
}

// staleOnOrbits is [Inspection.StaleNames]: agents that can be exchanged have the same
// declarations.
func (n *Inspection) staleOnOrbits(ctx context.Context) ([]StaleName, error) {
	survey, err := n.s.Finder.Survey(ctx)
	if err != nil {
		return nil, err
	}
	kept := recipe.KeptNames(n.sys)
	states, nearest := make([]*big.Int, len(kept)), make([]int, len(kept))
	err = survey.Each(ctx, func(orbit int, s recipe.State, _ []recipe.Step) error {
		for i, locals := range kept {
			for _, v := range locals {
				if recipe.AbsentIn(n.sys, s, v) < 0 {
					continue
				}
				if states[i] == nil {
					states[i], nearest[i] = new(big.Int), orbit
				}
				if err := addSize(states[i], survey, orbit); err != nil {
					return err
				}
				break
			}
		}
		return nil
	})
	var out []StaleName
	for i := range kept {
		if err != nil {
			return nil, err
		}
		if states[i] == nil {
			continue
		}
		t, fault := survey.RunTo(ctx, nearest[i])
		if fault != nil {
			return nil, fault
		}
		r, fault := staleAtEnd(n.sys, kept[i], states[i], t)
		if fault != nil {
			return nil, fault
		}
		out, err = append(out, *r), t.Replay(n.in)
	}
	return out, err
}
