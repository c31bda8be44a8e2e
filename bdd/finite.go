package bdd

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Eq says that v's copy has the given code; it is False if the code is not one of v's.
func (c *Calculator) Eq(v VarID, copy Copy, code int) Node {
	if !v.known(c, copy) || code < 0 || code >= c.s.m.layout.vars[v].size {
		return False
	}
	return v.bits(c, copy).are(c, code)
}

// known says whether to go on with a copy of the variable, which must exist.
func (v VarID) known(c *Calculator, copy Copy) bool {
	if c.failed() {
		return false
	}
	if err := c.s.m.check(copy, []VarID{v}); err != nil {
		c.err = fmt.Errorf("bdd: %w", err)
	}
	return c.err == nil
}

// bits are those of a copy of a variable that is known.
func (v VarID) bits(c *Calculator, copy Copy) binary { return c.s.m.layout.vars[v].copies[copy] }

// A binary is the bits that spell a number, the most significant first.
type binary []engine.Var

// are says that the bits spell a number.
func (vars binary) are(c *Calculator, number int) Node {
	literals := make([]engine.Literal, 0, len(vars))
	for i, b := range vars {
		literals = append(literals, engine.Literal{Var: b, Value: number>>(len(vars)-1-i)&1 == 1})
	}
	return c.do("cube", nil, func() (engine.Ref, error) { return c.s.m.eng.Cube(c.s.ctx, literals) })
}

// below says that the number is less than limit.
func (vars binary) below(c *Calculator, limit int) Node {
	return c.within(func(c *Calculator) Node {
		r := False // of the bits seen so far, the least significant ones
		for i := len(vars) - 1; i >= 0; i-- {
			x := literal(c, vars[i])
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
func (v VarID) Valid(c *Calculator, copy Copy) Node {
	if !v.known(c, copy) {
		return False
	}
	return c.s.Hold(c.s.m.valid[v][copy])
}

// OneOf says that v's copy has one of the codes. Codes which are not v's are ignored.
func (v VarID) OneOf(c *Calculator, copy Copy, codes ...int) Node {
	if !v.known(c, copy) {
		return False
	}
	x := c.s.m.layout.vars[v]
	in := slices.DeleteFunc(slices.Clone(codes), func(code int) bool { return code < 0 || code >= x.size })
	slices.Sort(in)
	return c.within(func(c *Calculator) Node { return v.bits(c, copy).oneOf(c, slices.Compact(in)) })
}

// oneOf says that the number is one of codes, which ascend. Higher bits of codes do not count.
func (vars binary) oneOf(c *Calculator, codes []int) Node {
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
	lo, hi := vars[1:].oneOf(c, codes[:half]), vars[1:].oneOf(c, codes[half:])
	if lo == hi {
		return lo
	}
	return c.Ite(literal(c, vars[0]), hi, lo)
}

// Equals says that v's copy has the same code as a copy of w.
func (v VarID) Equals(c *Calculator, copy Copy, w VarID, other Copy) Node {
	if !v.known(c, copy) || !w.known(c, other) {
		return False
	}
	x, y := v.bits(c, copy), w.bits(c, other)
	if len(x) < len(y) {
		x, y = y, x
	}
	return c.within(func(c *Calculator) Node {
		r := True
		extra := len(x) - len(y)
		for i := len(x) - 1; i >= 0; i-- {
			if i < extra {
				r = c.Diff(r, literal(c, x[i]))
			} else {
				r = c.And(c.Equiv(literal(c, x[i]), literal(c, y[i-extra])), r)
			}
		}
		return r
	})
}

// Same says that the next copy of each of vars equals the current.
func Same(c *Calculator, vars ...VarID) Node {
	return c.within(func(c *Calculator) Node {
		var all []Node
		for _, v := range vars {
			all = append(all, v.Equals(c, Current, v, Next))
		}
		return c.AndAll(all...)
	})
}

// literal says that one bit is true.
func literal(c *Calculator, v engine.Var) Node { return binary{v}.are(c, 1) }
