package flow

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// elements lists a set within -30..30.
func elements(s Set) map[int]bool {
	out := map[int]bool{}
	for i := -30; i <= 30; i++ {
		if s.Contains(recipe.Value(i)) {
			out[i] = true
		}
	}
	return out
}

// samples are explicit sets and intervals, bounded and not.
func samples() []Set {
	sets := []Set{{}, Of(0), Of(1), Of(-3, 2), Of(0, 1), Of(5, 6, 7), Between(-4, 4), all, below(2), above(-1)}
	wide := Set{interval: true, lo: -5, hi: 3}
	return append(sets, wide, Set{interval: true, lo: 2, hi: 2}, Set{interval: true, lo: 0, hi: 9})
}

func TestSetOperations(t *testing.T) {
	for _, a := range samples() {
		for _, b := range samples() {
			ea, eb := elements(a), elements(b)
			both, either := elements(a.intersect(b)), elements(a.union(b, true))
			meets := false
			for i := -30; i <= 30; i++ {
				require.Equal(t, ea[i] && eb[i], both[i], "%v ∩ %v", a, b)
				if ea[i] || eb[i] {
					require.True(t, either[i], "%v ∪ %v", a, b)
				}
				meets = meets || ea[i] && eb[i]
			}
			require.Equal(t, meets, a.meets(b), "%v meets %v", a, b)
			require.True(t, a.SubsetOf(a.union(b, true)))
			require.True(t, a.intersect(b).SubsetOf(b))
			if a.SubsetOf(b) {
				for i := range ea {
					require.True(t, eb[i])
				}
			}
		}
		for v := range elements(a) {
			for i := range elements(a) {
				if i != v {
					require.True(t, a.without(recipe.Value(v)).Contains(recipe.Value(i)))
				}
			}
		}
	}
	require.Equal(t, Of(1, 2, 3), Between(1, 3))
	require.True(t, Between(1, 1000).interval)
	require.Equal(t, 1000, len(Of(1).union(Set{values: Between(0, maxExplicit-1).values}, false).values)+1000-maxExplicit)
}

// TestArithmeticIsComplete checks that every result of an operator on elements of two sets is in the computed set.
func TestArithmeticIsComplete(t *testing.T) {
	typ := recipe.IntType(-30, 30)
	work := 0
	for _, op := range []recipe.Op{recipe.OpNeg, recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMod, recipe.OpMin, recipe.OpMax} {
		for _, a := range samples() {
			for _, b := range samples() {
				w := &view{locals: []Set{a, b}, work: &work}
				x, y := &recipe.Expr{Op: recipe.OpLocal, Type: typ}, &recipe.Expr{Op: recipe.OpLocal, Type: typ, Index: 1}
				e := &recipe.Expr{Op: op, Type: typ, Args: []*recipe.Expr{x, y}}
				if op == recipe.OpNeg {
					e.Args = e.Args[:1]
				}
				result := w.eval(e)
				for i := range elements(a) {
					for j := range elements(b) {
						if v, ok := apply(op, i, j); ok {
							require.True(t, result.Contains(recipe.Value(v)), "%d %d %d: %v not in %v", op, i, j, v, result)
						}
					}
				}
			}
		}
	}
}

// TestAssumeIsComplete checks on random conditions over three locals that narrowing keeps every assignment that satisfies them,
// and that a condition which is said to be impossible has none.
func TestAssumeIsComplete(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	typ := recipe.IntType(-3, 3)
	work, impossible := 0, 0
	for range 3000 {
		e := randomCondition(rng, typ, 3)
		full := Between(-3, 3)
		if rng.Intn(2) == 0 {
			full = Set{interval: true, lo: -3, hi: 3}
		}
		for _, want := range []bool{true, false} {
			w := &view{locals: []Set{full, full, full}, work: &work}
			possible := w.assume(e, want)
			if !possible {
				impossible++
			}
			for i := range 7 * 7 * 7 {
				values := []int{i%7 - 3, i/7%7 - 3, i/49 - 3}
				holds, ok := evaluate(e, values)
				if !ok || (holds != 0) != want {
					continue
				}
				require.True(t, possible)
				for j, v := range values {
					require.True(t, w.locals[j].Contains(recipe.Value(v)), "%v loses %d", w.locals[j], v)
				}
			}
		}
	}
	require.Greater(t, impossible, 100)
}

