package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

var digit = IntType(0, 9)

// What makes a command enabled for a message.
func TestEnabledness(t *testing.T) {
	// A broadcast of D := 1 to b, whose receive is given by receive.
	toward := func(receive func(b *Builder, r *AgentBuilder, x, d, e *Expr)) func(*Builder) {
		return func(b *Builder) {
			d, e := b.Data("D", digit), b.Data("E", digit)
			a := b.Agent("a", "A")
			a.Send(0, 1, b.Broadcast()).Label("s").With(d, num(1))
			r := b.Agent("b", "B")
			receive(b, r, initialised(r, "x", digit, 5), d, e)
		}
	}
	taken := []string{"a-s sends on * (D=1) -> b-r => a@1; b@1 x=5"}
	ignored := []string{"a-s sends on * (D=1) => a@1; b@0 x=5"}
	runScenarios(t, []scenario{
		{"a receive at the agent's control state takes part", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r")
		}), taken},
		{"a receive at another control state does not", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(1, 1, b.Broadcast()).Label("r")
		}), ignored},
		{"a receive on another channel does not", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Channel("c")).Label("r")
		}), ignored},
		{"a guard over the message's data that holds", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").When(Lt(d, x))
		}), taken},
		{"a guard over the message's data that does not hold", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").When(Gt(d, x))
		}), ignored},
		{"a guard over the message's channel", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").When(Eq(b.MessageChannel(), b.Broadcast()))
		}), taken},
		{"data mentioned in the guard but not carried disables, even if it decides nothing",
			toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
				r.Receive(0, 1, b.Broadcast()).Label("r").When(Or(Eq(d, num(1)), Eq(e, num(0))))
			}), ignored},
		{"data mentioned in an update but not carried disables", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").Set(x, e)
		}), ignored},
		{"an update that stays in range", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").Set(x, Sub(Add(x, d), num(1)))
		}), taken},
		{"an update that leaves its range disables", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").Set(x, Mul(x, num(2)))
		}), ignored},
		{"an update that divides by zero disables", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").Set(x, Div(x, Sub(d, num(1))))
		}), ignored},
		{"a guard that divides by zero does not hold", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").When(Not(Eq(Mod(x, num(0)), num(0))))
		}), ignored},
		{"a guard that is decided before it divides by zero", toward(func(b *Builder, r *AgentBuilder, x, d, e *Expr) {
			r.Receive(0, 1, b.Broadcast()).Label("r").When(Or(Eq(d, num(1)), Eq(Div(x, num(0)), num(0))))
		}), taken},
	})
}

// Data that the text mentions counts even where it is gone from the
// expressions.
func TestMentionedDataCountsAfterSimplification(t *testing.T) {
	b := NewBuilder()
	b.Data("D", digit)
	b.Agent("a", "A").Send(0, 0, b.Broadcast()).Label("s")
	b.Agent("b", "B").Receive(0, 1, b.Broadcast()).Label("r")
	s := system(t, b)
	require.Equal(t, []string{"a-s sends on * -> b-r => a@0; b@1"}, stepsFromStart(t, s))
	s.Commands[1].Mentions = []int{0}
	require.NoError(t, s.Check())
	require.Equal(t, []string{"a-s sends on * => a@0; b@0"}, stepsFromStart(t, s))
}

