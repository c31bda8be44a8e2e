package types

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func (c *checker) declareConstants() {
	for _, d := range c.file.Decls {
		d, ok := d.(*ast.ConstDecl)
		if !ok {
			continue
		}
		if first := c.constants[d.Name.Name]; first != nil {
			c.rep.Relate(c.reportAt(DuplicateName, d.Name, "constant `%s` is declared twice", d.Name.Name),
				ast.Span(first.decl.Name), "first declared here")
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
		c.report(UnknownConstant, at, "there is no constant `%s` to set; the model would declare it by `const %s = %d;`",
			name, name, c.opts.Set[name]).Suggest(diag.DidYouMean(name, keys(c.constants)))
	}
	for _, k := range c.constOrder {
		c.evaluate(k, k.decl.Name)
	}
}

// evaluate finds the value of a constant that is used at the given node.
func (c *checker) evaluate(k *constant, at ast.Node) (int, bool) {
	if k.evaluating {
		c.reportAt(CyclicDefinition, k.decl.Name, "constant `%s` is defined by itself", k.name)
		return 0, false
	}
	if !k.evaluated {
		k.evaluating = true
		k.value, k.ok = c.constInt(k.decl.Value, nil)
		k.evaluating, k.evaluated = false, true
	}
	return k.value, k.ok
}

// members calls visit for every name that a declared name stands for, in order, with the binding of its index, if that has a name.
// It returns false if that is none, without an error.
func (c *checker) members(n *ast.DeclName, visit func(name string, index *binding)) bool {
	if !n.Replicated() {
		visit(n.Name.Name, nil)
		return true
	}
	c.badFamily[n.Name.Name] = true
	lo, ok1 := c.constInt(n.Lo, nil)
	hi, ok2 := c.constInt(n.Hi, nil)
	if !ok1 || !ok2 {
		return true
	}
	switch {
	case lo < 0:
		c.reportAt(BadIndex, n.Lo, "the index of a replicated name cannot be negative: %d", lo)
		return true
	case hi-lo >= c.limits.Replicas:
		c.reportAt(ReplicaLimit, n, "`%s` stands for %d names; at most %d are supported", n.Name.Name, hi-lo+1, c.limits.Replicas)
		return true
	}
	delete(c.badFamily, n.Name.Name)
	c.families[n.Name.Name] = append(c.families[n.Name.Name], &family{n.Name.Name, lo, hi, ast.Span(n)})
	for i := lo; i <= hi; i++ {
		c.spend(1, n)
		var b *binding
		if n.Var != nil {
			b = &binding{name: n.Var.Name, ident: n.Var, typ: singleton(i), value: recipe.Value(i)}
		}
		visit(n.Name.Name+strconv.Itoa(i), b)
	}
	return lo <= hi
}

func (c *checker) warnEmpty(n *ast.DeclName) {
	d := c.reportAt(EmptyFamily, n, "`%s` stands for no name, because the range of its index is empty", n.Name.Name)
	ast.Inspect(n, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok {
			if value, set := c.opts.Set[id.Name]; set {
				d.Suggest(fmt.Sprintf("`--set %s=%d` leaves none of them", id.Name, value))
			}
		}
		return true
	})
}

func singleton(i int) *recipe.Type { return recipe.IntType(i, i) }

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
