package words

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/abstract"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// Letters are the space whose states are letters: a variable for each atom, with its value. A step
// has the step atoms of the state that it leaves, and leads to any state.
//
// Methods without a comment of their own are those of [space.Space].
type letters struct {
	abstract.Space
	atoms []ltol.Atom // state and step atoms, in the order of [ltol.Atom.Compare]
}

// newLetters makes the space of the atoms of a formula.
func newLetters(ctx context.Context, f *ltol.Formula, o bdd.Options) (*letters, error) {
	l, layout := &letters{atoms: letterAtoms(f)}, new(bdd.Layout)
	for _, a := range l.atoms {
		l.Codes = append(l.Codes, layout.Add(a.String(), 2))
	}
	var err error
	if l.Diagrams, err = bdd.New(layout, o); err != nil {
		return nil, err
	}
	l.Of, l.Start = [][]bdd.VarID{l.Codes}, bdd.True
	l.Name = func(v bdd.VarID, code int) (name, value string) { return fmt.Sprint(v), fmt.Sprint(code) }
	l.Set = func(sc *bdd.Scope, id int) (bdd.Node, error) { return l.is(sc, ltol.State, id) }
	l.Split = func(context.Context, []int) ([]space.Move, error) { return l.Steps, nil }
	c := l.Diagrams.Calculator(ctx)
	defer c.Close()
	l.Steps = []space.Move{l.NewMove(c, bdd.True, l.Codes, nil, nil)}
	return l, c.Err()
}

// position is where an atom is in the letters.
func (l *letters) position(kind ltol.AtomKind, id int) int {
	return slices.Index(l.atoms, ltol.Atom{ID: id, Kind: kind})
}

// is is the set of states in which an atom is true.
func (l *letters) is(sc *bdd.Scope, kind ltol.AtomKind, id int) (bdd.Node, error) {
	c := sc.Calculator()
	return c.Result(c.Eq(l.Codes[l.position(kind, id)], bdd.Current, 1))
}

func (l *letters) StepProposition(sc *bdd.Scope, id int, _ space.Move) (bdd.Node, error) {
	return l.is(sc, ltol.Step, id)
}

func (l *letters) StepHolds(_ context.Context, id int, s space.State, _ space.Step) (bool, error) {
	return s.([]int)[l.position(ltol.Step, id)] == 1, nil
}

func (l *letters) Successors(ctx context.Context, s space.State) iter.Seq2[space.Transition, error] {
	return l.Into(ctx, s, bdd.True)
}

// Into is a step to one state of the set: there are too many for all.
func (l *letters) Into(ctx context.Context, _ space.State, set bdd.Node) iter.Seq2[space.Transition, error] {
	return func(yield func(space.Transition, error) bool) {
		if next, ok := l.Pick(set); ok {
			yield(space.Transition{Step: l.Steps[0], Next: next}, ctx.Err())
		}
	}
}

func (l *letters) Leads(context.Context, space.State, space.Step, space.State) (bool, error) {
	return true, nil
}

// word is the word of a lasso of letters.
func (l *letters) word(states []space.State, loop int) *ltol.Word {
	return wordOf(l.atoms, len(states), loop, func(i, k int) bool { return states[i].([]int)[k] == 1 })
}
