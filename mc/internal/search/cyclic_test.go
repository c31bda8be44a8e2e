package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// encoded is a system of which nothing but its encoding is known. The caller closes the model.
func encoded(t *testing.T, sys *recipe.System) *System {
	model, err := symbolic.Encode(context.Background(), sys, symbolic.Options{})
	require.NoError(t, err)
	return NewSystem(space.OfRecipe(model, recipe.NewInterpreter(sys)), Fairness{}, Options{})
}

func interpreter(s *System) *recipe.Interpreter { return s.space.(*space.Recipe).Interpreter }

func closeSpace(s *System) { s.space.(*space.Recipe).Close() }

// No step on a cycle of a generated system is said to lie on none, and many that lie on none are
// said to.
func TestCyclicStepsAreKept(t *testing.T) {
	kept, dropped, missed := 0, 0, 0
	for seed := range uint64(150) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		c := encoded(t, sys)
		g, err := recipe.Explore(context.Background(), interpreter(c), 1000)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
			closeSpace(c)
			continue
		}
		err = c.Explore(context.Background())
		require.NoError(t, err)
		work := c.begin(context.Background())
		l := c.localGraphs(work, c.reached)
		cycles, _ := l.analyse(work, c.space.Moves(), nil)
		require.NoError(t, work.err)
		component := componentNumbers(g)
		for i := range g.Len() {
			for _, e := range g.Edges(i) {
				if e.Step.Kind == recipe.Stutter {
					continue
				}
				may := c.mayCycle(t, cycles, g.State(i), e.Step)
				switch on := component[i] == component[e.To]; {
				case on:
					require.True(t, may, "seed %d: %s", seed, sys.StepString(e.Step))
					kept++
				case may:
					missed++
				default:
					dropped++
				}
			}
		}
		releaseAll(c.space.Manager(), cycles)
		l.release()
		closeSpace(c)
	}
	t.Logf("%d steps on cycles; of the others %d found, %d not", kept, dropped, missed)
	require.Greater(t, kept, 500)
	require.Greater(t, dropped, missed)
}

// The local states and components that searches see of an agent, in whatever region, are those that
// a search finds which looks at the region state by state, and takes one image for each local state.
func TestLocalGraphs(t *testing.T) {
	ctx := context.Background()
	compared, components := 0, 0
	for seed := range uint64(60) {
		source := recipetest.Seeded(seed)
		c := encoded(t, recipetest.System(source, recipetest.Shape{}))
		g, err := recipe.Explore(ctx, interpreter(c), 100)
		if err != nil {
			closeSpace(c)
			continue
		}
		work, man := c.begin(ctx), c.space.Manager()
		calc := man.Calculator(ctx)
		for range 3 {
			sets := []bdd.Node{bdd.False, bdd.False}
			for i := range g.Len() {
				if k := source.Intn(3); k < 2 {
					sets[k] = calc.Or(sets[k], calc.Take(c.space.StateSet(calc.Scope(), g.State(i))))
				}
			}
			l := c.localGraphs(work, sets...)
			require.NoError(t, work.err)
			require.Len(t, l.agents, c.space.Agents())
			for agent, view := range l.agents {
				if view == nil {
					continue
				}
				want := localStates(c, agent, calc.Or(sets[0], sets[1]))
				require.Len(t, view.list, len(want))
				for _, codes := range view.list {
					require.Contains(t, want, fmt.Sprint(codes))
				}
				steps := localSteps(calc, c, agent, view)
				got := view.partition(calc, man, steps)
				require.Equal(t, componentsByImages(t, calc, view, steps), got.components, "seed %d", seed)
				compared++
				components += len(got.components)
			}
			l.release()
		}
		calc.Close()
		closeSpace(c)
	}
	require.Greater(t, compared, 100)
	require.Greater(t, components, compared)
}

// An agent of 500 local states has 250 000 pairs where each may follow each. They count as work, and
// listing them ends with the context, or when the manager's poll says so.
func TestListingPairsEnds(t *testing.T) {
	var layout bdd.Layout
	view := &localView{localAgent: &localAgent{vars: []bdd.VarID{layout.Add("x", 500)}}}
	for code := range 500 {
		view.list = append(view.list, []int{code})
	}
	man, err := bdd.New(&layout, bdd.Options{})
	require.NoError(t, err)
	defer man.Close()
	list := func(ctx context.Context) (p partition, work uint64, err error) {
		c, before := man.Calculator(ctx), man.Work()
		defer c.Close()
		p = view.partition(c, man, bdd.True)
		return p, man.Work() - before, c.Err()
	}
	p, all, err := list(t.Context())
	require.NoError(t, err)
	require.Len(t, p.components, 1)
	require.GreaterOrEqual(t, all, uint64(500*500))
	_, work, err := list(mctest.NewInterrupt(100))
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, work, all/10)
	enough := errors.New("enough")
	man.SetPoll(func() error { return enough })
	_, work, err = list(t.Context())
	require.ErrorIs(t, err, enough)
	require.Less(t, work, all/10)
}

