package evaluate

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A point is the algebra of one state: a set says whether it has the state, a
// value is a value. What is none is a value that nothing should depend on.
type point struct {
	in    *recipe.Interpreter
	state recipe.State
}

const nothing recipe.Value = 99

func (p point) Bool(all bool) bool { return all }
func (p point) None(x bool) bool   { return !x }
func (p point) Not(x bool) bool    { return !x }
func (p point) And(x, y bool) bool { return x && y }
func (p point) Or(x, y bool) bool  { return x || y }
func (p point) Iff(x, y bool) bool { return x == y }
func (p point) If(c, x, y bool) bool {
	if c {
		return x
	}
	return y
}

func (p point) All(xs ...bool) bool {
	all := true
	for _, x := range xs {
		all = all && x
	}
	return all
}

func (p point) Constant(_ recipe.Kind, v recipe.Value) recipe.Value { return v }
func (p point) Missing(recipe.Kind) recipe.Value                    { return nothing }
func (p point) Condition(yes, _ bool) recipe.Value                  { return recipe.BoolValue(yes) }
func (p point) True(x recipe.Value) bool                            { return x != recipe.False }
func (p point) Within(x recipe.Value, t *recipe.Type) bool          { return t.Contains(x) }
func (p point) Local(i int) recipe.Value                            { return p.state.Locals[i] }
func (p point) Control(a int) recipe.Value                          { return recipe.Value(p.state.Control[a]) }
func (p point) Deadlock() bool                                      { return p.in.Deadlock(p.state) }
func (p point) Quantified(*recipe.Expr, *Setting[bool, recipe.Value]) bool {
	panic("of step propositions only")
}

func (p point) Compare(op recipe.Op, x, y recipe.Value) bool {
	v, _ := op.Apply(x, y)
	return v == recipe.True
}

func (p point) Arithmetic(op recipe.Op, x, y recipe.Value) recipe.Value {
	if v, ok := op.Apply(x, y); ok {
		return v
	}
	return nothing
}

func (p point) Choose(yes, _ bool, x, y recipe.Value) recipe.Value {
	if yes {
		return x
	}
	return y
}

func (p point) Enabled(commands []int) bool {
	found := false
	_ = p.in.EachSuccessor(p.state, func(t recipe.Transition) bool {
		found = t.Step.Executes(commands...)
		return !found
	})
	return found
}

// In every state of generated systems, state propositions hold as the
// interpreter says.
func TestPropositionsOfStates(t *testing.T) {
	holds := map[bool]int{}
	for seed := range uint64(300) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{Propositions: 4})
		in := recipe.NewInterpreter(sys)
		g, err := recipe.Explore(context.Background(), in, 30)
		if err != nil {
			require.ErrorIs(t, err, recipe.ErrStateLimit)
		}
		for i := range g.Len() {
			p := point{in, g.State(i)}
			e := &Evaluator[bool, recipe.Value]{Algebra: p, System: sys}
			for k := range sys.Propositions {
				if sys.Propositions[k].Kind != recipe.StateProposition {
					continue
				}
				want, err := in.StateHolds(k, p.state)
				require.NoError(t, err)
				got := e.Holds(sys.Propositions[k].Expr, &Setting[bool, recipe.Value]{Proposition: true})
				require.Equal(t, want, got, "seed %d: %s", seed, sys.ExprString(sys.Propositions[k].Expr, -1))
				holds[got]++
			}
		}
	}
	require.Greater(t, min(holds[true], holds[false]), 1000)
}

// A connective that evaluates both operands, by any of its tables: each is true
// just in its cases, and undefined where an operand is.
func TestStrictConnectives(t *testing.T) {
	e := &Evaluator[bool, recipe.Value]{Algebra: point{}}
	truths := []Truth[bool]{{false, false}, {true, false}, {false, true}}
	for table := range 16 {
		var cases []recipe.Case
		for _, c := range []recipe.Case{{Left: 1, Right: 1}, {Left: 1}, {Right: 1}, {}} {
			if table>>(2*c.Left+c.Right)&1 == 1 {
				cases = append(cases, c)
			}
		}
		for i, l := range truths {
			for k, r := range truths {
				got := e.strict(cases, l, r)
				undefined := l.Undefined || r.Undefined
				require.Equal(t, undefined, got.Undefined)
				require.Equal(t, !undefined && table>>(2*i+k)&1 == 1, got.Yes, "table %04b of %v and %v", table, l, r)
			}
		}
	}
}
