// Package inductive shows that a machine never takes a bad step, without reaching all states: it
// looks for clauses over the latches that hold initially, that every step keeps, and that exclude
// bad steps. What holds for a reason that concerns few agents has few of them, however many states
// there are. In the same way it shows that no run takes such steps again and again ([NewBound]).
//
// The algorithm is IC3, as property directed reachability: Bradley, "SAT-based model checking
// without unrolling", VMCAI 2011, doi:10.1007/978-3-642-18275-4_7; Eén, Mishchenko, Brayton,
// "Efficient implementation of property directed reachability", FMCAD 2011. What it finds is
// checked once more on its own ([Certificate]).
//
// Many properties need no search, as they are invariants by themselves. For example, two robots are
// never in one place, as a robot asks before it moves. A [Certificate] finds that out. It relies on
// the domains of variables only, and checks that steps keep them.
package inductive

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// An Outcome is what a search has come to.
type Outcome uint8

const (
	// Open tells that the work ran out.
	Open Outcome = iota
	// Safe tells that there is an invariant.
	Safe
	// Unsafe tells that there is a run to a bad step.
	Unsafe
)

// A Search looks for an invariant or a run to a bad step. Its frames F0 (the initial states), F1, …
// are sets of states: the next one contains each and its successors, and none but the last one has
// bad steps. A frame is given by lemmas. They are lemmas of all earlier frames but F0, too.
type Search struct {
	sequence
	obligations []*obligation
	pushing     int // the frame whose lemmas are tried in the next one, and which is next of them
	position    int
	outcome     Outcome
	proof       []Cube
	start       *obligation // of a run to a bad step
	first       state       // its initial state
	advances    int
	target      circuit.Lit // of the machine, what is bad
	counters    int         // the number of the first latch that counts; see NewBound
	spare       int         // so many of these latches are not in use
}

// An obligation is a proof obligation: a cube to be excluded from a frame. All of its states can
// reach a bad step.
type obligation struct {
	cube  Cube
	frame int
	// is gives the choices by which all states of the cube lead to the next obligation, or to a bad
	// step.
	is   circuit.Values
	next *obligation
}

// NewSearch begins a search. The machine may get no more latches.
func NewSearch(m *bounded.Machine, bad circuit.Lit) *Search {
	s := &Search{sequence: sequence{step: newStep(m, bad), frames: make([][]*lemma, 1), weight: make([]float64, len(m.Latches)), heaviest: 1}, target: bad}
	s.counters = len(m.Latches)
	s.activate()
	return s
}

// Advances counts what the search has come to know: one that is interrupted before it advances
// begins that anew.
func (s *Search) Advances() int { return s.advances }

// Frames is the number of frames, which grows when the last one has no bad step, and of the latches
// that count and are in use.
func (s *Search) Frames() int { return len(s.frames) + len(s.weight) - s.counters - s.spare }

// Invariant is what an invariant excludes, after the outcome Safe: conjunctions of the machine's literals.
func (s *Search) Invariant() [][]circuit.Lit {
	never := make([][]circuit.Lit, len(s.proof))
	for i, cube := range s.proof {
		for _, l := range cube {
			never[i] = append(never[i], s.machine.Latches[l>>1].Bit^circuit.Lit(l&1))
		}
	}
	return never
}

// Bad is true of the steps that the invariant excludes.
func (s *Search) Bad() circuit.Lit { return s.target }

// count takes one more latch in use.
func (s *Search) count() {
	latch := len(s.weight) - s.spare
	s.spare--
	s.obligations, s.start, s.first, s.outcome = nil, nil, nil, Open
	s.target, s.bad = s.machine.Latches[latch].Bit, s.now[latch]
	// The frames before the last one have no state in which the latch before is true.
	if top := len(s.frames) - 1; top > 0 {
		s.exclude(Cube{literal(latch, true)}, top)
	}
}

// Next goes on until there is an outcome, or the work has come to a limit, or the context is done.
func (s *Search) Next(ctx context.Context, limit int) Outcome {
	for s.limit = limit; s.outcome == Open && s.Work() <= limit && ctx.Err() == nil && s.advance(); s.advances++ {
		if s.outcome == Unsafe && s.spare > 0 {
			s.count()
		}
	}
	return s.outcome
}

// advance does one thing; it returns false if the work did not suffice for it.
func (s *Search) advance() bool {
	switch top := len(s.frames) - 1; {
	case len(s.obligations) > 0:
		return s.block()
	case s.pushing < top:
		return s.push()
	default:
		return s.look(top)
	}
}

// look looks for a bad step in the last frame, and adds a frame if there is none.
func (s *Search) look(top int) bool {
	s.gates.Focus(s.bad)
	switch s.solve(top, s.gates.Literal(s.bad)) {
	case sat.Satisfiable:
		return s.addObligation(top, nil, s.possible, s.bad)
	case sat.Unsatisfiable:
		s.frames = append(s.frames, nil)
		s.activate()
		s.pushing, s.position = 1, 0
		return true
	}
	return false
}

// addObligation adds a proof obligation for the state that the solver has found. The obligation's
// cube has all states for which the same choices make the targets true. If one of them is initial,
// there is a run to a bad step.
func (s *Search) addObligation(frame int, next *obligation, targets ...circuit.Lit) bool {
	is := s.gates.Solution()
	d := &obligation{cube: s.lift(is, targets), frame: frame, is: is, next: next}
	switch s.initial(d.cube) {
	case sat.Satisfiable:
		s.start, s.first, s.outcome = d, s.read(s.starts.Solution()), Unsafe
	case sat.Unknown:
		return false
	}
	s.obligations = append(s.obligations, d)
	return true
}

// block excludes the cube of a proof obligation of the lowest frame from it, or finds a
// predecessor.
func (s *Search) block() bool {
	d := s.obligations[0]
	for _, e := range s.obligations[1:] {
		if e.frame <= d.frame {
			d = e
		}
	}
	if !s.excluded(d.cube, d.frame) {
		core, status := s.consecution(d.cube, d.frame-1)
		switch status {
		case sat.Unknown:
			return false
		case sat.Satisfiable:
			return s.addObligation(d.frame-1, d, s.into(d.cube)...)
		}
		var ok bool
		if d.frame, ok = s.learn(d.cube, core, d.frame); !ok {
			return false
		}
	}
	// The cube leads to a bad step from later frames too.
	if d.frame++; d.frame >= len(s.frames) {
		s.obligations = slices.DeleteFunc(s.obligations, func(e *obligation) bool { return e == d })
	}
	return true
}

// push tries a lemma of a frame in the next one. A frame without lemmas of its own is an
// invariant.
func (s *Search) push() bool {
	f := s.pushing
	if s.position == len(s.frames[f]) {
		if s.pushing, s.position = f+1, 0; len(s.frames[f]) == 0 {
			s.outcome, s.proof = Safe, slices.Clone(s.constant)
			for _, lemmas := range s.frames[f+1:] {
				for _, l := range lemmas {
					s.proof = append(s.proof, l.cube)
				}
			}
		}
		return true
	}
	l := s.frames[f][s.position]
	if l.witness != nil && !s.excluded(l.witness, f) { // the state is in the frame still
		s.position++
		return true
	}
	switch _, status := s.entered(l.cube, f); status {
	case sat.Unknown:
		return false
	case sat.Unsatisfiable:
		s.exclude(l.cube, f+1)
	default:
		l.witness = nil
		for latch, value := range s.read(s.gates.Solution()) {
			l.witness = append(l.witness, literal(latch, value))
		}
		s.position++
	}
	return true
}
