package flow

import (
	"context"
	"math"
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
	return []Set{{}, Of(0), Of(1), Of(-3, 2), Of(0, 1), Of(5, 6, 7), Of(-9, -8, -2, 0, 3, 4, 9), Between(-4, 4), all, below(2), above(-1),
		Between(-5, 3), Between(0, 9), below(-3).Union(Of(0, 2)).Union(above(4)), Of(0).Union(above(7))}
}

func TestSetOperations(t *testing.T) {
	for _, a := range samples() {
		for _, b := range samples() {
			ea, eb := elements(a), elements(b)
			both, either := elements(a.intersect(b)), elements(a.Union(b))
			rest := elements(a.minus(b))
			meets := false
			for i := -30; i <= 30; i++ {
				require.Equal(t, ea[i] && eb[i], both[i], "%v ∩ %v", a, b)
				require.Equal(t, ea[i] || eb[i], either[i], "%v ∪ %v", a, b)
				require.Equal(t, ea[i] && !eb[i], rest[i], "%v - %v", a, b)
				meets = meets || ea[i] && eb[i]
			}
			require.Equal(t, meets, a.Meets(b), "%v meets %v", a, b)
			require.True(t, a.SubsetOf(a.Union(b)))
			require.True(t, a.intersect(b).SubsetOf(b))
			require.Equal(t, a.minus(b).IsEmpty(), a.SubsetOf(b), "%v ⊆ %v", a, b)
			require.Equal(t, string(a.appendKey(nil)) == string(b.appendKey(nil)), a.SubsetOf(b) && b.SubsetOf(a))
		}
		for d := -3; d <= 3; d++ {
			moved, negated := elements(a.shifted(d)), elements(a.negated())
			for i := -20; i <= 20; i++ {
				require.Equal(t, a.Contains(recipe.Value(i)), moved[i+d], "%v + %d", a, d)
				require.Equal(t, a.Contains(recipe.Value(i)), negated[-i], "-%v", a)
			}
		}
	}
	require.Equal(t, Of(1, 2, 3), Between(1, 3))
	require.Equal(t, 7, Of(1, 5).Union(Between(11, 15)).Size())
	require.Greater(t, above(0).Size(), 1<<60)
	require.Equal(t, []recipe.Value{7, 3}, Of(1, 3, 7).In(recipe.EnumType("e", 7, 5, 3)))
}

// small are thresholds at which every shortcut is taken, large ones at which none is.
func small() Thresholds { return Thresholds{} }

func large() Thresholds {
	const most = 1 << 20
	return Thresholds{Runs: most, Pairs: most, Combinations: most, Boxes: most, Growths: most, Descents: 9, Channels: most, Offers: most, Effort: math.MaxInt}
}

var arithmeticOps = []recipe.Op{recipe.OpNeg, recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMod, recipe.OpMin, recipe.OpMax}

// TestArithmeticIsComplete checks that every result of an operator on elements of two sets is in
// the computed set, and nothing else where it says so.
func TestArithmeticIsComplete(t *testing.T) {
	exacts := 0
	for _, limits := range []Thresholds{small(), DefaultThresholds(), large(), {Runs: 2, Pairs: 2}} {
		for _, op := range arithmeticOps {
			for _, a := range samples() {
				for _, b := range samples() {
					out, exact := limits.Arithmetic(op, a, b)
					results := map[recipe.Value]bool{}
					undefined := false
					for i := range elements(a) {
						for j := range elements(b) {
							v, ok := op.Apply(recipe.Value(i), recipe.Value(j))
							if op == recipe.OpNeg {
								v, ok = recipe.Value(-i), true
							}
							undefined = undefined || !ok
							if ok {
								results[v] = true
								require.True(t, out.Contains(v), "%d: %d, %d: %d not in %v", op, i, j, v, out)
							}
						}
					}
					if _, _, bounded := out.Bounds(); exact && bounded && a.Size() < 30 && b.Size() < 30 && !b.IsEmpty() {
						exacts++
						require.Len(t, results, out.Size(), "%d: %v, %v", op, a, b)
						require.False(t, undefined && !a.IsEmpty())
					}
				}
			}
		}
	}
	require.Greater(t, exacts, 1000)
}

// TestAssumeIsComplete checks on random conditions over three locals that narrowing keeps every
// assignment that satisfies them, and that a condition which is said to be impossible has none.
func TestAssumeIsComplete(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	typ := recipe.IntType(-3, 3)
	impossible, exact := 0, 0
	for n := range 3000 {
		limits := []Thresholds{small(), DefaultThresholds(), large()}[n%3]
		e := randomCondition(rng, typ, 3)
		full := []Set{Between(-3, 3), Of(-3, -1, 0, 2)}[rng.Intn(2)]
		for _, want := range []bool{true, false} {
			w := &view{effort: &effort{ctx: context.Background(), limits: limits}, locals: []Set{full, full, full}, exact: true}
			possible := w.assume(e, want)
			if !possible {
				impossible++
			}
			some := map[[3]int]bool{}
			for i := range 7 * 7 * 7 {
				values := []int{i%7 - 3, i/7%7 - 3, i/49 - 3}
				if !full.Contains(recipe.Value(values[0])) || !full.Contains(recipe.Value(values[1])) || !full.Contains(recipe.Value(values[2])) {
					continue
				}
				holds, ok := evaluate(e, values)
				if !ok || (holds != 0) != want {
					continue
				}
				require.True(t, possible)
				some[[3]int(values)] = true
				for j, v := range values {
					require.True(t, w.locals[j].Contains(recipe.Value(v)), "%v loses %d", w.locals[j], v)
				}
			}
			if possible && w.exact {
				exact++
				require.Len(t, some, w.locals[0].Size()*w.locals[1].Size()*w.locals[2].Size(), "%v", w.locals)
			}
		}
	}
	require.Greater(t, impossible, 100)
	require.Greater(t, exact, 100)
}

