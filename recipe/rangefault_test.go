package recipe_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

func TestRangeFaults(t *testing.T) {
	for _, c := range []struct {
		what  string
		build func(b *Builder)
		want  []string
	}{
		{"none where all fits", func(b *Builder) {
			a := b.Agent("a", "A")
			x := initialised(a, "x", digit, 8)
			a.Send(0, 0, b.Broadcast()).Set(x, Add(x, num(1)))
		}, nil},
		{"a send's guard, data and updates, and only where the rest holds", func(b *Builder) {
			d := b.Data("D", digit)
			a := b.Agent("a", "A")
			x := initialised(a, "x", digit, 9)
			zero := Div(x, Sub(x, num(9)))
			a.Send(0, 0, b.Broadcast()).Label("update").Set(x, Add(x, num(1)))
			a.Send(0, 0, b.Broadcast()).Label("data").With(d, Neg(x))
			a.Send(0, 0, b.Broadcast()).Label("guard").When(Gt(zero, num(0)))
			a.Send(0, 0, Ite(Gt(zero, num(0)), b.Broadcast(), b.Broadcast())).Label("channel")
			a.Send(0, 0, b.Broadcast()).Label("off").When(Lt(x, num(9))).Set(x, Add(x, num(1)))
			a.Send(1, 0, b.Broadcast()).Label("elsewhere").Set(x, Add(x, num(1)))
		}, []string{
			"a-update cannot take part: its update x := x + 1 is 10, which is not in 0..9",
			"a-data cannot take part: its data D := -x is -9, which is not in 0..9",
			"a-guard cannot take part: x / (x - 9) > 0 divides by zero",
			"a-channel cannot take part: x / (x - 9) > 0 ? * : * divides by zero",
		}},
		{"a receive's, for each message", func(b *Builder) {
			c, d := b.Channel("c"), b.Data("D", digit)
			p := b.Property("p", digit)
			a := b.Agent("a", "A")
			a.Send(0, 0, b.Broadcast()).Label("s0").With(d, num(0)).To(Eq(p, num(5)))
			a.Send(0, 0, b.Broadcast()).Label("s1").With(d, num(1)).To(Eq(p, num(5)))
			a.Send(0, 0, c).Label("m").With(d, num(1))
			r := b.Agent("b", "B")
			x := initialised(r, "x", digit, 5)
			r.Relabel(p, x)
			r.Receive(0, 0, b.Broadcast()).Label("sum").Set(x, Add(x, Mul(num(5), d)))
			r.Receive(0, 0, b.Broadcast()).Label("quotient").When(Gt(Div(x, d), num(0)))
			r.Receive(0, 0, b.Broadcast()).Label("off").When(Eq(d, num(3))).Set(x, num(10))
			r.Receive(0, 0, c).Label("multi").Set(x, Sub(d, num(2)))
			untargeted := b.Agent("untargeted", "B").Relabel(p, num(1)).ReceiveGuard(FalseExpr)
			y := initialised(untargeted, "y", digit, 5)
			untargeted.Receive(0, 0, b.Broadcast()).Set(y, num(10))
			unconnected := b.Agent("unconnected", "B").ReceiveGuard(FalseExpr)
			z := initialised(unconnected, "z", digit, 5)
			unconnected.Receive(0, 0, c).Set(z, num(10))
		}, []string{
			"b-quotient cannot take part: x / D > 0 divides by zero (when a-s0 sends on * (D=0))",
			"b-sum cannot take part: its update x := x + 5 * D is 10, which is not in 0..9 (when a-s1 sends on * (D=1))",
			"b-multi cannot take part: its update x := D - 2 is -1, which is not in 0..9 (when a-m sends on c (D=1))",
		}},
		{"none where another agent blocks the message, but where a range keeps that one too", func(b *Builder) {
			c, e := b.Channel("c"), b.Channel("e")
			a := b.Agent("a", "A").ReceiveGuard(FalseExpr)
			x := initialised(a, "x", digit, 9)
			for i, channel := range []*Expr{c, e} {
				a.Send(0, 0, channel).Label([]string{"on_c", "on_e"}[i]).Set(x, Add(x, num(1)))
				a.Send(0, 0, channel).Label([]string{"plain_c", "plain_e"}[i])
			}
			r := b.Agent("b", "B")
			y := initialised(r, "y", digit, 9)
			r.Receive(0, 0, c).Label("rc").Set(y, Add(y, num(1)))
			r.Receive(0, 0, e).Label("re").Set(y, Add(y, num(1)))
			blocks := b.Agent("blocks", "C").ReceiveGuard(Eq(b.MessageChannel(), c))
			blocks.Receive(0, 0, c).When(FalseExpr)
			too := b.Agent("too", "D")
			z := initialised(too, "z", digit, 9)
			too.Receive(0, 0, c)
			too.Receive(0, 0, e).Label("re").Set(z, Add(z, num(1)))
		}, []string{
			"a-on_e cannot take part: its update x := x + 1 is 10, which is not in 0..9",
			"b-re cannot take part: its update y := y + 1 is 10, which is not in 0..9 (when a-plain_e sends on e)",
			"too-re cannot take part: its update z := z + 1 is 10, which is not in 0..9 (when a-plain_e sends on e)",
		}},
		{"predicates, relabellings and receive guards that divide by zero", func(b *Builder) {
			c, p := b.Channel("c"), b.Property("p", digit)
			zero := Gt(Div(num(1), num(0)), num(0))
			b.Agent("a", "A").Send(0, 0, c).Label("s").To(Gt(p, num(0)))
			b.Agent("relabels", "B").Relabel(p, Div(num(1), num(0))).Receive(0, 0, c).Label("r")
			b.Agent("listens", "B").Relabel(p, num(1)).ReceiveGuard(zero).Receive(0, 0, c).Label("r")
			b.Agent("deaf", "B").Relabel(p, num(1)).ReceiveGuard(zero).Receive(1, 0, c).Label("r")
		}, []string{
			"relabels-r cannot take part: @p > 0 divides by zero (when a-s sends on c)",
			"listens-r cannot take part: 1 / 0 > 0 divides by zero (when a-s sends on c)",
		}},
		{"none where the exchange lacks data besides", func(b *Builder) {
			d, e := b.Data("D", digit), b.Data("E", digit)
			b.Agent("k", "K").Get(0, 0).When(Eq(d, num(1)))
			b.Agent("j", "J").Supply(0, 0).With(e, num(10))
		}, nil},
		{"both sides of an exchange", func(b *Builder) {
			d, e, p := b.Data("D", digit), b.Data("E", digit), b.Property("p", digit)
			k := b.Agent("k", "K")
			x := initialised(k, "x", digit, 5)
			k.Get(0, 0).Label("updates").With(d, x).Set(x, Add(x, num(5)))
			k.Get(0, 0).Label("data").With(d, Mul(x, num(2)))
			k.Get(0, 0).Label("predicate").To(Gt(Div(num(1), p), num(0)))
			k.Get(0, 0).Label("target").At(Ite(Gt(Mod(x, num(0)), num(0)), k.Location(), k.Location()))
			k.Get(0, 0).Label("off").When(FalseExpr).With(d, num(10))
			k.Get(0, 0).Label("reads").When(Eq(e, num(1)))
			j := b.Agent("j", "J").Relabel(p, num(0))
			y := initialised(j, "y", digit, 5)
			j.Supply(0, 0).Label("plain")
			j.Supply(0, 0).Label("reads").When(Gt(Div(num(8), Sub(d, num(5))), num(0)))
			j.Supply(0, 0).Label("data").With(e, Neg(y))
			j.Supply(0, 0).Label("named").At(j.Location())
		}, []string{
			"k-updates cannot take part: its update x := x + 5 is 10, which is not in 0..9 (when k-updates meets j-plain)",
			"k-updates cannot take part: its update x := x + 5 is 10, which is not in 0..9 (when k-updates meets j-reads)",
			"j-data cannot take part: its data E := -y is -5, which is not in 0..9 (when k-updates meets j-data)",
			"k-data cannot take part: its data D := x * 2 is 10, which is not in 0..9 (when k-data meets j-plain)",
			"k-data cannot take part: its data D := x * 2 is 10, which is not in 0..9 (when k-data meets j-reads)",
			"k-data cannot take part: its data D := x * 2 is 10, which is not in 0..9 (when k-data meets j-data)",
			"k-predicate cannot take part: 1 / @p > 0 divides by zero (when k-predicate meets j-plain)",
			"k-predicate cannot take part: 1 / @p > 0 divides by zero (when k-predicate meets j-data)",
			"k-target cannot take part: x % 0 > 0 ? k : k divides by zero (when k-target meets j-named)",
			"j-data cannot take part: its data E := -y is -5, which is not in 0..9 (when k-reads meets j-data)",
		}},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := NewBuilder()
			c.build(b)
			s := system(t, b)
			in := NewInterpreter(s)
			var got []string
			for _, f := range in.RangeFaults(start(t, in)) {
				got = append(got, s.RangeFaultString(f))
			}
			require.Equal(t, c.want, got)
		})
	}
}

