package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// lassoOf is a run as the explicit semantics evaluates it.
func lassoOf(s *System, r *Run) ltol.Lasso {
	in := interpreter(s)
	return ltol.Lasso{
		Length: len(r.States), Loop: r.Loop,
		State: func(i, id int) bool {
			holds, err := in.StateHolds(id, r.States[i].(recipe.State))
			return err == nil && holds
		},
		Step: func(i, id int) bool {
			holds, err := in.StepHoldsContext(context.Background(), id, r.States[i].(recipe.State), r.Steps[i].(recipe.Step))
			return err == nil && holds
		},
	}
}

// requireSteps demands that the steps of a run, wherever it begins, are the interpreter's.
func requireSteps(t *testing.T, s *System, r *Run) {
	require.NotNil(t, r)
	for i, step := range r.Steps {
		next := i + 1
		if next == len(r.States) {
			next = r.Loop
		}
		leads, err := s.space.Leads(context.Background(), r.States[i], step, r.States[next])
		require.NoError(t, err)
		require.True(t, leads)
	}
}

// bothWays are two systems over one space: obligations are bits for the first, whose rules are in
// one part or as many as there are, automata follow them for the second.
func bothWays(sys *recipe.System, fair Fairness, model *symbolic.Model, maxRules int) [2]*System {
	sp := space.OfRecipe(model, recipe.NewInterpreter(sys))
	bits, automata := Thresholds{MaxAutomaton: -1, MaxRules: maxRules}, Thresholds{MaxAutomaton: math.MaxInt}
	return [2]*System{NewSystem(sp, fair, Options{Thresholds: bits}), NewSystem(sp, fair, Options{Thresholds: automata})}
}

