package certify

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A confirmation checks runs that a search has found. Cutting detours out of them may cost its
// budget, in positions that are looked at, times the size of the formula where that is evaluated.
type confirmation struct {
	s      *subject.Subject
	budget int
}

// Confirm checks a lasso by replaying it and by evaluating the formula and the fairness
// conditions on it, shortens it, and checks what it returns once more. A limit before it is
// confirmed leaves the question open; one that comes later leaves the trace as long as it is.
func Confirm(
	ctx context.Context, s *subject.Subject, t *trace.Trace, f *ltol.Formula, want bool,
) (*trace.Trace, error) {
	e := &confirmation{s, s.Set.Thresholds.ShortestBudget}
	s.Enter(fault.PhaseConfirm)
	if err := e.confirm(ctx, t, f, want); err != nil {
		return nil, s.Unconfirmed(err)
	}
	shorter, err := e.shorten(ctx, t, f, want)
	if err == nil && shorter != t {
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

// Violates confirms that a lasso is a fair computation that does not satisfy a formula. The error
// is a limit, or a fault if it is none.
func Violates(ctx context.Context, s *subject.Subject, t *trace.Trace, f *ltol.Formula) error {
	return (&confirmation{s: s}).confirm(ctx, t, f, false)
}

func (e *confirmation) confirm(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) error {
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
// and automaton leaves such detours where the automaton took its time. Where the budget ends, the
// others stay.
func (e *confirmation) shorten(ctx context.Context, t *trace.Trace, f *ltol.Formula, want bool) (*trace.Trace, error) {
	s, numbers := &remains{run: t, whole: &runs.Walk{Steps: t.Steps}}, map[string]int{}
	for i := range t.Steps {
		number, _ := memo.Number(numbers, e.s.Recipe.Interpreter.Key(t.Steps[i].State))
		s.origins, s.visits = append(s.origins, i), append(s.visits, number)
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
// one's: those at origins, whose states visits number and of which atoms are asked once only.
type remains struct {
	run     *trace.Trace
	whole   *runs.Walk
	origins []int
	visits  []int // by step of the whole
}

// cut returns the lasso without its first longest detour, nil if it has none.
func (e *confirmation) cut(ctx context.Context, s *remains, f *ltol.Formula, want bool) (*remains, error) {
	t, n, earlier := s.run, len(s.run.Steps), 0
	for t.Loop > earlier && sameStep(t.Steps[t.Loop-earlier-1], t.Steps[n-earlier-1]) {
		earlier++
	}
	if earlier > 0 { // The loop can begin so many steps earlier: it is the same computation.
		return s.left(&trace.Trace{System: t.System, Loop: t.Loop - earlier, Steps: t.Steps[:n-earlier]}, n-earlier, n), nil
	}
	at := make([][]int, len(s.visits)) // the positions of each state, and n, which is that of the loop's first
	for i, origin := range s.origins {
		at[s.visits[origin]] = append(at[s.visits[origin]], i)
	}
	first := s.visits[s.origins[t.Loop]]
	at[first] = append(at[first], n)
	for i, origin := range s.origins {
		for _, j := range slices.Backward(at[s.visits[origin]]) {
			if e.budget--; j <= i || e.budget < 0 {
				break
			}
			run := without(t, i, j)
			if run == nil {
				continue
			}
			e.budget -= len(run.Steps) * f.Size()
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
func (e *confirmation) stands(ctx context.Context, values *trace.Reading, f *ltol.Formula, want bool) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	got, err := values.Satisfies(f)
	if err != nil || got != want {
		return false, err
	}
	return values.SatisfiesAll(e.s.Recipe.Conditions())
}
