package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// checkQuantified reports formulas with a quantifier over assignments that finitely many values do
// not decide.
func (c *journal) checkQuantified(at ast.Node, formulas ...*Formula) {
	var bodies []*recipe.Expr
	for _, f := range formulas {
		f.walk(func(f *Formula) {
			for e := range f.Expr.All() {
				if e.Op.Facts().Class == recipe.ClassQuantifier {
					bodies = append(bodies, e.Args[0])
				}
			}
		})
	}
	if len(bodies) == 0 {
		return
	}
	for i := range c.System.Commands {
		if p := c.System.Commands[i].Predicate; p != nil {
			bodies = append(bodies, p)
		}
	}
	if d := c.System.Differences(bodies...); d.Other != nil {
		c.reportAt(otherThanOrder, at, "the formula asks for all integers that a property identifier can be, and `%s` is not decided for them",
			c.System.ExprString(d.Other, -1)).
			Suggest("compare identifiers of type `int` only with `=`, `<` and so on, after additions; or give them a range, `lo..hi`")
	}
}
