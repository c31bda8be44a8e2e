// Package inductive shows that a machine never takes a bad step, without reaching all states: it
// looks for clauses over the latches that hold initially, that every step keeps, and that exclude
// bad steps. What holds for a reason that concerns few agents has few of them, however many states
// there are.
//
// The algorithm is IC3, as property directed reachability: Bradley, "SAT-based model checking
// without unrolling", VMCAI 2011, doi:10.1007/978-3-642-18275-4_7; Eén, Mishchenko, Brayton,
// "Efficient implementation of property directed reachability", FMCAD 2011. What it finds is
// checked once more on its own ([Certificate]).
package inductive

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A Literal says of a latch, by its index, times two, that it is true, plus one that it is false.
type Literal int

// A Cube is the conjunction of literals, ascending, without a contradiction; as a clause it is the
// negation of that.
type Cube []Literal

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

// Thresholds choose between ways to do the same. A field that is zero stands for its default, a
// negative one for less than anything there is.
type Thresholds struct {
	// Queries is after how many queries the solver is built anew, without what it does not need any
	// more, 2000.
	Queries int
}

// A Search looks for an invariant or a run to a bad step. Its frames F0 (the initial states), F1, …
// are sets of states: the next one contains each and its successors, and none but the last one has
// bad steps. A frame is given by clauses. They are clauses of all later frames, too.
type Search struct {
	machine *bounded.Machine
	limits  Thresholds

	// The step, in a graph of its own in which latches that never change are constants: its
	// literals of latches before and after it, of being possible, bad, and of initial states.
	gates               *bounded.Gates
	now, next           []circuit.Lit
	possible, bad, init circuit.Lit
	latch               map[int]int // by node: 1 + its index
	fixed               map[int]circuit.Lit
	here                []circuit.Lit
	constant            []Cube // what latches never are that never change

	frames      [][]Cube  // by number: what is excluded there, and not in the next one
	active      []sat.Lit // by number: assumed where the clauses of the frame are to hold
	obligations []*obligation
	pushing     int // the frame whose clauses are tried in the next one, and which is next of them
	position    int
	outcome     Outcome
	proof       []Cube
	start       *obligation // of a run to a bad step
	first       []bool      // its initial state
	spent       int         // by solvers that are gone
	retired     int         // queries of the present solver
	limit       int
	advances    int
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
func NewSearch(m *bounded.Machine, bad circuit.Lit, limits Thresholds) *Search {
	if limits.Queries == 0 {
		limits.Queries = 2000
	}
	s := &Search{machine: m, limits: limits, gates: bounded.NewGates(), latch: map[int]int{}, fixed: m.Fixed(), frames: make([][]Cube, 1)}
	for i, l := range m.Latches {
		bit, ok := s.fixed[l.Bit.Node()]
		if !ok || l.Next != l.Bit {
			bit = s.gates.Input()
			s.latch[bit.Node()] = i + 1
		} else {
			s.constant = append(s.constant, Cube{literal(i, bit == circuit.False)})
		}
		s.now = append(s.now, bit)
	}
	s.here = s.gates.Copy(m, m.Cone(append(m.Telling(), bad)...), s.now)
	for _, l := range m.Latches {
		s.next = append(s.next, s.at(l.Next))
	}
	s.possible, s.bad, s.init = s.at(m.Possible), s.at(bad), s.at(m.Init)
	s.rebuild()
	return s
}

func (s *Search) at(l circuit.Lit) circuit.Lit { return s.here[l.Node()] ^ l&1 }

// Work counts what was done, in gates and clauses looked at.
func (s *Search) Work() int { return s.spent + s.gates.Work() }

// Advances counts what the search has come to know: one that is interrupted before it advances
// begins that anew.
func (s *Search) Advances() int { return s.advances }

// Invariant are the cubes that an invariant excludes, after the outcome Safe.
func (s *Search) Invariant() []Cube { return s.proof }

// Next goes on until there is an outcome, or the work has come to a limit, or the context is done.
func (s *Search) Next(ctx context.Context, limit int) Outcome {
	for s.limit = limit; s.outcome == Open && s.Work() <= limit && ctx.Err() == nil && s.advance(); s.advances++ {
	}
	return s.outcome
}

// advance does one thing; it returns false if the work did not suffice for it.
func (s *Search) advance() bool {
	if s.retired > s.limits.Queries {
		s.rebuild()
	}
	switch top := len(s.frames) - 1; {
	case len(s.obligations) > 0:
		return s.block()
	case s.pushing < top:
		return s.push()
	default:
		return s.look(top)
	}
}

// look looks for a bad step in the last frame, and adds one if there is none.
func (s *Search) look(top int) bool {
	switch s.solve(top, s.gates.Literal(s.bad)) {
	case sat.Satisfiable:
		return s.addObligation(top, nil, s.possible, s.bad)
	case sat.Unsatisfiable:
		s.frames = append(s.frames, nil)
		s.active = append(s.active, s.gates.Solver.Variable())
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
		is := s.gates.Solution()
		for _, l := range s.now {
			s.first = append(s.first, is.Is(l))
		}
		s.start, s.outcome = d, Unsafe
	case sat.Unknown:
		return false
	}
	s.obligations = append(s.obligations, d)
	return true
}

// lift is a cube of states for which the targets, which are true, stay so with the same choices: it
// keeps the latches that are a reason. Of two reasons it takes the one with fewer latches.
func (s *Search) lift(is circuit.Values, targets []circuit.Lit) Cube {
	g := s.gates
	price := make([]int32, g.Len())
	needed := make([]bool, g.Len())
	const most = 1 << 20
	for i := range price {
		left, right, gate := g.Operands(i)
		switch {
		case !gate && s.latch[i] > 0:
			price[i] = 1
		case !gate:
		case is.Is(circuit.Lit(i) << 1):
			price[i] = min(most, price[left.Node()]+price[right.Node()])
		case is.Is(left), !is.Is(right) && price[right.Node()] < price[left.Node()]:
			price[i] = price[right.Node()]
		default:
			price[i] = price[left.Node()]
		}
	}
	for _, l := range targets {
		needed[l.Node()] = true
	}
	var out Cube
	for i := len(needed) - 1; i > 0; i-- {
		left, right, gate := g.Operands(i)
		switch {
		case !needed[i]:
		case !gate && s.latch[i] > 0:
			out = append(out, literal(s.latch[i]-1, is.Is(circuit.Lit(i)<<1)))
		case !gate:
		case is.Is(circuit.Lit(i) << 1):
			needed[left.Node()], needed[right.Node()] = true, true
		case is.Is(left), !is.Is(right) && !needed[left.Node()] && (needed[right.Node()] || price[right.Node()] < price[left.Node()]):
			needed[right.Node()] = true
		default:
			needed[left.Node()] = true
		}
	}
	slices.Sort(out)
	return out
}

func literal(latch int, value bool) Literal {
	if value {
		return Literal(2 * latch)
	}
	return Literal(2*latch + 1)
}

// of is a literal among those of the latches.
func (l Literal) of(latches []circuit.Lit) circuit.Lit { return latches[l>>1] ^ circuit.Lit(l&1) }

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
			targets := []circuit.Lit{s.possible}
			for _, l := range d.cube {
				targets = append(targets, l.of(s.next))
			}
			return s.addObligation(d.frame-1, d, targets...)
		}
		small, ok := s.generalise(d.cube, core, d.frame)
		if !ok {
			return false
		}
		frame := d.frame
		for frame < len(s.frames)-1 {
			_, status := s.consecution(small, frame)
			if status == sat.Unknown {
				return false
			}
			if status == sat.Satisfiable {
				break
			}
			frame++
		}
		s.exclude(small, frame)
		d.frame = frame
	}
	// The cube leads to a bad step from later frames too.
	if d.frame++; d.frame >= len(s.frames) {
		s.obligations = slices.DeleteFunc(s.obligations, func(e *obligation) bool { return e == d })
	}
	return true
}

