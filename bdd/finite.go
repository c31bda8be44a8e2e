package bdd

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Eq says that v's copy has the given code; it is False if the code is not one of v's.
func (s *Scope) Eq(v VarID, c Copy, code int) (Node, error) {
	if err := s.m.check(c, []VarID{v}); err != nil {
		return False, err
	}
	if code < 0 || code >= s.m.layout.vars[v].size {
		return False, nil
	}
	vars := s.m.layout.vars[v].copies[c]
	var buffer [64]engine.Literal
	literals := buffer[:0]
	for i, b := range vars {
		literals = append(literals, engine.Literal{Var: b, Value: code>>(len(vars)-1-i)&1 == 1})
	}
	return s.cube(literals)
}

func (s *Scope) cube(literals []engine.Literal) (Node, error) {
	return s.retry("cube", func() (engine.Ref, error) { return s.m.eng.Cube(s.ctx, literals) })
}

// literal says that one bit is true.
func (s *Scope) literal(v engine.Var) (Node, error) {
	return s.cube([]engine.Literal{{Var: v, Value: true}})
}

// Valid says that v's copy has one of v's codes, 0..size-1.
func (s *Scope) Valid(v VarID, c Copy) (Node, error) {
	if err := s.m.check(c, []VarID{v}); err != nil {
		return False, err
	}
	return s.Hold(s.m.valid[v][c]), nil
}

// below says that the number in vars, most significant first, is less than limit.
func (s *Scope) below(vars []engine.Var, limit int) (Node, error) {
	b := newBuilder(s)
	defer b.close()
	r := False // of the bits seen so far, the least significant ones
	for i := len(vars) - 1; i >= 0; i-- {
		x := b.literal(vars[i])
		if limit>>(len(vars)-1-i)&1 == 1 {
			r = b.or(b.not(x), r)
		} else {
			r = b.diff(r, x)
		}
	}
	return b.result(r)
}

// OneOf says that v's copy has one of the codes. Codes which are not v's are ignored.
func (s *Scope) OneOf(v VarID, c Copy, codes ...int) (Node, error) {
	if err := s.m.check(c, []VarID{v}); err != nil {
		return False, err
	}
	vars := s.m.layout.vars[v].copies[c]
	in := make([]bool, 1<<len(vars))
	for _, code := range codes {
		if code >= 0 && code < s.m.layout.vars[v].size {
			in[code] = true
		}
	}
	b := newBuilder(s)
	defer b.close()
	return b.result(b.table(vars, in))
}

// table says that the number in vars, most significant first, is the index of a true entry; in has 2^len(vars) entries.
func (b *builder) table(vars []engine.Var, in []bool) Node {
	if len(vars) == 0 {
		if in[0] {
			return True
		}
		return False
	}
	half := len(in) / 2
	lo := b.table(vars[1:], in[:half])
	hi := b.table(vars[1:], in[half:])
	if lo == hi {
		return lo
	}
	return b.ite(b.literal(vars[0]), hi, lo)
}

// EqVars says that the copies of two variables have equal codes.
func (s *Scope) EqVars(v1 VarID, c1 Copy, v2 VarID, c2 Copy) (Node, error) {
	if err := s.m.check(c1, []VarID{v1}); err != nil {
		return False, err
	}
	if err := s.m.check(c2, []VarID{v2}); err != nil {
		return False, err
	}
	x, y := s.m.layout.vars[v1].copies[c1], s.m.layout.vars[v2].copies[c2]
	if len(x) < len(y) {
		x, y = y, x
	}
	b := newBuilder(s)
	defer b.close()
	r := True
	extra := len(x) - len(y)
	for i := len(x) - 1; i >= 0; i-- {
		if i < extra {
			r = b.diff(r, b.literal(x[i]))
		} else {
			r = b.and(b.equiv(b.literal(x[i]), b.literal(y[i-extra])), r)
		}
	}
	return b.result(r)
}

// Same says that the next copy of each of vars equals the current.
func (s *Scope) Same(vars ...VarID) (Node, error) {
	if err := s.m.check(Next, vars); err != nil {
		return False, err
	}
	t := s.temporary()
	defer t.done()
	var all []Node
	for _, v := range vars {
		n, err := t.EqVars(v, Current, v, Next)
		if err != nil {
			return False, err
		}
		all = append(all, n)
	}
	r, err := t.AndAll(all...)
	return t.Return(r), err
}

// builder strings operations together inside a temporary scope and remembers the first error, after which everything is False.
type builder struct {
	s   *Scope
	err error
}

func newBuilder(s *Scope) *builder { return &builder{s: s.temporary()} }

func (b *builder) close() { b.s.done() }

// result hands n to the scope the builder was made for.
func (b *builder) result(n Node) (Node, error) {
	if b.err != nil {
		return False, b.err
	}
	return b.s.Return(n), nil
}

func (b *builder) keep(n Node, err error) Node {
	if err != nil {
		b.err = err
		return False
	}
	return n
}

func (b *builder) binary(op engine.Op, x, y Node) Node {
	if b.err != nil {
		return False
	}
	return b.keep(b.s.apply(op, "arithmetic", x, y))
}

func (b *builder) and(x, y Node) Node   { return b.binary(engine.And, x, y) }
func (b *builder) or(x, y Node) Node    { return b.binary(engine.Or, x, y) }
func (b *builder) xor(x, y Node) Node   { return b.binary(engine.Xor, x, y) }
func (b *builder) diff(x, y Node) Node  { return b.binary(engine.Diff, x, y) }
func (b *builder) equiv(x, y Node) Node { return b.binary(engine.Equiv, x, y) }

func (b *builder) not(x Node) Node { return b.xor(x, True) }

func (b *builder) ite(f, g, h Node) Node {
	if b.err != nil {
		return False
	}
	return b.keep(b.s.Ite(f, g, h))
}

func (b *builder) literal(v engine.Var) Node {
	if b.err != nil {
		return False
	}
	return b.keep(b.s.literal(v))
}
