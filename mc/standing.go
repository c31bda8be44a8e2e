package mc

import (
	"context"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Satisfies reports whether the computation that the trace repeats satisfies the formula, by the
// semantics of formulas on lassos (ltol.Eval), atoms being judged by the interpreter. The trace
// must be a lasso. It does not ask whether the trace is a run of the system; see
// [trace.Trace.Replay].
func Satisfies(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (bool, error) {
	if err := checkTrace(ctx, in, t, f); err != nil {
		return false, err
	}
	return runs.NewValuation(ctx, in, t).Satisfies(f)
}

// Fair reports whether the computation that the trace repeats is fair by the specification. The
// trace must be a lasso.
func Fair(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, spec Specification) (bool, error) {
	if err := checkTrace(ctx, in, t, spec.formulas()...); err != nil {
		return false, err
	}
	return runs.NewValuation(ctx, in, t).SatisfiesAll(spec.formulas())
}

// Refutes reports whether the steps of a finite run themselves show that no computation which
// begins with them satisfies the formula; see [ltol.Prefix.Truth].
func Refutes(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (bool, error) {
	if err := checkTrace(ctx, in, t, f); err != nil {
		return false, err
	}
	steps := len(t.Steps) - 1
	if steps < 1 {
		return false, nil
	}
	return runs.NewValuation(ctx, in, t).Refutes(steps, f)
}

// Standing is what a finite run decides about a formula: [Violated] if the run itself shows that no
// computation which begins with it satisfies the formula, [Holds] if it shows that every one does,
// and [Unknown] while that depends on what follows; see [ltol.Prefix.Truth]. The state, counted from
// 0, is the first at which it was so, with what holds there.
func Standing(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (v Verdict, state int, err error) {
	if err := checkTrace(ctx, in, t, f); err != nil {
		return Unknown, 0, err
	}
	values := runs.NewValuation(ctx, in, t)
	truth := func(state int) ltol.Truth {
		return ltol.Prefix{Length: state, Entered: true, State: values.State, Step: values.Step}.Truth(f)
	}
	at := sort.Search(len(t.Steps), func(state int) bool { return truth(state) != ltol.Unknown })
	if at < len(t.Steps) {
		v = map[ltol.Truth]Verdict{ltol.No: Violated, ltol.Yes: Holds}[truth(at)]
	}
	if err := values.Fault(); v == Unknown || err != nil {
		return Unknown, 0, err
	}
	return v, at, nil
}
