package search

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// fairCycles is a hull of fair cycles of g in z, of a backward search; nil if there are none.
//
// A cycle keeps each agent in one component of its local graph. Where shrinking a hull takes many
// rounds, because the system walks long ways that are no cycles, the region is divided by the
// components of some agent, and each slice searched on its own: with that agent confined, the local
// graphs of the others tell more (see cyclicPart), often that there is no cycle, or that every step
// lies on one.
func (s *emptiness) fairCycles(ctx context.Context, g *graph, z *region, fair conditions) (*hull, error) {
	work := []*region{z.clone()}
	defer func() {
		for _, r := range work {
			r.release()
		}
	}()
	for n := 1; len(work) > 0; n++ {
		slice := work[len(work)-1]
		work = work[:len(work)-1]
		h, more, err := s.fairCyclesIn(ctx, g, slice, fair, n+len(work) <= s.sys.opts.Thresholds.MaxSlices)
		slice.release()
		if h != nil || err != nil {
			return h, err
		}
		work = append(work, more...)
	}
	return nil, nil
}

// fairCyclesIn searches one slice. If it takes too long and the slice may be divided, it returns
// what to search instead.
func (s *emptiness) fairCyclesIn(ctx context.Context, g *graph, z *region, fair conditions, divide bool) (*hull, []*region, error) {
	part, parts, err := s.sys.cyclicPart(ctx, g, z)
	if err != nil {
		return nil, nil, err
	}
	h := &hull{region: z.clone(), graph: part, fair: fair}
	if part != g {
		h.base = part
	}
	found, more, err := s.shrinkOrDivide(ctx, g, h, parts, divide)
	if found != nil || len(more) > 0 || err != nil || h.region.empty() {
		h.release()
		return found, more, err
	}
	return h, nil, nil
}

// shrinkOrDivide completes the hull, unless it finds a fair component before or has the region
// divided.
func (s *emptiness) shrinkOrDivide(ctx context.Context, g *graph, h *hull, parts []partition, divide bool) (*hull, []*region, error) {
	part, at := h.graph, s.sys.opts.Thresholds
	if !part.onlyStutters() && h.region.nodes() > at.ManyNodes {
		if found, err := s.probe(ctx, g, h.region, h.fair); found != nil || err != nil {
			return found, nil, err
		}
	}
	if done, err := h.settle(ctx, part, min(at.RoundsBeforeSlicing, at.RoundsBeforeProbe)); done || err != nil {
		return nil, nil, err
	}
	if found, err := s.probe(ctx, g, h.region, h.fair); found != nil || err != nil {
		return found, nil, err
	}
	if done, err := h.settle(ctx, part, at.RoundsBeforeSlicing); done || err != nil {
		return nil, nil, err
	}
	if divide {
		if more, err := s.slices(ctx, h.region, parts); len(more) > 0 || err != nil {
			return nil, more, err
		}
	}
	_, err := h.settle(ctx, part, 0)
	return nil, nil, err
}

// settle shrinks the hull, forwards and then backwards, each for a number of rounds or to the end
// if that is 0, and reports whether it is complete.
func (h *hull) settle(ctx context.Context, whole *graph, rounds int) (done bool, err error) {
	ahead, err := h.shrink(ctx, forward, whole, rounds)
	if err != nil || h.region.empty() {
		return true, err
	}
	done, err = h.shrink(ctx, backward, whole, rounds)
	if err == nil && ahead && h.region.empty() {
		err = fmt.Errorf("searching for fair cycles forwards finds some, backwards none")
	}
	return done, err
}

// slices divides a region by the local components of one agent, the one with the fewest of them
// that the region has states in, but more than one. There is nothing to return if no agent has.
func (s *emptiness) slices(ctx context.Context, z *region, parts []partition) ([]*region, error) {
	var best []*region
	for i := range parts {
		if n := len(parts[i].components); n < 2 || n > s.sys.opts.Thresholds.MaxComponents {
			continue
		}
		divided, err := z.divide(ctx, &parts[i])
		if err == nil && len(divided) > 1 && (best == nil || len(divided) < len(best)) {
			best, divided = divided, best
		}
		for _, r := range divided {
			r.release()
		}
		if err != nil {
			for _, r := range best {
				r.release()
			}
			return nil, err
		}
	}
	return best, nil
}

// divide lists the parts of the region in each component that are not empty.
func (r *region) divide(ctx context.Context, p *partition) (out []*region, err error) {
	c := r.man.Calculator(ctx)
	defer c.Close()
	for _, component := range p.components {
		inside := p.union(c, bdd.Current, component)
		slice := newRegion(r.man, len(r.part))
		for q, n := range r.part {
			slice.set(q, c.And(n, inside))
		}
		if !slice.empty() {
			out = append(out, slice)
		}
	}
	return out, c.Err()
}