func TestSender(t *testing.T) {
	alone := func(build func(b *Builder, a *AgentBuilder, x, d *Expr)) func(*Builder) {
		return func(b *Builder) {
			d := b.Data("D", IntType(0, 3))
			a := b.Agent("a", "A")
			build(b, a, initialised(a, "x", digit, 5), d)
		}
	}
	stutter := []string{"stutter => a@0 x=5"}
	runScenarios(t, []scenario{
		{"a send whose guard holds", alone(func(b *Builder, a *AgentBuilder, x, d *Expr) {
			a.Send(0, 1, b.Broadcast()).Label("s").When(Eq(x, num(5))).With(d, Sub(x, num(2))).Set(x, Add(x, num(1)))
		}), []string{"a-s sends on * (D=3) => a@1 x=6"}},
		{"a send whose guard does not hold", alone(func(b *Builder, a *AgentBuilder, x, d *Expr) {
			a.Send(0, 1, b.Broadcast()).When(Lt(x, num(5)))
		}), stutter},
		{"a send at another control state", alone(func(b *Builder, a *AgentBuilder, x, d *Expr) {
			a.Send(1, 1, b.Broadcast())
		}), stutter},
		{"a send's guard reads its channel", alone(func(b *Builder, a *AgentBuilder, x, d *Expr) {
			a.Send(0, 0, b.Channel("c")).Label("no").When(Eq(b.MessageChannel(), b.Broadcast()))
			a.Send(0, 0, b.Channel("c")).Label("yes").When(Eq(b.MessageChannel(), b.Channel("c")))
		}), []string{"a-yes sends on c => a@0 x=5"}},
		{"a send needs its data in range", alone(func(b *Builder, a *AgentBuilder, x, d *Expr) {
			a.Send(0, 1, b.Broadcast()).With(d, Sub(x, num(1)))
		}), stutter},
		{"a send needs its data defined", alone(func(b *Builder, a *AgentBuilder, x, d *Expr) {
			a.Send(0, 1, b.Broadcast()).With(d, Div(num(1), Sub(x, num(5))))
		}), stutter},
		{"a send needs its updates in range", alone(func(b *Builder, a *AgentBuilder, x, d *Expr) {
			a.Send(0, 1, b.Broadcast()).Set(x, Add(x, num(5)))
		}), stutter},
		{"updates read the current state and are simultaneous; other locals stay", func(b *Builder) {
			a := b.Agent("a", "A")
			x, y := initialised(a, "x", digit, 1), initialised(a, "y", digit, 2)
			initialised(a, "z", digit, 3)
			a.Send(0, 0, b.Broadcast()).Label("swap").Set(x, y).Set(y, x)
		}, []string{"a-swap sends on * => a@0 x=2 y=1 z=3"}},
		{"the sender never receives its own message", func(b *Builder) {
			a := b.Agent("a", "A")
			a.Send(0, 1, b.Broadcast()).Label("s")
			a.Receive(0, 2, b.Broadcast()).Label("r")
		}, []string{"a-s sends on * => a@1"}},
		{"one interaction per step", func(b *Builder) {
			b.Agent("a", "A").Send(0, 1, b.Broadcast()).Label("s")
			b.Agent("b", "A").Send(0, 1, b.Broadcast()).Label("s")
		}, []string{"a-s sends on * => a@1; b@0", "b-s sends on * => a@0; b@1"}},
		{"a state without any step stutters", func(b *Builder) {
			b.Agent("a", "A").Receive(0, 1, b.Broadcast())
		}, []string{"stutter => a@0"}},
	})
}

func TestBroadcast(t *testing.T) {
	runScenarios(t, []scenario{
		{"nobody is needed", func(b *Builder) {
			b.Agent("a", "A").Send(0, 1, b.Broadcast()).Label("s")
		}, []string{"a-s sends on * => a@1"}},
		{"the receive guard is not consulted", func(b *Builder) {
			b.Agent("a", "A").Send(0, 1, b.Broadcast()).Label("s")
			b.Agent("b", "B").ReceiveGuard(FalseExpr).Receive(0, 1, b.Broadcast()).Label("r")
		}, []string{"a-s sends on * -> b-r => a@1; b@1"}},
		{"who is not targeted or not ready stays, who is must receive", func(b *Builder) {
			p := b.Property("p", BoolType)
			b.Agent("a", "A").Send(0, 1, b.Broadcast()).Label("s").To(p)
			for _, name := range []string{"targeted", "untargeted"} {
				r := b.Agent(name, "B").Relabel(p, BoolExpr(name == "targeted"))
				r.Receive(0, 1, b.Broadcast()).Label("r")
			}
			b.Agent("unready", "B").Relabel(p, TrueExpr).Receive(1, 1, b.Broadcast())
		}, []string{"a-s sends on * -> targeted-r => a@1; targeted@1; untargeted@0; unready@0"}},
		{"a channel variable that holds * broadcasts", func(b *Builder) {
			b.Channel("c")
			a := b.Agent("a", "A")
			x := initialised(a, "x", b.ChannelType(), int(Broadcast))
			a.Send(0, 1, x).Label("s")
			b.Agent("b", "B").ReceiveGuard(FalseExpr).Receive(1, 1, b.Broadcast())
			r := b.Agent("d", "B")
			y := initialised(r, "y", b.ChannelType(), int(Broadcast))
			r.Receive(0, 1, y).Label("r")
		}, []string{"a-s sends on * -> d-r => a@1 x=*; b@0; d@1 y=*"}},
	})
}

