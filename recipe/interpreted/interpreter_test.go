package interpreted_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// counter is one agent that counts to 2 when it goes.
func counter() *interpreted.System {
	x := interpreted.Var(0)
	return &interpreted.System{
		Vars: []interpreted.Variable{{Name: "x", Type: recipe.IntType(0, 2)}},
		Agents: []interpreted.Agent{{
			Name: "P", Sees: []int{0}, Actions: []string{"go", "stay"}, Other: []int{0, 1},
			Evolution: []interpreted.EvolutionLine{{
				Assign: []interpreted.Assignment{{Var: 0, Value: interpreted.Apply(interpreted.OpPlus, x, interpreted.Const(1))}},
				When:   interpreted.Performs(0, 0),
			}},
		}},
		Init:         interpreted.Apply(interpreted.OpEq, x, interpreted.Const(0)),
		Propositions: []interpreted.Proposition{{Name: "done", When: interpreted.Apply(interpreted.OpEq, x, interpreted.Const(2))}},
	}
}

func ExampleExplore() {
	in := interpreted.NewInterpreter(counter())
	g, err := interpreted.Explore(context.Background(), in, interpreted.Limits{States: 0})
	if err != nil {
		panic(err)
	}
	for i, s := range g.States {
		fmt.Println(in.Format(s))
		for _, e := range g.Moves[i] {
			fmt.Println(" ", in.FormatJoint(e.Joint), e.To)
		}
	}
	// Output:
	// P.x = 0
	//   P.go [1]
	//   P.stay [0]
	// P.x = 1
	//   P.go [2]
	//   P.stay [1]
	// P.x = 2
	//   P.go []
	//   P.stay [2]
}

func TestExplorationStops(t *testing.T) {
	in := interpreted.NewInterpreter(counter())
	_, err := interpreted.Explore(context.Background(), in, interpreted.Limits{States: 2})
	require.ErrorIs(t, err, interpreted.ErrStateLimit)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = interpreted.Explore(ctx, in, interpreted.Limits{States: 0})
	require.ErrorIs(t, err, context.Canceled)
}

func TestIndex(t *testing.T) {
	g, err := interpreted.Explore(context.Background(), interpreted.NewInterpreter(counter()), interpreted.Limits{})
	require.NoError(t, err)
	assert.Equal(t, 1, g.Index(interpreted.State{1}))
	assert.Equal(t, -1, g.Index(interpreted.State{3}))
}

// TestArithmetic: what has no value makes comparisons false and is never a wrong number.
func TestArithmetic(t *testing.T) {
	c := func(v int) *interpreted.Expr { return interpreted.Const(recipe.Value(v)) }
	for _, test := range []struct {
		op   interpreted.Op
		a, b int
		want int
		ok   bool
	}{
		{interpreted.OpPlus, 2, 3, 5, true},
		{interpreted.OpPlus, 2, 0, 2, true},
		{interpreted.OpPlus, 2, -3, -1, true},
		{interpreted.OpPlus, math.MaxInt64, 1, 0, false},
		{interpreted.OpPlus, math.MinInt64, -1, 0, false},
		{interpreted.OpMinus, 2, 0, 2, true},
		{interpreted.OpMinus, 2, 3, -1, true},
		{interpreted.OpMinus, math.MinInt64, 1, 0, false},
		{interpreted.OpTimes, -4, 3, -12, true},
		{interpreted.OpTimes, 1 << 40, 1 << 40, 0, false},
		{interpreted.OpTimes, 1 << 32, 1 << 31, 0, false},
		{interpreted.OpDivide, -7, 2, -3, true},
		{interpreted.OpDivide, 1, 0, 0, false},
		{interpreted.OpXor, 1, 1, 0, true},
		{interpreted.OpXor, 0, 1, 1, true},
		{interpreted.OpLe, 3, 3, 1, true},
		{interpreted.OpLt, 3, 3, 0, true},
	} {
		v, ok := interpreted.Apply(test.op, c(test.a), c(test.b)).Eval(nil, nil)
		assert.Equal(t, test.ok, ok, "%v", test)
		if ok {
			assert.Equal(t, recipe.Value(test.want), v, "%v", test)
		}
	}
	nothing := interpreted.Apply(interpreted.OpDivide, c(1), c(0))
	v, ok := interpreted.Apply(interpreted.OpEq, nothing, nothing).Eval(nil, nil)
	assert.True(t, ok && v == recipe.False)
}

func TestCheckFindsWhatIsNoSystem(t *testing.T) {
	require.NoError(t, counter().Check())
	for name, spoil := range map[string]func(s *interpreted.System){
		"belongs to no agent":            func(s *interpreted.System) { s.Vars[0].Agent = 1 },
		"does not see its own variable":  func(s *interpreted.System) { s.Agents[0].Sees = nil },
		"sees a variable":                func(s *interpreted.System) { s.Agents[0].Sees = []int{0, 7} },
		"an action that does not exist":  func(s *interpreted.System) { s.Agents[0].Other = []int{2} },
		"does not assign one variable":   func(s *interpreted.System) { s.Single = true; s.Agents[0].Evolution[0].Assign = nil },
		"assigns a variable of another":  func(s *interpreted.System) { s.Agents[0].Evolution[0].Assign[0].Var = 1 },
		"the initial states has no":      func(s *interpreted.System) { s.Init = nil },
		"the initial states mentions":    func(s *interpreted.System) { s.Init = interpreted.Performs(0, 0) },
		"proposition done mentions":      func(s *interpreted.System) { s.Propositions[0].When = interpreted.Var(4) },
		"the evolution of agent P ment":  func(s *interpreted.System) { s.Agents[0].Evolution[0].When = interpreted.Performs(0, 2) },
		"the red states of agent P ment": func(s *interpreted.System) { s.Agents[0].Red = interpreted.Performs(0, 0) },
	} {
		s := counter()
		spoil(s)
		assert.ErrorContains(t, s.Check(), name)
	}
}
