package sizes

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/alike"
)

// Check decides a property, given by its index, at all sizes. The error is that of the context, one of
// a single size that wraps [mc.ErrInternal], or says that the model has no meaning at any size.
func Check(ctx context.Context, m *Model, property int, o Options) (*Answer, error) {
	w := newWork(m, property, o)
	out := &Answer{Index: property, Views: new(big.Int)}
	defer w.rests(out)
	open := make([]int, len(m.Constants))
	if err := w.least(ctx, out); err != nil {
		return nil, err
	}
	if done, err := w.small(ctx, out, 2); done || err != nil {
		return out, err
	}
	reason, err := "", error(nil)
	if m.Refused != nil {
		reason = m.Refused(property)
	}
	if reason == "" {
		reason, err = w.all(ctx, open, out)
	}
	switch {
	case err != nil:
		return out, err
	case reason == "" && out.Verdict != mc.Violated:
		out.Verdict = mc.Holds
	case out.Verdict != mc.Violated:
		if done, err := w.small(ctx, out, max(w.options.Singly, m.Least)); done || err != nil {
			return out, err
		}
		out.Reason = reason
	}
	return out, nil
}

func newWork(m *Model, property int, o Options) *work {
	o.setDefaults()
	w := &work{
		Model: m, options: o, property: property, singly: map[string]mc.Result{}, read: map[string]*reading{},
	}
	w.prover = &alike.Prover{
		Beside: o.Beside, Work: o.Work, Locals: o.Locals, Encoding: o.Encoding, Views: new(big.Int), Confirm: alike.Confirming(o.Proof, func() { w.doubts = true }),
	}
	return w
}

// rests notes what views and counters were used for an answer.
func (w *work) rests(out *Answer) {
	p := w.prover
	out.Views, out.Kept, out.Counted = p.Views, p.Kept, p.Counted
	out.Confirmed = out.Verdict == mc.Holds && !w.doubts && p.Kept > 0
}

// least finds the smallest size at which the model has a meaning.
func (w *work) least(ctx context.Context, out *Answer) error {
	for n := 1; n <= w.Least+1; n++ {
		size := slices.Repeat([]int{n}, len(w.Constants))
		r := w.at(ctx, size)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if r.err == nil {
			out.From = size
			return nil
		}
		if out.Below == nil {
			out.Below = r.err
		}
	}
	return fmt.Errorf("the model has no meaning at small sizes: %w", out.Below)
}

// small checks all sizes from the least up to a number, the smaller ones first; done tells that one of
// them violates the property.
func (w *work) small(ctx context.Context, out *Answer, most int) (done bool, err error) {
	for _, size := range upTo(out.From, most) {
		if decided, err := w.one(ctx, size, out); !decided || err != nil || out.Verdict == mc.Violated {
			return out.Verdict == mc.Violated, err
		}
	}
	return false, nil
}

// upTo lists sizes between two bounds, ordered by their sum.
func upTo(from []int, most int) [][]int {
	list := [][]int{nil}
	for _, lo := range from {
		var next [][]int
		for _, before := range list {
			for n := lo; n <= most; n++ {
				next = append(next, append(slices.Clone(before), n))
			}
		}
		list = next
	}
	slices.SortStableFunc(list, func(x, y []int) int { return sum(x) - sum(y) })
	return list
}

func sum(xs []int) int {
	n := 0
	for _, x := range xs {
		n += x
	}
	return n
}

// one checks the property at one size, unless that is done; decided is false if there is no verdict.
func (w *work) one(ctx context.Context, size []int, out *Answer) (decided bool, err error) {
	key := fmt.Sprint(size)
	r, known := w.singly[key]
	if !known {
		m := w.at(ctx, size)
		if m.err != nil {
			return false, ctx.Err()
		}
		spec := m.spec
		spec.Properties = []mc.Property{*m.propertyOf(w.property)}
		options := slices.Clone(w.options.Check)
		if slices.Max(size) > w.options.Singly {
			options = append(options, mc.WithBudget(int(w.options.Work)))
		}
		report, err := mc.Check(ctx, m.system, spec, options...)
		if err != nil && (errors.Is(err, mc.ErrInternal) || ctx.Err() != nil || report == nil && !mc.IsLimit(err)) {
			return false, err
		}
		if report != nil && len(report.Results) > 0 {
			r = report.Results[0]
		}
		w.singly[key] = r
		switch r.Verdict {
		case mc.Holds:
			out.Held = append(out.Held, size)
		case mc.Violated:
			out.Verdict, out.Size, out.Violation, out.System = mc.Violated, size, r, m.system
		}
	}
	return r.Verdict != mc.Unknown, nil
}

// all shows that the property holds at all sizes in which the constants that are not open, those that
// are not 0, have these values. If it does not, it gives a reason, or finds a violation.
func (w *work) all(ctx context.Context, fixed []int, out *Answer) (reason string, err error) {
	if !slices.Contains(fixed, 0) {
		decided, err := w.one(ctx, fixed, out)
		if !decided && err == nil {
			return fmt.Sprintf("%s is not decided", w.sizeString(fixed)), nil
		}
		return "", err
	}
	for i, n := range fixed {
		if n > 0 && n < out.From[i] {
			return "", nil
		}
	}
	bounds, reason, err := w.byViews(ctx, fixed)
	if reason != "" || err != nil {
		return reason, err
	}
	for i, n := range fixed {
		if n > 0 {
			continue
		}
		for n := out.From[i]; n < bounds[i]; n++ {
			rest := slices.Clone(fixed)
			rest[i] = n
			if reason, err := w.all(ctx, rest, out); reason != "" || err != nil || out.Verdict == mc.Violated {
				return reason, err
			}
		}
	}
	return "", nil
}
