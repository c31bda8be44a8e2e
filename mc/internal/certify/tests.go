package certify

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// Test tests a property that the search says holds on random walks of the interpreter. Every
// fair lasso made of a walk must satisfy it, and no beginning of a walk may refute it. work is the
// work of the search. A limit that ends the tests does not change the verdict: it is the reason in
// the certificate.
func (e *Comparison) Test(ctx context.Context, f *ltol.Formula, work int) (Tested, error) {
	var done Tested
	size := &e.s.Set.Sampling
	if size.States == 0 {
		return done, nil
	}
	e.s.Enter(fault.PhaseCertify)
	budget := 0
	if size.Share > 0 {
		budget = work / size.Share
	}
	// The walks of the comparison exist already. The properties divide the least budget for them.
	floor := size.States * size.Dearest / 2
	least := max(budget, floor/max(e.properties, 1))
	t := e.newTest(ctx, f)
	spent := 0
	for k := 0; ; k++ {
		most, given := budget, k < e.ready
		if given {
			most = least
		}
		if spent >= most {
			break
		}
		w, err := e.Walk(ctx, k)
		if err == nil && w != nil {
			spent += t.price(w)
			if !given {
				spent += w.Price
			}
			if spent > most && (k > 0 || len(t.fair) > 0 || t.prefixPrice(w) > floor) {
				break
			}
			t.prefixOnly = spent > most
			err = t.walk(w, &done)
		}
		if err = e.s.Fault(err); fault.IsLimit(err) {
			done.Reason = err.Error()
			return done, nil
		}
		if w == nil || err != nil {
			return done, err
		}
	}
	return done, nil
}

// A test is a property that is tested on walks.
type test struct {
	*Comparison
	ctx context.Context
	// whole is the property. closed is a consequence of it that holds on every suffix of a run on
	// which it holds; nil if there is none.
	whole, closed *ltol.Formula
	fair          []*ltol.Formula
	// letter is the price of evaluating all atoms at a position, nodes that of the connectives.
	letter, nodes int
	// prefixOnly leaves lassos out, for a formula that is expensive.
	prefixOnly bool
}

// price is the price of a walk and its lassos. The values of atoms are kept, except those at the
// last step of a lasso. Formulas are evaluated on lassos unrolled once.
func (t *test) price(w *runs.Walk) int {
	return t.letter*len(w.Lassos) + t.nodes*2*w.Lengths() + t.prefixPrice(w)
}

func (t *test) prefixPrice(w *runs.Walk) int { return (t.letter + t.nodes) * len(w.Steps) }

func (e *Comparison) newTest(ctx context.Context, f *ltol.Formula) *test {
	t := &test{Comparison: e, ctx: ctx, whole: f, fair: e.s.Recipe.Conditions()}
	var closed []*ltol.Formula
	for _, part := range f.Conjuncts() {
		// A suffix of a run does not know the step before its first state.
		if part.SuffixClosed() && !part.ReadsPast() {
			closed = append(closed, part)
		}
	}
	if len(closed) > 0 {
		t.closed = ltol.And(closed...)
	}
	t.letter, t.nodes = e.s.Engines.Prices.Formula(ltol.And(append([]*ltol.Formula{f}, t.fair...)...))
	return t
}

// walk tests the property on a walk.
func (t *test) walk(w *runs.Walk, done *Tested) error {
	f := t.whole
	if !w.Initial {
		f = t.closed
	}
	if f == nil {
		return nil
	}
	done.Walks++
	for _, l := range w.Lassos {
		if t.prefixOnly {
			break
		}
		if err := t.lasso(w, w.Trace(t.s.Recipe.System, l), f, done); err != nil {
			return err
		}
	}
	if len(t.fair) > 0 {
		return nil // a walk may go on unfairly
	}
	done.Prefixes++
	run := &trace.Trace{System: t.s.Recipe.System, Steps: w.Steps, Loop: -1}
	refuted, err := t.values(w, run).Refutes(len(w.Steps), f)
	if err == nil && refuted {
		err = fault.Internal("the search says that the property holds, but %d steps of the interpreter from the state %s refute it",
			len(w.Steps), t.s.Recipe.System.StateString(w.Steps[0].State))
	}
	return err
}

// values evaluates atoms on a run made of the walk.
func (t *test) values(w *runs.Walk, run *trace.Trace) *trace.Reading {
	return w.Read(t.ctx, t.plain, run)
}

func (t *test) lasso(w *runs.Walk, run *trace.Trace, f *ltol.Formula, done *Tested) error {
	done.Lassos++
	values := t.values(w, run)
	if fair, err := values.SatisfiesAll(t.fair); !fair || err != nil {
		done.Unfair++
		return err
	}
	holds, err := values.Satisfies(f)
	if err == nil && !holds {
		err = fault.Internal("the search says that the property holds, but a run of the interpreter, %d steps from the state %s and back by %d, does not satisfy it",
			len(run.Steps), t.s.Recipe.System.StateString(run.Steps[0].State), len(run.Steps)-run.Loop)
	}
	return err
}
