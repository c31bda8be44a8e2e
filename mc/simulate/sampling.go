package simulate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// SampleOptions say which random runs are taken, and what they are compared with.
type SampleOptions struct {
	// Runs is the number of runs, Length the most steps of each.
	Runs, Length int
	// Seed determines all runs.
	Seed uint64
	// Properties are formulas about runs; nil stands for a property that no run can decide. Fairness
	// are the conditions that a run which repeats for ever must satisfy to count.
	Properties, Fairness []*ltol.Formula
	// Lassos is how many ways to repeat the end of a run are tried for each run.
	Lassos int
	// Tell, if there is one, is called after each run with the sample so far, which goes on to change.
	Tell func(*Sample)
}

// DefaultLassos is how many ways to repeat the end of a run are enough as a rule.
const DefaultLassos = 4

// A Sample is what random runs show.
type Sample struct {
	// Runs were taken, with so many steps; Deadlocks of them ended where no step is possible.
	Runs, Steps, Deadlocks int
	// States and Transitions are how many different ones the runs have.
	States, Transitions int
	// Commands tell for each command of the system, by ID, what happened to it; of an interpreted
	// system, they are in the order of [JointCommands].
	Commands   []CommandUse
	Properties []PropertyUse
}

// A CommandUse counts for a command in how many steps it was executed, and in how many steps that
// left its control state its guard was true and false. The guard of a receive is asked for each
// message.
type CommandUse struct{ Executed, True, False int }

// A PropertyUse counts the runs that decide a property. A run violates it if every continuation
// does, or if the run can repeat its end for ever, fairly, and then does. With conditions of
// fairness, only such loops violate it, as the other continuations may be unfair. The others are
// open.
type PropertyUse struct {
	Violated, Satisfied, Open int
	// First is the number, from 1, of the first run that violates it. Trace is that run, or Joint
	// that of an interpreted system.
	First int
	Trace *trace.Trace
	Joint *branch.Run
}

// usable says what is wrong with the numbers of the options, or with a formula, as a misuse.
func (o *SampleOptions) usable(check func(*ltol.Formula) error) error {
	if o.Runs < 1 || o.Length < 1 || o.Lassos < 0 {
		return misuse("the numbers of runs and steps must be positive, that of lassos not negative")
	}
	for _, f := range slices.Concat(o.Properties, o.Fairness) {
		if f != nil {
			if err := check(f); err != nil {
				return misuse("a formula %v", err)
			}
		}
	}
	return nil
}

// sampling is what random runs of all systems have in common.
type sampling struct {
	ctx         context.Context
	o           SampleOptions
	out         *Sample
	states      map[uint64]bool
	transitions map[uint64]bool
}

func newSampling(ctx context.Context, o SampleOptions, commands int) *sampling {
	out := &Sample{Commands: make([]CommandUse, commands), Properties: make([]PropertyUse, len(o.Properties))}
	return &sampling{ctx, o, out, map[uint64]bool{}, map[uint64]bool{}}
}

// errNoInitial says that there is no state to begin in.
var errNoInitial = errors.New("simulate: no initial state was found")

// repeat takes the runs, each by a seed of its own.
func (s *sampling) repeat(take func(seed uint64) error) (*Sample, error) {
	out := s.out
	for run := range s.o.Runs {
		err := take(s.o.Seed + uint64(run)*0x9e3779b97f4a7c15)
		out.States, out.Transitions = len(s.states), len(s.transitions)
		if err != nil {
			return out, fmt.Errorf("after %d random runs: %w", out.Runs, err)
		}
		if s.o.Tell != nil {
			s.o.Tell(out)
		}
	}
	return out, nil
}

// spread are a few of some, from the first to the last.
func spread[T any](all []T, few int) (out []T) {
	tried := min(len(all), few)
	for k := range tried {
		out = append(out, all[k*(len(all)-1)/max(1, tried-1)])
	}
	return out
}

// A reading says what a run shows of formulas.
type reading interface {
	// standing is what the run alone decides, and the first state at which it does.
	standing(f *ltol.Formula) (ltol.Truth, int, error)
	// violating is the number of a fair way to repeat the end of the run that violates f; -1 if
	// there is none.
	violating(f *ltol.Formula) (lasso int, err error)
	// keep keeps the run up to a state, or, if its number is not negative, a way to repeat its end.
	keep(use *PropertyUse, state, lasso int)
}

// compare says what a run shows of all properties, and counts the run.
func (s *sampling) compare(r reading) error {
	for i, f := range s.o.Properties {
		if f == nil {
			continue
		}
		if err := s.compareWith(&s.out.Properties[i], f, r); err != nil {
			return err
		}
	}
	s.out.Runs++
	return nil
}

func (s *sampling) compareWith(use *PropertyUse, f *ltol.Formula, r reading) error {
	truth, at, err := r.standing(f)
	lasso := -1
	switch {
	case err != nil:
		return err
	case truth == ltol.Yes:
		use.Satisfied++
		return nil
	case truth == ltol.Unknown || len(s.o.Fairness) > 0: // maybe no fair run begins so; a fair loop shows more
		if lasso, err = r.violating(f); err != nil {
			return err
		}
		if lasso < 0 {
			use.Open++
			return nil
		}
	}
	if use.Violated++; use.First == 0 {
		use.First = s.out.Runs + 1
		r.keep(use, at, lasso)
	}
	return nil
}
