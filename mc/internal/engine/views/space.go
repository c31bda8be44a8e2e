package views

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Space is the system whose states are views. A step leads from the view of a configuration to that of
// the next one, by agents of the view, by added agents, or by two added agents that exchange something
// and change nothing in the view. State propositions may compare symbols of the outside; the answers are
// a part of the states, and any of them is possible after each step. A view may stutter unless some
// agent of it can surely do a step.
//
// Methods without a comment of their own are those of [space.Space].
type Space struct {
	views *Views
	codes []bdd.VarID // of states: of views, and guesses
	init  bdd.Node    // kept, as the next two
	may   bdd.Node    // the states in which it may be that no step is possible
	still bdd.Node    // the states that may stutter: those, if the guess does not say otherwise
	moves []space.Move
}

var _ space.Space = (*Space)(nil)

// A move is the steps of an interaction that agree on some step propositions.
type move struct {
	it       *symbolic.Interaction
	relation *bdd.Relation
	enabled  bdd.Node // kept
	changed  []int
	asked    []int // the step propositions that the move was refined for
	holds    []int // those that hold of all steps; the others hold of none
}

// Space builds the system of the views.
func (v *Views) Space(ctx context.Context) (*Space, error) {
	c := v.model.Manager.Calculator(ctx)
	defer c.Close()
	s := &Space{views: v, codes: append(ids(v.variables), v.guessed...)}
	s.init, s.may = c.Keep(v.Initial), c.Keep(c.Diff(v.All, v.surelyMoves(c)))
	s.still = s.may
	if stuck := v.stuck(); stuck != nil {
		s.still = c.And(s.may, c.Eq(*stuck, bdd.Current, 1))
	}
	c.Keep(s.still)
	if err := c.Err(); err != nil {
		return nil, err
	}
	var err error
	s.moves, err = s.Refine(ctx, nil)
	return s, err
}

// stuck is the variable which says that no step is possible, nil if no proposition asks for it.
func (v *Views) stuck() *bdd.VarID {
	local := v.abstraction.Stuck
	if local < 0 {
		return nil
	}
	return &v.model.Seen(v.abstraction.System.Vars[local].Agent, []int{local}, false)[0]
}

func (s *Space) Manager() *bdd.Manager { return s.views.model.Manager }

func (s *Space) Init() bdd.Node { return s.init }

func (s *Space) Variables() []bdd.VarID { return s.codes }

// VariablesOf are those of an agent of views; guesses are those of one more agent.
func (s *Space) VariablesOf(agent int) []bdd.VarID {
	if agent == len(s.views.abstraction.System.Agents) {
		return s.views.guessed
	}
	var out []bdd.VarID
	for _, x := range s.views.variables {
		if x.agent == agent {
			out = append(out, x.id)
		}
	}
	return out
}

func (s *Space) Agents() int { return len(s.views.abstraction.System.Agents) + 1 }

func (s *Space) Moves() []space.Move { return s.moves }

