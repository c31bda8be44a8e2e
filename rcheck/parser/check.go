package parser

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

func (p *parser) checkFile(f *ast.File)            {}
func (p *parser) checkReadings(m mode, x ast.Expr) {}
