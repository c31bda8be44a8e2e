package mc

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ErrMisuse is wrapped by errors about calls that no checker can answer: with
// nil or closed objects, negative limits, formulas or propositions of another
// system. It is the caller's mistake, not a limit and not a verdict.
var ErrMisuse = errors.New("misuse")

// misuseError is an ErrMisuse with a text of its own.
type misuseError string

func (e misuseError) Error() string        { return "mc: " + string(e) }
func (e misuseError) Is(target error) bool { return target == ErrMisuse }

func misuse(format string, args ...any) error { return misuseError(fmt.Sprintf(format, args...)) }

// usable says what keeps the checker from answering.
func (c *Checker) usable(ctx context.Context) error {
	switch {
	case c == nil || c.sys == nil:
		return misuse("the checker is nil, or was not made by NewChecker")
	case c.closed:
		return misuse("the checker is closed")
	case ctx == nil:
		return misuse("there is no context")
	}
	return nil
}

// about says what keeps the checker from answering about formulas.
func (c *Checker) about(ctx context.Context, formulas ...*ltol.Formula) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	return checkFormulas("the formula", c.sys, formulas...)
}

// aboutStates says what keeps the checker from answering about a state
// proposition of its system.
func (c *Checker) aboutStates(ctx context.Context, proposition int) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if proposition < 0 || proposition >= len(c.sys.Propositions) {
		return misuse("there is no proposition %d: the system has %d", proposition, len(c.sys.Propositions))
	}
	if p := &c.sys.Propositions[proposition]; p.Kind != recipe.StateProposition {
		return misuse("proposition %d, %s, is not about states", proposition, p.Name)
	}
	return nil
}

// checkFormulas tests that all atoms are propositions of the system.
func checkFormulas(what string, sys *recipe.System, formulas ...*ltol.Formula) error {
	for _, f := range formulas {
		if f == nil {
			return misuse("%s has no formula", what)
		}
		for _, a := range f.Atoms() {
			if a.ID < 0 || a.ID >= len(sys.Propositions) {
				return misuse("%s refers to proposition %d of %d", what, a.ID, len(sys.Propositions))
			}
			isState := sys.Propositions[a.ID].Kind == recipe.StateProposition
			if isState != (a.Kind == ltol.State) {
				return misuse("%s uses %s as a %s atom, which it is not", what, sys.Propositions[a.ID].Name, a.Kind)
			}
		}
	}
	return nil
}

// newSettings applies options, and says which of them make no sense.
func newSettings(opts []Option) (settings, error) {
	s := settings{sampling: DefaultSampling()}
	if slices.ContainsFunc(opts, func(o Option) bool { return o == nil }) {
		return s, misuse("an option is nil")
	}
	for _, o := range opts {
		o(&s)
	}
	switch {
	case s.jobs < 0:
		return s, misuse("WithJobs: %d jobs are fewer than none", s.jobs)
	case s.propertyTimeout < 0:
		return s, misuse("WithPropertyTimeout: %v is negative", s.propertyTimeout)
	case s.symmetry > SymmetryOrbits:
		return s, misuse("WithSymmetry: there is no use number %d of symmetry", s.symmetry)
	case s.samples < 0 || s.samples > maxSampling/2:
		return s, misuse("WithCertificates: the number of samples is %d, not from 0 to %d", s.samples, maxSampling/2)
	}
	if err := s.translation.Check(); err != nil {
		return s, misuse("WithTranslation: %v", err)
	}
	return s, s.sampling.check()
}

// check says which number makes no sense, or makes others overflow.
func (z *Sampling) check() error {
	for _, n := range []struct {
		name     string
		is, most int
	}{
		{"States", z.States, maxSampling}, {"Dearest", z.Dearest, maxPrice / 256}, {"Share", z.Share, math.MaxInt},
		{"Length", z.Length, maxSampling}, {"Lassos", z.Lassos, maxSampling}, {"Kept", z.Kept, maxSampling},
		{"Branches", z.Branches, math.MaxInt},
	} {
		if n.is < 0 || n.is > n.most {
			return misuse("WithSampling: %s is %d, not from 0 to %d", n.name, n.is, n.most)
		}
	}
	return nil
}

// checkTrace says what keeps formulas from having values on a trace.
func checkTrace(in *recipe.Interpreter, t *trace.Trace, formulas ...*ltol.Formula) error {
	switch {
	case in == nil || in.System() == nil:
		return misuse("there is no interpreter")
	case t == nil:
		return misuse("there is no trace")
	}
	return checkFormulas("the formula", in.System(), formulas...)
}
