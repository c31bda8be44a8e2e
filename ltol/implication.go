package ltol

// eventual says, as far as it shows, whether x is left-append closed: where it holds at a position it holds at
// every earlier one. F x and G F x are.
func (c *closure) eventual(x ob) bool {
	o := &c.obligations[x>>1]
	if x&1 == 1 {
		return o.universal
	}
	return o.eventual
}

// universal says, as far as it shows, whether x is suffix closed: where it holds at a position it holds at every
// later one. It is the dual of eventual.
func (c *closure) universal(x ob) bool { return c.eventual(dual(x)) }

// suspendable says whether x shows to be both: it holds everywhere on a word or nowhere, like G F x.
func (c *closure) suspendable(x ob) bool { return c.eventual(x) && c.universal(x) }

// classify sets o's syntactic classes from those of its operands (Etessami, Holzmann, "Optimizing Büchi
// automata", CONCUR 2000, §3, doi:10.1007/3-540-44618-4_13).
func (c *closure) classify(o *obligation) {
	every := func(class func(ob) bool) bool {
		for _, a := range o.args {
			if !class(a) {
				return false
			}
		}
		return true
	}
	o.pure = (o.form == formLiteral || o.form == formAnd) && every(c.pure)
	if o.form == formLiteral {
		return
	}
	o.eventual = every(c.eventual)
	o.universal = every(c.universal)
	if o.form == formUntil {
		o.eventual = o.args[0] == obTrue || c.eventual(o.args[1])
	}
}

// implies says, as far as it shows from their syntax, whether y holds wherever x does (Somenzi, Bloem, "Efficient
// Büchi automata from LTL formulae", CAV 2000, §3, doi:10.1007/10722167_21).
func (c *closure) implies(x, y ob) bool {
	switch {
	case x == y || x == obFalse || y == obTrue:
		return true
	case x == obTrue || y == obFalse:
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

func (c *closure) impliesByOperands(x, y ob) bool {
	xs, ys := c.args(x), c.args(y)
	if c.form(y) == formAnd {
		return allOf(ys, func(y ob) bool { return c.implies(x, y) })
	}
	if c.form(x) == formOr {
		return allOf(xs, func(x ob) bool { return c.implies(x, y) })
	}
	return c.form(x) == formAnd && anyOf(xs, func(x ob) bool { return c.implies(x, y) }) ||
		c.form(y) == formOr && anyOf(ys, func(y ob) bool { return c.implies(x, y) }) ||
		c.impliesByUnfolding(x, y) || c.impliesByUnfolding(dual(y), dual(x))
}

// impliesByUnfolding is the part of impliesByOperands that is about temporal connectives; its rules are used
// contrapositively as well.
func (c *closure) impliesByUnfolding(x, y ob) bool {
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

func allOf(xs []ob, holds func(ob) bool) bool {
	for _, x := range xs {
		if !holds(x) {
			return false
		}
	}
	return true
}

func anyOf(xs []ob, holds func(ob) bool) bool {
	for _, x := range xs {
		if holds(x) {
			return true
		}
	}
	return false
}
