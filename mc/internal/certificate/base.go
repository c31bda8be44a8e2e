package certificate

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// baseOf finds what is known of counted agents beside some singles and tracked agents.
func (k *counting) baseOf(values []recipe.Value) (*base, error) {
	key := fmt.Sprint(values)
	if b := k.bases[key]; b != nil {
		return b, nil
	}
	b := &base{values: slices.Clone(values), with: map[int]bool{}, pairs: map[[2]int]bool{}, sure: map[string]bool{}}
	k.bases[key] = b
	for _, find := range []func(*base) error{k.findPairs, k.findLetters, k.findSteps} {
		if err := find(b); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// findPairs finds which counted agents there can be.
func (k *counting) findPairs(b *base) error {
	for class, s := range k.one {
		mine := s.slot[class]
		for other := range k.slots {
			looks := append(slices.Clone(s.movers), s.slot[other]...)
			err := s.each(looks, fixed(s.before, b.values), func(found []recipe.Value) error {
				p, err := k.numberOf(class, found[:len(mine)])
				if err != nil {
					return err
				}
				q, err := k.numberOf(other, found[len(mine):])
				b.with[p], b.with[q] = true, true
				b.pairs[[2]int{p, q}], b.pairs[[2]int{q, p}] = true, true
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// findLetters finds which atoms about states can be true.
func (k *counting) findLetters(b *base) error {
	n, s := len(k.Family.System.Propositions), k.plain
	for i, deadlock := range []bool{false, true} {
		var bits []look
		b.some[i] = map[[2]int][2]bool{}
		for _, a := range k.state {
			if a.ID >= n {
				if err := k.findSome(b, a.ID-n, i); err != nil {
					return err
				}
				continue
			}
			holds, err := s.proposition(a.ID, deadlock)
			if err != nil {
				return err
			}
			bits = append(bits, whether(holds))
		}
		err := s.each(bits, fixed(s.before, b.values), func(found []recipe.Value) error {
			b.letters[i] = append(b.letters[i], found)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// findSome finds of which agents a body can be true, and of which it can be false.
func (k *counting) findSome(b *base, number, deadlock int) error {
	some, s := k.some[number], k.plain
	holds, err := s.condition(some.Body, deadlock == 1)
	if err != nil {
		return err
	}
	looks := append(slices.Clone(s.slot[some.Class]), whether(holds))
	return s.each(looks, fixed(s.before, b.values), func(found []recipe.Value) error {
		last := len(found) - 1
		p, err := k.numberOf(some.Class, found[:last])
		can := b.some[deadlock][[2]int{p, number}]
		can[found[last]] = true
		b.some[deadlock][[2]int{p, number}] = can
		return err
	})
}

// findSteps finds the steps from a base.
func (k *counting) findSteps(b *base) error {
	for _, h := range k.happen {
		known := map[string]*step{}
		head := slices.Concat(h.movers, h.moved, h.after, h.bits)
		from := append(fixed(h.before, b.values), h.taken)
		of := func(found []recipe.Value) (*step, error) {
			key := fmt.Sprint(found)
			if known[key] == nil {
				x, err := k.newStep(h, found)
				if err != nil {
					return nil, err
				}
				known[key], b.steps = x, append(b.steps, x)
			}
			return known[key], nil
		}
		if h.exchange {
			err := h.each(head, from, func(found []recipe.Value) error {
				_, err := of(found)
				return err
			})
			if err != nil {
				return err
			}
			continue
		}
		for class := range k.slots {
			now, next := h.slot[class], h.reacted[class]
			err := h.each(slices.Concat(head, now, next), from, func(found []recipe.Value) error {
				x, err := of(found[:len(head)])
				if err != nil {
					return err
				}
				rest := found[len(head):]
				p, err := k.numberOf(class, rest[:len(now)])
				if err != nil {
					return err
				}
				q, err := k.numberOf(class, rest[len(now):])
				if !slices.Contains(x.ways[p], q) {
					x.ways[p] = append(x.ways[p], q)
				}
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// newStep is a step with what the looks of a happening say of it first.
func (k *counting) newStep(h *happening, found []recipe.Value) (*step, error) {
	x := &step{stay: h.exchange, ways: map[int][]int{}}
	rest := found
	take := func(n int) []recipe.Value {
		out := slices.Clone(rest[:n])
		rest = rest[n:]
		return out
	}
	for _, into := range []*[]int{&x.from, &x.to} {
		for _, agent := range h.added {
			class := k.Family.ClassOf(agent)
			p, err := k.numberOf(class, take(len(h.slot[class])))
			if err != nil {
				return nil, err
			}
			*into = append(*into, p)
		}
	}
	x.next, x.bits = take(len(h.after)), take(len(h.bits))
	return x, nil
}