// The choices of a chain are made among what the choices before them leave, and a choice that is
// certain has one branch.
func TestChainsOfChoices(t *testing.T) {
	typ := recipe.IntType(0, 9)
	x := &recipe.Expr{Op: recipe.OpLocal, Type: typ}
	is := func(v int) *recipe.Expr { return recipe.Eq(x, recipe.IntExpr(v)) }
	chain := recipe.Ite(is(1), recipe.IntExpr(7), recipe.Ite(is(2), recipe.IntExpr(8), x))
	for _, c := range []struct{ from, to Set }{
		{Of(1, 2, 3), Of(3, 7, 8)},
		{Of(1), Of(7)},
		{Of(2), Of(8)},
		{Of(1, 2), Of(7, 8)},
		{Of(3, 4), Of(3, 4)},
		{Of(), Of()},
	} {
		e := &effort{ctx: t.Context(), limits: DefaultThresholds()}
		w := &view{effort: e, locals: []Set{c.from}, exact: true}
		require.Equal(t, slices.Collect(c.to.each), slices.Collect(w.eval(chain).each), "from %v", c.from)
		require.True(t, w.exact)
		require.Equal(t, c.from, w.locals[0], "the view stays as it was")
	}
}

// TestTasksAreComplete performs random tasks on growing sets: results and narrowed sets contain all
// that satisfies the conditions, and where everything may be looked at they are just that.
func TestTasksAreComplete(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	typ := recipe.IntType(-3, 3)
	performed, impossible := 0, 0
	for n := range 2000 {
		limits := []Thresholds{small(), DefaultThresholds(), large(), {Runs: 2, Pairs: 8, Combinations: 20, Boxes: 1, Effort: math.MaxInt}}[n%4]
		a := &analysis{effort: &effort{ctx: context.Background(), limits: limits}}
		conditions := []*recipe.Expr{randomCondition(rng, typ, 1), randomCondition(rng, typ, 1)}
		var outs []out
		for range 2 {
			outs = append(outs, out{expr: randomNumber(rng, typ, 2), within: Between(-2, 3)})
		}
		task := newTask(conditions, outs)
		sets := []Set{Of(0), Of(1), Of(-1)}
		for range 5 {
			i := rng.Intn(3)
			sets[i] = sets[i].Union(Between(-rng.Intn(4), rng.Intn(4)))
			w := &view{effort: a.effort, locals: slices.Clone(sets)}
			results, ok := a.perform(task, w)
			want := make([]Set, 5) // locals and results
			for i := range 7 * 7 * 7 {
				values := []int{i%7 - 3, i/7%7 - 3, i/49 - 3}
				fits := true
				for j, v := range values {
					fits = fits && sets[j].Contains(recipe.Value(v))
				}
				for _, c := range conditions {
					holds, ok := evaluate(c, values)
					fits = fits && ok && holds == 1
				}
				for _, o := range outs {
					v, ok := evaluate(o.expr, values)
					fits = fits && ok && o.within.Contains(recipe.Value(v))
					values = append(values, v)
				}
				for j, v := range values {
					if fits {
						want[j] = want[j].Union(Of(recipe.Value(v)))
					}
				}
			}
			if !ok {
				impossible++
				require.True(t, want[0].IsEmpty())
				continue
			}
			performed++
			for j, s := range append(w.locals, results...) {
				require.True(t, want[j].SubsetOf(s), "%v loses some of %v", s, want[j])
				if n%4 == 1 || n%4 == 2 {
					require.Equal(t, want[j], s)
				}
			}
		}
	}
	require.Greater(t, performed, 2000)
	require.Greater(t, impossible, 500)
}

// TestBoundsAreTight compares the bounds of every operator on intervals with those of all its
// results: sums, differences, products, minima, maxima and quotients are exact, remainders contain
// all results.
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
					if v, ok := op.Apply(recipe.Value(x), recipe.Value(y)); ok {
						results = append(results, int(v))
					}
				}
			}
			s := byBounds(op, run{xlo, xhi}, run{ylo, yhi})
			if len(results) == 0 {
				require.True(t, s.IsEmpty())
				continue
			}
			least, most := slices.Min(results), slices.Max(results)
			if op == recipe.OpMod {
				require.True(t, Between(least, most).SubsetOf(s.hull()), "%d..%d %% %d..%d", xlo, xhi, ylo, yhi)
				continue
			}
			require.Equal(t, Between(least, most), s, "%d: %d..%d, %d..%d", op, xlo, xhi, ylo, yhi)
		}
	}
	infinity := run{0, plusInfinity}
	for _, op := range []recipe.Op{recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMax} {
		_, _, bounded := byBounds(op, infinity, run{2, 2}).Bounds()
		require.False(t, bounded, op)
	}
	_, _, bounded := byBounds(recipe.OpMod, infinity, run{1, plusInfinity}).Bounds()
	require.False(t, bounded)
	require.Equal(t, Between(0, 6), byBounds(recipe.OpMod, infinity, run{7, 7}))
	require.Equal(t, all, byBounds(recipe.OpMul, run{0, 1 << 40}, run{0, 1 << 40}), "products that wrap around are any number")
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

// evaluate is the value of an expression, truth values being 0 and 1; ok is false if it is
// undefined.
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
	r, ok := e.Op.Apply(recipe.Value(a), recipe.Value(b))
	return int(r), ok
}
