package shortest

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// A goal is what a lasso of the product is to satisfy: its run of the automaton is accepting, each
// condition of justice holds again and again, and, of each pair of compassion, the second if the
// first does. All of that are marks on arcs: a bit for each acceptance set, for each condition of
// justice, and two for each pair.
type goal struct {
	aut        *ltol.Automaton
	justice    []*ltol.Formula
	compassion [][2]*ltol.Formula
	// decided marks the states in which all continuations are accepted; nil if there are none, or they
	// are not asked for.
	decided []bool
	// lassos tells that lassos are looked for, which do not come to a state that decides.
	lassos bool

	edges map[place][]edge
	// alone tells of places whether the state alone decides there, whatever step leaves it.
	alone map[place]bool
}

// A place is a letter that is read in a state of the automaton, an edge one that it allows.
type place struct{ letter, at int32 }

type edge struct {
	to    int32
	marks uint64
}

// maxMarks is how many marks a goal may have: with a node they fit into a word.
const maxMarks = 32

func (g *goal) sets() int { return g.aut.Acceptance + len(g.justice) }

func (g *goal) fits() bool { return g.sets()+2*len(g.compassion) <= maxMarks }

// atoms are those that the marks and the edges depend on.
func (g *goal) atoms() (out []ltol.Atom) {
	out = append(out, g.aut.Atoms()...)
	for _, f := range g.justice {
		out = append(out, f.Atoms()...)
	}
	for _, pair := range g.compassion {
		out = append(out, append(pair[0].Atoms(), pair[1].Atoms()...)...)
	}
	return out
}

// atomsOf are the atoms of some goals, in their order.
func atomsOf(goals []*goal) (out []ltol.Atom) {
	for _, g := range goals {
		out = append(out, g.atoms()...)
	}
	slices.SortFunc(out, ltol.Atom.Compare)
	return slices.CompactFunc(out, func(a, b ltol.Atom) bool { return a == b })
}

// accepts reports whether arcs with these marks together, taken again and again, meet the goal.
func (g *goal) accepts(marks uint64) bool {
	if !g.candidate(marks) {
		return false
	}
	for i := range g.compassion {
		if pair := marks >> (g.sets() + 2*i) & 3; pair == 1 {
			return false
		}
	}
	return true
}

// candidate reports whether a component with these marks may hold a lasso that meets the goal.
func (g *goal) candidate(marks uint64) bool {
	all := uint64(1)<<g.sets() - 1
	return marks&all == all
}

// reads lists the edges of a state of the automaton on a letter.
func (g *goal) reads(s *states, letter, at int32) []edge {
	p := place{letter, at}
	out, known := g.edges[p]
	if known {
		return out
	}
	holds := func(a ltol.Atom) bool { return s.holds(letter, a) }
	var also uint64
	mark := func(f *ltol.Formula, bit int) {
		if is, err := ltol.Holds(f, func(f *ltol.Formula) (bool, error) { return holds(f.Atom()), nil }); err == nil && is {
			also |= 1 << bit
		}
	}
	for i, f := range g.justice {
		mark(f, g.aut.Acceptance+i)
	}
	for i, pair := range g.compassion {
		mark(pair[0], g.sets()+2*i)
		mark(pair[1], g.sets()+2*i+1)
	}
	for _, e := range g.aut.States[at] {
		if e.Guard.Eval(holds) {
			out = append(out, edge{int32(e.To), e.Acc | also})
		}
	}
	if g.edges == nil {
		g.edges = map[place][]edge{}
	}
	g.edges[p] = out
	return out
}

// decides reports whether the state of a letter alone decides in a state of the automaton: whatever
// the atoms about the step are, there is an edge into a state that decides.
func (g *goal) decides(s *states, letter, at int32) bool {
	p := place{letter, at}
	out, known := g.alone[p]
	if known {
		return out
	}
	var guards []ltol.Guard
	for _, e := range g.aut.States[at] {
		if g.decided[e.To] {
			guards = append(guards, e.Guard)
		}
	}
	out = s.someHolds(letter, guards, map[ltol.Atom]bool{})
	if g.alone == nil {
		g.alone = map[place]bool{}
	}
	g.alone[p] = out
	return out
}

// someHolds reports whether some of the guards holds in the state of a letter, whatever the values
// are of atoms about the step that have none yet.
func (s *states) someHolds(letter int32, guards []ltol.Guard, values map[ltol.Atom]bool) bool {
	var open []ltol.Guard
	for _, g := range guards {
		s.meter.arc()
		a, then, otherwise, more := g.Decide()
		for ; more; a, then, otherwise, more = g.Decide() {
			value, known := values[a]
			if a.Kind == ltol.State {
				value, known = s.holds(letter, a), true
			}
			if !known {
				break
			}
			if g = otherwise; value {
				g = then
			}
		}
		if g.IsTrue() {
			return true
		}
		if more {
			open = append(open, g)
		}
	}
	if len(open) == 0 {
		return false
	}
	a, _, _, _ := open[0].Decide()
	defer delete(values, a)
	for _, values[a] = range []bool{false, true} {
		if !s.someHolds(letter, open, values) {
			return false
		}
	}
	return true
}

// goalsOf are goals for a formula: a computation that satisfies it and the conditions meets one of
// them, as a prefix after which the formula is true on every continuation, or as a lasso.
func goalsOf(ctx context.Context, f *ltol.Formula, fair []*ltol.Formula, o ltol.Options) (out []*goal, err error) {
	goals, err := alternatives(ctx, f, o)
	if err != nil || len(fair) == 0 {
		return goals, err
	}
	others := false
	for _, g := range goals {
		others = others || g.lassos
		if g.lassos = false; g.decided != nil {
			out = append(out, g)
		}
	}
	if !others {
		return out, nil
	}
	rest, err := lassos(ctx, ltol.And(append([]*ltol.Formula{f}, fair...)...), o)
	return append(out, rest...), err
}

// lassos are goals for a formula that look for lassos alone.
func lassos(ctx context.Context, f *ltol.Formula, o ltol.Options) ([]*goal, error) {
	goals, err := alternatives(ctx, f, o)
	for _, g := range goals {
		g.decided, g.lassos = nil, true
	}
	return goals, err
}

// alternatives are goals, one of which a computation meets if and only if it satisfies a formula.
// One with conditions has no prefixes that decide.
func alternatives(ctx context.Context, f *ltol.Formula, o ltol.Options) (out []*goal, err error) {
	split, err := ltol.Alternatives(ctx, f, o)
	if err != nil {
		return nil, err
	}
	for _, a := range split {
		aut, err := ltol.Translate(ctx, a.Core, o)
		if err != nil {
			return nil, err
		}
		g := &goal{aut: aut, justice: a.Justice, compassion: a.Compassion}
		if !g.fits() {
			return nil, ltol.ErrTooLarge
		}
		if g.classify(); g.lassos || g.decided != nil {
			out = append(out, g)
		}
	}
	return out, nil
}

// classify says which states of the automaton decide, and whether there are other accepting runs.
func (g *goal) classify() {
	conditions := len(g.justice)+len(g.compassion) > 0
	for _, c := range g.aut.SCCs() {
		if c.Strength == ltol.Terminal && !conditions {
			if g.decided == nil {
				g.decided = make([]bool, len(g.aut.States))
			}
			for _, q := range c.States {
				g.decided[q] = true
			}
			continue
		}
		g.lassos = g.lassos || c.Strength >= ltol.Terminal
	}
}
