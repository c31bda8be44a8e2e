package mc

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// challenge tests a property that the search says holds on walks of the interpreter: lassos made of
// them satisfy it, unless they are not fair, and their beginnings do not refute it. work is what
// the search took. What a limit leaves undone takes nothing from the verdict: it is only told.
func (c *Checker) challenge(ctx context.Context, f *ltol.Formula, work int) (PropertyCertificate, error) {
	var done PropertyCertificate
	size := &c.set.sampling
	if size.States == 0 {
		return done, nil
	}
	c.enter(PhaseCertify)
	budget := 0
	if size.Share > 0 {
		budget = work / size.Share
	}
	// The walks of the comparison are there for all properties, which divide the least that is
	// spent on them.
	floor := size.States * size.Dearest / 2
	least := max(budget, floor/max(len(c.spec.Properties), 1))
	t := c.newTest(ctx, f)
	spent := 0
	for k := 0; ; k++ {
		most, given := budget, k < c.explicit.ready
		if given {
			most = least
		}
		if spent >= most {
			break
		}
		w, err := c.walk(ctx, k)
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
		if err = c.fault(err); IsLimit(err) {
			done.Reason = err.Error()
			return done, nil
		}
		if w == nil || err != nil {
			return done, err
		}
	}
	return done, nil
}

// A test is a property to be tested on walks.
type test struct {
	*Checker
	ctx context.Context
	// whole is the property and closed a consequence of it that holds of every suffix of a run if
	// it holds of the run; nil if there is nothing to it.
	whole, closed *ltol.Formula
	fair          []*ltol.Formula
	// letter is the price of asking for all atoms at a position, nodes that of the connectives of
	// the formulas.
	letter, nodes int
	// prefixOnly leaves lassos out, of a formula that is dear.
	prefixOnly bool
}

// price is that of a walk and its lassos. What atoms say is remembered, except of the last step of
// a lasso, and formulas are evaluated on lassos unrolled once.
func (t *test) price(w *runs.Walk) int {
	return t.letter*len(w.Lassos) + t.nodes*2*w.Lengths() + t.prefixPrice(w)
}

func (t *test) prefixPrice(w *runs.Walk) int { return (t.letter + t.nodes) * len(w.Steps) }

func (c *Checker) newTest(ctx context.Context, f *ltol.Formula) *test {
	t := &test{Checker: c, ctx: ctx, whole: f, fair: c.spec.formulas()}
	var closed []*ltol.Formula
	for _, part := range f.Conjuncts() {
		// Of a run that begins in the middle of another the step before is not known.
		if part.SuffixClosed() && !part.ReadsPast() {
			closed = append(closed, part)
		}
	}
	if len(closed) > 0 {
		t.closed = ltol.And(closed...)
	}
	t.letter, t.nodes = c.explicit.prices.Formula(ltol.And(append([]*ltol.Formula{f}, t.fair...)...))
	return t
}

// walk tests the property on a walk.
func (t *test) walk(w *runs.Walk, done *PropertyCertificate) error {
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
		if err := t.lasso(w, w.Trace(t.sys, l), f, done); err != nil {
			return err
		}
	}
	if len(t.fair) > 0 {
		return nil // nobody knows whether the walk goes on fairly
	}
	done.Prefixes++
	run := &trace.Trace{System: t.sys, Steps: w.Steps, Loop: -1}
	refuted, err := t.values(w, run).Refutes(len(w.Steps), f)
	if err == nil && refuted {
		err = internal("the search says that the property holds, but %d steps of the interpreter from the state %s refute it",
			len(w.Steps), t.sys.StateString(w.Steps[0].State))
	}
	return err
}

// values are those of atoms on a run that the walk makes.
func (t *test) values(w *runs.Walk, run *trace.Trace) *runs.Valuation {
	return runs.NewValuation(t.ctx, t.explicit.plain, run).On(w)
}

func (t *test) lasso(w *runs.Walk, run *trace.Trace, f *ltol.Formula, done *PropertyCertificate) error {
	done.Lassos++
	values := t.values(w, run)
	if fair, err := values.SatisfiesAll(t.fair); !fair || err != nil {
		done.Unfair++
		return err
	}
	holds, err := values.Satisfies(f)
	if err == nil && !holds {
		err = internal("the search says that the property holds, but a run of the interpreter, %d steps from the state %s and back by %d, does not satisfy it",
			len(run.Steps), t.sys.StateString(run.Steps[0].State), len(run.Steps)-run.Loop)
	}
	return err
}
