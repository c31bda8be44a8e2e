package bdd

// Vec is an integer which depends on the state: a two's-complement number whose bits are functions,
// the least significant first, the last one the sign. A Vec has at least one bit. Results are as
// wide as they must be, so that nothing ever overflows; sign bits which only repeat are dropped.
type Vec []Node

// VecConst is the constant k.
func VecConst(k int) Vec {
	var x Vec
	for ; k != 0 && k != -1; k >>= 1 {
		x = append(x, Constant(k&1 == 1))
	}
	return append(x, Constant(k == -1))
}

// trim drops sign bits which repeat the bit before them.
func (x Vec) trim() Vec {
	for len(x) > 1 && x[len(x)-1] == x[len(x)-2] {
		x = x[:len(x)-1]
	}
	return x
}

// bit is bit i of x, the sign beyond its end.
func (x Vec) bit(i int) Node { return x[min(i, len(x)-1)] }

func (x Vec) sign() Node { return x[len(x)-1] }

// Number is the integer offset + code of v's copy.
func (v VarID) Number(c *Calculator, copy Copy, offset int) Vec {
	if !v.known(c, copy) {
		return Vec{False}
	}
	return number(c, func(c *Calculator) Vec {
		vars := v.bits(c, copy)
		var x Vec
		for i := len(vars) - 1; i >= 0; i-- {
			x = append(x, literal(c, vars[i]))
		}
		return append(x, False).add(c, VecConst(offset), False)
	})
}

// Add is x + y.
func (x Vec) Add(c *Calculator, y Vec) Vec {
	return number(c, func(c *Calculator) Vec { return x.add(c, y, False) }, x, y)
}

// Sub is x - y.
func (x Vec) Sub(c *Calculator, y Vec) Vec {
	return number(c, func(c *Calculator) Vec { return x.sub(c, y) }, x, y)
}

// Neg is -x.
func (x Vec) Neg(c *Calculator) Vec { return VecConst(0).Sub(c, x) }

// Mul is x · y.
func (x Vec) Mul(c *Calculator, y Vec) Vec {
	return number(c, func(c *Calculator) Vec { return x.mul(c, y) }, x, y)
}

// Div is x / y, truncated towards zero as in Go. Where y is 0 the result is unspecified.
func (x Vec) Div(c *Calculator, y Vec) Vec {
	return number(c, func(c *Calculator) Vec {
		quotient, _ := x.abs(c).divide(c, y.abs(c))
		return quotient.negateIf(c, c.Xor(x.sign(), y.sign()))
	}, x, y)
}

// Mod is x % y with the sign of x as in Go. Where y is 0 the result is unspecified.
func (x Vec) Mod(c *Calculator, y Vec) Vec {
	return number(c, func(c *Calculator) Vec {
		_, remainder := x.abs(c).divide(c, y.abs(c))
		return remainder.negateIf(c, x.sign())
	}, x, y)
}

// Ite is x where f holds and y elsewhere.
func (x Vec) Ite(c *Calculator, f Node, y Vec) Vec {
	return number(c, func(c *Calculator) Vec { return x.choose(c, f, y) }, x, y)
}

// Min is the smaller of x and y.
func (x Vec) Min(c *Calculator, y Vec) Vec {
	return number(c, func(c *Calculator) Vec { return x.choose(c, x.less(c, y), y) }, x, y)
}

// Max is the greater of x and y.
func (x Vec) Max(c *Calculator, y Vec) Vec {
	return number(c, func(c *Calculator) Vec { return y.choose(c, x.less(c, y), x) }, x, y)
}

// Eq says that x = y.
func (x Vec) Eq(c *Calculator, y Vec) Node {
	return c.within(func(c *Calculator) Node { return x.equal(c, y) }, x, y)
}

// Less says that x < y.
func (x Vec) Less(c *Calculator, y Vec) Node {
	return c.within(func(c *Calculator) Node { return x.less(c, y) }, x, y)
}

// AtMost says that x ≤ y.
func (x Vec) AtMost(c *Calculator, y Vec) Node { return c.Not(y.Less(c, x)) }

// InRange says that lo ≤ x ≤ hi.
func (x Vec) InRange(c *Calculator, lo, hi int) Node {
	return c.And(VecConst(lo).AtMost(c, x), x.AtMost(c, VecConst(hi)))
}

