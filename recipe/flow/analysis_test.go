package flow_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// extremes are the smallest thresholds, the default, the largest, and one of each small among large
// ones.
func extremes() map[string]*flow.Thresholds {
	const most = 1 << 20
	large := flow.Thresholds{Runs: most, Pairs: most, Combinations: most, Boxes: most, Growths: most, Descents: 9, Channels: most, Offers: most, Effort: math.MaxInt}
	out := map[string]*flow.Thresholds{"default": nil, "smallest": {}, "largest": &large}
	for name, turn := range map[string]func(*flow.Thresholds){
		"runs":         func(t *flow.Thresholds) { t.Runs = 1 },
		"pairs":        func(t *flow.Thresholds) { t.Pairs = 0 },
		"combinations": func(t *flow.Thresholds) { t.Combinations = 4 },
		"boxes":        func(t *flow.Thresholds) { t.Boxes = 0 },
		"growths":      func(t *flow.Thresholds) { t.Growths = 0 },
		"descents":     func(t *flow.Thresholds) { t.Growths, t.Descents = 0, 0 },
		"channels":     func(t *flow.Thresholds) { t.Channels = 0 },
		"offers":       func(t *flow.Thresholds) { t.Offers = 0 },
		"effort":       func(t *flow.Thresholds) { t.Effort = 500 },
	} {
		turned := large
		turn(&turned)
		out[name] = &turned
	}
	return out
}

// TestNothingReachableIsExcluded explores generated systems and compares every local, control
// state, message and command with what the analysis says at each extreme of its thresholds.
func TestNothingReachableIsExcluded(t *testing.T) {
	excluded := map[string]int{}
	number := recipetest.Number(t, "FLOW_SYSTEMS", 150)
	for i := range number {
		sys := recipetest.System(recipetest.Seeded(uint64(i)), recipetest.Shape{Free: i%3 == 0})
		seen := explore(t, sys)
		for name, thresholds := range extremes() {
			r, err := flow.Analyse(context.Background(), sys, flow.Options{Thresholds: thresholds})
			require.NoError(t, err)
			require.True(t, r.Complete)
			excluded[name] += seen.compare(t, sys, r, name)
		}
	}
	t.Log(excluded)
	for name, n := range excluded {
		require.LessOrEqual(t, n, excluded["largest"], name)
		require.GreaterOrEqual(t, n, excluded["smallest"], name)
	}
	require.Less(t, excluded["smallest"], excluded["default"])
}

// counters is a system of agents that count from 0 to a limit and tell the others, each on a
// channel of its own.
func counters(t *testing.T, agents, limit int) *recipe.System {
	t.Helper()
	b := recipe.NewBuilder()
	typ := recipe.IntType(0, 2*limit)
	level := b.Data("LEVEL", typ)
	var channels []*recipe.Expr
	for i := range agents {
		channels = append(channels, b.Channel(fmt.Sprintf("c%d", i)))
	}
	for i := range agents {
		a := b.Agent(fmt.Sprintf("a%d", i), "A")
		n, heard := a.Local("n", typ), a.Local("heard", typ)
		a.Init(recipe.And(recipe.Eq(n, recipe.IntExpr(0)), recipe.Eq(heard, n)))
		a.Send(0, 0, channels[i]).With(level, n).When(recipe.Lt(n, recipe.IntExpr(limit))).Set(n, recipe.Add(n, recipe.IntExpr(1)))
		a.Receive(0, 0, channels[(i+1)%agents]).Set(heard, recipe.Add(level, recipe.IntExpr(1)))
	}
	sys, err := b.System()
	require.NoError(t, err)
	return sys
}

// TestLimitOnWork ends an analysis early, after which everything is possible.
func TestLimitOnWork(t *testing.T) {
	sys := counters(t, 3, 20)
	for _, work := range []int{1, 1000, 1 << 40, 0} {
		r, err := flow.Analyse(context.Background(), sys, flow.Options{Work: work})
		require.NoError(t, err)
		require.Equal(t, work == 0 || work > 1000, r.Complete)
		want := flow.Between(0, 20)
		if !r.Complete {
			want = flow.Between(0, 40)
		}
		for v := range sys.Vars {
			require.Equal(t, want, r.Vars[v], "%s with %d", sys.Vars[v].Name, work)
		}
	}
}

