package smv

import "cmp"

// Thresholds are the sizes up to which a text is made simpler, or made at all. A field that is zero
// stands for its default, a negative one for less than anything there is.
type Thresholds struct {
	// MaxAssignments bounds the assignments of property identifiers that one quantifier is written
	// out for, and the joint actions by which it is said that a state has no step, 16 384; more are
	// ErrTooLarge.
	MaxAssignments int
	// MaxDecided bounds the valuations that are looked at to find that a condition is always true
	// or never; 4096.
	MaxDecided int
	// MaxSplit bounds the specifications that one property is split into; 4096. A part that would
	// be split into more is left in one piece.
	MaxSplit int
	// MaxListed bounds the integers that are listed as the values an expression can have, and the
	// pairs of values that one operator is applied to; 256. Where there are more, the values
	// between two bounds are taken.
	MaxListed int
	// MaxWritten bounds the operators and atoms in the text of one formula, and the values of a
	// variable of an interpreted system, 1 048 576; more are ErrTooLarge.
	MaxWritten int
}

func (t Thresholds) withDefaults() Thresholds {
	t.MaxAssignments = cmp.Or(t.MaxAssignments, 1<<14)
	t.MaxDecided = cmp.Or(t.MaxDecided, 1<<12)
	t.MaxSplit = cmp.Or(t.MaxSplit, 1<<12)
	t.MaxListed = cmp.Or(t.MaxListed, 1<<8)
	t.MaxWritten = cmp.Or(t.MaxWritten, 1<<20)
	return t
}
