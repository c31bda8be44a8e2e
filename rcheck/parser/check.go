package parser

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

// checkFile warns about every expression and process of a file that is read differently elsewhere.
func (p *parser) checkFile(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GuardDecl:
			p.checkReadings(command, n.Body)
		case *ast.Instance:
			p.checkReadings(command, n.Cond)
		case *ast.CondSection:
			p.checkReadings(command, n.Cond)
		case *ast.RepeatSection:
			p.checkRepetitions(n.Body)
		case *ast.CommandGuard:
			p.checkReadings(command, n.Cond)
		case *ast.Send:
			p.checkReadings(command, n.Guard)
		case *ast.Get:
			p.checkReadings(command, n.From)
			if n.Pred != nil {
				p.checkReadings(command, n.Pred.X)
			}
		case *ast.Spawn:
			p.checkReadings(command, n.Cond)
		case *ast.Assign:
			p.checkReadings(command, n.Value)
		case *ast.SpecDecl:
			p.checkReadings(property, n.Formula)
		case *ast.AssumeDecl:
			p.checkReadings(property, n.Formula)
		case *ast.ContractDecl:
			p.checkReadings(property, n.Assume)
			p.checkReadings(property, n.Guarantee)
		case *ast.FairnessDecl:
			p.checkReadings(property, n.Cond)
		case *ast.CompassionDecl:
			p.checkReadings(property, n.If)
			p.checkReadings(property, n.Then)
		case ast.Expr:
			return false
		}
		return true
	})
}
