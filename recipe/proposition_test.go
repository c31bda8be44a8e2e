package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An observatory is a system with one step of each kind from its initial
// state: a broadcast and a multicast by s, received by r, a named get and a
// get by predicate by g, answered by r.
type observatory struct {
	b                                         *Builder
	data, other, colour, flag                 *Expr // two data variables, two identifiers
	broadcast, multicast, named, any, receive *CommandBuilder
	supply                                    *CommandBuilder
}

func newObservatory() *observatory {
	b := NewBuilder()
	o := &observatory{b: b}
	o.data, o.other = b.Data("D", digit), b.Data("E", digit)
	o.colour = b.Property("colour", b.Enum("colour", "red", "green", "blue"))
	o.flag = b.Property("flag", BoolType)
	c := b.Channel("c")
	s := b.Agent("s", "S")
	x := initialised(s, "x", digit, 3)
	isRed := Eq(o.colour, b.Value(o.colour.Type, "red"))
	o.broadcast = s.Send(0, 0, b.Broadcast()).Label("b").With(o.data, x).To(Or(isRed, o.flag))
	o.multicast = s.Send(0, 0, c).Label("m").To(FalseExpr).Set(x, num(4))
	g := b.Agent("g", "G")
	g.ReceiveGuard(FalseExpr)
	o.named = g.Get(0, 0).Label("named").At(b.Location("r")).With(o.other, num(1))
	o.any = g.Get(0, 0).Label("any").With(o.other, num(1)).To(isRed)
	r := b.Agent("r", "R")
	r.ReceiveGuard(FalseExpr).Relabel(o.colour, b.Value(o.colour.Type, "red"))
	o.receive = r.Receive(0, 0, b.Broadcast()).Label("r")
	r.Supply(0, 0).Label("self").At(r.Location()).With(o.data, num(7))
	o.supply = r.Supply(0, 0).Label("any").With(o.data, num(7))
	return o
}

// holdsOf tells which of the steps b(roadcast), m(ulticast), n(amed get) and
// a(ny get) satisfy the observation.
func holdsOf(t *testing.T, o *observatory, e *Expr) string {
	t.Helper()
	p := o.b.StepProposition("O", e)
	in := NewInterpreter(system(t, o.b))
	s := start(t, in)
	transitions, err := in.Successors(s)
	require.NoError(t, err)
	require.Len(t, transitions, 4)
	out := ""
	for i, tr := range transitions {
		holds, err := in.StepHolds(p, s, tr.Step)
		require.NoError(t, err)
		if holds {
			out += string("bmna"[i])
		}
	}
	return out
}

