package symbolic

import (
	"slices"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A valuation says in which states a term has which value. It is a table or a
// vector, and nobody learns which without asking for the table: whatever both
// can answer is a method, so that no question finds one of them without an
// answer.
type valuation interface {
	// when is the set of states in which the value is v.
	when(b *builder, v recipe.Value) bdd.Node
	// within is the set of states in which the value belongs to a type.
	within(b *builder, typ *recipe.Type) bdd.Node
	// negate is the valuation of the negated integers.
	negate(b *builder) valuation
	// bits is the value, an integer, as a bit vector; where there is no value
	// the vector is arbitrary.
	bits(b *builder) bdd.Vec
	// store says that the next copy of x has the value; it is false where there
	// is none or x cannot have it.
	store(b *builder, x *variable) bdd.Node
	// describe visits numbers that determine the valuation among those of its
	// form, as long as the diagrams live.
	describe(visit func(int))
	// diagrams lists all diagrams that the valuation is made of.
	diagrams() []bdd.Node
}

// A table lists values with the states that have them, ascending by value.
// Truth values and the constants of enumerations are always tables.
type table []entry

type entry struct {
	value recipe.Value
	when  bdd.Node
}

func tableOf(sets map[recipe.Value]bdd.Node) table {
	out := make(table, 0, len(sets))
	for v, n := range sets {
		if n != bdd.False {
			out = append(out, entry{v, n})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].value < out[j].value })
	return out
}

// fixed returns the value if it is the same in all states.
func (t table) fixed() (recipe.Value, bool) {
	if len(t) == 1 && t[0].when == bdd.True {
		return t[0].value, true
	}
	return 0, false
}

func (t table) when(_ *builder, v recipe.Value) bdd.Node {
	i := sort.Search(len(t), func(i int) bool { return t[i].value >= v })
	if i == len(t) || t[i].value != v {
		return bdd.False
	}
	return t[i].when
}

func (t table) within(b *builder, typ *recipe.Type) bdd.Node {
	out := bdd.False
	for _, e := range t {
		if typ.Contains(e.value) {
			out = b.or(out, e.when)
		}
	}
	return out
}

func (t table) negate(*builder) valuation {
	out := make(table, len(t))
	for i, e := range t {
		out[len(t)-1-i] = entry{-e.value, e.when}
	}
	return out
}

func (t table) bits(b *builder) bdd.Vec {
	width := 1
	for _, e := range t {
		for int(e.value)>>(width-1) != 0 && int(e.value)>>(width-1) != -1 {
			width++
		}
	}
	out := make(bdd.Vec, width)
	for i := range out {
		out[i] = bdd.False
		for _, e := range t {
			if int(e.value)>>i&1 == 1 {
				out[i] = b.or(out[i], e.when)
			}
		}
	}
	return out
}

func (t table) store(b *builder, x *variable) bdd.Node {
	out := bdd.False
	for _, e := range t {
		if code, ok := x.code(e.value); ok {
			out = b.or(out, b.and(e.when, b.eq(x, bdd.Next, code)))
		}
	}
	return out
}

func (t table) describe(visit func(int)) {
	visit(len(t))
	for _, e := range t {
		visit(int(e.value))
		visit(int(e.when))
	}
}

func (t table) diagrams() []bdd.Node {
	out := make([]bdd.Node, len(t))
	for i, e := range t {
		out[i] = e.when
	}
	return out
}

// A vector is an integer in two's complement: its number where it has one, and
// arbitrary elsewhere. Only integers of large domains are vectors.
type vector struct {
	number bdd.Vec
	has    bdd.Node
}

func (x vector) when(b *builder, v recipe.Value) bdd.Node {
	if b.err != nil {
		return bdd.False
	}
	return b.and(x.has, b.keep(b.sc.VecEq(x.number, bdd.VecConst(int(v)))))
}

func (x vector) within(b *builder, typ *recipe.Type) bdd.Node {
	if b.err != nil {
		return bdd.False
	}
	return b.and(x.has, b.keep(b.sc.VecInRange(x.number, typ.Lo, typ.Hi)))
}

func (x vector) negate(b *builder) valuation {
	if b.err == nil {
		x.number = b.vec(b.sc.VecNeg(x.number))
	}
	return x
}

func (x vector) bits(*builder) bdd.Vec { return x.number }

func (x vector) store(b *builder, y *variable) bdd.Node {
	if b.err != nil {
		return bdd.False
	}
	if y.contiguous {
		return b.and(x.has, b.keep(b.sc.VecStore(y.id, bdd.Next, int(y.values[0]), x.number)))
	}
	out := bdd.False
	for code, v := range y.values {
		out = b.or(out, b.and(x.when(b, v), b.eq(y, bdd.Next, code)))
	}
	return out
}

func (x vector) describe(visit func(int)) {
	visit(-1 - len(x.number))
	for _, n := range x.diagrams() {
		visit(int(n))
	}
}

func (x vector) diagrams() []bdd.Node { return append(slices.Clone(x.number), x.has) }
