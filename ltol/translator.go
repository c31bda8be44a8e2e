package ltol

import (
	"context"
	"slices"
)

// A Translator translates formulas and keeps their automata. It uses them again for formulas that
// differ only in the identifiers of atoms, such as the conjuncts of a property about each agent.
// The zero value is ready for use. It is not safe for concurrent use.
type Translator struct {
	known map[uint64][]translation // by the hashes of formulas
	edges int                      // of the automata
}

// rememberedEdges is the number of edges of automata after which those that are known are
// forgotten.
const rememberedEdges = 1 << 18

// A translation is of a formula whose atoms are ranks.
type translation struct {
	formula   *Formula
	options   Options
	automaton *Automaton
}

// Translate is the function [Translate].
func (t *Translator) Translate(ctx context.Context, f *Formula, o Options) (*Automaton, error) {
	if err := constructible(ctx, f, o); err != nil {
		return nil, err
	}
	rank, back := ranks(f.Atoms())
	f = f.MapAtoms(rank)
	for _, k := range t.known[f.hash] {
		if k.options == o && k.formula.Equal(f) {
			return k.automaton.mapAtoms(back), nil
		}
	}
	a, err := Translate(ctx, f, o)
	if err != nil {
		return nil, err
	}
	if t.edges += a.Edges(); t.known == nil || t.edges > rememberedEdges {
		t.known, t.edges = map[uint64][]translation{}, a.Edges()
	}
	t.known[f.hash] = append(t.known[f.hash], translation{f, o, a})
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
