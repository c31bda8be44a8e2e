// Package parser builds the syntax tree of R-CHECK models and LTOL formulas.
//
// The parser reads both dialects of the language, and files that mix them. It works in three steps:
//
//  1. It cuts the tokens of a file where a declaration begins, and those of an agent where a section
//     begins. It parses each piece by itself, so that a mistake in one piece hides none in the others.
//  2. It reads an expression as a flat sequence of operands and operators, and then groups it by
//     precedence (see [ast.Op.Level]). It reads properties after everything else, for two reasons.
//     First, `k-x` is the variable x of k if k is an instance. Second, the first command guard of the
//     file decides how far F, G, X and observations reach.
//  3. It groups every expression again as the other dialect and as the published R-CHECK tool do. If
//     the result has another meaning, a warning shows both readings.
//
// The parser accepts any bytes, and reports all errors of a file at once. Its time is linear in the
// length of the text, apart from short repetitions with fixed bounds.
//
// To check a model, call rcheck.Parse, which calls this package. The tree alone is for tools that
// inspect the text, such as formatters.
package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// ParseFile parses a model, or a file of properties about opts.Model. The source is added to the
// file set under the given name. The tree is never nil. It is complete if the list has no errors.
// Otherwise, the parts that could not be read are Bad nodes.
func ParseFile(files *token.FileSet, name string, src []byte, opts Options) (*ast.File, diag.List) {
	p := newParser(files, name, src, opts)
	f := p.file()
	return f, p.finish()
}

// ParseFormula parses one property in LTOL, for example from a command line. It may have a keyword
// such as SPEC before it, and a semicolon after it. The source is added to the file set under the
// given name. The formula is never nil.
func ParseFormula(files *token.FileSet, name string, src []byte, opts Options) (ast.Expr, diag.List) {
	return parseAlone(files, name, src, opts, property)
}

// ParseExpr parses one expression as in guards and updates, without temporal operators.
func ParseExpr(files *token.FileSet, name string, src []byte, opts Options) (ast.Expr, diag.List) {
	return parseAlone(files, name, src, opts, command)
}

func parseAlone(files *token.FileSet, name string, src []byte, opts Options, m mode) (ast.Expr, diag.List) {
	p := newParser(files, name, src, opts)
	p.mode = m
	p.matchBrackets(0, p.limit)
	if m == property {
		if p.declAt(0) == specDecl {
			p.pos++
		}
		for p.limit > p.pos && p.At(p.limit-1).Kind == token.Semi {
			p.limit--
		}
	}
	if m == property && p.pos == p.limit {
		p.Report(expectedExpression, p.foundSpan(), "the formula is empty").Suggestion = "write one, such as `G F client-served`"
		return p.bad(p.pos, p.limit), p.finish()
	}
	x := p.commandExpr(p.limit, "the end of the formula")
	p.checkReadings(m, x)
	return x, p.finish()
}
