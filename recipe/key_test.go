package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Keys tell all states apart and can be turned back, whatever the widths.
func TestKeysAreExactAndReversible(t *testing.T) {
	b := NewBuilder()
	b.Enum("of colours", "green", "grey") // so that the values of e are not in a row
	a := b.Agent("a", "A")
	a.Local("constant", IntType(7, 7))
	a.Local("bool", BoolType)
	a.Local("wide", IntType(-40000, 40000))
	a.Local("enum", b.Enum("e", "red", "green", "blue"))
	a.Send(0, 4, b.Broadcast())
	c := b.Agent("c", "C")
	c.Local("huge", IntType(-1<<50, 1<<50))
	c.Send(0, 1, b.Broadcast())
	s := system(t, b)
	in := NewInterpreter(s)
	seen := map[string]State{}
	for _, wide := range []Value{-40000, -1, 0, 1, 255, 256, 39999, 40000} {
		for _, huge := range []Value{-1 << 50, -12345678901, 0, 1 << 32, 1 << 50} {
			for code := range 30 {
				e := s.Vars[3].Type.Value(code % 3)
				st := State{Locals: []Value{7, Value(code / 3 % 2), wide, e, huge}, Control: []int{code / 6, code % 2}}
				key := in.Key(st)
				if other, taken := seen[key]; taken {
					require.Equal(t, other, st)
				}
				seen[key] = st.Clone()
				require.Equal(t, st, in.StateOf(key))
				require.True(t, st.Equal(in.StateOf(key)))
			}
		}
	}
	require.Len(t, seen, 8*5*30)

	// What the system does not take for a state the interpreter does not either.
	e := s.Vars[3].Type
	fits := State{Locals: []Value{7, 0, 0, e.Value(0), 0}, Control: []int{0, 0}}
	for i, values := range [][]Value{{6, 8}, {-1, 2}, {-40001, 40001}, {-1, e.Value(1) + 1, e.Value(2) + 1, 1 << 40}, {-1<<50 - 1, 1<<50 + 1}} {
		for _, v := range values {
			odd := fits.Clone()
			odd.Locals[i] = v
			require.ErrorIs(t, s.CheckState(odd), ErrState)
			require.ErrorIs(t, in.EachSuccessor(odd, func(Transition) bool { return false }), ErrState, "%v of %d", v, i)
		}
	}
	for _, q := range []int{-1, 5} {
		require.ErrorIs(t, in.EachSuccessor(State{Locals: fits.Locals, Control: []int{q, 0}}, func(Transition) bool { return false }), ErrState)
	}
	require.NoError(t, in.EachSuccessor(fits, func(Transition) bool { return false }))
}

func TestStepEqual(t *testing.T) {
	send := Step{Kind: MulticastStep, Initiator: 0, Command: 1, Channel: 2, Data: []Datum{{0, 1}},
		Participants: []Participant{{Agent: 1, Command: 3}}}
	get := Step{Kind: PointToPointStep, Initiator: 0, Command: 1, Locality: 4,
		Participants: []Participant{{Agent: 1, Command: 3, Data: []Datum{{0, 1}}}}}
	change := func(p Step, f func(*Step)) Step {
		q := p.Clone()
		f(&q)
		return q
	}
	for _, c := range []struct {
		what string
		p, q Step
		want bool
	}{
		{"itself", send, send.Clone(), true},
		{"stutters", Step{Initiator: -1}, Step{}, true},
		{"kind", send, change(send, func(p *Step) { p.Kind = BroadcastStep }), false},
		{"command", send, change(send, func(p *Step) { p.Command = 2 }), false},
		{"channel", send, change(send, func(p *Step) { p.Channel = 0 }), false},
		{"locality of a message means nothing", send, change(send, func(p *Step) { p.Locality = 9 }), true},
		{"data", send, change(send, func(p *Step) { p.Data[0].Value = 2 }), false},
		{"receiver's command", send, change(send, func(p *Step) { p.Participants[0].Command = 4 }), false},
		{"receivers", send, change(send, func(p *Step) { p.Participants = nil }), false},
		{"locality of a get", get, change(get, func(p *Step) { p.Locality = AnyLocality }), false},
		{"channel of a get means nothing", get, change(get, func(p *Step) { p.Channel = 9 }), true},
		{"supplied data", get, change(get, func(p *Step) { p.Participants[0].Data[0].Value = 2 }), false},
	} {
		require.Equal(t, c.want, c.p.Equal(c.q), c.what)
		require.Equal(t, c.want, c.q.Equal(c.p), c.what)
	}
}
