package formalism

import (
	"context"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
	recipesymbolic "github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// An Interpreted is an interpreted system, whose agents take joint steps.
type Interpreted struct {
	System *interpreted.System
	// Just are formulas about states. Each is to hold infinitely often on the paths that count.
	Just []*ltol.StateFormula
	// PathsEnd lets paths end in states without a successor; otherwise such a state repeats for ever.
	// Endless, if it is not nil, reports whether a formula A or E is about infinite paths all the
	// same.
	PathsEnd bool
	Endless  func(*ltol.StateFormula) bool
	// Exchanges has what is known of a formula serve for those that differ by an exchange of agents.
	Exchanges  bool
	Order      symbolic.Order
	Thresholds symbolic.Thresholds
}

var _ System = (*Interpreted)(nil)

// Encode encodes the system as package recipe/interpreted/symbolic does.
func (f *Interpreted) Encode(ctx context.Context, o recipesymbolic.Options) (Encoding, error) {
	encoding := symbolic.Options{BDD: o.BDD, Order: f.Order, Thresholds: f.Thresholds}
	if len(o.Order) > 0 {
		encoding.BDD.Order = o.Order
	}
	model, err := symbolic.Encode(ctx, f.System, encoding)
	if err != nil {
		return nil, err
	}
	s, err := space.OfInterpreted(ctx, model, interpreted.NewInterpreter(f.System))
	if err != nil {
		model.Close()
		return nil, err
	}
	return s, nil
}

// Text is all of the system on which its reachable states depend.
func (f *Interpreted) Text() string {
	s := f.System
	var w strings.Builder
	fmt.Fprintln(&w, "interpreted system")
	fmt.Fprintln(&w, s.Single, s.Symbols, s.Text(s.Init))
	for v, x := range s.Vars {
		fmt.Fprintln(&w, s.VarName(v), x.Agent, x.Type.Kind)
		for code := range x.Type.Size() {
			fmt.Fprint(&w, " ", x.Type.Value(code))
		}
	}
	for _, a := range s.Agents {
		fmt.Fprintln(&w, a.Name, a.Sees, a.Actions, a.Other != nil, a.Other)
		for _, l := range a.Protocol {
			fmt.Fprintln(&w, "may", l.Actions, s.Text(l.When))
		}
		for _, l := range a.Evolution {
			for _, to := range l.Assign {
				fmt.Fprint(&w, s.VarName(to.Var), " = ", s.Text(to.Value), ", ")
			}
			fmt.Fprintln(&w, "if", s.Text(l.When))
		}
	}
	return w.String()
}

// Position is that of the first agent.
func (f *Interpreted) Position() recipe.Position { return f.System.Agents[0].Pos }

// Fairness are the formulas of Just.
func (f *Interpreted) Fairness() []*ltol.StateFormula { return f.Just }

// Notation names propositions and agents as the system does.
func (f *Interpreted) Notation() ltol.StateNotation {
	return ltol.StateNotation{
		Most:  ltol.LongText,
		Atom:  func(id int) string { return f.System.Propositions[id].Name },
		Agent: func(k int) string { return f.System.Agents[k].Name },
	}
}

// Labels says when agents violate their norms, where paths end, and what exchanges there are.
func (f *Interpreted) Labels(e Encoding) branch.Options {
	s := e.(*space.Interpreted)
	o := branch.Options{Green: s.Green, PathsEnd: f.PathsEnd, Endless: f.Endless}
	if f.Exchanges {
		o.Renaming = &Renaming{space: s, just: f.Just, endless: f.Endless, ids: map[string]int{}}
	}
	return o
}
