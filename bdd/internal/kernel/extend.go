package kernel

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Extend implements engine.Extender. Levels move apart for the new variables, so that the unique
// table is built anew.
func (k *upkeep) Extend(below [][]engine.Var) []engine.Pair {
	k.ctx = nil // nothing limits the work
	k.completeTables()
	added := make([]engine.Pair, len(below))
	at := map[int][]engine.Pair{} // by the number of old levels above
	for i, vars := range below {
		first := engine.Var(len(k.varAt) + 2*i)
		added[i] = engine.Pair{Current: first, Next: first + 1}
		place := k.belowAll(vars)
		at[place] = append(at[place], added[i])
	}
	old := len(k.varAt)
	blocks := make([][]engine.Var, len(k.blocks))
	for i, b := range k.blocks {
		blocks[i] = widened(b, k.varAt, k.levelOf, at)
	}
	k.blocks = blocks
	k.pairs = append(slices.Clone(k.pairs), added...)
	level := make([]uint32, old+1)
	varAt := make([]engine.Var, 0, old+2*len(below))
	for l := range old + 1 {
		for _, p := range at[l] {
			varAt = append(varAt, p.Current, p.Next)
		}
		level[l] = uint32(len(varAt))
		if l < old {
			varAt = append(varAt, k.varAt[l])
		}
	}
	k.varAt, k.levelOf = varAt, make([]int32, len(varAt))
	for l, v := range varAt {
		k.levelOf[v] = int32(l)
	}
	k.relevel(level)
	return added
}

// belowAll is the number of levels down to the lowest of some variables, and of its pair.
func (k *upkeep) belowAll(vars []engine.Var) int {
	place := 0
	for _, v := range vars {
		place = max(place, int(k.levelOf[v])+1)
	}
	for _, p := range k.pairs {
		if int(k.levelOf[p.Next]) == place {
			return place + 1
		}
	}
	return place
}

// widened is a block with the new variables that stand between two of its own.
func widened(block, varAt []engine.Var, levelOf []int32, at map[int][]engine.Pair) []engine.Var {
	out := slices.Clone(block)
	for _, v := range block {
		l := int(levelOf[v])
		if l > 0 && slices.Contains(block, varAt[l-1]) {
			for _, p := range at[l] {
				out = append(out, p.Current, p.Next)
			}
		}
	}
	return out
}

// relevel moves all nodes to new levels in the same order, given by the old ones.
func (k *upkeep) relevel(level []uint32) {
	k.forgetAll()
	for i := range k.nodes[:k.top] {
		if n := &k.nodes[i]; n.level != freeLevel {
			n.level = level[n.level]
			k.setMark(Ref(i))
		}
	}
	k.renewPrepared()
	k.startSweep()
	k.sweep()
}
