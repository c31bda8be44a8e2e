package mc

import (
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
)

// ErrMisuse is wrapped by errors about calls that no checker can answer: with nil or closed
// objects, negative limits, formulas or propositions of another system. It is the caller's mistake,
// not a limit and not a verdict.
var ErrMisuse = errors.New("misuse")

func misuse(format string, args ...any) error {
	return fmt.Errorf("mc: %w: %s", ErrMisuse, fmt.Sprintf(format, args...))
}

// checkProperties tests that properties, and what else is stated of a system, speak of what it has.
func checkProperties(kind formalism.System, properties []Property) error {
	var errs []error
	check := func(what string, err error) {
		if err != nil {
			errs = append(errs, misuse("%s%v", what, err))
		}
	}
	for _, p := range properties {
		check("property "+p.label()+" ", formalism.CheckProperty(kind, p.Formula, p.State))
	}
	check("", kind.Check())
	return errors.Join(errs...)
}
