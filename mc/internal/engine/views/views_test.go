package views

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// read is the system of a model at a size.
func read(t *testing.T, text string, n int) *recipe.System {
	p, list := rcheck.Parse("family.rcp", []byte(text), rcheck.Options{Set: map[string]int{"N": n}})
	require.NoError(t, list.Err(), text)
	return p.System
}

// keeping selects as many kept and added agents of each class.
func keeping(f *family.Family, kept, added int) family.Selection {
	var s family.Selection
	for range f.Classes {
		s.Kept, s.Added = append(s.Kept, kept), append(s.Added, added)
	}
	return s
}

// A look finds views in states of a system of a family, agent by agent and value by value: the
// naive twin of what is meant by a view.
type look struct {
	sys    *recipe.System // of the family, at some size
	places map[int]int    // by agent of the abstraction that is in views: who stands there
	as     []recipe.Value // by symbol of the system: the symbol of the abstraction
	a      *family.Abstraction
}

// looks visits all ways to put agents of a system in the places of an abstraction.
func looks(t *testing.T, a *family.Abstraction, f *family.Family, visit func(*look)) {
	var places []int // agents of the abstraction that are in views
	for agent := range a.System.Agents {
		if a.InView(agent) {
			places = append(places, agent)
		}
	}
	chosen := map[int]int{}
	var from func(i int)
	from = func(i int) {
		if i == len(places) {
			visit(newLook(t, a, f, chosen))
			return
		}
		name := a.System.Agents[places[i]].Name
		class := a.Class(places[i])
		for b := range f.System.Agents {
			taken := slices.Contains(slices.Collect(valuesOf(chosen)), b)
			fits := class < 0 && f.ClassOf(b) < 0 && f.System.Agents[b].Name == name || class >= 0 && f.ClassOf(b) == class
			if taken || !fits {
				continue
			}
			chosen[places[i]] = b
			from(i + 1)
			delete(chosen, places[i])
		}
	}
	from(0)
}

func valuesOf(m map[int]int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for _, v := range m {
			if !yield(v) {
				return
			}
		}
	}
}

func newLook(t *testing.T, a *family.Abstraction, f *family.Family, chosen map[int]int) *look {
	l := &look{sys: f.System, places: map[int]int{}, a: a, as: make([]recipe.Value, len(f.System.Symbols))}
	for place, b := range chosen {
		l.places[place] = b
	}
	for v, name := range f.System.Symbols {
		same, ok := a.System.SymbolOf(name)
		if ok {
			l.as[v] = same
		}
	}
	for b := range f.System.Agents {
		class := f.ClassOf(b)
		if class < 0 {
			continue
		}
		seen := a.Outside(class)
		for place, who := range chosen {
			if who == b {
				seen = place
			}
		}
		own, other := f.Private(b), a.Symbols(seen)
		require.Equal(t, len(own), len(other))
		for i, v := range own {
			l.as[v] = other[i]
		}
	}
	return l
}

// view is what is seen of a state, as a state of the abstraction.
func (l *look) view(s recipe.State) recipe.State {
	out := recipe.State{Locals: make([]recipe.Value, len(l.a.System.Vars)), Control: make([]int, len(l.a.System.Agents))}
	for v := range out.Locals {
		out.Locals[v] = l.a.Values.Locals[v][0]
	}
	for place, b := range l.places {
		out.Control[place] = s.Control[b]
		to, from := l.a.Locals(place), l.sys.Agents[b].Vars
		for i := range from.Len() {
			x := s.Locals[from.Start+i]
			if l.sys.Vars[from.Start+i].Type.Kind == recipe.Enum {
				x = l.as[x]
			}
			out.Locals[to.Start+i] = x
		}
	}
	return out
}

// learning is a family in which agents learn of others.
const learning = `
const N = 2;
enum channel { c }
message-structure: WHO : location
property-variables:
agent Worker
    local: partner : location, called : bool
    init: partner = nobody & !called
    receive-guard: false
    repeat: ( call: {!called} *! (true)(WHO := myself)[called := true]
            + hear: {partner = nobody} *? [partner := WHO] )
agent Idle receive-guard: false repeat: {false} *! (false)()[]
system = Worker(worker[1..N], true) || Idle(nobody, true)
`

