package bdd_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// TestCalculatorAgrees: each method gives what the scope's method of that name gives, on random operands with constants among them.
func TestCalculatorAgrees(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x, y := l.Add("x", 6), l.Add("y", 6)
		m, s := open(t, &l, o)
		random := rand.New(rand.NewPCG(1, 2))
		for range rounds(30, 300) {
			_, p := randomSet(s, random, []bdd.VarID{x, y}, []int{6, 6}, []int{0, 20, 50, 120}[random.IntN(4)])
			_, q := randomSet(s, random, []bdd.VarID{x, y}, []int{6, 6}, []int{0, 20, 50, 120}[random.IntN(4)])
			steps := must(s.And(p, s.Calculator().OneOf(y, bdd.Next, random.Perm(6)[:3]...)))
			relation := must(m.NewRelation(steps, []bdd.VarID{y}))
			arguments := map[reflect.Type][]any{
				reflect.TypeFor[bdd.Node]():      {p, q, must(s.Not(p)), bdd.True},
				reflect.TypeFor[[]bdd.Node]():    {[]bdd.Node{p, q}},
				reflect.TypeFor[bdd.VarID]():     {x, y},
				reflect.TypeFor[[]bdd.VarID]():   {[]bdd.VarID{x, y}},
				reflect.TypeFor[bdd.Copy]():      {bdd.Current},
				reflect.TypeFor[int]():           {2, 4},
				reflect.TypeFor[[]int]():         {[]int{1, 5}},
				reflect.TypeFor[*bdd.VarSet]():   {m.VarSet(bdd.Current, x)},
				reflect.TypeFor[*bdd.Renaming](): {m.Renaming(bdd.Current, bdd.Next, x, y)},
				reflect.TypeFor[*bdd.Relation](): {relation},
				reflect.TypeFor[*bdd.Closure]():  {m.NewClosure(relation)},
				reflect.TypeFor[bdd.Vec]():       {s.Calculator().VecVar(x, bdd.Current, -2), s.Calculator().VecVar(y, bdd.Current, 1)},
			}
			for i := range reflect.TypeFor[*bdd.Scope]().NumMethod() {
				name := reflect.TypeFor[*bdd.Scope]().Method(i).Name
				operation := reflect.ValueOf(s).MethodByName(name)
				if !returnsError(operation) || name == "Load" {
					continue
				}
				method := reflect.ValueOf(s.Calculator()).MethodByName(name)
				require.True(t, method.IsValid(), "the calculator has no %s", name)
				node := reflect.TypeFor[bdd.Node]()
				if name == "ToCurrent" {
					arguments[node] = []any{s.Calculator().ToNext(p, x, y)}
				}
				compare(t, name, operation, method, arguments)
				arguments[node] = []any{p, q, must(s.Not(p)), bdd.True}
			}
			relation.Release()
			s.Reset()
		}
	})
}

func returnsError(f reflect.Value) bool {
	return f.Type().NumOut() == 2 && f.Type().Out(1) == reflect.TypeFor[error]()
}

// compare calls both functions with the first arguments of each type, those of one type in their order.
func compare(t *testing.T, name string, want, have reflect.Value, arguments map[reflect.Type][]any) {
	var args []reflect.Value
	used := map[reflect.Type]int{}
	for i := range want.Type().NumIn() {
		typ := want.Type().In(i)
		of := arguments[typ]
		args = append(args, reflect.ValueOf(of[used[typ]%len(of)]))
		used[typ]++
	}
	call := reflect.Value.Call
	if want.Type().IsVariadic() {
		call = reflect.Value.CallSlice
	}
	expected := call(want, args)
	require.Nil(t, expected[1].Interface(), name)
	require.Equal(t, expected[0].Interface(), call(have, args)[0].Interface(), name)
}

