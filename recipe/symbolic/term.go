package symbolic

import (
	"slices"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A term is an expression over diagrams: for each state its value, or that it
// is absent or undefined (see recipe.Expr). Small domains are a table from
// values to the states that have them; integers of large domains are two's
// complement bit vectors. The states of the table's entries, absent and
// undefined are disjoint and cover all states with valid codes.
type term struct {
	kind      recipe.Kind
	table     []entry // ascending by value
	bits      bdd.Vec // instead of table
	absent    bdd.Node
	undefined bdd.Node
}

type entry struct {
	value recipe.Value
	when  bdd.Node
}

// tableLimit bounds the entries that a table may have and the pairs of entries
// that one operation on tables looks at; beyond it integers become bit vectors.
const tableLimit = 1 << 10

func constant(kind recipe.Kind, v recipe.Value) term {
	return term{kind: kind, table: []entry{{v, bdd.True}}}
}

var absentTerm = term{absent: bdd.True}

func boolean(yes, no, undefined bdd.Node) term {
	t := term{kind: recipe.Bool, undefined: undefined}
	if no != bdd.False {
		t.table = append(t.table, entry{recipe.False, no})
	}
	if yes != bdd.False {
		t.table = append(t.table, entry{recipe.True, yes})
	}
	return t
}

// when is the set of states in which t has the value v.
func (t term) when(v recipe.Value) bdd.Node {
	for _, e := range t.table {
		if e.value == v {
			return e.when
		}
	}
	return bdd.False
}

// fixedValue returns the value of t if it is the same in all states.
func (t term) fixedValue() (recipe.Value, bool) {
	if len(t.table) == 1 && t.table[0].when == bdd.True {
		return t.table[0].value, true
	}
	return 0, false
}

// toBits returns t as a bit vector; t must be an integer. Where t has no value
// the vector is arbitrary.
func (b *builder) toBits(t term) bdd.Vec {
	if t.bits != nil || b.err != nil {
		return t.bits
	}
	width := 1
	for _, e := range t.table {
		for int(e.value)>>(width-1) != 0 && int(e.value)>>(width-1) != -1 {
			width++
		}
	}
	out := make(bdd.Vec, width)
	for i := range out {
		out[i] = bdd.False
		for _, e := range t.table {
			if int(e.value)>>i&1 == 1 {
				out[i] = b.or(out[i], e.when)
			}
		}
	}
	return out
}

// combine applies an arithmetic operator to two integer terms.
func (b *builder) combine(op recipe.Op, x, y term) term {
	out := term{kind: recipe.Int}
	out.undefined = b.or(x.undefined, y.undefined)
	if op == recipe.OpDiv || op == recipe.OpMod {
		out.undefined = b.or(out.undefined, b.compare(recipe.OpEq, y, constant(recipe.Int, 0)))
	}
	out.absent = b.diff(b.or(x.absent, y.absent), out.undefined)
	if x.bits == nil && y.bits == nil && len(x.table)*len(y.table) <= tableLimit {
		sums := map[recipe.Value]bdd.Node{}
		for _, ex := range x.table {
			for _, ey := range y.table {
				both := b.and(ex.when, ey.when)
				if both == bdd.False {
					continue
				}
				if v, defined := arithmetic(op, ex.value, ey.value); defined {
					sums[v] = b.or(sums[v], both)
				}
			}
		}
		out.table = tableOf(sums)
		return out
	}
	vx, vy := b.toBits(x), b.toBits(y)
	if b.err != nil {
		return out
	}
	switch op {
	case recipe.OpAdd:
		out.bits = b.vec(b.sc.VecAdd(vx, vy))
	case recipe.OpSub:
		out.bits = b.vec(b.sc.VecSub(vx, vy))
	case recipe.OpMul:
		out.bits = b.vec(b.sc.VecMul(vx, vy))
	case recipe.OpMin:
		out.bits = b.vec(b.sc.VecMin(vx, vy))
	case recipe.OpMax:
		out.bits = b.vec(b.sc.VecMax(vx, vy))
	case recipe.OpDiv:
		out.bits = b.vec(b.sc.VecDiv(vx, vy))
	default:
		out.bits = b.vec(b.sc.VecMod(vx, vy))
	}
	return out
}

func tableOf(sets map[recipe.Value]bdd.Node) []entry {
	out := make([]entry, 0, len(sets))
	for v, n := range sets {
		if n != bdd.False {
			out = append(out, entry{v, n})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].value < out[j].value })
	return out
}