// Products by bits and by automata agree on generated systems, with deadlocks, and formulas, with
// receives' labels at all positions, under fairness: whether there is a run, from the initial
// states before and after the reachable ones are known, and from which states there is one. All
// runs are replayed, and satisfy the formula.
func TestObligationsAgreeWithAutomata(t *testing.T) {
	ctx := context.Background()
	count, pasts, deadlocks, loops := map[bool]int{}, 0, 0, map[bool]int{}
	for seed := range recipetest.Number(t, "MC_OBLIGATIONS", 60) {
		source := recipetest.Seeded(uint64(seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		var justice []*ltol.Formula
		var compassion [][2]*ltol.Formula
		if seed%3 == 0 {
			justice = append(justice, draw.Condition())
		}
		if seed%4 == 0 {
			compassion = append(compassion, [2]*ltol.Formula{draw.Condition(), draw.Condition()})
		}
		model, err := symbolic.Encode(ctx, sys, symbolic.Options{})
		require.NoError(t, err)
		systems := bothWays(sys, NewFairness(justice, compassion), model, []int{-1, math.MaxInt, 10}[seed/2%3])
		for i := range 6 {
			f := draw.Property()
			if i == 3 { // from now on the reachable states are known
				for _, s := range systems {
					require.NoError(t, s.Explore(ctx))
				}
				if systems[0].dead != bdd.False {
					deadlocks++
				}
			}
			var found [2]bool
			var exists [2]bdd.Node
			for way, s := range systems {
				goals, err := s.Goals(ctx, f, ltol.Options{})
				require.NoError(t, err)
				if i >= 3 {
					exists[way], err = s.Exists(ctx, goals...)
					require.NoError(t, err)
				}
				for _, goal := range goals {
					require.Equal(t, way == 0, goal.Automaton == nil)
					if way == 0 {
						pasts += len(goal.tableau.Pasts)
					}
					out, err := s.Find(ctx, goal, true, true)
					require.NoError(t, err, "seed %d, %s", seed, f)
					occurs, err := s.Find(ctx, goal, false, false)
					require.NoError(t, err)
					require.Equal(t, out.Found, occurs.Found)
					if found[way] = found[way] || out.Found; out.Run == nil {
						continue
					}
					requireRun(t, s, out.Run)
					holds, err := ltol.Eval(f, lassoOf(s, out.Run))
					require.NoError(t, err)
					require.True(t, holds, "seed %d: a run does not satisfy %s", seed, f)
					loops[len(out.Run.Steps)-out.Run.Loop == 1]++
				}
				if i < 3 {
					continue
				}
				if start, ok := s.space.Pick(exists[way]); ok && way == 0 {
					c := s.space.Manager().Calculator(ctx)
					run, err := s.RunFrom(ctx, c.Take(s.space.StateSet(c.Scope(), start)), goals...)
					require.NoError(t, err)
					requireSteps(t, s, run)
					holds, err := ltol.Eval(f, lassoOf(s, run))
					require.NoError(t, err)
					require.True(t, holds, "seed %d: a run from a state does not satisfy %s", seed, f)
					require.Equal(t, s.space.Key(start), s.space.Key(run.States[0]))
					c.Close()
				}
			}
			require.Equal(t, found[1], found[0], "seed %d: %s", seed, f)
			require.Equal(t, exists[1], exists[0], "seed %d: %s", seed, f)
			count[found[0]]++
		}
		model.Close()
	}
	t.Logf("%v formulas, %d past atoms, %d systems with deadlocks, loops of one step: %v", count, pasts, deadlocks, loops)
	require.Greater(t, min(count[true], count[false]), 50)
	require.Greater(t, min(pasts, 3*deadlocks), 30)
	require.Greater(t, min(loops[true], loops[false]), 20)
}

// On walkers the answers are known: what is owed at once, in a loop of one step, where nothing more
// happens, and together with its opposite.
func TestObligationsOnWalkers(t *testing.T) {
	atom := func(f *ltol.Formula, kind ltol.AtomKind) *ltol.Formula {
		return ltol.Prop(ltol.Atom{ID: f.Atom().ID, Kind: kind})
	}
	again := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }
	ways := [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, 2}} // the walker is stuck in place 2
	s, is, goes := walker(t, 3, ways...)
	s.opts.Thresholds.MaxAutomaton = -1
	past := func(way int) *ltol.Formula { return atom(goes[way], ltol.PastStep) }
	for _, x := range []struct {
		found   bool
		formula *ltol.Formula
	}{
		{true, again(is[0])}, {true, again(ltol.Not(is[0]))}, {true, ltol.And(again(is[0]), again(ltol.Not(is[0])))},
		{false, ltol.And(again(is[0]), ltol.Finally(ltol.Globally(ltol.Not(is[0]))))},
		{true, ltol.Until(is[0], is[1])}, {false, ltol.And(ltol.Until(is[0], is[1]), ltol.Globally(ltol.Not(is[1])))},
		{true, ltol.Globally(ltol.Implies(is[1], ltol.Next(is[1])))},
		{true, ltol.Finally(ltol.Globally(goes[2]))}, {true, ltol.Finally(ltol.Globally(past(2)))},
		{false, past(0)}, {false, ltol.Release(past(0), is[0])}, {true, ltol.Next(past(0))}, {false, ltol.Next(past(1))},
		{true, ltol.Finally(ltol.And(is[2], past(3)))}, {false, ltol.Finally(ltol.And(is[2], goes[3]))},
		{true, ltol.Finally(ltol.And(is[2], ltol.Next(ltol.Not(past(3)))))},
		{false, ltol.Finally(ltol.And(is[2], ltol.Next(past(3))))},
		{true, ltol.Finally(ltol.Globally(is[2]))}, {false, ltol.Finally(ltol.And(is[2], ltol.Finally(is[1])))},
		{false, ltol.Finally(ltol.And(is[2], ltol.Finally(goes[0])))},
		{true, ltol.Finally(ltol.And(is[2], ltol.Globally(ltol.Not(goes[2])), ltol.Until(is[2], ltol.Globally(is[2]))))},
	} {
		for _, s.opts.Thresholds.MaxRules = range []int{-1, math.MaxInt} {
			out := find(t, s, x.formula)
			require.Equal(t, x.found, out.Found, "%s", x.formula)
			if out.Found {
				requireRun(t, s, out.Run)
				holds, err := ltol.Eval(x.formula, lassoOf(s, out.Run))
				require.NoError(t, err)
				require.True(t, holds, "%s", x.formula)
			}
		}
	}
}

// What is reached is closed upwards: with a state and its bits it has those with more obligations.
func TestReachedObligationsAreClosed(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	looked := 0
	for range 20 {
		var ways [][2]int
		for range 1 + random.IntN(8) {
			ways = append(ways, [2]int{random.IntN(4), random.IntN(4)})
		}
		s, is, _ := walker(t, 4, ways...)
		f := ltol.Until(ltol.Not(is[1]), ltol.And(ltol.Finally(is[1]), ltol.Globally(ltol.Finally(is[0]))))
		f = ltol.Or(f, ltol.Next(ltol.Finally(is[2])))
		tableau, err := ltol.Tabulate(context.Background(), f, ltol.Options{})
		require.NoError(t, err)
		work := s.begin(context.Background())
		q := s.ask(work, Goal{tableau: tableau}, s.space.Init())
		e := q.sys.newEmptiness(work, q.goal)
		e.fairRegion(work).release()
		require.NoError(t, work.err)
		c := work.open()
		for _, v := range q.owing.bits.owed {
			without, with := c.Cofactor(e.reached.part[0], v, bdd.Current, 0), c.Cofactor(e.reached.part[0], v, bdd.Current, 1)
			inside, err := c.Leq(without, with)
			require.NoError(t, err)
			require.True(t, inside)
			looked++
		}
		c.Close()
		e.release()
		q.release()
	}
	require.Greater(t, looked, 30)
}

