package search

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// Rules relate the bits of a tableau before a step to those after it. They depend on the state
// before the step. They are kept in parts, because their conjunction may be large where each of
// them is small. An image takes one part after the other, and forgets a bit as soon as no later
// part reads it (early quantification: Burch, Clarke, Long 1991).
type rules struct {
	man   *bdd.Manager
	bits  []bdd.VarID
	parts []bdd.Node // kept
	// before has for each part the bits that an image forgets after it; after has those that a
	// preimage forgets, which takes the parts in the opposite order.
	before, after []*bdd.VarSet
}

// newRules makes rules of their conjuncts, as one part if that has at most so many diagram nodes.
func newRules(c *bdd.Calculator, man *bdd.Manager, bits []bdd.VarID, conjuncts []bdd.Node, most int) *rules {
	r := &rules{man: man, bits: bits, parts: append([]bdd.Node{bdd.True}, conjuncts...)}
	for i, all := 0, bdd.True; man.NodeCount(all) <= most; i++ {
		if i == len(conjuncts) {
			r.parts = []bdd.Node{all}
			break
		}
		all = c.And(all, conjuncts[i])
	}
	for i, n := range r.parts {
		r.parts[i] = c.Keep(n)
	}
	order := make([]int, len(r.parts))
	for i := range order {
		order[i] = i
	}
	r.before = r.forgotten(bdd.Current, order)
	slices.Reverse(order)
	r.after = r.forgotten(bdd.Next, order)
	return r
}

// forgotten lists for each part the bits whose copy no part after it reads, in an order of the
// parts. Bits that no part reads are forgotten after the first.
func (r *rules) forgotten(copy bdd.Copy, order []int) []*bdd.VarSet {
	out := make([]*bdd.VarSet, len(r.parts))
	read := map[bdd.VarID]bool{}
	for at, part := range slices.Backward(order) {
		var vars []bdd.VarID
		for _, v := range r.bits {
			names := func(b bdd.Bit) bool { return b.Var == v && b.Copy == copy }
			if !read[v] && (at == 0 || slices.ContainsFunc(r.man.Support(r.parts[part]), names)) {
				read[v] = true
				vars = append(vars, v)
			}
		}
		out[part] = r.man.VarSet(copy, vars...)
	}
	return out
}

// image is what the rules allow after a step from states with their bits: the same states, with the
// bits after the step.
func (r *rules) image(c *bdd.Calculator, set bdd.Node) bdd.Node {
	for i, part := range r.parts {
		set = r.before[i].AndExists(c, set, part)
	}
	return r.man.Renaming(bdd.Next, bdd.Current, r.bits...).Rename(c, set)
}

// preImage is the set of states with bits after which the rules allow some state and bits of a set.
func (r *rules) preImage(c *bdd.Calculator, set bdd.Node) bdd.Node {
	set = r.man.Renaming(bdd.Current, bdd.Next, r.bits...).Rename(c, set)
	for i, part := range slices.Backward(r.parts) {
		set = r.after[i].AndExists(c, set, part)
	}
	return set
}

func (r *rules) release() {
	if r != nil {
		releaseAll(r.man, r.parts)
	}
}
