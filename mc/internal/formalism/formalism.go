// Package formalism says what a check needs to know of a model, whatever formalism it is written
// in: how to encode it, who sees what, and how formulas about it are written. [Recipe] is the
// formalism of ReCiPe systems.
package formalism

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A System is one model.
type System interface {
	// Encode encodes it. A formalism uses the options that mean something for it: those of the
	// diagrams and the order always do.
	Encode(ctx context.Context, o symbolic.Options) (Encoding, error)
	// Check tests that fairness, norms and what agents see speak of what the system has. CheckState
	// tests a formula about states. The error goes on after "the formula".
	Check() error
	CheckState(f *ltol.StateFormula) error
	// Text differs if the reachable states of two systems differ.
	Text() string
	// Position is where warnings about the whole system are shown.
	Position() recipe.Position
	// Fairness are formulas about states. Each is to hold infinitely often on the paths that count.
	// A formula of this list is evaluated on all paths.
	Fairness() []*ltol.StateFormula
	// Labels says how formulas about states are read, on one of the system's encodings.
	Labels(e Encoding) branch.Options
	// Notation is how formulas about states are written.
	Notation() ltol.StateNotation
}

// An Encoding is an encoded system with its explicit semantics.
type Encoding interface {
	space.Space
	// Sample draws a state of a set by tossing a coin. ok is false if the set is empty.
	Sample(set bdd.Node, coin func() bool) (s space.State, ok bool)
	// Close frees the diagrams.
	Close()
}
