package ltol

import (
	"cmp"
	"context"
	"slices"
)

// A Translator translates formulas and remembers their automata, for others that differ from them in
// the identifiers of atoms only, as the conjuncts of a property about each of many agents do. The
// zero value is ready for use. It is not safe for concurrent use.
type Translator struct {
	shapes map[shapeNode]int
	known  map[request]*Automaton // over atoms that are ranks
}

// A shapeNode is a formula with the list of its operands as rest, or, where first is not zero, such
// a list: the number of an operand and the list of those after it.
type shapeNode struct {
	op          Op
	atom        Atom
	first, rest int
}

type request struct {
	shape   int
	options Options
}

// Translate is the function [Translate].
func (t *Translator) Translate(ctx context.Context, f *Formula, o Options) (*Automaton, error) {
	if err := constructible(ctx, f, o); err != nil {
		return nil, err
	}
	rank, back := ranks(f.Atoms())
	key := request{t.shape(f, rank), o}
	a := t.known[key]
	if a == nil {
		var err error
		if a, err = Translate(ctx, f.MapAtoms(rank), o); err != nil {
			return nil, err
		}
		if t.known == nil {
			t.known = map[request]*Automaton{}
		}
		t.known[key] = a
	}
	return a.mapAtoms(back), nil
}

// ranks numbers atoms within their kinds by their identifiers, past steps together with steps, and
// gives the way back. It keeps the order of atoms, so that what is done with formulas is alike.
func ranks(atoms []Atom) (rank, back func(Atom) Atom) {
	var ids [2][]int // of states and of steps
	of := func(a Atom) *[]int { return &ids[min(a.Kind, Step)] }
	for _, a := range atoms {
		*of(a) = append(*of(a), a.ID)
	}
	for i := range ids {
		slices.Sort(ids[i])
		ids[i] = slices.Compact(ids[i])
	}
	rank = func(a Atom) Atom {
		n, _ := slices.BinarySearch(*of(a), a.ID)
		return Atom{n, a.Kind}
	}
	return rank, func(a Atom) Atom { return Atom{(*of(a))[a.ID], a.Kind} }
}

// shape numbers formulas: two have the same number if they are equal once their atoms are renamed.
func (t *Translator) shape(f *Formula, rename func(Atom) Atom) int {
	if t.shapes == nil {
		t.shapes = map[shapeNode]int{}
	}
	number := func(n shapeNode) int {
		id := cmp.Or(t.shapes[n], len(t.shapes)+1)
		t.shapes[n] = id
		return id
	}
	return Fold(f, func(f *Formula, args []int) int {
		n := shapeNode{op: f.op}
		if f.readsAtom() {
			n.atom = rename(f.atom)
		}
		for _, arg := range slices.Backward(args) {
			n.rest = number(shapeNode{n.op, n.atom, arg, n.rest})
		}
		return number(n)
	})
}

// mapAtoms is a with every atom replaced by what rename gives for it, which keeps their order.
func (a *Automaton) mapAtoms(rename func(Atom) Atom) *Automaton {
	table := *a.table
	table.atoms, table.levels = mapped(a.table.atoms, rename), map[Atom]int32{}
	for i, atom := range table.atoms {
		table.levels[atom] = int32(i)
	}
	b := &Automaton{Initial: a.Initial, Acceptance: a.Acceptance, table: &table}
	for q, edges := range a.States {
		b.States = append(b.States, mapped(edges, func(e Edge) Edge { return Edge{e.To, Guard{&table, e.Guard.root}, e.Acc} }))
		b.Obligations = append(b.Obligations, mapped(a.Obligations[q], func(f *Formula) *Formula { return f.MapAtoms(rename) }))
	}
	return b
}
