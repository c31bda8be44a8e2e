package types

import (
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

func (c *checker) declareConstants() {
	for _, d := range c.file.Decls {
		d, ok := d.(*ast.ConstDecl)
		if !ok {
			continue
		}
		if first := c.constants[d.Name.Name]; first != nil {
			c.duplicate(d.Name, ast.Span(first.decl.Name), "first declared here", "constant `%s` is declared twice", d.Name.Name)
			continue
		}
		k := &constant{name: d.Name.Name, decl: d}
		c.constants[k.name] = k
		c.constOrder = append(c.constOrder, k)
	}
	for _, name := range slices.Sorted(maps.Keys(c.opts.Set)) {
		if k := c.constants[name]; k != nil {
			k.value, k.ok, k.evaluated = c.opts.Set[name], true, true
			continue
		}
		at := token.Span{Start: c.file.Pos(), End: c.file.Pos()}
		c.report(unknownConstant, at, "the model has no constant `%s`; declare it by `const %s = %d;`",
			name, name, c.opts.Set[name]).Suggest(diag.DidYouMean(name, keys(c.constants)))
	}
	for _, k := range c.constOrder {
		c.evaluate(k, k.decl.Name)
	}
}

// evaluate finds the value of a constant that is used at the given node.
func (c *checker) evaluate(k *constant, at ast.Node) (int, bool) {
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
