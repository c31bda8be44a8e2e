package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A scenario builds a small system and lists the steps of its only initial
// state, each as "step => next state".
type scenario struct {
	rule  string
	build func(b *Builder)
	want  []string
}

func runScenarios(t *testing.T, scenarios []scenario) {
	t.Helper()
	for _, sc := range scenarios {
		t.Run(sc.rule, func(t *testing.T) {
			b := NewBuilder()
			sc.build(b)
			require.Equal(t, sc.want, stepsFromStart(t, system(t, b)))
		})
	}
}

func system(t *testing.T, b *Builder) *System {
	t.Helper()
	s, err := b.System()
	require.NoError(t, err)
	return s
}

// start returns the only initial state.
func start(t *testing.T, in *Interpreter) State {
	t.Helper()
	var all []State
	require.NoError(t, in.InitialStates(func(s State) bool {
		all = append(all, s.Clone())
		return true
	}))
	require.Len(t, all, 1)
	return all[0]
}

func stepsFromStart(t *testing.T, s *System) []string {
	t.Helper()
	in := NewInterpreter(s)
	transitions, err := in.Successors(start(t, in))
	require.NoError(t, err)
	var out []string
	for _, tr := range transitions {
		out = append(out, s.StepString(tr.Step)+" => "+s.StateString(tr.Next))
	}
	return out
}

// initialised adds a local that starts with v.
func initialised(a *AgentBuilder, name string, t *Type, v int) *Expr {
	x := a.Local(name, t)
	a.Init(Eq(x, Const(t, Value(v))))
	return x
}

func num(n int) *Expr { return IntExpr(n) }
