package kernel

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Upkeep knows the order of variables and what is prepared for it, and keeps the tables complete
// and free of garbage between operations.
type upkeep struct {
	memory
	levelOf []int32      // of each variable
	varAt   []engine.Var // of each level
	pairs   []engine.Pair
	blocks  [][]engine.Var
	epoch   int // of the order

	sets      []varSet // sets[0], renamings[0] and frames[0] are not used
	renamings []renaming
	frames    []frame
	prepared  engine.Prepared

	guard      []Ref // what the running saturation holds
	guardRoots engine.Marker
}

// WantsCollect implements engine.Engine.
func (k *upkeep) WantsCollect() bool { return k.used >= k.collectAt }

// Collect implements engine.Engine.
func (k *upkeep) Collect(ctx context.Context, roots engine.Marker) (err error) {
	if err := k.begin(ctx); err != nil {
		return err
	}
	defer k.end(&err)
	k.collect(roots)
	return nil
}

// collectInside collects within an operation that has put all it holds into k.guard, if that is
// wanted and better than growing.
func (k *upkeep) collectInside(steps []engine.Step) {
	if !k.WantsCollect() || k.mayGrow() {
		return
	}
	k.stats.Peak = max(k.stats.Peak, k.used)
	k.collect(func(visit func(Ref)) {
		k.guardRoots(visit)
		for _, n := range k.guard {
			visit(n)
		}
		for _, st := range steps {
			visit(st.Relation)
		}
	})
}

// collect marks, forgets results that mention dead nodes, and sweeps. Until the sweep starts
// nothing is lost by stopping; a sweep that is stopped is finished by the next operation before it
// does anything else.
func (k *upkeep) collect(roots engine.Marker) {
	marking := true
	defer func() {
		if marking {
			clear(k.marks)
		}
	}()
	k.setMark(0)
	k.setMark(1)
	roots(k.mark)
	k.forgetDead()
	marking = false
	k.startSweep()
	k.sweep()
	k.stats.Collections++
}

// startSweep forgets which nodes are in use; sweep finds that out from the marks.
func (k *upkeep) startSweep() {
	k.sweepFrom = k.top
	k.top, k.free, k.used = 2, 0, 0
	clear(k.buckets)
}

// mark marks n and everything below it.
func (k *memory) mark(n Ref) {
	if k.marked(n) {
		return
	}
	k.setMark(n)
	if k.fuel--; k.fuel < 0 {
		k.look()
	}
	x := &k.nodes[n]
	k.mark(x.lo)
	k.mark(x.hi)
}

// sweep rebuilds the unique table from the marked nodes below sweepFrom and chains the others as
// free, from the last node to the first so that low numbers are reused first. The nodes after the
// last marked one become unused again.
func (k *upkeep) sweep() {
	for k.sweepFrom > 2 {
		i := k.sweepFrom - 1
		if i&0x3ff == 0 {
			k.burn(1 + k.perLook/8)
		}
		k.sweepFrom = i
		n := &k.nodes[i]
		switch {
		case k.marked(i):
			if k.top == 2 {
				k.top = i + 1
			}
			b := hashNode(n.level, n.lo, n.hi) >> k.shift
			n.next = k.buckets[b]
			k.buckets[b] = i
			k.used++
		case k.top > 2:
			*n = node{level: freeLevel, next: k.free}
			k.free = i
		default:
			*n = node{level: freeLevel}
		}
	}
	k.sweepFrom = 0
	clear(k.marks)
	k.stats.Live = k.used
	k.collectAt = max(len(k.nodes)*3/4, 2*k.used)
}

// settled completes a reordering that was stopped, before the diagram is looked at.
func (k *upkeep) settled() {
	if k.shuffle != nil {
		k.settle()
	}
}

// begin opens an operation: it looks at the context and finishes what was stopped before. Every
// begin without an error is followed by a deferred end.
func (k *upkeep) begin(ctx context.Context) error {
	if err := k.asked(ctx); err != nil {
		return fmt.Errorf("kernel: not started: %w", err)
	}
	k.ctx = ctx
	k.fuel = k.perLook
	k.growing = false
	if k.shuffle != nil || k.sweepFrom > 0 {
		return k.finish()
	}
	return nil
}

// finish completes what an earlier call has left, on behalf of the operation which begins.
func (k *upkeep) finish() (err error) {
	defer func() {
		if p := recover(); p != nil {
			s, ok := p.(*stop)
			if !ok {
				panic(p)
			}
			k.ctx = nil
			err = fmt.Errorf("kernel: finishing what was stopped before: %w", s.err)
		}
	}()
	k.completeTables()
	return nil
}

// completeTables completes a reordering or a sweep that was stopped.
func (k *upkeep) completeTables() {
	if k.shuffle != nil {
		k.settle()
	}
	if k.sweepFrom > 0 {
		k.sweep()
	}
}

// end closes an operation and turns a stop into its error.
func (k *upkeep) end(err *error) {
	k.ctx, k.guardRoots = nil, nil
	if k.used > k.stats.Peak {
		k.stats.Peak = k.used
	}
	if p := recover(); p != nil {
		s, ok := p.(*stop)
		if !ok {
			panic(p)
		}
		*err = s.err
	}
}

// settle ends a shuffle, after completing the exchange of units in which it was stopped, if it was.
// It can be stopped itself and called again; outside of operations nothing stops it.
func (k *upkeep) settle() {
	if k.shuffle.exchange.running {
		k.shuffle.runExchange()
	}
	k.endShuffle()
	k.shuffle = nil
	k.sweep()
}

// endShuffle gives nodes their levels, renews what is prepared by level, and starts to rebuild the
// unique table, for sweep to finish.
func (k *upkeep) endShuffle() {
	for i := Ref(2); i < k.top; i++ {
		if n := &k.nodes[i]; n.level != freeLevel {
			n.level = uint32(k.levelOf[n.level])
			k.setMark(i)
		}
	}
	k.renewPrepared()
	if want := ceilPow2(len(k.nodes)); want > len(k.buckets) {
		k.buckets = newTable[Ref](&k.memory, want)
		k.dropOutgrown()
		k.shift = shiftFor(want)
	}
	k.startSweep()
}

// renewPrepared renews what is prepared by level, after levels have got other variables.
func (k *upkeep) renewPrepared() {
	k.epoch++
	for i := range k.sets[1:] {
		k.sets[i+1].relevel(k.levelOf)
	}
	for i := range k.renamings[1:] {
		k.renamings[i+1].relevel(k.levelOf)
	}
	for i := range k.frames[1:] {
		k.frames[i+1].relevel(k.levelOf)
	}
}