// negate is -x.
func (b *builder) negate(x term) term {
	if x.bits != nil {
		if b.err == nil {
			x.bits = b.vec(b.sc.VecNeg(x.bits))
		}
		return x
	}
	t := x
	t.table = make([]entry, len(x.table))
	for i, e := range x.table {
		t.table[len(x.table)-1-i] = entry{-e.value, e.when}
	}
	return t
}

// compare is the set of states in which both terms have values and the
// comparison (OpEq, OpLt or OpLe) holds of them.
func (b *builder) compare(op recipe.Op, x, y term) bdd.Node {
	if x.bits == nil && y.bits == nil && (op == recipe.OpEq || len(x.table)*len(y.table) <= tableLimit) {
		return b.compareTables(op, x, y)
	}
	has := b.not(b.or(b.or(x.absent, x.undefined), b.or(y.absent, y.undefined)))
	vx, vy := b.toBits(x), b.toBits(y)
	if b.err != nil {
		return bdd.False
	}
	switch op {
	case recipe.OpEq:
		return b.and(has, b.keep(b.sc.VecEq(vx, vy)))
	case recipe.OpLt:
		return b.and(has, b.keep(b.sc.VecLt(vx, vy)))
	default:
		return b.and(has, b.keep(b.sc.VecLe(vx, vy)))
	}
}

func (b *builder) compareTables(op recipe.Op, x, y term) bdd.Node {
	out := bdd.False
	for _, ex := range x.table {
		with := bdd.False
		for _, ey := range y.table {
			if op == recipe.OpEq && ex.value == ey.value || op == recipe.OpLt && ex.value < ey.value ||
				op == recipe.OpLe && ex.value <= ey.value {
				with = b.or(with, ey.when)
			}
		}
		out = b.or(out, b.and(ex.when, with))
	}
	return out
}

// choose is the term c ? x : y, for disjoint conditions yes and no of c; where
// neither holds c is undefined.
func (b *builder) choose(yes, no bdd.Node, x, y term) term {
	out := term{kind: x.kind}
	out.absent = b.or(b.and(yes, x.absent), b.and(no, y.absent))
	out.undefined = b.or(b.or(b.and(yes, x.undefined), b.and(no, y.undefined)), b.not(b.or(yes, no)))
	if x.bits != nil || y.bits != nil {
		vx, vy := b.toBits(x), b.toBits(y)
		if b.err == nil {
			out.bits = b.vec(b.sc.VecIte(yes, vx, vy))
		}
		return out
	}
	sets := map[recipe.Value]bdd.Node{}
	for _, e := range x.table {
		sets[e.value] = b.or(sets[e.value], b.and(yes, e.when))
	}
	for _, e := range y.table {
		sets[e.value] = b.or(sets[e.value], b.and(no, e.when))
	}
	out.table = tableOf(sets)
	return out
}

// within is the set of states in which t has a value of type typ.
func (b *builder) within(t term, typ *recipe.Type) bdd.Node {
	if t.bits != nil {
		if b.err != nil {
			return bdd.False
		}
		has := b.not(b.or(t.absent, t.undefined))
		return b.and(has, b.keep(b.sc.VecInRange(t.bits, typ.Lo, typ.Hi)))
	}
	out := bdd.False
	for _, e := range t.table {
		if typ.Contains(e.value) {
			out = b.or(out, e.when)
		}
	}
	return out
}

// store says that the next copy of x has the value of t; it is false where t
// has none or one that x cannot have.
func (b *builder) store(x *variable, t term) bdd.Node {
	if t.bits != nil && x.contiguous() && b.err == nil {
		has := b.not(b.or(t.absent, t.undefined))
		return b.and(has, b.keep(b.sc.VecStore(x.id, bdd.Next, int(x.values[0]), t.bits)))
	}
	out := bdd.False
	if t.bits != nil {
		for code, v := range x.values {
			is := b.compare(recipe.OpEq, t, constant(recipe.Int, v))
			out = b.or(out, b.and(is, b.eq(x, bdd.Next, code)))
		}
		return out
	}
	for _, e := range t.table {
		if code, ok := slices.BinarySearch(x.sorted, e.value); ok {
			out = b.or(out, b.and(e.when, b.eq(x, bdd.Next, x.codeOf[code])))
		}
	}
	return out
}