// The steps that saturation takes are steps of the system after which the rules allow the bits, as
// the explicit semantics has both. Some of them change bits.
func TestStayingMovesAreSteps(t *testing.T) {
	ctx := context.Background()
	looked, changed := 0, 0
	random := rand.New(rand.NewPCG(5, 0))
	for seed := range uint64(60) {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		draw := mctest.NewFormulas(source, sys)
		model, err := symbolic.Encode(ctx, sys, symbolic.Options{})
		require.NoError(t, err)
		s := bothWays(sys, Fairness{}, model, math.MaxInt)[0]
		require.NoError(t, s.Explore(ctx))
		goals, err := s.Goals(ctx, draw.Property(), ltol.Options{})
		require.NoError(t, err)
		for _, goal := range goals {
			work := s.begin(ctx)
			q := s.ask(work, goal, s.reached)
			require.NoError(t, work.err)
			c := work.open()
			for _, m := range q.owing.staying {
				starts := c.And(s.reached, m.Enabled())
				for _, v := range q.owing.bits.all { // Pick would take states with the fewest obligations
					if some := c.And(starts, c.Eq(v, bdd.Current, random.IntN(2))); some != bdd.False {
						starts = some
					}
				}
				from, ok := q.owing.Pick(starts)
				if !ok {
					continue
				}
				at := from.(owingState)
				some := m.Relation().Image(c, c.Take(q.owing.StateSet(c.Scope(), at)))
				require.NotEqual(t, bdd.False, some)
				all := bdd.False
				for tr, err := range s.space.Into(ctx, at.state, bdd.True) {
					require.NoError(t, err)
					l := letter{task: work, sys: s, state: at.state, step: tr.Step}
					all = c.Or(all, c.And(q.owing.allowed(c, at, &l), c.Take(s.space.StateSet(c.Scope(), tr.Next))))
				}
				inside, err := c.Leq(some, all)
				require.NoError(t, err)
				require.True(t, inside, "seed %d: saturation takes a step that the rules do not allow", seed)
				if looked++; len(m.Relation().Changed()) > len(m.(*stayingMove).Move.Relation().Changed()) {
					changed++
				}
			}
			work.close(c)
			q.release()
		}
		model.Close()
	}
	t.Logf("%d steps, %d may change bits", looked, changed)
	require.Greater(t, min(looked, 2*changed), 100)
}

// A search that an operation on diagrams fails in, wherever that is, says that it met this limit.
// It never says that its own parts contradict each other.
func TestLimitsOfObligations(t *testing.T) {
	s, is, goes := walker(t, 4, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}, [2]int{2, 3}, [2]int{3, 1})
	s.opts.Thresholds.MaxAutomaton = -1
	again := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }
	f := ltol.And(again(goes[4]), ltol.Until(ltol.Not(is[3]), ltol.And(is[2], ltol.Next(is[0]))), again(is[0]))
	goals, err := s.Goals(context.Background(), f, ltol.Options{})
	require.NoError(t, err)
	limits := 0
	for at := 1; ; at++ {
		stumble := mctest.NewLimit(at, 2)
		out, err := s.Find(stumble, goals[0], true, true)
		if stumble.Looks() < at {
			break
		}
		if err == nil {
			require.True(t, out.Found)
			requireRun(t, s, out.Run)
			continue
		}
		require.ErrorIs(t, err, bdd.ErrNodeLimit, "limit at look %d", at)
		limits++
	}
	require.Greater(t, limits, 100)
}