// localStates are what states of a set have of an agent.
func localStates(c *System, agent int, set bdd.Node) map[string]bool {
	local := map[string]bool{}
	all := c.space.Variables()
	c.space.Manager().Each(set, all, func(codes []int) bool {
		var own []int
		for _, v := range c.space.VariablesOf(agent) {
			own = append(own, codes[slices.Index(all, v)])
		}
		local[fmt.Sprint(own)] = true
		return true
	})
	return local
}

// localSteps are what all interactions together do to an agent.
func localSteps(c *bdd.Calculator, sys *System, agent int, view *localView) bdd.Node {
	steps := bdd.False
	for _, it := range sys.space.Moves() {
		if slices.Contains(it.Changed(), agent) {
			_, same := view.steady(c, it)
			steps = c.Or(steps, c.And(view.forget.AndExists(c, it.Relation().Trans(), view.states), same))
		}
	}
	return steps
}

func componentsByImages(t *testing.T, c *bdd.Calculator, view *localView, steps bdd.Node) [][]int {
	man := c.Scope().Manager()
	edges := make([][]int, len(view.list))
	if steps != bdd.False {
		relation, err := c.NewRelation(steps, view.vars)
		require.NoError(t, err)
		defer relation.Release()
		for i, codes := range view.list {
			at := bdd.True
			for v, code := range codes {
				at = c.And(at, c.Eq(view.vars[v], bdd.Current, code))
			}
			man.Each(relation.Image(c, at), view.vars, func(codes []int) bool {
				same := func(s []int) bool { return slices.Equal(s, codes) }
				if j := slices.IndexFunc(view.list, same); j >= 0 {
					edges[i] = append(edges[i], j)
				}
				return true
			})
		}
	}
	return ltol.Components(edges)
}

func componentNumbers(g *recipe.Graph) []int {
	edges := make([][]int, g.Len())
	for i := range edges {
		for _, e := range g.Edges(i) {
			edges[i] = append(edges[i], e.To)
		}
	}
	number := make([]int, g.Len())
	for n, component := range ltol.Components(edges) {
		for _, i := range component {
			number[i] = n
		}
	}
	return number
}

// mayCycle tells what the analysis says of a step.
func (c *System) mayCycle(t *testing.T, cycles predicates, s recipe.State, step recipe.Step) bool {
	sc := c.space.Manager().NewScope(context.Background())
	defer sc.Close()
	at, err := c.space.StateSet(sc, s)
	require.NoError(t, err)
	f := pathFinder{product: &product{sys: c, graph: c.newSystemGraph()}}
	defer f.graph.release()
	for i, it := range c.space.Moves() {
		apart, err := sc.Calculator().Disjoint(at, it.Enabled())
		require.NoError(t, err)
		if apart || !f.belongs(c.begin(context.Background()), s, step, i) {
			continue
		}
		apart, err = sc.Calculator().Disjoint(at, cycles[i])
		require.NoError(t, err)
		return !apart
	}
	require.Fail(t, "no interaction has the step")
	return false
}

// What the first forward image of a region leads to is what the interpreter says, for each
// direction and with a bound.
func TestNeighbours(t *testing.T) {
	compared := 0
	for seed := range uint64(60) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		c := encoded(t, sys)
		g, err := recipe.Explore(context.Background(), interpreter(c), 60)
		if err == nil {
			err := c.Explore(context.Background())
			require.NoError(t, err)
			compared += compareNeighbours(t, c, g)
		}
		closeSpace(c)
	}
	require.Greater(t, compared, 300)
}

func compareNeighbours(t *testing.T, c *System, g *recipe.Graph) int {
	sg := c.newSystemGraph()
	defer sg.release()
	all := newRegion(c.space.Manager(), 1)
	defer all.release()
	all.set(0, c.reached)
	for i := range g.Len() {
		want := [2]map[int]bool{{}, {}}
		for j := range g.Len() {
			for _, e := range g.Edges(j) {
				if e.Step.Kind == recipe.Stutter {
					continue
				}
				if j == i {
					want[forward][e.To] = true
				}
				if e.To == i {
					want[backward][j] = true
				}
			}
		}
		for _, d := range []direction{forward, backward} {
			f := pathFinder{product: &product{sys: c, graph: sg}}
			work := c.begin(context.Background())
			at := f.single(work, position{0, g.State(i)})
			next := sg.neighbours(work, d, allEdges, at, all)
			require.NoError(t, work.err)
			got := map[int]bool{}
			c.space.(*space.Recipe).Each(next.part[0], func(s recipe.State) bool { got[g.Index(s)] = true; return true })
			require.Equal(t, want[d], got)
			at.release()
			next.release()
		}
	}
	require.NotEqual(t, bdd.False, c.reached)
	return g.Len()
}

// Steps beyond the initial states lie on no cycle either: the walker goes from place 0 by place 1 to
// place 2, where it stays.
func TestAcyclicLooksBeyondTheBeginning(t *testing.T) {
	s, is, _ := walker(t, 3, [][2]int{{0, 1}, {1, 2}, {2, 2}}...)
	for place, acyclic := range map[int]bool{0: false, 2: true} {
		out, err := Acyclic(context.Background(), s, ltol.Globally(ltol.Not(is[place])))
		require.NoError(t, err)
		require.Equal(t, acyclic, out, place)
	}
}
