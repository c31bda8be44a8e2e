package mc

import (
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ErrMisuse is wrapped by errors about calls that no checker can answer: with nil or closed
// objects, negative limits, formulas or propositions of another system. It is the caller's mistake,
// not a limit and not a verdict.
var ErrMisuse = errors.New("misuse")

// misuseError is an ErrMisuse with a text of its own.
type misuseError string

func (e misuseError) Error() string { return "mc: " + string(e) }

func (e misuseError) Is(target error) bool { return target == ErrMisuse }

func misuse(format string, args ...any) error { return misuseError(fmt.Sprintf(format, args...)) }

// checkFormulas tests that all atoms are propositions of the system.
func checkFormulas(what string, sys *recipe.System, formulas ...*ltol.Formula) error {
	for _, f := range formulas {
		if err := trace.CheckFormula(sys, f); err != nil {
			return misuse("%s %v", what, err)
		}
	}
	return nil
}

// checkSpecification tests that all atoms are propositions of the system.
func checkSpecification(sys *recipe.System, spec Specification) error {
	check := func(what string, f *ltol.Formula) error { return checkFormulas(what, sys, f) }
	var errs []error
	for _, p := range spec.Properties {
		if p.State != nil {
			errs = append(errs, checkStateFormula("property "+p.label(), sys, p.State))
			continue
		}
		errs = append(errs, check("property "+p.label(), p.Formula))
	}
	errs = append(errs, checkNorms(sys, spec))
	for _, f := range spec.Justice {
		errs = append(errs, check("a fairness condition", f))
	}
	for _, c := range spec.Compassion {
		errs = append(errs, check("a compassion condition", c[0]), check("a compassion condition", c[1]))
	}
	return errors.Join(errs...)
}

// checkStateFormula tests that a formula about states speaks of what the system has.
func checkStateFormula(what string, sys *recipe.System, f *ltol.StateFormula) error {
	if err := formalism.CheckState(sys, f); err != nil {
		return misuse("%s %v", what, err)
	}
	return nil
}

// checkNorms tests what a specification says of agents.
func checkNorms(sys *recipe.System, spec Specification) error {
	if n := len(sys.Agents); len(spec.Sees) > n || len(spec.Red) > n {
		return misuse("the specification speaks of more agents than the %d of the system", n)
	}
	for agent, view := range spec.Sees {
		if view == nil {
			continue
		}
		for _, v := range view.Vars {
			if v < 0 || v >= len(sys.Vars) || sys.Vars[v].Agent != agent {
				return misuse("agent %s cannot see variable %d, which is not its own", sys.Agents[agent].Name, v)
			}
		}
	}
	for _, p := range spec.Red {
		if p >= 0 {
			if err := checkFormulas("a norm", sys, ltol.Prop(ltol.Atom{ID: p, Kind: ltol.State})); err != nil {
				return err
			}
		}
	}
	return nil
}