// A search that a limit ends gives back the diagrams that it kept, and no others. The set of states
// of a step proposition is one that the model keeps here, since a command is possible in it.
func TestLimitsGiveBackWhatTheyKept(t *testing.T) {
	b := recipe.NewBuilder()
	a := b.Agent("walker", "Walker")
	x := a.Local("x", recipe.IntType(0, 3))
	a.Init(recipe.Eq(x, recipe.IntExpr(0)))
	var from []*ltol.Formula
	for n := range 4 {
		at := recipe.Eq(x, recipe.IntExpr(n))
		step := a.Send(0, 0, b.Broadcast()).When(at).Set(x, recipe.IntExpr((n+1)%4))
		id := b.StepProposition("from", recipe.And(recipe.Executed(step), at))
		from = append(from, ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step}))
	}
	a.Send(0, 0, b.Broadcast())
	sys, err := b.System()
	require.NoError(t, err)
	s := encoded(t, sys)
	defer closeSpace(s)
	require.NoError(t, s.Explore(context.Background()))
	s.opts.Thresholds.MaxAutomaton = -1
	again := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }
	goals, err := s.Goals(context.Background(), ltol.And(again(from[1]), again(from[3]), again(from[0])), ltol.Options{})
	require.NoError(t, err)
	_, err = s.Find(context.Background(), goals[0], true, true)
	require.NoError(t, err)
	kept := s.space.Manager().Stats().Kept
	for at := 1; ; at++ {
		stumble := mctest.NewLimit(at, 2)
		_, _ = s.Find(stumble, goals[0], true, true)
		require.Equal(t, kept, s.space.Manager().Stats().Kept, "limit at look %d", at)
		if stumble.Looks() < at {
			require.Greater(t, at, 100)
			break
		}
	}
}

// A bit stands beside the variables that its rule reads. So a relation of many bits with what many
// agents do is small, where it would be exponential if all bits stood above all agents.
func TestObligationsStandBesideWhatTheyRead(t *testing.T) {
	const agents = 14
	b := recipe.NewBuilder()
	var eventually []*ltol.Formula
	for i := range agents {
		a := b.Agent(fmt.Sprint("agent", i), "Agent")
		x := a.Local("x", recipe.BoolType)
		a.Send(0, 0, b.Broadcast()).Set(x, recipe.Not(x))
		id := b.StateProposition("x", x)
		eventually = append(eventually, ltol.Finally(ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})))
	}
	sys, err := b.System()
	require.NoError(t, err)
	s := encoded(t, sys)
	defer closeSpace(s)
	s.opts.Thresholds.MaxAutomaton = -1
	goals, err := s.Goals(context.Background(), ltol.And(eventually...), ltol.Options{})
	require.NoError(t, err)
	work := s.begin(context.Background())
	q := s.ask(work, goals[0], s.space.Init())
	defer q.release()
	require.NoError(t, work.err)
	c := work.open()
	defer c.Close()
	all := bdd.True
	for owed, x := range goals[0].tableau.Obligations {
		for _, a := range x.Rule.Atoms() {
			if a.Kind == ltol.State {
				is := c.Take(s.stateSet(c.Scope(), a.ID, bdd.False))
				all = c.And(all, c.Equiv(is, c.Eq(q.owing.bits.owed[owed], bdd.Current, 1)))
			}
		}
	}
	require.NoError(t, c.Err())
	require.Less(t, s.space.Manager().NodeCount(all), 10*agents)
}

// An automaton may have as many states as its formula has atoms. `F G p | F G q` for 80 atoms is an
// example. Where it would have a state for each set of atoms, obligations are bits. So they are
// where the translation allows fewer states or edges.
func TestAutomataGrowWithAtoms(t *testing.T) {
	s, is, _ := walker(t, 80)
	parts := func(of func(*ltol.Formula) *ltol.Formula, list []*ltol.Formula) []*ltol.Formula {
		out := make([]*ltol.Formula, len(list))
		for i, f := range list {
			out[i] = of(f)
		}
		return out
	}
	always := func(f *ltol.Formula) *ltol.Formula { return ltol.Finally(ltol.Globally(f)) }
	settled, all := ltol.Or(parts(always, is)...), ltol.And(parts(ltol.Finally, is)...)
	for _, x := range []struct {
		formula *ltol.Formula
		limits  ltol.Options
		bits    bool
	}{
		{settled, ltol.Options{}, false}, {all, ltol.Options{}, true},
		{settled, ltol.Options{MaxStates: 79}, true}, {settled, ltol.Options{MaxEdges: 79}, true},
	} {
		goals, err := s.Goals(context.Background(), x.formula, x.limits)
		require.NoError(t, err)
		require.Len(t, goals, 1)
		require.Equal(t, x.bits, goals[0].Obligations() > 0)
	}
}
