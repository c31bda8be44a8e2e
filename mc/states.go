package mc

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// view is what an agent sees of itself; nil for everything.
func (c *Checker) view(agent int) *View {
	if agent < len(c.spec.Sees) {
		return c.spec.Sees[agent]
	}
	return nil
}

// checkStates decides a property about states: it holds if all initial states, under fairness those on fair paths, satisfy it. A
// violation comes with an initial state that does not, and why.
func (c *Checker) checkStates(ctx context.Context, p Property) Result {
	r := Result{Property: p}
	if err := c.fits(p.State); err != nil {
		return r.failed(err)
	}
	if err := c.reach(ctx); err != nil {
		return r.failed(err)
	}
	if _, err := c.Compare(ctx); err != nil && (!IsLimit(err) || ctx.Err() != nil) {
		return r.failed(err)
	}
	if err := ctx.Err(); err != nil { // parts that are known would still be put together
		return r.failed(c.fault(err))
	}
	start := time.Now()
	ctx, cancel := c.ForProperty(ctx)
	defer cancel()
	c.search.Restart()
	err := c.label(ctx, p.State, &r)
	r.Warnings = c.warnOfStrategies(p)
	r.Stats.Images, r.Stats.Rounds = c.effort()
	r.Seconds = time.Since(start).Seconds()
	if err != nil {
		if errors.Is(err, branch.ErrStrategy) {
			return r.failed(err)
		}
		return r.failed(c.fault(err))
	}
	if err := c.certifyStates(ctx, &r); err != nil {
		return r.failed(err)
	}
	r.Seconds = time.Since(start).Seconds()
	return r
}

// certifyStates compares the sets behind a verdict with the interpreter, if that is asked for. A limit
// ends it, which takes nothing from the verdict.
func (c *Checker) certifyStates(ctx context.Context, r *Result) (err error) {
	if !c.set.certify {
		return nil
	}
	c.enter(PhaseCertify)
	random := rand.New(rand.NewPCG(1, 2))
	sampling := branch.Sampling{
		Sample: func(set bdd.Node) (space.State, bool) { return c.space.Sample(set, flip(random)) },
		Random: random, Samples: c.set.samples / 16, Explored: c.set.sampling.Branches,
	}
	if s, ok := c.space.(*space.Recipe); ok {
		sampling.Forces = s.Forces
	}
	r.Certificate.Answers, err = c.labels.Certify(ctx, r.Property.State, sampling)
	if err = c.fault(err); IsLimit(err) {
		r.Certificate.Reason, err = err.Error(), nil
	}
	return err
}

// warnOfStrategies tells of coalitions that could win only by leaving no path fair, as far as a
// property about states was labelled.
func (c *Checker) warnOfStrategies(p Property) (out []Warning) {
	if c.kind != nil {
		return nil // its warnings are those of the formalism
	}
	for f := range p.State.All() {
		if set := c.labelling().Unfair(f); set != bdd.False {
			at, _ := c.model.Pick(set)
			var names []string
			for _, k := range f.Agents() {
				names = append(names, c.player(k))
			}
			out = append(out, Warning{CodeUnfairStrategy, p.Pos, fmt.Sprintf("in %s reachable states, such as %s, the coalition {%s} could win "+
				"only by leaving no path fair, which does not count", c.model.Count(set), c.sys.StateString(at), strings.Join(names, ", "))})
		}
	}
	return out
}

// label labels the states, and shows why there is a violation if there is one. A limit that ends this leaves the verdict.
func (c *Checker) label(ctx context.Context, f *ltol.StateFormula, r *Result) error {
	c.enter(PhaseLabel)
	set, whole, err := c.labelling().Initially(ctx, f)
	if err != nil {
		return err
	}
	r.Stats.ProductNodes = c.space.Manager().NodeCount(set)
	if whole {
		r.States = c.space.Count(set)
	}
	initial, violated, err := c.labels.Example(ctx, set, false)
	r.Verdict = Holds
	if !violated || err != nil {
		return err
	}
	r.Verdict = Violated
	if c.set.unexplained {
		return nil
	}
	if r.Witness, err = c.labels.Explain(ctx, f, initial); IsLimit(err) || errors.Is(err, branch.ErrStrategy) {
		r.Witness, err = &branch.Witness{Formula: f, State: initial}, nil
	}
	if err == nil && !c.space.Initial(initial) {
		err = internal("a state that violates the property is not initial")
	}
	return err
}

// ExplainStates shows why a property about states holds in one of the initial states in which it does: nil if it does in none. Errors are
// [*LimitError], of misuse, wrap [branch.ErrStrategy] or wrap [ErrInternal].
func (c *Checker) ExplainStates(ctx context.Context, p Property) (*branch.Witness, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if p.State == nil {
		return nil, misuse("ExplainStates: the property is not about states")
	}
	if r := c.checkStates(ctx, p); r.Err != nil {
		return nil, r.Err
	}
	set, _, err := c.labels.Initially(ctx, p.State)
	if err != nil {
		return nil, c.fault(err)
	}
	initial, ok, err := c.labels.Example(ctx, set, true)
	if !ok || err != nil {
		return nil, c.fault(err)
	}
	w, err := c.labels.Explain(ctx, p.State, initial)
	return w, c.fault(err)
}
