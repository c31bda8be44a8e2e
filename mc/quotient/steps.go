package quotient

import (
	"encoding/binary"
	"unsafe"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// steps are the different steps of a graph. Its edges refer to them by place, as many edges have the
// same step. In the mobiles family, a step of ten mobiles takes half a kilobyte.
type steps struct {
	list   []recipe.Step
	places map[string]int32 // by key
	key    []byte           // of the step that was asked for last
}

// An edge is a step from a representative to a state of another representative's orbit. Fields to
// and by are the places of the second representative, and of the permutation that makes the state of
// it, see [graph.by]; step is the place of the step. Of agents that are alike in the representative,
// one initiates steps: those of the others lead to the same orbits, and letters say the same of
// them.
type edge struct{ step, to, by int32 }

const edgeBytes = int(unsafe.Sizeof(edge{}))

// place is that of a step, which is added if it is not there yet; bytes is what that takes.
func (s *steps) place(p recipe.Step) (at int32, bytes int) {
	s.key = appendKey(s.key[:0], p)
	if at, known := s.places[string(s.key)]; known {
		return at, 0
	}
	at = int32(len(s.list))
	s.list = append(s.list, p.Clone())
	s.places[string(s.key)] = at
	// A participant takes 40 bytes, and at least three in a key.
	return at, spare*int(unsafe.Sizeof(p)) + 14*len(s.key) + 3*entry
}

// appendKey appends a key, from which the step could be read back.
func appendKey(key []byte, p recipe.Step) []byte {
	number := func(n int) { key = binary.AppendVarint(key, int64(n)) }
	data := func(list []recipe.Datum) {
		number(len(list))
		for _, d := range list {
			number(d.Var)
			number(int(d.Value))
		}
	}
	number(int(p.Kind))
	number(p.Initiator)
	number(p.Command)
	number(int(p.Channel))
	number(int(p.Locality))
	data(p.Data)
	for _, x := range p.Participants {
		number(x.Agent)
		number(x.Command)
		data(x.Data)
	}
	return key
}
