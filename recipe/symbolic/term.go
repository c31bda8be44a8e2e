package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func constant(v recipe.Value) valuation { return table{{v, bdd.True}} }

// tables returns two valuations as tables; ok is false if one of them is a
// vector.
func tables(x, y valuation) (tx, ty table, ok bool) {
	tx, xok := x.(table)
	ty, yok := y.(table)
	return tx, ty, xok && yok
}

// Arithmetic applies the operator to all pairs of values in two tables, or, if
// these are many, to bit vectors.
func (d *diagrams) Arithmetic(op recipe.Op, x, y valuation) valuation {
	if op == recipe.OpNeg {
		return x.negate(d.Calculator)
	}
	if tx, ty, ok := tables(x, y); ok && len(tx)*len(ty) <= d.m.thresholds.TablePairs {
		return d.combineTables(op, tx, ty)
	}
	return vector(d.combineBits(op, x.bits(d.Calculator), y.bits(d.Calculator)))
}

func (d *diagrams) combineTables(op recipe.Op, x, y table) table {
	sums := map[recipe.Value]bdd.Node{}
	for _, ex := range x {
		for _, ey := range y {
			both := d.And(ex.when, ey.when)
			if both == bdd.False {
				continue
			}
			if v, defined := op.Apply(ex.value, ey.value); defined {
				sums[v] = d.Or(sums[v], both)
			}
		}
	}
	return tableOf(sums)
}

func (d *diagrams) combineBits(op recipe.Op, x, y bdd.Vec) bdd.Vec {
	switch op {
	case recipe.OpAdd:
		return d.VecAdd(x, y)
	case recipe.OpSub:
		return d.VecSub(x, y)
	case recipe.OpMul:
		return d.VecMul(x, y)
	case recipe.OpMin:
		return d.VecMin(x, y)
	case recipe.OpMax:
		return d.VecMax(x, y)
	case recipe.OpDiv:
		return d.VecDiv(x, y)
	default:
		return d.VecMod(x, y)
	}
}

func (d *diagrams) Compare(op recipe.Op, x, y valuation) bdd.Node {
	if tx, ty, ok := tables(x, y); ok && (op == recipe.OpEq || len(tx)*len(ty) <= d.m.thresholds.TablePairs) {
		return d.compareTables(op, tx, ty)
	}
	vx, vy := x.bits(d.Calculator), y.bits(d.Calculator)
	switch op {
	case recipe.OpEq:
		return d.VecEq(vx, vy)
	case recipe.OpLt:
		return d.VecLt(vx, vy)
	default:
		return d.VecLe(vx, vy)
	}
}

func (d *diagrams) compareTables(op recipe.Op, x, y table) bdd.Node {
	if op == recipe.OpEq && len(x) > len(y) { // values of the other one are found by search
		x, y = y, x
	}
	out := bdd.False
	for _, ex := range x {
		with := bdd.False
		if op == recipe.OpEq {
			with = y.when(ex.value)
		} else {
			for _, ey := range y {
				if v, _ := op.Apply(ex.value, ey.value); v == recipe.True {
					with = d.Or(with, ey.when)
				}
			}
		}
		out = d.Or(out, d.And(ex.when, with))
	}
	return out
}

func (d *diagrams) Choose(yes, no bdd.Node, x, y valuation) valuation {
	tx, ty, ok := tables(x, y)
	if !ok {
		return vector(d.VecIte(yes, x.bits(d.Calculator), y.bits(d.Calculator)))
	}
	sets := map[recipe.Value]bdd.Node{}
	for _, e := range tx {
		sets[e.value] = d.Or(sets[e.value], d.And(yes, e.when))
	}
	for _, e := range ty {
		sets[e.value] = d.Or(sets[e.value], d.And(no, e.when))
	}
	return tableOf(sets)
}
