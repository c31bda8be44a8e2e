package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// checkShadowing warns about declarations that hide others where both could be meant (see
// [scope.name] for the order).
func (c *checker) checkShadowing() {
	for _, g := range c.guardOrder {
		for _, p := range g.params {
			c.shadows(p.decl.Name, "parameter", shadowLocals|shadowData|shadowProperties|shadowConstants|shadowWords)
		}
	}
	for _, t := range c.types {
		for _, f := range t.locals {
			c.shadows(f.decl.Name, "local variable", shadowData|shadowProperties|shadowConstants|shadowWords)
		}
	}
	for _, f := range c.data {
		c.shadows(f.decl.Name, "data variable", shadowProperties|shadowConstants|shadowWords)
	}
	for _, f := range c.props {
		c.shadows(f.decl.Name, "property identifier", shadowConstants|shadowWords)
	}
}

const (
	shadowLocals shadow = 1 << iota
	shadowData
	shadowProperties
	shadowConstants
	shadowWords
)

// checkUse warns about what is declared and has no effect.
func (c *checker) checkUse() {
	for _, t := range c.types {
		if len(t.instances) == 0 {
			c.reportAt(noInstances, t.decl.Name, "agent type `%s` has no instances", t.name)
		}
		for _, f := range t.locals {
			c.unused(f, f.decl.Name, "local variable `"+f.name+"` is never read")
		}
	}
	for _, f := range c.data {
		switch {
		case c.used[assigned{f.index}]:
		case c.used[f] && c.environment != nil: // messages from outside carry it
		case c.used[f]:
			c.reportAt(neverAssigned, f.decl.Name, "no command assigns data variable `%s`, so no command that reads it is ever executed", f.name)
		default:
			c.unused(f, f.decl.Name, "data variable `"+f.name+"` is never used")
		}
	}
	for _, f := range c.props {
		c.unused(f, f.decl.Name, "property identifier `"+f.name+"` is never used")
	}
	for _, g := range c.guardOrder {
		c.unused(g, g.decl.Name, "guard `"+g.name+"` is never used")
		for _, p := range g.params {
			c.unused(p, p.decl.Name, "parameter `"+p.name+"` is never used")
		}
	}
	for _, k := range c.constOrder {
		c.unused(k, k.decl.Name, "constant `"+k.name+"` is never used")
	}
	for _, g := range c.Groups {
		c.unused(g, g.decl.Name, "group `"+g.Name+"` is never used")
	}
	c.checkRelabelled()
}

// checkRelabelled warns, once per agent type and property identifier, about predicates that read an
// identifier which the type does not relabel, although agents of the type could take part.
func (c *checker) checkRelabelled() {
	type pair struct {
		t *agentType
		p int
	}
	done := map[pair]bool{}
	for i, command := range c.Commands {
		k := &c.System.Commands[i]
		k.Predicate.Walk(func(x *recipe.Expr) bool {
			if x.Op != recipe.OpProperty || x.Index >= len(c.props) {
				return true
			}
			for _, t := range c.types {
				c.watch.Step()
				if t.relabels[x.Index] != nil || done[pair{t, x.Index}] || !c.takesPart(t, c.instances[k.Agent], k.Kind) {
					continue
				}
				done[pair{t, x.Index}] = true
				d := c.reportAt(unrelabelled, t.decl.Name, "agent type `%s` does not relabel `%s`: for its agents a comparison with it is false, and `!=` is true",
					t.name, c.props[x.Index].name)
				c.Relate(d, ast.Span(command), "such a predicate is here")
			}
			return true
		})
	}
}

// takesPart reports whether some agent of type t other than the given one has a counterpart for its
// sends, or gets.
func (c *checker) takesPart(t *agentType, other *instance, kind recipe.CommandKind) bool {
	if len(t.instances) == 0 || len(t.instances) == 1 && t.instances[0] == other {
		return false
	}
	for _, e := range t.automaton.edges {
		switch a := e.command.Action.(type) {
		case *ast.Receive:
			if kind == recipe.Send {
				return true
			}
		case *ast.Supply:
			if w, ok := ast.Unparen(a.To).(*ast.Ident); kind == recipe.Get && (!ok || w.Name == "any") {
				return true
			}
		}
	}
	return false
}