// excluded reports whether a clause of a frame excludes a cube.
func (s *Search) excluded(c Cube, frame int) bool {
	return slices.ContainsFunc(s.frames[frame:], func(excluded []Cube) bool { return slices.ContainsFunc(excluded, c.within) })
}

// within reports whether all states of a cube are in another one.
func (c Cube) within(other Cube) bool {
	i := 0
	for _, l := range other {
		for i < len(c) && c[i] < l {
			i++
		}
		if i == len(c) || c[i] != l {
			return false
		}
	}
	return true
}

// consecution asks whether a step leads from the frame, outside of the cube, into the cube. If it
// does not the core is a part of the cube, wherever the step is from.
func (s *Search) consecution(c Cube, frame int) (core Cube, status sat.Status) {
	only := s.gates.Solver.Variable()
	outside := []sat.Lit{only.Not()}
	for _, l := range c {
		outside = append(outside, s.gates.Literal(l.of(s.now)).Not())
	}
	s.gates.Solver.Add(outside...)
	assumed := []sat.Lit{only}
	for _, l := range c {
		assumed = append(assumed, s.gates.Literal(l.of(s.next)))
	}
	if status = s.solve(frame, assumed...); status == sat.Unsatisfiable {
		core = s.core(c, s.next)
	}
	s.gates.Solver.Add(only.Not())
	s.retired++
	return core, status
}

