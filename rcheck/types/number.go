package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Number is the value of an arithmetic expression of numbers and constants; ok is false if the
// expression is another one, or has no value.
func (p *Program) Number(e ast.Expr) (value int, ok bool) {
	x := p.number(e)
	if x == nil {
		return 0, false
	}
	return int(x.Value), true
}

// number is Number as a constant, nil if there is none.
func (p *Program) number(e ast.Expr) *recipe.Expr {
	op, operands := recipe.OpNeg, []ast.Expr(nil)
	switch e := e.(type) {
	case *ast.Paren:
		return p.number(e.X)
	case *ast.IntLit:
		if e.Value <= maxNumber {
			return recipe.Const(anyInt, recipe.Value(e.Value))
		}
	case *ast.Ident:
		if v, ok := p.Constant(e.Name); ok {
			return recipe.Const(anyInt, recipe.Value(v))
		}
	case *ast.Unary:
		if e.Op == ast.Neg {
			operands = []ast.Expr{e.X}
		}
	case *ast.Binary:
		if e.Op.IsArithmetic() {
			op, operands = operatorOf[e.Op], []ast.Expr{e.X, e.Y}
		}
	}
	var args []*recipe.Expr
	for _, o := range operands {
		x := p.number(o)
		if x == nil {
			return nil
		}
		args = append(args, x)
	}
	if len(args) == 0 {
		return nil
	}
	return mkArith(op, args...)
}
