package inductive

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A lemma is a cube that a frame excludes.
type lemma struct {
	cube   Cube
	clause sat.Clause // in the solver
	// witness is a state with a step into the cube, which was in the frame when it was found; nil if
	// none is known.
	witness Cube
}

// A sequence is the frames of a [Search].
type sequence struct {
	step
	frames   [][]*lemma // by number: what is excluded there, and not in the next one
	active   []sat.Lit  // by number: assumed where the lemmas of the frame are to hold
	weight   []float64  // by latch: in how many lemmas it is, the later ones count more
	heaviest float64
	limit    int // of the work
}

// Work counts what was done, in gates and clauses looked at.
func (s *sequence) Work() int { return s.gates.Work() + s.starts.Solver.Work() }

// excluded reports whether a lemma of a frame excludes a cube.
func (s *sequence) excluded(c Cube, frame int) bool {
	for _, lemmas := range s.frames[frame:] {
		for _, l := range lemmas {
			if c.within(l.cube) {
				return true
			}
		}
	}
	return false
}

// consecution asks whether a step leads from the frame, outside of the cube, into the cube. If it
// does not, the core is a part of the cube that no step enters from there.
func (s *sequence) consecution(c Cube, frame int) (core Cube, status sat.Status) {
	only := s.gates.Solver.Dependent()
	s.gates.Solver.AddWhen(only, s.clause(c)...)
	core, status = s.entered(c, frame, only)
	s.gates.Solver.Release(only)
	return core, status
}

// entered asks whether a step leads from the frame into the cube, under assumptions.
func (s *sequence) entered(c Cube, frame int, assumed ...sat.Lit) (core Cube, status sat.Status) {
	var roots []circuit.Lit
	for _, l := range c {
		assumed = append(assumed, s.after[l>>1]^sat.Lit(l&1))
		roots = append(roots, s.next[l>>1])
	}
	s.gates.Focus(roots...)
	if status = s.solve(frame, assumed...); status == sat.Unsatisfiable {
		for _, l := range c {
			if s.gates.Solver.HasFailed(s.after[l>>1] ^ sat.Lit(l&1)) {
				core = append(core, l)
			}
		}
	}
	return core, status
}

// exclude excludes a cube from the frames up to one.
func (s *sequence) exclude(c Cube, frame int) {
	for f := 1; f <= frame; f++ {
		s.frames[f] = slices.DeleteFunc(s.frames[f], func(old *lemma) bool {
			if !old.cube.within(c) {
				return false
			}
			s.gates.Solver.Remove(old.clause)
			return true
		})
	}
	l := &lemma{cube: c}
	s.frames[frame] = append(s.frames[frame], l)
	l.clause = s.gates.Solver.AddNamed(s.active[frame], s.clause(c)...)
}

// clause says that the state before the step is not in a cube.
func (s *sequence) clause(c Cube) (out []sat.Lit) {
	for _, l := range c {
		out = append(out, s.before[l>>1]^sat.Lit(l&1)^1)
	}
	return out
}

// solve asks for a step from a frame.
func (s *sequence) solve(frame int, assumed ...sat.Lit) sat.Status {
	all := make([]sat.Lit, 0, len(assumed)+2)
	if frame == 0 {
		all = append(all, s.gates.Literal(s.init))
	}
	all = append(append(all, s.active[max(frame, 1):min(max(frame, 1)+1, len(s.active))]...), assumed...)
	return s.gates.Solver.Solve(s.limit-s.Work()+s.gates.Solver.Work(), all...)
}

func (s *sequence) initial(c Cube) sat.Status { return s.step.initial(c, s.limit-s.Work()) }

// activate gives the next frame its condition. That of a frame implies that of the next one.
func (s *sequence) activate() {
	s.active = append(s.active, s.gates.Solver.Dependent())
	if n := len(s.active); n > 1 {
		s.gates.Solver.AddWhen(s.active[n-2], s.active[n-1])
	}
}
