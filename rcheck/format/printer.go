package format

import (
	"cmp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

type printer struct {
	lines
	style   ast.Style
	dialect ast.Dialect
	words   words
	written *ast.File // stands for the file that the text is going to be
	watch   *interrupt.Watch
}

// expr returns the text of an expression of a guard, an update or a declaration.
func (p *printer) expr(x ast.Expr) string { return p.text(x, parser.ParseExpr) }

// formula returns the text of a property.
func (p *printer) formula(x ast.Expr) string { return p.text(x, parser.ParseFormula) }

// text returns the text of an expression. If that would be read differently elsewhere, it gets the
// parentheses that keep it from being so: those that the other reading needs, or, if that is not
// enough, those of every operand with parts.
func (p *printer) text(x ast.Expr, parse func(*token.FileSet, string, []byte, parser.Options) (ast.Expr, diag.List)) string {
	p.watch.Step()
	x = p.words.convert(x)
	differs := func(text string) bool {
		_, list := parse(token.NewFileSet(), "", []byte(text), parser.Options{Model: p.written, Watch: p.watch})
		return slices.ContainsFunc(list, func(d *diag.Diagnostic) bool { return p.dialect != ast.NoDialect || d.Code == parser.ReadingsDiffer })
	}
	style := p.style
	for _, more := range []func(){func() {}, func() { style.EitherReading = true }, func() { style.Full = true }} {
		more()
		if text := ast.Print(x, style); !differs(text) {
			return text
		}
	}
	return ast.Print(x, p.style)
}

// dialectOr returns the dialect to write a construct in that has been written in another one.
func (p *printer) dialectOr(own ast.Dialect) ast.Dialect { return cmp.Or(p.dialect, own) }
