// Package abstract is a space of which only diagrams are known: an abstraction of many systems. Its
// states and steps stand for those of real systems, and no interpreter has them. So its explicit
// semantics are found in its diagrams.
//
// The packages views and counters make such spaces. The letters of package mc/words are one of another
// kind: its steps are any pair of states.
package abstract

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A Space is an abstraction. It is not safe for concurrent use.
//
// Methods without a comment of their own are those of [space.Space].
type Space struct {
	Diagrams *bdd.Manager
	// Codes are the variables of states, Of those of each agent. Name is the name of a variable, and
	// how its value with a code is written.
	Codes []bdd.VarID
	Of    [][]bdd.VarID
	Name  func(v bdd.VarID, code int) (name, value string)
	// Start are the initial states, Still those that may stutter. Both are kept.
	Start, Still bdd.Node
	// Steps are the moves. Split divides them until the given step propositions are constant on each.
	// Each move is a [*Move].
	Steps []space.Move
	Split func(ctx context.Context, propositions []int) ([]space.Move, error)
	// Set is the set of states in which a state proposition holds.
	Set func(sc *bdd.Scope, proposition int) (bdd.Node, error)
}

var _ space.Space = (*Space)(nil)

// A Move is a set of steps that agree on some step propositions.
type Move struct {
	relation *bdd.Relation
	enabled  bdd.Node // kept
	changed  []int    // agents
	asked    []int    // the step propositions that the move was refined for
	holds    []int    // those that hold of all steps; the others hold of none
}

// NewMove makes a move of steps that change some variables. Asked are the step propositions that the steps agree on, and holds those
// of them that hold.
func (s *Space) NewMove(c *bdd.Calculator, steps bdd.Node, changed []bdd.VarID, asked, holds []int) *Move {
	r, err := c.NewRelation(steps, changed)
	c.Fail(err)
	m := &Move{relation: r, asked: asked, holds: holds}
	m.enabled = c.Keep(s.Diagrams.VarSet(bdd.Next, changed...).Exists(c, steps))
	for agent, of := range s.Of {
		if slices.ContainsFunc(of, func(id bdd.VarID) bool { return slices.Contains(changed, id) }) {
			m.changed = append(m.changed, agent)
		}
	}
	return m
}

// A Part is some steps that agree on step propositions: those in Holds hold.
type Part struct {
	Steps bdd.Node
	Holds []int
}

// Divide divides steps until each part agrees on some propositions; of tells in which states the
// steps satisfy one.
func Divide(c *bdd.Calculator, steps bdd.Node, propositions []int, of func(p int) bdd.Node) []Part {
	parts := []Part{{steps, nil}}
	for _, p := range propositions {
		holds := of(p)
		var next []Part
		for _, x := range parts {
			for _, y := range []Part{{c.Diff(x.Steps, holds), x.Holds}, {c.And(x.Steps, holds), append(slices.Clone(x.Holds), p)}} {
				if y.Steps != bdd.False {
					next = append(next, y)
				}
			}
		}
		parts = next
	}
	return parts
}

func (s *Space) Manager() *bdd.Manager { return s.Diagrams }

func (s *Space) Init() bdd.Node { return s.Start }

func (s *Space) Variables() []bdd.VarID { return s.Codes }

func (s *Space) VariablesOf(agent int) []bdd.VarID { return s.Of[agent] }

func (s *Space) Agents() int { return len(s.Of) }

func (s *Space) Moves() []space.Move { return s.Steps }

func (s *Space) Refine(ctx context.Context, propositions []int) ([]space.Move, error) {
	return s.Split(ctx, propositions)
}

func (s *Space) Discard(refined []space.Move) {
	for _, r := range refined {
		if m := r.(*Move); !slices.Contains(s.Steps, r) {
			s.Diagrams.Release(m.enabled)
			m.relation.Release()
		}
	}
}

func (s *Space) StateProposition(sc *bdd.Scope, proposition int) (bdd.Node, error) {
	return s.Set(sc, proposition)
}

func (s *Space) AsksForDeadlock(int) bool { return false } // such a proposition reads a guess

func (s *Space) StepProposition(_ *bdd.Scope, proposition int, m space.Move) (bdd.Node, error) {
	return bdd.Constant(slices.Contains(m.(*Move).holds, proposition)), nil
}

