package quotient

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// cosets are those of a group in a larger one, by a permutation of each. Agents have a label, the
// first agent with which the group may exchange them. A coset is the labels that agents get.
type cosets struct {
	*permutations
	label  []rune
	by     []int32
	places map[string]int32
	after  [][]int32 // by permutation and coset, the place of the coset of the two; negative if not known
}

// place is that of the coset of a permutation and that of another coset. It is added if it is not
// there yet.
func (c *cosets) place(p, coset int32) int32 {
	for len(c.after) <= int(p) {
		c.after = append(c.after, nil)
	}
	for len(c.after[p]) <= int(coset) {
		c.after[p] = append(c.after[p], -1)
	}
	if at := c.after[p][coset]; at >= 0 {
		return at
	}
	by := c.then(p, c.by[coset])
	labels := slices.Clone(c.label)
	for a, b := range c.list[by].Agents {
		labels[a] = c.label[b]
	}
	at, known := c.places[string(labels)]
	if !known {
		at = int32(len(c.by))
		c.places[string(labels)] = at
		c.by = append(c.by, by)
	}
	c.after[p][coset] = at
	return at
}

// unfold builds the quotient by a smaller group, without the interpreter. It is nil if there are
// more than most pairs of a coset and a representative or a permutation.
//
// What a permutation makes of a representative r depends on its coset alone, up to the smaller
// group. Permutations that keep r join cosets. So a state is r with some cosets. Its steps are what a
// permutation of each of the cosets makes of the steps of r. Of cosets that are joined by a
// permutation that keeps both r and a step, one is enough. For example, with all of n clients alike,
// and client 1 told apart, there are n cosets, by the place of client 1.
func (g *graph) unfold(ctx context.Context, group *symmetry.Group, most, limit int, effort *meter) (*graph, error) {
	c := &cosets{permutations: g.permutations, by: []int32{0}}
	for a := range c.list[0].Agents {
		c.label = append(c.label, rune(a))
	}
	for _, class := range group.Classes() {
		for _, a := range class {
			c.label[a] = rune(class[0])
		}
	}
	c.places = map[string]int32{string(c.label): 0}
	for i := int32(0); int(i) < len(c.by); i++ {
		if len(c.by)*(len(g.states)+len(c.list)) > most {
			return nil, nil
		}
		for _, class := range g.group.Classes() {
			for k, a := range class[1:] {
				c.place(c.permutations.place(g.group.Exchange(class[k], a)), i)
			}
		}
	}
	n := len(c.by)
	h := &graph{group: group, memory: memory{most: g.memory.most}, steps: g.steps, permutations: g.permutations}
	// A pair of a representative and a coset belongs to a state, which by makes of the representative.
	type pair struct{ state, by int32 }
	pairs := slices.Repeat([]pair{{-1, 0}}, n*len(g.states))
	var join func(r int, coset int32, p pair)
	join = func(r int, coset int32, p pair) {
		if at := &pairs[n*r+int(coset)]; at.state < 0 {
			*at = p
			for _, k := range g.kept[r] {
				join(r, c.place(k, coset), pair{p.state, c.then(k, p.by)})
			}
		} else if k := c.then(at.by^1, p.by); k > 0 && !slices.Contains(h.kept[p.state], k) {
			h.kept[p.state] = append(h.kept[p.state], k)
		}
	}
	for i := range pairs {
		if pairs[i].state >= 0 {
			continue
		}
		s := c.list[c.by[i%n]].State(g.states[i/n])
		err := h.memory.take(orbitBytes(s, ""))
		if len(h.states) == limit {
			err = fmt.Errorf("%w: more than %d", ErrTooLarge, limit)
		}
		if err = cmp.Or(err, effort.look(ctx)); err != nil {
			return nil, err
		}
		effort.Met++
		h.states, h.kept = append(h.states, s), append(h.kept, nil)
		join(i/n, int32(i%n), pair{int32(len(h.states) - 1), c.by[i%n]})
	}
	h.edges = make([][]edge, len(h.states))
	var keep []int32
	for r := range g.states {
		for _, e := range g.edges[r] {
			keep = slices.DeleteFunc(append(keep[:0], g.kept[r]...), func(k int32) bool { return c.image(k, e.step, g.steps) != e.step })
			for l, x := range pairs[n*r:][:n] {
				if slices.ContainsFunc(keep, func(k int32) bool { return c.place(k, int32(l)) < int32(l) }) {
					continue
				}
				effort.Unfolded++
				y := pairs[n*int(e.to)+int(c.place(e.by, int32(l)))]
				h.edges[x.state] = append(h.edges[x.state], edge{c.image(x.by, e.step, g.steps), y.state, c.then(c.then(y.by^1, e.by), x.by)})
			}
		}
		if err := cmp.Or(effort.look(ctx), h.memory.take(n*len(g.edges[r])*edgeBytes)); err != nil {
			return nil, err
		}
	}
	for _, r := range g.initial {
		for _, p := range pairs[n*r:][:n] {
			h.initial = append(h.initial, int(p.state))
		}
	}
	return h, h.memory.take(c.bytes() + n*word*(len(g.states)+len(c.list)))
}
