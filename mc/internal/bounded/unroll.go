package bounded

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// An unrolling is copies of a machine's step, one behind the other, in a graph of their own: what is
// known of the first state is known of the copies. A solver gets clauses for the gates that it is
// asked about.
type unrolling struct {
	machine *Machine
	needed  []int // nodes of a copy that latches, goals and possible steps depend on, ascending
	graph   *circuit.Graph
	solver  *sat.Solver
	// frames are the literals of the copies, by node of the machine; state those of the latches
	// before the next copy.
	frames   [][]circuit.Lit
	state    []circuit.Lit
	variable map[int]sat.Lit // by node of the graph
}

func unroll(m *Machine, roots ...circuit.Lit) *unrolling {
	u := &unrolling{machine: m, graph: circuit.NewGraph(), solver: &sat.Solver{}, variable: map[int]sat.Lit{}}
	roots = append(roots, m.Possible, m.Init)
	for _, l := range m.Latches {
		roots = append(roots, l.Next)
	}
	needed := make([]bool, m.Len())
	for _, l := range roots {
		needed[l.Node()] = true
	}
	for i := m.Len() - 1; i > 0; i-- {
		if left, right, ok := m.Operands(i); ok && needed[i] {
			needed[left.Node()], needed[right.Node()] = true, true
		}
	}
	for i, is := range needed {
		if is {
			u.needed = append(u.needed, i)
		}
	}
	fixed := map[int]circuit.Lit{}
	for _, l := range m.Conjuncts(m.Init) {
		fixed[l.Node()] = circuit.True ^ l&1
	}
	for _, l := range m.Latches {
		to, ok := fixed[l.Bit.Node()]
		if !ok {
			to = u.graph.Input()
		}
		u.state = append(u.state, to)
	}
	return u
}

// frame adds a copy of the step.
func (u *unrolling) frame() {
	m := u.machine
	here := make([]circuit.Lit, m.Len())
	given := make([]bool, m.Len())
	for i, l := range m.Latches {
		here[l.Bit.Node()], given[l.Bit.Node()] = u.state[i], true
	}
	at := func(l circuit.Lit) circuit.Lit { return here[l.Node()] ^ l&1 }
	for _, i := range u.needed {
		if left, right, ok := m.Operands(i); ok {
			here[i] = u.graph.And(at(left), at(right))
		} else if i > 0 && !given[i] {
			here[i] = u.graph.Input()
		}
	}
	u.frames = append(u.frames, here)
	for i, l := range m.Latches {
		u.state[i] = at(l.Next)
	}
	u.assert(at(m.Possible))
	if len(u.frames) == 1 {
		u.assert(at(m.Init))
	}
}

// at is a literal of the machine in a copy.
func (u *unrolling) at(frame int, l circuit.Lit) circuit.Lit { return u.frames[frame][l.Node()] ^ l&1 }

// assert demands a literal of the graph, a conjunction by its parts.
func (u *unrolling) assert(l circuit.Lit) {
	for _, part := range u.graph.Conjuncts(l) {
		u.solver.Add(u.literal(part))
	}
}

// literal is what the solver knows a literal of the graph as: a variable for each gate, which is
// equivalent to the conjunction (Tseitin).
func (u *unrolling) literal(l circuit.Lit) sat.Lit {
	stack := []int{l.Node()}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		if _, ok := u.variable[i]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		left, right, gate := u.graph.Operands(i)
		if gate {
			_, ready := u.variable[left.Node()]
			_, also := u.variable[right.Node()]
			if !ready || !also {
				stack = append(stack, left.Node(), right.Node())
				continue
			}
		}
		stack = stack[:len(stack)-1]
		x := u.solver.Variable()
		u.variable[i] = x
		switch {
		case i == 0:
			u.solver.Add(x.Not())
		case gate:
			a, b := u.known(left), u.known(right)
			u.solver.Add(x.Not(), a)
			u.solver.Add(x.Not(), b)
			u.solver.Add(x, a.Not(), b.Not())
		}
	}
	return u.known(l)
}

func (u *unrolling) known(l circuit.Lit) sat.Lit { return u.variable[l.Node()] ^ sat.Lit(l&1) }

// solution is the value of literals of the graph that the solver has found.
func (u *unrolling) solution() func(circuit.Lit) bool {
	values := u.graph.Simulate(func(node int) uint64 {
		if x, ok := u.variable[node]; ok && u.solver.Is(x) {
			return 1
		}
		return 0
	})
	return values.Is
}

// work is what was done so far: gates and clauses looked at.
func (u *unrolling) work() int { return u.graph.Work() + u.solver.Work() }
