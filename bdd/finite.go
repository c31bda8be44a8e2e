package bdd

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Eq says that v's copy has the given code; it is False if the code is not one of v's.
func (c *Calculator) Eq(v VarID, copy Copy, code int) Node {
	if !c.checked(copy, v) || code < 0 || code >= c.s.m.layout.vars[v].size {
		return False
	}
	vars := c.s.m.layout.vars[v].copies[copy]
	literals := make([]engine.Literal, 0, len(vars))
	for i, b := range vars {
		literals = append(literals, engine.Literal{Var: b, Value: code>>(len(vars)-1-i)&1 == 1})
	}
	return c.cube(literals)
}

func (c *Calculator) cube(literals []engine.Literal) Node {
	return c.do("cube", nil, func() (engine.Ref, error) { return c.s.m.eng.Cube(c.s.ctx, literals) })
}

// below says that the number in vars, most significant first, is less than limit.
func (c *Calculator) below(vars []engine.Var, limit int) Node {
	return c.within(func(c *Calculator) Node {
		r := False // of the bits seen so far, the least significant ones
		for i := len(vars) - 1; i >= 0; i-- {
			x := c.literal(vars[i])
			if limit>>(len(vars)-1-i)&1 == 1 {
				r = c.Or(c.Not(x), r)
			} else {
				r = c.Diff(r, x)
			}
		}
		return r
	})
}

// Valid says that v's copy has one of v's codes, 0..size-1.
func (c *Calculator) Valid(v VarID, copy Copy) Node {
	if !c.checked(copy, v) {
		return False
	}
	return c.s.Hold(c.s.m.valid[v][copy])
}

// OneOf says that v's copy has one of the codes. Codes which are not v's are ignored.
func (c *Calculator) OneOf(v VarID, copy Copy, codes ...int) Node {
	if !c.checked(copy, v) {
		return False
	}
	x := c.s.m.layout.vars[v]
	in := slices.DeleteFunc(slices.Clone(codes), func(code int) bool { return code < 0 || code >= x.size })
	slices.Sort(in)
	return c.within(func(c *Calculator) Node { return c.oneOf(x.copies[copy], slices.Compact(in)) })
}

// oneOf says that the number in vars, most significant first, is one of codes, which ascend. Only
// the bits of vars count.
func (c *Calculator) oneOf(vars []engine.Var, codes []int) Node {
	switch {
	case len(codes) == 0:
		return False
	case len(codes) == 1<<len(vars): // of them all
		return True
	}
	bit := 1 << (len(vars) - 1)
	half := slices.IndexFunc(codes, func(code int) bool { return code&bit != 0 })
	if half < 0 {
		half = len(codes)
	}
	lo, hi := c.oneOf(vars[1:], codes[:half]), c.oneOf(vars[1:], codes[half:])
	if lo == hi {
		return lo
	}
	return c.Ite(c.literal(vars[0]), hi, lo)
}

// EqVars says that the copies of two variables have equal codes.
func (c *Calculator) EqVars(v1 VarID, c1 Copy, v2 VarID, c2 Copy) Node {
	if !c.checked(c1, v1) || !c.checked(c2, v2) {
		return False
	}
	x, y := c.s.m.layout.vars[v1].copies[c1], c.s.m.layout.vars[v2].copies[c2]
	if len(x) < len(y) {
		x, y = y, x
	}
	return c.within(func(c *Calculator) Node {
		r := True
		extra := len(x) - len(y)
		for i := len(x) - 1; i >= 0; i-- {
			if i < extra {
				r = c.Diff(r, c.literal(x[i]))
			} else {
				r = c.And(c.Equiv(c.literal(x[i]), c.literal(y[i-extra])), r)
			}
		}
		return r
	})
}

// Same says that the next copy of each of vars equals the current.
func (c *Calculator) Same(vars ...VarID) Node {
	if !c.checked(Next, vars...) {
		return False
	}
	return c.within(func(c *Calculator) Node {
		var all []Node
		for _, v := range vars {
			all = append(all, c.EqVars(v, Current, v, Next))
		}
		return c.AndAll(all...)
	})
}

// literal says that one bit is true.
func (c *Calculator) literal(v engine.Var) Node {
	return c.cube([]engine.Literal{{Var: v, Value: true}})
}
