package report

import (
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// TraceOptions are the options of texts of traces in a style.
func TraceOptions(style terminal.Style, full bool) trace.TextOptions {
	return trace.TextOptions{Full: full, Paint: func(p trace.Part, text string) string {
		switch p {
		case trace.PartNumber, trace.PartLoop:
			return style.Strong(text)
		case trace.PartMessage:
			return style.Accent(text)
		case trace.PartPlace:
			return style.Faint(text)
		}
		return text
	}}
}
