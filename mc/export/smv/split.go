package smv

import "github.com/rcheck-bdd/rcheck-bdd/ltol"

// split lists formulas that hold together if and only if f does: tools check several small ones
// faster than their conjunction.
func (r *rewriter) split(f *ltol.Formula) []*ltol.Formula {
	var out []*ltol.Formula
	args := f.Args()
	below := func(f *ltol.Formula, wrap func(*ltol.Formula) *ltol.Formula) {
		for _, part := range r.split(f) {
			out = append(out, wrap(part))
		}
	}
	switch f.Op() {
	case ltol.OpAnd:
		for _, a := range args {
			out = append(out, r.split(a)...)
		}
	case ltol.OpGlobally, ltol.OpNext:
		below(args[0], func(part *ltol.Formula) *ltol.Formula { return r.Apply(f.Op(), part) })
	case ltol.OpImplies, ltol.OpRelease:
		below(args[1], func(part *ltol.Formula) *ltol.Formula { return r.Apply(f.Op(), args[0], part) })
	case ltol.OpNot:
		inner := args[0]
		switch inner.Op() {
		case ltol.OpOr:
			for _, a := range inner.Args() {
				out = append(out, r.split(r.Apply(ltol.OpNot, a))...)
			}
		case ltol.OpImplies:
			out = append(r.split(inner.Args()[0]), r.split(r.Apply(ltol.OpNot, inner.Args()[1]))...)
		case ltol.OpFinally:
			out = r.split(r.Apply(ltol.OpGlobally, r.Apply(ltol.OpNot, inner.Args()[0])))
		}
	}
	if len(out) == 0 || len(out) > r.t.thresholds.MaxSplit {
		return []*ltol.Formula{f}
	}
	return out
}
