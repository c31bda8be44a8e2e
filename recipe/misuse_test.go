package recipe_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/misusetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// misused makes what calls can be made with: a system of one agent with its interpreter and graph,
// and states and steps that it lacks.
func misused(t *testing.T) misusetest.Fixture {
	return func() []any {
		sys := recipetest.Blinking()
		in := recipe.NewInterpreter(sys)
		graph, err := recipe.Explore(context.Background(), in, 0)
		require.NoError(t, err)
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		edge := graph.Edges(0)[0]
		foreign := edge.Step.Clone()
		foreign.Command, foreign.Participants = 9, []recipe.Participant{{Agent: 9, Command: 9}}
		return []any{
			context.Background(), sys, in, graph, graph.State(0), edge.Step, recipe.Transition{Step: edge.Step, Next: graph.State(1)}, sys.Propositions[0].Expr,
			recipe.BoolType, func(recipe.State) bool { return true }, func(recipe.Transition) bool { return true }, in.Key(graph.State(0)),
			ended, foreign, recipe.State{Locals: []recipe.Value{7}, Control: []int{7}}, recipe.State{Control: []int{0, 0}},
			recipe.Stutter, recipe.Step{Kind: recipe.PointToPointStep},
		}
	}
}

// TestMisuseIsRefused calls what makes, interprets and prints systems with arguments that make no sense.
func TestMisuseIsRefused(t *testing.T) {
	misusetest.Methods(t, misused(t), new(recipe.Interpreter), new(recipe.Instant), new(recipe.Graph), recipe.State{}, recipe.Step{}, recipe.Transition{},
		recipe.Op(0), recipe.Kind(0), recipe.CommandKind(0), recipe.PropositionKind(0), recipe.StepKind(0), recipe.Range{}, recipe.Position{})
	misusetest.Functions(t, ".", misused(t), map[string]any{
		"NewInterpreter": recipe.NewInterpreter, "NewInstant": recipe.NewInstant, "NewQuickInterpreter": recipe.NewQuickInterpreter, "Explore": recipe.Explore,
		"NewBuilder": recipe.NewBuilder, "BoolValue": recipe.BoolValue, "IntType": recipe.IntType, "EnumType": recipe.EnumType, "UnboundedType": recipe.UnboundedType, "SendOn": recipe.SendOn,
		"Const": recipe.Const, "BoolExpr": recipe.BoolExpr, "IntExpr": recipe.IntExpr, "Not": recipe.Not, "And": recipe.And,
		"Or": recipe.Or, "Implies": recipe.Implies, "Iff": recipe.Iff, "Compare": recipe.Compare, "Eq": recipe.Eq, "Ne": recipe.Ne,
		"Lt": recipe.Lt, "Le": recipe.Le, "Gt": recipe.Gt, "Ge": recipe.Ge, "Neg": recipe.Neg, "Arithmetic": recipe.Arithmetic,
		"Add": recipe.Add, "Sub": recipe.Sub, "Mul": recipe.Mul, "Div": recipe.Div, "Mod": recipe.Mod, "Min": recipe.Min,
		"Max": recipe.Max, "Ite": recipe.Ite, "Exists": recipe.Exists, "Forall": recipe.Forall, "Conjuncts": recipe.Conjuncts,
		"Executed": recipe.Executed, "Enabled": recipe.Enabled, "Fold": recipe.Fold, "Leaves": recipe.Leaves,
		// of the methods of systems those that do not take what only a system has, such as its expressions
		"System.Check": (*recipe.System).Check, "System.CheckState": (*recipe.System).CheckState, "System.CheckStep": (*recipe.System).CheckStep,
		"System.StateString": (*recipe.System).StateString,
		"System.StepString":  (*recipe.System).StepString, "System.CommandString": (*recipe.System).CommandString,
		"System.CommandText": (*recipe.System).CommandText, "System.ValueString": (*recipe.System).ValueString,
		"System.SymbolOf": (*recipe.System).SymbolOf, "System.SameText": (*recipe.System).SameText,
		"FirstOfText": recipe.FirstOfText, "KeptNames": recipe.KeptNames, "AbsentIn": recipe.AbsentIn,
		"AgentsByType": recipe.AgentsByType, "Lasting": recipe.Lasting, "Plain": recipe.Plain,
		"System.Narrowed": (*recipe.System).Narrowed,
	})
}

// TestMisuseIsNamed: what is wrong stands in the error, and errors.Is finds ErrMisuse.
func TestMisuseIsNamed(t *testing.T) {
	ctx, in := context.Background(), recipe.NewInterpreter(recipetest.Blinking())
	graph, err := recipe.Explore(ctx, in, 0)
	require.NoError(t, err)
	at := recipe.NewInstant(in)
	require.NoError(t, at.Enter(graph.State(0)))
	for want, err := range map[string]error{
		"recipe: misuse: Explore: there is no context":                                                           only(recipe.Explore(nil, in, 1)),
		"recipe: misuse: the interpreter is nil, or was not made by NewInterpreter":                              only(recipe.Explore(ctx, nil, 1)),
		"recipe: misuse: the system is nil":                                                                      (*recipe.System)(nil).Check(),
		"recipe: misuse: InitialStates: there is no function to give states to":                                  in.InitialStates(nil),
		"recipe: misuse: EachSuccessor: there is no function to give transitions to":                             in.EachSuccessor(graph.State(0), nil),
		"recipe: misuse: EachSuccessorOf: there are no commands, or there is no function to give transitions to": in.EachSuccessorOf(nil, graph.State(0), nil),
		"recipe: misuse: StepHolds: there is no context":                                                         only(in.StepHoldsContext(nil, 0, graph.State(0), recipe.Step{})),
		"recipe: misuse: StepHolds: there is no step yet that leaves the state":                                  only(at.StepHolds(ctx, 0)),
		"recipe: misuse: the instant is nil, or was not made by NewInstant":                                      new(recipe.Instant).Enter(graph.State(0)),
		"recipe: misuse: the instant has no state yet":                                                           recipe.NewInstant(in).Leave(recipe.Step{}),
	} {
		require.EqualError(t, err, want)
		require.ErrorIs(t, err, recipe.ErrMisuse)
	}
	require.PanicsWithError(t, "recipe: misuse: NewInterpreter: the system is nil", func() { recipe.NewInterpreter(nil) })
	require.PanicsWithError(t, "recipe: misuse: the graph has no state 7, but 2 states", func() { graph.State(7) })
	require.PanicsWithError(t, "recipe: misuse: StateOf: the key has 3 bytes, those of the system have 1", func() { in.StateOf("key") })
	ended, cancel := context.WithCancel(ctx)
	cancel()
	require.ErrorIs(t, only(recipe.Explore(ended, in, 0)), context.Canceled)
}

func only(_ any, err error) error { return err }
