package ltol

import (
	"context"
	"errors"
)

// Buchi gives a plain Büchi automaton, with one acceptance set of edges, for the same language, by
// the construction of Miyano and Hayashi ("Alternating finite automata on ω-words", Theoretical
// Computer Science 32, 1984, doi:10.1016/0304-3975(84)90049-5), on which P001 Cor. 2 rests:
//
//	a state is a pair (S, O) of the obligations S owed and those O ⊆ S that come of nothing but late
//	edges since the last accepting edge; an edge chooses one edge for every member of S; it is accepting
//	if O gets empty, and O is S again.
//
// It departs from the paper in that edges are accepting, not states. Past-step atoms are gone, as
// in Translate, which makes smaller automata; this one is to compare them with, and for those who
// want what the papers have.
func (b *Alternating) Buchi(ctx context.Context, o Options) (*Automaton, error) {
	if err := errors.Join(b.usable(), constructible(ctx, trueFormula, o)); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	m := &miyanoHayashi{
		from:   b,
		ctx:    ctx,
		limits: o,
		copied: map[ref]ref{},
		number: map[string]int{},
		to:     &Automaton{Initial: []int{0}, Acceptance: 1, table: newGuardTable(b.table.atoms, o.MaxGuardNodes)},
	}
	m.state(breakpoint{owed: obset{0}, pending: obset{0}})
	for i := 0; i < len(m.order); i++ {
		if err := m.connect(i); err != nil {
			return nil, err
		}
	}
	a, err := splitHistories(ctx, m.to.reachable(), o)
	if err != nil {
		return nil, err
	}
	return a.compact(), nil
}

// breakpoint is a pair (S, O) of sets of states of the alternating automaton.
type breakpoint struct{ owed, pending obset }

type miyanoHayashi struct {
	from   *Alternating
	ctx    context.Context
	limits Options
	to     *Automaton
	copied map[ref]ref
	number map[string]int
	order  []breakpoint
}

func (m *miyanoHayashi) state(b breakpoint) int {
	key := string(appendSet(appendSet(nil, b.owed), b.pending))
	if i, ok := m.number[key]; ok {
		return i
	}
	i := len(m.order)
	m.number[key] = i
	m.order = append(m.order, b)
	m.to.States = append(m.to.States, nil)
	formulas := make([]*Formula, len(b.owed))
	for j, q := range b.owed {
		formulas[j] = m.from.States[q].Formula
	}
	m.to.Obligations = append(m.to.Obligations, formulas)
	return i
}

// choice is a choice of edges for some of the members of S.
type choice struct {
	guard ref
	next  breakpoint
}

// connect makes the edges of state i.
func (m *miyanoHayashi) connect(i int) error {
	from := m.order[i]
	choices := []choice{{guard: always}}
	for _, q := range from.owed {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		choices = m.choose(choices, int(q), from.pending.has(q))
		if len(choices) > m.limits.MaxEdges {
			return &TooLargeError{"the breakpoint construction", "edges", m.limits.MaxEdges}
		}
	}
	var edges []Edge
	for _, c := range choices {
		acc := uint64(0)
		if len(c.next.pending) == 0 {
			acc, c.next.pending = 1, c.next.owed
		}
		edges = append(edges, Edge{m.state(c.next), Guard{m.to.table, c.guard}, acc})
	}
	m.to.States[i] = m.to.table.joinEdges(edges)
	switch {
	case len(m.order) > m.limits.MaxStates:
		return &TooLargeError{"the breakpoint construction", "states", m.limits.MaxStates}
	case m.to.table.overflow:
		return &TooLargeError{"the breakpoint construction", "decision nodes", m.to.table.limit}
	}
	return nil
}

// choose extends the choices by one for q. Choices that lead to the same sets become one.
func (m *miyanoHayashi) choose(choices []choice, q int, pending bool) []choice {
	var extended []choice
	at := map[string]int{}
	for _, c := range choices {
		for _, e := range m.from.States[q].Edges {
			guard := m.to.table.and(c.guard, m.to.table.copyFrom(m.from.table, e.Guard.root, m.copied))
			if guard == never {
				continue
			}
			targets := make(obset, len(e.To))
			for i, to := range e.To {
				targets[i] = ob(to)
			}
			next := breakpoint{c.next.owed.union(targets), c.next.pending}
			if pending && e.Late {
				next.pending = next.pending.union(targets)
			}
			key := string(appendSet(appendSet(nil, next.owed), next.pending))
			if i, ok := at[key]; ok {
				extended[i].guard = m.to.table.or(extended[i].guard, guard)
			} else {
				at[key] = len(extended)
				extended = append(extended, choice{guard, next})
			}
		}
	}
	return extended
}

// usable says what keeps the automaton from being looked into.
func (b *Alternating) usable() error {
	if b == nil || b.table == nil {
		return misuse("the alternating automaton is nil, or was not made by Alternate")
	}
	return nil
}
