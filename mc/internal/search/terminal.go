package search

import (
	"errors"
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// terminalLasso returns a run into a terminal component and some run from there on: any
// will do. A short one is looked for explicitly first, then any, among few states and then among
// many, because the states from there on may be too many to close the hull.
func (f *pathFinder) terminalLasso(t *task, s *emptiness, h *hull) (prefix, loop []hop) {
	prefix, anchor := f.enter(t, f.graph, f.init, h.region)
	if t.failed() {
		return nil, nil
	}
	most := f.MaxExplicitStates
	for _, f.MaxExplicitStates = range []int{most / few, most} {
		tail, loop := f.explicitLasso(t, anchor.state)
		if loop == nil {
			tail, loop = f.walk(t, h.graph, nil, anchor, conditions{})
		}
		if loop != nil || t.failed() {
			return append(prefix, tail...), loop
		}
	}
	tail, loop := f.symbolicLasso(t, s, h, anchor)
	return append(prefix, tail...), loop
}

// few is by how much the first explicit searches for a cycle are smaller than the last ones.
const few = 16

// explicitLasso searches breadth first from a state for a step back to a state on the way to it.
// The loop is nil if there was none among the first states.
func (f *pathFinder) explicitLasso(t *task, start space.State) (prefix, loop []hop) {
	type node struct {
		state  space.State
		parent int // index, -1 for the start
		step   space.Step
	}
	nodes := []node{{state: start, parent: -1}}
	index := map[string]int{f.space().Key(start): 0}
	// run is the way from one node to one of its descendants.
	run := func(from, to int) []hop {
		var out []hop
		for at := to; at != from; at = nodes[at].parent {
			before := nodes[at].parent
			out = append([]hop{{at: position{state: nodes[before].state}, step: nodes[at].step}}, out...)
		}
		return out
	}
	for i := 0; i < len(nodes) && len(nodes) <= f.MaxExplicitStates && !t.failed(); i++ {
		t.fail(t.ctx.Err())
		for tr, err := range f.space().Into(t.ctx, nodes[i].state, bdd.True) {
			if t.fail(err); t.failed() || len(nodes) > met*f.MaxExplicitStates {
				return nil, nil
			}
			key := f.space().Key(tr.Next)
			known, seen := index[key]
			if !seen {
				index[key] = len(nodes)
				nodes = append(nodes, node{tr.Next, i, tr.Step})
				continue
			}
			for at := i; at >= 0; at = nodes[at].parent {
				if at == known {
					last := hop{at: position{state: nodes[i].state}, step: tr.Step}
					return run(0, known), append(run(known, i), last)
				}
			}
		}
	}
	return nil, nil
}

// symbolicLasso closes the hull under everything that follows the anchor and looks for a cycle in
// it. A run may accept before it leads there. So states that wait count as any others.
func (f *pathFinder) symbolicLasso(t *task, s *emptiness, h *hull, anchor position) (prefix, loop []hop) {
	s.elsewhere = true
	start := f.single(t, anchor)
	defer start.release()
	z := start.clone()
	defer z.release()
	h.graph.closure(t, forward, z, nil)
	cyclic := s.fairCycles(t, h.graph, z, conditions{})
	if cyclic == nil {
		t.fail(errors.New("a terminal component has no cycle"))
		return nil, nil
	}
	defer cyclic.release()
	return f.lasso(t, h.graph, start, cyclic)
}

// lasso returns a fair run: a shortest run in whole from a node of start into the hull, and from
// there a short loop in the hull that meets its conditions. The hull must be one of a backward
// search, so that every node of it can reach a fair cycle.
func (f *pathFinder) lasso(t *task, whole *graph, start *region, h *hull) (prefix, loop []hop) {
	prefix, anchor := f.enter(t, whole, start, h.region)
	for !t.failed() {
		run, at, closed := f.loop(t, h, anchor)
		if t.clear(errTooLarge) {
			if tail, loop := f.walk(t, h.graph, h.region, anchor, h.fair); loop != nil {
				return append(prefix, tail...), loop
			}
			f.MaxRing, f.MaxRings, f.direct = math.MaxInt, math.MaxInt, true
			near := f.probeFrom(t, h.graph, anchor, h.fair)
			if near == nil {
				continue
			}
			defer near.release()
			h = near
			run, at = f.approach(t, whole, anchor, h)
		}
		if closed {
			return prefix, run
		}
		// The run has left the component of its start for a later one.
		prefix, anchor = append(prefix, run...), at
	}
	return nil, nil
}
