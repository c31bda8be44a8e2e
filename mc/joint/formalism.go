package joint

import (
	"context"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
	recipesymbolic "github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A system is an interpreted system for the checker of package mc.
type system struct {
	sys     *interpreted.System
	fair    []*ltol.StateFormula
	reading Options
}

var _ formalism.System = (*system)(nil)

func (f *system) Encode(ctx context.Context, o recipesymbolic.Options) (formalism.Encoding, error) {
	encoding := f.reading.Encoding
	encoding.BDD = o.BDD
	if len(o.Order) > 0 {
		encoding.BDD.Order = o.Order
	}
	model, err := symbolic.Encode(ctx, f.sys, encoding)
	if err != nil {
		return nil, err
	}
	s, err := space.OfInterpreted(ctx, model, interpreted.NewInterpreter(f.sys))
	if err != nil {
		model.Close()
		return nil, err
	}
	return s, nil
}

// Text is all of the system on which its reachable states depend.
func (f *system) Text() string {
	s := f.sys
	var w strings.Builder
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

func (f *system) Position() recipe.Position      { return f.sys.Agents[0].Pos }
func (f *system) Fairness() []*ltol.StateFormula { return f.fair }
func (f *system) Notation() ltol.StateNotation   { return Names{f.sys}.notation() }
func (f *system) Labels(e formalism.Encoding) branch.Options {
	return branch.Options{
		Green: e.(*space.Interpreted).Green, PathsEnd: f.reading.PathsEnd, Endless: f.reading.Endless,
	}
}
