package certificate

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// counts are by local state how many counted agents are in it: 0, 1, or 2, which stands for
// several.
type counts [mostLocals]uint8

// A place is a state of the graph.
type place struct {
	base   *base
	counts counts
}

// An edge is a step of the graph. Left and entered are the local states that agents leave and
// enter.
type edge struct {
	to            place
	bits          string // the truth values of atoms about steps
	left, entered uint64
}

// A half is a step before all agents have reacted: the counts of those that have.
type half struct {
	next          counts
	left, entered uint64
}

// with is the half after some more agents have gone from a local state to another one.
func (x half) with(from, to, agents int) half {
	x.next[to] = uint8(min(2, int(x.next[to])+agents))
	if from != to && agents > 0 {
		x.left, x.entered = x.left|1<<from, x.entered|1<<to
	}
	return x
}

// A series has things of which each occurs once, in the order in which they were added.
type series[T comparable] struct {
	list []T
	has  map[T]bool
}

func (s *series[T]) add(x T) {
	if s.has == nil {
		s.has = map[T]bool{}
	}
	if !s.has[x] {
		s.has[x], s.list = true, append(s.list, x)
	}
}

// beginnings are the first places, in which each class has several counted agents.
func (k *counting) beginnings() ([]place, error) {
	var out series[place]
	s := k.plain
	var bases [][]recipe.Value
	err := s.each(s.before, []circuit.Lit{s.m.Init}, func(found []recipe.Value) error {
		bases = append(bases, found)
		return nil
	})
	for _, values := range bases {
		b, failed := k.baseOf(values)
		if failed != nil {
			return nil, failed
		}
		list := []counts{{}}
		for class := range k.slots {
			if list, err = k.crowds(b, class, list); err != nil {
				return nil, err
			}
		}
		for _, n := range list {
			if b.allows(n) {
				out.add(place{b, n})
			}
		}
	}
	return out.list, err
}

// crowds adds to counts all those of a class that there can be at the beginning.
func (k *counting) crowds(b *base, class int, list []counts) ([]counts, error) {
	type crowd struct {
		counts
		several int
	}
	s := k.plain
	var at []int
	err := s.each(s.slot[class], append(fixed(s.before, b.values), s.m.Init), func(found []recipe.Value) error {
		p, err := k.numberOf(class, found)
		at = append(at, p)
		return err
	})
	crowds := []crowd{}
	for _, n := range list {
		crowds = append(crowds, crowd{n, 0})
	}
	for _, p := range at {
		var next []crowd
		for _, x := range crowds {
			for n := range 3 {
				y := crowd{x.counts, min(2, x.several+n)}
				y.counts[p] = uint8(n)
				if b.allows(y.counts) {
					next = append(next, y)
				}
			}
		}
		if crowds = next; err == nil {
			err = k.spend(len(next) * len(k.locals))
		}
		if err != nil {
			return nil, err
		}
	}
	var out []counts
	for _, x := range crowds {
		if x.several == 2 {
			out = append(out, x.counts)
		}
	}
	return out, err
}

// allows tells whether the views allow counted agents in these local states, two by two.
func (b *base) allows(n counts) bool {
	for p := range n {
		for q := p; n[p] > 0 && q < len(n); q++ {
			if p == q && (!b.with[p] || n[p] > 1 && !b.pairs[[2]int{p, p}]) || p < q && n[q] > 0 && !b.pairs[[2]int{p, q}] {
				return false
			}
		}
	}
	return true
}

// edges are the steps from a place. With exact, they say which local states agents leave and enter.
func (k *counting) edges(x place, exact bool) ([]edge, error) {
	var out series[edge]
	for _, s := range x.base.steps {
		next, err := k.baseOf(s.next)
		if err != nil {
			return nil, err
		}
		for _, rest := range leave(x.counts, s.from) {
			list := []half{{}}
			for i, p := range s.from {
				list[0] = list[0].with(p, s.to[i], 1)
			}
			for p, n := range rest {
				if n > 0 {
					list = react(list, p, n == 2, s.waysOf(p))
				}
				if err := k.spend(len(list) * len(k.locals)); err != nil {
					return nil, err
				}
			}
			for _, h := range list {
				if !next.allows(h.next) {
					continue
				}
				if !exact {
					h.left, h.entered = 0, 0
				}
				out.add(edge{place{next, h.next}, fmt.Sprint(s.bits), h.left, h.entered})
			}
		}
	}
	return out.list, nil
}

// waysOf are the local states in which an agent of one can be after the step.
func (s *step) waysOf(p int) []int {
	if s.stay {
		return []int{p}
	}
	return s.ways[p]
}

// leave takes movers away from local states. Of several agents, one or several stay behind; two
// movers from one state may also leave none.
func leave(n counts, from []int) []counts {
	var out series[counts]
	out.add(n)
	for _, p := range from {
		var next series[counts]
		for _, x := range out.list {
			if x[p] == 0 {
				continue
			}
			y := x
			y[p] = x[p] - 1
			next.add(y)
			if x[p] == 2 {
				next.add(x)
			}
		}
		out = next
	}
	return out.list
}

// react lets the agents of a local state go, one or several, each in one of some ways.
func react(list []half, from int, several bool, ways []int) []half {
	type crowd struct {
		half
		agents int
	}
	least := 1
	if several {
		least = 2
	}
	var crowds series[crowd]
	for _, h := range list {
		crowds.add(crowd{h, 0})
	}
	for _, to := range ways {
		var next series[crowd]
		for _, x := range crowds.list {
			for n := range 3 {
				if several || x.agents+n < 2 {
					next.add(crowd{x.with(from, to, n), min(2, x.agents+n)})
				}
			}
		}
		crowds = next
	}
	var out series[half]
	for _, x := range crowds.list {
		if x.agents == least {
			out.add(x.half)
		}
	}
	return out.list
}
