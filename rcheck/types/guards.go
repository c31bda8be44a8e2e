package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// checkGuards elaborates every guard definition apart from its calls, with parameters of which only the type is known, so that
// its mistakes are reported once, at the definition, and calls of a bad guard say nothing more.
func (c *checker) checkGuards() {
	for _, g := range c.guardOrder {
		c.checkGuard(g)
	}
}

func (c *checker) checkGuard(g *guardDef) {
	before := len(c.rep.List.Errors())
	env := &scope{c: c, place: placeGuardDef, frame: &frame{guard: g}, standalone: true}
	c.expanding[g] = true
	env.boolean(g.decl.Body)
	delete(c.expanding, g)
	g.bad = g.bad || len(c.rep.List.Errors()) > before
}

// expand writes out a call of a guard. The body is elaborated in the place of the call, so that `chan` and locals that are no
// parameters mean what they mean there.
func (env *scope) expand(e *ast.Call, g *guardDef) *recipe.Expr {
	c := env.c
	c.used[g] = true
	args := make([]argument, len(e.Args))
	bad := g.bad
	for i, a := range e.Args {
		args[i] = env.argument(a)
		if args[i].expr == nil || i >= len(g.params) {
			bad = true
			continue
		}
		if p := g.params[i]; p.typ != nil && !env.assignable(a, p.typ, args[i].expr, "parameter `"+p.name+"`") {
			bad = true
		}
	}
	switch depth := env.frame.nesting(); {
	case len(e.Args) != len(g.params):
		c.rep.Relate(c.reportAt(ArgumentCount, e, "guard `%s` has %d parameters and is given %d arguments", g.name,
			len(g.params), len(e.Args)), ast.Span(g.decl.Name), "declared here")
		return nil
	case c.expanding[g]:
		c.reportAt(CyclicDefinition, e, "guard `%s` is defined by itself", g.name)
		g.bad = true
		return nil
	case bad:
		return nil
	case depth >= c.limits.Nesting:
		c.reportAt(ExpansionLimit, e, "guards call each other more than %d levels deep", c.limits.Nesting)
		return nil
	default:
		inner := *env
		inner.binds = nil
		inner.frame = &frame{guard: g, args: args, call: e, depth: depth + 1}
		c.expanding[g] = true
		defer delete(c.expanding, g)
		before := len(c.rep.List)
		x := inner.boolean(g.decl.Body)
		c.relateCall(before, e)
		return x
	}
}

func (f *frame) nesting() int {
	if f == nil {
		return 0
	}
	return f.depth
}

// argument elaborates an argument once, with what it mentions and what it costs, for as often as its parameter is used.
func (env *scope) argument(a ast.Expr) argument {
	inner := *env
	inner.mentions = map[int]bool{}
	before := env.c.nodes
	x := inner.expr(a)
	return argument{x, inner.mentions, env.c.nodes - before, env.operated(a)}
}

// relateCall tells, in the errors found while a guard's body was written out, which call that was.
func (c *checker) relateCall(from int, call *ast.Call) {
	for _, d := range c.rep.List[from:] {
		if d.Severity == diag.Error {
			c.rep.Relate(d, ast.Span(call), "in this use of guard `%s`", call.Fun.Name)
		}
	}
}
