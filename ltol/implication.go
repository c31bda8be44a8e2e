package ltol

import "slices"

// suspendable says whether x shows to be both: it holds everywhere on a word or nowhere, like G F
// x.
func (c *obligationTable) suspendable(x ob) bool { return c.eventual(x) && c.universal(x) }

// SuffixClosed reports whether the syntax of f shows this: if f holds at a position, it holds at
// every later position. So a computation that violates f at some position violates f at all
// positions before.
func (f *Formula) SuffixClosed() bool { return f.class.universal }

// Timeless reports whether the syntax of f shows that f holds at all positions of a computation or
// at none. An example is G F x. X, F and G before such a formula change nothing.
func (f *Formula) Timeless() bool { return f.class.eventual && f.class.universal }

// Safety reports whether the syntax of f shows that every computation that violates f has a prefix
// that shows the violation. This is so if f in positive normal form has no F, U or M (A. P. Sistla,
// "Safety, liveness and fairness in temporal logic", Formal Aspects of Computing 6, 1994, Theorem
// 3.1, doi:10.1007/BF01211865).
func (f *Formula) Safety() bool {
	// Of f and of its negation.
	return Fold(f, func(f *Formula, args [][2]bool) [2]bool {
		switch f.op {
		case OpNot:
			return [2]bool{args[0][1], args[0][0]}
		case OpImplies:
			return [2]bool{args[0][1] && args[1][0], args[0][0] && args[1][1]}
		}
		both := [2]bool{true, true}
		for _, a := range args {
			both[0], both[1] = both[0] && a[0], both[1] && a[1]
		}
		switch f.op {
		case OpIff:
			both[0] = both[0] && both[1]
			both[1] = both[0]
		case OpFinally, OpUntil, OpStrongRelease:
			both[0] = false
		case OpGlobally, OpWeakUntil, OpRelease:
			both[1] = false
		}
		return both
	})[0]
}

// implies says, as far as it shows from their syntax, whether y holds wherever x does (Somenzi,
// Bloem, "Efficient Büchi automata from LTL formulae", CAV 2000, §3, doi:10.1007/10722167_21). It
// does not show where x and y have no atom in common, since each rule leads to an x and a y that
// are the same.
func (c *obligationTable) implies(x, y ob) bool {
	switch {
	case x == y || x == obFalse || y == obTrue:
		return true
	case x == obTrue || y == obFalse || c.pairs[x>>1].about&c.pairs[y>>1].about == 0:
		return false
	}
	key := [2]ob{x, y}
	if known, ok := c.implied[key]; ok {
		return known
	}
	known := c.impliesByOperands(x, y)
	c.implied[key] = known
	c.implied[[2]ob{dual(y), dual(x)}] = known
	return known
}

func (c *obligationTable) impliesByOperands(x, y ob) bool {
	xs, ys := c.args(x), c.args(y)
	if c.form(y) == formAnd {
		return allOf(ys, func(y ob) bool { return c.implies(x, y) })
	}
	if c.form(x) == formOr {
		return allOf(xs, func(x ob) bool { return c.implies(x, y) })
	}
	return c.form(x) == formAnd && slices.ContainsFunc(xs, func(x ob) bool { return c.implies(x, y) }) ||
		c.form(y) == formOr && slices.ContainsFunc(ys, func(y ob) bool { return c.implies(x, y) }) ||
		c.impliesByUnfolding(x, y) || c.impliesByUnfolding(dual(y), dual(x))
}

// impliesByUnfolding is the part of impliesByOperands that is about temporal connectives; its rules
// are used contrapositively as well.
func (c *obligationTable) impliesByUnfolding(x, y ob) bool {
	xs, ys := c.args(x), c.args(y)
	if c.form(y) == formUntil {
		if c.implies(x, ys[1]) {
			return true
		}
		if c.form(x) == formUntil && c.implies(xs[0], ys[0]) && c.implies(xs[1], y) {
			return true
		}
	}
	switch c.form(x) {
	case formUntil:
		return c.implies(xs[1], y) && (c.eventual(y) || c.implies(xs[0], y))
	case formNext:
		return c.eventual(y) && c.implies(xs[0], y) ||
			c.form(y) == formNext && c.implies(xs[0], ys[0])
	}
	return false
}
