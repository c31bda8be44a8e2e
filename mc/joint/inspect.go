package joint

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// The codes of warnings that only interpreted systems have. There is [mc.CodeUnfairStrategy] as well.
const (
	CodeOverflow = "overflow"          // a joint action that the protocols allow has no successor
	CodeOverlap  = "overlapping-lines" // lines of an evolution apply together
	CodeIdle     = "idle-line"         // a line of a protocol applies in no reachable state
)

// Warnings is what users should know about the system and the formulas that were decided: reachable states without a successor, joint
// actions that leave the range of a variable, a fairness that no path satisfies, and strategies that do not count because no outcome of
// them is fair. With an error come the warnings found so far.
func (c *Checker) Warnings(ctx context.Context) ([]mc.Warning, error) {
	if err := c.enter(ctx, fault.PhaseReport); err != nil {
		return nil, err
	}
	var out []mc.Warning
	warn := func(code, format string, args ...any) {
		out = append(out, mc.Warning{Code: code, Pos: c.sys.Agents[0].Pos, Message: fmt.Sprintf(format, args...)})
	}
	reached, _, _ := c.search.Reached()
	states := c.count(reached)
	dead, err := c.Deadlocks(ctx)
	if err != nil {
		return out, err
	}
	if dead.Run != nil {
		taken := "they repeat for ever"
		if c.options.PathsEnd {
			taken = "paths end there, and formulas may hold for this reason"
		}
		warn(mc.CodeDeadlock, "%s of %s reachable states have no successor, such as %s; %s", dead.States, states, c.example(dead), taken)
	}
	overflow, err := c.Overflows(ctx)
	if err != nil {
		return out, err
	}
	if overflow.Run != nil {
		warn(CodeOverflow, "in %s of %s reachable states some joint action would take a variable out of its range, or divide by zero, and is "+
			"left out, such as in %s", overflow.States, states, c.example(overflow))
	}
	lines, err := c.lines(ctx)
	if out = append(out, lines...); err != nil {
		return out, err
	}
	_, fair, err := c.labels.Example(ctx, bdd.True, true)
	if err != nil {
		return out, c.fault(err)
	}
	if !fair {
		warn(mc.CodeNoFairComputation, "no path from an initial state is fair, so that every formula holds")
	}
	for _, f := range c.strategies() {
		set := c.labels.Unfair(f)
		if s, ok := c.model.Pick(set); ok {
			warn(mc.CodeUnfairStrategy, "in %s reachable states, such as %s, the group of %s could win only by leaving no path fair, which does not count; "+
				"MCMAS says that the group wins there", c.count(set), c.space.Interpreter.Format(s), Names{c.sys}.Text(f))
		}
	}
	return out, nil
}

// Vacuity is that of [mc.Checker]. In pruned systems it is not looked for.
func (c *Checker) Vacuity(ctx context.Context, p mc.Property) ([]mc.Warning, error) {
	if c.options.Pruned {
		return nil, nil
	}
	return c.Checker.Vacuity(ctx, p)
}

// strategies lists the formulas for strategies within those that were decided, each once.
func (c *Checker) strategies() []*ltol.StateFormula {
	var out []*ltol.StateFormula
	for _, asked := range c.asked {
		for f := range asked.All() {
			if f.Op() == ltol.StateCan && !slices.ContainsFunc(out, f.Equal) {
				out = append(out, f)
			}
		}
	}
	return out
}

// Compare draws reachable states, as many as the options say, and a step from each. It compares with
// the explicit interpreter whether initial states are initial and reachable, whether propositions
// hold, whether the step leads to a reachable state, and whether states in which some agent may do
// nothing are known to be deadlocks. If the options ask for samples, it also compares the formulas
// that were decided, see [branch.Labelling]. What was compared before is not compared again. A
// difference is an error that wraps [mc.ErrInternal].
func (c *Checker) Compare(ctx context.Context) (mc.Certificate, error) {
	err := c.compare(ctx)
	if c.done.Reason = ""; mc.IsLimit(err) {
		c.done.Reason = err.Error()
	}
	return c.done, err
}

func (c *Checker) compare(ctx context.Context) error {
	if err := c.enter(ctx, fault.PhaseCertify); err != nil {
		return err
	}
	if !c.compared {
		if err := c.compareStates(ctx); err != nil {
			return err
		}
		c.compared = true
	}
	for c.options.certify && c.certified < len(c.asked) {
		random := rand.New(rand.NewPCG(1, uint64(3+c.certified)))
		n, err := c.labels.Certify(ctx, c.asked[c.certified], branch.Sampling{
			Sample: func(set bdd.Node) (space.State, bool) { return c.model.Sample(set, coin(random)) },
			Random: random, Samples: c.options.Samples / 16, Explored: c.options.Samples,
		})
		if err != nil {
			return c.fault(err)
		}
		c.done.Answers += n
		c.certified++
	}
	return nil
}

func coin(random *rand.Rand) func() bool { return func() bool { return random.Uint32()&1 == 0 } }

// compareStates is the part of Compare that is about the system.
func (c *Checker) compareStates(ctx context.Context) error {
	c.done = mc.Certificate{}
	sc := c.model.Manager().NewScope(ctx)
	defer sc.Close()
	propositions := make([]bdd.Node, len(c.sys.Propositions))
	for p := range propositions {
		var err error
		if propositions[p], err = c.space.StateProposition(sc, p); err != nil {
			return c.fault(err)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	reached, _, _ := c.search.Reached()
	for range c.options.Samples {
		if err := ctx.Err(); err != nil {
			return c.fault(err)
		}
		if s, ok := c.model.Sample(c.model.Init, coin(rng)); ok {
			switch {
			case !c.space.Interpreter.Holds(c.sys.Init, s):
				return c.differs("the encoding has an initial state that is none: %s", s)
			case !c.model.Contains(reached, s):
				return c.differs("an initial state was not reached: %s", s)
			}
			c.done.Initial++
		}
		s, ok := c.model.Sample(reached, coin(rng))
		if !ok {
			break
		}
		for p, set := range propositions {
			if c.model.Contains(set, s) != c.space.Interpreter.Holds(c.sys.Propositions[p].When, s) {
				return c.differs("the encoding of proposition "+c.sys.Propositions[p].Name+" is wrong in the state %s", s)
			}
		}
		c.done.States++
		moved, err := c.step(s, rng.IntN)
		if err != nil {
			return err
		}
		if moved {
			c.done.Successors++
		}
	}
	return nil
}

// step draws a joint action and a successor, if there is one, which must be reachable.
func (c *Checker) step(s interpreted.State, choose func(int) int) (moved bool, err error) {
	in := c.space.Interpreter
	reached, dead, _ := c.search.Reached()
	action := draw(in, s, choose)
	if action == nil {
		if !c.model.Contains(dead, s) {
			return false, c.differs("a state without a successor was taken to have one: %s", s)
		}
		return false, nil
	}
	next, ok := in.Draw(s, action, choose)
	if ok && !c.model.Contains(reached, next) {
		return false, c.differs("a successor was not reached: %s", next)
	}
	return ok, nil
}

// differs is an error about a state.
func (c *Checker) differs(format string, s interpreted.State) error {
	return fmt.Errorf("%w: %s", mc.ErrInternal, fmt.Sprintf(format, c.space.Interpreter.Format(s)))
}
