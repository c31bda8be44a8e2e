package witness

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Replay reads a run of an interpreted system, and takes its steps in the explicit semantics. The
// error says what the system does not have: a variable, an action, or a step. Or it is that of ctx.
func Replay(ctx context.Context, in *interpreted.Interpreter, r *Run) (*branch.Run, error) {
	switch {
	case r == nil || len(r.Steps) == 0:
		return nil, errors.New("trace does not replay: it has no state")
	case r.Loop >= len(r.Steps):
		return nil, fmt.Errorf("trace does not replay: the loop goes back to state %d, and the last state is %d", r.Loop, len(r.Steps)-1)
	}
	sys := in.System()
	out := &branch.Run{Loop: max(r.Loop, -1)}
	var states []interpreted.State
	for i := range r.Steps {
		s, err := StateOf(sys, r.Steps[i].State)
		if err != nil {
			return nil, fmt.Errorf("not a trace of this system: state %d: %w", i, err)
		}
		states, out.States = append(states, s), append(out.States, s)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	if !in.Holds(sys.Init, states[0]) {
		return nil, errors.New("trace does not replay: state 0 is not an initial state")
	}
	for i, step := range r.Steps {
		next := i + 1
		if next == len(states) {
			next = out.Loop
		}
		switch {
		case next < 0 && step.Message != nil:
			return nil, errors.New("trace does not replay: a step leaves the last state, and there is no loop")
		case next < 0:
			return out, nil
		}
		j, err := taken(ctx, in, states[i], step.Message, states[next])
		if err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			return nil, fmt.Errorf("trace does not replay: the step from state %d to state %d: %w", i, next, err)
		}
		out.Steps = append(out.Steps, j)
	}
	return out, nil
}

// StateOf is the state of an interpreted system that has the values. The error says what is missing
// or unknown.
func StateOf(sys *interpreted.System, values Valuation) (interpreted.State, error) {
	s, known := make(interpreted.State, len(sys.Vars)), make([]bool, len(sys.Vars))
	for _, a := range values {
		for _, x := range a.Locals {
			i := slices.IndexFunc(sys.Vars, func(v interpreted.Variable) bool {
				return v.Name == x.Name && sys.Agents[v.Agent].Name == a.Agent
			})
			ok := i >= 0
			if ok {
				s[i], ok = valueOf(sys, sys.Vars[i].Type, x.Value)
			}
			if !ok || known[i] {
				return nil, fmt.Errorf("%s.%s = %s is unknown, or is there twice", a.Agent, x.Name, x.Value)
			}
			known[i] = true
		}
	}
	if i := slices.Index(known, false); i >= 0 {
		return nil, fmt.Errorf("%s has no value", sys.VarName(i))
	}
	return s, nil
}

// valueOf is the value of a type with a text.
func valueOf(sys *interpreted.System, t *recipe.Type, text string) (recipe.Value, bool) {
	if t.Kind == recipe.Int {
		n, err := strconv.Atoi(text)
		v := recipe.Value(n)
		return v, err == nil && int(v) == n && t.Contains(v)
	}
	for code := range t.Size() {
		if v := t.Value(code); sys.Format(t, v) == text {
			return v, true
		}
	}
	return 0, false
}

// taken is the joint action of a message that leads from one state to another: nil if a state
// without a successor repeats.
func taken(ctx context.Context, in *interpreted.Interpreter, s interpreted.State, m *Message, next interpreted.State) (interpreted.Joint, error) {
	switch {
	case m == nil:
		return nil, errors.New("it says nothing of the actions")
	case m.Kind == recipe.Stutter.String():
		stuck, err := in.Stuck(ctx, s)
		if err == nil && (!stuck || s.Compare(next) != 0) {
			err = errors.New("only a state without a successor repeats")
		}
		return nil, err
	case m.Kind != jointKind:
		return nil, fmt.Errorf("%q is no kind of step here; there are %s and %s", m.Kind, jointKind, recipe.Stutter)
	}
	agents, acting := in.System().Agents, 0
	j := make(interpreted.Joint, len(agents))
	for k := range agents {
		action, acts := m.Data[agents[k].Name]
		j[k] = slices.Index(agents[k].Actions, action)
		if acts != (len(agents[k].Actions) > 0) || acts && j[k] < 0 {
			return nil, fmt.Errorf("agent %s has no action %q", agents[k].Name, action)
		}
		if acts {
			acting++
		}
	}
	switch {
	case acting != len(m.Data):
		return nil, errors.New("an agent that the system does not have acts")
	case !in.Leads(s, j, next):
		return nil, errors.New("the joint action is not allowed, or does not lead there")
	}
	return j, nil
}
