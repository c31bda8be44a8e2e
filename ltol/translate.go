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

// atStart is x at position 0, where no past-step atom holds.
func (c *obligations) atStart(x ob) ob {
	switch c.form(x) {
	case formLiteral:
		if l := c.literalOf(x); l.Atom.Kind == PastStep {
			return obFalse ^ x&1
		}
	case formAnd, formOr:
		return c.join(c.form(x), mapped(c.args(x), c.atStart)...)
	}
	return x
}
