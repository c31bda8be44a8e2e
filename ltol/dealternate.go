package ltol

import "encoding/binary"

// rawAutomaton is the result of dealternate: states are sets of obligations, edges say what they
// put off.
type rawAutomaton struct {
	owed  []obset
	edges [][]rawEdge
}

type rawEdge struct {
	to    int
	guard ref
	late  obset
}

// dealternate turns the alternating automaton into a nondeterministic one: a state is the set of
// obligations owed, a transition meets them all at once. An obligation is put off forever if every
// edge from some point on is late with it, so it gives one acceptance set: the edges that are not
// late with it (Gastin, Oddoux, CAV 2001, §5; the sets of "promises not made" of Couvreur,
// "On-the-fly verification of linear temporal logic", FM 1999, doi:10.1007/3-540-48119-2_16). State
// 0 is initial. States with the same transitions are one state, as in Gastin and Oddoux.
func dealternate(e *expander, x ob, o Options) (*rawAutomaton, error) {
	b := &rawBuilder{expander: e, stateOf: map[string]int{}, byEdges: map[string]int{}}
	b.state(e.conjuncts(x))
	edges := 0
	for q := 0; q < len(b.owed); q++ {
		if err := e.check(); err != nil {
			return nil, err
		}
		terms := e.expandAll(b.owed[q])
		key := keyOfTerms(terms)
		if same, ok := b.byEdges[key]; ok {
			b.same[q] = same
			continue
		}
		b.byEdges[key] = q
		for _, t := range terms {
			b.edges[q] = append(b.edges[q], rawEdge{b.state(t.next), t.guard, t.late})
		}
		if edges += len(terms); edges > o.MaxEdges {
			return nil, &TooLargeError{"the Büchi automaton", "edges", o.MaxEdges}
		}
		if len(b.owed) > o.MaxStates {
			return nil, &TooLargeError{"the Büchi automaton", "states", o.MaxStates}
		}
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	return b.finish(), nil
}

type rawBuilder struct {
	*expander
	owed    []obset
	edges   [][]rawEdge
	same    []int // the state that stands for this one
	stateOf map[string]int
	byEdges map[string]int
}

// state is the number of the state that owes s.
func (b *rawBuilder) state(s obset) int {
	key := string(appendSet(nil, s))
	if q, ok := b.stateOf[key]; ok {
		return q
	}
	q := len(b.owed)
	b.stateOf[key] = q
	b.owed = append(b.owed, s)
	b.edges = append(b.edges, nil)
	b.same = append(b.same, q)
	return q
}

func appendSet(key []byte, s obset) []byte {
	key = binary.AppendUvarint(key, uint64(len(s)))
	for _, x := range s {
		key = binary.AppendUvarint(key, uint64(x))
	}
	return key
}

func keyOfTerms(ts []term) string {
	var key []byte
	for _, t := range ts {
		key = binary.AppendUvarint(key, uint64(t.guard))
		key = appendSet(appendSet(key, t.next), t.late)
	}
	return string(key)
}

// finish leads every edge to the state that stands for its target, and drops the others.
func (b *rawBuilder) finish() *rawAutomaton {
	number := make([]int, len(b.owed))
	a := &rawAutomaton{}
	for q, s := range b.owed {
		if b.same[q] == q {
			number[q] = len(a.owed)
			a.owed = append(a.owed, s)
			a.edges = append(a.edges, b.edges[q])
		}
	}
	for _, edges := range a.edges {
		for i := range edges {
			edges[i].to = number[b.same[edges[i].to]]
		}
	}
	return a
}

// automaton gives every obligation that is put off somewhere an acceptance set of its component.
func (r *rawAutomaton) automaton(e *expander) (*Automaton, error) {
	a := &Automaton{Initial: []int{0}, States: make([][]Edge, len(r.owed)), table: e.table}
	late := make([][]obset, len(r.owed))
	for q, edges := range r.edges {
		a.Obligations = append(a.Obligations, e.formulas(r.owed[q]))
		for _, edge := range edges {
			a.States[q] = append(a.States[q], Edge{To: edge.to, Guard: Guard{e.table, edge.guard}})
			late[q] = append(late[q], edge.late)
		}
	}
	return a, a.assignAcceptance(func(q, i int) obset { return late[q][i] })
}
