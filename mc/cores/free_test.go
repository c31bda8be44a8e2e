package cores_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/cores"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// counter counts up to 2 and has seen that, which is a property of its steps and states.
func counter(t *testing.T) *recipe.System {
	b := recipe.NewBuilder()
	a := b.Agent("a", "Counter")
	n, seen := a.Local("n", recipe.IntType(0, 4)), a.Local("seen", recipe.BoolType)
	a.Init(recipe.And(recipe.Eq(n, recipe.IntExpr(0)), recipe.Not(seen)))
	up := a.Send(0, 0, b.Broadcast()).Label("up").When(recipe.Lt(n, recipe.IntExpr(2))).
		Set(n, recipe.Add(n, recipe.IntExpr(1))).Set(seen, recipe.TrueExpr)
	b.StateProposition("small", recipe.Le(n, recipe.IntExpr(2)))
	b.StepProposition("up", recipe.Executed(up))
	b.StateProposition("enabled", recipe.Enabled(up))
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

func texts(elements []cores.Element) (out []string) {
	for _, e := range elements {
		out = append(out, e.Kind.String()+" "+e.Text)
	}
	return out
}

func TestElementsOfASystem(t *testing.T) {
	require.Equal(t, []string{
		"initial condition n = 0", "initial condition !seen", "guard n < 2", "update n := n + 1", "update seen := true",
	}, texts(cores.Elements(counter(t))))
}

// Each element is freed as the package says: the states and steps of the system are those that
// follow from its text.
func TestFree(t *testing.T) {
	sys := counter(t)
	all := cores.Elements(sys)
	for _, c := range []struct {
		free             []int
		initial, reached int
		steps            int // of the first initial state
		enabled          int // in so many states that are reached
	}{
		{nil, 1, 3, 1, 2},
		{[]int{0}, 5, 7, 1, 3},          // n and seen: 0..4 without; 1 and 2 with
		{[]int{0, 1}, 10, 10, 1, 4},     // where n < 2
		{[]int{2}, 1, 5, 1, 4},          // n = 4 is a deadlock, as 5 is out of range
		{[]int{3}, 1, 6, 5, 3},          // any n after the first step
		{[]int{4}, 1, 5, 2, 3},          // seen or not, but for n = 0
		{[]int{3, 4}, 1, 10, 10, 4},     // all states
		{[]int{2, 3, 4}, 1, 10, 10, 10}, // and none is a deadlock
	} {
		var elements []cores.Element
		for _, i := range c.free {
			elements = append(elements, all[i])
		}
		freed := cores.Free(sys, elements)
		require.NoError(t, freed.Check(), c.free)
		in := recipe.NewInterpreter(freed)
		g, err := recipe.Explore(context.Background(), in, 0)
		require.NoError(t, err)
		require.Equal(t, c.initial, g.Initial(), c.free)
		require.Equal(t, c.reached, g.Len(), c.free)
		require.Len(t, g.Edges(0), c.steps, c.free)
		enabled := 0
		for i := range g.Len() {
			ready, err := in.StateHolds(2, g.State(i))
			require.NoError(t, err)
			if ready {
				enabled++
			}
			for _, e := range g.Edges(i) {
				up, err := in.StepHolds(1, g.State(i), e.Step)
				require.NoError(t, err)
				require.Equal(t, e.Step.Kind != recipe.Stutter, up, "a copy of a command is that command")
				require.Equal(t, ready, up)
			}
		}
		require.Equal(t, c.enabled, enabled, c.free)
	}
	require.Len(t, sys.Commands, 1, "the system is as before")
}

func TestCoreOfACounter(t *testing.T) {
	sys := counter(t)
	small := mc.Property{Index: 1, Formula: ltol.Globally(ltol.Prop(ltol.Atom{ID: 0, Kind: ltol.State}))}
	core, result, err := cores.Find(t.Context(), sys, mc.Specification{}, small)
	require.NoError(t, err)
	require.Equal(t, mc.Holds, result.Verdict)
	require.True(t, core.Minimal)
	require.Equal(t, []string{"initial condition n = 0", "guard n < 2", "update n := n + 1"}, texts(core.Elements))
	require.Equal(t, []string{"initial condition !seen", "update seen := true"}, texts(core.Others))

	never := mc.Property{Index: 2, Formula: ltol.Not(small.Formula)}
	core, result, err = cores.Find(t.Context(), sys, mc.Specification{}, never)
	require.NoError(t, err)
	require.Nil(t, core)
	require.Equal(t, mc.Violated, result.Verdict)
}

// A context that ends leaves what is known.
func TestCoresUnderLimits(t *testing.T) {
	sys := counter(t)
	small := mc.Property{Index: 1, Formula: ltol.Globally(ltol.Prop(ltol.Atom{ID: 0, Kind: ltol.State}))}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	core, result, err := cores.Find(ctx, sys, mc.Specification{}, small)
	require.NoError(t, err)
	require.Nil(t, core)
	require.Equal(t, mc.Unknown, result.Verdict)

	_, _, err = cores.Find(t.Context(), nil, mc.Specification{}, small)
	require.ErrorIs(t, err, mc.ErrMisuse)
	require.Panics(t, func() { cores.Elements(nil) })
}

// The guard of `away` can be free only once the guard of `back` is, which is tried later: else the
// agent goes away and stays there.
func TestElementsThatAreFreeOnlyLater(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("a", "A")
	n, m := a.Local("n", recipe.BoolType), a.Local("m", recipe.BoolType)
	a.Init(recipe.And(recipe.Not(n), recipe.Not(m)))
	a.Send(0, 1, b.Broadcast()).Label("away").When(n)
	a.Send(0, 0, b.Broadcast()).Label("wait").Set(m, recipe.FalseExpr)
	a.Send(1, 0, b.Broadcast()).Label("back").When(n)
	here := b.StateProposition("here", recipe.Eq(a.Control(), recipe.IntExpr(0)))
	fine := b.StateProposition("fine", recipe.Not(m))
	sys, err := b.System()
	require.NoError(t, err)
	is := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}) }
	p := mc.Property{Index: 1, Formula: ltol.And(ltol.Globally(ltol.Finally(is(here))), ltol.Globally(is(fine)))}
	core, _, err := cores.Find(t.Context(), sys, mc.Specification{}, p)
	require.NoError(t, err)
	require.True(t, core.Minimal)
	require.Equal(t, []string{"initial condition !m", "update m := false"}, texts(core.Elements))
}