// Deadlock is the set of states that may stutter.
func (s *Space) Deadlock(context.Context) (bdd.Node, error) { return s.Still, nil }

func (s *Space) Count(set bdd.Node) *big.Int { return s.Diagrams.Count(set, s.Codes) }

func (s *Space) Pick(set bdd.Node) (space.State, bool) {
	codes, ok := s.Diagrams.Pick(set, s.Codes)
	return codes, ok
}

func (s *Space) StateSet(sc *bdd.Scope, state space.State) (bdd.Node, error) {
	c := sc.Calculator()
	out := bdd.True
	for i, code := range state.([]int) {
		out = c.And(out, c.Eq(s.Codes[i], bdd.Current, code))
	}
	return c.Result(out)
}

func (m *Move) Enabled() bdd.Node       { return m.enabled }
func (m *Move) Relation() *bdd.Relation { return m.relation }
func (m *Move) Image(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return m.relation.Image(c, set)
}

func (m *Move) PreImage(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return m.relation.PreImage(c, set)
}
func (m *Move) Changed() []int           { return m.changed }
func (m *Move) Is(other space.Move) bool { return m == other.(*Move) }

// Has reports whether a step is one that [Space.Successors] found by this move.
func (m *Move) Has(_ context.Context, _ space.State, step space.Step) (bool, error) {
	return step == space.Step(m), nil
}

// Successors are found in the diagrams. A step is the move that it belongs to, nil for the stutter.
func (s *Space) Successors(ctx context.Context, state space.State) iter.Seq2[space.Transition, error] {
	return s.Into(ctx, state, bdd.True)
}

func (s *Space) Into(ctx context.Context, state space.State, set bdd.Node) iter.Seq2[space.Transition, error] {
	return func(yield func(space.Transition, error) bool) {
		c := s.Diagrams.Calculator(ctx)
		defer c.Close()
		at := c.Take(s.StateSet(c.Scope(), state))
		going := true
		for _, r := range s.Steps {
			s.Diagrams.Each(c.And(set, r.Image(c, at)), s.Codes, func(codes []int) bool {
				going = yield(space.Transition{Step: r, Next: slices.Clone(codes)}, nil)
				return going
			})
			if !going || c.Err() != nil {
				break
			}
		}
		if never, err := c.Disjoint(at, s.Still); going && err == nil && !never {
			going = yield(space.Transition{Step: (*Move)(nil), Next: state}, nil)
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

func (s *Space) IsStutter(step space.Step) bool { return step == space.Step((*Move)(nil)) }

func (s *Space) StateHolds(proposition int, state space.State) (bool, error) {
	sc := s.Diagrams.NewScope(context.Background())
	defer sc.Close()
	set, err := s.Set(sc, proposition)
	return err == nil && s.has(set, state), err
}

// has tells whether a set has a state.
func (s *Space) has(set bdd.Node, state space.State) bool {
	return s.Diagrams.Eval(set, func(v bdd.VarID, _ bdd.Copy) int {
		if i := slices.Index(s.Codes, v); i >= 0 {
			return state.([]int)[i]
		}
		return 0
	})
}

// StepHolds is known of propositions that the move of a step was refined for.
func (s *Space) StepHolds(_ context.Context, proposition int, _ space.State, step space.Step) (bool, error) {
	m := step.(*Move)
	if m != nil && !slices.Contains(m.asked, proposition) {
		return false, fmt.Errorf("the steps of a move differ in proposition %d", proposition)
	}
	return m != nil && slices.Contains(m.holds, proposition), nil
}

func (s *Space) Initial(state space.State) bool { return s.has(s.Start, state) }

func (s *Space) Local(agent int, state space.State) string {
	var out []string
	for i, id := range s.Codes {
		if slices.Contains(s.Of[agent], id) {
			out = append(out, fmt.Sprint(state.([]int)[i]))
		}
	}
	return strings.Join(out, ",")
}

// StateString lists the variables of a state with their values.
func (s *Space) StateString(state space.State) string {
	var out []string
	for i, id := range s.Codes {
		name, value := s.Name(id, state.([]int)[i])
		out = append(out, name+" = "+value)
	}
	return strings.Join(out, ", ")
}
