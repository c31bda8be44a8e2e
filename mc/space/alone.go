package space

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// turns is the game of a coalition, a tree of choices with interactions at its ends, in which the
// coalition's receives are told apart.
type turns struct {
	recipe    *Recipe
	coalition []int
	list      []*symbolic.Interaction
	keep      *bdd.Calculator // holds what the table keeps
	root      *chooser
	decisions []Decision
	possible  Plan
	choosers  []*chooser        // by decision, the last that it is made in
	cells     [][]bdd.Node      // by decision, once they are asked for
	within    bdd.Node          // where the game is played
	stuck     bdd.Node          // those of its states without a step
	several   map[*chooser]bool // whether ends are ambiguous, as far as that was asked
	alone     map[bool]*alone
}

// A branch is taken with an option of each of some decisions.
type branch struct {
	picks []pick
	next  *chooser
}

// A chooser is where the coalition or the others choose one of several branches; without branches
// the interaction decides.
type chooser struct {
	ours     bool
	branches []branch
	able     bdd.Node // where there is something to choose
	end      *symbolic.Interaction
}

// alone are the ends of a tree of choices that one side decides: in no state in which the game is
// played has the other side more than one option where it chooses on the way there.
type alone struct {
	ends    map[*chooser]bool
	closure *bdd.Closure // of their interactions
	all     bool         // no other end can be reached
}

// upTo are the ends that are up to the coalition, or to the others.
func (t *turns) upTo(c *bdd.Calculator, coalition bool) *alone {
	if a := t.alone[coalition]; a != nil {
		return a
	}
	a := &alone{ends: map[*chooser]bool{}, all: true}
	var relations []*bdd.Relation
	var walk func(ch *chooser)
	walk = func(ch *chooser) {
		if ch.end != nil {
			if coalition && t.ambiguous(c, ch) {
				a.all = false
				return
			}
			a.ends[ch] = true
			relations = append(relations, ch.end.Relation)
			return
		}
		for i, b := range ch.branches {
			switch {
			case !t.happens(c, b.next.able):
			case ch.ours != coalition && t.contended(c, ch, i):
				a.all = false
			default:
				walk(b.next)
			}
		}
	}
	walk(t.root)
	a.closure = t.recipe.Manager().NewClosure(relations...)
	if c.Err() != nil {
		a.closure.Release() // it lacks relations; nothing more is computed
		return a
	}
	if t.alone == nil {
		t.alone = map[bool]*alone{}
	}
	t.alone[coalition] = a
	return a
}

// contended reports whether a branch is possible together with another one in some state in which
// the game is played. Branches are compared two by two, as the union of many is large where the
// states around it are not looked at.
func (t *turns) contended(c *bdd.Calculator, ch *chooser, i int) bool {
	for k, b := range ch.branches {
		if k != i && t.happens(c, c.And(b.next.able, ch.branches[i].next.able)) {
			return true
		}
	}
	return false
}

// happens reports whether a set has a state in which the game is played.
func (t *turns) happens(c *bdd.Calculator, set bdd.Node) bool {
	if set == bdd.False {
		return false
	}
	apart, err := c.Disjoint(set, t.within)
	return err != nil || !apart
}

// ambiguous reports whether some state in which the game is played has two successors by steps of
// one interaction, the end of the tree that is given, as where a participant that does not belong
// to the coalition has two receives for one message.
func (t *turns) ambiguous(c *bdd.Calculator, end *chooser) bool {
	if several, known := t.several[end]; known {
		return several
	}
	man, r, twice := t.recipe.Manager(), end.end.Relation, bdd.False
	for _, v := range r.Changed() {
		others := slices.DeleteFunc(slices.Clone(r.Changed()), func(w bdd.VarID) bool { return w == v })
		values := man.VarSet(bdd.Next, others...).Exists(c, r.Trans())
		one := bdd.False
		for code := range man.Layout().Size(v) {
			with := c.Cofactor(values, v, bdd.Next, code)
			twice = c.Or(twice, c.And(one, with))
			one = c.Or(one, with)
		}
	}
	several := t.happens(c, twice)
	if c.Err() == nil {
		t.several[end] = several
	}
	return several
}

func (t *turns) Decides(c *bdd.Calculator, coalition bool) bool {
	return t.upTo(c, coalition).all && c.Err() == nil
}
