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

// Options bound a construction. The zero value of a field stands for the default named beside it.
type Options struct {
	MaxObligations int // distinct subformulas met, after rewriting: 100 000
	MaxStates      int // states of an automaton, before it is reduced: 10 000
	MaxEdges       int // edges of an automaton, before it is reduced: 100 000
	MaxGuardNodes  int // decision nodes of all guards together: 1 000 000

	// Plain leaves out every simplification, of the formula and of the automaton.
	Plain bool

	Thresholds Thresholds
}

// Thresholds say up to which sizes simplifications are tried and representations used. They are no matter of correctness. A
// field that is zero stands for its default, a negative one for less than anything there is.
type Thresholds struct {
	// MaxConjuncts is the length up to which the rules that compare all operands with each other
	// look at conjunctions: 400.
	MaxConjuncts int
	// MaxCompared is the number of ways to leave a state up to which they are compared with each
	// other to drop needless ones: 4096.
	MaxCompared int
	// MaxSimulationWork bounds what one search for states that simulate each other spends, in
	// comparisons of edges and steps on guards: 500 000. Automata that would need more are left as
	// they are.
	MaxSimulationWork int
	// MaxRecurrences is the number of conditions of fairness among the conjuncts of a formula up to
	// which they become edges of its automaton: 3. MaxAlternatives bounds those that a formula is
	// taken apart into for the sake of more of them: 64. See [Alternatives].
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
	o.MaxStates = cmp.Or(o.MaxStates, 10_000)
	o.MaxEdges = cmp.Or(o.MaxEdges, 100_000)
	o.MaxGuardNodes = cmp.Or(o.MaxGuardNodes, 1_000_000)
	o.Thresholds = o.Thresholds.withDefaults()
	return o
}
