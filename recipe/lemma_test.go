package recipe_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A composition is the system of some agents of another one, in any order.
type composition struct {
	whole, sys *System
	in         *Interpreter
	agents     []int       // by new index, the old one
	commands   map[int]int // by new ID, the old one
	vars       []int       // by new index, the old one
}

func compose(t *testing.T, whole *System, agents ...int) *composition {
	c := &composition{whole: whole, agents: agents, commands: map[int]int{}}
	newVar := map[int]int{}
	sys := &System{Symbols: whole.Symbols, Channel: whole.Channel, Data: whole.Data, Properties: whole.Properties}
	var locations []Value
	for _, old := range agents {
		a := whole.Agents[old]
		locations = append(locations, a.Location)
		for v := a.Vars.Start; v < a.Vars.End; v++ {
			newVar[v] = len(c.vars)
			c.vars = append(c.vars, v)
		}
	}
	move := func(e *Expr) *Expr { return rename(e, newVar) }
	moveAll := func(list []Assignment, targets map[int]int) []Assignment {
		out := slices.Clone(list)
		for i := range out {
			out[i].Expr = move(out[i].Expr)
			if targets != nil {
				out[i].Var = targets[out[i].Var]
			}
		}
		return out
	}
	for now, old := range agents {
		a := whole.Agents[old]
		vars, commands := Range{Start: len(sys.Vars)}, Range{Start: len(sys.Commands)}
		for v := a.Vars.Start; v < a.Vars.End; v++ {
			local := whole.Vars[v]
			local.Agent = now
			sys.Vars = append(sys.Vars, local)
		}
		for id := a.Commands.Start; id < a.Commands.End; id++ {
			k := whole.Commands[id]
			c.commands[len(sys.Commands)] = id
			k.ID, k.Agent = len(sys.Commands), now
			k.Guard, k.Channel, k.Target, k.Predicate = move(k.Guard), move(k.Channel), move(k.Target), move(k.Predicate)
			k.Data, k.Updates = moveAll(k.Data, nil), moveAll(k.Updates, newVar)
			sys.Commands = append(sys.Commands, k)
		}
		vars.End, commands.End = len(sys.Vars), len(sys.Commands)
		a.Vars, a.Commands = vars, commands
		a.Init, a.ReceiveGuard = move(a.Init), move(a.ReceiveGuard)
		a.Relabel = slices.Clone(a.Relabel)
		for i := range a.Relabel {
			a.Relabel[i] = move(a.Relabel[i])
		}
		sys.Agents = append(sys.Agents, a)
	}
	sys.Location = EnumType("location", locations...)
	require.NoError(t, sys.Check())
	c.sys, c.in = sys, NewInterpreter(sys)
	return c
}

func rename(e *Expr, vars map[int]int) *Expr {
	if e == nil {
		return nil
	}
	out := *e
	if e.Op == OpLocal {
		out.Index = vars[e.Index]
	}
	out.Args = make([]*Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = rename(a, vars)
	}
	return &out
}

// project is the composition's part of a state of the whole.
func (c *composition) project(s State) State {
	var out State
	for _, v := range c.vars {
		out.Locals = append(out.Locals, s.Locals[v])
	}
	for _, a := range c.agents {
		out.Control = append(out.Control, s.Control[a])
	}
	return out
}

// successors are the composition's steps in its part of s, with the agents and
// commands of the whole.
func (c *composition) successors(t *testing.T, s State) []Transition {
	transitions, err := c.in.Successors(c.project(s))
	require.NoError(t, err)
	for i := range transitions {
		p := &transitions[i].Step
		if p.Kind == Stutter {
			continue
		}
		p.Initiator, p.Command = c.agents[p.Initiator], c.commands[p.Command]
		for k := range p.Participants {
			q := &p.Participants[k]
			q.Agent, q.Command = c.agents[q.Agent], c.commands[q.Command]
		}
		slices.SortFunc(p.Participants, func(a, b Participant) int { return a.Agent - b.Agent })
	}
	return transitions
}

func executing(transitions []Transition, command int) []Transition {
	return slices.DeleteFunc(slices.Clone(transitions), func(t Transition) bool {
		return t.Step.Kind == Stutter || t.Step.Command != command
	})
}

// P001 Lemma 1 on closed systems: the order of composition is immaterial.
func TestLemma1OrderOfAgentsIsImmaterial(t *testing.T) {
	for seed := range seeds(t, 100) {
		whole := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		reversed := make([]int, len(whole.Agents))
		for i := range reversed {
			reversed[i] = len(reversed) - 1 - i
		}
		mirror := compose(t, whole, reversed...)
		in := NewInterpreter(whole)
		for _, s := range sample(t, in, 20) {
			want, err := in.Successors(s)
			require.NoError(t, err)
			got := mirror.successors(t, s)
			require.Len(t, got, len(want))
			for _, w := range want {
				require.True(t, slices.ContainsFunc(got, func(g Transition) bool {
					return g.Step.Equal(w.Step) && g.Next.Equal(mirror.project(w.Next))
				}), "%s\n%s", whole, whole.StepString(w.Step))
			}
		}
	}
}

// P001 Lemmas 2 and 3 on closed systems: what agent k can send alone it can
// send among others, on the broadcast channel always, on another channel just
// if it can in the company of each of them; and the receivers choose
// independently.
func TestLemmas2And3CompanyOfOthers(t *testing.T) {
	blocked, broadcasts, multicasts := 0, 0, 0
	for seed := range seeds(t, 100) {
		whole := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		in := NewInterpreter(whole)
		states := sample(t, in, 20)
		for k := range whole.Agents {
			alone := compose(t, whole, k)
			var pairs []*composition
			for j := range whole.Agents {
				if j != k {
					pairs = append(pairs, compose(t, whole, k, j))
				}
			}
			for _, s := range states {
				all, err := in.Successors(s)
				require.NoError(t, err)
				for _, own := range alone.successors(t, s) {
					if own.Step.Kind == Stutter {
						continue
					}
					choices := 1
					for _, pair := range pairs {
						choices *= len(executing(pair.successors(t, s), own.Step.Command))
					}
					among := executing(all, own.Step.Command)
					require.Len(t, among, choices, "%s\n%s in %s", whole, whole.StepString(own.Step), whole.StateString(s))
					if own.Step.Kind == BroadcastStep {
						require.NotEmpty(t, among)
						broadcasts++
					} else if multicasts++; choices == 0 {
						blocked++
					}
					for _, tr := range among {
						require.Equal(t, own.Step.Kind, tr.Step.Kind)
						require.Equal(t, own.Step.Channel, tr.Step.Channel)
						require.Equal(t, own.Step.Data, tr.Step.Data)
						require.True(t, own.Next.Equal(alone.project(tr.Next)), "the sender moves as it does alone")
					}
				}
			}
		}
	}
	t.Logf("%d broadcasts, %d multicasts, %d of them blocked", broadcasts, multicasts, blocked)
	require.Greater(t, broadcasts, 500)
	require.Greater(t, multicasts-blocked, 50)
	require.Greater(t, blocked, 50)
}
