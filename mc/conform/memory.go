package conform

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A belief is what is believed one way: for each track a set of nodes of its product with the
// system. It never changes. A belief is [*explicit] while it is small, and [*diagrams] beyond.
type belief interface {
	each(do func(bdd.Node)) // the diagrams in it
	known() *memo
}

// diagrams are a set of states for each automaton state of each track.
type diagrams struct {
	memo
	sets [][]bdd.Node
}

func (d *diagrams) each(do func(bdd.Node)) {
	for _, list := range d.sets {
		for _, n := range list {
			do(n)
		}
	}
}

// An explicit belief is a list of states, each with the automaton states of all tracks that are
// believed with it, numbered as [Model.locate] tells.
type explicit struct {
	memo
	states []explicitState // ascending by key
	large  bool            // too many states on the way to the next entry
}

type explicitState struct {
	key string // of the interpreter
	at  []int  // ascending
}

func (*explicit) each(func(bdd.Node)) {}

// A spread collects nodes.
type spread struct {
	at   map[string][]int
	keys []string
}

// add adds a node and reports whether it is new.
func (s *spread) add(key string, at int) bool {
	list, ok := s.at[key]
	if !ok {
		s.keys = append(s.keys, key)
	}
	i, found := slices.BinarySearch(list, at)
	if !found {
		s.at[key] = slices.Insert(list, i, at)
	}
	return !found
}

// A memo is what is known of a belief.
type memo struct {
	generation int
	next       map[string]belief // by observation; nil where that is not explained
	won        map[int]bool      // by track
}

func (x *memo) known() *memo { return x }

// A memory holds beliefs, so that equal ones are one, and what an entry makes of a belief is
// computed once. It forgets all of them when there are too many.
type memory struct {
	manager        *bdd.Manager
	kept, repeated int // thresholds
	listed         map[string]*explicit
	large          []*diagrams // their sets are kept
	remembered     int         // since all was forgotten
	generation     int
}

// next is what an observation makes of a belief, if that is known. The calculator holds its
// diagrams.
func (y *memory) next(c *bdd.Calculator, b belief, observation string) (next belief, ok bool) {
	x := b.known()
	if x.generation != y.generation {
		x.next, x.generation = nil, y.generation
	}
	next, ok = x.next[observation]
	if next != nil {
		next.each(func(n bdd.Node) { c.Scope().Hold(n) })
	}
	return next, ok
}

// note remembers what an observation makes of a belief.
func (y *memory) note(b belief, observation string, next belief) {
	y.remember()
	x := b.known()
	if x.generation != y.generation || next != nil && next.known().generation != y.generation {
		return // one of them is forgotten
	}
	if x.next == nil {
		x.next = map[string]belief{}
	}
	x.next[observation] = next
}

// remember counts something that is kept.
func (y *memory) remember() {
	if y.remembered++; y.remembered > y.kept {
		y.forget()
		y.remembered = 1
	}
}

// forget gives up all beliefs.
func (y *memory) forget() {
	for _, d := range y.large {
		d.each(y.manager.Release)
	}
	y.listed, y.large, y.remembered = map[string]*explicit{}, nil, 0
	y.generation++
}

// list is the belief of some nodes that are listed.
func (y *memory) list(s *spread) *explicit {
	slices.Sort(s.keys)
	x := &explicit{}
	var name strings.Builder
	for _, k := range s.keys {
		x.states = append(x.states, explicitState{k, s.at[k]})
		name.WriteString(k)
		for _, at := range s.at[k] {
			name.Write(binary.AppendUvarint(nil, uint64(at)+1))
		}
		name.WriteByte(0)
	}
	if same := y.listed[name.String()]; same != nil {
		return same
	}
	y.remember()
	x.generation = y.generation
	y.listed[name.String()] = x
	return x
}

// draw is the belief of some sets.
func (y *memory) draw(sets [][]bdd.Node) *diagrams {
	for _, d := range y.large {
		if slices.EqualFunc(d.sets, sets, slices.Equal[[]bdd.Node]) {
			return d
		}
	}
	if len(y.large) >= y.repeated {
		y.forget()
	}
	d := &diagrams{sets: sets}
	d.generation = y.generation
	d.each(func(n bdd.Node) { y.manager.Keep(n) })
	y.large = append(y.large, d)
	return d
}
