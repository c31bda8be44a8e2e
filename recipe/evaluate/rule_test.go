package evaluate

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Quantified writes out the assignments of a quantifier.
func (p quantifying) Quantified(x *recipe.Expr, in *Setting[bool, recipe.Value]) bool {
	cases, count := p.e.Assignments(x, in, 1<<20)
	if count != 0 {
		panic("too many assignments")
	}
	for _, c := range cases {
		if c == (x.Op == recipe.OpExists) {
			return c
		}
	}
	return x.Op == recipe.OpForall
}

// quantifying is a point that knows how to evaluate quantifiers, and does not know of any set that
// it is empty.
type quantifying struct {
	point
	e *Evaluator[bool, recipe.Value]
}

func (quantifying) None(bool) bool { return false }

func newEvaluator(in *recipe.Interpreter, s recipe.State) *Evaluator[bool, recipe.Value] {
	e := &Evaluator[bool, recipe.Value]{System: in.System()}
	e.Algebra = quantifying{point{in, s}, e}
	return e
}

// sent is the setting of the message that a send makes on a channel.
func sent(e *Evaluator[bool, recipe.Value], c *recipe.Command, channel recipe.Value) *Setting[bool, recipe.Value] {
	in := &Setting[bool, recipe.Value]{Channel: channel, HasChannel: true}
	in.Data = e.Assigned(c, in)
	return in
}

// In every step of generated systems, step propositions hold as the interpreter says, with
// quantifiers over identifiers that the predicate of the message mentions or the formula.
func TestPropositionsOfSteps(t *testing.T) {
	holds, quantified := map[bool]int{}, 0
	for seed := range uint64(120) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 4})
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(context.Background(), in, 30)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		for i := range g.Len() {
			s := g.State(i)
			e := newEvaluator(in, s)
			require.NoError(t, in.EachSuccessor(s, func(tr recipe.Transition) bool {
				if tr.Step.Kind == recipe.Stutter {
					return true
				}
				executes := func(commands []int) bool { return tr.Step.Executes(commands...) }
				c := &sys.Commands[tr.Step.Command]
				var at *Setting[bool, recipe.Value]
				if tr.Step.Kind == recipe.PointToPointStep {
					x, ok := e.Exchange(c, &sys.Commands[tr.Step.Participants[0].Command])
					require.True(t, ok)
					at = x.Setting(sys, executes)
				} else {
					at = SettingOfSend(c, sent(e, c, tr.Step.Channel), executes)
				}
				for k, p := range sys.Propositions {
					if p.Kind != recipe.StepProposition {
						continue
					}
					instant := recipe.NewInstant(in)
					require.NoError(t, instant.Enter(s))
					require.NoError(t, instant.Leave(tr.Step))
					want, err := instant.StepHolds(context.Background(), k)
					require.NoError(t, err)
					require.Equal(t, want, e.Holds(p.Expr, at), "seed %d: %s", seed, sys.ExprString(p.Expr, -1))
					holds[want]++
					if p.Expr.Any(func(x *recipe.Expr) bool { return x.Op == recipe.OpExists || x.Op == recipe.OpForall }) {
						quantified++
					}
				}
				return true
			}))
		}
	}
	require.Greater(t, min(holds[true], holds[false], quantified), 1000)
}

// What an agent may do with a message is what it does in some step of the interpreter with that
// message: take part by each of some commands, or stay as it is.
func TestReceptionsAgainstTheInterpreter(t *testing.T) {
	type does struct {
		commands map[int]bool
		stays    bool
	}
	takes, stays, both := 0, 0, 0
	for seed := range uint64(120) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(context.Background(), in, 30)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		for i := range g.Len() {
			s := g.State(i)
			e := newEvaluator(in, s)
			want, sends := map[string][]does{}, map[string]recipe.Step{}
			require.NoError(t, in.EachSuccessor(s, func(tr recipe.Transition) bool {
				if tr.Step.Kind == recipe.Stutter || tr.Step.Kind == recipe.PointToPointStep {
					return true
				}
				key := fmt.Sprint(tr.Step.Command, tr.Step.Channel)
				if want[key] == nil {
					want[key], sends[key] = make([]does, len(sys.Agents)), tr.Step
				}
				took := map[int]bool{}
				for _, p := range tr.Step.Participants {
					took[p.Agent] = true
					if want[key][p.Agent].commands == nil {
						want[key][p.Agent].commands = map[int]bool{}
					}
					want[key][p.Agent].commands[p.Command] = true
				}
				for a := range sys.Agents {
					want[key][a].stays = want[key][a].stays || !took[a]
				}
				return true
			}))
			for key, step := range sends {
				c := &sys.Commands[step.Command]
				message := sent(e, c, step.Channel)
				for a := range sys.Agents {
					if a == c.Agent {
						continue
					}
					every, same := func(int) bool { return true }, func(x bool) bool { return x }
					got := e.Reception(a, c.Predicate, message, message, every, same)
					require.True(t, got.Possible, "seed %d, agent %d does not block %s", seed, a, sys.CommandString(c.ID))
					require.Equal(t, want[key][a].stays, got.Stays, "seed %d, agent %d and %s", seed, a, sys.CommandString(c.ID))
					var commands map[int]bool
					for _, take := range got.Takes {
						if take.When {
							if commands == nil {
								commands = map[int]bool{}
							}
							commands[take.Command.ID] = true
						}
					}
					require.Equal(t, want[key][a].commands, commands, "seed %d, agent %d and %s", seed, a, sys.CommandString(c.ID))
					takes += len(commands)
					if got.Stays {
						stays++
					}
					if len(commands) > 1 {
						both++
					}
				}
			}
		}
	}
	require.Greater(t, min(takes, stays), 1000)
	require.Greater(t, both, 50)
}

// A get and a supply meet where the interpreter has a step of them.
func TestMeetingsAgainstTheInterpreter(t *testing.T) {
	count := map[bool]int{}
	for seed := range uint64(250) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(context.Background(), in, 30)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		for i := range g.Len() {
			s := g.State(i)
			e := newEvaluator(in, s)
			meet := map[[2]int]bool{}
			require.NoError(t, in.EachSuccessor(s, func(tr recipe.Transition) bool {
				if tr.Step.Kind == recipe.PointToPointStep {
					meet[[2]int{tr.Step.Command, tr.Step.Participants[0].Command}] = true
				}
				return true
			}))
			for k := range sys.Commands {
				for l := range sys.Commands {
					get, supply := &sys.Commands[k], &sys.Commands[l]
					if get.Kind != recipe.Get || supply.Kind != recipe.Supply || get.Agent == supply.Agent {
						continue
					}
					x, got := e.Exchange(get, supply)
					if got {
						got = e.All(append(e.Meet(x), e.FitsUpdates(get, x.Getter), e.FitsUpdates(supply, x.Supplier))...)
					}
					require.Equal(t, meet[[2]int{k, l}], got, "seed %d: %s and %s", seed, sys.CommandString(k), sys.CommandString(l))
					count[got]++
				}
			}
		}
	}
	require.Greater(t, min(count[true], count[false]), 200)
}
