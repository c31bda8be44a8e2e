package kernel

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// A saturator finds what the steps of relations reach.
type saturator struct {
	operations
	closures    []*closure // closures[0] is not used
	closureKeys uint32     // numbers given to groups of closures so far
}

// closure is a set of relations, grouped by the first level they concern.
type closure struct {
	steps  []engine.Step
	key    uint32 // of the first group in the cache; the others follow
	epoch  int    // of the order that groups is right for
	groups []group
	// identity: among the relations is True with an empty frame, which belongs to no level.
	identity bool
}

// group holds the relations whose first level is level.
type group struct {
	level uint32
	steps []engine.Step
}

// NewClosure implements engine.Saturator. The cache tells groups of closures apart by numbers that
// are never used again.
func (k *saturator) NewClosure(steps []engine.Step) engine.Closure {
	if len(k.closures) == 0 {
		k.closures = make([]*closure, 1)
	}
	k.closures = append(k.closures, &closure{steps: slices.Clone(steps), key: k.closureKeys, epoch: -1})
	k.closureKeys += uint32(len(steps))
	return engine.Closure(len(k.closures) - 1)
}

// DropClosure implements engine.Saturator.
func (k *saturator) DropClosure(c engine.Closure) { k.closures[c] = nil }

// stepping is one call of Saturate or StepAll.
type stepping struct {
	k          *saturator
	c          *closure
	opSaturate uint32
	opStep     uint32
	backward   bool
}

// startSteps begins to work with a closure.
func (k *saturator) startSteps(id engine.Closure, backward bool) (*stepping, error) {
	c := k.closures[id]
	if int(c.key)+len(c.steps) > maxPrepared {
		return nil, fmt.Errorf("kernel: more than %d relations in closures", maxPrepared)
	}
	if c.epoch != k.epoch {
		c.regroup(k)
	}
	s := &stepping{k, c, opSaturate, opStepAll, backward}
	if backward {
		s.opSaturate, s.opStep = opSaturateBack, opStepAllBack
	}
	return s, nil
}

// regroup sorts the relations by the first level that they or their frames concern.
func (c *closure) regroup(k *saturator) {
	c.epoch = k.epoch
	byLevel := make([][]engine.Step, len(k.varAt)+1)
	for _, st := range c.steps {
		f := &k.frames[st.Frame]
		level := min(f.first, f.top[k.nodes[st.Relation].level])
		byLevel[level] = append(byLevel[level], st)
	}
	c.groups = c.groups[:0]
	for level, steps := range byLevel[:len(k.varAt)] {
		if len(steps) > 0 {
			c.groups = append(c.groups, group{uint32(level), steps})
		}
	}
	c.identity = slices.ContainsFunc(byLevel[len(k.varAt)], func(st engine.Step) bool { return st.Relation == engine.True })
}

// close is the least set that holds set and, within the constraint, all successors of its states
// under the groups from g on.
func (s *stepping) close(g int, set, within Ref) Ref {
	if set <= 1 || within == 0 || set == within || g == len(s.c.groups) {
		return set // the whole constraint is closed
	}
	k := s.k
	key := s.opSaturate | (s.c.key + uint32(g))
	h := hashKey(key, set, within)
	if r, ok := k.find(h, key, set, within); ok {
		return r
	}
	k.step()
	base := len(k.guard)
	k.guard = append(k.guard, set, within, 0)
	var r Ref
	gr := &s.c.groups[g]
	if level := min(k.nodes[set].level, k.nodes[within].level); level < gr.level {
		r = s.children(level, g, set, within)
	} else {
		r = s.fire(gr, g, set, within, base+2)
	}
	k.guard = k.guard[:base]
	k.store(h, key, set, within, r)
	if r != set {
		k.store(hashKey(key, r, within), key, r, within, r)
	}
	return r
}

// children closes the cofactors at level under the groups from g on.
func (s *stepping) children(level uint32, g int, set, within Ref) Ref {
	k := s.k
	s0, s1 := k.cofactors(set, level)
	w0, w1 := k.cofactors(within, level)
	base := len(k.guard)
	lo := s.close(g, s0, w0)
	k.guard = append(k.guard, lo)
	hi := s.close(g, s1, w1)
	k.guard = k.guard[:base]
	return k.mk(level, lo, hi)
}

// fire closes set under group g, whose level is the first of set and within, and those after it.
// The place base of k.guard is free.
func (s *stepping) fire(gr *group, g int, set, within Ref, base int) Ref {
	k := s.k
	r := s.children(gr.level, g+1, set, within)
	for {
		k.guard[base] = r
		k.collectInside(s.c.steps)
		next := r
		for _, st := range gr.steps {
			if next == within {
				return next
			}
			next = k.or(next, k.and(s.step(st, next), within))
		}
		if next == r {
			return r
		}
		k.guard[base] = next
		r = s.children(gr.level, g+1, next, within)
	}
}

// step is the image or preimage under one relation.
func (s *stepping) step(st engine.Step, set Ref) Ref {
	f := &s.k.frames[st.Frame]
	if s.backward {
		return s.k.image(f, opPreImage|uint32(st.Frame), true, st.Relation, set)
	}
	return s.k.image(f, opImage|uint32(st.Frame), false, st.Relation, set)
}
