package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// The limits of the parser, for programs that write models and those that count errors.
const (
	// MaxDepth is how deep brackets, prefix operators and operators that group to the right may
	// nest.
	MaxDepth = 1000
	// MaxErrors is how many errors one call reports; when there are more, one more says so.
	MaxErrors = 400
)

// ReadingChoice selects how formulas are read.
type ReadingChoice uint8

const (
	// ByDialect reads formulas as the dialect of the file (or of the model) does.
	ByDialect ReadingChoice = iota
	// ForceTight reads F, G, X and observations as binding like `!`.
	ForceTight
	// ForceWide reads F, G, X and observations as extending to the end of the enclosing bracket.
	ForceWide
)

// String returns "tight" or "wide". For the reading of the dialect it returns "".
func (r ReadingChoice) String() string { return [...]string{"", "tight", "wide"}[r] }

// Options control a parse. The zero value is right for a model.
type Options struct {
	// Reading replaces the reading of the dialect. Formulas then get no warnings about readings.
	Reading ReadingChoice
	// Model is the file that a formula, or a file of properties, is about. It decides the dialect,
	// the reading, and which names are agents. It may be nil.
	Model *ast.File
	// Watch, if it is not nil, can end the parse; the caller defers [interrupt.Catch].
	Watch *interrupt.Watch
}
