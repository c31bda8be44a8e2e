package conform

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ErrTooMany is wrapped by the error about a log that leaves more orders or names open than
// [Thresholds] allow.
var ErrTooMany = errors.New("conform: the log leaves too much open")

// A Moment says what a condition is about.
type Moment uint8

const (
	Before Moment = iota // the state that the step leaves
	During               // the step
	After                // the state that the step leads to
)

// A Condition is one thing that an entry says.
type Condition struct {
	// Name is the condition in words, such as "channel c".
	Name string
	// Of is what the condition gives a value, such as a local; nil if it does not.
	Of   *recipe.Expr
	When Moment
	// Expr is a state proposition, or during the step a step proposition. The model remembers each
	// expression by its address; use one for the same condition again.
	Expr *recipe.Expr
}

// An Observation is all that an entry says. An empty one is true of every step but the stutter.
type Observation struct {
	// Key tells observations of one model apart: those with equal keys have equal conditions.
	Key        string
	Conditions []Condition
}

// An Entry is one record of a log.
type Entry struct {
	// Place says where the entry stands, for messages.
	Place string
	// After lists the entries, by their indices, that happened before this one. It is read by
	// [Tracker.Log] only.
	After []int
	// Names lists the identifiers that the entry mentions and of which the log does not say for
	// which agent they stand, by their indices.
	Names []int
	// Observe is what the entry says where those identifiers stand for the given agents, in the order
	// of Names.
	Observe func(agents []int) Observation
}

// Commands lists the commands that the conditions name, ascending.
func (o Observation) Commands() (out []int) {
	for _, c := range o.Conditions {
		if c.Of == nil && c.Expr.Op == recipe.OpExecuted {
			out = append(out, c.Expr.Commands...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// An order is the partial order of a log.
type order struct {
	entries []Entry
	next    [][]int // by entry the ones that must wait for it
}
