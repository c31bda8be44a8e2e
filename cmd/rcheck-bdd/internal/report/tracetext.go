package report

import (
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
)

// TraceOptions are the options of texts of traces in a style.
func TraceOptions(style terminal.Style, full bool) trace.TextOptions {
	return trace.TextOptions{Full: full, Paint: func(p trace.Piece, text string) string {
		switch p {
		case trace.Heading:
			return style.Strong(text)
		case trace.Command:
			return style.Accent(text)
		default:
			return style.Faint(text)
		}
	}}
}
