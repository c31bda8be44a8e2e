package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A builder strings diagram operations together and keeps the first error:
// after one, every operation returns bdd.False without doing anything. Whoever
// starts a builder must look at err before any node leaves its scope.
type builder struct {
	m   *Model
	sc  *bdd.Scope
	err error
}

func (m *Model) builder(sc *bdd.Scope) *builder { return &builder{m: m, sc: sc} }

func (b *builder) keep(n bdd.Node, err error) bdd.Node {
	if err != nil {
		b.err = err
		return bdd.False
	}
	return n
}

func (b *builder) and(x, y bdd.Node) bdd.Node {
	switch {
	case b.err != nil || x == bdd.False || y == bdd.False:
		return bdd.False
	case x == bdd.True:
		return y
	case y == bdd.True:
		return x
	}
	return b.keep(b.sc.And(x, y))
}

func (b *builder) or(x, y bdd.Node) bdd.Node {
	switch {
	case b.err != nil:
		return bdd.False
	case x == bdd.True || y == bdd.True:
		return bdd.True
	case x == bdd.False:
		return y
	case y == bdd.False:
		return x
	}
	return b.keep(b.sc.Or(x, y))
}

func (b *builder) not(x bdd.Node) bdd.Node {
	switch {
	case b.err != nil:
		return bdd.False
	case x == bdd.False:
		return bdd.True
	case x == bdd.True:
		return bdd.False
	}
	return b.keep(b.sc.Not(x))
}

// diff is x ∧ ¬y.
func (b *builder) diff(x, y bdd.Node) bdd.Node {
	switch {
	case b.err != nil || x == bdd.False || y == bdd.True:
		return bdd.False
	case y == bdd.False:
		return x
	}
	return b.keep(b.sc.Diff(x, y))
}

// all is the conjunction of ns, taken from the last to the first: the parts of
// agents further down in the order are joined before those above are put on
// top of them.
func (b *builder) all(ns []bdd.Node) bdd.Node {
	out := bdd.True
	for i := len(ns) - 1; i >= 0; i-- {
		out = b.and(ns[i], out)
	}
	return out
}

// eq says that the given copy of x has the given code.
func (b *builder) eq(x *variable, c bdd.Copy, code int) bdd.Node {
	if b.err != nil {
		return bdd.False
	}
	return b.keep(b.sc.Eq(x.id, c, code))
}

// same says that the next copies of the variables equal the current ones.
func (b *builder) same(vs []*variable) bdd.Node {
	out := bdd.True
	for i := len(vs) - 1; i >= 0 && b.err == nil; i-- {
		out = b.and(b.keep(b.sc.Same(vs[i].id)), out)
	}
	return out
}

func (b *builder) exists(set *bdd.VarSet, x bdd.Node) bdd.Node {
	if b.err != nil || x == bdd.False || x == bdd.True {
		return x
	}
	return b.keep(b.sc.Exists(set, x))
}

func (b *builder) vec(v bdd.Vec, err error) bdd.Vec {
	if err != nil {
		b.err = err
		return bdd.Vec{bdd.False}
	}
	return v
}
