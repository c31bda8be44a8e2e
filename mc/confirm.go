package mc

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// confirmed checks a lasso by replaying it and by evaluating the formula and the fairness
// conditions on it, shortens it, and checks what it returns once more. A limit before it is
// confirmed leaves the question open; one that comes later leaves the trace as long as it is.
func (c *Checker) confirmed(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) (*trace.Trace, error) {
	c.enter(PhaseConfirm)
	if err := c.confirm(ctx, t, f, want); err != nil {
		if limit, ok := c.fault(err).(*LimitError); ok {
			limit.Found = true
			return nil, limit
		}
		return nil, c.fault(err)
	}
	shorter, err := c.shorten(ctx, t, f, want)
	if err == nil {
		err = c.confirm(ctx, shorter, f, want)
	}
	switch {
	case err == nil:
		return shorter, nil
	case IsLimit(err):
		return t, nil
	}
	return nil, c.fault(err)
}

func (c *Checker) confirm(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) error {
	if err := t.Replay(c.in); err != nil {
		return internal("%w", err)
	}
	ok, err := c.stands(ctx, runs.NewValuation(ctx, c.in, t), f, want)
	if err != nil {
		return err
	}
	if !ok {
		return internal("the trace is no fair computation that gives the formula the value %t", want)
	}
	return nil
}

// shorten cuts detours out of a lasso: steps between two visits of one state that can be left out
// without changing what the computation satisfies. A search for a run through the product of system
// and automaton leaves such detours where the automaton took its time.
func (c *Checker) shorten(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) (*trace.Trace, error) {
	s := &remains{run: t, whole: &runs.Walk{Steps: t.Steps}}
	for i := range t.Steps {
		s.origins = append(s.origins, i)
		s.visits = append(s.visits, c.in.Key(t.Steps[i].State))
	}
	for {
		shorter, err := c.cut(ctx, s, f, want)
		if err != nil {
			return nil, err
		}
		if shorter == nil {
			return s.run, nil
		}
		s = shorter
	}
}

// remains are a lasso of which detours have been cut out, so that its steps are some of the whole
// one's: those at origins, whose states visits identify and of which atoms are asked once only.
type remains struct {
	run     *trace.Trace
	whole   *runs.Walk
	origins []int
	visits  []string // by step of the whole
}

// cut returns the lasso without its first longest detour, nil if it has none.
func (c *Checker) cut(ctx context.Context, s *remains, f *ltol.Formula, want bool) (*remains, error) {
	t, n := s.run, len(s.run.Steps)
	if t.Loop > 0 && sameStep(t.Steps[t.Loop-1], t.Steps[n-1]) {
		// The loop can begin one step earlier: it is the same computation.
		return s.left(&trace.Trace{System: t.System, Loop: t.Loop - 1, Steps: t.Steps[:n-1]}, n-1, n), nil
	}
	for i := range n {
		for j := n; j > i; j-- {
			if j < n && s.visits[s.origins[i]] != s.visits[s.origins[j]] {
				continue
			}
			run := without(t, i, j)
			if run == nil {
				continue
			}
			shorter := s.left(run, i, j)
			values := runs.NewValuation(ctx, c.in, run).At(shorter.whole, shorter.origins)
			ok, err := c.stands(ctx, values, f, want)
			if err != nil {
				return nil, err
			}
			if ok {
				return shorter, nil
			}
		}
	}
	return nil, nil
}

// left is what remains as the given run, without steps i to j-1.
func (s *remains) left(run *trace.Trace, i, j int) *remains {
	return &remains{run, s.whole, slices.Concat(s.origins[:i], s.origins[j:]), s.visits}
}

func sameStep(a, b trace.Step) bool { return a.State.Equal(b.State) && a.Message.Equal(b.Message) }

// without leaves out steps i to j-1; nil if some of them lie in the prefix and some in the loop, if
// the states at i and j differ (after the last step comes the loop's first), or if nothing would be
// left of the loop.
func without(t *trace.Trace, i, j int) *trace.Trace {
	n := len(t.Steps)
	end := t.Steps[t.Loop].State
	if j < n {
		end = t.Steps[j].State
	}
	crosses := i < t.Loop && j > t.Loop
	if crosses || !t.Steps[i].State.Equal(end) || i == t.Loop && j == n {
		return nil
	}
	out := &trace.Trace{System: t.System, Loop: t.Loop, Steps: slices.Concat(t.Steps[:i], t.Steps[j:])}
	if i < t.Loop {
		out.Loop -= j - i
	}
	return out
}

// stands reports whether a lasso is fair and gives the formula the wanted value.
func (c *Checker) stands(ctx context.Context, values *runs.Valuation, f *ltol.Formula, want bool) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	got, err := values.Satisfies(f)
	if err != nil || got != want {
		return false, err
	}
	return values.SatisfiesAll(c.spec.formulas())
}
