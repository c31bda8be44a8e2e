package inductive

import (
	"cmp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
)

// learn excludes a part of a cube that no step enters from the frame before, of which the core is a
// reason, from the frame and later ones as far as that goes. It returns the last one, and false if
// the work did not suffice.
func (s *sequence) learn(c, core Cube, frame int) (int, bool) {
	small, status := s.generalise(c, core, frame)
	for status != sat.Unknown && frame < len(s.frames)-1 {
		if _, status = s.consecution(small, frame); status == sat.Satisfiable {
			break
		}
		frame++
	}
	if status == sat.Unknown {
		return frame, false
	}
	s.exclude(small, frame)
	for _, l := range small {
		s.weight[l>>1] += s.heaviest
	}
	s.heaviest *= growth
	return frame, true
}

// growth is by how much more each lemma counts than the one before.
const growth = 1.01

// generalise drops literals from a cube that no step enters from the frame before, of which the
// core is a reason, so long as that stays so and it has no initial states. The status is unknown if
// the work did not suffice.
func (s *sequence) generalise(c, core Cube, frame int) (Cube, sat.Status) {
	c, status := s.reduced(c, core)
	order := slices.Clone(c)
	slices.SortStableFunc(order, func(a, b Literal) int { return cmp.Compare(s.weight[a>>1], s.weight[b>>1]) })
	for _, l := range order {
		if status == sat.Unknown {
			break
		}
		if _, in := slices.BinarySearch(c, l); !in {
			continue
		}
		try := slices.DeleteFunc(slices.Clone(c), func(other Literal) bool { return other == l })
		if status = s.initial(try); status != sat.Unsatisfiable {
			continue
		}
		if core, status = s.consecution(try, frame-1); status == sat.Unsatisfiable {
			c, status = s.reduced(try, core)
		}
	}
	return c, status
}

// reduced is a core of a cube, with what it needs of the cube in order to have no initial states.
func (s *sequence) reduced(c, core Cube) (Cube, sat.Status) {
	status := s.initial(core)
	if status != sat.Satisfiable {
		return core, status
	}
	for _, l := range c {
		if s.always[l^1] {
			i, _ := slices.BinarySearch(core, l)
			return slices.Insert(core, i, l), status
		}
	}
	return c, status
}
