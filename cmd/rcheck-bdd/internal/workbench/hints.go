package workbench

import (
	"context"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
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
func Hints(ctx context.Context, d *Document, at Range, live *Live) ([]InlayHint, error) {
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
