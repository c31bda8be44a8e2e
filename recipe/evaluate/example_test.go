package evaluate_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// one is the algebra of a single state, in which the only local is 3: a set of states is whether
// the state is in it. What the expression below does not need is left out.
type one struct {
	evaluate.Algebra[bool, recipe.Value]
}

func (one) Bool(all bool) bool                                  { return all }
func (one) None(x bool) bool                                    { return !x }
func (one) Not(x bool) bool                                     { return !x }
func (one) And(x, y bool) bool                                  { return x && y }
func (one) Or(x, y bool) bool                                   { return x || y }
func (one) All(xs ...bool) bool                                 { return xs[0] && xs[1] }
func (one) Constant(_ recipe.Kind, v recipe.Value) recipe.Value { return v }
func (one) Local(int) recipe.Value                              { return 3 }
func (one) Compare(op recipe.Op, x, y recipe.Value) bool {
	return op == recipe.OpEq && x == y || op == recipe.OpLt && x < y
}
func (one) Condition(yes, no bool) recipe.Value { return recipe.BoolValue(yes) }
func (one) True(x recipe.Value) bool            { return x == recipe.True }

// One evaluator serves every algebra.
func ExampleEvaluator_Holds() {
	b := recipe.NewBuilder()
	n := b.Agent("counter", "Counter").Local("n", recipe.IntType(0, 5))
	system, err := b.System()
	if err != nil {
		fmt.Println(err)
		return
	}
	e := &evaluate.Evaluator[bool, recipe.Value]{Algebra: one{}, System: system}
	setting := &evaluate.Setting[bool, recipe.Value]{}
	for _, x := range []*recipe.Expr{
		recipe.Eq(n, recipe.IntExpr(3)),
		recipe.And(recipe.Lt(n, recipe.IntExpr(3)), recipe.Eq(n, n)),
	} {
		fmt.Println(system.ExprString(x, 0), e.Holds(x, setting))
	}
	// Output:
	// n = 3 true
	// n < 3 & n = n false
}
