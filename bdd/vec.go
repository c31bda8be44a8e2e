package bdd

// Vec is an integer which depends on the state: a two's-complement number whose bits are functions, the least significant first, the last one
// the sign. A Vec has at least one bit. Results are as wide as they must be, so that nothing ever overflows; sign bits which only
// repeat are dropped.
type Vec []Node

// VecConst is the constant k.
func VecConst(k int) Vec {
	var x Vec
	for ; k != 0 && k != -1; k >>= 1 {
		x = append(x, constant(k&1 == 1))
	}
	return append(x, constant(k == -1))
}

func constant(b bool) Node {
	if b {
		return True
	}
	return False
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
func (s *Scope) VecVar(v VarID, c Copy, offset int) (Vec, error) {
	if err := s.m.check(c, []VarID{v}); err != nil {
		return nil, err
	}
	b := newBuilder(s)
	defer b.close()
	vars := s.m.layout.vars[v].copies[c]
	var x Vec
	for i := len(vars) - 1; i >= 0; i-- {
		x = append(x, b.literal(vars[i]))
	}
	return b.vec(b.add(append(x, False), VecConst(offset), False))
}

// VecAdd is x + y.
func (s *Scope) VecAdd(x, y Vec) (Vec, error) {
	b := newBuilder(s)
	defer b.close()
	return b.vec(b.add(x, y, False))
}

// VecSub is x - y.
func (s *Scope) VecSub(x, y Vec) (Vec, error) {
	b := newBuilder(s)
	defer b.close()
	return b.vec(b.sub(x, y))
}

// VecNeg is -x.
func (s *Scope) VecNeg(x Vec) (Vec, error) { return s.VecSub(VecConst(0), x) }

// VecMul is x · y.
func (s *Scope) VecMul(x, y Vec) (Vec, error) {
	b := newBuilder(s)
	defer b.close()
	return b.vec(b.mul(x, y))
}

// VecDiv is x / y, truncated towards zero as in Go. Where y is 0 the result is unspecified.
func (s *Scope) VecDiv(x, y Vec) (Vec, error) {
	b := newBuilder(s)
	defer b.close()
	quotient, _ := b.divide(b.abs(x), b.abs(y))
	return b.vec(b.negateIf(b.xor(x.sign(), y.sign()), quotient))
}

// VecMod is x % y with the sign of x as in Go. Where y is 0 the result is unspecified.
func (s *Scope) VecMod(x, y Vec) (Vec, error) {
	b := newBuilder(s)
	defer b.close()
	_, remainder := b.divide(b.abs(x), b.abs(y))
	return b.vec(b.negateIf(x.sign(), remainder))
}

// VecIte is x where f holds and y elsewhere.
func (s *Scope) VecIte(f Node, x, y Vec) (Vec, error) {
	b := newBuilder(s)
	defer b.close()
	return b.vec(b.choose(f, x, y))
}

// VecMin is the smaller of x and y.
func (s *Scope) VecMin(x, y Vec) (Vec, error) {
	b := newBuilder(s)
	defer b.close()
	return b.vec(b.choose(b.less(x, y), x, y))
}

// VecMax is the greater of x and y.
func (s *Scope) VecMax(x, y Vec) (Vec, error) {
	b := newBuilder(s)
	defer b.close()
	return b.vec(b.choose(b.less(x, y), y, x))
}

// VecEq says that x = y.
func (s *Scope) VecEq(x, y Vec) (Node, error) {
	b := newBuilder(s)
	defer b.close()
	return b.result(b.equal(x, y))
}

// VecLt says that x < y.
func (s *Scope) VecLt(x, y Vec) (Node, error) {
	b := newBuilder(s)
	defer b.close()
	return b.result(b.less(x, y))
}

// VecLe says that x ≤ y.
func (s *Scope) VecLe(x, y Vec) (Node, error) {
	b := newBuilder(s)
	defer b.close()
	return b.result(b.not(b.less(y, x)))
}

// VecInRange says that lo ≤ x ≤ hi.
func (s *Scope) VecInRange(x Vec, lo, hi int) (Node, error) {
	b := newBuilder(s)
	defer b.close()
	return b.result(b.and(b.not(b.less(x, VecConst(lo))), b.not(b.less(VecConst(hi), x))))
}

// VecStore says that v's copy has the code x - offset. It is False where that is not a code of v.
func (s *Scope) VecStore(v VarID, c Copy, offset int, x Vec) (Node, error) {
	if err := s.m.check(c, []VarID{v}); err != nil {
		return False, err
	}
	b := newBuilder(s)
	defer b.close()
	vars := s.m.layout.vars[v].copies[c]
	code := b.sub(x, VecConst(offset))
	r := s.m.valid[v][c]
	for i := len(vars); i < len(code); i++ { // the bits that v has no room for, the sign among them
		r = b.diff(r, code[i])
	}
	if len(code) <= len(vars) {
		r = b.diff(r, code.sign())
	}
	for i := range vars {
		r = b.and(r, b.equiv(b.literal(vars[len(vars)-1-i]), code.bit(i)))
	}
	return b.result(r)
}

// vec hands x to the scope the builder was made for.
func (b *builder) vec(x Vec) (Vec, error) {
	if b.err != nil {
		return nil, b.err
	}
	for _, n := range x {
		b.s.Return(n)
	}
	return x, nil
}

// add is x + y + carry.
func (b *builder) add(x, y Vec, carry Node) Vec {
	sum := make(Vec, max(len(x), len(y))+1)
	for i := range sum {
		p, q := x.bit(i), y.bit(i)
		half := b.xor(p, q)
		sum[i] = b.xor(half, carry)
		carry = b.or(b.and(p, q), b.and(half, carry))
	}
	return sum.trim()
}

// sub is x - y = x + ¬y + 1.
func (b *builder) sub(x, y Vec) Vec {
	complement := make(Vec, len(y))
	for i := range y {
		complement[i] = b.not(y[i])
	}
	return b.add(x, complement, True)
}

// negateIf is -x where f holds and x elsewhere.
func (b *builder) negateIf(f Node, x Vec) Vec {
	return b.choose(f, b.sub(VecConst(0), x), x)
}

func (b *builder) abs(x Vec) Vec { return b.negateIf(x.sign(), x) }

func (b *builder) choose(f Node, x, y Vec) Vec {
	r := make(Vec, max(len(x), len(y)))
	for i := range r {
		r[i] = b.ite(f, x.bit(i), y.bit(i))
	}
	return r.trim()
}

// mul adds x shifted by i wherever y's bit i is set; the sign bit of y counts negatively.
func (b *builder) mul(x, y Vec) Vec {
	product := VecConst(0)
	for i, set := range y {
		shifted := make(Vec, i, i+len(x)) // i zeros
		for _, n := range x {
			shifted = append(shifted, b.and(set, n))
		}
		if i < len(y)-1 {
			product = b.add(product, shifted, False)
		} else {
			product = b.sub(product, shifted)
		}
	}
	return product
}

// divide is schoolbook division of numbers which are not negative: each round brings down one bit of x and subtracts y where it fits.
func (b *builder) divide(x, y Vec) (quotient, remainder Vec) {
	quotient = make(Vec, len(x))
	quotient[len(x)-1] = False
	remainder = VecConst(0)
	for i := len(x) - 2; i >= 0; i-- {
		remainder = append(Vec{x[i]}, remainder...).trim()
		fits := b.not(b.less(remainder, y))
		quotient[i] = fits
		remainder = b.choose(fits, b.sub(remainder, y), remainder)
	}
	return quotient.trim(), remainder
}

// equal compares bit by bit.
func (b *builder) equal(x, y Vec) Node {
	r := True
	for i := max(len(x), len(y)) - 1; i >= 0; i-- {
		r = b.and(r, b.equiv(x.bit(i), y.bit(i)))
	}
	return r
}

// less is x < y. From the least significant bit on, the higher bit decides where the two differ; signs decide the other way round.
func (b *builder) less(x, y Vec) Node {
	r := False
	width := max(len(x), len(y))
	for i := range width - 1 {
		p, q := x.bit(i), y.bit(i)
		r = b.ite(b.xor(p, q), q, r)
	}
	p, q := x.sign(), y.sign()
	return b.ite(b.xor(p, q), p, r)
}
