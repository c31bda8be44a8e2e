package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// maxPairs is how many pairs of operands an arithmetic operation combines one by one; beyond it, bounds are combined.
const maxPairs = 4096

// view is what an expression reads: one agent's locals, and one message.
type view struct {
	locals  []Set // of the locals from index base on
	base    int
	data    []Set // by data variable; nil without a message. An empty set is data that the message does not carry.
	channel Set
	work    *int // counts evaluated nodes
}

// clone returns a view whose sets can be narrowed apart.
func (w *view) clone() *view {
	c := *w
	c.locals, c.data = slices.Clone(w.locals), slices.Clone(w.data)
	return &c
}

// eval returns a superset of the values that an expression can have. It is empty if the expression is surely undefined.
func (w *view) eval(e *recipe.Expr) Set {
	*w.work++
	switch e.Op {
	case recipe.OpConst:
		return Set{values: []recipe.Value{e.Value}}
	case recipe.OpLocal:
		return w.locals[e.Index-w.base]
	case recipe.OpData:
		if w.data != nil {
			return w.data[e.Index]
		}
	case recipe.OpChannel:
		return w.channel
	case recipe.OpIte:
		var out Set
		for i, want := range []bool{true, false} {
			if branch := w.clone(); branch.assume(e.Args[0], want) {
				out = out.union(branch.eval(e.Args[i+1]), e.Type.Kind == recipe.Int)
			}
		}
		return out
	case recipe.OpNeg, recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMod, recipe.OpMin, recipe.OpMax:
		return w.arithmetic(e)
	}
	if e.Type.Kind != recipe.Bool || e.Op < recipe.OpNot {
		if e.Type.Kind == recipe.Int {
			return all
		}
		return ofType(e.Type)
	}
	t, f := w.truth(e)
	var out []recipe.Value
	if f {
		out = append(out, recipe.False)
	}
	if t {
		out = append(out, recipe.True)
	}
	return Set{values: out}
}

// truth reports whether a truth value can be true and whether it can be false.
func (w *view) truth(e *recipe.Expr) (t, f bool) {
	switch e.Op {
	case recipe.OpNot:
		t, f = w.truth(e.Args[0])
		return f, t
	case recipe.OpAnd, recipe.OpOr, recipe.OpImplies, recipe.OpIff:
		*w.work++
		at, af := w.truth(e.Args[0])
		bt, bf := w.truth(e.Args[1])
		switch e.Op {
		case recipe.OpAnd:
			return at && bt, af || at && bf
		case recipe.OpOr:
			return at || af && bt, af && bf
		case recipe.OpImplies:
			return af || at && bt, at && bf
		}
		return at && bt || af && bf, at && bf || af && bt
	case recipe.OpEq, recipe.OpNe, recipe.OpLt, recipe.OpLe, recipe.OpGt, recipe.OpGe:
		*w.work++
		x, y := w.eval(e.Args[0]), w.eval(e.Args[1])
		if some := !x.IsEmpty() && !y.IsEmpty(); e.Args[0].Type.Kind != e.Args[1].Type.Kind {
			return some && e.Op == recipe.OpNe, some && e.Op == recipe.OpEq
		}
		return relates(e.Op, x, y), relates(complements[e.Op], x, y)
	}
	s := w.eval(e)
	return s.Contains(recipe.True), s.Contains(recipe.False)
}

var complements = map[recipe.Op]recipe.Op{
	recipe.OpEq: recipe.OpNe, recipe.OpNe: recipe.OpEq, recipe.OpLt: recipe.OpGe, recipe.OpGe: recipe.OpLt,
	recipe.OpGt: recipe.OpLe, recipe.OpLe: recipe.OpGt,
}

// relates reports whether some element of x is in the relation op to some element of y.
func relates(op recipe.Op, x, y Set) bool {
	if x.IsEmpty() || y.IsEmpty() {
		return false
	}
	switch op {
	case recipe.OpEq:
		return x.meets(y)
	case recipe.OpNe:
		v, one := x.single()
		w, other := y.single()
		return !(one && other && v == w)
	}
	xlo, xhi := x.bounds()
	ylo, yhi := y.bounds()
	switch op {
	case recipe.OpLt:
		return xlo < yhi
	case recipe.OpLe:
		return xlo <= yhi
	case recipe.OpGt:
		return xhi > ylo
	}
	return xhi >= ylo
}

