package mc

import (
	"context"
	"errors"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Explain says where on the computation that the trace repeats the formula goes wrong, by the
// interpreter; the result is nil if it is true. The trace must be a lasso.
func Explain(in *recipe.Interpreter, t *trace.Trace, f *ltol.Formula) (*ltol.Blame, error) {
	if err := checkTrace(in, t, f); err != nil {
		return nil, err
	}
	l := newLetters(context.Background(), in, t)
	blame, err := ltol.Explain(f, ltol.Lasso{Length: len(t.Steps), Loop: t.Loop, State: l.state, Step: l.step})
	return blame, errors.Join(err, l.fault)
}
