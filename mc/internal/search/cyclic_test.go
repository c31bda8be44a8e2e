package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
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
		c.systemCycles(work)
		require.NoError(t, work.err)
		component := componentNumbers(g)
		for i := range g.Len() {
			for _, e := range g.Edges(i) {
				if e.Step.Kind == recipe.Stutter {
					continue
				}
				may := c.mayCycle(t, g.State(i), e.Step)
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
		closeSpace(c)
	}
	t.Logf("%d steps on cycles; of the others %d found, %d not", kept, dropped, missed)
	require.Greater(t, kept, 500)
	require.Greater(t, dropped, missed)
}

// What is remembered of local graphs is what is found out anew, of whatever regions and steps other
// searches have asked before.
func TestLocalGraphsAreRemembered(t *testing.T) {
	ctx := context.Background()
	remembered := 0
	for seed := range uint64(30) {
		source := recipetest.Seeded(seed)
		c := encoded(t, recipetest.System(source, recipetest.Shape{}))
		g, err := recipe.Explore(ctx, interpreter(c), 100)
		if err != nil {
			closeSpace(c)
			continue
		}
		sc := c.space.Manager().NewScope(ctx)
		some := func() bdd.Node {
			calc := sc.Calculator()
			set := bdd.False
			for i := range g.Len() {
				if source.Intn(3) > 0 {
					set = calc.Or(set, calc.Take(c.space.StateSet(sc, g.State(i))))
				}
			}
			require.NoError(t, calc.Err())
			return set
		}
		work := c.begin(ctx)
		for range 6 {
			region := some()
			var from predicates
			for range c.space.Moves() {
				from = append(from, some())
			}
			if source.Intn(2) == 0 {
				from = nil
			}
			analyse := func() (predicates, []partition) {
				l := c.localGraphs(work, region)
				defer l.release()
				return l.analyse(work, c.space.Moves(), from)
			}
			got, parts := analyse()
			known := c.locals
			c.locals = nil
			want, fresh := analyse()
			c.locals = known
			require.NoError(t, work.err)
			require.Equal(t, want, got, "seed %d", seed)
			require.Equal(t, fresh, parts, "seed %d", seed)
		}
		for _, l := range c.locals {
			remembered += len(l.graphs)
		}
		sc.Close()
		closeSpace(c)
	}
	require.Greater(t, remembered, 100)
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
func (c *System) mayCycle(t *testing.T, s recipe.State, step recipe.Step) bool {
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
		apart, err = sc.Calculator().Disjoint(at, c.cycles[i])
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
