package shortest

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// states are the explicit states of a system that were met, and the steps between them with the
// values of some atoms. States are expanded when their steps are needed.
type states struct {
	source
	atoms []ltol.Atom // about states and steps
	place map[ltol.Atom]int

	number  map[string]int32 // by key
	keys    []string
	moves   [][]move // by state; nil until it is expanded
	initial []int32

	// commanded tells that moves know their commands.
	commanded bool

	letters [][]byte // values of the atoms, a bit for each
	letter  map[string]int32

	meter *meter
}

// A source is the explicit semantics of the system that is searched. Keys tell states apart.
type source interface {
	// starts calls yield with the initial states, until it returns false.
	starts(ctx context.Context, yield func(key string) bool) error
	// steps calls yield with each step from a state, until it returns false: with the state that the
	// step leads to, and the values of the atoms.
	steps(ctx context.Context, key string, yield func(next string, letter []byte) bool) error
	// step is the step that yield was called with last. kind tells such steps apart by their commands;
	// it is -1 if the step does not count.
	step() space.Step
	kind() int32
	// by reports whether steps of a kind are by one of some commands.
	by(kind int32, commands []int) bool
	state(key string) space.State
	// alike are a command, and, unless it is wanted alone, those that are forbidden with it.
	alike(command int, alone bool) []int
}

// A move is a step that leaves a state. Steps with the same letter to the same state count once,
// or, where moves know their commands, those of the same kind; kind is -1 otherwise, and on a
// stutter.
type move struct{ to, letter, kind int32 }

// A ban is a set of commands by which no step is taken.
type ban struct {
	source
	commands []int
}

// barred reports whether the move is a step of a command that must not be used.
func (m move) barred(without *ban) bool {
	return without != nil && m.kind >= 0 && without.by(m.kind, without.commands)
}

func newStates(q *Question, atoms []ltol.Atom, m *meter) *states {
	s := &states{atoms: atoms, place: map[ltol.Atom]int{}, number: map[string]int32{}, letter: map[string]int32{}, meter: m}
	for i, a := range atoms {
		s.place[a] = i
	}
	if s.source = newCommands(q.Interpreter, atoms); q.Joint != nil {
		s.source = newActions(q.Joint, atoms)
	}
	return s
}

// begin meets the initial states.
func (s *states) begin(ctx context.Context) error {
	var fault error
	s.initial = s.initial[:0]
	err := s.starts(ctx, func(key string) bool {
		s.meter.successor()
		s.initial = append(s.initial, s.meet(key))
		fault = s.meter.check(ctx)
		return fault == nil
	})
	return cmp.Or(fault, err)
}

// meet is the number of a state.
func (s *states) meet(key string) int32 {
	i, known := memo.Number(s.number, key)
	if !known {
		s.meter.bytes += stateBytes + len(key)
		s.keys, s.moves = append(s.keys, key), append(s.moves, nil)
	}
	return i
}

// expand returns the moves of a state.
func (s *states) expand(ctx context.Context, i int32) ([]move, error) {
	if s.moves[i] != nil {
		return s.moves[i], nil
	}
	if err := s.meter.check(ctx); err != nil {
		return nil, err
	}
	s.meter.state()
	out := []move{}
	err := s.steps(ctx, s.keys[i], func(next string, letter []byte) bool {
		s.meter.successor()
		id, known := s.letter[string(letter)]
		if !known {
			id = int32(len(s.letters))
			s.letter[string(letter)], s.letters = id, append(s.letters, slices.Clone(letter))
		}
		if m := (move{s.meet(next), id, s.kindOf()}); !slices.Contains(out, m) {
			out = append(out, m)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	s.moves[i] = out
	s.meter.bytes += len(out) * moveBytes
	return out, nil
}

// kindOf is the kind that a move knows of the step at hand.
func (s *states) kindOf() int32 {
	if !s.commanded {
		return -1
	}
	return s.kind()
}

func set(letter []byte, k int, value bool) {
	if value {
		letter[k/8] |= 1 << (k % 8)
	}
}

// holds is the value of an atom in a letter.
func (s *states) holds(letter int32, a ltol.Atom) bool {
	k := s.place[a]
	return s.letters[letter][k/8]>>(k%8)&1 == 1
}

// stepOf is an explicit step for a move.
func (s *states) stepOf(ctx context.Context, from int32, m move) (step space.Step, err error) {
	found := false
	err = s.steps(ctx, s.keys[from], func(next string, letter []byte) bool {
		s.meter.successor()
		if next == s.keys[m.to] && string(letter) == string(s.letters[m.letter]) && s.kindOf() == m.kind {
			step, found = s.step(), true
		}
		return !found
	})
	if err == nil && !found {
		err = errors.New("shortest: the step of a state has gone")
	}
	return step, err
}
