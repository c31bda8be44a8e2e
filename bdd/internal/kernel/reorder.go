package kernel

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// A reorderer moves variables; see swap.go for the tables that it works in.
type reorderer struct{ saturator }

// Reorder implements engine.Reorderer by group sifting. With blocks given it first moves the
// blocks, then the pairs and single variables within each of them; without, it moves the latter
// through the whole order. A context that ends leaves the group on its way where it is.
func (k *reorderer) Reorder(ctx context.Context, roots engine.Marker) error {
	if err := k.Collect(ctx, roots); err != nil {
		return err
	}
	if k.maxBytes > 0 {
		if need := k.bytes() + 4*int64(len(k.nodes)) + 8*int64(k.used); need > k.maxBytes {
			return fmt.Errorf("kernel: reordering %d nodes: %w", k.used, engine.ErrMemoryLimit)
		}
	}
	err := k.shuffled(ctx, roots)
	k.stats.Reorderings++
	next := max(4*k.used, 2*k.at.FirstReorder)
	if k.stopped { // the operation that was stopped is repeated and must get further this time
		next = max(next, 2*k.reorderAt)
	}
	k.reorderAt, k.stopped = next, false
	k.stats.Live = k.used
	return err
}

// WantsReorder implements engine.Reorderer.
func (k *reorderer) WantsReorder() bool { return k.stats.Live >= max(k.reorderAt/2, k.at.FirstReorder) }

// StopToReorder implements engine.Reorderer.
func (k *reorderer) StopToReorder(on bool) { k.stopToReorder = on }

// shuffled sifts within the tables of a shuffle and puts the diagram back into its usual form. If
// it is stopped, the latter is left to settle.
func (k *reorderer) shuffled(ctx context.Context, roots engine.Marker) (err error) {
	k.ctx, k.fuel = ctx, k.perLook
	defer k.end(&err)
	k.forgetAll()
	s := &shuffle{k: &k.upkeep}
	k.shuffle = s
	s.start(roots)
	blocks, top := k.blockUnits(), 0
	if len(blocks) > 1 {
		s.sift(blocks, 0)
	}
	for _, b := range blocks {
		if inner := k.pairUnits(b); len(inner) > 1 {
			s.sift(inner, top)
		}
		top += len(b.vars)
	}
	k.settle()
	return nil
}

// start gives nodes their variables and builds the tables. All nodes are live. It can be stopped
// only once all nodes have variables.
func (s *shuffle) start(roots engine.Marker) {
	k := s.k
	s.refs, s.tables = make([]uint32, len(k.nodes)), make([]subtable, len(k.varAt))
	sizes := make([]int, len(k.varAt)+1)
	for i := Ref(2); i < k.top; i++ {
		if n := &k.nodes[i]; n.level != freeLevel {
			n.level = uint32(k.varAt[n.level])
			sizes[n.level]++
		}
	}
	for v := range s.tables {
		s.tables[v].buckets = make([]Ref, ceilPow2(sizes[v]))
	}
	for i := Ref(2); i < k.top; i++ {
		if n := &k.nodes[i]; n.level != freeLevel {
			s.refs[n.lo]++
			s.refs[n.hi]++
			s.link(i)
		}
		if i&0x3ff == 0 {
			k.burn(1 + k.perLook/8)
		}
	}
	roots(func(n Ref) { s.refs[n]++ })
	k.stats.PeakBytes = max(k.stats.PeakBytes, k.bytes()+s.bytes())
}

// blockUnits lists the blocks by place. Where none are given, the whole order is one; variables
// outside all blocks are blocks by pairs.
func (k *reorderer) blockUnits() []*unit {
	if len(k.blocks) == 0 {
		return []*unit{{vars: slices.Clone(k.varAt)}}
	}
	owner := make([]int, len(k.varAt)) // 1 + the block of each variable
	for i, b := range k.blocks {
		for _, v := range b {
			owner[v] = i + 1
		}
	}
	var units []*unit
	for _, p := range k.pairUnits(&unit{vars: slices.Clone(k.varAt)}) {
		o := owner[p.vars[0]]
		if n := len(units); n > 0 && o > 0 && o == owner[units[n-1].vars[0]] {
			units[n-1].vars = append(units[n-1].vars, p.vars...)
		} else {
			units = append(units, p)
		}
	}
	return units
}

// pairUnits lists the pairs and single variables of a block by place.
func (k *reorderer) pairUnits(b *unit) []*unit {
	next := make([]int, len(k.varAt)) // 1 + the next copy of each variable that has one
	for _, p := range k.pairs {
		next[p.Current] = int(p.Next) + 1
	}
	vars := slices.Clone(b.vars)
	slices.SortFunc(vars, func(x, y engine.Var) int { return int(k.levelOf[x]) - int(k.levelOf[y]) })
	var units []*unit
	for i := 0; i < len(vars); i++ {
		u := &unit{vars: []engine.Var{vars[i]}}
		if next[vars[i]] > 0 {
			i++
			u.vars = append(u.vars, vars[i])
		}
		units = append(units, u)
	}
	return units
}
