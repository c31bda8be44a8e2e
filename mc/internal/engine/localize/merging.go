package localize

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A merging says which values of each variable an abstraction tells apart, by the place of the
// variable among those of the space, and by code. It merges all other values of the variable.
type merging [][]bool

// everything tells all values apart.
func everything(sp space.Symbolic) merging {
	m := nothing(sp)
	for _, apart := range m {
		for code := range apart {
			apart[code] = true
		}
	}
	return m
}

// nothing merges all values.
func nothing(sp space.Symbolic) merging {
	layout := sp.Manager().Layout()
	var m merging
	for _, v := range sp.Variables() {
		m = append(m, make([]bool, layout.Size(v)))
	}
	return m
}

// merged lists the codes of a variable that are merged; none where it would be one.
func (m merging) merged(i int) []int {
	var out []int
	for code, apart := range m[i] {
		if !apart {
			out = append(out, code)
		}
	}
	if len(out) == 1 {
		return nil
	}
	return out
}

// An abstraction is a space in which a merging makes states alike.
type abstraction struct {
	space.Symbolic
	merging merging
	hidden  []bdd.VarID // of which all values are merged
	some    []int       // the places of those of which some are
	valid   bdd.Node    // what is valid of the hidden ones
}

// newAbstraction is that of a merging. The calculator must keep what is valid.
func newAbstraction(c *bdd.Calculator, sp space.Symbolic, m merging) *abstraction {
	a := &abstraction{Symbolic: sp, merging: m}
	var valid []bdd.Node
	for i, v := range sp.Variables() {
		switch n := len(m.merged(i)); {
		case n == 0:
		case n == len(m[i]):
			a.hidden, valid = append(a.hidden, v), append(valid, v.Valid(c, bdd.Current))
		default:
			a.some = append(a.some, i)
		}
	}
	a.valid = c.AndAll(valid...)
	return a
}

// spread is a set with everything that differs from one of it only in merged values of a copy of
// the variables.
//
// It leaves out what is valid of variables of which all values are merged: they are not in the
// relations of an abstraction any more.
func (a *abstraction) spread(c *bdd.Calculator, set bdd.Node, copy bdd.Copy) bdd.Node {
	man := a.Manager()
	set = man.VarSet(copy, a.hidden...).Exists(c, set)
	mentioned := map[bdd.VarID]bool{}
	if len(a.some) > 0 {
		for _, bit := range man.Support(set) {
			mentioned[bit.Var] = mentioned[bit.Var] || bit.Copy == copy
		}
	}
	for _, i := range a.some {
		v := a.Variables()[i]
		if !mentioned[v] {
			continue
		}
		merged := v.OneOf(c, copy, a.merging.merged(i)...)
		any := man.VarSet(copy, v).Exists(c, c.And(set, merged))
		set = c.Or(c.Diff(set, merged), c.And(any, merged))
	}
	return set
}

// states is the set of states that are alike to one of a set.
func (a *abstraction) states(c *bdd.Calculator, set bdd.Node) bdd.Node {
	return c.And(a.spread(c, set, bdd.Current), a.valid)
}

// relation is the steps from a state that is alike to one from which a move steps, to one that is
// alike to where it leads; nil if the move keeps its relation in parts.
func (a *abstraction) relation(c *bdd.Calculator, m space.Move) *bdd.Relation {
	r := m.Relation()
	if r == nil {
		return nil
	}
	trans := a.spread(c, a.spread(c, r.Trans(), bdd.Current), bdd.Next)
	changed := slices.DeleteFunc(slices.Clone(r.Changed()), func(v bdd.VarID) bool { return slices.Contains(a.hidden, v) })
	out, err := c.NewRelation(trans, changed)
	c.Fail(err)
	return out
}