// TestBoundsAreTight compares the bounds of every operator on intervals with those of all its results: sums, differences, products,
// minima, maxima and quotients are exact, remainders contain all results.
func TestBoundsAreTight(t *testing.T) {
	for _, op := range []recipe.Op{recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMod, recipe.OpMin, recipe.OpMax} {
		for n := range 9 * 9 * 9 * 9 {
			xlo, xhi, ylo, yhi := n%9-4, n/9%9-4, n/81%9-4, n/729-4
			if xlo > xhi || ylo > yhi {
				continue
			}
			var results []int
			for x := xlo; x <= xhi; x++ {
				for y := ylo; y <= yhi; y++ {
					if v, ok := apply(op, x, y); ok {
						results = append(results, v)
					}
				}
			}
			s := byBounds(op, Set{interval: true, lo: xlo, hi: xhi}, Set{interval: true, lo: ylo, hi: yhi})
			if len(results) == 0 {
				require.True(t, s.IsEmpty())
				continue
			}
			least, most := slices.Min(results), slices.Max(results)
			if op == recipe.OpMod {
				require.True(t, Between(least, most).SubsetOf(s), "%d..%d %% %d..%d", xlo, xhi, ylo, yhi)
				continue
			}
			require.Equal(t, Between(least, most), s, "%d: %d..%d, %d..%d", op, xlo, xhi, ylo, yhi)
		}
	}
	_, _, bounded := byBounds(recipe.OpDiv, below(7), Of(2)).Bounds()
	require.False(t, bounded)
}

func randomCondition(rng *rand.Rand, typ *recipe.Type, depth int) *recipe.Expr {
	if depth == 0 || rng.Intn(4) == 0 {
		ops := []recipe.Op{recipe.OpEq, recipe.OpNe, recipe.OpLt, recipe.OpLe, recipe.OpGt, recipe.OpGe}
		return recipe.Compare(ops[rng.Intn(len(ops))], randomNumber(rng, typ, 2), randomNumber(rng, typ, 2))
	}
	a, b := randomCondition(rng, typ, depth-1), randomCondition(rng, typ, depth-1)
	switch ops := []recipe.Op{recipe.OpNot, recipe.OpAnd, recipe.OpOr, recipe.OpImplies, recipe.OpIff, recipe.OpIte}; ops[rng.Intn(len(ops))] {
	case recipe.OpNot:
		return recipe.Not(a)
	case recipe.OpIte:
		c := randomCondition(rng, typ, depth-1)
		return &recipe.Expr{Op: recipe.OpIte, Type: recipe.BoolType, Args: []*recipe.Expr{a, b, c}}
	case recipe.OpAnd:
		return recipe.And(a, b)
	case recipe.OpOr:
		return recipe.Or(a, b)
	case recipe.OpImplies:
		return &recipe.Expr{Op: recipe.OpImplies, Type: recipe.BoolType, Args: []*recipe.Expr{a, b}}
	default:
		return &recipe.Expr{Op: recipe.OpIff, Type: recipe.BoolType, Args: []*recipe.Expr{a, b}}
	}
}

func randomNumber(rng *rand.Rand, typ *recipe.Type, depth int) *recipe.Expr {
	if depth == 0 || rng.Intn(3) > 0 {
		if rng.Intn(3) == 0 {
			return recipe.Const(typ, recipe.Value(rng.Intn(7)-3))
		}
		return &recipe.Expr{Op: recipe.OpLocal, Type: typ, Index: rng.Intn(3)}
	}
	a, b := randomNumber(rng, typ, depth-1), randomNumber(rng, typ, depth-1)
	ops := []recipe.Op{recipe.OpNeg, recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMod, recipe.OpMin, recipe.OpMax, recipe.OpIte}
	switch op := ops[rng.Intn(len(ops))]; op {
	case recipe.OpNeg:
		return &recipe.Expr{Op: op, Type: typ, Args: []*recipe.Expr{a}}
	case recipe.OpIte:
		return &recipe.Expr{Op: op, Type: typ, Args: []*recipe.Expr{randomCondition(rng, typ, 0), a, b}}
	default:
		return &recipe.Expr{Op: op, Type: typ, Args: []*recipe.Expr{a, b}}
	}
}

// evaluate is the value of an expression, truth values being 0 and 1; ok is false if it is undefined.
func evaluate(e *recipe.Expr, locals []int) (v int, ok bool) {
	switch e.Op {
	case recipe.OpConst:
		return int(e.Value), true
	case recipe.OpLocal:
		return locals[e.Index], true
	}
	a, ok := evaluate(e.Args[0], locals)
	if !ok {
		return 0, false
	}
	truth := func(b bool) (int, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch {
	case e.Op == recipe.OpNot:
		return 1 - a, true
	case e.Op == recipe.OpNeg:
		return -a, true
	case e.Op == recipe.OpIte:
		return evaluate(e.Args[2-a], locals)
	case e.Op == recipe.OpAnd && a == 0:
		return 0, true
	case e.Op == recipe.OpOr && a == 1, e.Op == recipe.OpImplies && a == 0:
		return 1, true
	}
	b, ok := evaluate(e.Args[1], locals)
	if !ok {
		return 0, false
	}
	switch e.Op {
	case recipe.OpAnd, recipe.OpOr, recipe.OpImplies:
		return b, true
	case recipe.OpIff, recipe.OpEq:
		return truth(a == b)
	case recipe.OpNe:
		return truth(a != b)
	case recipe.OpLt:
		return truth(a < b)
	case recipe.OpLe:
		return truth(a <= b)
	case recipe.OpGt:
		return truth(a > b)
	case recipe.OpGe:
		return truth(a >= b)
	}
	return apply(e.Op, a, b)
}
