package search

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// fairCycles is a hull of fair cycles of g in z, of a backward search; nil if there are none.
//
// A cycle keeps each agent in one component of its local graph. Shrinking a hull takes many rounds
// where the system walks long ways that are no cycles. Then the region is divided by the components
// of some agent, and each slice is searched on its own. With that agent confined, the local graphs
// of the others tell more (see cyclicPart): often that there is no cycle, or that every step lies
// on one.
func (s *emptiness) fairCycles(t *task, g *graph, z *region, fair conditions) *hull {
	work := []*region{s.recurring(t, g, z, fair)}
	defer func() {
		for _, r := range work {
			r.release()
		}
	}()
	for n := 1; len(work) > 0 && !t.failed(); n++ {
		slice := work[len(work)-1]
		if work = work[:len(work)-1]; slice.empty() {
			continue
		}
		h, more := s.fairCyclesIn(t, g, slice, fair, n+len(work) <= s.sys.opts.Thresholds.MaxSlices)
		slice.release()
		if h != nil {
			return h
		}
		work = append(work, more...)
	}
	return nil
}

// recurring is the part of the region that a few rounds leave of it as a hull of cycles which are
// fair and have steps with the recurrent letter, as all that are fair have.
func (s *emptiness) recurring(t *task, g *graph, z *region, fair conditions) *region {
	h := &hull{region: z.clone(), graph: g, fair: fair}
	if s.product.recurrent != nil {
		h.fair.sets = append(slices.Clone(fair.sets), labels(s.product.sets-1))
		h.settle(t, g, s.sys.opts.Thresholds.RoundsBeforeProbe)
		h.own.release()
	}
	return h.region
}

// fairCyclesIn searches one slice. If it takes too long and the slice may be divided, it returns
// what to search instead.
func (s *emptiness) fairCyclesIn(t *task, g *graph, z *region, fair conditions, divide bool) (*hull, []*region) {
	part, parts := s.sys.cyclicPart(t, g, z)
	h := &hull{region: z.clone(), graph: part, fair: fair}
	if part != g {
		h.base = part
	}
	if s.isAnywhere(z) { // nodes that nothing inside leads to are left out, which elsewhere were never reached
		entered := part.neighbours(t, forward, allEdges, h.region, h.region)
		h.region.release()
		if h.region = entered; entered.empty() {
			h.release()
			return nil, nil
		}
	}
	found, more := s.shrinkOrDivide(t, g, h, parts, divide)
	if found != nil || len(more) > 0 || t.failed() || h.region.empty() {
		h.release()
		return found, more
	}
	return h, nil
}

// shrinkOrDivide completes the hull, unless it finds a fair component before or has the region
// divided.
func (s *emptiness) shrinkOrDivide(t *task, g *graph, h *hull, parts []partition, divide bool) (*hull, []*region) {
	part, at := h.graph, s.sys.opts.Thresholds
	if !part.onlyStutters() && h.region.nodes() > at.ManyNodes {
		if found := s.probe(t, g, h.region, h.fair); found != nil {
			return found, nil
		}
	}
	if h.settle(t, part, min(at.RoundsBeforeSlicing, at.RoundsBeforeProbe)) {
		return nil, nil
	}
	if found := s.probe(t, g, h.region, h.fair); found != nil {
		return found, nil
	}
	if h.settle(t, part, at.RoundsBeforeSlicing) {
		return nil, nil
	}
	if divide {
		if more := s.slices(t, h.region, parts); len(more) > 0 {
			return nil, more
		}
	}
	h.settle(t, part, 0)
	return nil, nil
}

// settle shrinks the hull, forwards and then backwards, each for a number of rounds or to the end
// if that is 0, and reports whether it is complete, as it is when the task fails.
func (h *hull) settle(t *task, whole *graph, rounds int) (done bool) {
	ahead := h.shrink(t, forward, whole, rounds)
	if t.failed() || h.region.empty() {
		return true
	}
	done = h.shrink(t, backward, whole, rounds)
	if ahead && h.region.empty() {
		t.fail(errors.New("searching for fair cycles forwards finds some, backwards none"))
	}
	return done
}

// slices divides a region by the local components of one agent, the one with the fewest of them
// that the region has states in, but more than one. There is nothing to return if no agent has.
func (s *emptiness) slices(t *task, z *region, parts []partition) []*region {
	var best []*region
	for i := range parts {
		if n := len(parts[i].components); n < 2 || n > s.sys.opts.Thresholds.MaxComponents {
			continue
		}
		divided := z.divide(t, &parts[i])
		if len(divided) > 1 && (best == nil || len(divided) < len(best)) {
			best, divided = divided, best
		}
		for _, r := range divided {
			r.release()
		}
	}
	return best
}

// divide lists the parts of the region in each component that are not empty.
func (r *region) divide(t *task, p *partition) (out []*region) {
	c := t.open()
	defer t.close(c)
	for _, component := range p.components {
		slice := r.within(t, p.union(c, bdd.Current, component))
		if !slice.empty() {
			out = append(out, slice)
		}
	}
	return out
}
