package recipe

import "fmt"

// A Picture says where an agent stands on a grid in a state. Column and Row are integers, of which
// columns grow to the right and rows upwards. Label is of any type; nil stands for the agent's
// name. Leaves: own OpLocal.
type Picture struct{ Column, Row, Label *Expr }

// A Placed is an agent on a grid.
type Placed struct {
	Agent, Column, Row int
	Label              string
}

// Placed are the agents that have a picture, by agent, where they stand in a state. An agent is
// missing if an expression of its picture divides by zero. The error wraps [ErrMisuse] or
// [ErrState].
func (in *Interpreter) Placed(pictures []*Picture, s State) ([]Placed, error) {
	if err := in.usable(); err != nil {
		return nil, err
	}
	if len(pictures) > len(in.sys.Agents) {
		return nil, misuse("Placed: there are %d pictures of %d agents", len(pictures), len(in.sys.Agents))
	}
	at := NewInstant(in)
	if err := at.Enter(s); err != nil {
		return nil, err
	}
	var out []Placed
	for a, p := range pictures {
		if p == nil {
			continue
		}
		placed := Placed{Agent: a, Label: in.sys.Agents[a].Name}
		column, ok, err := at.Value(p.Column)
		if err != nil {
			return nil, fmt.Errorf("the column of %s: %w", placed.Label, err)
		}
		row, also, err := at.Value(p.Row)
		if err != nil {
			return nil, fmt.Errorf("the row of %s: %w", placed.Label, err)
		}
		if p.Label != nil {
			v, has, err := at.Value(p.Label)
			if err != nil {
				return nil, fmt.Errorf("the label of %s: %w", placed.Label, err)
			}
			also = also && has
			placed.Label = in.sys.ValueString(p.Label.Type, v)
		}
		if placed.Column, placed.Row = int(column), int(row); ok && also {
			out = append(out, placed)
		}
	}
	return out, nil
}
