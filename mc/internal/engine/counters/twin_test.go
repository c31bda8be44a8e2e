package counters

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// read is the system of a model at a size of all its constants.
func read(t *testing.T, text string, n int, constants ...string) *recipe.System {
	set := map[string]int{}
	for _, name := range constants {
		set[name] = n
	}
	p, list := rcheck.Parse("family.rcp", []byte(text), rcheck.Options{Set: set})
	require.NoError(t, list.Err(), text)
	return p.System
}

// A counted is a space of a family, and what of the family it is about.
type counted struct {
	*Space
	f       *family.Family
	tracked []int // agents of the family
	slots   []int
	atoms   []int       // state propositions of tracked agents and singles
	steps   []int       // the same of step propositions
	some    map[int]int // by proposition about the slot: the atom which says that some agent satisfies it
	// someStep is the same of step propositions.
	someStep map[int]int
}

// moves tells whether an expression is true of no step in which its agent only receives.
func moves(sys *recipe.System, e *recipe.Expr) bool {
	return e.Op == recipe.OpExecuted && !slices.ContainsFunc(e.Commands, func(id int) bool { return sys.Commands[id].Kind == recipe.Receive })
}

// counting makes the space of a family with some tracked agents of the first class, with some of
// its propositions. It is nil if there are too many local states.
func counting(t *testing.T, f *family.Family, tracked int, finite bool) *counted {
	x := &counted{f: f, some: map[int]int{}, someStep: map[int]int{}}
	s := family.Selection{}
	for class, list := range f.Classes {
		keep := 1
		if class == 0 {
			x.tracked = list[:tracked]
			keep += tracked
			x.slots = append(x.slots, list[tracked])
		} else {
			x.slots = append(x.slots, list[0])
		}
		s.Kept, s.Added = append(s.Kept, keep), append(s.Added, 2)
	}
	s.Tracked = x.tracked
	formula, q := ltol.True(), Question{Finite: finite, MostLocals: 30}
	var bodies []int
	for id, p := range f.System.Propositions {
		members := f.Members(p.Expr)
		beside := slices.DeleteFunc(slices.Clone(members), func(a int) bool { return slices.Contains(x.tracked, a) })
		switch {
		case p.Expr.Any(func(e *recipe.Expr) bool {
			return e.Op == recipe.OpEnabled || e.Op == recipe.OpExists || e.Op == recipe.OpForall
		}):
		case len(beside) == 0 && p.Kind == recipe.StateProposition && len(x.atoms) < 4:
			s.Propositions, x.atoms = append(s.Propositions, id), append(x.atoms, id)
			formula = ltol.And(formula, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}))
		case len(beside) == 0 && p.Kind == recipe.StepProposition && len(x.steps) < 2:
			s.Propositions, x.steps = append(s.Propositions, id), append(x.steps, id)
		case len(beside) == 1 && slices.Contains(x.slots, beside[0]) && p.Kind == recipe.StateProposition && len(bodies) < 3:
			s.Propositions, bodies = append(s.Propositions, id), append(bodies, id)
			q.Some = append(q.Some, Some{Class: f.ClassOf(beside[0]), Body: ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})})
			x.some[id] = len(f.System.Propositions) + len(q.Some) - 1
			formula = ltol.And(formula, ltol.Prop(ltol.Atom{ID: x.some[id], Kind: ltol.State}))
		case len(beside) == 1 && slices.Contains(x.slots, beside[0]) && p.Kind == recipe.StepProposition && len(q.Some)-len(bodies) < 2 && moves(f.System, p.Expr):
			list := f.Classes[f.ClassOf(beside[0])]
			at := slices.Index(list, beside[0])
			some := Some{Class: f.ClassOf(beside[0]), Body: ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step})}
			for _, a := range list[at+1 : at+3] {
				some.Movers = append(some.Movers, (&census{x: x, f: f, tracked: x.tracked}).same(id, beside, []int{a}))
			}
			if slices.Contains(some.Movers, -1) {
				continue
			}
			s.Propositions = append(append(s.Propositions, id), some.Movers...)
			q.Some = append(q.Some, some)
			x.someStep[id] = len(f.System.Propositions) + len(q.Some) - 1
		}
	}
	slices.Sort(s.Propositions)
	s.Propositions = slices.Compact(s.Propositions)
	q.Formula = formula
	a, err := f.Abstract(s)
	require.NoError(t, err)
	v, err := views.Explore(context.Background(), a, symbolic.Options{NoTrials: true}, 1<<40)
	require.NoError(t, err)
	t.Cleanup(v.Close)
	for _, agent := range x.slots {
		q.Slots = append(q.Slots, a.Of(agent))
	}
	if x.Space, err = New(context.Background(), v, q); errors.Is(err, ErrLocals) {
		return nil
	}
	require.NoError(t, err)
	return x
}

