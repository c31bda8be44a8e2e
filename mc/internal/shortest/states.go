package shortest

import (
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// states are the explicit states of a system that were met, and the steps between them with the
// values of some atoms. States are expanded when their steps are needed.
type states struct {
	in      *recipe.Interpreter
	instant *recipe.Instant
	atoms   []ltol.Atom // about states and steps
	place   map[ltol.Atom]int

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

// A move is a step that leaves a state. Steps with the same letter to the same state count once, or, where
// moves know their commands, those by the same command; command is -1 otherwise, and on a stutter.
type move struct{ to, letter, command int32 }

// barred reports whether the move is a step of a command that must not be used.
func (m move) barred(without []bool) bool {
	return without != nil && m.command >= 0 && without[m.command]
}

func newStates(in *recipe.Interpreter, atoms []ltol.Atom, m *meter) *states {
	s := &states{
		in: in, instant: recipe.NewInstant(in), atoms: atoms, place: map[ltol.Atom]int{},
		number: map[string]int32{}, letter: map[string]int32{}, meter: m,
	}
	for i, a := range atoms {
		s.place[a] = i
	}
	return s
}

// begin meets the initial states.
func (s *states) begin(ctx context.Context) error {
	var fault error
	s.initial = s.initial[:0]
	err := s.in.InitialStates(func(state recipe.State) bool {
		s.meter.successor()
		s.initial = append(s.initial, s.meet(state))
		fault = s.meter.check(ctx)
		return fault == nil
	})
	if err != nil {
		return err
	}
	return fault
}

// meet is the number of a state.
func (s *states) meet(state recipe.State) int32 {
	key := s.in.Key(state)
	i, known := s.number[key]
	if !known {
		i = int32(len(s.keys))
		s.meter.bytes += stateBytes + len(key)
		s.number[key], s.keys, s.moves = i, append(s.keys, key), append(s.moves, nil)
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
	err := s.each(ctx, i, func(t recipe.Transition, letter []byte) bool {
		id, known := s.letter[string(letter)]
		if !known {
			id = int32(len(s.letters))
			s.letter[string(letter)], s.letters = id, append(s.letters, slices.Clone(letter))
		}
		if m := (move{s.meet(t.Next), id, s.commandOf(t.Step)}); !slices.Contains(out, m) {
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

// commandOf is the command that a move knows of a step, if the step counts.
func (s *states) commandOf(step recipe.Step) int32 {
	if !s.commanded || !counts(s.in.System(), step) {
		return -1
	}
	return int32(step.Command)
}

// each calls yield with the transitions of a state and their letters, until it returns false.
func (s *states) each(ctx context.Context, i int32, yield func(t recipe.Transition, letter []byte) bool) error {
	state := s.in.StateOf(s.keys[i])
	err := s.instant.Enter(state)
	if err != nil {
		return err
	}
	common, letter := make([]byte, (len(s.atoms)+7)/8), []byte(nil)
	hasSteps := false
	for k, a := range s.atoms {
		if a.Kind != ltol.State {
			hasSteps = true
			continue
		}
		holds, err := s.instant.StateHolds(a.ID)
		if err != nil {
			return err
		}
		set(common, k, holds)
	}
	var fault error
	err = s.in.EachSuccessor(state, func(t recipe.Transition) bool {
		s.meter.successor()
		letter = append(letter[:0], common...)
		if hasSteps {
			if fault = s.step(ctx, t.Step, letter); fault != nil {
				return false
			}
		}
		return yield(t, letter)
	})
	if err != nil {
		return err
	}
	return fault
}

// step adds the values of atoms about a step that leaves the state.
func (s *states) step(ctx context.Context, step recipe.Step, letter []byte) error {
	if err := s.instant.Leave(step); err != nil {
		return err
	}
	for k, a := range s.atoms {
		if a.Kind == ltol.State {
			continue
		}
		holds, err := s.instant.StepHolds(ctx, a.ID)
		if err != nil {
			return err
		}
		set(letter, k, holds)
	}
	return nil
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

// stepOf is a step of the interpreter for a move.
func (s *states) stepOf(ctx context.Context, from int32, m move) (step recipe.Step, err error) {
	found := false
	err = s.each(ctx, from, func(t recipe.Transition, letter []byte) bool {
		if s.in.Key(t.Next) == s.keys[m.to] && string(letter) == string(s.letters[m.letter]) && s.commandOf(t.Step) == m.command {
			step, found = t.Clone().Step, true
		}
		return !found
	})
	if err == nil && !found {
		err = errors.New("shortest: the step of a state has gone")
	}
	return step, err
}
