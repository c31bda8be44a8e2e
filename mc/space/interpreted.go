package space

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// Interpreted is the space of an interpreted system. It has one move, all joint
// actions together, whose relation stays in parts; its states are
// [interpreted.State], its steps [interpreted.Joint], and nil the stutter.
// Agents see their extended local states. Methods without a comment of their own are
// those of [Symbolic], [Explicit] and [Game].
type Interpreted struct {
	*symbolic.Model
	Joints
	stuck bdd.Node
	moves []Move
}

var (
	_ Space = (*Interpreted)(nil)
	_ Game  = (*Interpreted)(nil)
)

// OfInterpreted is the space of an encoded system and its interpreter. What it keeps goes with the
// model. Errors are those of bdd.
func OfInterpreted(ctx context.Context, model *symbolic.Model, in *interpreted.Interpreter) (*Interpreted, error) {
	c := model.Manager().Calculator(ctx)
	defer c.Close()
	stuck := c.Take(model.Stuck(c.Scope()))
	enabled := c.Diff(model.Valid, stuck)
	if err := c.Err(); err != nil {
		return nil, err
	}
	s := &Interpreted{Model: model, Joints: Joints{in}, stuck: c.Keep(stuck)}
	s.moves = []Move{joint{s, c.Keep(enabled)}}
	return s, nil
}

// joint is the move.
type joint struct {
	space   *Interpreted
	enabled bdd.Node
}

func (j joint) Enabled() bdd.Node                              { return j.enabled }
func (j joint) Relation() *bdd.Relation                        { return nil }
func (j joint) Is(Move) bool                                   { return true }
func (j joint) Has(context.Context, State, Step) (bool, error) { return true, nil }

func (j joint) Image(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return c.Take(j.space.Model.Image(c.Scope(), set))
}

func (j joint) PreImage(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return c.Take(j.space.Model.PreImage(c.Scope(), set, bdd.True))
}

// PreImageInside implements [InsideMove].
func (j joint) PreImageInside(c *bdd.Calculator, set, inside bdd.Node) bdd.Node {
	return c.Take(j.space.Model.PreImageInside(c.Scope(), set, inside))
}

func (j joint) Changed() []int {
	out := make([]int, j.space.Agents())
	for i := range out {
		out[i] = i
	}
	return out
}

func (s *Interpreted) Init() bdd.Node           { return s.Model.Init }
func (s *Interpreted) Agents() int              { return len(s.System.Agents) }
func (s *Interpreted) Variables() []bdd.VarID   { return s.Vars }
func (s *Interpreted) Moves() []Move            { return s.moves }
func (s *Interpreted) Discard([]Move)           {}
func (s *Interpreted) AsksForDeadlock(int) bool { return false }

func (s *Interpreted) VariablesOf(agent int) []bdd.VarID {
	var out []bdd.VarID
	for _, v := range s.System.Agents[agent].Sees {
		out = append(out, s.Vars[v])
	}
	return out
}

func (s *Interpreted) Refine(_ context.Context, propositions []int) ([]Move, error) {
	if len(propositions) > 0 {
		return nil, errNoStepPropositions
	}
	return s.moves, nil
}

func (s *Interpreted) StepProposition(*bdd.Scope, int, Move) (bdd.Node, error) {
	return bdd.False, errNoStepPropositions
}

func (s *Interpreted) StateProposition(sc *bdd.Scope, proposition int) (bdd.Node, error) {
	if s.System.Propositions[proposition].Deadlock {
		return s.stuck, nil
	}
	return s.Condition(sc, s.System.Propositions[proposition].When)
}

// Green is the set of states in which an agent violates no norm.
func (s *Interpreted) Green(sc *bdd.Scope, agent int) (bdd.Node, error) {
	red := s.System.Agents[agent].Red
	if red == nil {
		return bdd.True, nil
	}
	k := sc.Calculator()
	return k.Result(k.Not(k.Take(s.Condition(sc, red))))
}

func (s *Interpreted) Deadlock(context.Context) (bdd.Node, error) { return s.stuck, nil }

func (s *Interpreted) Pick(set bdd.Node) (State, bool) { return s.Model.Pick(set) }

func (s *Interpreted) StateSet(sc *bdd.Scope, at State) (bdd.Node, error) {
	return s.Model.StateSet(sc, at.(interpreted.State))
}

// Into has one step to each successor, by the first joint action in lexical order that leads there.
func (s *Interpreted) Into(ctx context.Context, at State, set bdd.Node) iter.Seq2[Transition, error] {
	return func(yield func(Transition, error) bool) {
		c := s.Manager().Calculator(ctx)
		defer c.Close()
		from, left := at.(interpreted.State), set
		next := c.Take(s.Model.StateSet(c.Scope(), from))
		stutters := s.Model.Contains(s.stuck, from)
		switch to, some := s.Model.Pick(set); {
		case stutters:
			left = c.And(next, set)
		case !some || c.Take(s.Model.StateSet(c.Scope(), to)) != set: // several states, in which most steps may not end
			left = c.And(c.Take(s.Model.Image(c.Scope(), next)), set)
		}
		for left != bdd.False && c.Err() == nil {
			to, _ := s.Model.Pick(left)
			step, leads, err := s.step(c, from, to, stutters)
			if c.Fail(err); c.Err() != nil || leads && !yield(Transition{step, to}, nil) {
				break
			}
			left = c.Diff(left, c.Take(s.Model.StateSet(c.Scope(), to)))
			c.Reset(left)
		}
		if err := c.Err(); err != nil {
			yield(Transition{}, err)
		}
	}
}

// step is a joint action that leads from one state to another, or the stutter, as the interpreter
// confirms; leads is false if there is none.
func (s *Interpreted) step(
	c *bdd.Calculator, from, to interpreted.State, stutters bool,
) (j interpreted.Joint, leads bool, err error) {
	if !stutters {
		if j, leads, err = s.Model.Between(c.Scope(), from, to); err != nil || !leads {
			return nil, false, err
		}
	}
	for agent := range j {
		if j[agent] < 0 && len(s.System.Agents[agent].Actions) > 0 { // it has no choice
			for _, j[agent] = range s.Interpreter.Allowed(agent, from) {
			}
		}
	}
	leads, err = s.Leads(c.Scope().Context(), from, j, to)
	if err == nil && !leads {
		err = fmt.Errorf("the interpreter has no step for a symbolic one from %s", s.Interpreter.Format(from))
	}
	return j, leads, err
}

func (s *Interpreted) Spelling(v bdd.VarID, codes []int) (name string, values []string) {
	x := slices.Index(s.Vars, v)
	t := s.System.Vars[x].Type
	for _, code := range codes {
		values = append(values, s.System.Format(t, t.Value(code)))
	}
	return s.System.VarName(x), values
}

func (s *Interpreted) ConditionString(v bdd.VarID, codes []int) string {
	name, values := s.Spelling(v, codes)
	if len(values) == 1 {
		return name + " = " + values[0]
	}
	return name + " in {" + strings.Join(values, ", ") + "}"
}

// Sample draws a state of a set by tossing a coin. ok is false if the set is empty.
func (s *Interpreted) Sample(set bdd.Node, coin func() bool) (State, bool) {
	return s.Model.Sample(set, coin)
}
