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
	// images are places of steps that permutations make of steps, by the places of both.
	images map[[2]int32]int32
}

func newPermutations(identity *symmetry.Permutation) *permutations {
	t := &permutations{places: map[string]int32{}, images: map[[2]int32]int32{}}
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
		inverse := p.Inverse()
		t.list = append(t.list, inverse.Inverse(), inverse) // the caller may change p
		t.places[string(t.key)] = at
	}
	return at
}

// image is the place of what a permutation makes of a step.
func (t *permutations) image(by, step int32, of *steps) int32 {
	key := [2]int32{by, step}
	at, known := t.images[key]
	if !known {
		at, _ = of.place(t.list[by].Step(of.list[step]))
		t.images[key] = at
	}
	return at
}

// bytes is what the permutations and their images take, at most.
func (t *permutations) bytes() int {
	first := t.list[0]
	return len(t.list)*(4*entry+word*(len(first.Agents)+len(first.Symbols))) +
		2*entry*len(t.images)
}
