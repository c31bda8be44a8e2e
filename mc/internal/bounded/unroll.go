package bounded

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Gates are a graph whose gates a solver gets clauses for when it is asked about them.
type Gates struct {
	*circuit.Graph
	Solver   *sat.Solver
	variable map[int]sat.Lit // by node of the graph
}

// NewGates are those of a graph that has the constant alone.
func NewGates() *Gates {
	g := &Gates{Graph: circuit.NewGraph()}
	g.Forget()
	return g
}

// Forget begins with a solver that knows no gate.
func (g *Gates) Forget() { g.Solver, g.variable = &sat.Solver{}, map[int]sat.Lit{} }

// Copy adds what the machine's step is from a state, one literal for each latch, to the graph. It
// returns the literals of the copy by node of the machine: of those listed, which are ascending and
// hold their operands. Other inputs than latches are new ones.
func (g *Gates) Copy(m *Machine, nodes []int, state []circuit.Lit) []circuit.Lit {
	here := make([]circuit.Lit, m.Len())
	given := make([]bool, m.Len())
	for i, l := range m.Latches {
		here[l.Bit.Node()], given[l.Bit.Node()] = state[i], true
	}
	at := func(l circuit.Lit) circuit.Lit { return here[l.Node()] ^ l&1 }
	for _, i := range nodes {
		if left, right, ok := m.Operands(i); ok {
			here[i] = g.And(at(left), at(right))
		} else if i > 0 && !given[i] {
			here[i] = g.Input()
		}
	}
	return here
}

// Cone lists the nodes, ascending, that the machine's step and some literals depend on.
func (m *Machine) Cone(roots ...circuit.Lit) (nodes []int) {
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
			nodes = append(nodes, i)
		}
	}
	return nodes
}

// Fixed are the latches' bits that initial states have in common, by node.
func (m *Machine) Fixed() map[int]circuit.Lit {
	fixed := map[int]circuit.Lit{}
	for _, l := range m.Conjuncts(m.Init) {
		fixed[l.Node()] = circuit.True ^ l&1
	}
	return fixed
}

// Assert demands a literal of the graph, a conjunction by its parts.
func (g *Gates) Assert(l circuit.Lit) {
	for _, part := range g.Conjuncts(l) {
		g.Solver.Add(g.Literal(part))
	}
}

// Literal is what the solver knows a literal of the graph as: a variable for each gate, which is
// equivalent to the conjunction (Tseitin).
func (g *Gates) Literal(l circuit.Lit) sat.Lit {
	stack := []int{l.Node()}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		if _, ok := g.variable[i]; ok {
			stack = stack[:len(stack)-1]
			continue
		}
		left, right, gate := g.Operands(i)
		if gate {
			_, ready := g.variable[left.Node()]
			_, also := g.variable[right.Node()]
			if !ready || !also {
				stack = append(stack, left.Node(), right.Node())
				continue
			}
		}
		stack = stack[:len(stack)-1]
		x := g.Solver.Variable()
		g.variable[i] = x
		switch {
		case i == 0:
			g.Solver.Add(x.Not())
		case gate:
			a, b := g.known(left), g.known(right)
			g.Solver.Add(x.Not(), a)
			g.Solver.Add(x.Not(), b)
			g.Solver.Add(x, a.Not(), b.Not())
		}
	}
	return g.known(l)
}

func (g *Gates) known(l circuit.Lit) sat.Lit { return g.variable[l.Node()] ^ sat.Lit(l&1) }

// Solution are the values of the graph's nodes that the solver has found.
func (g *Gates) Solution() circuit.Values {
	return g.Simulate(func(node int) uint64 {
		if x, ok := g.variable[node]; ok && g.Solver.Is(x) {
			return 1
		}
		return 0
	})
}

// Work is what was done so far: gates and clauses looked at. It counts what was forgotten no more.
func (g *Gates) Work() int { return g.Graph.Work() + g.Solver.Work() }

// An unrolling is copies of a machine's step, one behind the other, in a graph of their own: what
// is known of the first state is known of the copies.
type unrolling struct {
	*Gates
	machine *Machine
	needed  []int // nodes of a copy that latches, goals and possible steps depend on, ascending
	// frames are the literals of the copies, by node of the machine; state those of the latches
	// before the next copy.
	frames [][]circuit.Lit
	state  []circuit.Lit
}

func unroll(m *Machine, roots ...circuit.Lit) *unrolling {
	u := &unrolling{Gates: NewGates(), machine: m, needed: m.Cone(roots...)}
	fixed := m.Fixed()
	for _, l := range m.Latches {
		to, ok := fixed[l.Bit.Node()]
		if !ok {
			to = u.Input()
		}
		u.state = append(u.state, to)
	}
	return u
}

// frame adds a copy of the step.
func (u *unrolling) frame() {
	m := u.machine
	here := u.Copy(m, u.needed, u.state)
	at := func(l circuit.Lit) circuit.Lit { return here[l.Node()] ^ l&1 }
	u.frames = append(u.frames, here)
	u.state = make([]circuit.Lit, len(m.Latches))
	for i, l := range m.Latches {
		u.state[i] = at(l.Next)
	}
	u.Assert(at(m.Possible))
	if len(u.frames) == 1 {
		u.Assert(at(m.Init))
	}
}

// at is a literal of the machine in a copy.
func (u *unrolling) at(frame int, l circuit.Lit) circuit.Lit { return u.frames[frame][l.Node()] ^ l&1 }