// Store says that v's copy has the code x - offset. It is False where that is not a code of v.
func (v VarID) Store(c *Calculator, copy Copy, offset int, x Vec) Node {
	if !v.known(c, copy) {
		return False
	}
	return c.within(func(c *Calculator) Node {
		vars := v.bits(c, copy)
		code := x.sub(c, VecConst(offset))
		r := c.s.m.valid[v][copy]
		for i := len(vars); i < len(code); i++ { // the bits that v has no room for, the sign among them
			r = c.Diff(r, code[i])
		}
		if len(code) <= len(vars) {
			r = c.Diff(r, code.sign())
		}
		for i := range vars {
			r = c.And(r, c.Equiv(literal(c, vars[len(vars)-1-i]), code.bit(i)))
		}
		return r
	}, x)
}

// number computes a number from others in a scope of its own.
func number(c *Calculator, compute func(*Calculator) Vec, operands ...Vec) (x Vec) {
	c.within(func(c *Calculator) Node {
		if x = compute(c); !c.failed() {
			for _, n := range x {
				c.s.Return(n)
			}
		}
		return False
	}, operands...)
	if c.failed() {
		return Vec{False}
	}
	return x
}

// within computes a node, from numbers or others, in a scope of its own.
func (c *Calculator) within(compute func(*Calculator) Node, operands ...Vec) Node {
	if c.failed() {
		return False
	}
	inner := c.s.temporary().Calculator()
	defer inner.s.done()
	for _, x := range operands {
		err := inner.s.ready(x...)
		if err == nil && len(x) == 0 {
			err = misuse("a number has no bits; VecConst(0) has one")
		}
		if err != nil {
			return c.Take(False, fail("arithmetic", err))
		}
	}
	return c.Take(inner.Return(compute(inner)))
}

// add is x + y + carry.
func (x Vec) add(c *Calculator, y Vec, carry Node) Vec {
	sum := make(Vec, max(len(x), len(y))+1)
	for i := range sum {
		p, q := x.bit(i), y.bit(i)
		half := c.Xor(p, q)
		sum[i] = c.Xor(half, carry)
		carry = c.Or(c.And(p, q), c.And(half, carry))
	}
	return sum.trim()
}

// sub is x - y = x + ¬y + 1.
func (x Vec) sub(c *Calculator, y Vec) Vec {
	complement := make(Vec, len(y))
	for i := range y {
		complement[i] = c.Not(y[i])
	}
	return x.add(c, complement, True)
}

// negateIf is -x where f holds and x elsewhere.
func (x Vec) negateIf(c *Calculator, f Node) Vec {
	return VecConst(0).sub(c, x).choose(c, f, x)
}

func (x Vec) abs(c *Calculator) Vec { return x.negateIf(c, x.sign()) }

func (x Vec) choose(c *Calculator, f Node, y Vec) Vec {
	r := make(Vec, max(len(x), len(y)))
	for i := range r {
		r[i] = c.Ite(f, x.bit(i), y.bit(i))
	}
	return r.trim()
}

// mul adds x shifted by i wherever y's bit i is set; the sign bit of y counts negatively.
func (x Vec) mul(c *Calculator, y Vec) Vec {
	product := VecConst(0)
	for i, set := range y {
		shifted := make(Vec, i, i+len(x)) // i zeros
		for _, n := range x {
			shifted = append(shifted, c.And(set, n))
		}
		if i < len(y)-1 {
			product = product.add(c, shifted, False)
		} else {
			product = product.sub(c, shifted)
		}
	}
	return product
}

// divide is schoolbook division of numbers which are not negative: each round brings down one bit
// of x and subtracts y where it fits.
func (x Vec) divide(c *Calculator, y Vec) (quotient, remainder Vec) {
	quotient = make(Vec, len(x))
	quotient[len(x)-1] = False
	remainder = VecConst(0)
	for i := len(x) - 2; i >= 0; i-- {
		remainder = append(Vec{x[i]}, remainder...).trim()
		fits := c.Not(remainder.less(c, y))
		quotient[i] = fits
		remainder = remainder.sub(c, y).choose(c, fits, remainder)
	}
	return quotient.trim(), remainder
}

// equal compares bit by bit.
func (x Vec) equal(c *Calculator, y Vec) Node {
	r := True
	for i := max(len(x), len(y)) - 1; i >= 0; i-- {
		r = c.And(r, c.Equiv(x.bit(i), y.bit(i)))
	}
	return r
}

// less is x < y. From the least significant bit on, the higher bit decides where the two differ;
// signs decide the other way round.
func (x Vec) less(c *Calculator, y Vec) Node {
	r := False
	width := max(len(x), len(y))
	for i := range width - 1 {
		p, q := x.bit(i), y.bit(i)
		r = c.Ite(c.Xor(p, q), q, r)
	}
	p, q := x.sign(), y.sign()
	return c.Ite(c.Xor(p, q), p, r)
}
