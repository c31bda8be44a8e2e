package kernel

import (
	"cmp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// unit is a group of variables at adjacent levels which move as one.
type unit struct {
	vars []engine.Var // from the top
}

// keys is the number of nodes of the unit's variables.
func (s *shuffle) keys(u *unit) int {
	n := 0
	for _, v := range u.vars {
		n += s.tables[v].keys
	}
	return n
}

// sift moves each unit, from the one with most nodes on, through all places that units cover and
// leaves it where the diagram was smallest: R. Rudell, "Dynamic Variable Ordering for Ordered
// Binary Decision Diagrams" (ICCAD 1993, doi:10.1109/ICCAD.1993.580029), with the groups of S.
// Panda and F. Somenzi, "Who Are the Variables in Your Neighborhood" (ICCAD 1995,
// doi:10.1109/ICCAD.1995.479994), here given rather than found. units lists the units by place;
// their first level is top.
func (s *shuffle) sift(units []*unit, top int) {
	byKeys := slices.Clone(units)
	slices.SortStableFunc(byKeys, func(a, b *unit) int { return cmp.Compare(s.keys(b), s.keys(a)) })
	for _, u := range byKeys {
		if s.swaps >= s.k.at.MaxSwaps {
			return
		}
		s.siftOne(units, top, slices.Index(units, u))
	}
}

// siftOne finds the best place for the unit at a place. It goes to the nearer end first, and turns
// where the diagram has grown too much or where going on cannot bring it below the best size: what
// is passed can lose all of its nodes, and the unit its own, but no other nodes change.
func (s *shuffle) siftOne(units []*unit, top, place int) {
	u := units[place]
	best, bestPlace := s.k.used, place
	walk := func(end, step int) {
		ahead := 0
		for p := place; p != end; p += step {
			ahead += s.keys(units[p+step])
		}
		for place != end && s.k.used-ahead-s.keys(u) < best {
			passed := s.keys(units[place+step])
			if !s.swapUnits(units, top, min(place, place+step)) {
				return
			}
			ahead -= passed
			place += step
			if s.k.used < best {
				best, bestPlace = s.k.used, place
			}
			if s.k.used > best/100*s.k.at.GrowthPercent+best%100 || s.swaps >= s.k.at.MaxSwaps {
				return
			}
		}
	}
	last := len(units) - 1
	if place > last/2 {
		walk(last, +1)
		walk(0, -1)
	} else {
		walk(0, -1)
		walk(last, +1)
	}
	for place < bestPlace && s.swapUnits(units, top, place) {
		place++
	}
	for place > bestPlace && s.swapUnits(units, top, place-1) {
		place--
	}
}

// swapUnits exchanges the units at place and place+1, and returns whether the limits allowed it; if
// not, nothing has changed.
func (s *shuffle) swapUnits(units []*unit, top, place int) bool {
	s.k.burn(1 + s.k.perLook/64)
	for _, u := range units[:place] {
		top += len(u.vars)
	}
	a, b := units[place], units[place+1]
	s.exchange = exchange{running: true, top: top, a: len(a.vars), b: len(b.vars), j: len(a.vars) - 1}
	if !s.runExchange() {
		return false
	}
	units[place], units[place+1] = b, a
	return true
}

// exchange tells how far the swaps of an exchange of units have come: each of b variables rises in
// turn over all of a variables above them.
type exchange struct {
	running bool
	back    bool // a swap failed, and what had been done is being taken back
	top     int  // level of the first variable
	a, b    int
	i, j    int // the next swap takes variable i of b over variable j of a
}

// runExchange does the swaps that are left, or takes all back if one of them fails, and returns
// whether the exchange succeeded. Called again after it was stopped, it goes on.
func (s *shuffle) runExchange() bool {
	e := &s.exchange
	for !e.back && e.i < e.b {
		if s.swap(e.top+e.i+e.j, false) {
			e.j--
		} else {
			e.back = true
			e.j++
		}
		if e.j < 0 {
			e.i, e.j = e.i+1, e.a-1
		}
	}
	for e.back && e.i >= 0 {
		if e.j == e.a {
			e.i, e.j = e.i-1, 0
			continue
		}
		s.swap(e.top+e.i+e.j, true)
		e.j++
	}
	e.running = false
	return !e.back
}
