package cores

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Core is what a property that holds rests on.
type Core struct {
	// Elements are sufficient: the property holds if all others are freed at once.
	Elements []Element
	// Others are the elements that are freed.
	Others []Element
	// Minimal tells that no element can be freed as well: the property is violated then. It is false
	// if a limit kept some check from its end.
	Minimal bool
}

// Least and Times bound the check of a system with freed elements, in steps of diagrams: it may
// cost so many times as much as the check of the system itself, or Least steps if that is more.
const Least, Times = 1_000_000, 20

// Find looks for a minimal core of a property. The result is that of the system as it is; there is
// a core only if it says that the property holds. The specification has the fairness, which stays
// as it is. The options are those of [mc.NewChecker].
//
// Elements are freed many at once, then halves, and in the end one by one until none can be freed:
// with a guard, a receiver that has to receive may lose what it did instead, so that an element may
// become free only after others. The error is one of [mc.Check]. The end of the context leaves a
// core that is not minimal.
func Find(ctx context.Context, sys *recipe.System, spec mc.Specification, p mc.Property, opts ...mc.Option) (*Core, mc.Result, error) {
	spec.Properties = []mc.Property{p}
	report, err := mc.Check(ctx, sys, spec, opts...)
	if err != nil {
		return nil, mc.Result{}, err
	}
	result := report.Results[0]
	if result.Verdict != mc.Holds {
		return nil, result, nil
	}
	s := &search{sys: sys, spec: spec, elements: Elements(sys)}
	s.free = make([]bool, len(s.elements))
	s.opts = append(slices.Clone(opts), mc.WithBudget(max(Least, Times*report.Stats.Steps)), mc.WithoutReasons())
	if err := s.find(ctx); err != nil {
		return nil, result, err
	}
	core := &Core{Minimal: s.minimal}
	for i, e := range s.elements {
		if s.free[i] {
			core.Others = append(core.Others, e)
		} else {
			core.Elements = append(core.Elements, e)
		}
	}
	return core, result, nil
}

type search struct {
	sys      *recipe.System
	spec     mc.Specification
	opts     []mc.Option
	elements []Element
	free     []bool
	minimal  bool
}

func (s *search) find(ctx context.Context) error {
	if err := s.divide(ctx, 0, len(s.elements)); err != nil {
		return err
	}
	for again := true; again; {
		again, s.minimal = false, true
		for i := range s.elements {
			if s.free[i] {
				continue
			}
			ok, err := s.try(ctx, i, i+1)
			if err != nil {
				return err
			}
			again = again || ok
		}
	}
	return nil
}

// divide frees as many elements from one index to another as it can: all at once, or those of one
// half and then of the other.
func (s *search) divide(ctx context.Context, from, to int) error {
	ok, err := s.try(ctx, from, to)
	if ok || err != nil || to-from < 2 {
		return err
	}
	half := (from + to) / 2
	if err := s.divide(ctx, from, half); err != nil {
		return err
	}
	return s.divide(ctx, half, to)
}

// try frees the elements from one index to another if the property holds without them.
func (s *search) try(ctx context.Context, from, to int) (bool, error) {
	if ctx.Err() != nil {
		s.minimal = false
		return false, nil
	}
	var without []Element
	for i, e := range s.elements {
		if s.free[i] || from <= i && i < to {
			without = append(without, e)
		}
	}
	report, err := mc.Check(ctx, Free(s.sys, without), s.spec, s.opts...)
	if err != nil {
		return false, err
	}
	verdict := report.Results[0].Verdict
	if s.minimal = s.minimal && verdict != mc.Unknown; verdict != mc.Holds {
		return false, nil
	}
	for i := from; i < to; i++ {
		s.free[i] = true
	}
	return true, nil
}
