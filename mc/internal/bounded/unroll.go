package bounded

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// Gates are a graph whose gates a solver gets clauses for when it is asked about them.
type Gates struct {
	*circuit.Graph
	Solver *sat.Solver
	// partial tells that gates and inputs get values only where something depends on them. That is
	// fast for many small questions about one step, and slow for a hard one about many steps.
	partial bool
	nodes   []node // of the graph
	kept    bool   // gates that are added now are in a focus only if it depends on them
	passed  int    // nodes that were looked at beside the solver
}

// A node is what the solver knows of a node of the graph.
type node struct {
	variable sat.Lit // 1 + its literal, or 0
	operands []circuit.Lit
	uses     int // how many operands of gates it is
}

// NewGates are those of a graph. The solver gives values only to gates and inputs that something
// depends on.
func NewGates(graph *circuit.Graph) *Gates {
	g := &Gates{Graph: graph, partial: true}
	g.Forget()
	return g
}

// Forget begins with a solver that knows no gate.
func (g *Gates) Forget() { g.Solver, g.nodes, g.kept, g.passed = &sat.Solver{}, nil, false, 0 }

// Copy adds what the machine's step is from a state to the graph: one literal for each latch, or nil
// for new inputs. It returns the literals of the copy by node of the machine: of those listed, which
// are ascending and hold their operands. Other inputs than latches are new ones.
func (g *Gates) Copy(m *Machine, nodes []int, state []circuit.Lit) []circuit.Lit {
	here := make([]circuit.Lit, m.Len())
	given := make([]bool, m.Len())
	for i, l := range state {
		bit := m.Latches[i].Bit.Node()
		here[bit], given[bit] = l, true
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

// Cone lists the nodes, ascending, that the machine's step and some literals depend on, and those of
// all latches.
func (m *Machine) Cone(roots ...circuit.Lit) []int {
	roots = append(roots, m.Possible, m.Init)
	for _, l := range m.Latches {
		roots = append(roots, l.Bit, l.Next)
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

// Assert demands a literal of the graph.
func (g *Gates) Assert(l circuit.Lit) { g.Solver.Add(g.Literal(l)) }

// Literal is what the solver knows a literal of the graph as: a variable for each gate, which is
// equivalent to the conjunction (Tseitin).
func (g *Gates) Literal(l circuit.Lit) sat.Lit {
	for i := len(g.nodes); i < g.Len(); i++ {
		g.nodes = append(g.nodes, node{})
		if left, right, gate := g.Operands(i); gate {
			g.nodes[left.Node()].uses++
			g.nodes[right.Node()].uses++
		}
	}
	if g.nodes[l.Node()].variable == 0 {
		g.define(l.Node())
	}
	return (g.nodes[l.Node()].variable - 1) ^ sat.Lit(l&1)
}

// define adds the variable of a node, after those of its operands.
func (g *Gates) define(i int) {
	operands, paired := g.operands(i)
	var not []sat.Lit
	for _, l := range slices.Backward(operands) {
		not = append(not, g.Literal(l.Not()))
	}
	add := g.Solver.Variable
	if g.partial {
		add = g.Solver.Dependent
	}
	x := add()
	g.passed += passedPerGate
	g.nodes[i].variable, g.nodes[i].operands = x+1, operands
	if g.kept && not != nil {
		g.Solver.Outside(x)
	}
	switch {
	case i == 0:
		g.Solver.Add(x.Not())
	case paired:
		g.Solver.AddWhen(x, not[:2]...)
		g.Solver.AddWhen(x, not[2:]...)
		for k := range not {
			g.Solver.AddWhen(x.Not(), not[k/2].Not(), not[2+k%2].Not())
		}
	case not != nil:
		for _, l := range not {
			g.Solver.AddWhen(x, l.Not())
		}
		g.Solver.AddWhen(x.Not(), not...)
	}
}

// operands are what a gate is the conjunction of: in place of an operand that is a conjunction, its
// own ones. If there are two, of the forms ¬(a ∧ b) and ¬(c ∧ d), they are a, b, c, d, and paired.
// Nothing else uses the conjunctions that are left out in this way.
func (g *Gates) operands(i int) (out []circuit.Lit, paired bool) {
	left, right, gate := g.Operands(i)
	if !gate {
		return nil, false
	}
	out = append(out, left, right)
	for k := 0; k < len(out); {
		if a, b, only := g.inner(out[k]); only {
			out[k] = a
			out = append(out, b)
		} else {
			k++
		}
	}
	a, b, one := g.inner(out[0].Not())
	c, d, two := g.inner(out[1].Not())
	if one && two && len(out) == 2 {
		return []circuit.Lit{a, b, c, d}, true
	}
	return out, false
}

// inner are the operands of a conjunction that one gate uses.
func (g *Gates) inner(l circuit.Lit) (left, right circuit.Lit, ok bool) {
	left, right, ok = g.Operands(l.Node())
	return left, right, ok && !l.Negated() && g.nodes[l.Node()].uses == 1
}

// Keep keeps the gates that the solver knows by now in every focus.
func (g *Gates) Keep() { g.kept = true }

// Focus tells a partial solver what the next searches are about: the literals given, and what they
// depend on. It draws no conclusions about other gates.
func (g *Gates) Focus(roots ...circuit.Lit) {
	g.Solver.Focus()
	g.include(roots)
}

func (g *Gates) include(literals []circuit.Lit) {
	for _, l := range literals {
		n := g.nodes[l.Node()]
		if g.passed++; g.Solver.Inside(n.variable - 1) {
			g.include(n.operands)
		}
	}
}

// Solution are the values of the graph's nodes that the solver has found. Inputs that nothing
// depends on are false.
func (g *Gates) Solution() circuit.Values {
	g.Pass()
	return g.Simulate(func(node int) uint64 {
		if node < len(g.nodes) && g.nodes[node].variable > 0 && g.Solver.Is(g.nodes[node].variable-1) {
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
