package ltol

import (
	"context"
	"fmt"
	"io"
	"strings"
)

// WriteDOT writes the automaton as a directed graph in Graphviz's language. A state shows its
// number and the formulas its words satisfy, an edge its guard and acceptance sets. It ends with
// the context. Errors are those of w and of the context.
func (a *Automaton) WriteDOT(ctx context.Context, to io.Writer, n Notation) error {
	w := newDOT(ctx, to)
	for _, q := range a.Initial {
		w.initial(q)
	}
	for q, edges := range a.States {
		if w.err != nil {
			return w.err
		}
		w.node(q, And(a.Obligations[q]...).Format(n))
		for _, e := range edges {
			w.edge(fmt.Sprint(q), fmt.Sprint(e.To), e.Guard.Format(n)+accText(e.Acc), "")
		}
	}
	return w.done()
}

// WriteDOT writes the automaton as a directed graph in the language of Graphviz. An edge to several
// states forks at a point. An edge without targets ends at a point. Late edges are dashed. It ends
// with the context. Errors are those of w and of the context.
func (b *Alternating) WriteDOT(ctx context.Context, to io.Writer, n Notation) error {
	w := newDOT(ctx, to)
	w.initial(0)
	for q, s := range b.States {
		if w.err != nil {
			return w.err
		}
		w.node(q, s.Formula.Format(n))
		for i, e := range s.Edges {
			style := ""
			if e.Late {
				style = "style=dashed"
			}
			if len(e.To) == 1 {
				w.edge(fmt.Sprint(q), fmt.Sprint(e.To[0]), e.Guard.Format(n), style)
				continue
			}
			fork := fmt.Sprintf("fork%d_%d", q, i)
			w.printf("  %s [shape=point, label=\"\"];\n", fork)
			w.edge(fmt.Sprint(q), fork, e.Guard.Format(n), style)
			for _, to := range e.To {
				w.edge(fork, fmt.Sprint(to), "", style)
			}
		}
	}
	return w.done()
}

type dotWriter struct{ pen }

func newDOT(ctx context.Context, to io.Writer) *dotWriter {
	w := &dotWriter{pen{ctx: ctx, w: to}}
	w.printf("digraph automaton {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n")
	return w
}

func (w *dotWriter) done() error {
	w.printf("}\n")
	return w.err
}

func (w *dotWriter) initial(q int) {
	w.printf("  start%d [shape=point, label=\"\"];\n  start%d -> %d;\n", q, q, q)
}

func (w *dotWriter) node(q int, text string) {
	w.printf("  %d [label=%s];\n", q, dotString(fmt.Sprintf("%d\n%s", q, text)))
}

func (w *dotWriter) edge(from, to, label, style string) {
	var attributes []string
	if label != "" {
		attributes = append(attributes, "label="+dotString(label))
	}
	if style != "" {
		attributes = append(attributes, style)
	}
	w.printf("  %s -> %s [%s];\n", from, to, strings.Join(attributes, ", "))
}

// dotString quotes a text: quotes and backslashes get a backslash, line ends become those of the
// language.
func dotString(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