func TestObservations(t *testing.T) {
	at := func(op Op, agent string) func(*observatory) *Expr {
		return func(o *observatory) *Expr { return Eq(o.b.Observe(op), o.b.Location(agent)) }
	}
	red := func(o *observatory) *Expr { return o.b.Value(o.colour.Type, "red") }
	for _, c := range []struct {
		what string
		e    func(o *observatory) *Expr
		want string
	}{
		{"true", func(o *observatory) *Expr { return TrueExpr }, "bmna"},
		{"sender = s", at(OpSender, "s"), "bm"},
		{"sender = g: gets have no sender", at(OpSender, "g"), ""},
		{"sender != s: absent, so != holds", func(o *observatory) *Expr {
			return Ne(o.b.Observe(OpSender), o.b.Location("s"))
		}, "na"},
		{"getter = g", at(OpGetter, "g"), "na"},
		{"supplier = r", at(OpSupplier, "r"), "na"},
		{"supplier = s: sends have no supplier", at(OpSupplier, "s"), ""},
		{"initiator = s", at(OpInitiator, "s"), "bm"},
		{"initiator = g", at(OpInitiator, "g"), "na"},
		{"producer = s", at(OpProducer, "s"), "bm"},
		{"producer = r", at(OpProducer, "r"), "na"},
		{"locality = r", at(OpLocality, "r"), "n"},
		{"locality = any", func(o *observatory) *Expr { return Eq(o.b.Observe(OpLocality), o.b.AnyLocation()) }, "a"},
		{"locality != r: also of messages", func(o *observatory) *Expr {
			return Ne(o.b.Observe(OpLocality), o.b.Location("r"))
		}, "bma"},
		{"p2p", func(o *observatory) *Expr { return o.b.Observe(OpPointToPoint) }, "na"},
		{"chan = *", func(o *observatory) *Expr { return Eq(o.b.MessageChannel(), o.b.Broadcast()) }, "b"},
		{"chan != *: also of exchanges", func(o *observatory) *Expr { return Ne(o.b.MessageChannel(), o.b.Broadcast()) }, "mna"},
		{"D = 3", func(o *observatory) *Expr { return Eq(o.data, num(3)) }, "b"},
		{"D = 7: the supplier's on exchanges", func(o *observatory) *Expr { return Eq(o.data, num(7)) }, "na"},
		{"E = 1: not the getter's", func(o *observatory) *Expr { return Eq(o.other, num(1)) }, ""},
		{"D < 9 is false where D is not carried", func(o *observatory) *Expr { return Lt(o.data, num(9)) }, "bna"},
		{"!(D < 9)", func(o *observatory) *Expr { return Not(Lt(o.data, num(9))) }, "m"},
		{"an undefined comparison is false", func(o *observatory) *Expr { return Eq(Div(num(1), Sub(o.data, num(3))), num(0)) }, "na"},
		{"and its != true", func(o *observatory) *Expr { return Ne(Div(num(1), Sub(o.data, num(3))), num(0)) }, "bm"},
		{"executed by the initiator", func(o *observatory) *Expr { return Executed(o.multicast, o.named) }, "mn"},
		{"executed by a receiver", func(o *observatory) *Expr { return Executed(o.receive) }, "b"},
		{"executed by the supplier", func(o *observatory) *Expr { return Executed(o.supply) }, "a"},
		{"supplier-colour = red", func(o *observatory) *Expr { return Eq(o.b.SupplierProperty(o.colour), red(o)) }, "na"},
		{"supplier-colour != red: messages have none", func(o *observatory) *Expr {
			return Ne(o.b.SupplierProperty(o.colour), red(o))
		}, "bm"},
		{"supplier-flag, which it does not relabel", func(o *observatory) *Expr { return o.b.SupplierProperty(o.flag) }, ""},
		{"!supplier-flag", func(o *observatory) *Expr { return Not(o.b.SupplierProperty(o.flag)) }, "bmna"},
	} {
		t.Run(c.what, func(t *testing.T) {
			o := newObservatory()
			require.Equal(t, c.want, holdsOf(t, o, c.e(o)))
		})
	}
}

// The predicates are: colour = red | flag; false; true; colour = red.
func TestObservationQuantifiers(t *testing.T) {
	red := func(o *observatory) *Expr { return Eq(o.colour, o.b.Value(o.colour.Type, "red")) }
	green := func(o *observatory) *Expr { return Eq(o.colour, o.b.Value(o.colour.Type, "green")) }
	for _, c := range []struct {
		what string
		e    func(o *observatory) *Expr
		want string
	}{
		{"exists(true): some assignment satisfies the predicate", func(o *observatory) *Expr { return Exists(TrueExpr) }, "bna"},
		{"forall(false): none does", func(o *observatory) *Expr { return Forall(FalseExpr) }, "m"},
		{"exists(colour = red)", func(o *observatory) *Expr { return Exists(red(o)) }, "bna"},
		{"forall(colour = red)", func(o *observatory) *Expr { return Forall(red(o)) }, "ma"},
		{"exists(colour = green)", func(o *observatory) *Expr { return Exists(green(o)) }, "bn"},
		{"forall(colour = red | flag)", func(o *observatory) *Expr { return Forall(Or(red(o), o.flag)) }, "bma"},
		{"forall(colour != green): the complement of exists", func(o *observatory) *Expr { return Forall(Not(green(o))) }, "ma"},
		{"inside, other parts of the step may be read", func(o *observatory) *Expr { return Exists(And(green(o), Eq(o.data, num(3)))) }, "b"},
		{"exists(forall(green)): the outermost decides", func(o *observatory) *Expr { return Exists(Forall(green(o))) }, "bn"},
		{"forall(exists(red))", func(o *observatory) *Expr { return Forall(Exists(red(o))) }, "ma"},
		{"quantifiers side by side", func(o *observatory) *Expr { return And(Exists(green(o)), Not(Forall(green(o)))) }, "bn"},
	} {
		t.Run(c.what, func(t *testing.T) {
			o := newObservatory()
			require.Equal(t, c.want, holdsOf(t, o, c.e(o)))
		})
	}
}

