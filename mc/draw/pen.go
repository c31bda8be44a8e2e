package draw

import (
	"context"
	"fmt"
	"io"
)

// A pen writes one piece of a text after the other, until its context ends or a write fails. It
// keeps the first error.
type pen struct {
	ctx context.Context
	w   io.Writer
	err error
}

func (p *pen) printf(format string, args ...any) {
	if p.err == nil {
		p.err = p.ctx.Err()
	}
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}
