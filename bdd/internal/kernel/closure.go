package kernel

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// A saturator finds what the steps of relations reach.
type saturator struct {
	operations
	closures []*closure // closures[0] is not used
	keys     uint32     // numbers given to groups and agendas of closures so far
}

// closure is a set of relations.
type closure struct {
	steps []engine.Step
	epoch int // of the order that all below is right for

	groups []group       // the relations by the first level they concern
	stays  []engine.Step // the relations that lead to no other state, which belong to no group
	key    uint32        // of the first group in the cache; the others follow

	first   *agenda            // of whole sets
	agendas map[string]*agenda // by what they are about
}

// group holds the relations whose first level is level.
type group struct {
	level uint32
	steps []engine.Step
}

// NewClosure implements engine.Saturator.
func (k *saturator) NewClosure(steps []engine.Step) engine.Closure {
	if len(k.closures) == 0 {
		k.closures = make([]*closure, 1)
	}
	k.closures = append(k.closures, &closure{steps: slices.Clone(steps), epoch: -1})
	return engine.Closure(len(k.closures) - 1)
}

// DropClosure implements engine.Saturator.
func (k *saturator) DropClosure(c engine.Closure) { k.closures[c] = nil }

// renumber begins anew with the numbers of groups and agendas, which the cache forgets.
func (k *saturator) renumber() {
	k.forgetAll()
	k.keys = 0
	k.epoch++
}

// regroup sorts the relations by the first level that they or their frames concern.
func (c *closure) regroup(k *saturator) {
	c.epoch = k.epoch
	byLevel := make([][]engine.Step, len(k.varAt))
	c.groups, c.stays = nil, nil
	for _, st := range c.steps {
		f := &k.frames[st.Frame]
		if f.last < 0 {
			c.stays = append(c.stays, st)
			continue
		}
		level := min(f.next[0], f.top[k.nodes[st.Relation].level])
		byLevel[level] = append(byLevel[level], st)
	}
	for level, steps := range byLevel {
		if len(steps) > 0 {
			c.groups = append(c.groups, group{uint32(level), steps})
		}
	}
	c.key = k.keys
	k.keys += uint32(len(c.groups))
	c.agendas = map[string]*agenda{}
	c.first = c.agendaOf(k, 0, 0, nil)
}

// An agenda is what a closure does with the part of a set that lies below some nodes: the cofactors
// of the closure's relations there.
//
// A relation that changes a variable is divided at its level. The parts that leave the variable as
// it is become steps of the agendas for the two cofactors of the set. Only the parts that change
// the variable lead from one cofactor to the other. A counter of n bits is then closed bit by bit,
// and not value by value (S. Brand, T. Bäck, A. Laarman, "A Decision Diagram Operation for
// Reachability", FM 2023, doi:10.1007/978-3-031-27481-7_29, with one relation). A relation that
// reads a variable and does not change it is taken as a whole at its level, as in saturation:
// agendas would multiply.
type agenda struct {
	level uint32        // the first that a step concerns
	key   uint32        // in the cache
	steps []engine.Step // parts of relations, over the levels from level on
	next  int           // the first group of the closure whose relations are whole
	// The rest is known once expanded.
	expanded bool
	whole    []engine.Step    // taken at level as they are
	below    [2]*agenda       // where the variable keeps the value 0, or 1; nil if nothing is left
	across   [2][]engine.Step // below level: where the variable changes from 0 to 1, and from 1 to 0
}

// agendaOf is the agenda of steps over the levels from a level on and of the groups from one on, nil
// if none of them can lead to another state.
func (c *closure) agendaOf(k *saturator, from uint32, next int, steps []engine.Step) *agenda {
	steps = slices.DeleteFunc(steps, func(st engine.Step) bool {
		return st.Relation == 0 || k.frames[st.Frame].last < int(from)
	})
	slices.SortFunc(steps, func(x, y engine.Step) int {
		return cmp.Or(cmp.Compare(x.Frame, y.Frame), cmp.Compare(x.Relation, y.Relation))
	})
	steps = slices.Compact(steps)
	level := ^uint32(0)
	if next < len(c.groups) {
		level = c.groups[next].level
	} else if len(steps) == 0 {
		return nil
	}
	for _, st := range steps {
		f := &k.frames[st.Frame]
		level = min(level, f.next[from], f.top[k.nodes[st.Relation].level])
	}
	key := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+8*len(steps)), level) // decides next
	for _, st := range steps {
		key = binary.LittleEndian.AppendUint64(key, uint64(st.Frame)<<32|uint64(st.Relation))
	}
	a := c.agendas[string(key)]
	if a == nil {
		a = &agenda{level: level, key: k.keys, steps: steps, next: next}
		k.keys++
		c.agendas[string(key)] = a
	}
	return a
}

// expand divides the steps of an agenda at its level.
func (c *closure) expand(k *saturator, a *agenda) {
	if a.expanded {
		return
	}
	a.expanded = true
	var below [2][]engine.Step
	steps, next := a.steps, a.next
	if next < len(c.groups) && c.groups[next].level == a.level {
		steps, next = slices.Concat(steps, c.groups[next].steps), next+1
	}
	for _, st := range steps {
		f := &k.frames[st.Frame]
		first := min(f.next[a.level], f.top[k.nodes[st.Relation].level])
		switch {
		case first > a.level:
			below[0], below[1] = append(below[0], st), append(below[1], st)
		case !f.changed[a.level] || len(c.agendas) >= k.at.Agendas:
			a.whole = append(a.whole, st)
		default:
			r0, r1 := k.cofactors(st.Relation, a.level)
			r00, r01 := k.cofactors(r0, a.level+1)
			r10, r11 := k.cofactors(r1, a.level+1)
			part := func(list *[]engine.Step, r Ref) {
				*list = append(*list, engine.Step{Frame: st.Frame, Relation: r})
			}
			part(&below[0], r00)
			part(&below[1], r11)
			part(&a.across[0], r01)
			part(&a.across[1], r10)
		}
	}
	for i, steps := range below {
		a.below[i] = c.agendaOf(k, a.level+1, next, steps)
	}
}
