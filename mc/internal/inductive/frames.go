package inductive

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
)

// A lemma is a cube that a frame excludes.
type lemma struct {
	cube   Cube
	clause sat.Clause // in the solver
	number int
	// witness is a state with a step into the cube, from the frame as it was when so many lemmas had
	// been found; nil if none is known.
	witness state
	seen    int
}

// A sequence is the frames of a [Search].
type sequence struct {
	step
	frames   [][]*lemma // by number: what is excluded there, and not in the next one
	active   []sat.Lit  // by number: assumed where the lemmas of the frame are to hold
	lemmas   int        // that were found
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
	outside := make([]sat.Lit, len(c))
	for i, l := range c {
		outside[i] = s.before[l>>1] ^ sat.Lit(l&1) ^ 1
	}
	s.gates.Solver.AddWhen(only, outside...)
	core, status = s.entered(c, frame, only)
	s.gates.Solver.Release(only)
	return core, status
}

// entered asks whether a step leads from the frame into the cube, under assumptions.
func (s *sequence) entered(c Cube, frame int, assumed ...sat.Lit) (core Cube, status sat.Status) {
	for _, l := range c {
		assumed = append(assumed, s.after[l>>1]^sat.Lit(l&1))
	}
	s.roots = s.roots[:0]
	for _, l := range c {
		s.roots = append(s.roots, s.next[l>>1])
	}
	s.gates.Focus(s.roots...)
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
	s.lemmas++
	l := &lemma{cube: c, number: s.lemmas}
	s.frames[frame] = append(s.frames[frame], l)
	s.assert(l, frame)
}

func (s *sequence) assert(l *lemma, frame int) {
	clause := make([]sat.Lit, len(l.cube))
	for i, x := range l.cube {
		clause[i] = s.before[x>>1] ^ sat.Lit(x&1) ^ 1
	}
	l.clause = s.gates.Solver.AddNamed(s.active[frame], clause...)
}

// stands reports whether the state that entered the cube of a lemma is in the frame still.
func (s *sequence) stands(l *lemma, frame int) bool {
	if l.witness == nil {
		return false
	}
	for _, lemmas := range s.frames[frame:] {
		for _, other := range lemmas {
			if other.number > l.seen && other.cube.holds(l.witness) {
				return false
			}
		}
	}
	l.seen = s.lemmas
	return true
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
