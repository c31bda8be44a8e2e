package recipe_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// explain renders the reports of the only initial state, a line per command
// and an indented one per other agent.
func explain(t *testing.T, s *System) []string {
	t.Helper()
	in := NewInterpreter(s)
	var out []string
	for _, agent := range reports(t, in, start(t, in)) {
		for _, c := range agent.Commands {
			out = append(out, s.CommandString(c.Command)+": "+s.HindranceString(c.Hindrance))
			for _, o := range c.Others {
				who := s.Agents[o.Agent].Name
				if o.Command >= 0 {
					who = s.CommandString(o.Command)
				}
				out = append(out, "  "+who+": "+s.HindranceString(o))
			}
		}
	}
	return out
}

// reports is the report about a state.
func reports(t *testing.T, in *Interpreter, s State) []AgentReport {
	t.Helper()
	out, err := in.Blocked(t.Context(), s)
	require.NoError(t, err)
	return out
}

// An asked context ends after so many questions.
type asked struct {
	context.Context
	left int
}

func (a *asked) Err() error {
	if a.left--; a.left < 0 {
		return context.Canceled
	}
	return nil
}

// A report ends with its context, among the steps of a state that has 2^40 of them, and among the
// commands of a deadlock.
func TestBlockedEndsWithItsContext(t *testing.T) {
	crowd := NewBuilder()
	crowd.Agent("a", "A").Send(0, 0, crowd.Broadcast())
	for k := range 40 {
		b := crowd.Agent(fmt.Sprint("b", k), "B")
		b.Receive(0, 0, crowd.Broadcast())
		b.Receive(0, 1, crowd.Broadcast())
	}
	dead := NewBuilder()
	for k := range 40 {
		dead.Agent(fmt.Sprint("a", k), "A").Send(0, 0, dead.Broadcast()).When(FalseExpr)
	}
	for name, b := range map[string]*Builder{"steps": crowd, "commands": dead} {
		s, err := b.System()
		require.NoError(t, err)
		in := NewInterpreter(s)
		_, err = in.Blocked(&asked{t.Context(), 20}, start(t, in))
		require.ErrorIs(t, err, context.Canceled, name)
	}
}

