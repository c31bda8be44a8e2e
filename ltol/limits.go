package ltol

import (
	"cmp"
	"errors"
	"fmt"
)

// ErrTooLarge is what errors about limits wrap; errors.As with *TooLargeError gives the counts.
var ErrTooLarge = errors.New("formula too large")

// TooLargeError says which limit of Options a construction reached. It wraps ErrTooLarge.
type TooLargeError struct {
	Phase string // what was being built
	What  string // what there was too much of
	Limit int    // how many were allowed
}

// Error says which phase needs more than the limit of what.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%v: %s needs more than %d %s", ErrTooLarge, e.Phase, e.Limit, e.What)
}

// Unwrap gives ErrTooLarge.
func (e *TooLargeError) Unwrap() error { return ErrTooLarge }

// Options bound a construction. If a field is zero, its default applies, which the comment of the
// field names.
type Options struct {
	MaxObligations int // distinct subformulas met, after rewriting: 100 000
	MaxStates      int // states of an automaton, before it is reduced: 10 000
	MaxEdges       int // edges of an automaton, before it is reduced: 100 000
	MaxGuardNodes  int // decision nodes of all guards together: 1 000 000

	// Plain leaves out every simplification, of the formula and of the automaton.
	Plain bool

	Thresholds Thresholds
}

// DefaultMaxStates is the default of Options.MaxStates.
const DefaultMaxStates = 10_000

// Thresholds bound the sizes for which simplifications are tried and representations are used. They
// never change the language of an automaton. If a field is zero, its default applies. A negative
// field means that the simplification is never tried.
type Thresholds struct {
	// MaxConjuncts is the greatest length of a conjunction for which some rules compare all
	// operands with each other: 400.
	MaxConjuncts int
	// MaxCompared is the greatest number of edges of a state for which all edges are compared with
	// each other, to drop the redundant ones: 4096.
	MaxCompared int
	// MaxSimulationWork bounds the work of one search for states that simulate each other, in
	// comparisons of edges and steps on guards: 500 000. An automaton that would need more stays as
	// it is.
	MaxSimulationWork int
	// MaxRecurrences is the greatest number of fairness conditions among the conjuncts of a formula
	// that become edges of its automaton: 3. If there are more, the formula is split into at most
	// MaxAlternatives formulas: 64. See [Alternatives].
	MaxRecurrences, MaxAlternatives int
}

func (t Thresholds) withDefaults() Thresholds {
	t.MaxConjuncts = cmp.Or(t.MaxConjuncts, 400)
	t.MaxCompared = cmp.Or(t.MaxCompared, 4096)
	t.MaxSimulationWork = cmp.Or(t.MaxSimulationWork, 500_000)
	t.MaxRecurrences = cmp.Or(t.MaxRecurrences, 3)
	t.MaxAlternatives = cmp.Or(t.MaxAlternatives, 64)
	return t
}

func (o Options) withDefaults() Options {
	o.MaxObligations = cmp.Or(o.MaxObligations, 100_000)
	o.MaxStates = cmp.Or(o.MaxStates, DefaultMaxStates)
	o.MaxEdges = cmp.Or(o.MaxEdges, 100_000)
	o.MaxGuardNodes = cmp.Or(o.MaxGuardNodes, 1_000_000)
	o.Thresholds = o.Thresholds.withDefaults()
	return o
}
