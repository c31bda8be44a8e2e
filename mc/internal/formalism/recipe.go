package formalism

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Recipe is a ReCiPe system. Its fairness conditions are formulas about runs, which the search
// knows without labels.
type Recipe struct {
	System      *recipe.System
	Interpreter *recipe.Interpreter
	Justice     []*ltol.Formula
	Compassion  [][2]*ltol.Formula
	// Sees is what agents see of themselves, by agent: nil, as for agents beyond its end, is
	// everything. Red holds, by agent, the state proposition that the agent violates its norms;
	// negative, as beyond its end, if it never does.
	Sees []*recipe.View
	Red  []int
}

var _ System = (*Recipe)(nil)

// Conditions are the fairness conditions as formulas.
func (r *Recipe) Conditions() []*ltol.Formula {
	return search.FairnessFormulas(r.Justice, r.Compassion)
}

// Encode encodes the system as package recipe/symbolic does.
func (r *Recipe) Encode(ctx context.Context, o symbolic.Options) (Encoding, error) {
	model, err := symbolic.Encode(ctx, r.System, o)
	if err != nil {
		return nil, err
	}
	return space.OfRecipe(model, r.Interpreter), nil
}

// Text is the system without its propositions, on which the reachable states do not depend.
func (r *Recipe) Text() string {
	bare := *r.System
	bare.Propositions = nil
	text := bare.String()
	for _, v := range r.System.Vars { // types are printed by their names
		text += fmt.Sprintln(v.Type.Kind, v.Type.Size(), v.Type.Value(0))
	}
	return text
}

// Position is where the system is composed, or else its file.
func (r *Recipe) Position() recipe.Position {
	pos := r.System.Agents[0].Pos
	if pos.Line == 0 {
		pos.File = r.System.File
	}
	return pos
}

// Fairness has no formulas about states.
func (r *Recipe) Fairness() []*ltol.StateFormula { return nil }

// Notation names propositions and agents as the system does.
func (r *Recipe) Notation() ltol.StateNotation {
	return ltol.StateNotation{
		Most:  ltol.LongText,
		Atom:  func(id int) string { return r.System.Propositions[id].Name },
		Agent: r.Player,
		Step:  func(a ltol.Atom) string { return r.System.Propositions[a.ID].Name },
	}
}

// Player is the name of an agent, or of the scheduler.
func (r *Recipe) Player(k int) string {
	if k == len(r.System.Agents) {
		return "scheduler"
	}
	return r.System.Agents[k].Name
}

// Formula is a formula about runs in the names of the system's propositions.
func (r *Recipe) Formula(f *ltol.Formula) string {
	name := func(a ltol.Atom) string { return r.System.Propositions[a.ID].Name }
	return f.Format(ltol.Notation{Name: name, Most: ltol.LongText})
}

// view is what an agent sees of itself; nil for everything.
func (r *Recipe) view(agent int) *recipe.View {
	if agent < len(r.Sees) {
		return r.Sees[agent]
	}
	return nil
}

// Labels says what agents see, and when they violate their norms.
func (r *Recipe) Labels(e Encoding) branch.Options {
	sp := e.(*space.Recipe)
	return branch.Options{
		Sees: func(agent int) []bdd.VarID {
			if view := r.view(agent); view != nil {
				return sp.Seen(agent, view.Vars, view.Control)
			}
			return sp.VariablesOf(agent)
		},
		Looks: func(agent int, at space.State) string {
			view := r.view(agent)
			if view == nil {
				return sp.Local(agent, at)
			}
			s := at.(recipe.State)
			var seen []recipe.Value
			for _, v := range view.Vars {
				seen = append(seen, s.Locals[v])
			}
			if view.Control {
				seen = append(seen, recipe.Value(s.Control[agent]))
			}
			return fmt.Sprint(seen)
		},
		Green: func(sc *bdd.Scope, agent int) (bdd.Node, error) {
			if agent >= len(r.Red) || r.Red[agent] < 0 {
				return bdd.True, nil
			}
			k := sc.Calculator()
			return k.Result(k.Not(k.Take(sp.StateProposition(sc, r.Red[agent]))))
		},
	}
}
