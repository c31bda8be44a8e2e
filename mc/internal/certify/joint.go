package certify

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// A Joint compares an interpreted system with its explicit semantics.
type Joint struct {
	s       *subject.Subject
	sys     *interpreted.System
	in      *interpreted.Interpreter
	model   *symbolic.Model
	space   *space.Interpreted
	samples int // how many reachable states

	compared  bool // the system
	certified int  // how many of the formulas that were asked
	done      Done
}

// jointSamples is how many reachable states are compared without being asked to.
const jointSamples = 50

// NewJoint begins to compare a subject, which must be an interpreted system.
func NewJoint(s *subject.Subject) *Joint {
	sp := s.Space.(*space.Interpreted)
	e := &Joint{s: s, sys: sp.System, in: sp.Interpreter, model: sp.Model, space: sp, samples: jointSamples}
	if s.Set.Certify {
		e.samples = s.Set.Samples
	}
	if s.Set.Sampling.States == 0 {
		e.samples = 0
	}
	return e
}

// Compare draws reachable states, as many as the settings say, and a step from each. It compares
// with the explicit interpreter whether initial states are initial and reachable, whether
// propositions hold, whether the step leads to a reachable state, and whether states in which some
// agent may do nothing are known to be deadlocks. If the options ask for samples, it also compares
// the formulas that were decided, see [branch.Labelling]. What was compared before is not compared
// again. A difference is an error that wraps [fault.ErrInternal].
func (e *Joint) Compare(ctx context.Context, asked []*ltol.StateFormula) (Done, error) {
	err := e.compare(ctx, asked)
	if e.done.Reason = ""; fault.IsLimit(err) {
		e.done.Reason = err.Error()
	}
	return e.done, err
}

func (e *Joint) compare(ctx context.Context, asked []*ltol.StateFormula) error {
	if err := e.s.Reach(ctx); err != nil {
		return err
	}
	e.s.Enter(fault.PhaseCertify)
	if !e.compared {
		if err := e.compareStates(ctx); err != nil {
			return err
		}
		e.compared = true
	}
	for e.s.Set.Certify && e.certified < len(asked) {
		random := rand.New(rand.NewPCG(1, uint64(3+e.certified)))
		n, err := e.s.Labelling().Certify(ctx, asked[e.certified], branch.Sampling{
			Sample: func(set bdd.Node) (space.State, bool) { return e.model.Sample(set, Coin(random)) },
			Random: random, Samples: e.samples / 16, Explored: e.samples,
		})
		if err != nil {
			return e.s.Fault(err)
		}
		e.done.Answers += n
		e.certified++
	}
	return nil
}

// compareStates is the part of Compare that is about the system.
func (e *Joint) compareStates(ctx context.Context) error {
	e.done = Done{}
	sc := e.model.Manager().NewScope(ctx)
	defer sc.Close()
	propositions := make([]bdd.Node, len(e.sys.Propositions))
	for p := range propositions {
		var err error
		if propositions[p], err = e.space.StateProposition(sc, p); err != nil {
			return e.s.Fault(err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	reached, _, _ := e.s.Search.Reached()
	for range e.samples {
		if err := ctx.Err(); err != nil {
			return e.s.Fault(err)
		}
		if s, ok := e.model.Sample(e.model.Init, Coin(rng)); ok {
			switch {
			case !e.in.Holds(e.sys.Init, s):
				return e.differs("the encoding has an initial state that is none: %s", s)
			case !e.model.Contains(reached, s):
				return e.differs("an initial state was not reached: %s", s)
			}
			e.done.Initial++
		}
		s, ok := e.model.Sample(reached, Coin(rng))
		if !ok {
			break
		}
		for p, set := range propositions {
			holds, err := e.space.StateHolds(p, s)
			if err != nil {
				return e.s.Fault(err)
			}
			if e.model.Contains(set, s) != holds {
				return e.differs("the encoding of proposition "+e.sys.Propositions[p].Name+" is wrong in the state %s", s)
			}
		}
		e.done.States++
		moved, err := e.step(s, rng.IntN)
		if err != nil {
			return err
		}
		if moved {
			e.done.Successors++
		}
	}
	return nil
}

// step draws a joint action and a successor, if there is one, which must be reachable.
func (e *Joint) step(s interpreted.State, choose func(int) int) (moved bool, err error) {
	in := e.in
	reached, dead, _ := e.s.Search.Reached()
	action := in.DrawJoint(s, choose)
	if action == nil {
		if !e.model.Contains(dead, s) {
			return false, e.differs("a state without a successor was taken to have one: %s", s)
		}
		return false, nil
	}
	next, ok := in.Draw(s, action, choose)
	if ok && !e.model.Contains(reached, next) {
		return false, e.differs("a successor was not reached: %s", next)
	}
	return ok, nil
}

// differs is an error about a state.
func (e *Joint) differs(format string, s interpreted.State) error {
	return fmt.Errorf("%w: %s", fault.ErrInternal, fmt.Sprintf(format, e.in.Format(s)))
}
