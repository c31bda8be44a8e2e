package quotient

import (
	"context"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// Each visits the representatives of the quotient by all exchanges with their numbers and the steps
// that leave them, the nearest to the initial states first, until visit returns an error. The error
// is that one, or as of [Finder.Count].
func (f *Finder) Each(ctx context.Context, visit func(n int, s recipe.State, steps []recipe.Step) error) error {
	if err := f.usable(ctx); err != nil {
		return err
	}
	if visit == nil {
		return misuse("Each: there is no function to visit with")
	}
	g, err := f.smallest(ctx)
	if err != nil {
		return err
	}
	for n, s := range g.states {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.effort.States++
		steps := make([]recipe.Step, len(g.edges[n]))
		for i, e := range g.edges[n] {
			steps[i] = e.step
		}
		if err := visit(n, s, steps); err != nil {
			return err
		}
	}
	return nil
}

// Size is the number of states that the representative with a number of [Finder.Each] stands for, as
// far as it is known; nil if there is no such representative.
func (f *Finder) Size(n int) *big.Int {
	if g := f.known(); g != nil && n >= 0 && n < len(g.states) {
		size, _ := g.group.OrbitSize(g.states[n])
		return size
	}
	return nil
}

// Classes are the interchangeable agents of the quotient that [Finder.Each] visits, class by class;
// nil if it was not built.
func (f *Finder) Classes() [][]int {
	if g := f.known(); g != nil {
		return g.group.Classes()
	}
	return nil
}

// known is the quotient by all exchanges, nil if there is none.
func (f *Finder) known() *graph {
	if f == nil || f.all == nil {
		return nil
	}
	return f.graphs[classesKey(f.all)]
}

// RunTo returns a shortest run from an initial state to a state that the representative with a
// number of [Finder.Each] stands for: the last of the trace, which is no lasso.
func (f *Finder) RunTo(ctx context.Context, n int) (*trace.Trace, error) {
	if err := f.usable(ctx); err != nil {
		return nil, err
	}
	g := f.known()
	if g == nil || n < 0 || n >= len(g.states) {
		return nil, misuse("RunTo: there is no representative %d", n)
	}
	// Representatives were found breadth first: the first edge to each comes from the nearest.
	from, by := make([]int, len(g.states)), make([]*edge, len(g.states))
	initial := setOf(g.initial)
	for i := range g.states {
		for k := range g.edges[i] {
			if e := &g.edges[i][k]; by[e.to] == nil && !initial[int(e.to)] {
				from[e.to], by[e.to] = i, e
			}
		}
	}
	var way []int
	first := n
	for ; !initial[first]; first = from[first] {
		way = append(way, first)
	}
	sys := f.in.System()
	l := &lifter{g: g, in: f.in, state: g.states[first], to: symmetry.Identity(sys), trace: &trace.Trace{System: sys, Loop: -1}}
	for _, i := range slices.Backward(way) {
		if err := l.along(ctx, from[i], by[i]); err != nil {
			return nil, err
		}
	}
	l.trace.Steps = append(l.trace.Steps, trace.Step{State: l.state})
	return l.trace, nil
}
