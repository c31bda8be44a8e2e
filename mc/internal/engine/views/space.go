package views

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/abstract"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Space is the system whose states are views. A step leads from the view of a configuration to
// that of the next one, by agents of the view, by added agents, or by two added agents that
// exchange something and change nothing in the view. State propositions may compare symbols of the
// outside; the answers are a part of the states, and any of them is possible after each step. A
// view may stutter unless some agent of it can surely do a step.
type Space struct {
	*abstract.Space
	views *Views
	may   bdd.Node // the states in which it may be that no step is possible; kept
}

// Space builds the system of the views.
func (v *Views) Space(ctx context.Context) (*Space, error) {
	c := v.model.Manager.Calculator(ctx)
	defer c.Close()
	s := &Space{&abstract.Space{Diagrams: v.model.Manager, Codes: append(IDs(v.variables), v.guessed...), Name: v.spelling}, v, bdd.False}
	s.Split, s.Set = s.refine, s.proposition
	for agent := range v.abstraction.System.Agents {
		var of []bdd.VarID
		for _, x := range v.variables {
			if x.Agent == agent {
				of = append(of, x.ID)
			}
		}
		s.Of = append(s.Of, of)
	}
	s.Of = append(s.Of, v.guessed) // of one more agent
	s.Start, s.may = c.Keep(v.Initial), c.Keep(c.Diff(v.All, v.surelyMoves(c)))
	s.Still = s.may
	if stuck := v.Stuck(); stuck != nil {
		s.Still = c.And(s.may, c.Eq(*stuck, bdd.Current, 1))
	}
	c.Keep(s.Still)
	if err := c.Err(); err != nil {
		return nil, err
	}
	var err error
	s.Steps, err = s.refine(ctx, nil)
	return s, err
}

// spelling is the name of a variable, and how its value is written. Symbols of agents outside have
// the name of one of them.
func (v *Views) spelling(id bdd.VarID, code int) (name, value string) {
	name, values := v.model.Spelling(id, []int{code})
	return name, values[0]
}

// Stuck is the variable which says that no step is possible, nil if no proposition asks for it.
func (v *Views) Stuck() *bdd.VarID {
	local := v.abstraction.Stuck
	if local < 0 {
		return nil
	}
	return &v.model.Seen(v.abstraction.System.Vars[local].Agent, []int{local}, false)[0]
}

// refine divides the steps until some step propositions are constant on each move.
func (s *Space) refine(ctx context.Context, propositions []int) ([]space.Move, error) {
	v := s.views
	watched := v.model.Watched(propositions)
	list, err := v.model.Refine(ctx, watched)
	if err != nil {
		return nil, err
	}
	defer v.model.Discard(list)
	c := v.model.Manager.Calculator(ctx)
	defer c.Close()
	casts := v.casts(c, list, 2)
	defer v.release(casts)
	var out []space.Move
	for _, x := range casts {
		configurations := c.Keep(x.configurations(c, v.All))
		for _, it := range x.steps {
			steps := c.And(it.Relation.Trans(), configurations)
			parts := abstract.Divide(c, steps, propositions, func(p int) bdd.Node { return c.Take(v.model.StepProposition(c.Scope(), p, it)) })
			for _, part := range parts {
				if part.Steps != bdd.False && c.Err() == nil {
					out = append(out, s.move(c, it, part, propositions))
				}
			}
			c.Reset()
		}
		v.model.Manager.Release(configurations)
	}
	if err := c.Err(); err != nil {
		s.Discard(out)
		return nil, err
	}
	return out, nil
}

// move makes a move of steps between configurations: it sees their views before and after.
func (s *Space) move(c *bdd.Calculator, it *symbolic.Interaction, part abstract.Part, asked []int) *abstract.Move {
	v, steps := s.views, part.Steps
	m := v.model.Manager
	var changed, gone []bdd.VarID
	for _, id := range it.Relation.Changed() {
		if slices.Contains(v.forgotten, id) {
			gone = append(gone, id)
		} else {
			changed = append(changed, id)
		}
	}
	steps = v.forget.Exists(c, m.VarSet(bdd.Next, gone...).Exists(c, steps))
	plain := v.abstraction.Glance(v.abstraction.Kept) // outside in place of added agents
	for _, x := range v.pointers {
		if !slices.Contains(changed, x.ID) {
			changed = append(changed, x.ID)
			steps = c.And(steps, x.ID.Equals(c, bdd.Current, x.ID, bdd.Next))
		}
		for _, copy := range []bdd.Copy{bdd.Current, bdd.Next} {
			steps = x.Blurred(c, m, copy, steps, func(y recipe.Value) recipe.Value { return plain.Value(x.Type, y) })
		}
	}
	changed = append(changed, v.guessed...)
	if v.Stuck() != nil {
		steps = c.Diff(steps, s.Still)
	}
	return s.NewMove(c, steps, changed, asked, part.Holds)
}

// Blurred is a set in which each value of a copy of the variable is taken for what it is seen as.
// What is seen is seen as itself.
func (x Variable) Blurred(
	c *bdd.Calculator, m *bdd.Manager, copy bdd.Copy, set bdd.Node, as func(recipe.Value) recipe.Value,
) bdd.Node {
	for code, y := range x.Values {
		if seen := as(y); seen != y {
			is := c.Eq(x.ID, copy, code)
			moved := c.And(m.VarSet(copy, x.ID).Exists(c, c.And(set, is)), c.Eq(x.ID, copy, slices.Index(x.Values, seen)))
			set = c.Or(c.Diff(set, is), moved)
		}
	}
	return set
}

// proposition reads the guess whether a step is possible where both may be.
func (s *Space) proposition(sc *bdd.Scope, proposition int) (bdd.Node, error) {
	n, err := s.views.model.StateProposition(sc, proposition)
	stuck := s.views.Stuck()
	if err != nil || stuck == nil {
		return n, err
	}
	c := sc.Calculator()
	return c.Result(c.Ite(s.may, n, c.Cofactor(n, *stuck, bdd.Current, 0)))
}