func TestBlocked(t *testing.T) {
	for _, c := range []struct {
		what  string
		build func(b *Builder)
		want  []string
	}{
		{"commands that some step executes are not blocked; other control states are not reported", func(b *Builder) {
			b.Agent("a", "A").Send(0, 1, b.Broadcast()).Label("s")
			r := b.Agent("b", "B")
			r.Receive(0, 1, b.Broadcast()).Label("r")
			r.Send(1, 0, b.Broadcast()).Label("later")
		}, []string{"a-s: it takes part", "b-r: it takes part"}},
		{"the first conjunct of a guard that is false", func(b *Builder) {
			a := b.Agent("a", "A")
			x, y := initialised(a, "x", digit, 1), initialised(a, "y", digit, 2)
			a.Send(0, 1, b.Broadcast()).Label("s").When(And(Eq(x, num(1)), Or(Eq(y, num(3)), Eq(x, y)), FalseExpr))
		}, []string{"a-s: its guard y = 3 | x = y is false"}},
		{"what divides by zero", func(b *Builder) {
			d := b.Data("D", digit)
			a := b.Agent("a", "A")
			x := initialised(a, "x", digit, 0)
			zero := Div(num(1), x)
			a.Send(0, 1, b.Broadcast()).Label("guard").When(And(Eq(x, num(0)), Gt(zero, num(0))))
			a.Send(0, 1, b.Broadcast()).Label("data").With(d, zero)
			a.Send(0, 1, b.Broadcast()).Label("update").Set(x, zero)
			a.Send(0, 1, Ite(Gt(zero, num(0)), b.Broadcast(), b.Broadcast())).Label("channel")
			a.Receive(0, 1, Ite(Gt(zero, num(0)), b.Broadcast(), b.Broadcast())).Label("where")
			a.Get(0, 1).Label("target").At(Ite(Gt(zero, num(0)), a.Location(), a.Location()))
		}, []string{
			"a-guard: 1 / x > 0 divides by zero",
			"a-data: 1 / x divides by zero",
			"a-update: 1 / x divides by zero",
			"a-channel: 1 / x > 0 ? * : * divides by zero",
			"a-where: 1 / x > 0 ? * : * divides by zero",
			"a-target: 1 / x > 0 ? a : a divides by zero",
		}},
		{"what is out of range", func(b *Builder) {
			d := b.Data("D", IntType(0, 3))
			a := b.Agent("a", "A")
			x := initialised(a, "x", digit, 9)
			a.Send(0, 1, b.Broadcast()).Label("data").With(d, x)
			a.Send(0, 1, b.Broadcast()).Label("update").Set(x, Add(x, num(1)))
			a.Supply(0, 1).Label("supply").With(d, Neg(x))
		}, []string{
			"a-data: its data D := x is 9, which is not in 0..3",
			"a-update: its update x := x + 1 is 10, which is not in 0..9",
			"a-supply: its data D := -x is -9, which is not in 0..3",
		}},
		{"who blocks a multicast, and why", func(b *Builder) {
			c, d := b.Channel("c"), b.Data("D", digit)
			e, p := b.Data("E", digit), b.Property("p", digit)
			a := b.Agent("a", "A")
			x := initialised(a, "x", digit, 1)
			a.Send(0, 1, c).Label("s").With(d, num(1)).To(And(Ge(p, num(0)), Eq(p, x)))
			b.Agent("untargeted", "B").Relabel(p, num(2)).Receive(0, 1, c)
			b.Agent("unrelabelled", "B").Receive(0, 1, c)
			b.Agent("unready", "B").Relabel(p, num(1)).Receive(1, 1, c)
			b.Agent("undefined", "B").Relabel(p, Mod(num(1), num(0)))
			many := b.Agent("many", "B").Relabel(p, num(1))
			many.Receive(0, 1, b.Broadcast()).Label("channel")
			many.Receive(0, 1, c).Label("guard").When(Gt(d, num(1)))
			many.Receive(0, 1, c).Label("data").When(Gt(e, num(1)))
			b.Agent("away", "B").ReceiveGuard(FalseExpr)
			b.Agent("willing", "B").Relabel(p, num(1)).Receive(0, 1, c).Label("r")
		}, []string{
			"a-s: receivers block it",
			"  untargeted: the predicate @p = a-x is false for it",
			"  unrelabelled: the predicate @p >= 0 is false for it",
			"  unready: it has no receive where it is",
			"  undefined: @p >= 0 divides by zero",
			"  many-channel: it receives on *",
			"  many-guard: its guard D > 1 is false",
			"  many-data: it mentions E, which the message does not carry",
			"untargeted#1: it waits for a message",
			"unrelabelled#1: it waits for a message",
			"many-channel: it waits for a message",
			"many-guard: it waits for a message",
			"many-data: it waits for a message",
			"willing-r: it waits for a message",
		}},
		{"what a receive lacks before any message", func(b *Builder) {
			c, d := b.Channel("c"), b.Data("D", digit)
			r := b.Agent("b", "B")
			x := initialised(r, "x", digit, 1)
			r.ReceiveGuard(And(Eq(x, num(1)), Ne(b.MessageChannel(), c)))
			r.Receive(0, 1, b.Broadcast()).Label("guard").When(And(Eq(d, num(1)), Eq(x, num(2))))
			r.Receive(0, 1, c).Label("connection")
		}, []string{"b-guard: its guard x = 2 is false", "b-connection: its receive guard chan != c is false"}},
		{"why a get and the supplies at hand do not meet", func(b *Builder) {
			d, e, p := b.Data("D", digit), b.Data("E", digit), b.Property("p", digit)
			k := b.Agent("k", "K")
			x := initialised(k, "x", digit, 1)
			k.Get(0, 1).Label("any").With(d, x).When(Ne(e, num(2))).To(Lt(p, num(3)))
			k.Get(0, 1).Label("self").At(k.Location())
			k.Get(0, 1).Label("nobody").At(b.Location("named")).When(Eq(d, num(1)))
			k.Get(0, 1).Label("never").When(Eq(x, num(2)))
			supply := func(name string, p_ int) *CommandBuilder {
				return b.Agent(name, "J").Relabel(p, num(p_)).Supply(0, 1)
			}
			supply("untargeted", 3)
			supply("silent", 0)
			supply("wrong", 0).With(e, num(2))
			supply("picky", 0).With(e, num(1)).When(Eq(d, num(2)))
			supply("faulty", 0).With(e, num(10))
			supply("named", 0).At(b.Location("named"))
			supply("elsewhere", 0).At(b.Location("named"))
		}, []string{
			"k-any: it has no partner",
			"  untargeted#1: the predicate @p < 3 is false for it",
			"  k-any: it mentions E, which the message does not carry",
			"  k-any: its guard E != 2 is false",
			"  picky#1: its guard D = 2 is false",
			"  faulty#1: its data E := 10 is 10, which is not in 0..9",
			"  named#1: it is at another locality",
			"  elsewhere#1: it is at another locality",
			"k-self: it asks its own agent",
			"k-nobody: it has no partner",
			"  untargeted#1: it is at another locality",
			"  silent#1: it is at another locality",
			"  wrong#1: it is at another locality",
			"  picky#1: it is at another locality",
			"  faulty#1: it is at another locality",
			"  k-nobody: it mentions D, which the message does not carry",
			"  elsewhere#1: it is at another locality",
			"k-never: its guard x = 2 is false",
			"untargeted#1: it has no partner",
			"silent#1: it has no partner",
			"wrong#1: it has no partner",
			"picky#1: it has no partner",
			"faulty#1: its data E := 10 is 10, which is not in 0..9",
			"named#1: it has no partner",
			"elsewhere#1: it is at another locality",
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := NewBuilder()
			c.build(b)
			require.Equal(t, c.want, explain(t, system(t, b)))
		})
	}
}

