package certificate

import (
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A prover is a SAT solver that knows a graph of gates, which may grow.
type prover struct {
	sat.Solver
	graph     *circuit.Graph
	variables []sat.Lit // by gate
}

func newProver(g *circuit.Graph) *prover { return &prover{graph: g} }

// of is a literal of the solver. The gate must have been there at the last call of grow.
func (p *prover) of(l circuit.Lit) sat.Lit {
	out := p.variables[l.Node()]
	if l.Negated() {
		return out.Not()
	}
	return out
}

// grow tells the solver about gates that are new.
func (p *prover) grow() {
	for i := len(p.variables); i < p.graph.Len(); i++ {
		x := p.Variable()
		p.variables = append(p.variables, x)
		if i == 0 {
			p.Add(x.Not())
		}
		if left, right, ok := p.graph.Operands(i); ok {
			l, r := p.of(left), p.of(right)
			p.Add(x.Not(), l)
			p.Add(x.Not(), r)
			p.Add(x, l.Not(), r.Not())
		}
	}
}
