package circuit_test

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// The circuit of a generated interpreted system has the initial states, propositions and steps that
// the interpreter has, in each state, reachable or not. It is the same for any limit under which it
// is not too large.
func TestJointCircuitIsTheSystem(t *testing.T) {
	count := map[string]int{}
	for seed := range recipetest.Number(t, "JOINT_MODELS", 80) {
		rng := rand.New(rand.NewSource(int64(seed)))
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(ispltest.Generate(rng, ispltest.Options{})), ispl.Options{})
		require.NoError(t, list.Err())
		for _, o := range []circuit.Options{{}, {MaxAssignments: 1}} {
			m, err := circuit.BuildJoint(context.Background(), p.System, o)
			if o.MaxAssignments == 1 && err != nil {
				require.ErrorIs(t, err, circuit.ErrTooLarge)
				count["too large"]++
				continue
			}
			require.NoError(t, err)
			require.Len(t, m.Names(), len(m.State))
			requireJoint(t, p.System, m, count, fmt.Sprint("seed ", seed))
		}
	}
	t.Log(count)
	for _, what := range []string{"initial", "stuck", "steps", "choices of lines", "too large"} {
		require.Greater(t, count[what], 5, what)
	}
}

// requireJoint compares a circuit with the interpreter in all states of a small system.
func requireJoint(t *testing.T, sys *interpreted.System, m *circuit.Joint, count map[string]int, what string) {
	in := interpreted.NewInterpreter(sys)
	if len(m.State)+len(m.Choices) > 16 {
		count["too many bits"]++
		return
	}
	var propositions []circuit.Lit
	for id := range sys.Propositions {
		l, err := m.Proposition(id)
		require.NoError(t, err)
		propositions = append(propositions, l)
	}
	input := map[int]int{} // by node, 1 and its position
	for i, l := range append(append([]circuit.Lit{}, m.State...), m.Choices...) {
		input[l.Node()] = 1 + i
	}
	for i := range m.Choices {
		require.NotEmpty(t, m.ChoiceName(i))
	}
	for code := range 1 << len(m.State) {
		s, ok := m.StateOf(func(i int) bool { return code>>i&1 == 1 })
		if !ok {
			continue
		}
		got := map[string]bool{}
		for choice := range 1 << len(m.Choices) {
			values := m.Simulate(func(node int) uint64 {
				if i := input[node]; i > 0 && (code|choice<<len(m.State))>>(i-1)&1 == 1 {
					return 1
				}
				return 0
			})
			if choice == 0 {
				require.Equal(t, in.Holds(sys.Init, s), values.Is(m.Init), "%s: %s", what, in.Format(s))
				if values.Is(m.Init) {
					count["initial"]++
				}
				for id, l := range propositions {
					require.Equal(t, in.Holds(sys.Propositions[id].When, s), values.Is(l), "%s: %s", what, in.Format(s))
				}
			}
			if !values.Is(m.Possible) {
				continue
			}
			next, ok := m.StateOf(func(i int) bool { return values.Is(m.Next[i]) })
			require.True(t, ok)
			got[fmt.Sprint(m.Read(values.Is), next)] = true
		}
		want := map[string]bool{}
		byJoint := map[string]int{}
		require.NoError(t, in.Steps(context.Background(), s, func(j interpreted.Joint, next interpreted.State) bool {
			want[fmt.Sprint(j, next)] = true
			byJoint[fmt.Sprint(j)]++
			return true
		}))
		for _, n := range byJoint {
			if n > 1 {
				count["choices of lines"]++
			}
		}
		count["steps"] += len(want)
		if len(want) == 0 {
			count["stuck"]++
			want[fmt.Sprint(interpreted.Joint(nil), s)] = true
		}
		require.Equal(t, want, got, "%s: %s", what, in.Format(s))
	}
}

// What is out of proportion or makes no sense is an error: too many values, a call without a
// system, a proposition that does not exist, and a context that has ended.
func TestJointCircuitFaults(t *testing.T) {
	p, list := ispl.Parse("m.ispl", []byte(`Agent P
  Vars: x : 0..100; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = x * x + 1 if Action = go; end Evolution
end Agent
Evaluation low if P.x < 9; end Evaluation
InitStates P.x = 0; end InitStates
Formulae AG low; end Formulae
`), ispl.Options{})
	require.NoError(t, list.Err())
	ctx := context.Background()
	power := interpreted.Var(0)
	for range 9 {
		power = interpreted.Apply(interpreted.OpTimes, power, interpreted.Var(0))
	}
	p.System.Propositions[0].When = interpreted.Apply(interpreted.OpLt, power, interpreted.Const(9))
	m, err := circuit.BuildJoint(ctx, p.System, circuit.Options{})
	require.NoError(t, err)
	_, err = m.Proposition(0)
	require.ErrorIs(t, err, circuit.ErrTooLarge, "numbers of 70 bits")
	_, err = circuit.BuildJoint(ctx, p.System, circuit.Options{MaxNodes: 100})
	require.ErrorIs(t, err, circuit.ErrTooLarge)
	_, err = circuit.BuildJoint(ctx, p.System, circuit.Options{MaxWork: 10})
	require.ErrorIs(t, err, circuit.ErrTooLarge)
	ended, cancel := context.WithCancel(ctx)
	cancel()
	_, err = circuit.BuildJoint(ended, p.System, circuit.Options{})
	require.ErrorIs(t, err, context.Canceled)
}