// TestCalculatorSticks: after an error nothing is done any more, and nothing that leaves the calculator looks like an answer.
func TestCalculatorSticks(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x := l.Add("x", 6)
		m, s := open(t, &l, o)
		kept := must(s.Eq(x, bdd.Current, 2))
		failure := errors.New("of the caller")
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		for name, spoil := range map[string]func() *bdd.Calculator{
			"an operation fails": func() *bdd.Calculator { c := s.Calculator(); c.Eq(9, bdd.Current, 1); return c },
			"the context ended":  func() *bdd.Calculator { c := m.Calculator(ended); c.Eq(x, bdd.Current, 1); return c },
			"the caller fails":   func() *bdd.Calculator { c := s.Calculator(); c.Fail(failure); return c },
			"Take of an error":   func() *bdd.Calculator { c := s.Calculator(); c.Take(kept, failure); return c },
			"closed before": func() *bdd.Calculator {
				c := s.NewScope().Calculator()
				c.Close()
				c.And(bdd.True, bdd.True)
				return c
			},
		} {
			c := spoil()
			first := c.Err()
			require.Error(t, first, name)
			for _, n := range []bdd.Node{
				c.And(bdd.True, bdd.True), c.Or(bdd.True, kept), c.Not(bdd.False), c.Implies(bdd.False, kept), c.AndAll(), c.Take(kept, nil),
				c.Exists(nil, bdd.True), c.Forward(nil, bdd.True, bdd.True), c.VecEq(bdd.VecConst(1), bdd.VecConst(1)), c.Keep(kept),
				c.Diff(kept, bdd.False), c.Eq(x, bdd.Current, 2), c.Ite(bdd.True, bdd.True, bdd.True), c.Same(), c.Restrict(bdd.True, bdd.True),
			} {
				require.Equal(t, bdd.False, n, name)
			}
			c.Fail(errors.New("a later one"))
			_, err := c.Result(bdd.False)
			require.Equal(t, first, err, name)
			_, err = c.Return(bdd.True)
			require.Equal(t, first, err, name)
			_, err = c.Count(bdd.False, []bdd.VarID{x})
			require.Equal(t, first, err, name)
			_, ok, err := c.Pick(kept, []bdd.VarID{x})
			require.Equal(t, first, err, name)
			require.False(t, ok, name)
			for _, test := range []func(a, b bdd.Node) (bool, error){c.Equal, c.Leq, c.Disjoint} {
				yes, err := test(bdd.False, bdd.False)
				require.Equal(t, first, err, name)
				require.False(t, yes, name)
			}
			require.Equal(t, first, c.Err(), name)
		}
	})
}

// TestCalculatorNeedsScope: shortcuts for constants do not pass by a scope that is closed.
func TestCalculatorNeedsScope(t *testing.T) {
	var l bdd.Layout
	m, _ := open(t, &l, bdd.Options{})
	for _, operation := range []func(c *bdd.Calculator) bdd.Node{
		func(c *bdd.Calculator) bdd.Node { return c.And(bdd.False, bdd.True) },
		func(c *bdd.Calculator) bdd.Node { return c.Diff(bdd.False, bdd.True) },
		func(c *bdd.Calculator) bdd.Node { return c.Not(bdd.True) },
		func(c *bdd.Calculator) bdd.Node { return c.Exists(m.VarSet(bdd.Current), bdd.False) },
	} {
		c := m.Calculator(context.Background())
		c.Close()
		_, err := c.Equal(operation(c), bdd.False)
		require.ErrorContains(t, err, "the scope is closed")
		require.ErrorIs(t, err, bdd.ErrMisuse)
	}
}

// TestCalculatorHolds: what a shortcut returns is held by the calculator's scope like any other result.
func TestCalculatorHolds(t *testing.T) {
	var l bdd.Layout
	x := l.Add("x", 16)
	m, s := open(t, &l, native(bdd.Options{}))
	for _, same := range []func(c *bdd.Calculator, n bdd.Node) bdd.Node{
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.And(n, bdd.True) },
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.And(bdd.True, n) },
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.Or(n, bdd.False) },
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.Or(n, n) },
		func(c *bdd.Calculator, n bdd.Node) bdd.Node { return c.Diff(n, bdd.False) },
	} {
		c := s.NewScope().Calculator()
		n := same(c, must(s.Eq(x, bdd.Current, 3)))
		s.Reset()
		require.Equal(t, 4, nodesAfterCollect(t, m))
		require.Equal(t, n, must(c.Return(n)))
		c.Close()
		require.Equal(t, 4, nodesAfterCollect(t, m))
		s.Reset()
		require.Zero(t, nodesAfterCollect(t, m))
	}
}