// The other side of an exchange can be found from a hindrance.
func TestHindrancesOfExchangesNameThePartner(t *testing.T) {
	b := NewBuilder()
	d := b.Data("D", digit)
	get := b.Agent("k", "K").Get(0, 1).When(Eq(d, num(2)))
	supply := b.Agent("j", "J").Supply(0, 1).With(d, num(1))
	picky := b.Agent("i", "J").Supply(0, 1).With(d, num(2)).When(FalseExpr)
	in := NewInterpreter(system(t, b))
	others := reports(t, in, start(t, in))[0].Commands[0].Others
	require.Len(t, others, 2)
	require.Equal(t, [2]int{get.ID(), supply.ID()}, [2]int{others[0].Command, others[0].Partner})
	require.Equal(t, [2]int{picky.ID(), get.ID()}, [2]int{others[1].Command, others[1].Partner})
}

// On generated systems: exactly the commands that no step executes have an
// obstacle, and what is said of them is so.
func TestBlockedReportsAreTrue(t *testing.T) {
	found := map[Obstacle]int{}
	for seed := range seeds(t, 150) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		in := NewInterpreter(sys)
		for _, s := range sample(t, in, 20) {
			transitions, err := in.Successors(s)
			require.NoError(t, err)
			for a, report := range reports(t, in, s) {
				require.Equal(t, a, report.Agent)
				here := 0
				for id := sys.Agents[a].Commands.Start; id < sys.Agents[a].Commands.End; id++ {
					if sys.Commands[id].From == s.Control[a] {
						here++
					}
				}
				require.Len(t, report.Commands, here)
				for _, c := range report.Commands {
					found[c.Obstacle]++
					executed := false
					for _, tr := range transitions {
						executed = executed || tr.Step.Executes(c.Command)
					}
					require.Equal(t, executed, c.Obstacle == NoObstacle)
					requireTrue(t, sys, s, c)
				}
			}
		}
	}
	for _, o := range []Obstacle{NoObstacle, GuardFalse, ZeroDivisor, DataOutOfRange, UpdateOutOfRange, NotConnected, ReceiversBlock, NoMessage, NoPartner} {
		require.Greater(t, found[o], 10, "obstacle %d", o)
	}
}

// requireTrue checks a report with the twin.
func requireTrue(t *testing.T, sys *System, s State, c CommandReport) {
	command := &sys.Commands[c.Command]
	n := env{twin: twin{sys}, state: s}
	if command.Channel != nil {
		if m := n.eval(command.Channel); !m.undefined {
			n.channel = &m.v
		}
	}
	switch c.Obstacle {
	case GuardFalse:
		require.Contains(t, Conjuncts(command.Guard), c.Expr)
		require.Equal(t, meaning{v: False}, n.boolean(c.Expr))
	case ZeroDivisor:
		require.True(t, n.eval(c.Expr).undefined)
	case DataOutOfRange:
		require.Equal(t, meaning{v: c.Value}, n.eval(c.Expr))
		require.False(t, sys.Data[c.Var].Type.Contains(c.Value))
	case UpdateOutOfRange:
		require.Equal(t, meaning{v: c.Value}, n.eval(c.Expr))
		require.False(t, sys.Vars[c.Var].Type.Contains(c.Value))
	case NotConnected:
		require.False(t, n.holds(sys.Agents[c.Agent].ReceiveGuard))
	case ReceiversBlock:
		require.Equal(t, Send, command.Kind)
		require.NotEqual(t, Broadcast, *n.channel)
		require.NotEmpty(t, c.Others)
		n.data, _ = n.messageData(command)
		for _, o := range c.Others {
			n.property = n.relabelling(s, o.Agent)
			require.True(t, n.holds(sys.Agents[o.Agent].ReceiveGuard), "who blocks is connected")
			require.Equal(t, o.Command >= 0 || o.Obstacle == NoCommand, n.holds(command.Predicate), "and targeted unless it is said")
		}
	}
}
