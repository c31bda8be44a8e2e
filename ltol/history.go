package ltol

import (
	"context"
	"encoding/binary"
	"slices"
)

// splitHistories gives an automaton for the same language whose guards have no past-step atoms.
//
// What a state's edges may do depends on the step that entered the state. So a state is split into
// one copy for each way in which the past atoms leave its edges, and the edges into a copy demand
// of the step they read that it puts the next state there: the past atom of a position is the step
// atom of the one before it. At position 0 no past atom holds. The copies of a state exclude each
// other, so a deterministic automaton stays deterministic, and no other part of a product has to
// remember steps.
func splitHistories(ctx context.Context, a *Automaton, o Options) (*Automaton, error) {
	past := a.table.pastLevels()
	if past == 0 {
		return a, nil
	}
	s := &splitter{copies: newCopies(a, a.Acceptance), past: past, split: make([][]history, len(a.States))}
	for _, q := range a.Initial {
		s.to.Initial = append(s.to.Initial, s.state(q, s.initialCopy(q)))
	}
	slices.Sort(s.to.Initial)
	s.to.Initial = slices.Compact(s.to.Initial)
	edges := 0
	for i := 0; i < len(s.order); i++ {
		s.connect(i)
		if edges += len(s.to.States[i]); edges > o.MaxEdges {
			return nil, &TooLargeError{"the history of the Büchi automaton", "edges", o.MaxEdges}
		}
		if len(s.order) > o.MaxStates {
			return nil, &TooLargeError{"the history of the Büchi automaton", "states", o.MaxStates}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if a.table.overflow {
			return nil, &TooLargeError{"the history of the Büchi automaton", "decision nodes", a.table.limit}
		}
	}
	return s.to, nil
}

type splitter struct {
	copies
	past  int32       // levels above this one are of past atoms
	split [][]history // the copies by state of from, once computed
}

// history is one copy of a state: the condition on the step that enters it, over step atoms, and
// the guards of its edges without past-step atoms, in the order of the edges.
type history struct {
	entering ref
	guards   []ref
}

// histories are the copies of q.
func (s *splitter) histories(q int) []history {
	if s.split[q] == nil {
		guards := mapped(s.from.States[q], func(e Edge) ref { return e.Guard.root })
		s.split[q] = s.divide(guards, map[string][]history{})
	}
	return s.split[q]
}

// divide follows the decisions on past atoms that the guards share.
func (s *splitter) divide(guards []ref, done map[string][]history) []history {
	t := s.from.table
	level := s.past
	for _, g := range guards {
		level = min(level, t.level(g))
	}
	if level == s.past {
		return []history{{always, guards}}
	}
	key := keyOfGuards(guards)
	if hs, ok := done[key]; ok {
		return hs
	}
	happened := t.literal(Literal{Atom: Atom{t.atoms[level].ID, Step}})
	var hs []history
	at := map[string]int{}
	for _, value := range []bool{false, true} {
		condition := happened
		if !value {
			condition = t.not(happened)
		}
		for _, h := range s.divide(t.cofactors(guards, level, value), done) {
			entering := t.and(condition, h.entering)
			k := keyOfGuards(h.guards)
			if i, ok := at[k]; ok {
				hs[i].entering = t.or(hs[i].entering, entering)
			} else {
				at[k] = len(hs)
				hs = append(hs, history{entering, h.guards})
			}
		}
	}
	done[key] = hs
	return hs
}

// cofactors are the guards where the atom at the given level, no deeper than any of their tops, has
// the value.
func (t *guardTable) cofactors(guards []ref, level int32, value bool) []ref {
	return mapped(guards, func(g ref) ref { return t.cofactor(g, level, value) })
}

func keyOfGuards(guards []ref) string {
	var key []byte
	for _, g := range guards {
		key = binary.AppendUvarint(key, uint64(g))
	}
	return string(key)
}

// initialCopy is the copy of q for position 0, where no past atom holds.
func (s *splitter) initialCopy(q int) int {
	guards := mapped(s.from.States[q], func(e Edge) ref {
		g := e.Guard.root
		for s.from.table.level(g) < s.past {
			g = s.from.table.nodes[g].low
		}
		return g
	})
	return slices.IndexFunc(s.histories(q), func(h history) bool { return slices.Equal(h.guards, guards) })
}

// connect makes the edges of state i.
func (s *splitter) connect(i int) {
	from := s.order[i]
	h := s.histories(from.q)[from.copy]
	var edges []Edge
	for k, e := range s.from.States[from.q] {
		if h.guards[k] == never {
			continue
		}
		for j, target := range s.histories(e.To) {
			if g := s.to.table.and(h.guards[k], target.entering); g != never {
				edges = append(edges, Edge{s.state(e.To, j), Guard{s.to.table, g}, e.Acc})
			}
		}
	}
	s.to.States[i] = s.to.table.joinEdges(edges)
}
