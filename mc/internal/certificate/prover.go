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

// of is a literal of the solver. The gate must have been there at the last call of grow.
func (p *prover) of(l circuit.Lit) sat.Lit {
	return p.variables[l.Node()] ^ sat.Lit(l&1)
}

// grow tells the solver about gates that are new.
func (p *prover) grow() {
	for i := len(p.variables); i < p.graph.Len(); i++ {
		left, right, gate := p.graph.Operands(i)
		if !gate {
			p.variables = append(p.variables, p.Variable())
			continue
		}
		x := p.Dependent()
		p.variables = append(p.variables, x)
		l, r := p.of(left), p.of(right)
		p.AddWhen(x, l)
		p.AddWhen(x, r)
		p.AddWhen(x.Not(), l.Not(), r.Not())
	}
	p.Add(p.of(circuit.True))
}