// looks is a context that ends when it has been asked some times.
type looks struct {
	context.Context
	left int
}

func (l *looks) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestAnalysisEndsWithItsContext counts how often the context is asked: the analysis ends at the
// first bad answer, and asks often.
func TestAnalysisEndsWithItsContext(t *testing.T) {
	sys := counters(t, 40, 4000)
	whole := &looks{Context: context.Background(), left: 1 << 40}
	_, err := flow.Analyse(whole, sys, flow.Options{})
	require.NoError(t, err)
	asked := 1<<40 - whole.left
	require.Greater(t, asked, 10)
	for left := range 10 {
		ctx := &looks{Context: context.Background(), left: left}
		_, err := flow.Analyse(ctx, sys, flow.Options{})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, -1, ctx.left)
	}
}

// TestManyAgentsTakeLittleWork says how much is evaluated for the system of counters: nearly in
// proportion to its size.
func TestManyAgentsTakeLittleWork(t *testing.T) {
	looksFor := func(agents, limit int) int {
		ctx := &looks{Context: context.Background(), left: 1 << 40}
		_, err := flow.Analyse(ctx, counters(t, agents, limit), flow.Options{})
		require.NoError(t, err)
		return 1<<40 - ctx.left
	}
	small := looksFor(100, 200)
	require.Less(t, looksFor(400, 200), 6*small)
	require.Less(t, looksFor(100, 200_000), 4*small)
}

// occurrences are what was seen in some reachable state or step.
type occurrences struct {
	locals, data []flow.Set
	control      [][]bool
	fires        []bool
}

func explore(t *testing.T, sys *recipe.System) *occurrences {
	in := recipe.NewInterpreter(sys)
	g, err := recipe.Explore(context.Background(), in, 2000)
	if err != nil {
		require.ErrorIs(t, err, recipe.ErrStateLimit)
	}
	o := &occurrences{locals: make([]flow.Set, len(sys.Vars)), data: make([]flow.Set, len(sys.Data)), fires: make([]bool, len(sys.Commands))}
	for _, a := range sys.Agents {
		o.control = append(o.control, make([]bool, a.States))
	}
	record := func(data []recipe.Datum) {
		for _, d := range data {
			o.data[d.Var] = o.data[d.Var].Union(flow.Of(d.Value))
		}
	}
	for i := range g.Len() {
		s := g.State(i)
		for v, value := range s.Locals {
			o.locals[v] = o.locals[v].Union(flow.Of(value))
		}
		for a, c := range s.Control {
			o.control[a][c] = true
		}
		require.NoError(t, in.EachSuccessor(s, func(tr recipe.Transition) bool {
			if tr.Step.Kind != recipe.Stutter {
				o.fires[tr.Step.Command] = true
				record(tr.Step.Data)
				for _, p := range tr.Step.Participants {
					o.fires[p.Command] = true
					record(p.Data)
				}
			}
			return true
		}))
	}
	return o
}

// compare requires that a result has all that occurs and returns how many values, control states
// and commands it excludes.
func (o *occurrences) compare(t *testing.T, sys *recipe.System, r *flow.Result, name string) (excluded int) {
	for v, set := range o.locals {
		require.True(t, set.SubsetOf(r.Vars[v]), "%s: %s has values in %v, not only %v", name, sys.Vars[v].Name, set, r.Vars[v])
		excluded += sys.Vars[v].Type.Size() - r.Vars[v].Size()
	}
	for d, set := range o.data {
		require.True(t, set.SubsetOf(r.Data[d]), "%s: %s has values in %v, not only %v", name, sys.Data[d].Name, set, r.Data[d])
	}
	for a, states := range o.control {
		for c, reached := range states {
			require.True(t, !reached || r.Control[a][c], "%s: control state %d of %s", name, c, sys.Agents[a].Name)
			if !r.Control[a][c] {
				excluded++
			}
		}
	}
	for id, fires := range o.fires {
		require.True(t, !fires || r.Fires[id], "%s: %s", name, sys.CommandString(id))
		if !r.Fires[id] {
			excluded++
		}
	}
	return excluded
}
