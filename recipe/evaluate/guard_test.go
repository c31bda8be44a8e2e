package evaluate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An outcome is what an expression comes to, told naively: a value, absent or undefined.
type outcome struct {
	value             recipe.Value
	absent, undefined bool
}

// come evaluates an expression over data some of which are absent or undefined, by the rules: what
// is computed from something undefined is undefined, and else from something absent absent; a
// comparison with something absent is false, and != its negation; connectives and choices look at
// no more than they need, from the left.
func come(x *recipe.Expr, data []outcome) outcome {
	truth := func(b bool) outcome { return outcome{value: recipe.BoolValue(b)} }
	condition := func(x *recipe.Expr) outcome {
		v := come(x, data)
		if v.absent {
			return truth(false)
		}
		return v
	}
	f := x.Op.Facts()
	switch f.Class {
	case recipe.ClassLeaf:
		if x.Op == recipe.OpConst {
			return outcome{value: x.Value}
		}
		return data[x.Index]
	case recipe.ClassArithmetic, recipe.ClassComparison:
		l := come(x.Args[0], data)
		r := l
		if len(x.Args) > 1 {
			r = come(x.Args[1], data)
		}
		zero := f.Divides && !r.absent && !r.undefined && r.value == 0
		switch {
		case l.undefined || r.undefined || zero:
			return outcome{undefined: true}
		case (l.absent || r.absent) && f.Class == recipe.ClassComparison:
			return truth(x.Op == recipe.OpNe)
		case l.absent || r.absent:
			return outcome{absent: true}
		}
		v, ok := x.Op.Apply(l.value, r.value)
		return outcome{value: v, undefined: !ok}
	case recipe.ClassChoice:
		switch c := condition(x.Args[0]); {
		case c.undefined:
			return c
		case c.value == recipe.True:
			return come(x.Args[1], data)
		}
		return come(x.Args[2], data)
	}
	l := condition(x.Args[0])
	if l.undefined {
		return l
	}
	if x.Op == recipe.OpNot {
		return truth(l.value == recipe.False)
	}
	switch {
	case x.Op == recipe.OpAnd && l.value == recipe.False, x.Op == recipe.OpOr && l.value == recipe.True:
		return l
	case x.Op == recipe.OpImplies && l.value == recipe.False:
		return truth(true)
	}
	r := condition(x.Args[1])
	switch {
	case r.undefined || x.Op != recipe.OpIff:
		return r
	}
	return truth(l.value == r.value)
}

// drawExpr draws a condition, or a number, over some data.
func drawExpr(random *rand.Rand, data int, boolean bool, depth int) *recipe.Expr {
	number := recipe.IntType(-3, 3)
	sub := func(boolean bool) *recipe.Expr { return drawExpr(random, data, boolean, depth-1) }
	switch {
	case !boolean && (depth <= 0 || random.IntN(4) == 0):
		if random.IntN(3) == 0 {
			return recipe.IntExpr(random.IntN(4) - 1)
		}
		return &recipe.Expr{Op: recipe.OpData, Type: number, Index: random.IntN(data)}
	case random.IntN(6) == 0 && depth > 0:
		return recipe.Ite(sub(true), sub(boolean), sub(boolean))
	case !boolean:
		ops := []func(x, y *recipe.Expr) *recipe.Expr{recipe.Add, recipe.Sub, recipe.Mul, recipe.Div, recipe.Mod}
		return ops[random.IntN(len(ops))](sub(false), sub(false))
	case depth <= 1 || random.IntN(3) == 0:
		ops := []recipe.Op{recipe.OpEq, recipe.OpNe, recipe.OpLt, recipe.OpLe, recipe.OpGt, recipe.OpGe}
		return recipe.Compare(ops[random.IntN(len(ops))], sub(false), sub(false))
	}
	ops := []recipe.Op{recipe.OpAnd, recipe.OpOr, recipe.OpImplies, recipe.OpIff, recipe.OpNot}
	op := ops[random.IntN(len(ops))]
	x := &recipe.Expr{Op: op, Type: recipe.BoolType, Args: []*recipe.Expr{sub(true)}}
	if op != recipe.OpNot {
		x.Args = append(x.Args, sub(true))
	}
	return x
}

// Conditions over data that may be absent or undefined come to what the rules say, whatever the
// value is of what has none.
func TestConditionsWithoutValues(t *testing.T) {
	const data = 4
	count := map[[2]bool]int{}
	for seed := range uint64(20000) {
		random := rand.New(rand.NewPCG(seed, 37))
		x := drawExpr(random, data, true, 4)
		known := make([]outcome, data)
		carried := make([]*Term[bool, recipe.Value], data)
		for i := range known {
			v := recipe.Value(random.IntN(5) - 2)
			switch random.IntN(4) {
			case 0:
				known[i].absent = true
				if random.IntN(2) == 0 {
					continue // the message does not have it at all
				}
			case 1:
				known[i].undefined = true
			default:
				known[i].value = v
			}
			carried[i] = &Term[bool, recipe.Value]{v, known[i].absent, known[i].undefined}
		}
		e := &Evaluator[bool, recipe.Value]{Algebra: point{}}
		got := e.Truth(x, &Setting[bool, recipe.Value]{Data: carried})
		want := come(x, known)
		require.Equal(t, want.undefined, got.Undefined, "seed %d: %v", seed, x)
		require.Equal(t, !want.undefined && want.value == recipe.True, got.Yes, "seed %d: %v", seed, x)
		count[[2]bool{got.Yes, got.Undefined}]++
	}
	require.Len(t, count, 3)
	for _, n := range count {
		require.Greater(t, n, 2000)
	}
}
