package bounded

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// What the solver knows a literal as has the value that simulation gives it, for all values of the
// inputs: whatever is asked first, and whichever gates are left out because one gate uses them. A
// gate that is left out has its own variable when it is asked about later.
func TestGatesAreWhatTheSolverKnows(t *testing.T) {
	const inputs = 5
	paired, wide := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		graph := circuit.NewGraph()
		all := []circuit.Lit{circuit.True}
		for range inputs {
			all = append(all, graph.Input())
		}
		more := func(n int) {
			for range n {
				x, y := all[r.IntN(len(all))], all[max(0, len(all)-1-r.IntN(6))]
				all = append(all, graph.And(x^circuit.Lit(r.IntN(2)), y^circuit.Lit(r.IntN(2))))
				if r.IntN(3) == 0 {
					all = append(all, graph.If(all[1+r.IntN(inputs)], x, y))
				}
			}
		}
		more(3 + r.IntN(12))
		g := &Gates{Graph: graph, partial: seed%2 == 0}
		g.Forget()
		var asked []circuit.Lit
		for round := range 3 {
			if round == 2 {
				more(4) // these may use gates that were left out
			}
			for range 1 + r.IntN(3) {
				asked = append(asked, all[r.IntN(len(all))]^circuit.Lit(r.IntN(2)))
			}
			for _, l := range asked {
				g.Literal(l)
			}
			for _, l := range asked {
				what := fmt.Sprintf("seed %d, literal %d", seed, l)
				some := sat.Unsatisfiable
				for values := range 1 << inputs {
					is := graph.Simulate(func(node int) uint64 { return uint64(values >> (node - 1) & 1) })
					want := sat.Unsatisfiable
					if is.Is(l) {
						want, some = sat.Satisfiable, sat.Satisfiable
					}
					given := []sat.Lit{g.Literal(l)}
					for i := range inputs {
						given = append(given, g.Literal(circuit.Lit(2*(i+1)))^sat.Lit(1-values>>i&1))
					}
					g.Focus(append(asked, all[1:1+inputs]...)...)
					require.Equal(t, want, g.Solver.Solve(1<<40, given...), what)
				}
				g.Focus(l)
				require.Equal(t, some, g.Solver.Solve(1<<40, g.Literal(l)), what)
				if some == sat.Satisfiable {
					require.True(t, g.Solution().Is(l), what)
				}
			}
			if round == 0 {
				g.Keep()
			}
		}
		for i := range g.nodes {
			operands, pair := g.operands(i)
			switch {
			case pair:
				paired++
			case len(operands) > 2:
				wide++
			}
		}
	}
	require.Greater(t, min(paired, wide), 200, "%d gates are of two disjunctions, %d are wide", paired, wide)
}
