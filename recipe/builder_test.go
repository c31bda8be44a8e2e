package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Mistakes in building are errors of Builder.System.
func TestBuilderMistakes(t *testing.T) {
	for _, c := range []struct {
		want  string
		build func(b *Builder)
	}{
		{"recipe: agents: there are none", func(b *Builder) {}},
		{"recipe: enumeration e is empty", func(b *Builder) { b.Enum("e") }},
		{"recipe: enumeration e lists red twice", func(b *Builder) { b.Enum("e", "red", "red") }},
		{"recipe: green is no value of e", func(b *Builder) { b.Value(b.Enum("e", "red"), "green") }},
		{"recipe: two agents are named a", func(b *Builder) { b.Agent("a", "A"); b.Agent("a", "A") }},
		{"recipe: property identifier p is declared after an agent", func(b *Builder) {
			b.Agent("a", "A")
			b.Property("p", BoolType)
		}},
		{"recipe: agent a is changed after the next one was started", func(b *Builder) {
			a := b.Agent("a", "A")
			b.Agent("b", "B")
			a.Local("x", BoolType)
		}},
		{"recipe: agent a relabels what is no property identifier", func(b *Builder) {
			b.Agent("a", "A").Relabel(TrueExpr, TrueExpr)
		}},
		{"recipe: local \"x\" of agent a is declared twice", func(b *Builder) {
			a := b.Agent("a", "A")
			a.Local("x", BoolType)
			a.Local("x", IntType(0, 1))
		}},
		{"recipe: data variable \"D\" is declared twice", func(b *Builder) { b.Data("D", digit); b.Data("D", BoolType); b.Agent("a", "A") }},
		{"recipe: property identifier \"p\" is declared twice", func(b *Builder) { b.Property("p", digit); b.Property("p", digit); b.Agent("a", "A") }},
		{"recipe: enumeration e is declared twice", func(b *Builder) { b.Enum("e", "red"); b.Enum("e", "green"); b.Agent("a", "A") }},
		{"recipe: agent a relabels p twice", func(b *Builder) {
			p := b.Property("p", BoolType)
			b.Agent("a", "A").Relabel(p, TrueExpr).Relabel(p, FalseExpr)
		}},
		{"recipe: data variable \"D\" has no type", func(b *Builder) { b.Data("D", nil); b.Agent("a", "A") }},
		{"recipe: local \"\" of agent a needs another name", func(b *Builder) { b.Agent("a", "A").Local("", BoolType) }},
		{"recipe: an agent has no name", func(b *Builder) { b.Agent("", "A") }},
		{"recipe: command 0 (a#1): leads from -1 to 0, but a has 1 control states", func(b *Builder) { b.Agent("a", "A").Supply(-1, 0) }},
		{"recipe: a-s assigns data to what is no data variable", func(b *Builder) {
			b.Agent("a", "A").Send(0, 0, b.Broadcast()).Label("s").With(TrueExpr, TrueExpr)
		}},
		{"recipe: a-s updates what is no local", func(b *Builder) {
			b.Agent("a", "A").Send(0, 0, b.Broadcast()).Label("s").Set(TrueExpr, TrueExpr)
		}},
		{"recipe: = is no leaf of propositions without parameter", func(b *Builder) { b.Observe(OpEq) }},
		{"recipe: what is no property identifier is asked of the supplier", func(b *Builder) { b.SupplierProperty(TrueExpr) }},
		{"recipe: command 0 (a-s): target: not of this kind of command", func(b *Builder) {
			a := b.Agent("a", "A")
			a.Send(0, 0, b.Broadcast()).Label("s").At(a.Location())
		}},
	} {
		b := NewBuilder()
		c.build(b)
		s, err := b.System()
		require.ErrorContains(t, err, c.want)
		require.Nil(t, s)
	}
}

// All mistakes are reported at once, each as one line, and none brings about another.
func TestBuilderReportsAllMistakes(t *testing.T) {
	b := NewBuilder()
	d := b.Data("D", digit)
	b.Data("D", digit)
	e := b.Enum("e", "red")
	a := b.Agent("a", "A")
	x := a.Local("x", e)
	a.Local("x", e)
	a.Init(Eq(x, b.Value(e, "green")))
	z := b.Agent("z", "Z")
	late := b.Property("p", digit)
	y := a.Local("y", digit)
	a.Send(0, 1, b.Broadcast()).Label("late").With(d, y).Set(y, num(1))
	z.Send(0, 0, b.Broadcast()).Label("s").With(x, num(1)).Set(d, num(2)).When(Eq(late, num(3)))
	z.Receive(0, 0, b.Channel("c")).When(nil)
	_, err := b.System()
	require.EqualError(t, err, `recipe: data variable "D" is declared twice
recipe: local "x" of agent a is declared twice
recipe: green is no value of e
recipe: property identifier p is declared after an agent
recipe: agent a is changed after the next one was started
recipe: agent a is changed after the next one was started
recipe: z-s assigns data to what is no data variable
recipe: z-s updates what is no local
recipe: command 1 (z#2): guard: an expression is missing`)
}

func TestBuilder(t *testing.T) {
	b := NewBuilder()
	d, e := b.Data("D", digit), b.Data("E", digit)
	c := b.Channel("c")
	require.Equal(t, c, b.Channel("c"), "a channel is declared once")
	require.Equal(t, b.Broadcast(), b.Channel("*"))
	colour := b.Enum("colour", "red", "c") // one spelling, one value
	require.Equal(t, c.Value, b.Value(colour, "c").Value)

	a := b.Agent("a", "A")
	later := a.Local("friend", b.LocationType())
	a.Init(Eq(later, b.Location("z")))
	get := a.Get(0, 3).When(And(Eq(e, d), Eq(d, num(1)))).Set(later, b.Location("a"))
	z := b.Agent("z", "Z")
	s := system(t, b)

	require.Equal(t, []int{0, 1}, s.Commands[get.ID()].Mentions)
	require.Equal(t, 4, s.Agents[0].States)
	require.Equal(t, 1, z.Index())
	require.Equal(t, []Value{s.Agents[0].Location, s.Agents[1].Location}, s.Location.Values)
	require.Equal(t, s.Agents[1].Location, b.Location("z").Value)
	v, ok := s.SymbolOf("red")
	require.True(t, ok)
	require.Equal(t, "red", s.Symbols[v])
	_, ok = s.SymbolOf("nobody")
	require.False(t, ok)
	in := NewInterpreter(s)
	require.Equal(t, s, in.System())
	require.Equal(t, "a@0 friend=z; z@0", s.StateString(start(t, in)))
}
