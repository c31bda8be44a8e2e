package bdd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// ErrCannotReorder says that the manager's engine keeps the order it was made with.
var ErrCannotReorder = errors.New("the engine cannot reorder variables")

// Reorder looks for an order of the bits in which the valid nodes need less room, by moving one
// group after the other through all places; a bit's current and next copy stay together, and so do
// the variables of a block of Options.Blocks. Valid nodes keep their meaning. It repeats that as
// long as a pass gains a twentieth of the nodes. The error is ErrCannotReorder, ErrMemoryLimit or
// the context's; the manager is as usable as before, in a valid order, after any of them.
func (m *Manager) Reorder(ctx context.Context) error {
	if err := m.usable(); err != nil {
		return fail("reordering", err)
	}
	if ctx == nil {
		return fail("reordering", misuse("Reorder was given no context"))
	}
	r, ok := m.eng.(engine.Reorderer)
	if !ok {
		return fail("reordering", ErrCannotReorder)
	}
	if err := m.eng.Collect(ctx, m.roots); err != nil {
		return fail("reordering", err)
	}
	for {
		before := m.eng.Stats().Nodes
		if err := r.Reorder(ctx, m.roots); err != nil {
			return fail("reordering", err)
		}
		if m.eng.Stats().Nodes > before-before/20-1 {
			return nil
		}
	}
}

// SetAutoReorder says whether operations may reorder by themselves: before they start when the
// nodes that survive collections have multiplied, and in their midst when they make very many
// nodes, in which case they are repeated in the new order. It has no effect on engines which cannot
// reorder. The order changes at points which depend on nothing but the operations done.
func (m *Manager) SetAutoReorder(on bool) {
	m.must("SetAutoReorder")
	m.reorderAlone(on)
}

// reorderAlone lets operations reorder, or no longer.
func (m *store) reorderAlone(on bool) {
	r, ok := m.eng.(engine.Reorderer)
	if !ok {
		return
	}
	m.auto = nil
	if on {
		m.auto = r
	}
	r.StopToReorder(on)
}

// Order lists the bits from the top of the diagram: "NAME" where all bits of a variable follow one
// another, the most significant first, else "NAME[I]" for the bit of value 2^I. A next copy follows
// its current copy and is not mentioned. Variables that [Manager.Extend] has added are left out.
// Options.Order takes such a list.
func (m *Manager) Order() []string {
	m.must("Order")
	owner := m.owners()
	var order []string
	for level := 0; level < m.eng.NumVars(); {
		b := owner[m.eng.VarAt(level)]
		if int(b.Var) >= m.declared {
			level++
			continue
		}
		if vars := m.layout.placed(b.Var); b.Copy == Current && b.Index == 0 && m.follow(level, vars) {
			order = append(order, m.layout.Name(b.Var))
			level += len(vars)
			continue
		}
		if b.Copy == Current {
			order = append(order, bitToken(m.layout.Name(b.Var), m.layout.Bits(b.Var)-1-b.Index))
		}
		level++
	}
	return order
}

func bitToken(name string, place int) string { return name + "[" + strconv.Itoa(place) + "]" }

// follow says whether vars are found from a level on.
func (m *store) follow(level int, vars []engine.Var) bool {
	for i, v := range vars {
		if m.eng.Level(v) != level+i {
			return false
		}
	}
	return true
}

// placed lists all bits of a variable as they stand when they are together.
func (l *Layout) placed(v VarID) []engine.Var {
	var vars []engine.Var
	for i := range l.vars[v].copies[Current] {
		vars = append(vars, l.placedBit(v, i)...)
	}
	return vars
}

// placedBit lists the copies of one bit, 0 being the most significant.
func (l *Layout) placedBit(v VarID, index int) []engine.Var {
	x := &l.vars[v]
	if x.single {
		return []engine.Var{x.copies[Current][index]}
	}
	return []engine.Var{x.copies[Current][index], x.copies[Next][index]}
}

// parseOrder turns a list of names of variables and bits into an order of all bits. What the list
// does not mention follows in the order of declaration.
func (l *Layout) parseOrder(tokens []string) ([]engine.Var, error) {
	order := make([]engine.Var, 0, l.bits)
	placed := make([]bool, l.bits)
	for _, token := range tokens {
		vars, err := l.parseToken(token)
		if err != nil {
			return nil, err
		}
		for _, v := range vars {
			if placed[v] {
				return nil, fmt.Errorf("order: %q is listed twice", token)
			}
			placed[v] = true
			order = append(order, v)
		}
	}
	for v := range l.vars {
		for _, b := range l.placed(VarID(v)) {
			if !placed[b] {
				order = append(order, b)
			}
		}
	}
	return order, nil
}

// parseToken finds the bits of one name, or of all variables whose names are this name, a dot and
// something else.
func (l *Layout) parseToken(token string) ([]engine.Var, error) {
	if v, ok := l.byName[token]; ok {
		return l.placed(v), nil
	}
	open := strings.LastIndexByte(token, '[')
	if open < 0 || !strings.HasSuffix(token, "]") {
		var group []engine.Var
		found := false
		for v := range l.vars {
			if strings.HasPrefix(l.vars[v].name, token+".") {
				group, found = append(group, l.placed(VarID(v))...), true
			}
		}
		if !found { // variables of one value have no bits
			return nil, fmt.Errorf("order: no variable %q", token)
		}
		return group, nil
	}
	v, ok := l.byName[token[:open]]
	if !ok {
		return nil, fmt.Errorf("order: no variable %q", token[:open])
	}
	place, err := strconv.Atoi(token[open+1 : len(token)-1])
	if err != nil || place < 0 || place >= l.Bits(v) {
		return nil, fmt.Errorf("order: variable %q has %d bits, no %s", token[:open], l.Bits(v), token[open:])
	}
	return l.placedBit(v, l.Bits(v)-1-place), nil
}

// parseBlocks turns blocks of variables into blocks of bits.
func (l *Layout) parseBlocks(blocks [][]VarID) ([][]engine.Var, error) {
	var all [][]engine.Var
	var seen []VarID
	for _, block := range blocks {
		var vars []engine.Var
		for _, v := range block {
			if v < 0 || int(v) >= len(l.vars) {
				return nil, fmt.Errorf("block: no variable %d in a layout of %d", v, len(l.vars))
			}
			if slices.Contains(seen, v) {
				return nil, fmt.Errorf("block: variable %q is listed twice", l.Name(v))
			}
			seen = append(seen, v)
			vars = append(vars, l.placed(v)...)
		}
		all = append(all, vars)
	}
	return all, nil
}
