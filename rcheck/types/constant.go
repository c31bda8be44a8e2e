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

// constant is a `const` declaration. Its value may refer to constants declared later.
type constant struct {
	name       string
	decl       *ast.ConstDecl
	value      int
	ok         bool
	evaluated  bool
	evaluating bool
}

// binding gives a name that stands for a value while something is written out: the index of a replica, a quantified integer, a
// quantified agent. Bindings form a list, the innermost first.
type binding struct {
	name  string
	ident *ast.Ident
	typ   *recipe.Type // of a quantified agent: location
	value recipe.Value
	outer *binding
}

func (b *binding) lookup(name string) *binding {
	for ; b != nil; b = b.outer {
		if b.name == name {
			return b
		}
	}
	return nil
}

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

// constInt evaluates an integer expression over constants and the bindings b. The second result is false after an error.
func (c *checker) constInt(e ast.Expr, b *binding) (int, bool) {
	return (&scope{c: c, binds: b}).constInt(e)
}

// constInt evaluates an integer expression that must have a fixed value. A parameter has one if the guard is called with one;
// while a definition is checked on its own, nothing is known about its parameters.
func (env *scope) constInt(e ast.Expr) (int, bool) {
	inner := *env
	inner.place = placeConstant
	x := inner.integer(e)
	if x == nil {
		return 0, false
	}
	if x.Op != recipe.OpConst {
		if !env.standalone {
			env.c.reportAt(NotConstant, e, "`%s` has no fixed value; a number, a constant or an index is needed here", env.c.text(e))
		}
		return 0, false
	}
	return int(x.Value), true
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

// member resolves `name[e]` to the symbol it denotes.
func (env *scope) member(x *ast.Index) (recipe.Value, bool) {
	c := env.c
	i, ok := env.constInt(x.X)
	if !ok {
		return 0, false
	}
	name := x.Name.Name + strconv.Itoa(i)
	if v, ok := c.symbolOf[name]; ok && i >= 0 && len(c.declared[v]) > 0 {
		return v, true
	}
	if c.badFamily[x.Name.Name] {
		return 0, false
	}
	d := c.reportAt(BadIndex, x, "`%s[%d]` would be `%s`, which is not declared", x.Name.Name, i, name)
	families := c.families[x.Name.Name]
	for _, f := range families {
		c.rep.Relate(d, f.at, "`%s` has the indices %d..%d", f.name, f.lo, f.hi)
	}
	if len(families) == 0 {
		c.hint(d, func() string { return diag.DidYouMean(x.Name.Name, keys(c.families)) })
	}
	return 0, false
}

func singleton(i int) *recipe.Type { return recipe.IntType(i, i) }

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
