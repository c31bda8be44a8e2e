package trace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ErrFormat is wrapped by the errors of [Decode] about JSON that is not a trace of the system:
// malformed, or speaking of agents, locals or values that the system does not have.
var ErrFormat = errors.New("not a trace of this system")

// The JSON forms as they are read. Messages are kept generic: they are recognised, not interpreted
// (see recognise).
type (
	readTrace struct {
		Steps []json.RawMessage `json:"steps"` // read one by one, since they are large then
		Loop  *int              `json:"loop"`
	}
	readState struct {
		State map[string]map[string]any `json:"state"`
	}
	readStep struct {
		Message *readMessage `json:"message"`
	}
	readMessage     = jsonMessage[map[string]any]
	readParticipant = jsonParticipant[map[string]any]
)

// Decode reads a trace in the form [Trace.MarshalJSON] writes and replays it in the interpreter:
// each recorded message is recognised among the steps that the interpreter has between the two
// states. Of positions only line and column count, since a file may be called differently today.
// Unknown members are ignored. A predicate that is given has to be the one of the message.
//
// It ends with the context, and then returns its error. Else the error wraps [ErrFormat] if the
// text is no trace of the system, and is a *[ReplayError] if it is one that the system does not
// have.
func Decode(ctx context.Context, in *recipe.Interpreter, text []byte) (*Trace, error) {
	if err := interprets(in); err != nil {
		return nil, err
	}
	if ctx == nil {
		return nil, fmt.Errorf("trace: %w: there is no context", recipe.ErrMisuse)
	}
	sys := in.System()
	var read readTrace
	if err := json.Unmarshal(text, &read); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	t := &Trace{System: sys, Steps: make([]Step, len(read.Steps)), Loop: -1}
	if len(read.Steps) == 0 {
		return nil, fmt.Errorf("%w: it has no steps", ErrFormat)
	}
	if read.Loop != nil {
		t.Loop = *read.Loop
		if t.Loop < 0 || t.Loop >= len(read.Steps) {
			return nil, fmt.Errorf("%w: loop %d of %d steps", ErrFormat, t.Loop, len(read.Steps))
		}
	}
	for i, step := range read.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var r readState
		err := json.Unmarshal(step, &r)
		var state recipe.State
		if err == nil {
			state, err = decodeState(sys, r.State)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: step %d: %w", ErrFormat, i, err)
		}
		t.Steps[i].State = state
	}
	for i := range read.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := t.Next(i)
		if next < 0 {
			break
		}
		var r readStep
		err := json.Unmarshal(read.Steps[i], &r)
		if err == nil && r.Message == nil {
			err = errors.New("it has no message")
		}
		if err != nil {
			return nil, fmt.Errorf("%w: step %d: %w", ErrFormat, i, err)
		}
		message, err := recognise(in, r.Message, t.Steps[i].State, t.Steps[next].State)
		if err != nil {
			var replay *ReplayError
			if errors.As(err, &replay) {
				replay.Step = i
			}
			return nil, err
		}
		t.Steps[i].Message = message
		if err := samePredicate(sys, t.Steps[i], r.Message.Predicate); err != nil {
			return nil, fmt.Errorf("%w: step %d: %w", ErrFormat, i, err)
		}
	}
	return t, t.replay(ctx, in)
}

// samePredicate tests that a predicate, if one is given, is the one of a step's message, but for
// space.
func samePredicate(sys *recipe.System, step Step, given any) error {
	want := ""
	if step.Message.Kind != recipe.Stutter {
		want = predicateText(sys, step)
	}
	if text, is := given.(string); given != nil && (!is || !slices.Equal(strings.Fields(text), strings.Fields(want))) {
		return fmt.Errorf("its predicate is %q, and that of the message %q", given, want)
	}
	return nil
}

