// Package jointtest tests what only interpreted systems have, room by room, and without a checker:
// answers with examples, reports, certificates and pruned systems. Its files that are no tests make
// the rooms of one system.
package jointtest

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/decide"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// Options are those of a test.
type Options struct {
	Encoding     symbolic.Options
	PathsEnd     bool
	Endless      func(*ltol.StateFormula) bool
	Ability      branch.Ability
	AbilitySteps int
	// Samples is how many states a certificate compares, and asks for the formulas as well; 50 states
	// alone if it is 0, nothing if it is negative.
	Samples int
}

// settings are those of a check with the options.
func (o Options) settings() settings.Settings {
	set := settings.Settings{Sampling: settings.DefaultSampling(), Ability: o.Ability, AbilitySteps: o.AbilitySteps}
	set.Encoding.BDD = o.Encoding.BDD
	switch {
	case o.Samples > 0:
		set.Certify, set.Samples = true, o.Samples
	case o.Samples < 0:
		set.Sampling = settings.Sampling{}
	}
	return set
}

// A Checker has the rooms of one system.
type Checker struct {
	*report.Joint
	s       *subject.Subject
	jointly *certify.Joint
	states  *decide.States
	asked   []*ltol.StateFormula
}

// New encodes a system.
func New(ctx context.Context, sys *interpreted.System, fairness []*ltol.StateFormula, o Options) (*Checker, error) {
	limited := func(l fault.Limit, _ *engine.Board) error {
		return &mc.LimitError{Phase: l.Phase, Images: l.Images, Rounds: l.Rounds, Nodes: l.Nodes, Found: l.Found, Err: l.Err}
	}
	kind := &formalism.Interpreted{
		System: sys, Just: fairness, PathsEnd: o.PathsEnd, Endless: o.Endless,
		Order: o.Encoding.Order, Thresholds: o.Encoding.Thresholds,
	}
	s, err := subject.New(ctx, kind, nil, o.settings(), limited)
	if err != nil {
		return nil, err
	}
	c := &Checker{Joint: report.InspectJoint(s), s: s, jointly: certify.NewJoint(s)}
	none := func(context.Context) (certify.Done, error) { return certify.Done{}, nil }
	c.states = decide.NewStates(s, none)
	return c, nil
}

// Close frees the diagrams.
func (c *Checker) Close() { c.s.Close() }

// An Answer is what became of a formula.
type Answer struct {
	Holds  bool
	States *big.Int // that satisfy it, nil if only initial ones were looked at
	// Example is an initial state, on a fair path, that does not satisfy it, or, if it holds, one that
	// does; nil if there is none.
	Example interpreted.State
}

// Check decides a formula.
func (c *Checker) Check(ctx context.Context, f *ltol.StateFormula) (*Answer, error) {
	answer := c.states.Check(ctx, f)
	if answer.Err != nil {
		return nil, answer.Err
	}
	c.asked = append(c.asked, f)
	labels := c.s.Labelling()
	set, _, err := labels.Initially(ctx, f)
	if err != nil {
		return nil, c.s.Fault(err)
	}
	example, _, err := labels.Example(ctx, set, !answer.Violated)
	if err != nil {
		return nil, c.s.Fault(err)
	}
	a := &Answer{Holds: !answer.Violated, States: answer.States}
	a.Example, _ = example.(interpreted.State)
	return a, nil
}

// CheckPruned decides a formula in the pruned systems.
func (c *Checker) CheckPruned(ctx context.Context, f *ltol.StateFormula) (*Answer, error) {
	a := decide.CheckPruned(ctx, c.s, f)
	return &Answer{Holds: a.Err == nil && !a.Violated}, a.Err
}

// Witness shows why a formula holds in a state, or does not.
func (c *Checker) Witness(ctx context.Context, f *ltol.StateFormula, at interpreted.State) (*branch.Witness, error) {
	if err := c.s.Reach(ctx); err != nil {
		return nil, err
	}
	c.s.Enter(fault.PhaseWitness)
	w, err := c.s.Labelling().Explain(ctx, f, at)
	return w, c.s.Fault(err)
}

// Warnings are those about the system and the formulas that were decided.
func (c *Checker) Warnings(ctx context.Context) ([]report.Warning, error) {
	return c.Joint.Warnings(ctx, c.asked)
}

// Vacuity looks for trivial reasons for a formula to hold.
func (c *Checker) Vacuity(ctx context.Context, f *ltol.StateFormula) ([]report.Warning, error) {
	return report.VacuityOfStates(ctx, c.s, report.Named{Label: "1"}, f)
}

// Compare compares the system, and the formulas that were decided.
func (c *Checker) Compare(ctx context.Context) (certify.Done, error) {
	return c.jointly.Compare(ctx, c.asked)
}

// Reach explores the system.
func (c *Checker) Reach(ctx context.Context) (subject.Stats, error) {
	err := c.s.Reach(ctx)
	return c.s.Stats, err
}

// Forget has every state but the initial ones be unreachable, and none be a deadlock.
func (c *Checker) Forget() {
	c.s.Search.Adopt(c.s.Space.Init(), bdd.False)
}

// Model is the encoding of the system.
func (c *Checker) Model() *symbolic.Model { return c.s.Space.(*space.Interpreted).Model }