// explored are the views of a family with some agents of each class, and one more.
func explored(t *testing.T, text string, large *recipe.System, kept int) *Views {
	ctx := context.Background()
	_, f, err := family.Of(ctx, read(t, text, 11), large)
	require.NoError(t, err)
	a, err := f.Abstract(keeping(f, kept, 1))
	require.NoError(t, err)
	v, err := Explore(ctx, a, symbolic.Options{NoTrials: true}, 1<<40)
	require.NoError(t, err)
	return v
}

// All views of all reachable states of systems of generated families are among the views, at each
// size that has enough agents; and those of initial states among the initial ones.
func TestViewsOfRealStates(t *testing.T) {
	ctx, compared := context.Background(), 0
	texts := []string{learning}
	for seed := range uint64(recipetest.Number(t, "VIEWS_FAMILIES", 6)) {
		texts = append(texts, rchecktest.ForAllSizes(recipetest.Seeded(seed)))
	}
	for _, text := range texts {
		large := read(t, text, 13)
		for kept := 1; kept <= 2; kept++ {
			v := explored(t, text, large, kept)
			for n := 2; n <= 4; n++ {
				small, _, err := family.Of(ctx, read(t, text, n), large)
				if err != nil || slices.ContainsFunc(small.Classes, func(c []int) bool { return len(c) < kept }) {
					continue
				}
				compared += compareReal(t, v, small, text)
			}
			v.Close()
		}
	}
	require.Greater(t, compared, 1000)
}

// compareReal looks at the reachable states of a system, and counts the views.
func compareReal(t *testing.T, v *Views, f *family.Family, text string) (compared int) {
	in := recipe.NewInterpreter(f.System)
	g, err := recipe.Explore(context.Background(), in, 120)
	if err != nil {
		require.ErrorIs(t, err, recipe.ErrStateLimit)
	}
	looks(t, v.abstraction, f, func(l *look) {
		for i := range g.Len() {
			s := g.State(i)
			require.True(t, v.model.Contains(v.All, l.view(s)), "the views lack %s of %s\n%s",
				v.abstraction.System.StateString(l.view(s)), f.System.StateString(s), text)
			if in.IsInitial(s) {
				require.True(t, v.model.Contains(v.Initial, l.view(s)), text)
			}
			compared++
		}
	})
	return compared
}

// filing is a family in which a clerk goes on only if two agents outside are one.
const filing = `
const N = 2;
enum channel { c }
message-structure: WHO : location
property-variables:
agent Worker
    local: called : bool
    init: !called
    receive-guard: false
    repeat: call: {!called} *! (true)(WHO := myself)[called := true]
agent Clerk
    local: first : location, last : location
    init: first = nobody & last = nobody
    repeat: ( one: {first = nobody} *? [first := WHO] + more: {first != nobody} *? [last := WHO]
            + again: {first = last & first != nobody} *! (true)(WHO := first)[] )
agent Idle receive-guard: false repeat: {false} *! (false)()[]
system = Worker(worker[1..N], true) || Clerk(clerk, true) || Idle(nobody, true)
`

// In this family the clerk never gets through: who called first listens on the clerk's channel, and
// receives nothing there. That worker may be outside a view, and the clerk points to it.
const engaged = `
const N = 2;
enum channel { line }
message-structure: WHO : location
property-variables:
agent Worker
    local: mode : 0..2
    init: mode = 0
    receive-guard: chan = line & mode = 1
    repeat: ( call: {mode = 0} *! (true)(WHO := myself)[mode := 1] + late: {mode = 0} *? [mode := 2] )
agent Clerk
    local: first : location
    init: first = nobody
    receive-guard: false
    repeat: ( hear: {first = nobody} *? [first := WHO] + dial: {first != nobody} line! (true)(WHO := first)[] )
agent Idle receive-guard: false repeat: {false} *! (false)()[]
system = Worker(worker[1..N], true) || Clerk(clerk, true) || Idle(nobody, true)
`