// Of the changes of the counter those are not noticed that its properties do not speak of.
func TestMutantsOfACounter(t *testing.T) {
	sys := counter(t)
	var changes []string
	for _, m := range cores.Changes(sys) {
		changes = append(changes, m.Kind.String()+" "+m.Change+" "+m.Text)
		require.NoError(t, cores.Changed(sys, m).Check())
	}
	require.Equal(t, []string{
		"guard dropped n < 2", "guard negated n < 2", "update dropped n := n + 1", "update dropped seen := true",
	}, changes)
	is := func(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}) }
	spec := mc.Specification{Properties: []mc.Property{{Index: 1, Formula: ltol.Globally(is(0))}}}
	survey := func() (unnoticed []string, noticed int) {
		s, err := cores.Mutants(t.Context(), sys, spec)
		require.NoError(t, err)
		require.Empty(t, s.Undecided)
		for _, m := range s.Unnoticed {
			unnoticed = append(unnoticed, m.Change+" "+m.Text)
		}
		return unnoticed, s.Noticed
	}
	unnoticed, noticed := survey()
	require.Equal(t, []string{"negated n < 2", "dropped n := n + 1", "dropped seen := true"}, unnoticed)
	require.Equal(t, 1, noticed)

	// That the counter ends its work notices the others as well, but for what it has seen.
	spec.Properties = append(spec.Properties, mc.Property{Index: 2, Formula: ltol.And(is(2), ltol.Finally(ltol.Not(is(2))))})
	unnoticed, noticed = survey()
	require.Equal(t, []string{"dropped seen := true"}, unnoticed)
	require.Equal(t, 3, noticed)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, err := cores.Mutants(ctx, sys, spec)
	require.NoError(t, err)
	require.Len(t, s.Undecided, 4)
	require.Len(t, s.LeftOut, 2)
	require.Panics(t, func() { cores.Changes(nil) })

	// Verdicts that are unknown of the system as it is are not compared with, and are told.
	s, err = cores.Mutants(t.Context(), sys, spec, mc.WithEngines("localization"))
	require.NoError(t, err)
	require.Len(t, s.LeftOut, 1)
	require.Equal(t, 2, s.LeftOut[0].Property.Index)
	require.Contains(t, s.LeftOut[0].Reason, "localization")
}

// Channels are exchanged with the next one, of all agents of a type at once.
func TestExchangedChannels(t *testing.T) {
	b := recipe.NewBuilder()
	c, d := b.Channel("c"), b.Channel("d")
	b.Agent("s", "S").Send(0, 0, c)
	b.Agent("r", "R").Receive(0, 0, d)
	sys, err := b.System()
	require.NoError(t, err)
	changes := cores.Changes(sys)
	require.Len(t, changes, 2)
	require.Equal(t, d.Value, cores.Changed(sys, changes[0]).Commands[0].Channel.Value)
	require.Equal(t, recipe.Broadcast, cores.Changed(sys, changes[1]).Commands[1].Channel.Value)
	require.Equal(t, c.Value, sys.Commands[0].Channel.Value, "the system is as before")
}

// An agent's own name in a guard is `myself`, as it is in all agents of the type.
func TestOwnNames(t *testing.T) {
	b := recipe.NewBuilder()
	c, who := b.Channel("c"), b.Data("WHO", b.LocationType())
	for _, name := range []string{"ann", "bob"} {
		a := b.Agent(name, "S")
		a.Send(0, 0, c).With(who, a.Location())
		a.Receive(0, 0, c).When(recipe.Eq(who, a.Location()))
	}
	sys, err := b.System()
	require.NoError(t, err)
	for _, e := range cores.Elements(sys) {
		if e.Kind == cores.Guard {
			require.Equal(t, "WHO = myself", e.Text)
		}
	}
	require.Equal(t, "WHO = ann", sys.ExprString(sys.Commands[1].Guard, 0))
}
