package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// lasso returns a fair run: a shortest run in whole from a node of start into the hull, and from
// there a short loop in the hull that meets its conditions. The hull must be one of a backward
// search, so that every node of it can reach a fair cycle.
func (f *pathFinder) lasso(ctx context.Context, whole *graph, start *region, h *hull) (prefix, loop []hop, err error) {
	prefix, anchor, err := f.enter(ctx, whole, start, h.region)
	if err != nil {
		return nil, nil, err
	}
	for {
		run, at, closed, err := f.loop(ctx, h, anchor)
		if errors.Is(err, errImpatient) {
			f.MaxRing = math.MaxInt
			var near *hull
			if near, err = f.probeFrom(ctx, h.graph, anchor, h.fair); err == nil && near == nil {
				continue
			}
			if err == nil {
				defer near.release()
				h = near
				run, at, err = f.approach(ctx, whole, anchor, h)
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if closed {
			return prefix, run, nil
		}
		// The run has left the component of its start for a later one.
		prefix, anchor = append(prefix, run...), at
	}
}

// approach is a shortest run from a node into a hull.
func (f *pathFinder) approach(ctx context.Context, whole *graph, from position, h *hull) ([]hop, position, error) {
	start, err := f.single(ctx, from)
	if err != nil {
		return nil, from, err
	}
	defer start.release()
	return f.enter(ctx, whole, start, h.region)
}

// enter returns a shortest run from a node of start to a node of the target, which must be
// reachable.
func (f *pathFinder) enter(ctx context.Context, whole *graph, start, target *region) ([]hop, position, error) {
	c := f.graph.man.Calculator(ctx)
	defer c.Close()
	for q, n := range start.part {
		if both := c.And(n, target.part[q]); both != bdd.False {
			at, err := f.pick(q, both)
			return nil, at, err
		}
	}
	if err := c.Err(); err != nil {
		return nil, position{}, err
	}
	run, at, err := f.shortest(ctx, whole, start, nil, []goal{{allEdges, target}})
	if err == nil && len(run) == 0 {
		err = fmt.Errorf("a reachable node cannot be reached again")
	}
	return run, at, err
}

// loop walks from the anchor through an edge of each set and back, always to what is nearest. If
// there is no way back, closed is false and the run ends in the node at, which lies in a later
// component.
func (f *pathFinder) loop(ctx context.Context, h *hull, anchor position) (run []hop, at position, closed bool, err error) {
	wanted := append([]labels(nil), h.fair.sets...)
	for {
		run, at, err = f.visit(ctx, h, anchor, wanted)
		if err != nil {
			return nil, at, false, err
		}
		if len(run) == 0 || f.key(at) != f.key(anchor) {
			back, err := f.home(ctx, h, at, anchor)
			if err != nil {
				return nil, at, false, err
			}
			if len(back) == 0 {
				run, at, err = f.onward(ctx, h, run, at)
				return run, at, false, err
			}
			run = append(run, back...)
		}
		missing := f.uncompassionate(run, h.fair.compassion)
		if len(missing) == 0 {
			return run, anchor, true, nil
		}
		wanted = append(wanted, missing...)
	}
}

// visit walks from the anchor through an edge with each of the labels.
func (f *pathFinder) visit(ctx context.Context, h *hull, anchor position, wanted []labels) (run []hop, at position, err error) {
	at = anchor
	for {
		var goals []goal
		for _, l := range wanted {
			if !hitBy(run, l) {
				goals = append(goals, goal{label: l})
			}
		}
		if len(goals) == 0 {
			return run, at, nil
		}
		leg, end, err := f.leg(ctx, h, at, goals)
		if err != nil {
			return nil, at, err
		}
		if len(leg) == 0 {
			return nil, at, fmt.Errorf("a node of a fair hull has no way to an accepting edge")
		}
		run, at = append(run, leg...), end
	}
}

func hitBy(run []hop, l labels) bool {
	for _, h := range run {
		if h.has(l) {
			return true
		}
	}
	return false
}

// onward makes sure that a run which cannot return has at least one hop.
func (f *pathFinder) onward(ctx context.Context, h *hull, run []hop, at position) ([]hop, position, error) {
	if len(run) > 0 {
		return run, at, nil
	}
	run, at, err := f.leg(ctx, h, at, []goal{{label: allEdges}})
	if err == nil && len(run) == 0 {
		err = fmt.Errorf("a node of a fair hull has no successor in it")
	}
	return run, at, err
}

// uncompassionate lists the second parts of the pairs that a loop violates.
func (f *pathFinder) uncompassionate(run []hop, pairs []compassion) []labels {
	var out []labels
	for i, pair := range pairs {
		first := false
		for _, h := range run {
			first = first || h.first[i]
		}
		if first && !hitBy(run, pair.second) {
			out = append(out, pair.second)
		}
	}
	return out
}

// leg is a shortest run inside the hull from one node to a goal.
func (f *pathFinder) leg(ctx context.Context, h *hull, from position, goals []goal) ([]hop, position, error) {
	start, err := f.single(ctx, from)
	if err != nil {
		return nil, from, err
	}
	defer start.release()
	return f.shortest(ctx, h.graph, start, h.region, goals)
}

// home is a shortest run inside the hull, of at least one hop, from one node to another.
func (f *pathFinder) home(ctx context.Context, h *hull, from, to position) ([]hop, error) {
	target, err := f.single(ctx, to)
	if err != nil {
		return nil, err
	}
	defer target.release()
	run, _, err := f.leg(ctx, h, from, []goal{{allEdges, target}})
	return run, err
}

// single is the region of one node.
func (f *pathFinder) single(ctx context.Context, p position) (*region, error) {
	sc := f.graph.man.NewScope(ctx)
	defer sc.Close()
	n, err := f.space().StateSet(sc, p.state)
	if err != nil {
		return nil, err
	}
	r := newRegion(f.graph.man, f.graph.states())
	r.set(p.automaton, n)
	return r, nil
}

// A Run is a run of a system as its explicit semantics makes its steps: step i leads from state i
// to the next one, the last step of a lasso to state Loop. A run without a loop has one state more
// than steps, and Loop is -1.
type Run struct {
	States []space.State
	Steps  []space.Step
	Loop   int
}

// newRun is the run of a prefix and a loop.
func newRun(prefix, loop []hop) *Run {
	r := &Run{Loop: len(prefix)}
	for _, h := range slices.Concat(prefix, loop) {
		r.States, r.Steps = append(r.States, h.at.state), append(r.Steps, h.step)
	}
	return r
}