// widened is the system with integer types that all values fit in.
func widened(t *testing.T, s *System) *System {
	wide := *s
	wide.Vars, wide.Data = slices.Clone(s.Vars), slices.Clone(s.Data)
	for i := range wide.Vars {
		if wide.Vars[i].Type.Kind == Int {
			wide.Vars[i].Type = IntType(-1<<40, 1<<40)
		}
	}
	for i := range wide.Data {
		if wide.Data[i].Type.Kind == Int {
			wide.Data[i].Type = IntType(-1<<40, 1<<40)
		}
	}
	require.NoError(t, wide.Check())
	return &wide
}

// On generated systems: a receive has a fault of range for a message just if
// it takes part for that message, or could but for other agents, once the
// types are wide; and so have sends.
func TestRangeFaultsAgainstWidenedTypes(t *testing.T) {
	sends, receives, none, blocks := 0, 0, 0, 0
	for seed := range seeds(t, 400) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		if divides(sys) {
			continue // where a range and a zero divisor may be at fault together
		}
		narrow, wide := twin{sys}, twin{widened(t, sys)}
		in := NewInterpreter(sys)
		for _, s := range sample(t, in, 15) {
			faults := in.RangeFaults(s)
			has := func(command, message int) bool {
				return slices.ContainsFunc(faults, func(f RangeFault) bool {
					return f.Command == command && f.Message.Command == message && f.Obstacle != ZeroDivisor
				})
			}
			for id := range sys.Commands {
				c := &sys.Commands[id]
				if c.Kind != Send {
					continue
				}
				fits, fitsWide := canSend(narrow, s, c), canSend(wide, s, c)
				if fitsWide && blocked(wide, s, c) {
					require.False(t, slices.ContainsFunc(faults, func(f RangeFault) bool { return f.Message.Command == id }), "%s in %s", sys.CommandString(id), sys.StateString(s))
					blocks++
					continue
				}
				require.Equal(t, fitsWide && !fits, has(id, id), "%s\n%s in %s", sys, sys.CommandString(id), sys.StateString(s))
				if fitsWide && !fits {
					sends++
				}
				for r := range sys.Commands {
					if k := &sys.Commands[r]; fits && k.Kind == Receive && k.Agent != c.Agent {
						fault := canReceive(wide, s, c, k) && !canReceive(narrow, s, c, k)
						require.Equal(t, fault, has(r, id), "%s\n%s in %s", sys, sys.CommandString(r), sys.StateString(s))
						if receives++; !fault {
							none++
						}
					}
				}
			}
		}
	}
	t.Logf("%d faults of sends, %d of receives, %d receives without, %d messages blocked", sends, receives-none, none, blocks)
	require.Greater(t, blocks, 100)
	require.Greater(t, sends, 100)
	require.Greater(t, receives-none, 100)
}

