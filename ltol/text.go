package ltol

import (
	"context"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"
)

// formula is a sum of products with the guard's meaning.
func (g Guard) formula() *Formula { return Or(mapped(g.cubes(), Cube.formula)...) }

func (c Cube) formula() *Formula { return And(mapped(c, Literal.formula)...) }

// Format writes the guard as a sum of products, for example "(s0 & !e1) | s2", or as "true" or
// "false".
func (g Guard) Format(n Notation) string { return g.formula().Format(n) }

// String is Format with the default names.
func (g Guard) String() string { return g.Format(Notation{}) }

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

// WriteText writes the automaton as text: a line of counts, the initial states, and each state with
// the formulas that its words satisfy. The edges of a state follow, one on each line, with their
// guards, targets and acceptance sets. It ends with the context. Errors are those of w and of the
// context.
func (a *Automaton) WriteText(ctx context.Context, w io.Writer, n Notation) error {
	p := &pen{ctx: ctx, w: w}
	p.printf("Büchi automaton: %s, %s, %s, %s\n", counted(len(a.States), "state"),
		counted(a.Edges(), "edge"), counted(a.Acceptance, "acceptance set"), a.Strength())
	p.printf("initial: %s\n", numbers(a.Initial, ", "))
	for q, edges := range a.States {
		if p.err != nil {
			return p.err
		}
		p.printf("state %d: %s\n", q, And(a.Obligations[q]...).Format(n))
		for _, e := range edges {
			p.printf("  %s -> %d%s\n", e.Guard.Format(n), e.To, accText(e.Acc))
		}
	}
	return p.err
}

// String is the text of WriteText with the default names.
func (a *Automaton) String() string {
	var out strings.Builder
	_ = a.WriteText(context.Background(), &out, Notation{}) // which never fails
	return out.String()
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// numbers lists ns; "none" if there are none.
func numbers(ns []int, separator string) string {
	if len(ns) == 0 {
		return "none"
	}
	return strings.Join(mapped(ns, strconv.Itoa), separator)
}

// accText lists the acceptance sets in acc as " {0 2}"; nothing if there are none.
func accText(acc uint64) string {
	if acc == 0 {
		return ""
	}
	return " {" + numbers(setsOf(acc), " ") + "}"
}

func setsOf(acc uint64) []int {
	var sets []int
	for ; acc != 0; acc &= acc - 1 {
		sets = append(sets, bits.TrailingZeros64(acc))
	}
	return sets
}