// An assignment for which the predicate is undefined does not satisfy it, even
// where in an observation the same expression would be true.
func TestQuantifiersSkipUndefinedPredicates(t *testing.T) {
	b := NewBuilder()
	p := b.Property("p", IntType(0, 2))
	a := b.Agent("a", "A")
	a.Send(0, 0, b.Broadcast()).To(Ne(Div(num(2), p), num(2))) // p = 2
	b.StepProposition("exists 0", Exists(Eq(p, num(0))))
	b.StepProposition("exists 1", Exists(Eq(p, num(1))))
	b.StepProposition("exists 2", Exists(Eq(p, num(2))))
	b.StepProposition("forall 2", Forall(Eq(p, num(2))))
	b.StepProposition("in the observation", Exists(Ne(Div(num(2), Sub(p, num(2))), num(2))))
	in := NewInterpreter(system(t, b))
	s := start(t, in)
	transitions, err := in.Successors(s)
	require.NoError(t, err)
	for i, want := range []bool{false, false, true, true, true} {
		holds, err := in.StepHolds(i, s, transitions[0].Step)
		require.NoError(t, err)
		require.Equal(t, want, holds, in.System().Propositions[i].Name)
	}
}

func TestExecutes(t *testing.T) {
	p := Step{Kind: BroadcastStep, Command: 2, Participants: []Participant{{Agent: 1, Command: 5}}}
	require.True(t, p.Executes(2))
	require.True(t, p.Executes(0, 5))
	require.False(t, p.Executes(1))
	require.False(t, p.Executes())
	require.False(t, Step{Kind: Stutter}.Executes(0))
}

func TestStepPropositionsAreFalseOfTheStutter(t *testing.T) {
	b := NewBuilder()
	b.Agent("a", "A")
	p := b.StepProposition("true", TrueExpr)
	in := NewInterpreter(system(t, b))
	s := start(t, in)
	transitions, err := in.Successors(s)
	require.NoError(t, err)
	holds, err := in.StepHolds(p, s, transitions[0].Step)
	require.NoError(t, err)
	require.False(t, holds)
}