func decodeState(sys *recipe.System, read map[string]map[string]any) (recipe.State, error) {
	s := recipe.State{Locals: make([]recipe.Value, len(sys.Vars)), Control: make([]int, len(sys.Agents))}
	for i := range sys.Agents {
		agent := &sys.Agents[i]
		locals, ok := read[agent.Name]
		if !ok {
			return s, fmt.Errorf("agent %s is missing", agent.Name)
		}
		if p := agent.Present; p != nil && len(locals) == 1 && locals[sys.Vars[p.Index].Name] == false {
			copy(s.Locals[agent.Vars.Start:agent.Vars.End], agent.Rest)
			continue
		}
		for v := range agent.Vars.All() {
			value, err := decodeValue(sys, sys.Vars[v].Type, locals[sys.Vars[v].Name])
			if err != nil {
				return s, fmt.Errorf("%s of agent %s: %w", sys.Vars[v].Name, agent.Name, err)
			}
			s.Locals[v] = value
		}
		control, ok := wholeNumber(locals[ControlName])
		if !ok || control < 0 || control >= agent.States {
			return s, fmt.Errorf("%s of agent %s is %v, not one of its %d control states",
				ControlName, agent.Name, locals[ControlName], agent.States)
		}
		s.Control[i] = control
		if extra := len(locals) - agent.Vars.Len() - 1; extra != 0 {
			return s, fmt.Errorf("agent %s has %d locals, not %d", agent.Name, len(locals)-1, agent.Vars.Len())
		}
	}
	if len(read) != len(sys.Agents) {
		return s, fmt.Errorf("there are %d agents, not %d", len(read), len(sys.Agents))
	}
	return s, nil
}

func decodeValue(sys *recipe.System, t *recipe.Type, read any) (recipe.Value, error) {
	value, ok := recipe.Value(0), false
	switch x := read.(type) {
	case nil:
		return 0, errors.New("it is missing")
	case bool:
		value, ok = recipe.BoolValue(x), t.Kind == recipe.Bool
	case float64:
		n, whole := wholeNumber(x)
		value, ok = recipe.Value(n), whole && t.Kind == recipe.Int
	case string:
		value, ok = sys.SymbolOf(x)
		ok = ok && t.Kind == recipe.Enum
	}
	if !ok || !t.Contains(value) {
		return 0, fmt.Errorf("%v is no value of type %s", read, t)
	}
	return value, nil
}

// wholeNumber reads a JSON number as an integer.
func wholeNumber(read any) (int, bool) {
	x, ok := read.(float64)
	n := int(x)
	return n, ok && float64(n) == x
}

// recognise finds the interpreter's step between the two states that looks like the message. Steps
// that look alike (unlabelled commands of one agent at one place of the source) cannot be told
// apart by any reader of the trace either; the first is taken.
func recognise(in *recipe.Interpreter, m *readMessage, from, to recipe.State) (recipe.Step, error) {
	toward, err := in.Toward(to)
	if err != nil {
		return recipe.Step{}, err
	}
	successors, err := toward.Successors(from)
	if err != nil {
		return recipe.Step{}, err
	}
	alike := false
	for _, tr := range successors {
		if !looksLike(messageJSON(in.System(), Step{State: from, Message: tr.Step}), m) {
			continue
		}
		if tr.Next.Equal(to) {
			return tr.Step, nil
		}
		alike = true
	}
	reason := "no step of the system from this state matches the message"
	if alike {
		reason = "the message leads to another state"
	}
	return recipe.Step{}, &ReplayError{Reason: reason}
}

func looksLike(m *jsonMessage[Object], read *readMessage) bool {
	return m.Kind == read.Kind && m.Initiator == read.Initiator && m.Label == read.Label &&
		samePlace(m.Position, read.Position) && m.Channel == read.Channel && m.Locality == read.Locality &&
		sameData(m.Data, read.Data) &&
		slices.EqualFunc(m.Participants, read.Participants, func(p jsonParticipant[Object], q readParticipant) bool {
			return p.Agent == q.Agent && p.Label == q.Label && samePlace(p.Position, q.Position) && sameData(p.Data, q.Data)
		})
}

func sameData(o Object, read map[string]any) bool {
	if len(o) != len(read) {
		return false
	}
	for _, m := range o {
		value, ok := read[m.Name]
		if n, isInt := m.Value.(int); isInt {
			k, whole := wholeNumber(value)
			ok = ok && whole && k == n
		} else {
			ok = ok && value == m.Value
		}
		if !ok {
			return false
		}
	}
	return true
}

// samePlace reports whether two positions have the same line and column; the names before them may
// differ.
func samePlace(a, b string) bool { return lineAndColumn(a) == lineAndColumn(b) }

// lineAndColumn is the `LINE:COLUMN` that a position ends with; empty if there is none.
func lineAndColumn(place string) string {
	const digits = "0123456789"
	column := len(strings.TrimRight(place, digits))
	before, ok := strings.CutSuffix(place[:column], ":")
	line := strings.TrimRight(before, digits)
	if !ok || column == len(place) || line == before {
		return ""
	}
	return place[len(line):]
}
