package ltol

import (
	"cmp"
	"fmt"
)

// AtomKind says which part of a computation s0,e0,s1,e1,… an atom reads at a position i.
type AtomKind uint8

const (
	// State atoms read the state s_i.
	State AtomKind = iota
	// Step atoms read e_i, the step that leaves position i. All of them are false on the empty
	// stutter.
	Step
	// PastStep atoms read e_{i-1}, the step that entered position i. They are false at position 0.
	PastStep
	// Owed atoms occur only in a [Tableau], whose obligations they number.
	Owed
)

// String names the kind in one word.
func (k AtomKind) String() string {
	switch k {
	case State:
		return "state"
	case Step:
		return "step"
	case PastStep:
		return "past"
	case Owed:
		return "owed"
	}
	return fmt.Sprintf("AtomKind(%d)", uint8(k))
}

// Atom is an atomic proposition. What it says about states or steps is known only to the caller
// that made the formula.
//
// State atoms and step atoms have separate identifiers. A Step and a PastStep atom with the same ID
// are the same proposition about steps, read one position apart: X past(p) is step(p).
type Atom struct {
	ID   int
	Kind AtomKind
}

// String is a default name for diagnostics: s3 for a state atom, e3 for a step atom, past.e3 for a
// past one, owed3 for an obligation.
func (a Atom) String() string {
	switch a.Kind {
	case State:
		return fmt.Sprintf("s%d", a.ID)
	case Step:
		return fmt.Sprintf("e%d", a.ID)
	case Owed:
		return fmt.Sprintf("owed%d", a.ID)
	}
	return fmt.Sprintf("past.e%d", a.ID)
}

// Compare orders atoms by kind, then by identifier.
func (a Atom) Compare(b Atom) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID))
}

// Literal is an atom or its negation.
type Literal struct {
	Atom    Atom
	Negated bool
}

// Cube is a conjunction of literals over distinct atoms, in the order of Atom.Compare. The empty
// cube is true.
type Cube []Literal
