package circuit_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// tally counts what a comparison saw, so that it cannot pass by seeing nothing.
type tally struct {
	systems, states, steps, chosen, propositions, trues int
	kinds                                               [4]int
}

// On generated systems the circuit has the initial states, the deadlocks, and from reachable states
// the successors of the explicit semantics, message by message and participant by participant;
// propositions have the same truth values. RCHECK_TRIALS sets the number of systems.
func TestCircuitIsTheSystem(t *testing.T) {
	trials := recipetest.Number(t, "RCHECK_TRIALS", 100)
	var seen tally
	for seed := range trials {
		sys := recipetest.System(recipetest.Seeded(uint64(seed)), recipetest.Shape{Propositions: 3, Large: true, Free: seed%3 == 0})
		if !t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) { compare(t, sys, options(sys, seed), &seen) }) {
			return
		}
	}
	t.Logf("%+v", seen)
	require.Greater(t, seen.steps, 20*trials)
	for _, kind := range []recipe.StepKind{recipe.Stutter, recipe.BroadcastStep, recipe.MulticastStep, recipe.PointToPointStep} {
		require.Greater(t, seen.kinds[kind], seen.steps/250, "steps of kind %s", kind)
	}
	require.Positive(t, seen.chosen)
	require.Greater(t, seen.trues, seen.propositions/20)
	require.Less(t, seen.trues, seen.propositions*19/20)
}

func compare(t *testing.T, sys *recipe.System, o circuit.Options, seen *tally) {
	in := recipe.NewInterpreter(sys)
	g, err := recipe.Explore(context.Background(), in, 1000)
	if err != nil {
		return // too large to enumerate, or no initial state
	}
	m, err := circuit.Build(context.Background(), sys, o)
	require.NoError(t, err)
	seen.systems++
	propositions := make([]circuit.Lit, len(sys.Propositions))
	for p := range propositions {
		propositions[p], err = m.Proposition(p)
		require.NoError(t, err)
	}
	compareInitial(t, m, in, g)
	every := 1 + g.Len()*m.Len()/100_000 // of the largest, a part of the states
	for i := 0; i < g.Len(); i += every {
		c := &comparison{T: t, Model: m, in: in, state: g.State(i), propositions: propositions, seen: seen}
		c.bits, _ = m.Code(c.state)
		require.NotNil(t, append(c.bits, false), "state %v", c.state)
		c.successors()
	}
}

// options give every other system all values that its types have instead of those that flow finds.
func options(sys *recipe.System, seed int) circuit.Options {
	if seed%2 == 0 || len(sys.Vars) > 50 {
		return circuit.Options{}
	}
	all := &circuit.Flow{Fires: slices.Repeat([]bool{true}, len(sys.Commands))}
	for _, v := range sys.Vars {
		var values []recipe.Value
		for code := range v.Type.Size() {
			values = append(values, v.Type.Value(code))
		}
		all.Locals = append(all.Locals, values)
	}
	for _, a := range sys.Agents {
		all.Control = append(all.Control, slices.Repeat([]bool{true}, a.States))
	}
	return circuit.Options{Flow: all}
}

func compareInitial(t *testing.T, m *circuit.Model, in *recipe.Interpreter, g *recipe.Graph) {
	random := rand.New(rand.NewPCG(1, 2))
	position := positions(m.State)
	for i := range 200 {
		bits := make([]bool, len(m.State))
		s, ok := recipe.State{}, false
		if i < g.Len() {
			s = g.State(i)
			bits, ok = m.Code(s)
			require.True(t, ok)
			back, _ := m.StateOf(func(k int) bool { return bits[k] })
			require.True(t, s.Equal(back), "%v is read back as %v", s, back)
		} else {
			for k := range bits {
				bits[k] = random.IntN(2) == 1
			}
			s, ok = m.StateOf(func(k int) bool { return bits[k] })
		}
		values := m.Simulate(func(node int) uint64 { return word(position, bits, node) })
		require.Equal(t, ok && in.IsInitial(s), values.Is(m.Init), "state %v", s)
	}
}

func positions(inputs []circuit.Lit) map[int]int {
	out := map[int]int{}
	for i, l := range inputs {
		out[l.Node()] = i
	}
	return out
}

// word is 64 times the bit of an input.
func word(position map[int]int, bits []bool, node int) uint64 {
	if i, ok := position[node]; ok && bits[i] {
		return ^uint64(0)
	}
	return 0
}

// A comparison is about one state.
type comparison struct {
	*testing.T
	*circuit.Model
	in           *recipe.Interpreter
	state        recipe.State
	bits         []bool
	propositions []circuit.Lit
	seen         *tally
}

