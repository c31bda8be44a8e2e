// Package parser builds the syntax tree of R-CHECK models and LTOL formulas.
//
// One parser reads both dialects of the language, and files that mix them. It works in three steps:
//
//  1. The tokens of a file are cut where a declaration begins, and those of an agent where a section begins. Each piece is parsed
//     on its own, so that a mistake in one hides none in the others.
//  2. An expression is read as a flat sequence of operands and operators, which is then grouped by precedence (see [ast.Op.Level]).
//     Properties are read after everything else, because `k-x` names the variable x of k if k is an instance, and because the
//     first command guard of the file decides how far F, G, X and observations reach.
//  3. Every expression is grouped once more as the other dialect and as the published R-CHECK tool would, and where the result
//     means something else a warning shows both readings.
//
// The parser accepts any bytes, in time linear in their number but for short repetitions with fixed bounds, and reports all the
// errors of a file at once.
//
// To check a model, call rcheck.Parse, which calls this package; the tree alone is for tools that
// look at the text, such as formatters.
package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// ParseFile parses a model, or a file of properties about opts.Model. The source is added to the file set under the given name.
// The tree is complete if the list has no errors; else the parts that could not be read are Bad nodes. It is never nil.
func ParseFile(files *token.FileSet, name string, src []byte, opts Options) (*ast.File, diag.List) {
	p := newParser(files, name, src, opts)
	f := p.file()
	return f, p.finish()
}

// ParseFormula parses one property in LTOL, such as one given on a command line; a keyword like SPEC before it and a semicolon after
// it may be there. The source is added to the file set under the given name. The formula is never nil.
func ParseFormula(files *token.FileSet, name string, src []byte, opts Options) (ast.Expr, diag.List) {
	return parseAlone(files, name, src, opts, property)
}

// ParseExpr parses one expression of the kind that guards and updates use, without temporal operators.
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
		for p.limit > p.pos && p.toks[p.limit-1].Kind == token.Semi {
			p.limit--
		}
	}
	if m == property && p.pos == p.limit {
		p.rep.Report(expectedExpression, p.foundSpan(), "the formula is empty").Suggestion = "write one, such as `G F client-served`"
		return p.bad(p.pos, p.limit), p.finish()
	}
	x := p.commandExpr(p.limit, "the end of the formula")
	p.checkReadings(m, x)
	return x, p.finish()
}