func (s *Space) Refine(ctx context.Context, propositions []int) ([]space.Move, error) {
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
			out = append(out, s.divide(c, it, c.And(it.Relation.Trans(), configurations), propositions)...)
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

// divide makes moves of steps of an interaction, one for each combination of propositions that hold.
func (s *Space) divide(c *bdd.Calculator, it *symbolic.Interaction, steps bdd.Node, propositions []int) []space.Move {
	type part struct {
		steps bdd.Node
		holds []int
	}
	parts := []part{{steps, nil}}
	for _, p := range propositions {
		holds := c.Take(s.views.model.StepProposition(c.Scope(), p, it))
		var next []part
		for _, x := range parts {
			next = append(next, part{c.Diff(x.steps, holds), x.holds}, part{c.And(x.steps, holds), append(slices.Clone(x.holds), p)})
		}
		parts = next
	}
	var out []space.Move
	for _, x := range parts {
		if x.steps != bdd.False && c.Err() == nil {
			m := s.move(c, it, x.steps)
			m.asked, m.holds = propositions, x.holds
			out = append(out, m)
		}
	}
	return out
}

// move makes a move of steps between configurations: it sees their views before and after.
func (s *Space) move(c *bdd.Calculator, it *symbolic.Interaction, steps bdd.Node) *move {
	v := s.views
	m := v.model.Manager
	var changed, gone []bdd.VarID
	for _, id := range it.Relation.Changed() {
		if slices.Contains(v.forgotten, id) {
			gone = append(gone, id)
		} else {
			changed = append(changed, id)
		}
	}
	steps = c.Exists(v.forget, c.Exists(m.VarSet(bdd.Next, gone...), steps))
	for _, x := range v.pointers {
		if !slices.Contains(changed, x.id) {
			changed = append(changed, x.id)
			steps = c.And(steps, c.EqVars(x.id, bdd.Current, x.id, bdd.Next))
		}
		steps = v.overlook(c, x, bdd.Next, v.overlook(c, x, bdd.Current, steps))
	}
	changed = append(changed, v.guessed...)
	if v.stuck() != nil {
		steps = c.Diff(steps, s.still)
	}
	out := &move{it: it}
	r, err := c.NewRelation(steps, changed)
	c.Fail(err)
	out.relation = r
	out.enabled = c.Keep(c.Exists(m.VarSet(bdd.Next, changed...), steps))
	agents := len(v.abstraction.System.Agents)
	for a := range agents + 1 {
		if slices.ContainsFunc(s.VariablesOf(a), func(id bdd.VarID) bool { return slices.Contains(changed, id) }) {
			out.changed = append(out.changed, a)
		}
	}
	return out
}

// overlook makes outside of what a copy of a variable holds of added agents.
func (v *Views) overlook(c *bdd.Calculator, x variable, copy bdd.Copy, set bdd.Node) bdd.Node {
	plain := v.abstraction.Glance(v.abstraction.Kept)
	only := v.model.Manager.VarSet(copy, x.id)
	out := set
	for code, y := range x.values {
		seen := plain.Value(x.typ, y)
		if seen == y {
			continue
		}
		is := c.Eq(x.id, copy, code)
		moved := c.And(c.Exists(only, c.And(set, is)), c.Eq(x.id, copy, slices.Index(x.values, seen)))
		out = c.Or(c.Diff(out, is), moved)
	}
	return out
}

func (s *Space) Discard(refined []space.Move) {
	for _, r := range refined {
		if m := r.(*move); !slices.Contains(s.moves, r) {
			s.Manager().Release(m.enabled)
			if m.relation != nil {
				m.relation.Release()
			}
		}
	}
}

// StateProposition reads the guess whether a step is possible where both may be.
func (s *Space) StateProposition(sc *bdd.Scope, proposition int) (bdd.Node, error) {
	n, err := s.views.model.StateProposition(sc, proposition)
	stuck := s.views.stuck()
	if err != nil || stuck == nil {
		return n, err
	}
	c := sc.Calculator()
	return c.Result(c.Ite(s.may, n, c.Cofactor(n, *stuck, bdd.Current, 0)))
}

func (s *Space) AsksForDeadlock(int) bool { return false } // such a proposition reads a guess

func (s *Space) StepProposition(_ *bdd.Scope, proposition int, m space.Move) (bdd.Node, error) {
	if slices.Contains(m.(*move).holds, proposition) {
		return bdd.True, nil
	}
	return bdd.False, nil
}

// Deadlock is the set of states that may stutter.
func (s *Space) Deadlock(context.Context) (bdd.Node, error) { return s.still, nil }

func (s *Space) Count(set bdd.Node) *big.Int { return s.Manager().Count(set, s.codes) }

func (s *Space) Pick(set bdd.Node) (space.State, bool) {
	codes, ok := s.Manager().Pick(set, s.codes)
	return codes, ok
}

func (s *Space) StateSet(sc *bdd.Scope, state space.State) (bdd.Node, error) {
	c := sc.Calculator()
	out := bdd.True
	for i, code := range state.([]int) {
		out = c.And(out, c.Eq(s.codes[i], bdd.Current, code))
	}
	return c.Result(out)
}

func (m *move) Enabled() bdd.Node       { return m.enabled }
func (m *move) Relation() *bdd.Relation { return m.relation }
func (m *move) Image(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return c.Image(m.relation, set)
}

func (m *move) PreImage(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return c.PreImage(m.relation, set)
}
func (m *move) Changed() []int           { return m.changed }
func (m *move) Is(other space.Move) bool { return m == other.(*move) }

func (m *move) Refines(base space.Move) bool {
	a, b := m.it, base.(*move).it
	return a.Kind == b.Kind && a.Command == b.Command && a.Channel == b.Channel && a.Supply == b.Supply
}

// Has reports whether a step is one that [Space.Successors] found by this move.
func (m *move) Has(_ context.Context, _ space.State, step space.Step) (bool, error) {
	return step == space.Step(m), nil
}

// Successors are found in the diagrams. A step is the move that it belongs to, nil for the stutter.
func (s *Space) Successors(ctx context.Context, state space.State) iter.Seq2[space.Transition, error] {
	return s.Into(ctx, state, bdd.True)
}

func (s *Space) Into(ctx context.Context, state space.State, set bdd.Node) iter.Seq2[space.Transition, error] {
	return func(yield func(space.Transition, error) bool) {
		c := s.Manager().Calculator(ctx)
		defer c.Close()
		at := c.Take(s.StateSet(c.Scope(), state))
		going := true
		for _, r := range s.moves {
			s.Manager().Each(c.And(set, r.Image(c, at)), s.codes, func(codes []int) bool {
				going = yield(space.Transition{Step: r, Next: slices.Clone(codes)}, nil)
				return going
			})
			if !going || c.Err() != nil {
				break
			}
		}
		if never, err := c.Disjoint(at, s.still); going && err == nil && !never {
			going = yield(space.Transition{Step: (*move)(nil), Next: state}, nil)
		}
		if going && c.Err() != nil {
			yield(space.Transition{}, c.Err())
		}
	}
}

func (s *Space) Key(state space.State) string { return fmt.Sprint(state.([]int)) }

func (s *Space) Leads(ctx context.Context, from space.State, step space.Step, next space.State) (bool, error) {
	for t, err := range s.Successors(ctx, from) {
		if err != nil || t.Step == step && s.Key(t.Next) == s.Key(next) {
			return err == nil, err
		}
	}
	return false, nil
}

func (s *Space) IsStutter(step space.Step) bool { return step == space.Step((*move)(nil)) }

func (s *Space) StateHolds(proposition int, state space.State) (bool, error) {
	sc := s.Manager().NewScope(context.Background())
	defer sc.Close()
	set, err := s.StateProposition(sc, proposition)
	return err == nil && s.has(set, state), err
}

// has tells whether a set has a state.
func (s *Space) has(set bdd.Node, state space.State) bool {
	return s.Manager().Eval(set, func(v bdd.VarID, _ bdd.Copy) int {
		if i := slices.Index(s.codes, v); i >= 0 {
			return state.([]int)[i]
		}
		return 0
	})
}

// StepHolds is known of propositions that the move of a step was refined for.
func (s *Space) StepHolds(_ context.Context, proposition int, _ space.State, step space.Step) (bool, error) {
	m := step.(*move)
	if m != nil && !slices.Contains(m.asked, proposition) {
		return false, fmt.Errorf("the steps of a move differ in proposition %d", proposition)
	}
	return m != nil && slices.Contains(m.holds, proposition), nil
}

func (s *Space) Initial(state space.State) bool { return s.has(s.init, state) }

func (s *Space) Local(agent int, state space.State) string {
	var out []string
	for i, id := range s.codes {
		if slices.Contains(s.VariablesOf(agent), id) {
			out = append(out, fmt.Sprint(state.([]int)[i]))
		}
	}
	return strings.Join(out, ",")
}

// StateString lists the locals and control states of a view. Symbols of agents outside have the name of
// one of them.
func (s *Space) StateString(state space.State) string {
	var out []string
	for i, id := range s.codes {
		name, values := s.views.model.Spelling(id, []int{state.([]int)[i]})
		out = append(out, name+" = "+values[0])
	}
	return strings.Join(out, ", ")
}