// core is the part of a cube, over some literals of the latches, that the solver has found
// impossible.
func (s *Search) core(c Cube, over []circuit.Lit) (out Cube) {
	failed := s.gates.Solver.Failed()
	for _, l := range c {
		if slices.Contains(failed, s.gates.Literal(l.of(over))) {
			out = append(out, l)
		}
	}
	return out
}

// initial asks whether an initial state is in a cube.
func (s *Search) initial(c Cube) sat.Status {
	for _, l := range c {
		if to, ok := s.fixed[s.machine.Latches[l>>1].Bit.Node()]; ok && to == circuit.Lit(l&1) {
			return sat.Unsatisfiable
		}
	}
	assumed := []sat.Lit{s.gates.Literal(s.init)}
	for _, l := range c {
		assumed = append(assumed, s.gates.Literal(l.of(s.now)))
	}
	return s.query(assumed)
}

// generalise drops literals from a cube that no step enters from the frame before, of which the
// core is a reason, so long as that stays so and it has no initial states. It is false if the work
// did not suffice.
func (s *Search) generalise(c, core Cube, frame int) (Cube, bool) {
	status := s.initial(core)
	if status == sat.Unsatisfiable {
		c = core
	}
	for i := 0; i < len(c) && status != sat.Unknown; {
		try := slices.Delete(slices.Clone(c), i, i+1)
		if status = s.initial(try); status != sat.Unsatisfiable {
			i++
			continue
		}
		if core, status = s.consecution(try, frame-1); status != sat.Unsatisfiable {
			i++
			continue
		}
		if c = try; len(core) < len(try) {
			if status = s.initial(core); status == sat.Unsatisfiable {
				i -= len(try[:i]) - len(before(core, try, i))
				c = core
			}
		}
	}
	return c, status != sat.Unknown
}

// before is the part of a core that comes before a position of the cube.
func before(core, c Cube, i int) Cube {
	if i == len(c) {
		return core
	}
	n, _ := slices.BinarySearch(core, c[i])
	return core[:n]
}

// exclude excludes a cube from the frames up to one.
func (s *Search) exclude(c Cube, frame int) {
	for f := 1; f <= frame; f++ {
		s.frames[f] = slices.DeleteFunc(s.frames[f], func(old Cube) bool { return old.within(c) })
	}
	s.frames[frame] = append(s.frames[frame], c)
	s.assert(c, s.active[frame])
}

func (s *Search) assert(c Cube, active sat.Lit) {
	clause := []sat.Lit{active.Not()}
	for _, l := range c {
		clause = append(clause, s.gates.Literal(l.of(s.now)).Not())
	}
	s.gates.Solver.Add(clause...)
}

// push tries a clause of a frame in the next one. A frame without clauses of its own is an
// invariant.
func (s *Search) push() bool {
	f := s.pushing
	if s.position == len(s.frames[f]) {
		if s.pushing, s.position = f+1, 0; len(s.frames[f]) == 0 {
			s.outcome, s.proof = Safe, slices.Concat(s.constant, slices.Concat(s.frames[f+1:]...))
		}
		return true
	}
	c := s.frames[f][s.position]
	switch _, status := s.consecution(c, f); status {
	case sat.Unknown:
		return false
	case sat.Unsatisfiable:
		s.exclude(c, f+1)
	default:
		s.position++
	}
	return true
}

// solve asks for a step from a frame.
func (s *Search) solve(frame int, assumed ...sat.Lit) sat.Status {
	all := slices.Clone(s.active[max(frame, 1):])
	if frame == 0 {
		all = append(all, s.gates.Literal(s.init))
	}
	return s.query(append(all, assumed...))
}

func (s *Search) query(assumed []sat.Lit) sat.Status {
	return s.gates.Solver.Solve(s.limit-s.spent-s.gates.Graph.Work(), assumed...)
}

// rebuild begins with a solver that knows the step and the frames.
func (s *Search) rebuild() {
	s.spent += s.gates.Solver.Work()
	s.gates.Forget()
	s.retired = 0
	s.gates.Assert(s.possible)
	for i, l := range s.now {
		s.gates.Literal(l)
		s.gates.Literal(s.next[i])
	}
	s.active = nil
	for _, cubes := range s.frames {
		s.active = append(s.active, s.gates.Solver.Variable())
		for _, c := range cubes {
			s.assert(c, s.active[len(s.active)-1])
		}
	}
}