// A census finds the states of a space in those of a system of the family at some size, agent by
// agent and value by value: the naive twin of what counters mean.
type census struct {
	x       *counted
	f       *family.Family // of the system
	tracked []int          // its agents that are tracked
	symbol  [][]recipe.Value
}

func newCensus(t *testing.T, x *counted, f *family.Family) *census {
	y := &census{x: x, f: f, tracked: f.Classes[0][:len(x.tracked)]}
	// By agent of a class, as what each symbol is seen by it; the last one is the sight of all others.
	for who := range len(f.System.Agents) + 1 {
		as := make([]recipe.Value, len(f.System.Symbols))
		for v, name := range f.System.Symbols {
			if same, ok := x.a.System.SymbolOf(name); ok {
				as[v] = same
			}
		}
		for b := range f.System.Agents {
			class := f.ClassOf(b)
			var seen int
			if class < 0 {
				seen = x.a.Of(x.f.Singles[slices.Index(f.Singles, b)])
			} else if i := slices.Index(y.tracked, b); i >= 0 {
				seen = x.a.Of(x.tracked[i])
			} else if seen = x.a.Outside(class); b == who {
				seen = x.question.Slots[class]
			}
			for i, v := range f.Private(b) {
				as[v] = x.a.Symbols(seen)[i]
			}
		}
		y.symbol = append(y.symbol, as)
	}
	return y
}

// value is the value of a variable of the abstraction that an agent of the system has.
func (y *census) value(s recipe.State, v views.Variable, agent, sight int) int {
	if v.Local < 0 {
		return slices.Index(v.Values, recipe.Value(s.Control[agent]))
	}
	i := v.Local - y.x.a.System.Agents[v.Agent].Vars.Start
	value := s.Locals[y.f.System.Agents[agent].Vars.Start+i]
	if v.Type.Kind == recipe.Enum {
		value = y.symbol[sight][value]
	}
	return slices.Index(v.Values, value)
}

// whose is the agent of the system that one of the abstraction stands for: a single or a tracked
// one.
func (y *census) whose(agent int) int {
	for i, b := range y.x.tracked {
		if y.x.a.Of(b) == agent {
			return y.tracked[i]
		}
	}
	return y.f.Singles[slices.IndexFunc(y.x.f.Singles, func(b int) bool { return y.x.a.Of(b) == agent })]
}

// locals are by counted agent its local state, nil for others.
func (y *census) locals(t *testing.T, s recipe.State) []*local {
	out := make([]*local, len(y.f.System.Agents))
	for class, list := range y.f.Classes {
		x := y.x.classes[class]
		for _, b := range list {
			if slices.Contains(y.tracked, b) {
				continue
			}
			var codes []int
			for _, v := range x.vars {
				codes = append(codes, y.value(s, v, b, b))
			}
			i := slices.IndexFunc(x.locals, func(l *local) bool { return slices.Equal(l.codes, codes) })
			require.GreaterOrEqual(t, i, 0, "no local state %v of %s", codes, y.f.System.StateString(s))
			out[b] = x.locals[i]
		}
	}
	return out
}

// set is the set of states of the space that stand for a state, whatever the guesses and the last
// step.
func (y *census) set(t *testing.T, c *bdd.Calculator, s recipe.State) bdd.Node {
	out := bdd.True
	for _, v := range y.x.base {
		out = c.And(out, c.Eq(v.ID, bdd.Current, y.value(s, v, y.whose(v.Agent), len(y.f.System.Agents))))
	}
	number := map[*local]int{}
	for _, l := range y.locals(t, s) {
		number[l]++
	}
	y.x.all(func(_ *class, l *local) {
		out = c.AndAll(out, equals(c, l.some, number[l] > 0), equals(c, l.many, number[l] > 1))
	})
	return out
}

func equals(c *bdd.Calculator, id bdd.VarID, is bool) bdd.Node {
	code := 0
	if is {
		code = 1
	}
	return c.Eq(id, bdd.Current, code)
}

