package format

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

type printer struct {
	lines
	style   ast.Style
	dialect ast.Dialect
	words   words
	// converted stands for the file in another dialect, when there is one.
	converted *ast.File
}

// expr returns the text of an expression of a guard, an update or a declaration.
func (p *printer) expr(x ast.Expr) string { return p.text(x, parser.ParseExpr) }

// formula returns the text of a property.
func (p *printer) formula(x ast.Expr) string { return p.text(x, parser.ParseFormula) }

// text returns the text of an expression. If a file of the dialect it is converted to would be read differently elsewhere, every
// operand with parts gets parentheses.
func (p *printer) text(x ast.Expr, parse func(*token.FileSet, string, []byte, parser.Options) (ast.Expr, diag.List)) string {
	x = p.words.convert(x)
	text := ast.Print(x, p.style)
	if p.converted == nil {
		return text
	}
	if _, list := parse(token.NewFileSet(), "", []byte(text), parser.Options{Model: p.converted}); len(list) > 0 {
		style := p.style
		style.Full = true
		return ast.Print(x, style)
	}
	return text
}

// dialectOr returns the dialect to write a construct in that has been written in another one.
func (p *printer) dialectOr(own ast.Dialect) ast.Dialect {
	if p.dialect != ast.NoDialect {
		return p.dialect
	}
	return own
}
