package inductive

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A step is the step of a machine in a graph of its own, in which latches that never change are
// constants, with a solver for questions about steps, and another one for the initial states.
type step struct {
	machine *bounded.Machine
	gates   *bounded.Gates
	starts  *bounded.Gates

	// The literals of latches before and after the step, of being possible, bad, and of initial
	// states.
	now, next           []circuit.Lit
	possible, bad, init circuit.Lit
	latch               []int  // by node: 1 + its index
	always              []bool // by literal of a latch: true of all initial states
	here                []circuit.Lit
	constant            []Cube // what latches never are that never change

	// The latches before and after the step as the solver knows them.
	before, after []sat.Lit
}

func newStep(m *bounded.Machine, bad circuit.Lit) step {
	graph := circuit.NewGraph()
	s := step{machine: m, gates: bounded.NewGates(graph), starts: bounded.NewGates(graph), always: make([]bool, 2*len(m.Latches))}
	fixed := m.Fixed()
	for i, l := range m.Latches {
		to, ok := fixed[l.Bit.Node()]
		if ok {
			s.always[literal(i, to == circuit.True)] = true
		}
		if ok && l.Next == l.Bit {
			s.constant = append(s.constant, Cube{literal(i, to == circuit.False)})
			s.now = append(s.now, to)
			continue
		}
		s.now = append(s.now, graph.Input())
	}
	s.here = s.gates.Copy(m, m.Cone(append(m.Telling(), bad)...), s.now)
	for _, l := range m.Latches {
		s.next = append(s.next, s.at(l.Next))
	}
	s.possible, s.bad, s.init = s.at(m.Possible), s.at(bad), s.at(m.Init)
	s.latch = make([]int, graph.Len())
	for i, l := range s.now {
		if l != circuit.True && l != circuit.False {
			s.latch[l.Node()] = i + 1
		}
	}
	s.starts.Assert(s.init)
	for _, l := range s.now {
		s.starts.Literal(l)
	}
	s.gates.Assert(s.possible)
	s.gates.Literal(s.init)
	for _, l := range s.now {
		s.before = append(s.before, s.gates.Literal(l))
	}
	s.gates.Keep()
	for i := range s.now {
		s.after = append(s.after, s.gates.Literal(s.next[i]))
	}
	s.gates.Literal(s.bad)
	return s
}

func (s *step) at(l circuit.Lit) circuit.Lit { return s.here[l.Node()] ^ l&1 }

// into are the literals that are true of the possible steps into a cube.
func (s *step) into(c Cube) []circuit.Lit {
	targets := []circuit.Lit{s.possible}
	for _, l := range c {
		targets = append(targets, s.next[l>>1]^circuit.Lit(l&1))
	}
	return targets
}

// read is the state before the step of a solution.
func (s *step) read(is circuit.Values) state {
	out := make(state, len(s.now))
	for i, l := range s.now {
		out[i] = is.Is(l)
	}
	return out
}

// initial asks whether an initial state is in a cube.
func (s *step) initial(c Cube, limit int) sat.Status {
	for _, l := range c {
		if s.always[l^1] {
			return sat.Unsatisfiable
		}
	}
	assumed := make([]sat.Lit, len(c))
	for i, l := range c {
		assumed[i] = s.starts.Literal(s.now[l>>1]) ^ sat.Lit(l&1)
	}
	return s.starts.Solver.Solve(s.starts.Solver.Work()+limit, assumed...)
}

// lift is a cube of states for which the targets, which are true, stay so with the same choices: it
// keeps the latches that are a reason. Later latches cost less. So the choice is nearly always the
// same, cubes are alike, and one lemma excludes several. The highest bit of a number is its last
// latch: it tells a range of values, and a low bit does not.
func (s *step) lift(is circuit.Values, targets []circuit.Lit) Cube {
	g := s.gates
	price, needed := make([]int32, g.Len()), make([]bool, g.Len())
	const most = 1 << 28
	g.Pass()
	g.Pass()
	for i := range price {
		left, right, gate := g.Operands(i)
		switch {
		case !gate && s.latch[i] > 0:
			price[i] = int32(len(s.now) + 1 - s.latch[i])
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