// gone says which local states agents left and entered between two states.
func (y *census) gone(t *testing.T, c *bdd.Calculator, s, next recipe.State) bdd.Node {
	out := bdd.True
	left, entered := map[*local]bool{}, map[*local]bool{}
	after := y.locals(t, next)
	for b, l := range y.locals(t, s) {
		if l != after[b] {
			left[l], entered[after[b]] = true, true
		}
	}
	y.x.all(func(_ *class, l *local) {
		out = c.AndAll(out, equals(c, l.left, left[l]), equals(c, l.entered, entered[l]))
	})
	return out
}

// ranks numbers agents, so that expressions of two sizes can be compared.
func ranks(agents []int, more ...int) map[int]int {
	out := map[int]int{}
	for i, a := range append(slices.Clone(agents), more...) {
		out[a] = i
	}
	return out
}

// same is the proposition of the system that says the same as one of the family, of an agent in
// place of the slot if there is one; -1 if the system has none.
func (y *census) same(id int, slot, agent []int) int {
	want := y.x.f.Key(y.x.f.System.Propositions[id].Expr, ranks(y.x.tracked, slot...))
	return slices.IndexFunc(y.f.System.Propositions, func(p recipe.Proposition) bool {
		return p.Kind == y.x.f.System.Propositions[id].Kind && y.f.Key(p.Expr, ranks(y.tracked, agent...)) == want
	})
}

// compare looks at the first reachable states of the system: each is a state of the space, its
// steps are steps of the space, and what is said of states and steps can be true in the space.
func (y *census) compare(t *testing.T, most int, text string) (steps, truths int) {
	ctx := context.Background()
	in := recipe.NewInterpreter(y.f.System)
	at := recipe.NewInstant(in)
	g, err := recipe.Explore(ctx, in, most)
	if err != nil {
		require.ErrorIs(t, err, recipe.ErrStateLimit)
	}
	steady := slices.DeleteFunc(slices.Clone(y.x.steps), func(id int) bool { return y.same(id, nil, nil) < 0 })
	asked := slices.Concat(y.x.steps, slices.Collect(maps.Values(y.x.someStep)))
	slices.Sort(asked)
	moves, err := y.x.Refine(ctx, asked)
	require.NoError(t, err)
	defer y.x.Discard(moves)
	c := y.x.Diagrams.Calculator(ctx)
	defer c.Close()
	for i := range g.Len() {
		s := g.State(i)
		set := y.set(t, c, s)
		where := fmt.Sprintf("%s\n%s", y.f.System.StateString(s), text)
		require.NotEqual(t, bdd.False, c.And(set, y.x.known), where)
		if in.IsInitial(s) {
			require.NotEqual(t, bdd.False, c.And(set, y.x.Start), where)
		}
		require.NoError(t, at.Enter(s))
		truths += y.truths(t, c, at, set, where)
		going := set
		if y.x.stuck != nil {
			going = c.And(set, c.Eq(*y.x.stuck, bdd.Current, 0))
		}
		for _, e := range g.Edges(i) {
			if e.Step.Kind == recipe.Stutter {
				require.NotEqual(t, bdd.False, c.And(set, y.x.Still), where)
				continue
			}
			if e.To < 0 {
				continue // beyond the first states
			}
			next := c.And(y.set(t, c, g.State(e.To)), y.gone(t, c, s, g.State(e.To)))
			found := slices.ContainsFunc(moves, func(m space.Move) bool {
				for _, id := range steady {
					holds, err := in.StepHolds(y.same(id, nil, nil), s, e.Step)
					require.NoError(t, err)
					told, err := y.x.StepProposition(nil, id, m)
					require.NoError(t, err)
					if holds != (told == bdd.True) {
						return false
					}
				}
				for id, atom := range y.x.someStep {
					told, err := y.x.StepProposition(nil, atom, m)
					require.NoError(t, err)
					if holds, known := y.mover(t, in, id, s, e.Step); known && holds != (told == bdd.True) {
						return false
					}
				}
				return c.And(m.Image(c, going), next) != bdd.False
			})
			require.True(t, found, "%s to %s from %s", y.f.System.StepString(e.Step), y.f.System.StateString(g.State(e.To)), where)
			steps++
		}
		c.Reset()
	}
	return steps, truths
}

