package workbench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// An InlayHint is a text that an editor shows within a line, though it is no part of it.
type InlayHint struct {
	Position    Position `json:"position"`
	Label       string   `json:"label"`
	Tooltip     string   `json:"tooltip,omitempty"`
	PaddingLeft bool     `json:"paddingLeft"`
}

// Hints are the values of constants where they are used, or declared by more than a number, and
// behind each property what is known of it, in a range. Live may be nil. The error says that ctx
// ended.
func (d *Document) Hints(ctx context.Context, at Range, live *Live) ([]InlayHint, error) {
	out := []InlayHint{}
	from, to := d.lines.offset(at.Start), d.lines.offset(at.End)
	add := func(offset int, label, tooltip string) {
		if from <= offset && offset <= to {
			out = append(out, InlayHint{d.lines.position(offset), label, tooltip, true})
		}
	}
	if live != nil {
		for _, v := range live.Verdicts(d) {
			if v.Verdict != "" {
				add(d.lines.offset(v.Position), v.label(), v.Reason)
			}
		}
	}
	m, err := d.read(ctx)
	if err != nil {
		return nil, err
	}
	if m.program == nil {
		return out, nil
	}
	for _, o := range d.text().index.occurrences {
		value, known := m.program.Constant(o.symbol.name)
		if o.symbol.kind != constant || !known {
			continue
		}
		end := o.end
		if o.declared {
			decl, is := o.symbol.decls[0].(*ast.ConstDecl)
			if !is {
				continue
			}
			start, stop := d.offsets(decl.Value)
			if end = stop; strings.Trim(d.Text[start:stop], "0123456789") == "" {
				continue
			}
		}
		add(end, fmt.Sprintf("= %d", value), "")
	}
	return out, nil
}

// label is a verdict as a hint shows it.
func (v LiveVerdict) label() string {
	text := map[string]string{mc.Holds.String(): "✓ ", mc.Violated.String(): "✗ "}[v.Verdict] + v.Verdict
	if v.Stale {
		text += " (before the last change)"
	}
	return text
}

// SignatureHelp shows what a call takes, and which of its arguments the place is in.
type SignatureHelp struct {
	Signatures      []Signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

// A Signature is that of an operator or of a guard.
type Signature struct {
	Label         string      `json:"label"`
	Documentation string      `json:"documentation,omitempty"`
	Parameters    []Parameter `json:"parameters"`
}

// A Parameter is a part of the label of its signature.
type Parameter struct {
	Label string `json:"label"`
}

// Signature tells what the call around a place takes; nil if there is none.
func (d *Document) Signature(p Position) *SignatureHelp {
	words, brackets := d.wordsBefore(d.lines.offset(p))
	depth, argument := 0, 0
	for i := len(words) - 1; i > 0; i-- {
		switch {
		case !brackets[i]:
		case strings.Contains(")]}", words[i]):
			depth++
		case words[i] == "," && depth == 0:
			argument++
		case strings.Contains("([{", words[i]):
			if depth--; depth >= 0 {
				continue
			}
			if s := d.signature(words[i-1]); s != nil && words[i] == "(" {
				argument = min(argument, len(s.Parameters)-1)
				return &SignatureHelp{Signatures: []Signature{*s}, ActiveParameter: max(argument, 0)}
			}
			depth, argument = 0, 0
		}
	}
	return nil
}

// wordsBefore are the words and signs before a byte, and which of them are brackets or commas.
func (d *Document) wordsBefore(offset int) (words []string, brackets []bool) {
	if d.ISPL {
		words = placeIn(d.Text[:offset]).words
	} else {
		for _, t := range d.text().syntax.tokens {
			if d.text().syntax.file.Offset(t.Pos) < offset && t.Kind != token.EOF {
				words = append(words, t.Text)
			}
		}
	}
	for _, w := range words {
		brackets = append(brackets, len(w) == 1 && strings.Contains("()[]{},", w))
	}
	return words, brackets
}

// signature is that of an operator, or of a guard that the model declares; nil if the name is
// neither.
func (d *Document) signature(name string) *Signature {
	parameters, is := operators[d.ISPL][name]
	meaning := words[name]
	if d.ISPL {
		meaning = jointWords[name]
	}
	if !is && !d.ISPL {
		for _, s := range d.text().index.named("", guard) {
			g, ok := s.decls[0].(*ast.GuardDecl)
			if s.name != name || !ok {
				continue
			}
			is, meaning = true, "guard"
			for _, f := range g.Params {
				start, end := d.offsets(f)
				parameters = append(parameters, d.Text[start:end])
			}
		}
	}
	if !is {
		return nil
	}
	out := &Signature{Label: name + "(" + strings.Join(parameters, ", ") + ")", Documentation: meaning, Parameters: []Parameter{}}
	for _, p := range parameters {
		out.Parameters = append(out.Parameters, Parameter{p})
	}
	return out
}

// A WorkspaceSymbol is a declaration of some open document.
type WorkspaceSymbol struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	ContainerName string   `json:"containerName,omitempty"`
	Location      Location `json:"location"`
}

// Find lists the declarations of the document whose names have the letters of a query, in its
// order.
func (d *Document) Find(query string) []WorkspaceSymbol {
	out := []WorkspaceSymbol{}
	var visit func(list []DocumentSymbol, container string)
	visit = func(list []DocumentSymbol, container string) {
		for _, s := range list {
			if hasLetters(s.Name, query) {
				out = append(out, WorkspaceSymbol{s.Name, s.Kind, container, Location{d.URI, s.SelectionRange}})
			}
			visit(s.Children, s.Name)
		}
	}
	visit(d.Symbols(), d.Name())
	return out
}

// hasLetters reports whether a name has the letters of a query in this order, in any case.
func hasLetters(name, query string) bool {
	letters := []rune(strings.ToLower(query))
	for _, r := range strings.ToLower(name) {
		if len(letters) > 0 && r == letters[0] {
			letters = slices.Delete(letters, 0, 1)
		}
	}
	return len(letters) == 0
}