func TestMulticast(t *testing.T) {
	on := func(build func(b *Builder, c, p *Expr, r *AgentBuilder)) func(*Builder) {
		return func(b *Builder) {
			c, p := b.Channel("c"), b.Property("p", BoolType)
			b.Agent("a", "A").Send(0, 1, c).Label("s").To(p)
			build(b, c, p, b.Agent("b", "B"))
		}
	}
	blocked := []string{"stutter => a@0; b@0"}
	runScenarios(t, []scenario{
		{"a multicast nobody listens to goes through", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			r.ReceiveGuard(FalseExpr)
		}), []string{"a-s sends on c => a@1; b@0"}},
		{"who is not connected stays, even if it could receive", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			r.ReceiveGuard(Ne(b.MessageChannel(), c)).Relabel(p, TrueExpr).Receive(0, 1, c)
		}), []string{"a-s sends on c => a@1; b@0"}},
		{"who is connected, targeted and ready receives", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			r.ReceiveGuard(Eq(b.MessageChannel(), c)).Relabel(p, TrueExpr).Receive(0, 1, c).Label("r")
		}), []string{"a-s sends on c -> b-r => a@1; b@1"}},
		{"who is connected and not targeted blocks", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			r.Relabel(p, FalseExpr).Receive(0, 1, c)
		}), blocked},
		{"who is connected and not ready blocks", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			r.Relabel(p, TrueExpr).Receive(1, 1, c)
		}), blocked},
		{"who is connected and receives on another channel blocks", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			r.Relabel(p, TrueExpr).Receive(0, 1, b.Broadcast())
		}), blocked},
		{"who is connected and whose update leaves its range blocks", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			x := initialised(r, "x", BoolType, 0)
			_ = x
			n := initialised(r, "n", digit, 9)
			r.Relabel(p, TrueExpr).Receive(0, 1, c).Set(n, Add(n, num(1)))
		}), []string{"stutter => a@0; b@0 x=false n=9"}},
		{"an undefined receive guard does not hold", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			r.ReceiveGuard(Eq(Div(num(1), num(0)), num(1))).Relabel(p, TrueExpr).Receive(0, 1, c)
		}), []string{"a-s sends on c => a@1; b@0"}},
		{"the receive guard reads the receiver's locals", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			x := initialised(r, "link", b.ChannelType(), int(Broadcast))
			r.ReceiveGuard(Eq(b.MessageChannel(), x)).Relabel(p, TrueExpr).Receive(0, 1, c)
		}), []string{"a-s sends on c => a@1; b@0 link=*"}},
		{"all of several connected agents receive together", on(func(b *Builder, c, p *Expr, r *AgentBuilder) {
			r.Relabel(p, TrueExpr).Receive(0, 1, c).Label("r")
			b.Agent("d", "B").Relabel(p, TrueExpr).Receive(0, 1, c).Label("r")
			b.Agent("e", "B").ReceiveGuard(FalseExpr).Receive(0, 1, c).Label("r")
		}), []string{"a-s sends on c -> b-r, d-r => a@1; b@1; d@1; e@0"}},
	})
}

func TestChoiceOfReceives(t *testing.T) {
	runScenarios(t, []scenario{
		{"each enabled receive of each participant is a successor of its own", func(b *Builder) {
			a := b.Agent("a", "A")
			a.Send(0, 0, b.Broadcast()).Label("s")
			for _, name := range []string{"b", "d"} {
				r := b.Agent(name, "B")
				r.Receive(0, 1, b.Broadcast()).Label("r1")
				r.Receive(0, 2, b.Broadcast()).Label("off").When(FalseExpr)
				r.Receive(0, 2, b.Broadcast()).Label("r2")
			}
		}, []string{
			"a-s sends on * -> b-r1, d-r1 => a@0; b@1; d@1",
			"a-s sends on * -> b-r1, d-r2 => a@0; b@1; d@2",
			"a-s sends on * -> b-r2, d-r1 => a@0; b@2; d@1",
			"a-s sends on * -> b-r2, d-r2 => a@0; b@2; d@2",
		}},
		{"updates of one choice do not leak into the next", func(b *Builder) {
			b.Agent("a", "A").Send(0, 0, b.Broadcast()).Label("s")
			r := b.Agent("b", "B")
			x, y := initialised(r, "x", digit, 0), initialised(r, "y", digit, 0)
			r.Receive(0, 1, b.Broadcast()).Label("r1").Set(x, num(1))
			r.Receive(0, 0, b.Broadcast()).Label("r2").Set(y, num(2))
		}, []string{
			"a-s sends on * -> b-r1 => a@0; b@1 x=1 y=0",
			"a-s sends on * -> b-r2 => a@0; b@0 x=0 y=2",
		}},
		{"two receives that lead to the same state are two steps", func(b *Builder) {
			b.Agent("a", "A").Send(0, 0, b.Broadcast()).Label("s")
			r := b.Agent("b", "B")
			r.Receive(0, 0, b.Broadcast()).Label("r1")
			r.Receive(0, 0, b.Broadcast()).Label("r2")
		}, []string{"a-s sends on * -> b-r1 => a@0; b@0", "a-s sends on * -> b-r2 => a@0; b@0"}},
	})
}