func TestStatePropositions(t *testing.T) {
	b := NewBuilder()
	c := b.Channel("c")
	a := b.Agent("a", "A")
	x := initialised(a, "x", digit, 0)
	send := a.Send(0, 1, c).Label("send").Set(x, num(1))
	never := a.Send(1, 0, c).Label("never")
	r := b.Agent("r", "R")
	y := initialised(r, "y", digit, 0)
	receive := r.Receive(0, 1, c).Label("receive")
	blockedFor := map[string][2]bool{} // before and after the only step
	add := func(name string, e *Expr, before, after bool) {
		b.StateProposition(name, e)
		blockedFor[name] = [2]bool{before, after}
	}
	add("locals of any agent", Lt(y, x), false, true)
	add("control state", Eq(r.Control(), num(1)), false, true)
	add("enabled as initiator", Enabled(send), true, false)
	add("enabled as participant", Enabled(receive), true, false)
	add("ready to send, but blocked", Enabled(never), false, false)
	add("any of several commands", Enabled(never, receive), true, false)
	add("deadlock", b.Observe(OpDeadlock), false, true)
	add("undefined is false", Eq(Div(num(0), x), num(0)), false, true)
	s := system(t, b)
	in := NewInterpreter(s)
	before := start(t, in)
	transitions, err := in.Successors(before)
	require.NoError(t, err)
	require.Len(t, transitions, 1)
	for i, p := range s.Propositions {
		for k, st := range []State{before, transitions[0].Next} {
			holds, err := in.StateHolds(i, st)
			require.NoError(t, err)
			require.Equal(t, blockedFor[p.Name][k], holds, p.Name)
		}
	}
}

// States, steps and indices that do not fit are errors, never panics.
func TestBadArguments(t *testing.T) {
	o := newObservatory()
	state, step := o.b.StateProposition("state", TrueExpr), o.b.StepProposition("step", TrueExpr)
	in := NewInterpreter(system(t, o.b))
	good := start(t, in)
	transitions, err := in.Successors(good)
	require.NoError(t, err)
	exchange := transitions[2].Step

	_, err = in.StateHolds(step, good)
	require.EqualError(t, err, "recipe: proposition step is a step proposition")
	_, err = in.StepHolds(state, good, exchange)
	require.EqualError(t, err, "recipe: proposition state is a state proposition")
	_, err = in.StateHolds(7, good)
	require.EqualError(t, err, "recipe: no proposition 7")
	_, err = in.StepHolds(-1, good, exchange)
	require.EqualError(t, err, "recipe: no proposition -1")

	for what, change := range map[string]func(*State){
		"too few locals":             func(s *State) { s.Locals = nil },
		"too few control states":     func(s *State) { s.Control = s.Control[1:] },
		"a local outside its type":   func(s *State) { s.Locals[0] = 10 },
		"an unknown control state":   func(s *State) { s.Control[0] = 1 },
		"a negative control state":   func(s *State) { s.Control[0] = -1 },
		"a negative value of a type": func(s *State) { s.Locals[0] = -1 },
	} {
		bad := good.Clone()
		change(&bad)
		_, err = in.Successors(bad)
		require.ErrorIs(t, err, ErrState, what)
		_, err = in.StateHolds(state, bad)
		require.ErrorIs(t, err, ErrState, what)
		_, err = in.StepHolds(step, bad, exchange)
		require.ErrorIs(t, err, ErrState, what)
		require.True(t, in.Deadlock(bad), what)
		_, err = in.Blocked(t.Context(), bad)
		require.ErrorIs(t, err, ErrState, what)
		require.Empty(t, in.RangeFaults(bad), what)
	}
	for what, change := range map[string]func(*Step){
		"an unknown kind":         func(p *Step) { p.Kind = 9 },
		"an unknown agent":        func(p *Step) { p.Initiator = 9 },
		"no agent":                func(p *Step) { p.Initiator = -1 },
		"another agent's command": func(p *Step) { p.Command = 0 },
		"an unknown command":      func(p *Step) { p.Command = 99 },
		"no supplier":             func(p *Step) { p.Participants = nil },
		"a supplier that gets":    func(p *Step) { p.Participants[0] = Participant{Agent: 1, Command: 2} },
		"unknown data":            func(p *Step) { p.Data = []Datum{{Var: 2}} },
		"unknown supplied data":   func(p *Step) { p.Participants[0].Data = []Datum{{Var: -1}} },
		"a broadcast by a getter": func(p *Step) { p.Kind = BroadcastStep },
	} {
		bad := exchange.Clone()
		change(&bad)
		_, err = in.StepHolds(step, good, bad)
		require.ErrorIs(t, err, ErrState, what)
	}
}
