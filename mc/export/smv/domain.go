package smv

import (
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// domainOf computes a superset of the values of a node that is not boolean from those of its
// operands.
func (f *factory) domainOf(n *node) flow.Set {
	switch n.op {
	case recipe.OpConst:
		return flow.Of(n.value)
	case recipe.OpLocal:
		return flow.Of(n.variable.values...)
	case recipe.OpIte:
		return n.args[1].domain.Union(n.args[2].domain)
	}
	limits := flow.Thresholds{Runs: f.thresholds.MaxListed, Pairs: f.thresholds.MaxListed}
	out, _ := limits.Arithmetic(n.op, n.args[0].domain, n.args[len(n.args)-1].domain)
	return out
}

// bounds returns the least and the greatest value that an integer can have.
func (n *node) bounds() (lo, hi int) {
	lo, hi, _ = n.domain.Bounds()
	return lo, hi
}
