package bdd

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// ErrCannotExtend says that the manager's engine has only the variables it was made with.
var ErrCannotExtend = errors.New("the engine takes no new variables")

// A NewBit is a variable with the codes 0 and 1, for a manager that is in use already. It stands
// directly below the lowest bit of some other variables; at the top if there are none.
type NewBit struct {
	Name  string
	Below []VarID
	// Digit, if it is positive, counts bits of the others from the least significant one: the new bit
	// stands below their bits number Digit, and not below less significant ones. With 1 that is all of
	// a variable. Variables with fewer bits do not count.
	Digit int
}

// Extend adds variables to the manager. It returns them in the order of the list; those of one
// place stand in this order. All nodes, relations and sets of variables keep their meaning. The
// manager gets a layout of its own, so that others with the same layout stay as they are. The cost
// is one pass over all nodes. [Manager.Order] leaves them out. The error is ErrCannotExtend, about
// a name that is used already, or ErrMisuse; the manager is as before then.
func (m *Manager) Extend(bits ...NewBit) ([]VarID, error) {
	if err := m.usable(); err != nil {
		return nil, fail("Extend", err)
	}
	e, ok := m.eng.(engine.Extender)
	if !ok {
		return nil, fail("Extend", ErrCannotExtend)
	}
	if len(bits) == 0 {
		return nil, nil
	}
	layout := m.layout.clone()
	var below [][]engine.Var
	var added []VarID
	for _, b := range bits {
		if err := m.check(Current, b.Below); err != nil {
			return nil, fail("Extend", err)
		}
		var above []engine.Var
		for _, v := range b.Below {
			for _, copy := range m.layout.vars[v].copies {
				above = append(above, copy[:max(0, len(copy)-max(0, b.Digit-1))]...)
			}
		}
		below = append(below, above)
		added = append(added, layout.Add(b.Name, 2))
	}
	if layout.err != nil {
		return nil, layout.err
	}
	for i, p := range e.Extend(below) {
		if x := &layout.vars[added[i]]; x.copies[Current][0] != p.Current || x.copies[Next][0] != p.Next {
			panic(fmt.Sprintf("bdd: the engine numbers new variables %v, not %v", p, x.copies))
		}
		m.valid = append(m.valid, [2]Node{True, True})
	}
	m.layout, m.bits = layout, nil
	return added, nil
}

// clone is a layout that may change.
func (l *Layout) clone() *Layout {
	out := *l
	out.vars, out.byName = slices.Clone(l.vars), maps.Clone(l.byName)
	return &out
}
