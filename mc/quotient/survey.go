package quotient

import (
	"context"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Survey is a quotient to go through state by state. What is asked of its representatives must be
// the same for all states that they stand for; see [Finder.Survey]. It is not safe for concurrent
// use.
type Survey struct {
	f *Finder
	g *graph
}

// Survey returns the quotient by those exchanges of agents under which the conditions stay the
// same: a condition that is true of a representative is true of all states that it stands for.
// Without conditions it is the quotient by all exchanges. The error is as of [Finder.Count].
func (f *Finder) Survey(ctx context.Context, conditions ...*ltol.Formula) (*Survey, error) {
	if err := f.usable(ctx, conditions...); err != nil {
		return nil, err
	}
	l := &letters{sys: f.in.System()}
	l.abstract(ltol.And(conditions...).Gathered())
	group, err := f.keeping(ctx, l)
	if err != nil {
		return nil, err
	}
	g, err := f.smallest(ctx)
	if err == nil && classesKey(group) != classesKey(f.all) { // each orbit once
		g, err = explore(ctx, f.in, group, f.o.MaxOrbits, f.o.MaxBytes, &f.effort)
	}
	if err != nil {
		return nil, err
	}
	return &Survey{f, g}, nil
}

// Each visits the representatives with their numbers and the steps that leave them, the nearest to
// the initial states first, until visit returns an error. The error is that one or the context's.
func (v *Survey) Each(ctx context.Context, visit func(n int, s recipe.State, steps []recipe.Step) error) error {
	if err := v.usable(ctx); err != nil {
		return err
	}
	if visit == nil {
		return misuse("Each: there is no function to visit with")
	}
	for n, s := range v.g.states {
		if err := v.f.effort.look(ctx); err != nil {
			return err
		}
		v.f.effort.States++
		steps := make([]recipe.Step, len(v.g.edges[n]))
		for i, e := range v.g.edges[n] {
			steps[i] = v.g.step(e)
		}
		if err := visit(n, s, steps); err != nil {
			return err
		}
	}
	return nil
}

// Size is the number of states that the representative with a number of [Survey.Each] stands for.
// It is not exact, and means nothing, where another representative may stand for some of them, or
// where there is no such representative.
func (v *Survey) Size(n int) (size *big.Int, exact bool) {
	if v == nil || v.g == nil || n < 0 || n >= len(v.g.states) {
		return new(big.Int), false
	}
	return v.g.group.OrbitSize(v.g.states[n])
}

// Classes are the agents that were exchanged, class by class.
func (v *Survey) Classes() [][]int {
	if v == nil || v.g == nil {
		return nil
	}
	return v.g.group.Classes()
}

// RunTo returns a shortest run from an initial state to a state that the representative with a
// number of [Survey.Each] stands for: the last of the trace, which is no lasso.
func (v *Survey) RunTo(ctx context.Context, n int) (*trace.Trace, error) {
	if err := v.usable(ctx); err != nil {
		return nil, err
	}
	g := v.g
	if n < 0 || n >= len(g.states) {
		return nil, misuse("RunTo: there is no representative %d", n)
	}
	way := []int{n}
	var by []edge
	for i := 0; !slices.Contains(g.initial, n); i++ {
		// Representatives were found breadth first: the first edge to one comes from the nearest.
		if k := slices.IndexFunc(g.edges[i], func(e edge) bool { return int(e.to) == n }); k >= 0 {
			by, way = append(by, g.edges[i][k]), append(way, i)
			n, i = i, -1
		}
	}
	l := newLifter(g, n)
	for i, e := range slices.Backward(by) {
		l.along(way[i+1], e)
	}
	l.trace.Steps = append(l.trace.Steps, trace.Step{State: l.state})
	return l.trace, nil
}

// usable says what keeps the survey from being gone through.
func (v *Survey) usable(ctx context.Context) error {
	if v == nil || v.g == nil {
		return misuse("the survey is nil, or was not made by Finder.Survey")
	}
	return v.f.usable(ctx)
}