// The predicate of a broadcast decides who of b (relabelling p to 1 and q to
// true), d (relabelling p to 2) and e (relabelling nothing) receives.
func TestPredicate(t *testing.T) {
	for _, c := range []struct {
		rule      string
		predicate func(p, q, x, d, channel *Expr) *Expr
		receivers string
	}{
		{"it reads the receiver's relabelling", func(p, q, x, d, ch *Expr) *Expr { return Eq(p, num(1)) }, "b"},
		{"it reads the sender's locals", func(p, q, x, d, ch *Expr) *Expr { return Eq(p, x) }, "d"},
		{"it reads the message's data", func(p, q, x, d, ch *Expr) *Expr { return Eq(p, d) }, "b"},
		{"it reads the channel", func(p, q, x, d, ch *Expr) *Expr { return Ne(ch, ch) }, ""},
		{"an identifier that is not relabelled makes an atom false", func(p, q, x, d, ch *Expr) *Expr { return Ge(p, num(0)) }, "bd"},
		{"and so a boolean identifier", func(p, q, x, d, ch *Expr) *Expr { return q }, "b"},
		{"whose negation is true", func(p, q, x, d, ch *Expr) *Expr { return Not(q) }, "de"},
		{"!= is the negation of =", func(p, q, x, d, ch *Expr) *Expr { return Ne(p, num(1)) }, "de"},
		{"also between booleans", func(p, q, x, d, ch *Expr) *Expr { return Ne(q, FalseExpr) }, "bde"},
		{"absence goes through arithmetic", func(p, q, x, d, ch *Expr) *Expr { return Ge(Add(p, num(7)), num(0)) }, "bd"},
		{"connectives as operands are true or false", func(p, q, x, d, ch *Expr) *Expr { return Eq(Not(q), TrueExpr) }, "de"},
		{"a zero divisor makes it fail", func(p, q, x, d, ch *Expr) *Expr { return Not(Eq(Div(x, Sub(p, num(1))), num(7))) }, "de"},
		{"a zero divisor and an absent operand", func(p, q, x, d, ch *Expr) *Expr { return Ne(Div(p, num(0)), num(1)) }, ""},
		{"true sends to all", func(p, q, x, d, ch *Expr) *Expr { return TrueExpr }, "bde"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			b := NewBuilder()
			d := b.Data("D", digit)
			p, q := b.Property("p", digit), b.Property("q", BoolType)
			a := b.Agent("a", "A")
			x := initialised(a, "x", digit, 2)
			a.Send(0, 0, b.Broadcast()).With(d, num(1)).To(c.predicate(p, q, x, d, b.MessageChannel()))
			for _, name := range []string{"b", "d", "e"} {
				r := b.Agent(name, "B")
				n := initialised(r, "n", digit, map[string]int{"b": 1, "d": 2}[name])
				if name != "e" {
					r.Relabel(p, n)
				}
				if name == "b" {
					r.Relabel(q, Eq(n, num(1)))
				}
				r.Receive(0, 1, b.Broadcast())
			}
			s := system(t, b)
			in := NewInterpreter(s)
			transitions, err := in.Successors(start(t, in))
			require.NoError(t, err)
			require.Len(t, transitions, 1)
			var receivers string
			for _, r := range transitions[0].Step.Participants {
				receivers += s.Agents[r.Agent].Name
			}
			require.Equal(t, c.receivers, receivers)
		})
	}
}

// A relabelled value is just a value, whatever the identifier's type.
func TestRelabellingOutsideTheType(t *testing.T) {
	b := NewBuilder()
	p := b.Property("p", BoolType)
	n := b.Property("n", IntType(0, 1))
	b.Agent("a", "A").Send(0, 0, b.Broadcast()).Label("s").To(And(p, Eq(n, num(7))))
	b.Agent("b", "B").Relabel(p, TrueExpr).Relabel(n, num(7)).Receive(0, 1, b.Broadcast()).Label("r")
	require.Equal(t, []string{"a-s sends on * -> b-r => a@0; b@1"}, stepsFromStart(t, system(t, b)))
}

// A boolean identifier whose relabelling divides by zero makes the predicate
// fail, negated or not; the message is not blocked elsewhere.
func TestUndefinedRelabelling(t *testing.T) {
	for _, negated := range []bool{false, true} {
		b := NewBuilder()
		p := b.Property("p", BoolType)
		predicate := p
		if negated {
			predicate = Not(p)
		}
		b.Agent("a", "A").Send(0, 0, b.Broadcast()).Label("s").To(predicate)
		b.Agent("b", "B").Relabel(p, Gt(Div(num(1), num(0)), num(0))).Receive(0, 1, b.Broadcast())
		require.Equal(t, []string{"a-s sends on * => a@0; b@0"}, stepsFromStart(t, system(t, b)))
	}
}
