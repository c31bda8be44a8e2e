package mc

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Explain says where on the computation that the trace repeats the formula goes wrong, by the
// interpreter; the result is nil if it is true. The trace must be a lasso.
func Explain(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (*ltol.Blame, error) {
	if err := checkTrace(ctx, in, t, f); err != nil {
		return nil, err
	}
	values := runs.NewValuation(ctx, in, t)
	blame, err := ltol.Explain(f, ltol.Lasso{Length: len(t.Steps), Loop: t.Loop, State: values.State, Step: values.Step})
	return blame, errors.Join(err, values.Fault())
}

// Owed says for each state of a run what is still owed there of the formula, by the interpreter: see
// [ltol.Prefix.Owed]. Where the trace is a lasso there is one more formula, for coming back to the
// loop. Errors about size and limits are those of that function.
func Owed(ctx context.Context, in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula, o ltol.Options) ([]*ltol.Formula, error) {
	if err := checkTrace(ctx, in, t, f); err != nil {
		return nil, err
	}
	steps := len(t.Steps)
	if !t.Lasso() {
		steps--
	}
	values := runs.NewValuation(ctx, in, t)
	owed, err := ltol.Prefix{Length: steps, State: values.State, Step: values.Step}.Owed(ctx, f, o)
	return owed, errors.Join(err, values.Fault())
}
