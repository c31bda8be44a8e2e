package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func TestExprString(t *testing.T) {
	b := NewBuilder()
	d, p := b.Data("D", digit), b.Property("p", BoolType)
	a := b.Agent("a", "A")
	x, y := a.Local("x", digit), a.Local("y", BoolType)
	named := a.Send(0, 0, b.Broadcast()).Label("s")
	unnamed := a.Send(0, 0, b.Broadcast())
	again := a.Send(0, 0, b.Broadcast()).Label("s")
	c := b.Agent("c", "C")
	z := c.Local("z", digit)
	s := system(t, b)
	for _, c := range []struct {
		e    *Expr
		want string
	}{
		{TrueExpr, "true"},
		{num(-3), "-3"},
		{b.Broadcast(), "*"},
		{b.Location("c"), "c"},
		{x, "x"},
		{z, "c-z"},
		{d, "D"},
		{p, "@p"},
		{b.SupplierProperty(p), "supplier-p"},
		{b.MessageChannel(), "chan"},
		{a.Control(), "a-automaton-state"},
		{Eq(b.Observe(OpLocality), b.AnyLocation()), "locality = any"},
		{Executed(named), "a-s"},
		{Executed(named, again), "a-s"},
		{Executed(named, unnamed), "a-s | a#2"},
		{Executed(), "false"},
		{Enabled(unnamed), "enabled(a#2)"},

		{And(y, Or(y, p), y), "y & (y | @p) & y"},
		{And(y, And(y, y)), "y & (y & y)"},
		{Or(And(y, y), y), "y & y | y"},
		{Implies(y, Implies(y, y)), "y -> y -> y"},
		{Implies(Implies(y, y), y), "(y -> y) -> y"},
		{Iff(Implies(y, y), Iff(y, y)), "y -> y <-> (y <-> y)"},
		{Not(y), "!y"},
		{Not(Eq(x, z)), "!(x = c-z)"},
		{Eq(Not(y), y), "(!y) = y"},
		{Eq(Eq(x, x), y), "(x = x) = y"},
		{Sub(Sub(x, x), Sub(x, x)), "x - x - (x - x)"},
		{Mul(Add(x, x), Neg(x)), "(x + x) * -x"},
		{Neg(Neg(x)), "-(-x)"},
		{Neg(num(-1)), "-(-1)"},
		{Mod(Div(x, x), Mul(x, x)), "x / x % (x * x)"},
		{Min(x, Max(x, Add(x, num(1)))), "min(x, max(x, x + 1))"},
		{Add(Ite(y, x, x), x), "(y ? x : x) + x"},
		{Ite(y, Ite(y, x, x), Ite(y, x, x)), "y ? (y ? x : x) : y ? x : x"},
		{Exists(And(p, Forall(p))), "exists(@p & forall(@p))"},

		// Malformed ones are not dressed up, nor do they panic.
		{nil, "<nil>"},
		{&Expr{Op: OpLocal, Index: 9}, "local[9]"},
		{&Expr{Op: OpAnd, Args: []*Expr{y}}, "&(y)"},
		{&Expr{Op: 200}, "operator 200[0]"},
		{Const(s.Channel, 77), "symbol77"},
	} {
		require.Equal(t, c.want, s.ExprString(c.e, 0))
	}
	require.Equal(t, "a-x", s.ExprString(x, -1))
}

func TestSystemString(t *testing.T) {
	b := NewBuilder()
	d, p := b.Data("D", digit), b.Property("p", b.Enum("e", "red", "blue"))
	c := b.Channel("c")
	a := b.Agent("a", "A")
	x := initialised(a, "x", BoolType, 0)
	a.ReceiveGuard(Eq(b.MessageChannel(), c)).Relabel(p, b.Value(p.Type, "red"))
	a.Send(0, 1, c).Label("s").When(x).To(Eq(p, b.Value(p.Type, "blue"))).With(d, num(1)).Set(x, Not(x))
	a.Receive(1, 0, c).Label("r").Set(x, Gt(d, num(2)))
	k := b.Agent("k", "K")
	k.Get(0, 0).Label("g").To(Eq(p, b.Value(p.Type, "red"))).With(d, num(1))
	k.Get(0, 0).At(a.Location())
	k.Supply(0, 0)
	k.Supply(0, 0).At(k.Location()).With(d, num(2))
	b.StateProposition("quiet", Not(x))
	require.Equal(t, `channels: channel {*, c}
data D : 0..9
property p : e {red, blue}
agent a (A)
  local x : bool
  init: x = false
  relabel p <- red
  receive-guard: chan = c
  0 -> 1  s: {x} c ! @p = blue (D := 1)[x := !x]
  1 -> 0  r: {true} c ? [x := D > 2]
agent k (K)
  init: true
  receive-guard: true
  0 -> 0  g: {true} GET@(@p = red)(D := 1)[]
  0 -> 0  {true} GET@(a)()[]
  0 -> 0  {true} SUPPLY@(any)()[]
  0 -> 0  {true} SUPPLY@(k)(D := 2)[]
state proposition 0 quiet: !a-x
`, system(t, b).String())
}

func TestKindsHaveNames(t *testing.T) {
	require.Equal(t, "p2p", PointToPointStep.String())
	require.Equal(t, "supply", Supply.String())
	require.Equal(t, "kind 9", StepKind(9).String())
	require.Equal(t, "m.rcp:3:7", Position{File: "m.rcp", Line: 3, Column: 7}.String())
	require.Equal(t, "m.rcp", Position{File: "m.rcp"}.String())
}
