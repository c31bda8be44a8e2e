package shortest

import (
	"cmp"
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// commands are the source of a ReCiPe system. The kind of a step is the command that begins it.
type commands struct {
	in      *recipe.Interpreter
	instant *recipe.Instant
	atoms   []ltol.Atom
	now     recipe.Transition
}

func newCommands(in *recipe.Interpreter, atoms []ltol.Atom) source {
	if in == nil {
		return nil
	}
	return &commands{in: in, instant: recipe.NewInstant(in), atoms: atoms}
}

func (s *commands) starts(_ context.Context, yield func(key string) bool) error {
	return s.in.InitialStates(func(state recipe.State) bool { return yield(s.in.Key(state)) })
}

func (s *commands) state(key string) space.State { return s.in.StateOf(key) }
func (s *commands) step() space.Step             { return s.now.Clone().Step }

func (s *commands) kind() int32 {
	if !counts(s.in.System(), s.now.Step) {
		return -1
	}
	return int32(s.now.Step.Command)
}

func (s *commands) by(kind int32, commands []int) bool { return slices.Contains(commands, int(kind)) }

func (s *commands) steps(ctx context.Context, key string, yield func(next string, letter []byte) bool) error {
	state := s.in.StateOf(key)
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
		s.now = t
		letter = append(letter[:0], common...)
		if hasSteps {
			if fault = s.leave(ctx, letter); fault != nil {
				return false
			}
		}
		return yield(s.in.Key(t.Next), letter)
	})
	return cmp.Or(fault, err)
}

// leave adds the values of atoms about the step at hand.
func (s *commands) leave(ctx context.Context, letter []byte) error {
	if err := s.instant.Leave(s.now.Step); err != nil {
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

// counts reports whether runs can be told apart by a step: agents of the model take part in it.
func counts(sys *recipe.System, m recipe.Step) bool {
	inside := func(p recipe.Participant) bool { return !sys.Agents[p.Agent].Outside }
	return m.Kind != recipe.Stutter && (!sys.Agents[m.Initiator].Outside || slices.ContainsFunc(m.Participants, inside))
}

// alike are the same command of all agents of its type. Of agents outside, all gets are alike, and
// all sends on one channel, whatever their data.
func (s *commands) alike(command int, alone bool) (out []int) {
	sys := s.in.System()
	c := &sys.Commands[command]
	for id := range sys.Commands {
		other := &sys.Commands[id]
		same := !alone && other.Pos == c.Pos && c.Pos != recipe.Position{}
		if sys.Agents[c.Agent].Outside && sys.Agents[other.Agent].Outside && other.Kind == c.Kind {
			same = c.Kind != recipe.Send || other.Channel.Value == c.Channel.Value
		}
		if same || sys.SameText(command, id) {
			out = append(out, id)
		}
	}
	return out
}
