package space

import (
	"cmp"
	"context"
	"fmt"
	"iter"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Recipe is the space of a ReCiPe system: its moves are interactions, its
// states and steps those of the interpreter, [recipe.State] and [recipe.Step].
// Methods without a comment of their own are those of [Symbolic], [Explicit] and [Game].
type Recipe struct {
	*symbolic.Model
	Interpreter *recipe.Interpreter
	moves       []Move
}

var _ Space = (*Recipe)(nil)

// OfRecipe is the space of an encoded system and its interpreter.
func OfRecipe(model *symbolic.Model, in *recipe.Interpreter) *Recipe {
	r := &Recipe{Model: model, Interpreter: in}
	for _, it := range model.Interactions {
		r.moves = append(r.moves, interaction{it, r, nil})
	}
	return r
}

// An interaction is a move. Of what is watched it tells whether its steps do it.
type interaction struct {
	*symbolic.Interaction
	of      *Recipe
	watched []symbolic.Watch
}

func (m interaction) Enabled() bdd.Node       { return m.Interaction.Enabled }
func (m interaction) Relation() *bdd.Relation { return m.Interaction.Relation }
func (m interaction) Image(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return m.Interaction.Relation.Image(c, set)
}
func (m interaction) PreImage(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return m.Interaction.Relation.PreImage(c, set)
}
func (m interaction) Changed() []int { return m.Interaction.Changed }

func (m interaction) Is(other Move) bool { return m.Interaction == other.(interaction).Interaction }

func (m interaction) Has(ctx context.Context, s State, e Step) (bool, error) {
	step := e.(recipe.Step)
	switch {
	case m.Kind != step.Kind || m.Command != step.Command:
		return false, nil
	case step.Kind == recipe.PointToPointStep:
		return step.Participants[0].Command == m.Supply, nil
	case m.Channel != step.Channel:
		return false, nil
	}
	for _, w := range m.watched {
		does := step.Executes(w.Receives...)
		if w.Conditional() {
			var err error
			if does, err = m.of.StepHolds(ctx, w.Proposition, s, e); err != nil {
				return false, err
			}
		}
		if does != m.Tells(w) {
			return false, nil
		}
	}
	return true, nil
}

func (r *Recipe) Manager() *bdd.Manager { return r.Model.Manager }
func (r *Recipe) Init() bdd.Node        { return r.Model.Init }
func (r *Recipe) Agents() int           { return len(r.System.Agents) }
func (r *Recipe) Moves() []Move         { return r.moves }

func (r *Recipe) Refine(ctx context.Context, propositions []int) ([]Move, error) {
	watched := r.Watched(propositions)
	list, err := r.Model.Refine(ctx, watched)
	if err != nil {
		return nil, err
	}
	out := make([]Move, len(list))
	for i, it := range list {
		out[i] = interaction{it, r, watched}
	}
	return out, nil
}

func (r *Recipe) Discard(refined []Move) {
	list := make([]*symbolic.Interaction, len(refined))
	for i, m := range refined {
		list[i] = m.(interaction).Interaction
	}
	r.Model.Discard(list)
}

func (r *Recipe) AsksForDeadlock(proposition int) bool {
	return r.System.Propositions[proposition].Expr.Op == recipe.OpDeadlock
}

func (r *Recipe) StepProposition(sc *bdd.Scope, proposition int, m Move) (bdd.Node, error) {
	return r.Model.StepProposition(sc, proposition, m.(interaction).Interaction)
}

func (r *Recipe) Pick(set bdd.Node) (State, bool) { return r.Model.Pick(set) }

func (r *Recipe) StateSet(sc *bdd.Scope, s State) (bdd.Node, error) {
	return r.Model.StateSet(sc, s.(recipe.State))
}

func (r *Recipe) Key(s State) string { return r.Interpreter.Key(s.(recipe.State)) }

func (r *Recipe) Successors(ctx context.Context, s State) iter.Seq2[Transition, error] {
	return successors(ctx, r.Interpreter, s)
}

func successors(ctx context.Context, in *recipe.Interpreter, s State) iter.Seq2[Transition, error] {
	return func(yield func(Transition, error) bool) {
		stopped := false
		err := in.EachSuccessor(s.(recipe.State), func(t recipe.Transition) bool {
			if ctx.Err() != nil {
				return false
			}
			kept := t.Clone()
			stopped = !yield(Transition{kept.Step, kept.Next}, nil)
			return !stopped
		})
		if err = cmp.Or(err, ctx.Err()); err != nil && !stopped {
			yield(Transition{}, err)
		}
	}
}

// Into are all steps, by the interpreter. Where locals are free, their values after the step are
// those with which it leads into the set.
func (r *Recipe) Into(ctx context.Context, s State, set bdd.Node) iter.Seq2[Transition, error] {
	free := r.Seen(0, r.System.FreeVars(), false)
	if len(free) == 0 || set == bdd.True {
		return r.Successors(ctx, s)
	}
	return func(yield func(Transition, error) bool) {
		c := r.Manager().Calculator(ctx)
		defer c.Close()
		choices := r.Manager().VarSet(bdd.Current, free...)
		for t, err := range successors(ctx, r.Interpreter.Keeping(), s) {
			if err != nil || r.IsStutter(t.Step) {
				yield(t, err)
				return
			}
			left := c.And(choices.Exists(c, c.Take(r.StateSet(c.Scope(), t.Next))), set)
			for c.Err() == nil {
				next, some := r.Pick(left) // none where only codes are left that no local has
				if t.Next = next; !some {
					break
				}
				if !yield(t, nil) {
					return
				}
				left = c.Diff(left, c.Take(r.StateSet(c.Scope(), t.Next)))
				c.Reset(left)
			}
			if err := c.Err(); err != nil {
				yield(Transition{}, err)
				return
			}
		}
	}
}

func (r *Recipe) Leads(ctx context.Context, s State, step Step, next State) (bool, error) {
	toward, err := r.Interpreter.Toward(next.(recipe.State))
	if err != nil {
		return false, err
	}
	for t, err := range successors(ctx, toward, s) {
		if err != nil || r.Key(t.Next) == r.Key(next) && fmt.Sprint(t.Step) == fmt.Sprint(step) {
			return err == nil, err
		}
	}
	return false, nil
}

func (r *Recipe) IsStutter(step Step) bool { return step.(recipe.Step).Kind == recipe.Stutter }

func (r *Recipe) StateHolds(proposition int, s State) (bool, error) {
	return r.Interpreter.StateHolds(proposition, s.(recipe.State))
}

func (r *Recipe) StepHolds(ctx context.Context, proposition int, s State, step Step) (bool, error) {
	return r.Interpreter.StepHoldsContext(ctx, proposition, s.(recipe.State), step.(recipe.Step))
}

func (r *Recipe) Initial(s State) bool { return r.Interpreter.IsInitial(s.(recipe.State)) }

func (r *Recipe) Local(agent int, at State) string {
	s := at.(recipe.State)
	local := []int{s.Control[agent]}
	for v, x := range r.System.Vars {
		if x.Agent == agent {
			local = append(local, int(s.Locals[v]))
		}
	}
	return fmt.Sprint(local)
}

func (r *Recipe) StateString(s State) string { return r.System.StateString(s.(recipe.State)) }

// Sample draws a state of a set by tossing a coin. ok is false if the set is empty.
func (r *Recipe) Sample(set bdd.Node, coin func() bool) (s State, ok bool) {
	return r.Model.Sample(set, coin)
}
