// Package remark reads the comments of a model that are instructions for this program. Other tools
// read them as comments:
//
//	//rcheck: expect violated      the verdict that the author expects of a property
//	//rcheck: allow RC0305         a warning that is not given about a line
//	//rcheck: open                 a constant that counts agents, of which any number may be there
//
// In ISPL, such comments begin with `--`.
//
// A remark on its own line is about the text that follows: the next property or constant, or the
// next line of code. A remark at the end of a line is about that line.
package remark

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Verdicts are the verdicts that can be expected of a property.
var Verdicts = []string{"holds", "violated", "unknown"}

// A Set holds the remarks of some files. The zero value and a nil set are empty.
type Set struct {
	expected map[string]string   // by the place of the property's formula
	allowed  map[string][]string // codes by file:line
	open     []string
}

// place is how a set knows a line.
func place(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }

// Expected returns the expected verdict of the property whose formula begins at a position, written
// FILE:LINE:COLUMN. It is empty if no verdict is expected.
func (s *Set) Expected(formula string) string {
	if s == nil {
		return ""
	}
	return s.expected[formula]
}

// Allows reports whether a remark switches off the warnings with a code about a line.
func (s *Set) Allows(code, file string, line int) bool {
	return s != nil && slices.Contains(s.allowed[place(file, line)], code)
}

// Open lists the constants that the remarks call open, in their order. A check with their values is
// one of many sizes.
func (s *Set) Open() []string {
	if s == nil {
		return nil
	}
	return s.open
}

// Filter returns the list without the warnings that the remarks switch off.
func (s *Set) Filter(list diag.List) diag.List {
	var out diag.List
	for _, d := range list {
		if d.Severity == diag.Error || !s.Allows(string(d.Code), d.Start.Filename, d.Start.Line) {
			out = append(out, d)
		}
	}
	return out
}

// Read adds the remarks of a file. The codes are those that warnings can have. A remark that is
// misspelt, or is about nothing, is an error: otherwise nobody would notice that it has no effect.
func (s *Set) Read(f *ast.File, codes func() []string) diag.List {
	r := reader{set: s, source: f.Source, codes: codes, mark: "//"}
	for _, d := range f.Decls {
		about := declaration{span: token.Span{Start: d.Pos(), End: d.End()}}
		switch d := d.(type) {
		case *ast.SpecDecl:
			about.formula = d.Formula.Pos()
		case *ast.ConstDecl:
			about.constant = d.Name.Name
		}
		r.decls = append(r.decls, about)
	}
	return r.comments(f.Comments)
}

// ReadISPL is [Set.Read] for a model in ISPL, whose formulas are its properties.
func (s *Set) ReadISPL(f *ispl.File, codes func() []string) diag.List {
	r := reader{set: s, source: f.Source, codes: codes, mark: "--"}
	if f.Formulae != nil {
		for _, x := range f.Formulae.Items {
			r.decls = append(r.decls, declaration{span: x.Span, formula: x.Span.Start})
		}
	}
	return r.comments(f.Comments)
}

type reader struct {
	set    *Set
	source *token.File
	codes  func() []string
	mark   string // what comments begin with
	decls  []declaration
	list   diag.List
}

// A declaration is what a remark can be about; the formula of what is no property is [token.NoPos].
type declaration struct {
	span     token.Span
	formula  token.Pos
	constant string // its name, if it is a constant
}

// comments reads the remarks among comments, and lists what is wrong with them.
func (r *reader) comments(list []token.Token) diag.List {
	if r.set.expected == nil {
		r.set.expected, r.set.allowed = map[string]string{}, map[string][]string{}
	}
	for _, c := range list {
		line, ok := strings.CutPrefix(c.Text, r.mark)
		if text, remark := strings.CutPrefix(strings.TrimSpace(line), "rcheck:"); ok && remark {
			r.read(c.Span(), strings.Fields(strings.ReplaceAll(text, ",", " ")))
		}
	}
	return r.list
}

// read reads a remark of some words.
func (r *reader) read(c token.Span, words []string) {
	switch {
	case len(words) == 0:
		r.fault(c, "a remark is `expect` with a verdict, `allow` with codes of warnings, or `open`", "")
	case words[0] == "expect":
		r.expect(c, words[1:])
	case words[0] == "allow":
		r.allow(c, words[1:])
	case words[0] == "open" && len(words) > 1:
		r.fault(c, "`open` stands alone, before a constant or behind it", "")
	case words[0] == "open":
		of := r.about(c, func(d declaration) bool { return d.constant != "" })
		if of == nil {
			r.fault(c, "no constant follows the remark, and none ends on its line", "")
			return
		}
		r.set.open = append(r.set.open, of.constant)
	default:
		r.fault(c, fmt.Sprintf("there is no remark `%s`: remarks are `expect`, `allow` and `open`", words[0]),
			diag.DidYouMean(words[0], []string{"expect", "allow", "open"}))
	}
}

func (r *reader) expect(c token.Span, words []string) {
	if len(words) != 1 || !slices.Contains(Verdicts, words[0]) {
		hint := ""
		if len(words) > 0 {
			hint = diag.DidYouMean(words[0], Verdicts)
		}
		r.fault(c, "`expect` is followed by one of "+strings.Join(Verdicts, ", "), hint)
		return
	}
	of := r.about(c, func(d declaration) bool { return d.formula != token.NoPos })
	if of == nil {
		r.fault(c, "no property follows the remark, and none ends on its line", "")
		return
	}
	r.set.expected[r.source.Position(of.formula).String()] = words[0]
}

// about is the declaration that a remark is about: one of some kind which ends on its line before
// it, or else the next one; nil if that is of another kind.
func (r *reader) about(c token.Span, kind func(declaration) bool) *declaration {
	line := func(p token.Pos) int { return r.source.Position(p).Line }
	for i, d := range r.decls {
		switch {
		case kind(d) && d.span.Start < c.Start && line(d.span.End) == line(c.Start):
			return &r.decls[i]
		case d.span.Start > c.Start && kind(d):
			return &r.decls[i]
		case d.span.Start > c.Start:
			return nil
		}
	}
	return nil
}

func (r *reader) allow(c token.Span, codes []string) {
	if len(codes) == 0 {
		r.fault(c, "`allow` is followed by the codes of warnings, such as RC0305 or deadlock", "")
		return
	}
	at := r.source.Position(c.Start)
	key := place(at.Filename, r.line(at))
	for _, code := range codes {
		if !slices.Contains(r.codes(), code) {
			r.fault(c, fmt.Sprintf("there is no warning `%s`", code), diag.DidYouMean(code, r.codes()))
			continue
		}
		r.set.allowed[key] = append(r.set.allowed[key], code)
	}
}

// line is the line that a remark at a place is about.
func (r *reader) line(at token.Position) int {
	for n := at.Line; ; n++ {
		line := r.source.Line(n)
		switch text := strings.TrimSpace(string(line)); {
		case line == nil:
			return at.Line
		case text != "" && !strings.HasPrefix(text, r.mark):
			return n
		}
	}
}

func (r *reader) fault(c token.Span, detail, hint string) {
	d := &diag.Diagnostic{
		Code: notUnderstood, Severity: diag.Error,
		Start: r.source.Position(c.Start), End: r.source.Position(c.End),
		Summary: diag.Lookup(notUnderstood).Summary, Detail: detail,
	}
	r.list = append(r.list, d.Suggest(hint))
}

// notUnderstood is the code of a remark that says nothing this program knows.
const notUnderstood diag.Code = "RC0702"
