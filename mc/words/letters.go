package words

import (
	"context"
	"iter"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// Letters are the space whose states are letters: a state is a string with the value of each atom,
// 0 or 1. A step has the step atoms of the state that it leaves, and leads to any state.
//
// Methods without a comment of their own are those of [space.Space].
type letters struct {
	manager *bdd.Manager
	atoms   []ltol.Atom // state and step atoms, in the order of [ltol.Atom.Compare]
	vars    []bdd.VarID // by atom
	any     move
}

var _ space.Space = (*letters)(nil)

// newLetters makes the space of the atoms of a formula.
func newLetters(ctx context.Context, f *ltol.Formula, o bdd.Options) (*letters, error) {
	l, layout := &letters{atoms: letterAtoms(f)}, new(bdd.Layout)
	for _, a := range l.atoms {
		l.vars = append(l.vars, layout.Add(a.String(), 2))
	}
	var err error
	if l.manager, err = bdd.New(layout, o); err != nil {
		return nil, err
	}
	l.any.relation, err = l.manager.NewRelation(bdd.True, l.vars)
	return l, err
}

func (l *letters) Manager() *bdd.Manager { return l.manager }

func (l *letters) Init() bdd.Node { return bdd.True }

func (l *letters) Variables() []bdd.VarID { return l.vars }

func (l *letters) VariablesOf(int) []bdd.VarID { return l.vars }

func (l *letters) Agents() int { return 1 }

func (l *letters) Moves() []space.Move { return []space.Move{&l.any} }

func (l *letters) Refine(context.Context, []int) ([]space.Move, error) { return l.Moves(), nil }

func (l *letters) Discard([]space.Move) {}

// is is the set of states in which an atom is true.
func (l *letters) is(sc *bdd.Scope, a ltol.Atom) (bdd.Node, error) {
	c := sc.Calculator()
	return c.Result(c.Eq(l.vars[slices.Index(l.atoms, a)], bdd.Current, 1))
}

func (l *letters) StateProposition(sc *bdd.Scope, id int) (bdd.Node, error) {
	return l.is(sc, ltol.Atom{ID: id, Kind: ltol.State})
}

func (l *letters) AsksForDeadlock(int) bool { return false }

func (l *letters) StepProposition(sc *bdd.Scope, id int, _ space.Move) (bdd.Node, error) {
	return l.is(sc, ltol.Atom{ID: id, Kind: ltol.Step})
}

func (l *letters) Deadlock(context.Context) (bdd.Node, error) { return bdd.False, nil }

func (l *letters) Count(set bdd.Node) *big.Int { return l.manager.Count(set, l.vars) }

func (l *letters) Pick(set bdd.Node) (space.State, bool) {
	codes, ok := l.manager.Pick(set, l.vars)
	state := make([]byte, len(codes))
	for i, code := range codes {
		state[i] = byte(code)
	}
	return string(state), ok
}

func (l *letters) StateSet(sc *bdd.Scope, s space.State) (bdd.Node, error) {
	c, out := sc.Calculator(), bdd.True
	for i, v := range slices.Backward(l.vars) {
		out = c.And(out, c.Eq(v, bdd.Current, int(s.(string)[i])))
	}
	return c.Result(out)
}

func (l *letters) Key(s space.State) string { return s.(string) }

func (l *letters) Successors(ctx context.Context, s space.State) iter.Seq2[space.Transition, error] {
	return l.Into(ctx, s, bdd.True)
}

// Into is a step to one state of the set: there are too many for all.
func (l *letters) Into(ctx context.Context, _ space.State, set bdd.Node) iter.Seq2[space.Transition, error] {
	return func(yield func(space.Transition, error) bool) {
		if next, ok := l.Pick(set); ok {
			yield(space.Transition{Step: &l.any, Next: next}, ctx.Err())
		}
	}
}

func (l *letters) Leads(context.Context, space.State, space.Step, space.State) (bool, error) {
	return true, nil
}

func (l *letters) IsStutter(space.Step) bool { return false }

// holds is the value of an atom in a state.
func (l *letters) holds(s space.State, a ltol.Atom) (bool, error) {
	return s.(string)[slices.Index(l.atoms, a)] == 1, nil
}

func (l *letters) StateHolds(id int, s space.State) (bool, error) {
	return l.holds(s, ltol.Atom{ID: id, Kind: ltol.State})
}

func (l *letters) StepHolds(_ context.Context, id int, s space.State, _ space.Step) (bool, error) {
	return l.holds(s, ltol.Atom{ID: id, Kind: ltol.Step})
}

func (l *letters) Initial(space.State) bool { return true }

func (l *letters) Local(_ int, s space.State) string { return s.(string) }

func (l *letters) StateString(s space.State) string {
	w := l.word([]space.State{s}, 0)
	return w.String()
}

// word is the word of a lasso of letters.
func (l *letters) word(states []space.State, loop int) *ltol.Word {
	return wordOf(l.atoms, len(states), loop, func(i, k int) bool { return states[i].(string)[k] == 1 })
}

// A move leads from every state to every state.
type move struct{ relation *bdd.Relation }

func (m *move) Enabled() bdd.Node { return bdd.True }

func (m *move) Relation() *bdd.Relation { return m.relation }

func (m *move) Image(c *bdd.Calculator, set bdd.Node) bdd.Node { return c.Image(m.relation, set) }

func (m *move) PreImage(c *bdd.Calculator, set bdd.Node) bdd.Node { return c.PreImage(m.relation, set) }

func (m *move) Changed() []int { return []int{0} }

func (m *move) Is(other space.Move) bool { return m == other }

func (m *move) Refines(base space.Move) bool { return m == base }

func (m *move) Has(context.Context, space.State, space.Step) (bool, error) { return true, nil }
