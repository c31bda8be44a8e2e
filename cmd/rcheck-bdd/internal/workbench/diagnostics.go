package workbench

import (
	"context"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// A Diagnostic is a finding about a document.
type Diagnostic struct {
	Range    Range     `json:"range"`
	Severity int       `json:"severity"` // 1 error, 2 warning
	Code     string    `json:"code"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []Related `json:"relatedInformation,omitempty"`
}

// Related is another place that a diagnostic speaks of.
type Related struct {
	Location Location `json:"location"`
	Message  string   `json:"message"`
}

// Diagnostics are the errors and warnings of the document, those that `rcheck-bdd vet` prints, in
// the same order. The error says that ctx ended.
func Diagnostics(ctx context.Context, d *Document) ([]Diagnostic, error) {
	m, err := d.read(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Diagnostic, 0, len(m.list))
	for _, x := range m.list {
		out = append(out, diagnosticOf(d, x))
	}
	return out, nil
}

func diagnosticOf(d *Document, x *diag.Diagnostic) Diagnostic {
	out := Diagnostic{
		Range: d.lines.span(x.Start.Offset, x.End.Offset), Severity: 1 + int(x.Severity), Code: string(x.Code),
		Source: "rcheck-bdd", Message: x.Message(),
	}
	for _, r := range x.Related {
		at := Location{d.URI, d.lines.span(r.Start.Offset, r.End.Offset)}
		out.Related = append(out.Related, Related{at, r.Message})
	}
	return out
}

// A CodeAction is an edit that mends what a diagnostic says.
type CodeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []Diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        WorkspaceEdit `json:"edit"`
}

// A WorkspaceEdit gives edits for each document by its URI.
type WorkspaceEdit struct {
	Changes map[string][]TextEdit `json:"changes"`
}

func editsOf(d *Document, edits ...TextEdit) WorkspaceEdit {
	return WorkspaceEdit{map[string][]TextEdit{d.URI: edits}}
}

// instead is what a suggestion says to write at the place of the diagnostic; empty if it does not
// say that.
func instead(suggestion string) string {
	text, asks := strings.CutPrefix(suggestion, "did you mean `")
	if !asks {
		text, asks = strings.CutPrefix(suggestion, "write `")
	}
	text, ends := strings.CutSuffix(strings.TrimSuffix(text, "?"), "`")
	if !asks || !ends || strings.ContainsAny(text, "`…") {
		return ""
	}
	return text
}

// CodeActions are the suggestions of diagnostics that touch a range, as edits.
func CodeActions(ctx context.Context, d *Document, at Range) ([]CodeAction, error) {
	m, err := d.read(ctx)
	if err != nil {
		return nil, err
	}
	from, to := d.lines.offset(at.Start), d.lines.offset(at.End)
	out := []CodeAction{}
	for _, x := range m.list {
		what := instead(x.Suggestion)
		if what == "" || x.End.Offset < from || x.Start.Offset > to {
			continue
		}
		shown := diagnosticOf(d, x)
		out = append(out, CodeAction{
			Title: "Write `" + what + "`", Kind: "quickfix", Diagnostics: []Diagnostic{shown}, IsPreferred: true,
			Edit: editsOf(d, TextEdit{shown.Range, replacement(d, x, what)}),
		})
	}
	return out, nil
}

// replacement is the text that a suggestion means in place of the whole range of a diagnostic,
// which may be longer than the name that is meant: `@pv`, or a name with a sign before it.
func replacement(d *Document, x *diag.Diagnostic, name string) string {
	old := d.Text[x.Start.Offset:x.End.Offset]
	if strings.HasPrefix(old, "@") && !strings.HasPrefix(name, "@") {
		return "@" + name
	}
	return name
}
