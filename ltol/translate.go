package ltol

import (
	"context"
	"math"
	"slices"
)

// Translate returns an automaton that accepts exactly the words that satisfy f at position 0 (P001
// Cor. 2). The same formula and options give the same automaton.
//
// The error is a *TooLargeError if a limit of the options is reached. It is the error of the
// context if the context ends first.
func Translate(ctx context.Context, f *Formula, o Options) (*Automaton, error) {
	o, c, x, err := obligationOf(ctx, f, o)
	if err != nil {
		return nil, err
	}
	if c.overflow {
		return nil, &TooLargeError{"the formula", "obligations", o.MaxObligations}
	}
	e := newExpander(ctx, c, x, o)
	raw, err := dealternate(e, x, o)
	if err != nil {
		return nil, err
	}
	a, err := raw.automaton(e)
	if err != nil {
		return nil, err
	}
	if a, err = reduce(ctx, a, o); err != nil {
		return nil, err
	}
	if a, err = splitHistories(ctx, a, o); err != nil {
		return nil, err
	}
	if a, err = reduce(ctx, a, o); err != nil {
		return nil, err
	}
	return a.compact(), nil
}

// compact is a with a table that holds what its guards need and nothing else, and cannot grow.
func (a *Automaton) compact() *Automaton {
	b := a.onTable(newGuardTable(a.table.atoms, math.MaxInt))
	b.table.unique, b.table.ite = nil, nil
	return b
}

// onTable is a with its guards copied to the given table, which is over the same atoms.
func (a *Automaton) onTable(t *guardTable) *Automaton {
	b := &Automaton{
		Initial: slices.Clone(a.Initial), States: make([][]Edge, len(a.States)), Acceptance: a.Acceptance,
		Obligations: slices.Clone(a.Obligations), table: t,
	}
	copied := map[ref]ref{}
	for q, edges := range a.States {
		for _, e := range edges {
			guard := Guard{t, t.copyFrom(a.table, e.Guard.root, copied)}
			b.States[q] = append(b.States[q], Edge{e.To, guard, e.Acc})
		}
	}
	return b
}

// Degeneralize returns a plain Büchi automaton for the language of a. It has one acceptance set,
// which is still a set of edges. If a has one set, the result is a. If a has none, the result is a
// with one set that has every edge.
//
// There is a copy of a state for every level k. Level k says: since the last accepting edge, the
// sets before the k-th one were met. An edge can meet several sets that follow one another. It is
// accepting if all sets are met then (Gastin, Oddoux, CAV 2001, §6). If an edge leaves a component,
// the level restarts, because nothing in the new component depends on it (Babiak, Badie,
// Duret-Lutz, Křetínský, Strejček, "Compositional approach to suspension and other improvements to
// LTL translation", SPIN 2013, doi:10.1007/978-3-642-39176-7_6).
func (a *Automaton) Degeneralize() *Automaton {
	b := a.onTable(newGuardTable(a.table.atoms, math.MaxInt))
	if a.Acceptance == 0 {
		b.Acceptance = 1
		for _, edges := range b.States {
			for i := range edges {
				edges[i].Acc = 1
			}
		}
	}
	if a.Acceptance <= 1 {
		return b.compact()
	}
	d := &degeneralizer{copies: newCopies(b, 1)}
	_, d.component = b.components()
	for _, q := range b.Initial {
		d.to.Initial = append(d.to.Initial, d.state(q, 0))
	}
	for i := 0; i < len(d.order); i++ {
		d.connect(i)
	}
	return d.to.mergeBisimilar().compact()
}
