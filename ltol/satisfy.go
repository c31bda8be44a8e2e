package ltol

import (
	"context"
	"errors"
	"slices"
	"strings"
)

// Word is an ultimately periodic word: the letters from Loop on repeat forever. A letter gives the
// values of some state atoms and step atoms. The other atoms can have any value.
type Word struct {
	Letters []Cube // at least one
	Loop    int    // 0 ≤ Loop < len(Letters)
}

// Lasso is a computation with this word, to evaluate formulas on it (see Eval). Atoms that have no
// value in a letter are false.
func (w *Word) Lasso() Lasso {
	holds := func(position int, a Atom) bool { return slices.Contains(w.Letters[position], Literal{Atom: a}) }
	return Lasso{
		Length: len(w.Letters), Loop: w.Loop,
		State: func(position, id int) bool { return holds(position, Atom{id, State}) },
		Step:  func(position, id int) bool { return holds(position, Atom{id, Step}) },
	}
}

// Format writes the letters in order, and those that repeat in braces: "s0; cycle{!s0 & e1; true}".
// For a nil word it writes "none".
func (w *Word) Format(n Notation) string {
	if w == nil {
		return "none"
	}
	letters := mapped(w.Letters, func(c Cube) string { return c.formula().Format(n) })
	loop := "cycle{" + strings.Join(letters[w.Loop:], "; ") + "}"
	return strings.Join(append(letters[:w.Loop:w.Loop], loop), "; ")
}

// String is Format with the default names.
func (w *Word) String() string { return w.Format(Notation{}) }

// Satisfiable returns a word that satisfies f at position 0, or nil if there is none (P001 Thm 5).
// The atoms are independent of each other. If they are not, for example because two observations
// exclude each other, the caller adds this condition to f as a conjunct.
//
// Errors are those of Translate. With an error, nothing is known.
func Satisfiable(ctx context.Context, f *Formula, o Options) (*Word, error) {
	alternatives, err := Alternatives(ctx, f, o)
	if err != nil {
		return nil, err
	}
	for _, a := range alternatives {
		if len(a.Justice)+len(a.Compassion) == 0 {
			continue
		}
		// Where conditions of fairness come true all at once, again and again, their automaton is
		// small.
		all := slices.Clone(a.Justice)
		for _, c := range a.Compassion {
			all = append(all, c[1])
		}
		strong := And(a.Core, Globally(Finally(And(all...))))
		if w, err := wordOf(ctx, strong, f, o); w != nil || err != nil {
			return w, err
		}
	}
	return wordOf(ctx, f, f, o)
}

// wordOf gives a word that satisfies strong, which implies f; nil if there is none.
func wordOf(ctx context.Context, strong, f *Formula, o Options) (*Word, error) {
	a, err := Translate(ctx, strong, o)
	if err != nil {
		return nil, err
	}
	w := a.Word()
	if w == nil {
		return nil, nil
	}
	if holds, err := Eval(f, w.Lasso()); err != nil || !holds {
		return nil, errors.Join(errWitness, err)
	}
	return w, nil
}

var errWitness = errors.New("ltol: internal error: the automaton accepts a word that does not satisfy its formula")

// Word returns a word that the automaton accepts, or nil if it accepts none. The word has a
// shortest path to a component with accepting cycles, and then a cycle in this component through
// every acceptance set.
func (a *Automaton) Word() *Word {
	if a == nil {
		panic(errNoAutomaton)
	}
	accepting, component := make([]bool, len(a.States)), make([]int, len(a.States))
	for i, c := range a.SCCs() {
		for _, q := range c.States {
			accepting[q] = c.Strength > Rejecting
			component[q] = i
		}
	}
	root, way := -1, []Edge(nil)
	for _, q := range a.Initial {
		if accepting[q] {
			root = q
			break
		}
	}
	if root < 0 {
		way = a.path(a.Initial, func(Edge) bool { return true }, func(e Edge) bool { return accepting[e.To] })
		if way == nil {
			return nil
		}
		root = way[len(way)-1].To
	}
	w := &Word{Loop: len(way)}
	for _, e := range slices.Concat(way, a.acceptingCycle(root, component)) {
		w.Letters = append(w.Letters, e.Guard.letter())
	}
	return w
}

// acceptingCycle is a cycle of root within its component, which has accepting cycles, through all
// acceptance sets.
func (a *Automaton) acceptingCycle(root int, component []int) []Edge {
	var cycle []Edge
	inside := func(e Edge) bool { return component[e.To] == component[root] }
	at := root
	extend := func(last func(Edge) bool) {
		cycle = append(cycle, a.path([]int{at}, inside, last)...)
		at = cycle[len(cycle)-1].To
	}
	for missing := a.full(); ; {
		for _, e := range cycle {
			missing &^= e.Acc
		}
		if missing == 0 {
			break
		}
		extend(func(e Edge) bool { return e.Acc&missing != 0 })
	}
	if at != root || len(cycle) == 0 {
		extend(func(e Edge) bool { return e.To == root })
	}
	return cycle
}

// path is a shortest path over usable edges from one of the given states that ends with an edge for
// which last holds; nil if there is none. The first such path in the order of states and edges is
// taken.
func (a *Automaton) path(from []int, usable func(Edge) bool, last func(Edge) bool) []Edge {
	type step struct {
		q    int
		back int // index of the step before; -1 at the start
		edge Edge
	}
	var steps []step
	seen := make([]bool, len(a.States))
	for _, q := range from {
		steps = append(steps, step{q: q, back: -1})
		seen[q] = true
	}
	for i := 0; i < len(steps); i++ {
		for _, e := range a.States[steps[i].q] {
			if !usable(e) {
				continue
			}
			if last(e) {
				path := []Edge{e}
				for s := steps[i]; s.back >= 0; s = steps[s.back] {
					path = append(path, s.edge)
				}
				slices.Reverse(path)
				return path
			}
			if !seen[e.To] {
				seen[e.To] = true
				steps = append(steps, step{e.To, i, e})
			}
		}
	}
	return nil
}

// letter is one cube of the guard, which is not false: at each decision an atom is false if it can
// be.
func (g Guard) letter() Cube {
	c := Cube{}
	for {
		a, then, otherwise, ok := g.Decide()
		switch {
		case !ok:
			slices.SortFunc(c, func(x, y Literal) int { return x.Atom.Compare(y.Atom) })
			return c
		case otherwise.isFalse():
			c, g = append(c, Literal{Atom: a}), then
		default:
			c, g = append(c, Literal{a, true}), otherwise
		}
	}
}
