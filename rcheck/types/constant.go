package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// evaluate finds the value of a constant that is used at the given node.
func (c *knowledge) evaluate(k *constant, at ast.Node) (int, bool) {
	if k.evaluating {
		c.reportAt(cyclicDefinition, k.decl.Name, "the definition of constant `%s` uses this constant", k.name)
		return 0, false
	}
	if !k.evaluated {
		k.evaluating = true
		k.value, k.ok = c.constInt(k.decl.Value, nil)
		k.evaluating, k.evaluated = false, true
	}
	return k.value, k.ok
}
