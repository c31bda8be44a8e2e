package search

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// Bits are the variables of a tableau: owed tell of its obligations whether they are kept, past of
// the step propositions of Pasts whether they are true of the step that entered the state.
type bits struct {
	sys        *System // whose steps are taken
	tableau    *ltol.Tableau
	dead       bdd.Node // the states of the system that stutter
	owed, past []bdd.VarID
	all        []bdd.VarID
	steps      []int // the step propositions of the tableau
}

// An owingState is a state of the system with the code of each bit.
type owingState struct {
	state space.State
	bits  string
}

func (b *bits) base() space.Space { return b.sys.space }

func (b *bits) manager() *bdd.Manager { return b.sys.space.Manager() }

// findSteps lists the step propositions that the tableau reads.
func (b *bits) findSteps() {
	b.steps = slices.Clone(b.tableau.Pasts)
	read := slices.Clone(b.tableau.Conditions)
	for _, x := range b.tableau.Obligations {
		read = append(read, x.Rule)
	}
	for _, f := range read {
		for _, a := range f.Atoms() {
			if a.Kind == ltol.Step {
				b.steps = append(b.steps, a.ID)
			}
		}
	}
	slices.Sort(b.steps)
	b.steps = slices.Compact(b.steps)
}

// variable is the bit of an atom about obligations or the step before.
func (b *bits) variable(a ltol.Atom) (bdd.VarID, bool) {
	switch a.Kind {
	case ltol.Owed:
		return b.owed[a.ID], true
	case ltol.PastStep:
		return b.past[slices.Index(b.tableau.Pasts, a.ID)], true
	}
	return 0, false
}

// atFirst is the set of values that bits may have at position 0.
func (b *bits) atFirst(c *bdd.Calculator) bdd.Node {
	out := bdd.True
	for _, q := range b.tableau.Initial {
		out = c.And(out, c.Eq(b.owed[q], bdd.Current, 1))
	}
	for _, h := range b.past {
		out = c.And(out, c.Eq(h, bdd.Current, 0))
	}
	return out
}

// without is the set of states of the system that have some bits in a set.
func (b *bits) without(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return b.manager().VarSet(bdd.Current, b.all...).Exists(c, set)
}

// place gives the tableau its bits. A bit stands below the variables that its rule reads, so that
// what an agent has done, and what is owed of it, are together. Bits of an earlier formula that
// stand there are used again. The moves are refined for the tableau.
func (b *bits) place(t *task, moves []space.Move) {
	var list []bdd.NewBit
	used := map[string]int{}
	for _, vars := range b.below(t, moves) {
		place := fmt.Sprint(vars)
		used[place]++
		list = append(list, bdd.NewBit{Name: fmt.Sprintf("owed %d below %s", used[place], place), Below: vars})
	}
	if b.all = t.extend(list); !t.failed() {
		b.owed, b.past = b.all[:len(b.tableau.Obligations)], b.all[len(b.tableau.Obligations):]
	}
}

// extend makes bits, unless there are some with these names, and returns their variables.
func (t *task) extend(list []bdd.NewBit) (vars []bdd.VarID) {
	if !t.failed() {
		_, err := t.man.Extend(slices.DeleteFunc(slices.Clone(list), func(b bdd.NewBit) bool {
			_, known := t.man.Layout().Lookup(b.Name)
			return known
		})...)
		t.fail(err)
	}
	for _, b := range list {
		v, _ := t.man.Layout().Lookup(b.Name)
		vars = append(vars, v)
	}
	return vars
}

// below lists for each bit the variables that it stands below: those of the atoms of its rule, or
// if there are none, those of the obligations that the rule names.
func (b *bits) below(t *task, moves []space.Move) [][]bdd.VarID {
	n := len(b.tableau.Obligations)
	out := make([][]bdd.VarID, n, n+len(b.tableau.Pasts))
	for q := n - 1; q >= 0; q-- { // rules name later obligations
		var named []bdd.VarID
		for _, a := range b.tableau.Obligations[q].Rule.Atoms() {
			if a.Kind == ltol.Owed {
				named = append(named, out[a.ID]...)
			} else {
				out[q] = append(out[q], b.read(t, moves, a)...)
			}
		}
		if len(out[q]) == 0 {
			out[q] = named
		}
		slices.Sort(out[q])
		out[q] = slices.Compact(out[q])
	}
	for _, id := range b.tableau.Pasts {
		out = append(out, b.read(t, moves, ltol.Atom{ID: id, Kind: ltol.Step}))
	}
	return out
}

// read lists the variables that a state atom reads, or that the first move which satisfies a step
// atom changes.
func (b *bits) read(t *task, moves []space.Move, a ltol.Atom) (vars []bdd.VarID) {
	c := t.open()
	defer t.close(c)
	if a.Kind == ltol.State {
		for _, bit := range b.manager().Support(c.Take(b.sys.stateSet(c.Scope(), a.ID, b.dead))) {
			vars = append(vars, bit.Var)
		}
		return vars
	}
	for _, m := range moves {
		if n := c.Take(b.base().StepProposition(c.Scope(), a.ID, m)); n != bdd.False && m.Relation() != nil {
			return slices.Clone(m.Relation().Changed())
		}
	}
	return nil
}
