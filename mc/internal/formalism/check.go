package formalism

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// CheckProperty tests that a property speaks of what a system has. The property is about states,
// unless that formula is nil. The error goes on after "the formula".
func CheckProperty(s System, runs *ltol.Formula, states *ltol.StateFormula) error {
	if states != nil {
		return s.CheckState(states)
	}
	r, ok := s.(*Recipe)
	if !ok {
		return errors.New("is not about states, as formulas about this system are")
	}
	return trace.CheckFormula(r.System, runs)
}

// Check tests that fairness conditions, norms and what agents see speak of what the system has.
func (r *Recipe) Check() error {
	sys := r.System
	if n := len(sys.Agents); len(r.Sees) > n || len(r.Red) > n {
		return fmt.Errorf("the specification speaks of more agents than the %d of the system", n)
	}
	var errs []error
	check := func(what string, f *ltol.Formula) {
		if err := trace.CheckFormula(sys, f); err != nil {
			errs = append(errs, fmt.Errorf("%s %w", what, err))
		}
	}
	for agent, view := range r.Sees {
		if view == nil {
			continue
		}
		for _, v := range view.Vars {
			if v < 0 || v >= len(sys.Vars) || sys.Vars[v].Agent != agent {
				errs = append(errs, fmt.Errorf("agent %s cannot see variable %d, which is not its own", sys.Agents[agent].Name, v))
			}
		}
	}
	for _, p := range r.Red {
		if p >= 0 {
			check("a norm", ltol.Prop(ltol.Atom{ID: p, Kind: ltol.State}))
		}
	}
	for _, f := range r.Justice {
		check("a fairness condition", f)
	}
	for _, pair := range r.Compassion {
		for _, f := range pair {
			check("a compassion condition", f)
		}
	}
	return errors.Join(errs...)
}

// CheckState accepts coalitions with the scheduler, agent number len(Agents). A receive of the step
// before is false at the beginning of a path.
func (r *Recipe) CheckState(f *ltol.StateFormula) error {
	return checkState(f, len(r.System.Agents), 1, func(a ltol.Atom) error {
		return trace.CheckFormula(r.System, ltol.Prop(a))
	})
}

// CheckExtended tests that another system is a copy of this one, with more propositions behind.
func (r *Recipe) CheckExtended(b *recipe.System) error {
	a := r.System
	switch n := len(a.Propositions); {
	case a.File != b.File || a.Channel != b.Channel || a.Location != b.Location ||
		!same(a.Symbols, b.Symbols) || !same(a.Data, b.Data) || !same(a.Properties, b.Properties) ||
		!same(a.Vars, b.Vars) || !same(a.Agents, b.Agents) || !same(a.Commands, b.Commands):
		return errors.New("the systems differ in more than propositions")
	case len(b.Propositions) < n || !slices.Equal(a.Propositions, b.Propositions[:n]):
		return errors.New("the system lacks propositions of the checker's")
	}
	return nil
}

// same reports whether two lists are one in memory.
func same[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// Check tests the fairness conditions, whose errors begin as those of formulas do.
func (f *Interpreted) Check() (err error) {
	for _, just := range f.Just {
		err = errors.Join(err, f.CheckState(just))
	}
	return err
}

// CheckState tests propositions and agents. There are no propositions about steps.
func (f *Interpreted) CheckState(g *ltol.StateFormula) error {
	return checkState(g, len(f.System.Agents), 0, func(a ltol.Atom) error {
		if n := len(f.System.Propositions); a.ID < 0 || a.ID >= n || a.Kind != ltol.State {
			return fmt.Errorf("refers to the %s proposition %d, but the system has %d, about states", a.Kind, a.ID, n)
		}
		return nil
	})
}

// checkState tests the agents and the atoms of a formula about states. So many others than agents
// may be in coalitions.
func checkState(f *ltol.StateFormula, agents, others int, check func(ltol.Atom) error) error {
	if f == nil {
		return errors.New("is missing")
	}
	var errs []error
	for f := range f.All() {
		last := agents - 1
		switch f.Op() {
		case ltol.StateCan:
			last += others
		case ltol.StateAtom:
			errs = append(errs, check(ltol.Atom{ID: f.ID(), Kind: ltol.State}))
		}
		for _, k := range f.Agents() {
			if k < 0 || k > last {
				errs = append(errs, fmt.Errorf("speaks of agent %d of %d", k, agents))
			}
		}
		if f.Path() == nil {
			continue
		}
		for _, a := range f.Path().Atoms() {
			if a.Kind != ltol.State {
				errs = append(errs, check(a))
			}
		}
	}
	return errors.Join(errs...)
}
