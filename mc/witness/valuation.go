package witness

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// A Valuation are the values of agents' variables, in the order of the model. In JSON it is an
// object of objects of strings: {"ann":{"on":"true"}}.
type Valuation []trace.Values

// Value is the value of an agent's variable, if the valuation has one.
func (v Valuation) Value(agent, name string) (value string, ok bool) {
	for _, a := range v {
		if a.Agent != agent {
			continue
		}
		for _, x := range a.Locals {
			if x.Name == name {
				return x.Value, true
			}
		}
	}
	return "", false
}

// Same reports whether two valuations have the same values.
func (v Valuation) Same(other Valuation) bool {
	return len(v.Changes(other)) == 0 && len(other.Changes(v)) == 0
}

// Changes are the values that another valuation does not have.
func (v Valuation) Changes(before Valuation) Valuation {
	old := map[[2]string]string{}
	for _, a := range before {
		for _, x := range a.Locals {
			old[[2]string{a.Agent, x.Name}] = x.Value
		}
	}
	return v.filter(func(agent string, x trace.Local) bool {
		value, has := old[[2]string{agent, x.Name}]
		return !has || value != x.Value
	})
}

// Write writes the values into a text: those that the state before does not have, or all if there
// is none, or the text is to have all of every state.
func (v Valuation) Write(l *trace.Lines, before Valuation) {
	if before != nil && !l.Full() {
		v = v.Changes(before)
	}
	l.Values(v)
}

// Visible are the values without the control states of agents that are not among the given ones. A
// nil map stands for all agents.
func (v Valuation) Visible(moving map[string]bool) Valuation {
	if moving == nil {
		return v
	}
	return v.filter(func(agent string, x trace.Local) bool { return x.Name != trace.ControlName || moving[agent] })
}

// filter are the values that a function wants.
func (v Valuation) filter(wanted func(agent string, x trace.Local) bool) Valuation {
	var out Valuation
	for _, a := range v {
		kept := trace.Values{Agent: a.Agent}
		for _, x := range a.Locals {
			if wanted(a.Agent, x) {
				kept.Locals = append(kept.Locals, x)
			}
		}
		if len(kept.Locals) > 0 {
			out = append(out, kept)
		}
	}
	return out
}

// MarshalJSON writes the object.
func (v Valuation) MarshalJSON() ([]byte, error) {
	var out trace.Object
	for _, a := range v {
		var values trace.Object
		for _, x := range a.Locals {
			values = append(values, trace.Member{Name: x.Name, Value: x.Value})
		}
		out = append(out, trace.Member{Name: a.Agent, Value: values})
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the object, and keeps its order. The error says what is not an object of
// objects of strings.
func (v *Valuation) UnmarshalJSON(text []byte) error {
	*v = nil
	return members(text, func(agent string, text json.RawMessage) error {
		values := trace.Values{Agent: agent}
		err := members(text, func(name string, text json.RawMessage) error {
			var value string
			if err := json.Unmarshal(text, &value); err != nil {
				return fmt.Errorf("the value of %s of agent %s: %w", name, agent, err)
			}
			values.Locals = append(values.Locals, trace.Local{Name: name, Value: value})
			return nil
		})
		*v = append(*v, values)
		return err
	})
}

// members calls visit for the members of an object in their order; none of `null`.
func members(text []byte, visit func(name string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(text))
	open, err := d.Token()
	if err != nil || open == nil {
		return err
	}
	if open != json.Delim('{') {
		return fmt.Errorf("the values of a state are a JSON object, not %s", text)
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := visit(name.(string), value); err != nil {
			return err
		}
	}
	return nil
}
