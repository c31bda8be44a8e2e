package certificate

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// certain tells whether there is a step from all states of a base in which counted agents are in
// some local states, whatever else is the case. It knows four kinds of such steps.
func (k *counting) certain(b *base, present []int, many []bool) (bool, error) {
	is, s := fixed(k.plain.before, b.values), k.plain
	if sure, err := k.always(b, "alone", s, is, s.free(nil)); sure || err != nil {
		return sure, err
	}
	for _, p := range present {
		class := k.locals[p].class
		slot := s.slot[class]
		there := append(slices.Clone(is), fixed(slot, k.locals[p].values)...)
		if sure, err := k.always(b, fmt.Sprint("one", p), s, there, s.free([]int{k.slots[class]})); sure || err != nil {
			return sure, err
		}
	}
	for _, find := range []func(*base, []int, []bool) (bool, error){k.byPairs, k.byPointers, k.byMulticast} {
		if sure, err := find(b, present, many); sure || err != nil {
			return sure, err
		}
	}
	return false, nil
}

// always tells whether a literal is true wherever some others are; it asks once.
func (k *counting) always(b *base, key string, s *scene, assumed []circuit.Lit, l circuit.Lit) (bool, error) {
	if sure, known := b.sure[key]; known {
		return sure, nil
	}
	sure, err := s.never(append(slices.Clone(assumed), l.Not())...)
	b.sure[key] = sure
	return sure, err
}

// byPairs looks for two counted agents that can surely do a step.
func (k *counting) byPairs(b *base, present []int, many []bool) (bool, error) {
	for i, p := range present {
		for _, q := range present[i:] {
			if p == q && !many[i] {
				continue
			}
			s := k.one[k.locals[p].class]
			free := s.free([]int{s.added[0], k.slots[k.locals[q].class]})
			if sure, err := k.always(b, fmt.Sprint("two", p, " ", q), s, s.two(b, p, q), free); sure || err != nil {
				return sure, err
			}
		}
	}
	return false, nil
}

// byPointers looks for a single or tracked agent that has a symbol of some counted agent, where a
// step is possible whichever agent that is.
func (k *counting) byPointers(b *base, present []int, _ []bool) (bool, error) {
	s := k.plain
	for i, x := range s.before {
		for class, slot := range k.slots {
			at := slices.Index(k.Family.Private(k.Outside[class]), b.values[i])
			if at < 0 || x.holds == nil {
				continue
			}
			sure := true
			for _, p := range present {
				if k.locals[p].class != class || !sure {
					continue
				}
				assumed := append(fixed(s.before, b.values), fixed(s.slot[class], k.locals[p].values)...)
				assumed = append(assumed, x.holds[k.Family.Private(slot)[at]])
				var err error
				if sure, err = k.always(b, fmt.Sprint("pointer", i, " ", p), s, assumed, s.free([]int{slot})); err != nil {
					return false, err
				}
			}
			if sure {
				return true, nil
			}
		}
	}
	return false, nil
}

// byMulticast looks for a send on a channel that no agent can prevent, wherever it is.
func (k *counting) byMulticast(b *base, present []int, many []bool) (bool, error) {
	for id, it := range k.plain.m.Interactions {
		if it.Kind != recipe.MulticastStep || !k.plain.within(it, nil) {
			continue
		}
		sure := true
		for _, p := range present {
			if !sure {
				break
			}
			s := k.plain
			there := append(fixed(s.before, b.values), fixed(s.slot[k.locals[p].class], k.locals[p].values)...)
			var err error
			if sure, err = k.always(b, fmt.Sprint("send", id, " ", p), s, there, it.Enabled); err != nil {
				return false, err
			}
		}
		if sure {
			return true, nil
		}
	}
	for i, p := range present {
		s := k.one[k.locals[p].class]
		for id, it := range s.m.Interactions {
			if it.Kind != recipe.MulticastStep || !slices.Equal(s.counted(it), s.added) {
				continue
			}
			sure := true
			for _, q := range present {
				if !sure || q == p && !many[i] {
					continue
				}
				var err error
				if sure, err = k.always(b, fmt.Sprint("sends", id, " ", p, " ", q), s, s.two(b, p, q), it.Enabled); err != nil {
					return false, err
				}
			}
			if sure {
				return true, nil
			}
		}
	}
	return false, nil
}
