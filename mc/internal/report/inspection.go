package report

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An Inspection reports on a ReCiPe system under check: from orbits where these are what is known
// of the reachable states, else from the reachable states as a set. Errors are those of
// [subject.Subject.Fault].
type Inspection struct {
	s          *subject.Subject
	sys        *recipe.System
	in         *recipe.Interpreter
	comparison *certify.Comparison
	fair       func(context.Context) (bool, error)
}

// Inspect begins to report on a subject. fair says whether it has a fair computation.
func Inspect(s *subject.Subject, comparison *certify.Comparison, fair func(context.Context) (bool, error)) *Inspection {
	return &Inspection{s, s.Recipe.System, s.Recipe.Interpreter, comparison, fair}
}
