package recipe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	. "github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

func initialStates(t *testing.T, s *System) []string {
	t.Helper()
	var out []string
	require.NoError(t, NewInterpreter(s).InitialStates(func(st State) bool {
		out = append(out, s.StateString(st))
		return true
	}))
	return out
}

func TestInitialStates(t *testing.T) {
	b := NewBuilder()
	a := b.Agent("a", "A")
	x, y := a.Local("x", IntType(-1, 1)), a.Local("y", BoolType)
	a.Init(And(Or(Eq(x, num(-1)), Eq(x, num(1))), Or(y, Lt(x, num(0)))))
	c := b.Agent("c", "C")
	c.Local("free", b.Enum("e", "red", "blue"))
	require.Equal(t, []string{
		"a@0 x=-1 y=false; c@0 free=red",
		"a@0 x=-1 y=false; c@0 free=blue",
		"a@0 x=-1 y=true; c@0 free=red",
		"a@0 x=-1 y=true; c@0 free=blue",
		"a@0 x=1 y=true; c@0 free=red",
		"a@0 x=1 y=true; c@0 free=blue",
	}, initialStates(t, system(t, b)))
}

func TestUndefinedInitDoesNotHold(t *testing.T) {
	b := NewBuilder()
	a := b.Agent("a", "A")
	x := a.Local("x", IntType(0, 2))
	a.Init(Or(Ge(Div(num(2), x), num(2)), Eq(x, num(0))))
	require.Equal(t, []string{"a@0 x=1"}, initialStates(t, system(t, b)))
}

func TestInitialStatesStopsWhenTold(t *testing.T) {
	b := NewBuilder()
	b.Agent("a", "A").Local("x", IntType(0, 1<<40))
	b.Agent("c", "C").Local("y", IntType(0, 1<<40))
	n := 0
	require.NoError(t, NewInterpreter(system(t, b)).InitialStates(func(State) bool { n++; return n < 3 }))
	require.Equal(t, 3, n)
}

func TestNoInitialStateBlamesTheAgent(t *testing.T) {
	b := NewBuilder()
	b.Agent("a", "A").Local("x", IntType(0, 1<<20))
	c := b.Agent("c", "C")
	y := c.Local("y", IntType(0, 3))
	c.Init(Gt(y, num(3)))
	err := NewInterpreter(system(t, b)).InitialStates(func(State) bool { t.Fatal("there is none"); return true })
	var none *NoInitialStateError
	require.ErrorAs(t, err, &none)
	require.Equal(t, NoInitialStateError{Agent: 1, Name: "c"}, *none)
	require.EqualError(t, err, "recipe: no values of the locals of c satisfy its init")
}

// Enumeration with early conjuncts finds what filtering all states finds.
func TestInitialStatesAgainstAllStates(t *testing.T) {
	for seed := range seeds(t, 60) {
		s := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Agents: 2})
		in := NewInterpreter(s)
		var want []string
		st := State{Locals: make([]Value, len(s.Vars)), Control: make([]int, len(s.Agents))}
		var assign func(i int)
		assign = func(i int) {
			if i == len(s.Vars) {
				if in.IsInitial(st) {
					want = append(want, s.StateString(st))
				}
				return
			}
			for code := range s.Vars[i].Type.Size() {
				st.Locals[i] = s.Vars[i].Type.Value(code)
				assign(i + 1)
			}
		}
		assign(0)
		require.Equal(t, want, initialStates(t, s))
	}
}

func TestIsInitial(t *testing.T) {
	b := NewBuilder()
	a := b.Agent("a", "A")
	initialised(a, "x", digit, 1)
	a.Send(0, 1, b.Broadcast())
	in := NewInterpreter(system(t, b))
	for _, c := range []struct {
		why  string
		s    State
		want bool
	}{
		{"it is", State{[]Value{1}, []int{0}}, true},
		{"init does not hold", State{[]Value{2}, []int{0}}, false},
		{"another control state", State{[]Value{1}, []int{1}}, false},
		{"no state at all", State{[]Value{1, 1}, []int{0}}, false},
	} {
		require.Equal(t, c.want, in.IsInitial(c.s), c.why)
	}
}

// An interpreter that trusts the states of walks looks at those in which they begin.
func TestTrustingIsNotBlind(t *testing.T) {
	b := NewBuilder()
	a := b.Agent("a", "A")
	a.Init(Lt(a.Local("x", IntType(0, 3)), num(2)))
	in := NewInterpreter(system(t, b)).Trusting()
	for x, initial := range map[Value]bool{-1: false, 0: true, 1: true, 2: false, 4: false} {
		require.Equal(t, initial, in.IsInitial(State{Locals: []Value{x}, Control: []int{0}}))
	}
	_, err := in.Successors(State{Locals: []Value{0, 0}, Control: []int{0}})
	require.ErrorIs(t, err, ErrState)
}
