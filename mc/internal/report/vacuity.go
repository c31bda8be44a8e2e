package report

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/vacuity"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Named property is one that holds, as users know it.
type Named struct {
	Label string
	Pos   recipe.Position
}

func (p Named) warning(code, format string, args ...any) Warning {
	return Warning{Code: code, Pos: p.Pos, Message: "property " + p.Label + " " + fmt.Sprintf(format, args...)}
}

// idle is the warning that a part of a property never comes true.
func (p Named) idle(part string, observation bool) Warning {
	w := Warning{Code: CodeAntecedent, Pos: p.Pos}
	w.Message = fmt.Sprintf("in property %s, the antecedent %s is never true", p.Label, part)
	if observation {
		w.Code = CodeObservation
		w.Message = fmt.Sprintf("in property %s, no step ever satisfies the observation %s", p.Label, part)
	}
	return w
}

// Vacuity looks for trivial reasons for a formula about runs to hold. What is assumed is its left
// side, or nil. occurs says whether some fair computation satisfies a formula.
func (n *Inspection) Vacuity(
	ctx context.Context, p Named, f, assumed *ltol.Formula, occurs func(context.Context, *ltol.Formula) (bool, error),
) ([]Warning, error) {
	if err := n.s.Known(ctx); err != nil {
		return nil, err
	}
	fair, err := n.fair(ctx)
	if err != nil {
		return nil, err
	}
	if !fair {
		return []Warning{p.unfair()}, nil
	}
	n.s.Enter(fault.PhaseTranslate)
	if assumed != nil {
		some, err := occurs(ctx, assumed)
		if err != nil {
			return nil, n.s.Fault(err)
		}
		if !some {
			return []Warning{p.warning(CodeAssumption, "holds because no run satisfies the assumptions")}, nil
		}
		if f.Op() == ltol.OpImplies {
			f = f.Args()[1]
		}
		whole := occurs
		occurs = func(ctx context.Context, f *ltol.Formula) (bool, error) { return whole(ctx, ltol.And(assumed, f)) }
	}
	var out []Warning
	valid, parts, err := vacuity.Vacuous(ctx, f, n.s.Set.Translation, occurs)
	if valid {
		out = append(out, p.warning(CodeValid, "is valid: it holds in every system"))
	}
	for _, part := range parts {
		out = append(out, p.idle(n.s.Recipe.Formula(part.Formula), part.Observation))
	}
	return out, n.s.Fault(err)
}

func (p Named) unfair() Warning {
	return p.warning(CodeNoFairComputation, "holds because no computation is fair")
}

// VacuityOfStates is the same for formulas about states, but for validity.
func VacuityOfStates(ctx context.Context, s *subject.Subject, p Named, f *ltol.StateFormula) ([]Warning, error) {
	if err := s.Reach(ctx); err != nil {
		return nil, err
	}
	s.Enter(fault.PhaseLabel)
	labels := s.Labelling()
	_, fair, err := labels.Example(ctx, bdd.True, true)
	if err != nil {
		return nil, s.Fault(err)
	}
	if !fair {
		return []Warning{p.unfair()}, nil
	}
	parts, err := labels.Idle(ctx, f)
	var out []Warning
	for _, part := range parts {
		out = append(out, p.idle(part.Text(s.Kind.Notation()), part.Observation))
	}
	return out, s.Fault(err)
}
