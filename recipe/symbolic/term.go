package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A term is an expression over diagrams: for each state its value, or that it
// is absent or undefined (see recipe.Expr). The states that have values, absent
// and undefined are disjoint and cover all states with valid codes.
type term struct {
	values    valuation
	absent    bdd.Node
	undefined bdd.Node
}

func constant(v recipe.Value) term { return term{values: table{{v, bdd.True}}} }

var absentTerm = term{values: table(nil), absent: bdd.True}

func boolean(yes, no, undefined bdd.Node) term {
	var t table
	if no != bdd.False {
		t = append(t, entry{recipe.False, no})
	}
	if yes != bdd.False {
		t = append(t, entry{recipe.True, yes})
	}
	return term{values: t, undefined: undefined}
}

// when is the set of states in which t has the value v.
func (b *builder) when(t term, v recipe.Value) bdd.Node { return t.values.when(b, v) }

// has is the set of states in which t has a value.
func (b *builder) has(t term) bdd.Node { return b.not(b.or(t.absent, t.undefined)) }

// vector is the term of the integer bits wherever it is neither absent nor
// undefined.
func (b *builder) vector(bits bdd.Vec, absent, undefined bdd.Node) term {
	t := term{absent: absent, undefined: undefined}
	t.values = vector{bits, b.has(t)}
	return t
}

// tables returns the values of two terms as tables; ok is false if one of them
// is a vector.
func tables(x, y term) (tx, ty table, ok bool) {
	tx, xok := x.values.(table)
	ty, yok := y.values.(table)
	return tx, ty, xok && yok
}

// combine applies an arithmetic operator to two integer terms.
func (b *builder) combine(op recipe.Op, x, y term) term {
	undefined := b.or(x.undefined, y.undefined)
	if op == recipe.OpDiv || op == recipe.OpMod {
		undefined = b.or(undefined, b.when(y, 0))
	}
	absent := b.diff(b.or(x.absent, y.absent), undefined)
	if tx, ty, ok := tables(x, y); ok && len(tx)*len(ty) <= b.m.thresholds.TablePairs {
		return term{b.combineTables(op, tx, ty), absent, undefined}
	}
	return b.vector(b.combineBits(op, x.values.bits(b), y.values.bits(b)), absent, undefined)
}

func (b *builder) combineTables(op recipe.Op, x, y table) table {
	sums := map[recipe.Value]bdd.Node{}
	for _, ex := range x {
		for _, ey := range y {
			both := b.and(ex.when, ey.when)
			if both == bdd.False {
				continue
			}
			if v, defined := op.Apply(ex.value, ey.value); defined {
				sums[v] = b.or(sums[v], both)
			}
		}
	}
	return tableOf(sums)
}

func (b *builder) combineBits(op recipe.Op, x, y bdd.Vec) bdd.Vec {
	if b.err != nil {
		return bdd.VecConst(0)
	}
	switch op {
	case recipe.OpAdd:
		return b.vec(b.sc.VecAdd(x, y))
	case recipe.OpSub:
		return b.vec(b.sc.VecSub(x, y))
	case recipe.OpMul:
		return b.vec(b.sc.VecMul(x, y))
	case recipe.OpMin:
		return b.vec(b.sc.VecMin(x, y))
	case recipe.OpMax:
		return b.vec(b.sc.VecMax(x, y))
	case recipe.OpDiv:
		return b.vec(b.sc.VecDiv(x, y))
	default:
		return b.vec(b.sc.VecMod(x, y))
	}
}

// negate is -x.
func (b *builder) negate(x term) term {
	x.values = x.values.negate(b)
	return x
}

// compare is the set of states in which both terms have values and the
// comparison (OpEq, OpLt or OpLe) holds of them.
func (b *builder) compare(op recipe.Op, x, y term) bdd.Node {
	if tx, ty, ok := tables(x, y); ok && (op == recipe.OpEq || len(tx)*len(ty) <= b.m.thresholds.TablePairs) {
		return b.compareTables(op, tx, ty)
	}
	has := b.and(b.has(x), b.has(y))
	vx, vy := x.values.bits(b), y.values.bits(b)
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

func (b *builder) compareTables(op recipe.Op, x, y table) bdd.Node {
	out := bdd.False
	for _, ex := range x {
		with := bdd.False
		if op == recipe.OpEq {
			with = y.when(b, ex.value)
		} else {
			for _, ey := range y {
				if ex.value < ey.value || op == recipe.OpLe && ex.value == ey.value {
					with = b.or(with, ey.when)
				}
			}
		}
		out = b.or(out, b.and(ex.when, with))
	}
	return out
}

// choose is the term c ? x : y, for disjoint conditions yes and no of c; where
// neither holds c is undefined.
func (b *builder) choose(yes, no bdd.Node, x, y term) term {
	absent := b.or(b.and(yes, x.absent), b.and(no, y.absent))
	undefined := b.or(b.or(b.and(yes, x.undefined), b.and(no, y.undefined)), b.not(b.or(yes, no)))
	tx, ty, ok := tables(x, y)
	if !ok {
		vx, vy := x.values.bits(b), y.values.bits(b)
		if b.err == nil {
			vx = b.vec(b.sc.VecIte(yes, vx, vy))
		}
		return b.vector(vx, absent, undefined)
	}
	sets := map[recipe.Value]bdd.Node{}
	for _, e := range tx {
		sets[e.value] = b.or(sets[e.value], b.and(yes, e.when))
	}
	for _, e := range ty {
		sets[e.value] = b.or(sets[e.value], b.and(no, e.when))
	}
	return term{tableOf(sets), absent, undefined}
}

// within is the set of states in which t has a value of type typ.
func (b *builder) within(t term, typ *recipe.Type) bdd.Node { return t.values.within(b, typ) }

// store says that the next copy of x has the value of t; it is false where t
// has none or one that x cannot have.
func (b *builder) store(x *variable, t term) bdd.Node { return t.values.store(b, x) }
