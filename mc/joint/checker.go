// Package joint is the formalism of interpreted systems for the checker of package mc. Agents of an
// interpreted system take joint steps. Its properties are formulas about time, knowledge, obligations
// and strategies.
//
// The formalism says how [mc.Checker] encodes such a system (recipe/interpreted/symbolic), makes its
// space (mc/space), and evaluates formulas (mc/branch). [Checker] adds the questions that only
// interpreted systems have: overflows, lines of protocols and evolutions, and pruned systems. [Walk]
// simulates.
//
// A state without a successor repeats for ever. Under fairness, only reachable states on fair paths
// count: for knowledge, and as initial states.
//
// To check a model in ISPL, read it with ispl.Parse. Give the System and the Fairness of the program
// to [ModelOf], and the model to a [mc.Session].
package joint

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
	recipesymbolic "github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Checker answers questions about one system. It has the methods of [mc.Checker]; those that are about
// ReCiPe systems alone fail with [mc.ErrMisuse]. It is not safe for concurrent use. Errors are [*mc.LimitError],
// wrap [branch.ErrStrategy], or wrap [mc.ErrInternal].
type Checker struct {
	*mc.Checker
	sys     *interpreted.System
	fair    []*ltol.StateFormula
	options Options
	model   *symbolic.Model
	space   *space.Interpreted
	search  *search.System
	labels  *branch.Labelling    // nil until the reachable states are known
	asked   []*ltol.StateFormula // that were decided
	states  *big.Int             // the number of reachable states, once it was asked for

	compared  bool           // with the explicit semantics
	certified int            // how many of those that were asked
	done      mc.Certificate // what was compared
}

// Options control a check. The zero value is right for most.
type Options struct {
	Encoding symbolic.Options
	// PathsEnd lets paths end in states without a successor, as the published tool MCMAS has it; otherwise such a state repeats for ever.
	PathsEnd bool
	// Endless, if it is not nil, reports whether a formula A or E is about infinite paths only, whatever its form, where paths may end: those
	// of LTL and CTL* are.
	Endless func(*ltol.StateFormula) bool
	// Ability is what abilities ask for, AbilitySteps how many steps of games the search for a strategy by what agents see may take; see
	// [branch.Options].
	Ability      branch.Ability
	AbilitySteps int
	// Samples is how many reachable states [Checker.Certify] compares with the explicit semantics: by default 50; negative none. A
	// positive number asks for the formulas that were decided as well, in a sixteenth of as many states for each of their parts.
	Samples int
	// Pruned has properties decided as [Checker.CheckPruned] does; then nothing is shown, and vacuity
	// is not looked for.
	Pruned bool

	certify bool // the formulas too
}

// New encodes a system that [interpreted.System.Check] accepts. Each fairness formula, which is itself
// evaluated on all paths, is to hold infinitely often on the paths that count. Options of package mc
// that only change how ReCiPe systems are checked have no effect. The caller closes the checker.
func New(
	ctx context.Context, sys *interpreted.System, fairness []*ltol.StateFormula, o Options, more ...mc.Option,
) (*Checker, error) {
	if o.Samples == 0 {
		o.Samples = 50
	} else {
		o.certify = o.Samples > 0
	}
	c := &Checker{sys: sys, fair: fairness, options: o}
	ability := o.Ability
	if o.Pruned {
		ability = branch.PerfectInformation
	}
	more = append([]mc.Option{
		mc.WithEncoding(recipesymbolic.Options{BDD: o.Encoding.BDD}), mc.WithAbility(ability, o.AbilitySteps),
	}, more...)
	var err error
	if c.Checker, err = mc.NewCheckerOf(ctx, &system{sys, fairness, o}, more...); err != nil {
		return nil, err
	}
	c.space = c.Subject().Space.(*space.Interpreted)
	c.model = c.space.Model
	return c, nil
}

// Effort counts the images and preimages, and the rounds of searches for fair cycles, since the
// checker was made.
func (c *Checker) Effort() (images, rounds int) {
	if c.search == nil {
		return 0, 0
	}
	images, rounds, _ = c.search.Effort()
	return images, rounds
}

// Explore computes the reachable states and labels the fairness, unless that is done. The other
// methods do it first.
func (c *Checker) Explore(ctx context.Context) error { return c.enter(ctx, fault.PhaseReach) }

// enter begins a phase that needs the reachable states.
func (c *Checker) enter(ctx context.Context, phase string) error {
	s, err := c.Begin(ctx, phase)
	if err != nil {
		return err
	}
	c.search, c.labels = s.Search, s.Labelling()
	return nil
}

func (c *Checker) fault(err error) error { return c.Subject().Fault(err) }

// Answer is what became of a formula.
type Answer struct {
	// Holds tells that all initial states, under fairness those on fair paths, satisfy the formula.
	Holds bool
	// States is the number of reachable states that satisfy it, nil if only initial ones were looked at, Nodes the size of their set in diagram nodes.
	States *big.Int
	Nodes  int
	// Example is an initial state, on a fair path, that does not satisfy it, or, if it holds, one that does; nil if there is none.
	Example interpreted.State
}

// Check decides a formula about the system's propositions.
func (c *Checker) Check(ctx context.Context, f *ltol.StateFormula) (*Answer, error) {
	a, err := c.decide(ctx, f)
	if err == nil {
		c.asked = append(c.asked, f)
	}
	return a, err
}

func (c *Checker) decide(ctx context.Context, f *ltol.StateFormula) (*Answer, error) {
	if err := c.enter(ctx, fault.PhaseLabel); err != nil {
		return nil, err
	}
	set, whole, err := c.labels.Initially(ctx, f)
	if err != nil {
		return nil, c.fault(err)
	}
	example, violated, err := c.labels.Example(ctx, set, false)
	if err == nil && !violated {
		example, _, err = c.labels.Example(ctx, bdd.True, true)
	}
	if err != nil {
		return nil, c.fault(err)
	}
	a := &Answer{Holds: !violated, Nodes: c.model.Manager().NodeCount(set), Example: example.(interpreted.State)}
	if whole {
		a.States = c.count(set)
	}
	if a.Example != nil && !c.space.Initial(a.Example) {
		return nil, c.differs("the encoding has an initial state that is none: %s", a.Example)
	}
	return a, nil
}

// count is the number of states of a set. Many formulas hold in all reachable states, which are counted once.
func (c *Checker) count(set bdd.Node) *big.Int {
	reached, _, ok := c.search.Reached()
	if !ok || set != reached {
		return c.model.Count(set)
	}
	if c.states == nil {
		c.states = c.model.Count(set)
	}
	return c.states
}

// Format writes a state as `Agent.x = value` with commas.
func (c *Checker) Format(s interpreted.State) string { return c.space.Interpreter.Format(s) }
