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

// misuseError is an ErrMisuse with a text of its own.
type misuseError string

func (e misuseError) Error() string { return "mc: " + string(e) }

func (e misuseError) Is(target error) bool { return target == ErrMisuse }

func misuse(format string, args ...any) error { return misuseError(fmt.Sprintf(format, args...)) }

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