// divides reports whether a send, a receive or what they read divides.
func divides(s *System) bool {
	found := false
	look := func(e *Expr) {
		e.Walk(func(e *Expr) bool {
			found = found || e.Op == OpDiv || e.Op == OpMod
			return !found
		})
	}
	for i := range s.Agents {
		look(s.Agents[i].ReceiveGuard)
		for _, e := range s.Agents[i].Relabel {
			look(e)
		}
	}
	for _, c := range s.Commands {
		look(c.Guard)
		look(c.Channel)
		look(c.Predicate)
		for _, a := range slices.Concat(c.Data, c.Updates) {
			look(a.Expr)
		}
	}
	return found
}

func senderOf(t twin, s State, c *Command) (env, bool) {
	n := env{twin: t, state: s}
	channel := n.eval(c.Channel)
	n.channel = &channel.v
	return n, !channel.undefined
}

func canSend(t twin, s State, c *Command) bool {
	n, ok := senderOf(t, s, c)
	_, fits := n.messageData(c)
	return ok && fits && n.moves(c) != nil
}

// blocked reports whether some agent is connected and can receive nothing of what c sends.
func blocked(t twin, s State, c *Command) bool {
	n, _ := senderOf(t, s, c)
	if *n.channel == Broadcast {
		return false
	}
	for j := range t.s.Agents {
		can := func(r Command) bool { return r.Agent == j && r.Kind == Receive && canReceive(t, s, c, &r) }
		if j != c.Agent && n.holds(t.s.Agents[j].ReceiveGuard) && !slices.ContainsFunc(t.s.Commands, can) {
			return true
		}
	}
	return false
}

func canReceive(t twin, s State, c, r *Command) bool {
	n, _ := senderOf(t, s, c)
	n.data, _ = n.messageData(c)
	n.property = t.relabelling(s, r.Agent)
	return (*n.channel == Broadcast || n.holds(t.s.Agents[r.Agent].ReceiveGuard)) && n.holds(c.Predicate) && n.moves(r) != nil
}
