package mc

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A JointSpecification is what an interpreted system, whose agents take joint steps, should
// satisfy. A state without a successor repeats for ever. Under fairness, only reachable states on
// fair paths count: for knowledge, and as initial states.
type JointSpecification struct {
	// Properties are about states.
	Properties []Property
	// Fairness are formulas, evaluated on all paths. Each holds infinitely often on paths that count.
	Fairness []*ltol.StateFormula
	// PathsEnd lets paths end in states without a successor, as the published tool MCMAS has it.
	// Endless, if it is not nil, reports whether a formula A or E is about infinite paths only all the
	// same: those of LTL and CTL* are.
	PathsEnd bool
	Endless  func(*ltol.StateFormula) bool
	// Pruned reads a property as MCMAS does with -uniform: it is to hold in some system in which every
	// agent performs one action in each of its local states. Then nothing is shown, and vacuity is not
	// looked for.
	Pruned bool
}

// OnRuns is the specification as one about runs, whose propositions are those of the interpreted
// system. The error says which property or fairness condition is about more than all paths, as far
// as its syntax shows.
func (s JointSpecification) OnRuns() (out Specification, err error) {
	for i, f := range s.Fairness {
		if !f.Propositional() {
			err = errors.Join(err, fmt.Errorf("fairness condition %d is not about single states", i+1))
		}
		out.Justice = append(out.Justice, f.OnPaths())
	}
	for _, p := range s.Properties {
		if p.State == nil || !p.State.Linear() {
			return out, errors.Join(err, fmt.Errorf("property %d: it says more than that all paths satisfy a formula", p.Index))
		}
		p.Formula, p.State = p.State.OnPaths(), nil
		out.Properties = append(out.Properties, p)
	}
	return out, err
}

// NewJointChecker encodes an interpreted system that [interpreted.System.Check] accepts. Questions
// about ReCiPe systems alone fail with [ErrMisuse], and options that only change how these are
// checked have no effect. Errors are those of [NewChecker]. The caller closes the checker.
//
// To check a model in ISPL, read it with ispl.Parse, and give its System and Fairness to
// [JointModelOf].
func NewJointChecker(
	ctx context.Context, sys *interpreted.System, spec JointSpecification, opts ...Option,
) (*Checker, error) {
	if ctx == nil || sys == nil {
		return nil, misuse("there is no context, or no system")
	}
	set, err := newSettings(opts)
	if err != nil {
		return nil, err
	}
	if err := sys.Check(); err != nil {
		return nil, err
	}
	if spec.Pruned {
		set.Ability = branch.PerfectInformation
	}
	kind := &formalism.Interpreted{
		System: sys, Just: spec.Fairness, PathsEnd: spec.PathsEnd, Endless: spec.Endless,
		Exchanges: set.Symmetry != settings.Off, Order: set.JointOrder, Thresholds: set.JointThresholds,
	}
	c := &Checker{spec: Specification{Properties: spec.Properties}}
	return open(ctx, c, kind, set, spec.Pruned)
}

// JointModelOf is an interpreted system with a specification and the options of [NewJointChecker].
func JointModelOf(sys *interpreted.System, spec JointSpecification, opts ...Option) Model {
	return func(ctx context.Context, tell func(Event)) (*Checker, error) {
		told := WithProgress(func(p Progress) { tell(p) })
		return NewJointChecker(ctx, sys, spec, append([]Option{told}, opts...)...)
	}
}

// The codes of warnings that only interpreted systems have. There is [CodeUnfairStrategy] as well.
const (
	CodeOverflow = report.CodeOverflow // a joint action that the protocols allow has no successor
	CodeOverlap  = report.CodeOverlap  // lines of an evolution apply together
	CodeIdleLine = report.CodeIdleLine // a line of a protocol applies in no reachable state
)

// A JointReport is about reachable states: how many, and a shortest run from an initial state to
// one of them, nil if there is none.
type JointReport struct {
	States *big.Int
	Run    *branch.Run
}

// A JointInspection says what the interpreted system of a checker does and never does. Errors of
// its methods are of misuse, [*LimitError], or wrap [ErrInternal].
type JointInspection struct{ c *Checker }

// InspectJoint is the inspection of the checker's system.
func (c *Checker) InspectJoint() *JointInspection { return &JointInspection{c} }

// of has a report made, if the inspection can answer.
func (n *JointInspection) of(
	ctx context.Context, find func(*report.Joint) (*report.Found, error),
) (*JointReport, error) {
	if err := n.usable(ctx); err != nil {
		return nil, err
	}
	r, err := find(n.c.core.Joint)
	return (*JointReport)(r), err
}

// usable says what keeps the inspection from answering.
func (n *JointInspection) usable(ctx context.Context) error {
	if n == nil {
		return misuse("there is no inspection")
	}
	if err := n.c.usable(ctx); err != nil {
		return err
	}
	if n.c.core.Joint == nil {
		return misuse("the question is about interpreted systems, and the checker has a ReCiPe system")
	}
	return nil
}

// Where finds the reachable states in which a condition without actions holds.
func (n *JointInspection) Where(ctx context.Context, when *interpreted.Expr) (*JointReport, error) {
	if when == nil {
		return nil, misuse("there is no condition")
	}
	return n.of(ctx, func(r *report.Joint) (*report.Found, error) { return r.Where(ctx, when) })
}

// Deadlocks finds the reachable states without a successor.
func (n *JointInspection) Deadlocks(ctx context.Context) (*JointReport, error) {
	return n.of(ctx, func(r *report.Joint) (*report.Found, error) { return r.Deadlocks(ctx) })
}

// Overflows finds the reachable states in which a joint action that the protocols allow has no
// successor, because every choice of the evolutions leaves the range of a variable.
func (n *JointInspection) Overflows(ctx context.Context) (*JointReport, error) {
	return n.of(ctx, func(r *report.Joint) (*report.Found, error) { return r.Overflows(ctx) })
}

// Taken lists, for each variable of the system, the values that it takes in reachable states.
func (n *JointInspection) Taken(ctx context.Context) ([][]recipe.Value, error) {
	if err := n.usable(ctx); err != nil {
		return nil, err
	}
	return n.c.core.Joint.Taken(ctx)
}
