package mc

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
)

// Codes of warnings about properties that hold.
const (
	// CodeNoFairComputation: no computation is fair, so that everything holds.
	CodeNoFairComputation = "no-fair-computation"
	// CodeValid: the formula is true of all computations of any system.
	CodeValid = "valid-formula"
	// CodeAntecedent: the left side of an implication is true in no fair computation.
	CodeAntecedent = "antecedent-never"
	// CodeObservation: no step that a necessity [O] speaks of occurs in a fair computation.
	CodeObservation = "observation-never"
)

// Vacuity looks for trivial reasons for a property to hold: there is no fair computation, the
// formula is valid whatever its atoms mean, or it holds of implications or necessities only because
// their left sides or observations never come true. It must be asked about properties that hold.
// Errors are [*LimitError] or wrap [ErrInternal]; with one come the warnings found so far.
func (c *Checker) Vacuity(ctx context.Context, p Property) ([]Warning, error) {
	if p.State != nil {
		return c.vacuousStates(ctx, p)
	}
	if err := c.about(ctx, p.Formula); err != nil {
		return nil, err
	}
	if err := c.known(ctx); err != nil {
		return nil, err
	}
	var out []Warning
	warn := func(code, format string, args ...any) {
		out = append(out, Warning{Code: code, Pos: p.Pos, Message: fmt.Sprintf(format, args...)})
	}
	fair, err := c.FairComputation(ctx)
	if err != nil {
		return nil, err
	}
	if !fair {
		warn(CodeNoFairComputation, "property %s holds because no computation is fair", p.label())
		return out, nil
	}
	c.enter(PhaseTranslate)
	valid, parts, err := report.Vacuous(ctx, p.Formula, c.set.translation, c.occurs)
	if valid {
		warn(CodeValid, "property %s is valid: it holds in every system", p.label())
	}
	for _, part := range parts {
		out = append(out, idle(p, c.text(part.Formula), part.Observation))
	}
	return out, c.fault(err)
}

// idle is the warning that a part of a property never comes true.
func idle(p Property, part string, observation bool) Warning {
	w := Warning{Code: CodeAntecedent, Pos: p.Pos, Message: fmt.Sprintf("in property %s, the antecedent %s is never true", p.label(), part)}
	if observation {
		w.Code, w.Message = CodeObservation, fmt.Sprintf("in property %s, no step ever satisfies [%s]", p.label(), part)
	}
	return w
}

// vacuousStates is Vacuity for properties about states, but for validity.
func (c *Checker) vacuousStates(ctx context.Context, p Property) ([]Warning, error) {
	if err := errors.Join(c.usable(ctx), c.fits(p.State)); err != nil {
		return nil, err
	}
	if err := c.reach(ctx); err != nil {
		return nil, err
	}
	c.enter(PhaseLabel)
	labels := c.labelling()
	_, fair, err := labels.Example(ctx, bdd.True, true)
	if err != nil {
		return nil, c.fault(err)
	}
	if !fair {
		return []Warning{{Code: CodeNoFairComputation, Pos: p.Pos, Message: fmt.Sprintf("property %s holds because no computation is fair", p.label())}}, nil
	}
	parts, err := labels.Idle(ctx, p.State)
	var out []Warning
	for _, part := range parts {
		out = append(out, idle(p, part.Text(c.notation()), part.Observation))
	}
	return out, c.fault(err)
}

// player is the name of an agent, or of the scheduler.
func (c *Checker) player(k int) string {
	if k == len(c.sys.Agents) {
		return "scheduler"
	}
	return c.sys.Agents[k].Name
}

// FairComputation reports whether the system has a fair computation. Errors are [*LimitError] or
// wrap [ErrInternal].
func (c *Checker) FairComputation(ctx context.Context) (bool, error) {
	if err := c.ofRecipe(ctx); err != nil {
		return false, err
	}
	if c.fair.Trivial() {
		return true, nil // every state has a successor, if only by stuttering
	}
	if err := c.known(ctx); err != nil {
		return false, err
	}
	return c.occurs(ctx, ltol.True())
}

// text is a formula in the names of the system's propositions.
func (c *Checker) text(f *ltol.Formula) string {
	name := func(a ltol.Atom) string { return c.sys.Propositions[a.ID].Name }
	return f.Format(ltol.Notation{Name: name, Most: ltol.LongText})
}
