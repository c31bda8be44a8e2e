package words

import (
	"context"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// An alphabet is the system whose state is nothing and whose steps are letters: each atom is a
// choice. Its propositions are the atoms, by position.
type alphabet struct {
	*circuit.Step
	atoms []ltol.Atom // state and step atoms
}

func newAlphabet(f *ltol.Formula) *alphabet {
	a := &alphabet{&circuit.Step{Graph: circuit.NewGraph(), Init: circuit.True, Possible: circuit.True}, letterAtoms(f)}
	for range a.atoms {
		a.Choices = append(a.Choices, a.Input())
	}
	return a
}

// Names are none: there is no state.
func (a *alphabet) Names() []string { return nil }

func (a *alphabet) ChoiceName(i int) string { return a.atoms[i].String() }

func (a *alphabet) Proposition(id int) (circuit.Lit, error) { return a.Choices[id], nil }

// Telling are none: nobody asks which step is taken.
func (a *alphabet) Telling() []circuit.Lit { return nil }

// numbered is a formula with the propositions in place of its atoms.
func (a *alphabet) numbered(f *ltol.Formula) *ltol.Formula {
	return f.MapAtoms(func(x ltol.Atom) ltol.Atom {
		id, _ := slices.BinarySearchFunc(a.atoms, letterAtom(x), ltol.Atom.Compare)
		return ltol.Atom{ID: id, Kind: x.Kind}
	})
}

// lasso looks for a short word that satisfies f, until the work for each node of the circuit comes to
// a limit. It does not simplify f, which can take longer. The result is nil if even the beginnings of
// words contradict f. If neither is found, the error wraps [ltol.ErrTooLarge].
func lasso(ctx context.Context, f *ltol.Formula, limit int, o ltol.Options) (*ltol.Word, error) {
	a := newAlphabet(f)
	m := bounded.NewMachine(a, nil)
	o.Plain = true
	goal, err := m.Tableau(ctx, "formula", []*ltol.Formula{ltol.Not(a.numbered(f))}, bounded.Fairness{Rest: ltol.True()}, o)
	if err != nil {
		return nil, err
	}
	s := bounded.NewSearch(m, goal)
	s.Leaps = true
	for limit *= m.Len(); s.Work() <= limit; {
		run, done, err := s.Next(ctx, math.MaxInt, min(s.Work()+slice, limit))
		if run != nil {
			return wordOf(a.atoms, len(run.Steps), run.Loop, func(i, k int) bool { return run.Steps[i](a.Choices[k]) }), nil
		}
		if done || err != nil {
			return nil, err
		}
	}
	return nil, ltol.ErrTooLarge
}

// slice is the work between two looks at the context.
const slice = 100_000

// letterAtom is the atom of a letter that an atom reads: a past-step atom reads the step atom of the
// letter before.
func letterAtom(a ltol.Atom) ltol.Atom { return ltol.Atom{ID: a.ID, Kind: min(a.Kind, ltol.Step)} }

// letterAtoms are the atoms that letters have values of, in the order of [ltol.Atom.Compare].
func letterAtoms(f *ltol.Formula) []ltol.Atom { return f.MapAtoms(letterAtom).Atoms() }

// wordOf is the word in which a letter has an atom, both given by position, where is is true.
func wordOf(atoms []ltol.Atom, letters, loop int, is func(letter, atom int) bool) *ltol.Word {
	w := &ltol.Word{Loop: loop}
	for i := range letters {
		cube := ltol.Cube{}
		for k, a := range atoms {
			cube = append(cube, ltol.Literal{Atom: a, Negated: !is(i, k)})
		}
		w.Letters = append(w.Letters, cube)
	}
	return w
}
