package shortest

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A Joint is an interpreted system in a question. All atoms are about states.
type Joint struct {
	space.Joints
	// PathsEnd tells that states without a successor end paths. Only infinite paths are found then.
	PathsEnd bool
}

// ActionsOf are the actions in joint actions, ascending, numbered agent by agent over all agents.
func ActionsOf(sys *interpreted.System, steps []space.Step) (out []int) {
	for _, step := range steps {
		first := 0
		for agent, action := range step.(interpreted.Joint) {
			if action >= 0 {
				out = append(out, first+action)
			}
			first += len(sys.Agents[agent].Actions)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// actions are the source of an interpreted system. Its commands are the actions of all agents, as
// [ActionsOf] numbers them. The kind of a step is the joint action.
type actions struct {
	*Joint
	atoms  []ltol.Atom
	known  map[string]interpreted.State
	now    interpreted.Joint
	kinds  map[string]int32
	joints [][]int // by kind: the actions
}

func newActions(of *Joint, atoms []ltol.Atom) source {
	return &actions{Joint: of, atoms: atoms, known: map[string]interpreted.State{}, kinds: map[string]int32{}}
}

// key is the key of a state, which it remembers.
func (s *actions) key(state interpreted.State) string {
	key := state.Key()
	if _, known := s.known[key]; !known {
		s.known[key] = state
	}
	return key
}

func (s *actions) starts(ctx context.Context, yield func(key string) bool) error {
	return s.Interpreter.InitialStates(ctx, func(state interpreted.State) bool { return yield(s.key(state)) })
}

func (s *actions) state(key string) space.State { return s.known[key] }
func (s *actions) step() space.Step             { return s.now }

func (s *actions) steps(ctx context.Context, key string, yield func(next string, letter []byte) bool) error {
	letter := make([]byte, (len(s.atoms)+7)/8)
	for k, a := range s.atoms {
		holds, err := s.StateHolds(a.ID, s.known[key])
		if err != nil {
			return err
		}
		set(letter, k, holds)
	}
	for t, err := range s.Successors(ctx, s.known[key]) {
		if err != nil {
			return err
		}
		if s.now = t.Step.(interpreted.Joint); s.now == nil && s.PathsEnd {
			return nil
		}
		if !yield(s.key(t.Next.(interpreted.State)), letter) {
			return nil
		}
	}
	return nil
}

func (s *actions) kind() int32 {
	if s.now == nil {
		return -1
	}
	kind, known := memo.Number(s.kinds, fmt.Sprint(s.now))
	if !known {
		s.joints = append(s.joints, ActionsOf(s.Interpreter.System(), []space.Step{s.now}))
	}
	return kind
}

func (s *actions) by(kind int32, some []int) bool { return !disjoint(some, s.joints[kind]) }

// alike is the action alone: agents have no types.
func (s *actions) alike(action int, _ bool) []int { return []int{action} }
