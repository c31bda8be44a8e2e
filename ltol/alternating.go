package ltol

import (
	"context"
	"io"
	"slices"
	"strings"
)

// Alternating is an alternating Büchi automaton with acceptance on transitions. A run is a tree.
// Each branch starts at the initial state. At every position it follows one edge, to all targets of
// this edge. The run is accepting if every branch takes infinitely many edges that are not late.
// The automaton is very weak: the only cycles are edges from a state to itself, and every late edge
// is such an edge.
//
// It is the automaton of P001 Thm 4, built from the simplified formula, with acceptance on edges
// instead of states. A state φ1 U φ2 has late edges, which it takes as long as φ2 is not reached.
// The accepting states φ1 R φ2 of the paper have no late edges here. G F φ is one state. Its late
// edges are those that do not start φ.
type Alternating struct {
	States []AlternatingState // state 0 is initial
	table  *guardTable
}

// AlternatingState is an obligation, with the edges that fulfil it.
type AlternatingState struct {
	Formula *Formula
	Edges   []AlternatingEdge
}

// AlternatingEdge is one way to fulfil an obligation. It is possible on the letters that satisfy
// the guard. From the next position on, all obligations in To must be fulfilled; if To is empty,
// there are none. The guard may have past-step atoms.
type AlternatingEdge struct {
	Guard Guard
	To    []int // in increasing order
	Late  bool
}

// Alternate gives the alternating automaton of f. Errors are those of Translate.
func Alternate(ctx context.Context, f *Formula, o Options) (*Alternating, error) {
	o, c, x, err := obligationOf(ctx, f, o)
	if err != nil {
		return nil, err
	}
	e := newExpander(ctx, c, x, o)
	b := &Alternating{table: e.table}
	number := map[ob]int{x: 0}
	order := []ob{x}
	for i := 0; i < len(order); i++ {
		if err := e.check(); err != nil {
			return nil, err
		}
		state := AlternatingState{Formula: c.decode(order[i])}
		for _, t := range e.waiting(order[i]) {
			edge := AlternatingEdge{Guard: Guard{e.table, t.guard}, Late: len(t.late) > 0}
			for _, y := range t.next {
				if _, ok := number[y]; !ok {
					number[y] = len(order)
					order = append(order, y)
				}
				edge.To = append(edge.To, number[y])
			}
			slices.Sort(edge.To)
			state.Edges = append(state.Edges, edge)
		}
		b.States = append(b.States, state)
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	return b, nil
}

// waiting is δ(x) in which only x itself is ever late: that others are is for their own states to
// say.
func (e *expander) waiting(x ob) []term {
	ts := slices.Clone(e.expand(x))
	for i, t := range ts {
		ts[i].late = nil
		if t.late.has(x) {
			ts[i].late = obset{x}
		}
	}
	return e.normal(ts)
}

// Edges is the number of edges.
func (b *Alternating) Edges() int {
	n := 0
	for _, s := range b.States {
		n += len(s.Edges)
	}
	return n
}

// WriteText writes the automaton as text: a line of counts, then each state with its formula, and
// its edges, one on each line, with their guards and targets. It ends with the context. Errors are
// those of w and of the context.
func (b *Alternating) WriteText(ctx context.Context, w io.Writer, n Notation) error {
	p := &pen{ctx: ctx, w: w}
	p.printf("alternating automaton: %s, %s\n", counted(len(b.States), "state"), counted(b.Edges(), "edge"))
	p.printf("initial: 0\n")
	for q, s := range b.States {
		if p.err != nil {
			return p.err
		}
		p.printf("state %d: %s\n", q, s.Formula.Format(n))
		for _, e := range s.Edges {
			to, late := "nothing", ""
			if len(e.To) > 0 {
				to = numbers(e.To, " & ")
			}
			if e.Late {
				late = " late"
			}
			p.printf("  %s -> %s%s\n", e.Guard.Format(n), to, late)
		}
	}
	return p.err
}

// String is the text of WriteText with the default names.
func (b *Alternating) String() string {
	var out strings.Builder
	_ = b.WriteText(context.Background(), &out, Notation{}) // which never fails
	return out.String()
}
