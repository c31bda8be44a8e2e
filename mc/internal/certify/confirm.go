package certify

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// A confirmation checks runs that a search has found.
type confirmation struct{ s *subject.Subject }

// Confirm checks a lasso by replaying it and by evaluating the formula and the fairness
// conditions on it, shortens it, and checks what it returns once more. A limit before it is
// confirmed leaves the question open; one that comes later leaves the trace as long as it is.
func Confirm(
	ctx context.Context, s *subject.Subject, t *trace.Trace, f *ltol.Formula, want bool,
) (*trace.Trace, error) {
	e := confirmation{s}
	s.Enter(fault.PhaseConfirm)
	if err := e.confirm(ctx, t, f, want); err != nil {
		return nil, s.Unconfirmed(err)
	}
	shorter, err := e.shorten(ctx, t, f, want)
	if err == nil {
		err = e.confirm(ctx, shorter, f, want)
	}
	switch {
	case err == nil:
		return shorter, nil
	case fault.IsLimit(err):
		return t, nil
	}
	return nil, s.Fault(err)
}

// Violates confirms that a lasso is a fair computation that does not satisfy a formula. The error is a
// limit, or a fault if it is none.
func Violates(ctx context.Context, s *subject.Subject, t *trace.Trace, f *ltol.Formula) error {
	return confirmation{s}.confirm(ctx, t, f, false)
}

func (e confirmation) confirm(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) error {
	if err := t.Replay(e.s.Recipe.Interpreter); err != nil {
		return fault.Internal("%w", err)
	}
	ok, err := e.stands(ctx, trace.Read(ctx, e.s.Recipe.Interpreter, t), f, want)
	if err != nil {
		return err
	}
	if !ok {
		return fault.Internal("the trace is no fair computation that gives the formula the value %t", want)
	}
	return nil
}

// shorten cuts detours out of a lasso: steps between two visits of one state that can be left out
// without changing what the computation satisfies. A search for a run through the product of system
// and automaton leaves such detours where the automaton took its time.
func (e confirmation) shorten(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) (*trace.Trace, error) {
	s := &remains{run: t, whole: &runs.Walk{Steps: t.Steps}}
	for i := range t.Steps {
		s.origins = append(s.origins, i)
		s.visits = append(s.visits, e.s.Recipe.Interpreter.Key(t.Steps[i].State))
	}
	for {
		shorter, err := e.cut(ctx, s, f, want)
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
func (e confirmation) cut(ctx context.Context, s *remains, f *ltol.Formula, want bool) (*remains, error) {
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
			values := trace.Read(ctx, e.s.Recipe.Interpreter, run).
				At(&shorter.whole.Memo, len(shorter.whole.Steps), shorter.origins)
			ok, err := e.stands(ctx, values, f, want)
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
func (e confirmation) stands(ctx context.Context, values *trace.Reading, f *ltol.Formula, want bool) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	got, err := values.Satisfies(f)
	if err != nil || got != want {
		return false, err
	}
	return values.SatisfiesAll(e.s.Recipe.Conditions())
}
