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

// VecVar is the integer offset + code of v's copy.
func (c *Calculator) VecVar(v VarID, copy Copy, offset int) Vec {
	if !c.checked(copy, v) {
		return Vec{False}
	}
	return c.number(func(c *Calculator) Vec {
		vars := c.s.m.layout.vars[v].copies[copy]
		var x Vec
		for i := len(vars) - 1; i >= 0; i-- {
			x = append(x, c.literal(vars[i]))
		}
		return c.add(append(x, False), VecConst(offset), False)
	})
}

// VecAdd is x + y.
func (c *Calculator) VecAdd(x, y Vec) Vec {
	return c.number(func(c *Calculator) Vec { return c.add(x, y, False) }, x, y)
}

// VecSub is x - y.
func (c *Calculator) VecSub(x, y Vec) Vec {
	return c.number(func(c *Calculator) Vec { return c.sub(x, y) }, x, y)
}

// VecNeg is -x.
func (c *Calculator) VecNeg(x Vec) Vec { return c.VecSub(VecConst(0), x) }

// VecMul is x · y.
func (c *Calculator) VecMul(x, y Vec) Vec {
	return c.number(func(c *Calculator) Vec { return c.mul(x, y) }, x, y)
}

// VecDiv is x / y, truncated towards zero as in Go. Where y is 0 the result is unspecified.
func (c *Calculator) VecDiv(x, y Vec) Vec {
	return c.number(func(c *Calculator) Vec {
		quotient, _ := c.divide(c.abs(x), c.abs(y))
		return c.negateIf(c.Xor(x.sign(), y.sign()), quotient)
	}, x, y)
}

// VecMod is x % y with the sign of x as in Go. Where y is 0 the result is unspecified.
func (c *Calculator) VecMod(x, y Vec) Vec {
	return c.number(func(c *Calculator) Vec {
		_, remainder := c.divide(c.abs(x), c.abs(y))
		return c.negateIf(x.sign(), remainder)
	}, x, y)
}

// VecIte is x where f holds and y elsewhere.
func (c *Calculator) VecIte(f Node, x, y Vec) Vec {
	return c.number(func(c *Calculator) Vec { return c.choose(f, x, y) }, x, y)
}

// VecMin is the smaller of x and y.
func (c *Calculator) VecMin(x, y Vec) Vec {
	return c.number(func(c *Calculator) Vec { return c.choose(c.less(x, y), x, y) }, x, y)
}

// VecMax is the greater of x and y.
func (c *Calculator) VecMax(x, y Vec) Vec {
	return c.number(func(c *Calculator) Vec { return c.choose(c.less(x, y), y, x) }, x, y)
}

// VecEq says that x = y.
func (c *Calculator) VecEq(x, y Vec) Node {
	return c.within(func(c *Calculator) Node { return c.equal(x, y) }, x, y)
}

// VecLt says that x < y.
func (c *Calculator) VecLt(x, y Vec) Node {
	return c.within(func(c *Calculator) Node { return c.less(x, y) }, x, y)
}

// VecLe says that x ≤ y.
func (c *Calculator) VecLe(x, y Vec) Node { return c.Not(c.VecLt(y, x)) }

// VecInRange says that lo ≤ x ≤ hi.
func (c *Calculator) VecInRange(x Vec, lo, hi int) Node {
	return c.And(c.VecLe(VecConst(lo), x), c.VecLe(x, VecConst(hi)))
}

// VecStore says that v's copy has the code x - offset. It is False where that is not a code of v.
func (c *Calculator) VecStore(v VarID, copy Copy, offset int, x Vec) Node {
	if !c.checked(copy, v) {
		return False
	}
	return c.within(func(c *Calculator) Node {
		vars := c.s.m.layout.vars[v].copies[copy]
		code := c.sub(x, VecConst(offset))
		r := c.s.m.valid[v][copy]
		for i := len(vars); i < len(code); i++ { // the bits that v has no room for, the sign among them
			r = c.Diff(r, code[i])
		}
		if len(code) <= len(vars) {
			r = c.Diff(r, code.sign())
		}
		for i := range vars {
			r = c.And(r, c.Equiv(c.literal(vars[len(vars)-1-i]), code.bit(i)))
		}
		return r
	}, x)
}

// number computes a number from others in a scope of its own.
func (c *Calculator) number(compute func(*Calculator) Vec, operands ...Vec) (x Vec) {
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
func (c *Calculator) add(x, y Vec, carry Node) Vec {
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
func (c *Calculator) sub(x, y Vec) Vec {
	complement := make(Vec, len(y))
	for i := range y {
		complement[i] = c.Not(y[i])
	}
	return c.add(x, complement, True)
}

// negateIf is -x where f holds and x elsewhere.
func (c *Calculator) negateIf(f Node, x Vec) Vec {
	return c.choose(f, c.sub(VecConst(0), x), x)
}

func (c *Calculator) abs(x Vec) Vec { return c.negateIf(x.sign(), x) }

func (c *Calculator) choose(f Node, x, y Vec) Vec {
	r := make(Vec, max(len(x), len(y)))
	for i := range r {
		r[i] = c.Ite(f, x.bit(i), y.bit(i))
	}
	return r.trim()
}

// mul adds x shifted by i wherever y's bit i is set; the sign bit of y counts negatively.
func (c *Calculator) mul(x, y Vec) Vec {
	product := VecConst(0)
	for i, set := range y {
		shifted := make(Vec, i, i+len(x)) // i zeros
		for _, n := range x {
			shifted = append(shifted, c.And(set, n))
		}
		if i < len(y)-1 {
			product = c.add(product, shifted, False)
		} else {
			product = c.sub(product, shifted)
		}
	}
	return product
}

// divide is schoolbook division of numbers which are not negative: each round brings down one bit
// of x and subtracts y where it fits.
func (c *Calculator) divide(x, y Vec) (quotient, remainder Vec) {
	quotient = make(Vec, len(x))
	quotient[len(x)-1] = False
	remainder = VecConst(0)
	for i := len(x) - 2; i >= 0; i-- {
		remainder = append(Vec{x[i]}, remainder...).trim()
		fits := c.Not(c.less(remainder, y))
		quotient[i] = fits
		remainder = c.choose(fits, c.sub(remainder, y), remainder)
	}
	return quotient.trim(), remainder
}

// equal compares bit by bit.
func (c *Calculator) equal(x, y Vec) Node {
	r := True
	for i := max(len(x), len(y)) - 1; i >= 0; i-- {
		r = c.And(r, c.Equiv(x.bit(i), y.bit(i)))
	}
	return r
}

// less is x < y. From the least significant bit on, the higher bit decides where the two differ;
// signs decide the other way round.
func (c *Calculator) less(x, y Vec) Node {
	r := False
	width := max(len(x), len(y))
	for i := range width - 1 {
		p, q := x.bit(i), y.bit(i)
		r = c.Ite(c.Xor(p, q), q, r)
	}
	p, q := x.sign(), y.sign()
	return c.Ite(c.Xor(p, q), p, r)
}