// successors goes through all choices and compares the steps that they name.
func (c *comparison) successors() {
	transitions, err := c.in.Successors(c.state)
	require.NoError(c, err)
	want := map[string]recipe.Transition{}
	for _, tr := range transitions {
		want[c.key(recipetest.KeyOf(tr.Step), tr.Next)] = tr
		c.seen.steps++
		c.seen.kinds[tr.Step.Kind]++
	}
	c.seen.states++
	position, choice := positions(c.State), positions(c.Choices)
	turns := len(c.Choices) - len(c.Interactions)
	require.LessOrEqual(c, turns, 12)
	got := map[string]bool{}
	lanes := (len(c.Interactions) + 1) << turns
	for from := 0; from < lanes; from += 64 {
		values := c.Simulate(func(node int) uint64 {
			if _, ok := position[node]; ok {
				return word(position, c.bits, node)
			}
			out := uint64(0)
			for lane := range 64 {
				chosen, k := (from+lane)>>turns, choice[node]
				set := chosen == k || chosen%3 == 1 && k > chosen && k < len(c.Interactions) // later ones make no difference
				if k >= len(c.Interactions) {
					set = (from+lane)>>(k-len(c.Interactions))&1 == 1
				}
				if set {
					out |= 1 << lane
				}
			}
			return out
		})
		for lane := range min(64, lanes-from) {
			if is := func(l circuit.Lit) bool { return values.Of(l)>>lane&1 == 1 }; is(c.Possible) {
				got[c.step(is, want)] = true
			}
		}
	}
	if turns > 0 {
		c.seen.chosen++
	}
	require.Len(c, got, len(want), "steps of state %v", c.state)
}

func (c *comparison) key(k recipetest.StepKey, next recipe.State) string {
	return fmt.Sprint(k, c.in.Key(next))
}

// step compares one step of the circuit and returns its key.
func (c *comparison) step(is func(circuit.Lit) bool, want map[string]recipe.Transition) string {
	next, ok := c.StateOf(func(i int) bool { return is(c.Next[i]) })
	require.True(c, ok, "the state after %v", c.state)
	key := recipetest.KeyOf(recipe.Step{Command: -1})
	taken := 0
	for _, it := range c.Interactions {
		if is(it.Taken) {
			taken++
			key = recipetest.NewStepKey(it.Kind, it.Command, it.Supply, it.Channel, it.Receives(is))
		}
	}
	require.LessOrEqual(c, taken, 1)
	tr, ok := want[c.key(key, next)]
	require.True(c, ok, "step %+v of %v to %v", key, c.state, next)
	for p, l := range c.propositions {
		holds := func() (bool, error) { return c.in.StateHolds(p, c.state) }
		if c.System.Propositions[p].Kind == recipe.StepProposition {
			holds = func() (bool, error) { return c.in.StepHolds(p, c.state, tr.Step) }
		}
		explicit, err := holds()
		require.NoError(c, err)
		require.Equal(c, explicit, is(l), "proposition %s of %v, step %+v", c.System.Propositions[p].Name, c.state, tr.Step)
		c.seen.propositions++
		if explicit {
			c.seen.trues++
		}
	}
	read, err := c.Read(c.in, is, c.state, next)
	require.NoError(c, err)
	require.True(c, read.Equal(tr.Step))
	return c.key(recipetest.KeyOf(tr.Step), next)
}

// Circuits of one system are one circuit, and end where they are too large.
func TestBounds(t *testing.T) {
	sys := recipetest.System(recipetest.Seeded(3), recipetest.Shape{Propositions: 3})
	ctx := context.Background()
	m, err := circuit.Build(ctx, sys, circuit.Options{})
	require.NoError(t, err)
	again, err := circuit.Build(ctx, sys, circuit.Options{})
	require.NoError(t, err)
	require.Equal(t, m.Next, again.Next)
	require.Equal(t, m.Len(), again.Len())
	require.Len(t, m.Names(), len(m.State))
	for _, o := range []circuit.Options{{MaxNodes: 10}, {MaxWork: 10}} {
		_, err = circuit.Build(ctx, sys, o)
		require.ErrorIs(t, err, circuit.ErrTooLarge)
	}
	over, cancel := context.WithCancel(ctx)
	cancel()
	_, err = circuit.Build(over, sys, circuit.Options{})
	require.ErrorIs(t, err, context.Canceled)
	tooLarge := 0
	for seed := range uint64(40) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 3})
		m, err := circuit.Build(ctx, sys, circuit.Options{MaxAssignments: 1})
		if err != nil {
			continue
		}
		for p := range sys.Propositions {
			if _, err := m.Proposition(p); err != nil {
				require.ErrorIs(t, err, circuit.ErrTooLarge)
				tooLarge++
				break
			}
		}
	}
	require.Positive(t, tooLarge)
}

// What makes no sense is refused.
func TestMisuse(t *testing.T) {
	sys := recipetest.System(recipetest.Seeded(3), recipetest.Shape{Propositions: 1})
	_, err := circuit.Build(nil, sys, circuit.Options{}) //nolint:staticcheck // misuse on purpose
	require.ErrorIs(t, err, recipe.ErrMisuse)
	for _, bad := range []*recipe.System{nil, {}} {
		_, err = circuit.Build(context.Background(), bad, circuit.Options{})
		require.ErrorIs(t, err, recipe.ErrMisuse)
	}
	_, err = (*circuit.Model)(nil).Proposition(0)
	require.ErrorIs(t, err, recipe.ErrMisuse)
	m, err := circuit.Build(context.Background(), sys, circuit.Options{})
	require.NoError(t, err)
	_, err = m.Proposition(len(sys.Propositions))
	require.ErrorIs(t, err, recipe.ErrMisuse)
}

// Each of many messages asks for the update of all receivers, which a choice for each channel says.
// The choice is evaluated once for each agent.
func TestChoicesAmongManyChannels(t *testing.T) {
	work := map[int]int{}
	for _, n := range []int{20, 40} {
		m, err := circuit.Build(t.Context(), recipetest.Hub(t, n), circuit.Options{})
		require.NoError(t, err)
		require.Len(t, m.Interactions, n)
		work[n] = m.Work()
	}
	require.Less(t, work[40], 3*work[20], work) // nearly five times as many without
}
