package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// tables returns two valuations as tables; ok is false if one of them is a
// vector.
func tables(x, y valuation) (tx, ty table, ok bool) {
	tx, xok := x.(table)
	ty, yok := y.(table)
	return tx, ty, xok && yok
}

// Arithmetic applies the operator to all pairs of values in two tables. If there are many pairs, it
// uses bit vectors.
func (b *algebra) Arithmetic(op recipe.Op, x, y valuation) valuation {
	if op == recipe.OpNeg {
		return x.negate(b.Calculator)
	}
	if tx, ty, ok := tables(x, y); ok && len(tx)*len(ty) <= b.m.thresholds.TablePairs {
		return b.combineTables(op, tx, ty)
	}
	return vector(operations[op](x.bits(b.Calculator), b.Calculator, y.bits(b.Calculator)))
}

func (b *algebra) combineTables(op recipe.Op, x, y table) table {
	sums := map[recipe.Value]bdd.Node{}
	for _, ex := range x {
		for _, ey := range y {
			both := b.And(ex.when, ey.when)
			if both == bdd.False {
				continue
			}
			if v, defined := op.Apply(ex.value, ey.value); defined {
				sums[v] = b.Or(sums[v], both)
			}
		}
	}
	return tableOf(sums)
}

// operations are those of arithmetic on bit vectors, relations the comparisons.
var (
	operations = map[recipe.Op]func(x bdd.Vec, k *bdd.Calculator, y bdd.Vec) bdd.Vec{
		recipe.OpAdd: bdd.Vec.Add, recipe.OpSub: bdd.Vec.Sub, recipe.OpMul: bdd.Vec.Mul,
		recipe.OpMin: bdd.Vec.Min, recipe.OpMax: bdd.Vec.Max,
		recipe.OpDiv: bdd.Vec.Div, recipe.OpMod: bdd.Vec.Mod,
	}
	relations = map[recipe.Op]func(x bdd.Vec, k *bdd.Calculator, y bdd.Vec) bdd.Node{
		recipe.OpEq: bdd.Vec.Eq, recipe.OpLt: bdd.Vec.Less, recipe.OpLe: bdd.Vec.AtMost,
	}
)

func (b *algebra) Compare(op recipe.Op, x, y valuation) bdd.Node {
	if tx, ty, ok := tables(x, y); ok && (op == recipe.OpEq || len(tx)*len(ty) <= b.m.thresholds.TablePairs) {
		return b.compareTables(op, tx, ty)
	}
	return relations[op](x.bits(b.Calculator), b.Calculator, y.bits(b.Calculator))
}

func (b *algebra) compareTables(op recipe.Op, x, y table) bdd.Node {
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
					with = b.Or(with, ey.when)
				}
			}
		}
		out = b.Or(out, b.And(ex.when, with))
	}
	return out
}

func (b *algebra) Choose(yes, no bdd.Node, x, y valuation) valuation {
	tx, ty, ok := tables(x, y)
	if !ok {
		return vector(x.bits(b.Calculator).Ite(b.Calculator, yes, y.bits(b.Calculator)))
	}
	sets := map[recipe.Value]bdd.Node{}
	for _, e := range tx {
		sets[e.value] = b.Or(sets[e.value], b.And(yes, e.when))
	}
	for _, e := range ty {
		sets[e.value] = b.Or(sets[e.value], b.And(no, e.when))
	}
	return tableOf(sets)
}