// mover tells whether a step satisfies a proposition about the slot, with another agent in its
// place.
func (y *census) mover(t *testing.T, in *recipe.Interpreter, id int, s recipe.State, step recipe.Step) (holds, known bool) {
	class := y.x.question.Some[y.x.someStep[id]-len(y.x.a.System.Propositions)].Class
	for _, b := range y.f.Classes[class] {
		if slices.Contains(y.tracked, b) {
			continue
		}
		same := y.same(id, y.x.slots[class:class+1], []int{b})
		if same < 0 {
			return false, false
		}
		one, err := in.StepHolds(same, s, step)
		require.NoError(t, err)
		holds = holds || one
	}
	return holds, true
}

// truths compares what state propositions say of a state and of the set that stands for it.
func (y *census) truths(t *testing.T, c *bdd.Calculator, at *recipe.Instant, set bdd.Node, where string) (compared int) {
	check := func(atom int, holds bool) {
		is := c.Take(y.x.StateProposition(c.Scope(), atom))
		if !holds {
			is = c.Not(is)
		}
		require.NotEqual(t, bdd.False, c.And(set, is), "atom %d is %v in %s", atom, holds, where)
		compared++
	}
	for _, id := range y.x.atoms {
		if same := y.same(id, nil, nil); same >= 0 {
			holds, err := at.StateHolds(same)
			require.NoError(t, err)
			check(id, holds)
		}
	}
	for id, atom := range y.x.some {
		some, known := false, true
		class := y.x.question.Some[atom-len(y.x.a.System.Propositions)].Class
		for _, b := range y.f.Classes[class] {
			if slices.Contains(y.tracked, b) {
				continue
			}
			same := y.same(id, y.x.slots[class:class+1], []int{b})
			if known = known && same >= 0; !known {
				break
			}
			holds, err := at.StateHolds(same)
			require.NoError(t, err)
			some = some || holds
		}
		if known {
			check(atom, some)
		}
	}
	return compared
}

// A model is a family by some constants.
type model struct {
	text      string
	constants []string
}

// models are the models of families, and some generated ones.
func models(t *testing.T, generated int) []model {
	var out []model
	for _, name := range []string{"lock", "mutex", "mesi", "german", "pubsub"} {
		text, err := os.ReadFile("../../../../bench/models/sizes/" + name + ".rcp")
		require.NoError(t, err)
		constants := []string{"N"}
		if name == "pubsub" {
			constants = append(constants, "M")
		}
		out = append(out, model{string(text), constants})
	}
	out = append(out, model{getters, []string{"N"}})
	from := uint64(recipetest.Number(t, "COUNTERS_FROM", 0))
	for seed := range uint64(recipetest.Number(t, "COUNTERS_FAMILIES", generated)) {
		out = append(out, model{rchecktest.ForAllSizes(recipetest.Seeded(from + seed)), []string{"N"}})
	}
	return out
}

// getters get from each other: two counted agents take part in one step.
const getters = `
const N = 2;
enum channel { c }
message-structure: ON : bool
property-variables: up : bool
agent Worker
    local: on : bool
    init: true
    relabel: up <- on
    receive-guard: false
    repeat: ( get: {!on & ON} GET@(@up)()[on := true] + give: {on} SUPPLY@(any)(ON := true)[on := false] )
system = Worker(worker[1..N], true)
SPEC forall k : Worker . G F k-give;
SPEC forall k : Worker . G F k-get;
`

// Each step of systems of generated families, and of the models of families, is a step of the
// counters.
func TestCountersOfRealSteps(t *testing.T) {
	ctx, models := context.Background(), models(t, 5)
	most, states := recipetest.Number(t, "COUNTERS_MOST", 4), recipetest.Number(t, "COUNTERS_STATES", 15)
	steps, truths := 0, 0
	for i, m := range models {
		large := read(t, m.text, 13, m.constants...)
		_, f, err := family.Of(ctx, read(t, m.text, 11, m.constants...), large)
		require.NoError(t, err)
		for tracked := range 3 {
			if (i+tracked)%3 > 0 && most < 5 {
				continue
			}
			x := counting(t, f, tracked, true)
			for n := 3; x != nil && n <= most; n++ {
				small, _, err := family.Of(ctx, read(t, m.text, n, m.constants...), large)
				if err != nil || slices.ContainsFunc(small.Classes, func(c []int) bool { return len(c) < tracked+2 }) {
					continue
				}
				s, tr := newCensus(t, x, small).compare(t, states, m.text)
				steps, truths = steps+s, truths+tr
			}
		}
	}
	t.Log(steps, truths)
	require.Greater(t, min(steps, truths), 100)
}
