package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ControlName is the name under which an agent's control state stands among its locals, in JSON and
// in text.
const ControlName = "automaton-state"

// The JSON forms. Objects whose keys are names of the model are written in order of declaration.
type (
	jsonTrace struct {
		Steps []json.RawMessage `json:"steps"`
		Loop  *int              `json:"loop,omitempty"`

		BadPrefix *int       `json:"bad_prefix,omitempty"`
		Marks     []jsonMark `json:"marks,omitempty"`
	}
	jsonMark struct {
		Step int    `json:"step"`
		Text string `json:"text"`
	}
	jsonStep struct {
		State     Object               `json:"state"`
		Message   *jsonMessage[Object] `json:"message,omitempty"`
		DependsOn []jsonDependence     `json:"depends_on,omitempty"`
	}
	jsonDependence struct {
		Step    int    `json:"step"`
		Agent   string `json:"agent"`
		Because string `json:"because"`
	}
	// Data is an [Object] as it is written, a map as it is read.
	jsonMessage[Data any] struct {
		Kind         string                  `json:"kind"`
		Initiator    string                  `json:"initiator"`
		Label        string                  `json:"label"`
		Position     string                  `json:"position"`
		Channel      string                  `json:"channel"`
		Locality     string                  `json:"locality,omitempty"`
		Data         Data                    `json:"data"`
		Predicate    any                     `json:"predicate"` // a string, or absent in traces that somebody wrote
		Participants []jsonParticipant[Data] `json:"participants"`
	}
	jsonParticipant[Data any] struct {
		Agent    string `json:"agent"`
		Label    string `json:"label"`
		Position string `json:"position"`
		Data     Data   `json:"data"`
	}
)

// An Object is a JSON object that keeps the order of its members.
type Object []Member

// A Member is a name and a value that [json.Marshal] takes.
type Member struct {
	Name  string
	Value any
}

// MarshalJSON writes the members in their order. The error is that of a value.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(m.Name) // which is a string
		value, err := json.Marshal(m.Value)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// MarshalJSON writes the trace as an object with the members "steps" and, on lassos, "loop";
// "marks" are the texts of the marks, and "bad_prefix" is the step with which a property is lost,
// if a mark says so. Each step has a "state", which gives for each agent its locals and its control
// state, and a "message", what happens between this state and the next; the last state of a finite
// run has none. "depends_on" are the [Trace.Dependencies] of a step, left out if there are none,
// and in runs that are too long to find them. Booleans and integers are JSON ones, other values
// strings. A message's "data" is what its initiator gives, a participant's what it supplies. All
// messages have the same members, empty where they have nothing to say (as all are on a stutter);
// only point-to-point ones have a "locality" besides, and their "channel" is empty.
func (t *Trace) MarshalJSON() ([]byte, error) {
	depends, err := t.Dependencies(context.Background())
	if err != nil && !errors.Is(err, errLong) {
		return nil, err
	}
	out := jsonTrace{Steps: make([]json.RawMessage, len(t.Steps))}
	if t.Lasso() {
		out.Loop = &t.Loop
	}
	for _, m := range t.Marks {
		if m.Lost {
			out.BadPrefix = &m.Step
		}
		if m.Text != "" {
			out.Marks = append(out.Marks, jsonMark{m.Step, m.Text})
		}
	}
	for i, step := range t.Steps {
		var mine []Dependence
		if i < len(depends) {
			mine = depends[i]
		}
		if out.Steps[i], err = marshalStep(t.System, step, t.Next(i) >= 0, mine); err != nil {
			return nil, err
		}
	}
	return json.Marshal(out)
}

// MarshalStep writes a state as an element of the member "steps" of [Trace.MarshalJSON], with the
// step that leaves it if there is one. The error says that they are none of the system.
func MarshalStep(sys *recipe.System, step Step, left bool) ([]byte, error) {
	if sys == nil {
		return nil, fmt.Errorf("trace: %w: there is no system", recipe.ErrMisuse)
	}
	if err := fits(sys, 0, step, left); err != nil {
		return nil, err
	}
	return marshalStep(sys, step, left, nil)
}

func marshalStep(sys *recipe.System, step Step, left bool, depends []Dependence) ([]byte, error) {
	out := jsonStep{State: stateObject(sys, step.State)}
	if left {
		out.Message = messageJSON(sys, step)
	}
	for _, c := range depends {
		out.DependsOn = append(out.DependsOn, jsonDependence{c.Step, sys.Agents[c.Agent].Name, c.Because})
	}
	return json.Marshal(out)
}

func stateObject(sys *recipe.System, s recipe.State) Object {
	agents := make(Object, len(sys.Agents))
	for i := range sys.Agents {
		agent := &sys.Agents[i]
		var locals Object
		if !sys.Agents[i].IsPresent(s) {
			name := sys.Vars[agent.Present.Index].Name
			agents[i] = Member{agent.Name, Object{Member{name, false}}}
			continue
		}
		for v := range agent.Vars.All() {
			locals = append(locals, Member{sys.Vars[v].Name, recipe.Plain(sys, sys.Vars[v].Type, s.Locals[v])})
		}
		locals = append(locals, Member{ControlName, s.Control[i]})
		agents[i] = Member{agent.Name, locals}
	}
	return agents
}

func dataObject(sys *recipe.System, data []recipe.Datum) Object {
	var o Object
	for _, d := range data {
		v := &sys.Data[d.Var]
		o = append(o, Member{v.Name, recipe.Plain(sys, v.Type, d.Value)})
	}
	return o
}

func messageJSON(sys *recipe.System, step Step) *jsonMessage[Object] {
	m := step.Message
	out := &jsonMessage[Object]{Kind: m.Kind.String(), Predicate: "", Participants: []jsonParticipant[Object]{}}
	if m.Kind == recipe.Stutter {
		return out
	}
	command := &sys.Commands[m.Command]
	out.Initiator = sys.Agents[m.Initiator].Name
	out.Label = command.Label
	out.Position = command.Pos.String()
	out.Data = dataObject(sys, m.Data)
	out.Predicate = predicateText(sys, step)
	if m.Kind == recipe.PointToPointStep {
		out.Locality = localityText(sys, m.Locality)
	} else {
		out.Channel = sys.ValueString(sys.Channel, m.Channel)
	}
	for _, p := range m.Participants {
		command := &sys.Commands[p.Command]
		out.Participants = append(out.Participants, jsonParticipant[Object]{
			Agent:    sys.Agents[p.Agent].Name,
			Label:    command.Label,
			Position: command.Pos.String(),
			Data:     dataObject(sys, p.Data),
		})
	}
	return out
}

// anyLocality is how the locality of a get by predicate is spelled.
const anyLocality = "any"

func localityText(sys *recipe.System, v recipe.Value) string {
	if v == recipe.AnyLocality {
		return anyLocality
	}
	return sys.ValueString(sys.Location, v)
}
