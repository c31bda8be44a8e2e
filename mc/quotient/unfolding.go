package quotient

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// An unfolding says what the states of a quotient are made of, by that by a larger group and the
// cosets of its group in the larger one. Agents have a label, the first agent with which the group
// may exchange them. A coset is the labels that agents get.
//
// A pair of a representative of the larger quotient and a coset has the number representative *
// cosets + coset. It belongs to a state, which a permutation of the coset makes of the
// representative. These permutations, and those of edges, are nearly all different. So they are not
// kept, but found from others when they are needed.
type unfolding struct {
	*permutations
	label  []rune
	cosets []int32 // a permutation of each
	places map[string]int32
	after  [][]int32 // by permutation and coset, the place of the coset of the two, once it is needed
	// steps, kept and edges are those of the larger quotient.
	steps *steps
	kept  [][]int32
	edges [][]edge
	pairs []pair
	first []int // by state, its first pair
}

// A pair belongs to a state. The permutation of its first pair is that of the coset. Any other was
// reached from one by a permutation that keeps the representative.
type pair struct{ state, by int32 }

// labels are those that two permutations, one after the other, give to agents.
func (u *unfolding) labels(p, q int32) string {
	labels := slices.Clone(u.label)
	for a, b := range u.list[p].Agents {
		labels[a] = u.label[u.list[q].Agents[b]]
	}
	return string(labels)
}

// place is that of the coset of a permutation and that of another coset.
func (u *unfolding) place(p, coset int32) int32 {
	if u.after[p] == nil {
		for _, by := range u.cosets {
			u.after[p] = append(u.after[p], u.places[u.labels(p, by)])
		}
	}
	return u.after[p][coset]
}

// permutation is that of a pair.
func (u *unfolding) permutation(at int) *symmetry.Permutation {
	n, k := len(u.cosets), u.pairs[at].by
	if k < 0 {
		return u.list[u.cosets[at%n]]
	}
	return u.list[k].Then(u.permutation(u.next(at, k^1, at/n)))
}

// step is the place of what the permutation of a pair makes of a step.
func (u *unfolding) step(at int, step int32) int32 {
	n, k := len(u.cosets), u.pairs[at].by
	if k < 0 {
		return u.image(u.cosets[at%n], step, u.steps)
	}
	return u.step(u.next(at, k^1, at/n), u.image(k, step, u.steps))
}

// next is the pair of a representative to which a permutation of the larger quotient leads from a
// pair. Then turned is what the permutation becomes in the smaller one.
func (u *unfolding) next(at int, p int32, to int) int {
	n := len(u.cosets)
	return to*n + int(u.place(p, int32(at%n)))
}

func (u *unfolding) turned(at int, p int32, to int) *symmetry.Permutation {
	return u.permutation(u.next(at, p, to)).Inverse().Then(u.list[p]).Then(u.permutation(at))
}

// by is [graph.by] of an edge with the number permutation * cosets + coset.
func (u *unfolding) by(from int, to, edge int32) *symmetry.Permutation {
	n := len(u.cosets)
	return u.turned(u.first[from]/n*n+int(edge)%n, edge/int32(n), u.first[to]/n)
}

// keeping is [graph.keeping].
func (u *unfolding) keeping(i int) (out []*symmetry.Permutation) {
	n := len(u.cosets)
	r := u.first[i] / n
	for l, p := range u.pairs[n*r:][:n] {
		for _, k := range u.kept[r] {
			// By the one that has reached the next pair, it becomes the identity.
			if at := n*r + l; int(p.state) == i && u.pairs[u.next(at, k, r)].by != k {
				out = append(out, u.turned(at, k, r))
			}
		}
	}
	return out
}

// out finds the edges of a state.
func (u *unfolding) out(i int, effort *meter) (out []edge) {
	n := len(u.cosets)
	r := u.first[i] / n
	for _, e := range u.edges[r] {
		for l, x := range u.pairs[n*r:][:n] {
			if int(x.state) != i || slices.ContainsFunc(u.kept[r], func(k int32) bool {
				return u.place(k, int32(l)) < int32(l) && u.image(k, e.step, u.steps) == e.step
			}) {
				continue
			}
			effort.Unfolded++
			to := u.pairs[u.next(l, e.by, int(e.to))].state
			out = append(out, edge{u.step(n*r+l, e.step), to, e.by*int32(n) + int32(l)})
		}
	}
	return out
}
