package quotient

import (
	"encoding/binary"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// permutations are the different permutations of a graph, each followed by its inverse. The first is the
// identity.
type permutations struct {
	list   []*symmetry.Permutation
	places map[string]int32
	key    []byte
	// products are places of products of two permutations, by the places of these. Where the second
	// number is negative, it is the complement of a step's place. Then the product is the place of the
	// step that the permutation makes of it.
	products map[[2]int32]int32
}

func newPermutations(identity *symmetry.Permutation) *permutations {
	t := &permutations{places: map[string]int32{}, products: map[[2]int32]int32{}}
	t.place(identity)
	return t
}

// place is that of a permutation, which is added if it is not there yet.
func (t *permutations) place(p *symmetry.Permutation) int32 {
	t.key = t.key[:0]
	for _, a := range p.Agents {
		t.key = binary.AppendUvarint(t.key, uint64(a))
	}
	at, known := t.places[string(t.key)]
	if !known {
		at = int32(len(t.list))
		t.list = append(t.list, p, p.Inverse())
		t.places[string(t.key)] = at
	}
	return at
}

// then is the place of the permutation that applies p and then q.
func (t *permutations) then(p, q int32) int32 {
	key := [2]int32{p, q}
	at, known := t.products[key]
	if !known {
		at = t.place(t.list[p].Then(t.list[q]))
		t.products[key] = at
	}
	return at
}

// image is the place of what a permutation makes of a step.
func (t *permutations) image(by, step int32, of *steps) int32 {
	key := [2]int32{by, ^step}
	at, known := t.products[key]
	if !known {
		at, _ = of.place(t.list[by].Step(of.list[step]))
		t.products[key] = at
	}
	return at
}

// bytes is what the permutations and their products take, at most.
func (t *permutations) bytes() int {
	return 2 * entry * (len(t.list)*len(t.list[0].Symbols) + len(t.products))
}