// No view of a deadlock of a system of a family is among those from which some step is surely
// possible.
func TestSureStepsOfRealStates(t *testing.T) {
	ctx, compared, sure := context.Background(), 0, 0
	texts := []string{filing, learning, engaged}
	for seed := range uint64(recipetest.Number(t, "VIEWS_FAMILIES", 6)) {
		texts = append(texts, rchecktest.ForAllSizes(recipetest.Seeded(seed)))
	}
	for _, text := range texts {
		large := read(t, text, 13)
		for kept := 1; kept <= 2; kept++ {
			v := explored(t, text, large, kept)
			c := v.model.Manager.Calculator(ctx)
			surely := v.Surely(c)
			require.NoError(t, c.Err())
			if c.And(surely, v.All) != bdd.False {
				sure++
			}
			for n := 2; n <= 4; n++ {
				small, _, err := family.Of(ctx, read(t, text, n), large)
				if err != nil || slices.ContainsFunc(small.Classes, func(c []int) bool { return len(c) < kept }) {
					continue
				}
				g, err := recipe.Explore(ctx, recipe.NewInterpreter(small.System), 300)
				if err != nil {
					require.ErrorIs(t, err, recipe.ErrStateLimit)
				}
				looks(t, v.abstraction, small, func(l *look) {
					for _, i := range g.Deadlocks {
						view := l.view(g.State(i))
						require.True(t, v.model.Contains(v.All, view), text)
						require.False(t, v.model.Contains(surely, view), "%s is sure of a step of\n%s",
							v.abstraction.System.StateString(view), text)
						compared++
					}
				})
			}
			c.Close()
			v.Close()
		}
	}
	require.Greater(t, compared, 100)
	require.Greater(t, sure, 5)
}

// Views know of no deadlock where some step is surely possible. Where a system has one, they do.
func TestDeadlocksOfViews(t *testing.T) {
	ctx := context.Background()
	for _, busy := range []bool{true, false} {
		text := filing + "SPEC G !deadlock;\n"
		if busy {
			text = strings.Replace(text, "agent Idle receive-guard: false repeat: {false}", "agent Idle receive-guard: false repeat: {true}", 1)
		}
		_, f, err := family.Of(ctx, read(t, text, 9), read(t, text, 11))
		require.NoError(t, err)
		id := slices.IndexFunc(f.System.Propositions, func(p recipe.Proposition) bool {
			return p.Expr.Any(func(e *recipe.Expr) bool { return e.Op == recipe.OpDeadlock })
		})
		s := keeping(f, 1, 1)
		s.Propositions = []int{id}
		a, err := f.Abstract(s)
		require.NoError(t, err)
		v, err := Explore(ctx, a, symbolic.Options{NoTrials: true}, 1<<40)
		require.NoError(t, err)
		space, err := v.Space(ctx)
		require.NoError(t, err)
		dead := ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
		holds, err := space.Holds(ctx, ltol.Globally(ltol.Not(dead)), nil, ltol.Options{})
		require.NoError(t, err)
		require.Equal(t, busy, holds)
		v.Close()
	}
}

// Two agents outside of a view exchange something, and the one in the view takes no part.
func TestExchangesOutsideOfViews(t *testing.T) {
	ctx := context.Background()
	const text = `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables: up : bool
agent Worker
    local: raised : bool
    init: !raised
    relabel: up <- raised
    receive-guard: false
    repeat: ( raise: {!raised} *! (false)()[raised := true]
            + get: {raised & ON} GET@(@up)()[]
            + give: {raised} SUPPLY@(any)(ON := true)[] )
system = Worker(worker[1..N], true)
SPEC forall k : Worker . G !k-raised;
SPEC G [[p2p]] false;
`
	_, f, err := family.Of(ctx, read(t, text, 9), read(t, text, 11))
	require.NoError(t, err)
	first := func(kind recipe.PropositionKind) int {
		return slices.IndexFunc(f.System.Propositions, func(p recipe.Proposition) bool {
			return p.Kind == kind && (kind == recipe.StepProposition || slices.Equal(f.Members(p.Expr), []int{0}))
		})
	}
	raised, exchange := first(recipe.StateProposition), first(recipe.StepProposition)
	s := keeping(f, 1, 2)
	s.Tracked, s.Propositions = []int{0}, []int{raised, exchange}
	a, err := f.Abstract(s)
	require.NoError(t, err)
	v, err := Explore(ctx, a, symbolic.Options{NoTrials: true}, 1<<40)
	require.NoError(t, err)
	defer v.Close()
	space, err := v.Space(ctx)
	require.NoError(t, err)
	never := ltol.Globally(ltol.Not(ltol.Prop(ltol.Atom{ID: raised, Kind: ltol.State})))
	none := ltol.Globally(ltol.Not(ltol.Possible(exchange, ltol.True())))
	holds, err := space.Holds(ctx, ltol.Implies(never, none), nil, ltol.Options{})
	require.NoError(t, err)
	require.False(t, holds)
}
