package workbench

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/format"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Format is the edit that lays the document out as `rcheck-bdd fmt` does; none if it is laid out
// so. If the text has errors, the error is a [diag.List].
func Format(ctx context.Context, d *Document) ([]TextEdit, error) {
	out, err := formatted(ctx, d)
	if err != nil || string(out) == d.Text {
		return []TextEdit{}, err
	}
	// Lines that both texts begin and end with are left alone, so that cursors there stay.
	from, to, end := 0, len(d.Text), len(out)
	for i := 0; i < min(to, end) && d.Text[i] == out[i]; i++ {
		if out[i] == '\n' {
			from = i + 1
		}
	}
	for i, j := to, end; i > from && j > from && d.Text[i-1] == out[j-1]; {
		i, j = i-1, j-1
		if out[j] == '\n' {
			to, end = i+1, j+1
		}
	}
	return []TextEdit{{d.lines.span(from, to), string(out[from:end])}}, nil
}

func formatted(ctx context.Context, d *Document) (out []byte, err error) {
	defer interrupt.Catch(&err)
	var list diag.List
	if d.ISPL {
		out, list, err = ispl.Format(ctx, d.Name(), []byte(d.Text))
	} else {
		options := format.Options{Parse: parser.Options{Watch: interrupt.New(ctx, "formatting")}}
		out, list = format.Source(token.NewFileSet(), d.Name(), []byte(d.Text), options)
	}
	if err == nil && out == nil {
		err = list.Err()
	}
	return out, err
}
