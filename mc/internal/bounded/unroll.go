package bounded

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Gates are a graph whose gates a solver gets clauses for when it is asked about them.
type Gates struct {
	*circuit.Graph
	Solver *sat.Solver
	// partial tells that gates and inputs get values only where something depends on them. That is
	// fast for many small questions about one step, and slow for a hard one about many steps.
	partial  bool
	variable []sat.Lit // by node of the graph: 1 + its literal, or 0 if the solver does not know it
	kept     bool      // gates that are added now are in a focus only if it depends on them
	stack    []int
	passed   int // nodes that were looked at beside the solver
}

// NewGates are those of a graph. The solver gives values only to gates and inputs that something
// depends on.
func NewGates(graph *circuit.Graph) *Gates {
	g := &Gates{Graph: graph, partial: true}
	g.Forget()
	return g
}

// Forget begins with a solver that knows no gate.
func (g *Gates) Forget() { g.Solver, g.variable, g.kept, g.passed = &sat.Solver{}, nil, false, 0 }

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
func (m *Machine) Cone(roots ...circuit.Lit) []int {
	roots = append(roots, m.Possible, m.Init)
	for _, l := range m.Latches {
		roots = append(roots, l.Next)
	}
	return m.Needed(roots...)
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
	for len(g.variable) < g.Len() {
		g.variable = append(g.variable, 0)
	}
	stack := []int{l.Node()}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		left, right, gate := g.Operands(i)
		switch {
		case g.variable[i] > 0:
		case gate && (g.variable[left.Node()] == 0 || g.variable[right.Node()] == 0):
			stack = append(stack, left.Node(), right.Node())
			continue
		default:
			g.define(i)
		}
		stack = stack[:len(stack)-1]
	}
	return g.known(l)
}

// define adds the variable of a node whose operands have theirs.
func (g *Gates) define(i int) {
	add := g.Solver.Variable
	if g.partial {
		add = g.Solver.Dependent
	}
	x := add()
	g.passed += passedPerGate
	g.variable[i] = x + 1
	left, right, gate := g.Operands(i)
	if g.kept && gate {
		g.Solver.Outside(x)
	}
	switch {
	case i == 0:
		g.Solver.Add(x.Not())
	case gate:
		a, b := g.known(left), g.known(right)
		g.Solver.AddWhen(x, a)
		g.Solver.AddWhen(x, b)
		g.Solver.AddWhen(x.Not(), a.Not(), b.Not())
	}
}

func (g *Gates) known(l circuit.Lit) sat.Lit { return (g.variable[l.Node()] - 1) ^ sat.Lit(l&1) }

// Keep keeps the gates that the solver knows by now in every focus.
func (g *Gates) Keep() { g.kept = true }

// Focus tells a partial solver what the next searches are about: the literals given, and what they
// depend on. It draws no conclusions about other gates.
func (g *Gates) Focus(roots ...circuit.Lit) {
	g.Solver.Focus()
	stack := g.stack[:0]
	for _, l := range roots {
		stack = append(stack, l.Node())
	}
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		g.passed++
		if !g.Solver.Inside(g.variable[i] - 1) {
			continue
		}
		if left, right, gate := g.Operands(i); gate {
			stack = append(stack, left.Node(), right.Node())
		}
	}
	g.stack = stack
}

// Solution are the values of the graph's nodes that the solver has found. Inputs that nothing
// depends on are false.
func (g *Gates) Solution() circuit.Values {
	g.Pass()
	return g.Simulate(func(node int) uint64 {
		if node < len(g.variable) && g.variable[node] > 0 && g.Solver.Is(g.variable[node]-1) {
			return 1
		}
		return 0
	})
}

// passedPerUnit is the number of nodes that are passed in the time in which the solver looks at a
// clause, and passedPerGate what telling the solver of a gate costs.
const passedPerUnit, passedPerGate = 4, 40

// Pass notes that all nodes are looked at once.
func (g *Gates) Pass() { g.passed += g.Len() }

// Work is what was done so far: gates and clauses looked at. It counts what was forgotten no more.
func (g *Gates) Work() int {
	return g.Graph.Work() + g.Solver.Work() + g.passed/passedPerUnit
}

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
	u := &unrolling{Gates: &Gates{Graph: circuit.NewGraph()}, machine: m, needed: m.Cone(roots...)}
	u.Forget()
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
