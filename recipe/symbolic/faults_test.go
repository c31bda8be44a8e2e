package symbolic_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// told are seeds of systems that told something: a guard that reads the channel
// where that is undefined, and a zero divisor of an absent dividend.
var told = []uint64{721, 3493}

// In every reachable state of generated systems, just those meetings are at
// fault that the interpreter finds.
func TestRangeFaultsAreTheInterpreters(t *testing.T) {
	found := map[recipe.Obstacle]int{}
	n := uint64(recipetest.Number(t, "RCHECK_TRIALS", 250))
	for i := range n + uint64(len(told)) {
		seed := i
		if i >= n {
			seed = told[i-n]
		}
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		meetings, err := symbolic.MayFault(context.Background(), sys)
		require.NoError(t, err)
		o := symbolic.Options{NoTrials: true}
		recipetest.Extremes(recipetest.Seeded(seed), &o.Thresholds)
		m, err := symbolic.Encode(context.Background(), sys, o)
		require.NoError(t, err)
		k := m.Manager.Calculator(context.Background())
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(context.Background(), in, 200)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		got := make([]map[symbolic.Meeting]bool, g.Len())
		for i := range got {
			got[i] = map[symbolic.Meeting]bool{}
		}
		for _, at := range meetings {
			set, err := m.RangeFault(k.Scope(), at, m.Valid)
			require.NoError(t, err)
			for i := range got {
				if m.Contains(set, g.State(i)) {
					got[i][at] = true
				}
			}
		}
		for i := range got {
			want := map[symbolic.Meeting]bool{}
			for _, f := range in.RangeFaults(g.State(i)) {
				found[f.Obstacle]++
				at := symbolic.Meeting{Initiator: f.Message.Command, Partner: -1}
				switch {
				case len(f.Message.Participants) > 0:
					at.Partner = f.Message.Participants[0].Command
				case f.Command != f.Message.Command:
					at.Partner = f.Command
				}
				want[at] = true
			}
			require.Equal(t, want, got[i], "seed %d, state %s\n%s", seed, sys.StateString(g.State(i)), sys)
		}
		k.Close()
		m.Close()
	}
	t.Logf("faults %v", found)
	for _, o := range []recipe.Obstacle{recipe.ZeroDivisor, recipe.DataOutOfRange, recipe.UpdateOutOfRange} {
		require.Greater(t, found[o], 20, "too few faults of kind %v", o)
	}
}

// Where types exclude faults no meeting is asked about.
func TestTypesExcludeFaults(t *testing.T) {
	b := recipe.NewBuilder()
	on := b.Data("ON", recipe.BoolType)
	a := b.Agent("a", "A")
	x := a.Local("x", recipe.BoolType)
	a.Send(0, 0, b.Broadcast()).With(on, x).Set(x, recipe.Not(x))
	c := b.Agent("c", "C")
	y := c.Local("y", recipe.IntType(0, 3))
	c.Receive(0, 0, b.Broadcast()).When(on).Set(y, recipe.Min(y, recipe.IntExpr(2)))
	sys, err := b.System()
	require.NoError(t, err)
	meetings, err := symbolic.MayFault(context.Background(), sys)
	require.NoError(t, err)
	require.Empty(t, meetings)
}

// A value of a larger enumeration may leave a smaller one; every value of the smaller one is among
// those of the larger. Constants are asked by themselves.
func TestEnumerationsOutOfRange(t *testing.T) {
	for _, test := range []struct {
		name      string
		from, to  int // which enumeration a value is of, and which one takes it
		update    bool
		may       bool
		constants bool
	}{
		{name: "data of a larger enumeration", from: 1, to: 0, may: true},
		{name: "data of a smaller enumeration", from: 0, to: 1},
		{name: "update of a larger enumeration", from: 1, to: 0, update: true, may: true},
		{name: "update of a smaller enumeration", from: 0, to: 1, update: true},
		{name: "a constant beyond", from: 1, to: 0, constants: true, may: true},
		{name: "a constant within", from: 0, to: 1, constants: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := recipe.NewBuilder()
			small, large := b.Enum("small", "red", "green"), b.Enum("large", "green", "red", "blue")
			types := []*recipe.Type{small, large}
			d := b.Data("D", types[test.to])
			a := b.Agent("a", "A")
			x, y := a.Local("x", types[test.from]), a.Local("y", types[test.to])
			if test.constants {
				x = recipe.Const(types[test.from], types[test.from].Values[len(types[test.from].Values)-1])
			}
			if send := a.Send(0, 0, b.Broadcast()); test.update {
				send.Set(y, x)
			} else {
				send.With(d, x)
			}
			sys, err := b.System()
			require.NoError(t, err)
			meetings, err := symbolic.MayFault(context.Background(), sys)
			require.NoError(t, err)
			if test.may {
				require.Equal(t, []symbolic.Meeting{{Initiator: 0, Partner: -1}}, meetings)
			} else {
				require.Empty(t, meetings)
			}
		})
	}
}

// Each part of a get and of the supply that answers it can have the only fault.
func TestPartsOfExchangesOutOfRange(t *testing.T) {
	for _, part := range []string{"", "what a get gives", "a getter's update", "what a supply gives", "a supplier's update"} {
		b := recipe.NewBuilder()
		small, large := recipe.IntType(0, 1), recipe.IntType(0, 2)
		d := b.Data("D", small)
		add := func(c *recipe.CommandBuilder, local, value *recipe.Expr, gives, updates string) {
			switch part {
			case gives:
				c.With(d, value)
			case updates:
				c.Set(local, value)
			}
		}
		a := b.Agent("a", "A")
		x, v := a.Local("x", small), a.Local("v", large)
		add(a.Get(0, 0), x, v, "what a get gives", "a getter's update")
		c := b.Agent("c", "C")
		y, w := c.Local("y", small), c.Local("w", large)
		add(c.Supply(0, 0), y, w, "what a supply gives", "a supplier's update")
		sys, err := b.System()
		require.NoError(t, err)
		meetings, err := symbolic.MayFault(context.Background(), sys)
		require.NoError(t, err)
		if part == "" {
			require.Empty(t, meetings)
		} else {
			require.Equal(t, []symbolic.Meeting{{Initiator: 0, Partner: 1}}, meetings, part)
		}
	}
}
