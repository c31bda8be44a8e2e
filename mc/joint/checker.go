// Package joint checks interpreted systems, in which agents take joint steps: in which reachable states formulas about time, knowledge,
// obligations and strategies hold, and whether they do so in all initial ones.
//
// It puts together the encoding (recipe/interpreted/symbolic), its space (mc/space) and the labelling of states (mc/branch). A state
// without a successor stutters for ever. Under fairness the agents know it: what they consider possible are the reachable states on fair
// paths, and a formula holds if it does so in the initial ones among them.
//
// To check a model in ISPL, read it with ispl.Parse, give the System and the Fairness of the
// program to [New], and ask [Checker.Check] about the Formula of each property.
package joint

import (
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// The phases of a check, beside those of package mc.
const (
	PhaseFairness mc.Phase = "labelling the fairness"
	PhaseWitness  mc.Phase = "showing why"
)

// Checker answers questions about one system. It is not safe for concurrent use. The errors of its methods are [*mc.LimitError], wrap
// [branch.ErrStrategy], or wrap [mc.ErrInternal].
type Checker struct {
	sys     *interpreted.System
	fair    []*ltol.StateFormula
	options Options
	model   *symbolic.Model
	space   *space.Interpreted
	search  *search.System
	labels  *branch.Labelling    // nil until the reachable states are known
	asked   []*ltol.StateFormula // that were decided
	states  *big.Int             // the number of reachable states, once it was asked for
	certify bool                 // the formulas too
	phase   mc.Phase

	property  int            // the index of the one at work
	budget    int            // the work at which questions end; 0 for no end
	most      int            // the same for those within a share, in place of budget
	compared  bool           // with the explicit semantics
	certified int            // how many of those that were asked
	done      mc.Certificate // what was compared
	encode    float64        // seconds
	explore   float64
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
	// Unexplained tells that nobody looks at why a property is violated.
	Unexplained bool
	// PropertyTimeout bounds the time of each property, Budget the work on all, in steps of diagrams:
	// 0 is no bound.
	PropertyTimeout time.Duration
	Budget          int
	// Progress, if it is not nil, is called now and then.
	Progress func(mc.Progress)
}

// New encodes a system that [interpreted.System.Check] accepts. Each fairness formula, which is itself read without fairness, is to hold
// again and again on the paths that count. The caller closes the checker.
func New(ctx context.Context, sys *interpreted.System, fairness []*ltol.StateFormula, o Options) (*Checker, error) {
	c := &Checker{sys: sys, fair: fairness, options: o, certify: o.Samples > 0, phase: mc.PhaseEncode, budget: o.Budget}
	start := time.Now()
	if o.Progress != nil {
		o.Progress(mc.Progress{Phase: c.phase})
	}
	if o.Samples == 0 {
		c.options.Samples = 50
	}
	var err error
	if c.model, err = symbolic.Encode(ctx, sys, o.Encoding); err != nil {
		if mc.IsLimit(err) {
			return nil, &mc.LimitError{Phase: c.phase, Err: err}
		}
		return nil, err
	}
	if c.space, err = space.OfInterpreted(ctx, c.model, interpreted.NewInterpreter(sys)); err != nil {
		err = c.fault(err)
		c.model.Close()
		return nil, err
	}
	c.search = search.NewSystem(c.space, search.Fairness{}, search.Options{Tick: c.report})
	c.model.Manager().SetPoll(c.poll)
	c.encode = time.Since(start).Seconds()
	return c, nil
}

// Close frees the checker's memory; it is called once.
func (c *Checker) Close() { c.model.Close() }

// Effort counts the images and preimages, and the rounds of searches for fair cycles, since the checker was made.
func (c *Checker) Effort() (images, rounds int) {
	images, rounds, _ = c.search.Effort()
	return images, rounds
}

// Order lists the encoded variables from the top of the diagrams.
func (c *Checker) Order() []string { return c.model.Manager().Order() }

// fault gives an error the phase in which it happened.
func (c *Checker) fault(err error) error {
	var limit *mc.LimitError
	switch {
	case err == nil || errors.As(err, &limit) || errors.Is(err, branch.ErrStrategy) || errors.Is(err, mc.ErrInternal):
		return err
	case !mc.IsLimit(err):
		return errors.Join(mc.ErrInternal, err)
	}
	e := &mc.LimitError{Phase: c.phase, Nodes: c.model.Manager().Stats().Nodes, Err: err}
	if c.search != nil {
		e.Images, e.Rounds = c.Effort()
	}
	return e
}

// Explore computes the reachable states and labels the fairness, unless that is done. The other methods do it first.
func (c *Checker) Explore(ctx context.Context) error {
	if c.labels != nil {
		return nil
	}
	start := time.Now()
	defer func() { c.explore += time.Since(start).Seconds() }()
	c.phase = mc.PhaseReach
	c.report()
	if err := c.search.Explore(ctx); err != nil {
		return c.fault(err)
	}
	c.phase = PhaseFairness
	options := branch.Options{Green: c.space.Green, PathsEnd: c.options.PathsEnd, Endless: c.options.Endless, Ability: c.options.Ability, SearchSteps: c.options.AbilitySteps}
	plain := branch.New(c.search, c.space, search.Fairness{}, options)
	defer plain.Close()
	var justice []*ltol.Formula
	for _, f := range c.fair {
		set, err := plain.States(ctx, f)
		if err != nil {
			return c.fault(err)
		}
		justice = append(justice, ltol.Prop(c.search.Derive(set)))
	}
	fair := search.NewFairness(justice, nil)
	c.search.Assume(fair)
	c.labels = branch.New(c.search, c.space, fair, options)
	return nil
}

// enter begins a phase that needs the reachable states.
func (c *Checker) enter(ctx context.Context, phase mc.Phase) error {
	err := c.Explore(ctx)
	if err == nil {
		c.phase = phase
		c.report()
	}
	return err
}

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
	if err := c.enter(ctx, mc.PhaseLabel); err != nil {
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

// Stats are the figures as far as they are known.
func (c *Checker) Stats() mc.SystemStats {
	s := mc.SystemStats{
		Interactions: 1, Variables: len(c.model.Vars), Engine: c.model.Manager().Stats(),
		EncodeSeconds: c.encode, Seconds: c.explore,
	}
	s.Images, _ = c.Effort()
	reached, dead, ok := c.search.Reached()
	if s.Reached = ok; ok {
		s.States, s.Deadlocks = c.count(reached), c.count(dead)
		s.ReachableNodes = c.model.Manager().NodeCount(reached)
	}
	return s
}

// Format writes a state as `Agent.x = value` with commas.
func (c *Checker) Format(s interpreted.State) string { return c.space.Interpreter.Format(s) }
