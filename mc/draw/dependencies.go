package draw

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Dependencies returns a diagram of which steps of a run depend on which (see [trace.Dependence]).
// Its states are the steps. An edge leads from a step to one that depends on it, unless other edges
// show that already. Its label names the agents that take part in both, or those that stay out of
// one of them, and why. It ends with the context.
func Dependencies(ctx context.Context, t *trace.Trace) (Diagram, error) {
	depends, err := t.Dependencies(ctx)
	if err != nil {
		return Diagram{}, err
	}
	var d Diagram
	behind := make([]*big.Int, len(depends)) // by step, all on which it depends, as bits
	for i, list := range depends {
		if err := ctx.Err(); err != nil {
			return d, err
		}
		m := t.Steps[i].Message
		name := "deadlock"
		if m.Kind != recipe.Stutter {
			name = t.System.CommandString(m.Command)
		}
		d.States = append(d.States, State{Name: fmt.Sprint(i, " ", name), Initial: len(list) == 0})
		behind[i] = new(big.Int)
		for k := len(list); k > 0; { // the nearest steps first
			from, end := list[k-1].Step, k
			for k > 0 && list[k-1].Step == from {
				k--
			}
			if behind[i].Bit(from) == 0 {
				d.States[from].Edges = append(d.States[from].Edges, Edge{Label: reasons(t, list[k:end]), To: i})
			}
			behind[i].SetBit(behind[i].Or(behind[i], behind[from]), from, 1)
		}
	}
	return d, nil
}

// reasons are the agents that act in both steps, or, if there are none, those that stay out of one
// of them.
func reasons(t *trace.Trace, list []trace.Dependence) string {
	var act, stay []string
	for _, d := range list {
		name := t.System.Agents[d.Agent].Name
		if d.Because == trace.TakesPart {
			act = append(act, name)
		} else {
			stay = append(stay, name+" "+d.Because)
		}
	}
	if len(act) > 0 {
		return strings.Join(act, ", ")
	}
	return strings.Join(stay, ", ")
}
