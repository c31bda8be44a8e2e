// Package format writes R-CHECK models in a canonical layout. It keeps the dialect of a model, or
// converts the model to the other dialect.
//
// The layout depends only on the syntax tree, and on comments and blank lines. One blank line
// between two parts is kept. All parentheses of expressions are kept. Others are added if the text
// would otherwise be read as a different tree. In a converted model, they are added wherever the
// two dialects, or the published tool, would read an expression differently. To format a text twice
// gives the same result as to format it once. [Source] reads its result again before it returns it.
package format

import (
	"bytes"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/layout"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Options control formatting. The zero value keeps the dialect of every construct.
type Options struct {
	// Dialect is the dialect of the result. With ast.NoDialect, each construct keeps its dialect.
	Dialect ast.Dialect
	// Parse are the options of the parser. If they select a reading, parentheses in the result show
	// this reading.
	Parse parser.Options
}

// notConvertible is reported for what has no counterpart in the other dialect before its types are
// known.
const notConvertible diag.Code = "RC0601"

// notFaithful is reported where a layout would change what a model says. That is a fault of this
// package, never of the model.
const notFaithful diag.Code = "RC0602"

// Source formats a model. The source is added to the file set under the given name. If it has
// errors, they are returned and the text is nil. The list can have warnings in both cases. The
// watch of the parser also watches the layout: see [interrupt.Catch].
func Source(files *token.FileSet, name string, src []byte, opts Options) ([]byte, diag.List) {
	f, list := parser.ParseFile(files, name, src, opts.Parse)
	if list.HasErrors() {
		return nil, list
	}
	if opts.Dialect != ast.NoDialect {
		if bad := ambiguities(files, f); len(bad) > 0 {
			list = append(list, bad...)
			list.Sort()
			return nil, list
		}
	}
	out, fault := faithful(f, name, opts, false)
	if fault != "" { // a keyword used as a name can be one at the beginning of a line
		out, fault = faithful(f, name, opts, true)
	}
	if fault != "" {
		rep := diag.Reporter{Files: files, List: list}
		rep.Report(notFaithful, token.Span{Start: f.Source.Pos(0), End: f.Source.Pos(0)}, "the formatted model would have another meaning: %s", fault)
		return nil, rep.List
	}
	return out, list
}

// layouts is how often a text is laid out until that changes nothing more.
const layouts = 4

// faithful lays out a file, and reads the result: it says the same as the file, and laying it out
// again changes nothing. If that is not to be had, the fault says why.
func faithful(f *ast.File, name string, opts Options, flat bool) (out []byte, fault string) {
	out = layOut(f, opts.Dialect, flat, opts.Parse.Watch)
	for range layouts {
		files := token.NewFileSet()
		plain, list := parser.ParseFile(files, name, out, parser.Options{Model: opts.Parse.Model, Watch: opts.Parse.Watch})
		if list.HasErrors() {
			return nil, list.Errors()[0].Message()
		}
		if fault := difference(f, plain, opts.Parse.Watch); fault != "" {
			return nil, fault
		}
		again := plain
		if opts.Parse.Reading != parser.ByDialect {
			if again, list = parser.ParseFile(files, name, out, opts.Parse); list.HasErrors() {
				return nil, list.Errors()[0].Message()
			}
		}
		next := layOut(again, opts.Dialect, flat, opts.Parse.Watch)
		if bytes.Equal(out, next) {
			return out, ""
		}
		out = next
	}
	return nil, "it changes whenever it is laid out"
}

// ambiguities reports the formulas whose tree is not yet decided.
func ambiguities(files *token.FileSet, f *ast.File) diag.List {
	rep := diag.Reporter{Files: files}
	ast.Inspect(f, func(n ast.Node) bool {
		if a, ok := n.(*ast.Ambiguous); ok {
			rep.Report(notConvertible, ast.Span(a), "the brackets of the observations in `%s` can be matched in %d ways",
				ast.Print(a, ast.Style{}), len(a.Alternatives)).Suggest("put comparisons with `>` in parentheses")
			return false
		}
		return true
	})
	return rep.List
}

// layOut formats a tree without errors, in the given dialect unless it is ast.NoDialect; if it is
// to be flat, it breaks no line. A tree with an ast.Ambiguous expression can be formatted only in
// its own dialect.
func layOut(f *ast.File, dialect ast.Dialect, flat bool, watch *interrupt.Watch) []byte {
	p := &printer{dialect: dialect, words: newWords(f, dialect), watch: watch}
	p.lines = lines{layout.Lines{Source: f.Source, Comments: f.Comments, Indentation: indentation, Apart: p.hasBlank}, flat}
	target := p.dialectOr(f.Dialect)
	p.written = &ast.File{Source: f.Source, Dialect: target, Reading: target.Reading(), Decls: f.Decls}
	p.style = ast.Style{Reading: target.Reading(), EitherReading: dialect != ast.NoDialect, Dialect: dialect}
	for i, d := range f.Decls {
		if i > 0 && setOff(f.Decls[i-1], d) {
			p.SetOff()
		}
		p.decl(d)
	}
	return p.Bytes()
}

// setOff reports whether a blank line separates two declarations in any case.
func setOff(before, after ast.Decl) bool {
	for _, d := range []ast.Decl{before, after} {
		switch d.(type) {
		case *ast.AgentDecl, *ast.SystemDecl:
			return true
		}
	}
	return isProperty(before) != isProperty(after)
}

func isProperty(d ast.Decl) bool {
	switch d.(type) {
	case *ast.SpecDecl, *ast.AssumeDecl, *ast.ContractDecl, *ast.FairnessDecl, *ast.CompassionDecl:
		return true
	}
	return false
}
