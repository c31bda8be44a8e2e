package search

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// terminalLasso returns a shortest run into a terminal component and some run from there on: any
// will do. A short one is looked for explicitly first, because the states from there on may be too
// many to close the hull.
func (f *pathFinder) terminalLasso(ctx context.Context, s *emptiness, h *hull) (prefix, loop []hop, err error) {
	prefix, anchor, err := f.enter(ctx, f.graph, f.init, h.region)
	if err != nil {
		return nil, nil, err
	}
	tail, loop, err := f.explicitLasso(ctx, anchor.state)
	if err != nil {
		return nil, nil, err
	}
	if loop == nil {
		tail, loop, err = f.symbolicLasso(ctx, s, h, anchor)
	}
	return append(prefix, tail...), loop, err
}

// explicitLasso searches breadth first from a state for a step back to a state on the way to it.
// The loop is nil if there was none among the first states.
func (f *pathFinder) explicitLasso(ctx context.Context, start space.State) (prefix, loop []hop, err error) {
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
	for i := 0; i < len(nodes) && len(nodes) <= f.MaxExplicitStates; i++ {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		successors, err := f.space().Successors(nodes[i].state)
		if err != nil {
			return nil, nil, err
		}
		for _, tr := range successors {
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
					return run(0, known), append(run(known, i), last), nil
				}
			}
		}
	}
	return nil, nil, nil
}

// symbolicLasso closes the hull under everything that follows the anchor and looks for a cycle in
// it.
func (f *pathFinder) symbolicLasso(ctx context.Context, s *emptiness, h *hull, anchor position) (prefix, loop []hop, err error) {
	z, err := f.single(ctx, anchor)
	if err != nil {
		return nil, nil, err
	}
	defer z.release()
	if err := h.graph.closure(ctx, forward, z, nil); err != nil {
		return nil, nil, err
	}
	cyclic, err := s.fairCycles(ctx, h.graph, z, conditions{})
	if err != nil {
		return nil, nil, err
	}
	if cyclic == nil {
		return nil, nil, fmt.Errorf("a terminal component has no cycle")
	}
	defer cyclic.release()
	start, err := f.single(ctx, anchor)
	if err != nil {
		return nil, nil, err
	}
	defer start.release()
	return f.lasso(ctx, h.graph, start, cyclic)
}
