package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
)

// checkUnbounded finds the initial values of the locals without a range, and checks that all
// computed numbers can be represented.
func (c *ranges) checkUnbounded() {
	if _, any := c.System.Unbounded(); !any {
		return
	}
	for _, in := range c.instances {
		c.findStart(in)
	}
	c.checkNumbers()
	for _, d := range c.Stated {
		before := c.errors
		c.checkQuantified(formulaOf(d.Decl), d.Formulas...)
		c.inProperties += c.errors - before
	}
}

// formulaOf is where errors about the formulas of a declaration are reported.
func formulaOf(d ast.Decl) ast.Node {
	if spec, ok := d.(*ast.SpecDecl); ok {
		return spec.Formula
	}
	return d
}

// findStart bounds the initial values of the locals without a range of one agent.
func (c *ranges) findStart(in *instance) {
	var sets []flow.Set
	for i, f := range in.typ.locals {
		v := &c.System.Vars[in.vars+i]
		if !v.Type.Unbounded {
			continue
		}
		if sets == nil {
			var err error
			if sets, err = flow.Starts(c.watch.Context(), c.System, in.agent, c.limits.Search); err != nil {
				c.watch.End(err)
			}
		}
		if len(sets) == 0 { // no initial state, which is reported elsewhere
			continue
		}
		lo, hi, _ := sets[i].Bounds()
		if v.Start = (recipe.Interval{Lo: lo, Hi: hi}); hi-lo < c.limits.Domain {
			continue
		}
		d := c.reportAt(noRange, f.decl, "agent type `%s`: local variable `%s` is declared `int`, and `init` gives it no "+
			"finite initial value", in.typ.name, f.name)
		d.Suggest("write `init: " + f.name + " = 0`, declare it as `lo..hi`, or give a range for all such variables (`--int LO..HI`)")
	}
}

// largestNumber bounds computed numbers of variables without a range, so that none is cut off.
const largestNumber = 1 << 62

// checkNumbers reports commands with numbers that may need more than 64 bits.
func (c *ranges) checkNumbers() {
	large := func(e *recipe.Expr) bool {
		return e.Any(func(e *recipe.Expr) bool {
			return e.Type.Kind == recipe.Int && (e.Type.Lo < -largestNumber || e.Type.Hi > largestNumber)
		})
	}
	report := func(at ast.Node, es ...*recipe.Expr) {
		for _, e := range es {
			if e != nil && large(e) {
				c.reportAt(numberTooLarge, at, "a number in `%s` may need more than 64 bits", token.Clip(c.text(at), 60)).
					Suggest("give the variables of type `int` in it a range, `lo..hi`")
				return
			}
		}
	}
	for i, command := range c.Commands {
		report(command, c.System.Commands[i].Exprs()...)
	}
	for _, in := range c.instances {
		a := &c.System.Agents[in.agent]
		report(in.decl, append([]*recipe.Expr{a.Init, a.ReceiveGuard}, a.Relabel...)...)
	}
	for _, d := range c.Stated {
		before := c.errors
		for _, f := range d.Formulas {
			f.walk(func(f *Formula) { report(formulaOf(d.Decl), f.Expr) })
		}
		c.inProperties += c.errors - before
	}
}
