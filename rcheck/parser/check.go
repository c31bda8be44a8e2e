package parser

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

// checkFile warns about every expression and process of a file that is read differently elsewhere.
func (p *parser) checkFile(f *ast.File) {
	in := command
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SpecDecl, *ast.AssumeDecl, *ast.ContractDecl, *ast.FairnessDecl, *ast.CompassionDecl:
			in = property
		case ast.Decl:
			in = command
		case *ast.RepeatSection:
			p.checkRepetitions(n.Body)
		case ast.Expr:
			p.checkReadings(in, n)
			return false
		}
		return true
	})
}
