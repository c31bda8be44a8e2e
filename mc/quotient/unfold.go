package quotient

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// unfold builds the quotient by a smaller group, without the interpreter. It is nil if there are
// more than most pairs of a coset and a representative or a permutation.
//
// What a permutation makes of a representative r depends on its coset alone, up to the smaller
// group. Permutations that keep r join cosets. So a state is r with some cosets. Its steps are what a
// permutation of each of the cosets makes of the steps of r. Of cosets that are joined by a
// permutation that keeps both r and a step, one is enough. For example, with all of n clients alike,
// and client 1 told apart, there are n cosets, by the place of client 1.
func (g *graph) unfold(ctx context.Context, group *symmetry.Group, most, limit int, effort *meter) (*graph, error) {
	u := &unfolding{permutations: g.permutations, cosets: []int32{0},
		steps: g.steps, kept: g.kept, edges: g.edges}
	for a := range u.list[0].Agents {
		if c := group.ClassOf(a); c >= 0 {
			a = group.Classes()[c][0]
		}
		u.label = append(u.label, rune(a))
	}
	u.places = map[string]int32{string(u.label): 0}
	for i := 0; i < len(u.cosets); i++ {
		if len(u.cosets)*(len(g.states)+len(u.list)) > min(most, math.MaxInt32) {
			return nil, nil
		}
		for _, class := range g.group.Classes() {
			for k, a := range class[1:] {
				p := u.permutations.place(g.group.Exchange(class[k], a))
				if _, known := memo.Number(u.places, u.labels(p, u.cosets[i])); !known {
					u.cosets = append(u.cosets, u.permutations.place(u.list[p].Then(u.list[u.cosets[i]])))
				}
			}
		}
	}
	n := len(u.cosets)
	u.after = make([][]int32, len(u.list))
	u.pairs = slices.Repeat([]pair{{-1, -1}}, n*len(g.states))
	h := &graph{
		group: group, memory: memory{most: g.memory.most},
		steps: g.steps, permutations: g.permutations, unfolding: u}
	for i, p := range u.pairs {
		if p.state >= 0 {
			continue
		}
		s := u.list[u.cosets[i%n]].State(g.states[i/n])
		err := h.memory.take(orbitBytes(s, ""))
		if len(h.states) == limit {
			err = fmt.Errorf("%w: more than %d", ErrTooLarge, limit)
		}
		if err = cmp.Or(err, effort.look(ctx)); err != nil {
			return nil, err
		}
		effort.Met++
		state := int32(len(h.states))
		h.states, u.first, u.pairs[i].state = append(h.states, s), append(u.first, i), state
		for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
			for _, k := range g.kept[i/n] {
				if to := u.next(queue[0], k, i/n); u.pairs[to].state < 0 {
					u.pairs[to] = pair{state, k}
					queue = append(queue, to)
				}
			}
		}
	}
	h.edges = make([][]edge, len(h.states))
	for _, r := range g.initial {
		for _, p := range u.pairs[n*r:][:n] {
			h.initial = append(h.initial, int(p.state))
		}
	}
	return h, h.memory.take(u.bytes() + n*word*(len(g.states)+len(u.list)))
}
