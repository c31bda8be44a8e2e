// Package remark reads the comments of a model that are meant for this program. They are comments,
// so that the published tools read the file too:
//
//	//rcheck: expect violated      the verdict that the author expects of a property
//	//rcheck: allow RC0305         a warning that is not given about a line
//
// A remark that has a line to itself is about what follows it: the next property, or the next line
// of code. One at the end of a line is about that line.
package remark

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Verdicts are what a property can be expected to be.
var Verdicts = []string{"holds", "violated", "unknown"}

// A Set holds the remarks of some files. The zero value has none; a nil set has none either.
type Set struct {
	expected map[string]string   // by the place of the property's formula
	allowed  map[string][]string // codes by file:line
}

// place is how a set knows a line.
func place(file string, line int) string { return fmt.Sprintf("%s:%d", file, line) }

// Expected is the verdict expected of the property whose formula begins at a position, written
// FILE:LINE:COLUMN; it is empty if there is none.
func (s *Set) Expected(formula string) string {
	if s == nil {
		return ""
	}
	return s.expected[formula]
}

// Allows reports whether warnings with a code are not to be given about a line.
func (s *Set) Allows(code, file string, line int) bool {
	return s != nil && slices.Contains(s.allowed[place(file, line)], code)
}

// Filter is a list without the warnings that the remarks allow.
func (s *Set) Filter(list diag.List) diag.List {
	var out diag.List
	for _, d := range list {
		if d.Severity == diag.Error || !s.Allows(string(d.Code), d.Start.Filename, d.Start.Line) {
			out = append(out, d)
		}
	}
	return out
}

// Read adds the remarks of a file. The codes are those that warnings can have. What is no remark,
// or about nothing, is an error of the list: a misspelt one would otherwise keep its silence.
func (s *Set) Read(f *ast.File, codes []string) diag.List {
	if s.expected == nil {
		s.expected, s.allowed = map[string]string{}, map[string][]string{}
	}
	r := reader{set: s, file: f, codes: codes, lines: strings.Split(string(f.Source.Source()), "\n")}
	for _, c := range f.Comments {
		line, ok := strings.CutPrefix(c.Text, "//")
		if text, remark := strings.CutPrefix(strings.TrimSpace(line), "rcheck:"); ok && remark {
			r.read(c, strings.Fields(strings.ReplaceAll(text, ",", " ")))
		}
	}
	return r.list
}

type reader struct {
	set   *Set
	file  *ast.File
	codes []string
	lines []string
	list  diag.List
}

// read reads a remark of some words.
func (r *reader) read(c *ast.Comment, words []string) {
	switch {
	case len(words) == 0:
		r.fault(c, "a remark says `expect` with a verdict or `allow` with codes of warnings", "")
	case words[0] == "expect":
		r.expect(c, words[1:])
	case words[0] == "allow":
		r.allow(c, words[1:])
	default:
		r.fault(c, fmt.Sprintf("there is no remark `%s`: remarks are `expect` and `allow`", words[0]),
			diag.DidYouMean(words[0], []string{"expect", "allow"}))
	}
}

func (r *reader) expect(c *ast.Comment, words []string) {
	if len(words) != 1 || !slices.Contains(Verdicts, words[0]) {
		hint := ""
		if len(words) > 0 {
			hint = diag.DidYouMean(words[0], Verdicts)
		}
		r.fault(c, "`expect` is followed by one of "+strings.Join(Verdicts, ", "), hint)
		return
	}
	spec := r.property(c)
	if spec == nil {
		r.fault(c, "no property follows the remark, nor does one end on its line", "")
		return
	}
	r.set.expected[r.file.Source.Position(spec.Formula.Pos()).String()] = words[0]
}

// property is the property that a remark is about: one that ends on its line before it, or else
// the next declaration.
func (r *reader) property(c *ast.Comment) *ast.SpecDecl {
	line := func(p token.Pos) int { return r.file.Source.Position(p).Line }
	for _, d := range r.file.Decls {
		spec, ok := d.(*ast.SpecDecl)
		switch {
		case ok && d.Pos() < c.Pos() && line(d.End()) == line(c.Pos()):
			return spec
		case d.Pos() > c.Pos():
			return spec // nil if it is none
		}
	}
	return nil
}

func (r *reader) allow(c *ast.Comment, codes []string) {
	if len(codes) == 0 {
		r.fault(c, "`allow` is followed by the codes of warnings, such as RC0305 or deadlock", "")
		return
	}
	at := r.file.Source.Position(c.Pos())
	key := place(at.Filename, r.line(at))
	for _, code := range codes {
		if !slices.Contains(r.codes, code) {
			r.fault(c, fmt.Sprintf("there is no warning `%s`", code), diag.DidYouMean(code, r.codes))
			continue
		}
		r.set.allowed[key] = append(r.set.allowed[key], code)
	}
}

// line is the line that a remark at a place is about.
func (r *reader) line(at token.Position) int {
	alone := func(i int) bool {
		text := strings.TrimSpace(r.lines[i])
		return text == "" || strings.HasPrefix(text, "//")
	}
	for i := at.Line - 1; i < len(r.lines); i++ {
		if !alone(i) {
			return i + 1
		}
	}
	return at.Line
}

func (r *reader) fault(c *ast.Comment, detail, hint string) {
	d := &diag.Diagnostic{
		Code: NotUnderstood, Severity: diag.Error,
		Start: r.file.Source.Position(c.Pos()), End: r.file.Source.Position(c.End()),
		Summary: diag.Lookup(NotUnderstood).Summary, Detail: detail,
	}
	r.list = append(r.list, d.Suggest(hint))
}

// NotUnderstood is the code of a remark that says nothing this program knows.
var NotUnderstood = diag.Register(diag.Info{
	Code:     "RC0702",
	Severity: diag.Error,
	Summary:  "a remark that is not understood",
	Explanation: "Comments that begin with `//rcheck:` are for this program. `//rcheck: expect violated` (or holds, or unknown), before a " +
		"property or at the end of its line, says which verdict is expected of it. `//rcheck: allow CODE`, on a line or before it, says that " +
		"a warning is not to be given about that line; several codes are separated by commas. `rcheck-bdd explain` lists the codes.",
})
