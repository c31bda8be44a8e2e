// Package diag declares the errors and warnings about a source. Each has a stable code, a source
// range, what was found and expected, related places, and suggestions.
//
// A code is a constant of the package that reports it. The file codes.md documents all codes, and
// `rcheck-bdd explain` shows it. Codes are only ever added. Their ranges are: RC01xx scanning and
// parsing, RC02xx readings, RC03xx names, RC04xx types, RC05xx semantics and lowering (from RC0570
// on traps of the language), RC06xx formatting, RC07xx files of properties and remarks, RC08xx
// ISPL.
//
// Use the package to show, count or select the diagnostics of package rcheck, or to report your own
// in the same form.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Related is another place that helps to understand a diagnostic, such as an earlier declaration of
// the same name.
type Related struct {
	Start, End token.Position
	Message    string
}

// Diagnostic is one finding. Summary is fixed by the code; Detail is a full sentence about this
// place.
type Diagnostic struct {
	Code       Code
	Severity   Severity
	Start, End token.Position // the source range, half open
	Summary    string         // what kind of problem, the same for every diagnostic of the code
	Detail     string         // what was found and what was expected here
	Suggestion string         // what the author may have meant, or what to write instead; may be empty
	Related    []Related
}

// Message returns detail and suggestion on one line: the text after the code in a report.
func (d *Diagnostic) Message() string {
	msg := cmp.Or(d.Detail, d.Summary)
	if d.Suggestion != "" {
		msg += "; " + d.Suggestion
	}
	return msg
}

// Error returns the diagnostic in the form file:line:column: severity[code]: message.
func (d *Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s[%s]: %s", d.Start, d.Severity, d.Code, d.Message())
}

// Suggest sets the suggestion and returns d. An empty text leaves d as it is, and nil stays nil.
func (d *Diagnostic) Suggest(text string) *Diagnostic {
	if d != nil && text != "" {
		d.Suggestion = text
	}
	return d
}

// List is a number of diagnostics.
type List []*Diagnostic

// Sort orders the list by file, place, code and message, and drops exact repetitions.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b *Diagnostic) int {
		return cmp.Or(
			strings.Compare(a.Start.Filename, b.Start.Filename),
			cmp.Compare(a.Start.Offset, b.Start.Offset),
			cmp.Compare(a.End.Offset, b.End.Offset),
			strings.Compare(string(a.Code), string(b.Code)),
			strings.Compare(a.Message(), b.Message()),
		)
	})
	*l = slices.CompactFunc(*l, func(a, b *Diagnostic) bool {
		return a.Code == b.Code && a.Start == b.Start && a.End == b.End && a.Message() == b.Message()
	})
}

// HasErrors reports whether any diagnostic of the list is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Errors returns the errors of the list, in order.
func (l List) Errors() List { return l.withSeverity(Error) }

// Warnings returns the warnings of the list, in order.
func (l List) Warnings() List { return l.withSeverity(Warning) }

func (l List) withSeverity(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}

// Err returns nil if the list has no errors (warnings do not count), and otherwise an error that
// prints them all, one per line. The error is a List, so that a caller can get at the diagnostics
// with errors.As.
func (l List) Err() error {
	if errs := l.Errors(); len(errs) > 0 {
		return errs
	}
	return nil
}

// Error returns the diagnostics, one per line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Reporter collects the diagnostics of sources of one file set. It is not safe for concurrent use.
type Reporter struct {
	Files *token.FileSet
	List  List
	// MaxErrors, if not 0, is the number of errors after which others are counted in Dropped and
	// not put in the list.
	MaxErrors int
	Dropped   int
	errors    int
}

// Report adds a diagnostic of a code about a source range and returns it, so that the caller can
// add suggestions and related places. The format and its arguments make the detail; without a
// format the code's summary stands alone.
func (r *Reporter) Report(code Code, at token.Span, format string, args ...any) *Diagnostic {
	info := Lookup(code)
	d := &Diagnostic{
		Code:     code,
		Severity: info.Severity,
		Start:    r.Files.Position(at.Start),
		End:      r.Files.Position(at.End),
		Summary:  info.Summary,
		Detail:   fmt.Sprintf(format, args...),
	}
	r.Add(d)
	return d
}

// Errors is the number of errors reported, dropped ones included.
func (r *Reporter) Errors() int { return r.errors + r.Dropped }

// Add adds diagnostics that were made elsewhere.
func (r *Reporter) Add(list ...*Diagnostic) {
	for _, d := range list {
		if d.Severity == Error {
			if r.MaxErrors > 0 && r.errors == r.MaxErrors {
				r.Dropped++
				continue
			}
			r.errors++
		}
		r.List = append(r.List, d)
	}
}

// Finish sorts the list and returns it. If errors were dropped, one of the given code at the end of
// the source says how many.
func (r *Reporter) Finish(source *token.File, tooMany Code) List {
	if n := r.Dropped; n > 0 {
		r.MaxErrors, r.Dropped = 0, 0
		end := source.Pos(source.Size())
		r.Report(tooMany, token.Span{Start: end, End: end}, "%d more errors are not shown", n)
	}
	r.List.Sort()
	return r.List
}

// Relate adds a related place to a diagnostic; to nil it adds nothing.
func (r *Reporter) Relate(d *Diagnostic, at token.Span, format string, args ...any) {
	if d != nil {
		d.Related = append(d.Related, Related{r.Files.Position(at.Start), r.Files.Position(at.End), fmt.Sprintf(format, args...)})
	}
}