func (w *view) arithmetic(e *recipe.Expr) Set {
	*w.work++
	x := w.eval(e.Args[0])
	y := x
	if len(e.Args) > 1 {
		y = w.eval(e.Args[1])
	}
	if x.IsEmpty() || y.IsEmpty() {
		return Set{}
	}
	if e.Op == recipe.OpNeg {
		lo, hi := x.bounds()
		if x.interval {
			return Between(-hi, -lo)
		}
	}
	if !x.interval && !y.interval && len(x.values)*len(y.values) <= maxPairs {
		return w.pairwise(e.Op, x, y)
	}
	return byBounds(e.Op, x, y)
}

// pairwise applies an operator to every pair of elements; pairs for which it is undefined have no result.
func (w *view) pairwise(op recipe.Op, x, y Set) Set {
	if op == recipe.OpNeg {
		y = Of(0)
	}
	*w.work += len(x.values) * len(y.values)
	var out []recipe.Value
	for _, a := range x.values {
		for _, b := range y.values {
			if v, ok := apply(op, int(a), int(b)); ok {
				out = append(out, recipe.Value(v))
			}
		}
	}
	s := Of(out...)
	if len(s.values) > maxExplicit {
		return Between(s.bounds())
	}
	return s
}

func apply(op recipe.Op, a, b int) (int, bool) {
	switch op {
	case recipe.OpNeg:
		return -a, true
	case recipe.OpAdd:
		return a + b, true
	case recipe.OpSub:
		return a - b, true
	case recipe.OpMul:
		return times(a, b), true
	case recipe.OpMin:
		return min(a, b), true
	case recipe.OpMax:
		return max(a, b), true
	}
	if b == 0 {
		return 0, false
	}
	if op == recipe.OpDiv {
		return a / b, true
	}
	return a % b, true
}

// times multiplies; products too large to represent are infinite.
func times(a, b int) int {
	if a == 0 || b == 0 {
		return 0
	}
	p := a * b
	if p/b != a || p > plusInfinity || p < minusInfinity || a <= minusInfinity || b <= minusInfinity || a >= plusInfinity || b >= plusInfinity {
		if (a < 0) == (b < 0) {
			return plusInfinity
		}
		return minusInfinity
	}
	return p
}

// byBounds returns an interval with all results of an operator. Infinite bounds are so far from overflow that sums of them are
// clipped to infinity again.
func byBounds(op recipe.Op, x, y Set) Set {
	xlo, xhi := x.bounds()
	ylo, yhi := y.bounds()
	switch op {
	case recipe.OpAdd:
		return Between(xlo+ylo, xhi+yhi)
	case recipe.OpSub:
		return Between(xlo-yhi, xhi-ylo)
	case recipe.OpMin:
		return Between(min(xlo, ylo), min(xhi, yhi))
	case recipe.OpMax:
		return Between(max(xlo, ylo), max(xhi, yhi))
	case recipe.OpMul:
		a, b, c, d := times(xlo, ylo), times(xlo, yhi), times(xhi, ylo), times(xhi, yhi)
		return Between(min(a, b, c, d), max(a, b, c, d))
	case recipe.OpDiv:
		return quotients(xlo, xhi, ylo, yhi)
	}
	// Mod has the sign of the dividend and is smaller than the divisor and not larger than the dividend.
	m := max(yhi, -ylo) - 1
	return Between(max(-m, min(xlo, 0)), min(m, max(xhi, 0)))
}

// quotients returns an interval with the quotients of two intervals, truncated towards zero. For each sign of the divisor a
// quotient is monotone in both operands, so that the extremes lie at bounds and at the divisors next to zero. A quotient of
// infinity is infinite.
func quotients(xlo, xhi, ylo, yhi int) Set {
	lo, hi := plusInfinity, minusInfinity
	for _, d := range []int{ylo, yhi, -1, 1} {
		if d == 0 || d < ylo || d > yhi {
			continue
		}
		for _, n := range []int{xlo, xhi} {
			q := n / d
			if n <= minusInfinity || n >= plusInfinity {
				q = times(n, d)
			}
			lo, hi = min(lo, q), max(hi, q)
		}
	}
	return Between(lo, hi)
}

// Bounds returns an interval with all results of an arithmetic operator on values of the given types, which have bounds.
func Bounds(op recipe.Op, args ...*recipe.Type) (lo, hi int) {
	x := Set{interval: true, lo: args[0].Lo, hi: args[0].Hi}
	y := x
	if len(args) > 1 {
		y = Set{interval: true, lo: args[1].Lo, hi: args[1].Hi}
	}
	if op == recipe.OpNeg {
		return -x.hi, -x.lo
	}
	return byBounds(op, x, y).bounds()
}
