package joint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// ModelOf is an interpreted system with its fairness, for sessions.
func ModelOf(sys *interpreted.System, fairness []*ltol.StateFormula, o Options) mc.Model {
	return func(ctx context.Context, tell func(mc.Event)) (mc.ModelChecker, error) {
		o.Progress = func(p mc.Progress) { tell(p) }
		c, err := New(ctx, sys, fairness, o)
		if err != nil {
			return nil, err
		}
		return c, nil
	}
}

// Reach is [Checker.Explore], and returns the figures as far as they are known.
func (c *Checker) Reach(ctx context.Context) (mc.SystemStats, error) {
	err := c.Explore(ctx)
	return c.Stats(), err
}

// CheckProperties decides properties about states, one after the other.
func (c *Checker) CheckProperties(
	ctx context.Context, properties []mc.Property, each func(mc.Result),
) {
	for _, p := range properties {
		each(c.CheckProperty(ctx, p))
	}
}

// CheckProperty decides a property about states, in the pruned systems if the options ask for it.
// If it is violated the result shows why, unless the options say that nobody looks at that, or a limit
// is reached: then it has the initial state alone.
func (c *Checker) CheckProperty(ctx context.Context, p mc.Property) mc.Result {
	r := mc.Result{Property: p}
	if p.State == nil {
		return failed(r, fmt.Errorf("%w: the property is not about states", mc.ErrMisuse))
	}
	c.property = p.Index
	defer func() { c.property = 0 }()
	if c.options.PropertyTimeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.options.PropertyTimeout)
		defer cancel()
	}
	start := time.Now()
	before, _ := c.Effort()
	check := c.Check
	if c.options.Pruned {
		check = c.CheckPruned
	}
	a, err := check(ctx, p.State)
	after, _ := c.Effort()
	r.Stats.Images, r.Seconds = after-before, time.Since(start).Seconds()
	if err != nil {
		return failed(r, err)
	}
	r.Stats.ProductNodes, r.States = a.Nodes, a.States
	if r.Verdict = mc.Holds; a.Holds {
		return r
	}
	r.Verdict = mc.Violated
	if a.Example == nil || c.options.Unexplained {
		return r
	}
	if r.Witness, err = c.Witness(ctx, p.State, a.Example); limited(err) {
		r.Witness = &branch.Witness{Formula: p.State, State: a.Example}
	} else if err != nil {
		return failed(r, err)
	}
	return r
}

func failed(r mc.Result, err error) mc.Result {
	r.Verdict, r.Witness, r.Err, r.Reason = mc.Unknown, nil, err, err.Error()
	return r
}

// Show adds to the result of a property that holds why it does in some initial state. A limit
// leaves it as it is.
func (c *Checker) Show(ctx context.Context, r *mc.Result) error {
	if r.Verdict != mc.Holds || c.options.Pruned {
		return nil
	}
	a, err := c.decide(ctx, r.Property.State)
	if err == nil && a.Example != nil {
		r.Witness, err = c.Witness(ctx, r.Property.State, a.Example)
	}
	if limited(err) {
		return nil
	}
	return err
}

// Layers counts the breadth-first layers of the reachable states.
func (c *Checker) Layers(ctx context.Context) (int, error) {
	if err := c.enter(ctx, mc.PhaseReach); err != nil {
		return 0, err
	}
	n, err := c.search.Layers(ctx)
	return n, c.fault(err)
}

// FewLayers is 0: layers are counted where they are asked for.
func (c *Checker) FewLayers(context.Context) int { return 0 }

// Position is that of the first agent.
func (c *Checker) Position() recipe.Position { return c.sys.Agents[0].Pos }

// Work is how much the checker has done so far, in steps of diagrams.
func (c *Checker) Work() int { return int(c.model.Manager().Work()) }

// Within has the questions that do asks of the checker end with [mc.ErrShare], wrapped, after so
// many more steps of diagrams, which no budget counts. The error is that of do.
func (c *Checker) Within(steps int, do func() error) error {
	before, spent := c.most, c.Work()
	defer func() {
		if c.most = before; c.most == 0 && c.budget > 0 {
			c.budget += c.Work() - spent
		}
	}()
	c.most = spent + min(max(steps, 0), math.MaxInt-spent)
	return do()
}

// poll is what the diagrams ask while they work.
func (c *Checker) poll() error {
	if most := cmp.Or(c.most, c.budget); most > 0 && c.Work() > most {
		return mc.ErrShare
	}
	return nil
}

// report tells how far the checker has come.
func (c *Checker) report() {
	if c.options.Progress != nil {
		p := mc.Progress{Phase: c.phase, Property: c.property, Nodes: c.model.Manager().Stats().Nodes}
		p.Images, p.Rounds = c.Effort()
		c.options.Progress(p)
	}
}

var _ mc.ModelChecker = (*Checker)(nil)

// limited tells of an error that takes nothing from a verdict.
func limited(err error) bool { return mc.IsLimit(err) || errors.Is(err, branch.ErrStrategy) }
