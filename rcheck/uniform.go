package rcheck

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Uniform says whether contracts are the same at all values of constants that count agents.
type Uniform struct {
	// Differs is what makes them depend on a constant. If it is empty, contracts that hold where all
	// constants have the value Size hold at all their values.
	Differs diag.List
	Size    int
	// Properties are the numbers of those for which this is so, too: each says of some agents and of
	// each step what must be true.
	Properties []int
}

// UniformContracts looks for what makes the contracts depend on constants that count agents. It panics
// like [Program.Counting].
//
// Why one size is enough: an agent alone in any environment does not depend on how many others there
// are. What the contracts say together is about single steps. A step at which it is false stays one
// if all agents are left out but those that take part and those that the formula is about. It also
// stays one if agents are added, as long as a guarantee can be true of agents that take no part.
func (p *Program) UniformContracts(constants ...string) Uniform {
	of := p.Counting(constants...)
	c := &counting{program: p, constants: constants}
	u := Uniform{Differs: append(c.part(c.uniform), of.Elsewhere...)}
	u.Differs.Sort()
	agents := 0
	for _, s := range p.Specs {
		n, is := c.ofAgents(s.Expr)
		if is && len(of.InProperties[s.Index]) == 0 && s.Formula != nil && ofSteps(s.Formula, 0) {
			agents, u.Properties = max(agents, n), append(u.Properties, s.Index)
		}
	}
	// Least is above the first index of each type, so that there is one agent for each that the formula
	// is about, an initiator, and a supplier.
	u.Size = of.Least + max(of.Period, agents)
	return u
}

// uniform looks at all but the properties.
func (c *counting) uniform() {
	for _, d := range c.program.File.Decls {
		switch d := d.(type) {
		case *ast.SpecDecl:
		case *ast.SystemDecl:
			for _, i := range d.Instances {
				ast.Inspect(i.Cond, func(n ast.Node) bool {
					if x, is := n.(*ast.Index); is {
						c.rep.Report(NotCounting, ast.Span(x), "names with an index are others in larger systems, and a contract is about one agent type")
					}
					return true
				})
			}
		case *ast.ConstDecl:
			if !slices.Contains(c.constants, d.Name.Name) {
				c.text(d)
			}
		default:
			ast.Inspect(d, func(n ast.Node) bool {
				if id, is := n.(*ast.Ident); is {
					if c.forbid(id); id.Name == "location" {
						c.rep.Report(NotCounting, ast.Span(id), "a variable of type location has more values in larger systems")
					}
				}
				return true
			})
		}
	}
	_, list := c.program.Contracts()
	for _, k := range list {
		if slices.ContainsFunc(k.Guarantee, func(f *ltol.Formula) bool { return !idle(f, false) }) {
			at := c.program.File
			c.rep.Report(NotCounting, token.Span{Start: at.Pos(), End: at.Pos()}, "the guarantee of type `%s` is false of agents that take no part in a step; write `[[…]] p` and not `<<…>> p`", k.Type)
		}
	}
}

// idle reports whether a formula about one step asks for no step: the observations in it say what is
// true if there is one.
func idle(f *ltol.Formula, denied bool) bool {
	args := f.Args()
	switch f.Op() {
	case ltol.OpPossible:
		return denied
	case ltol.OpNecessary:
		return !denied
	case ltol.OpNot:
		return idle(args[0], !denied)
	case ltol.OpImplies:
		return idle(args[0], !denied) && idle(args[1], denied)
	case ltol.OpIff:
		return idle(args[0], true) && idle(args[0], false) && idle(args[1], true) && idle(args[1], false)
	}
	return !slices.ContainsFunc(args, func(x *ltol.Formula) bool { return !idle(x, denied) })
}

// ofAgents reports whether a property is about any agents, and about how many. Quantifiers stand before
// and behind `G`.
func (c *counting) ofAgents(e ast.Node) (agents int, is bool) {
	switch e := bare(e).(type) {
	case *ast.Quantifier:
		agents, is = c.ofAgents(e.X)
		return agents + len(e.Vars), is && e.Universal && e.Lo == nil
	case *ast.Unary:
		if e.Op == ast.Globally {
			return c.ofAgents(e.X)
		}
	case *ast.Binary:
		if e.Op == ast.And {
			a, first := c.ofAgents(e.X)
			b, second := c.ofAgents(e.Y)
			return max(a, b), first && second
		}
	}
	is = true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Quantifier, *ast.Index:
			is = false
		case *ast.Ident:
			is = is && !c.growing(n.Name)
		}
		return is
	})
	return 0, is
}

// growing reports whether a name is that of an agent which is only there at some sizes.
func (c *counting) growing(name string) bool {
	for _, d := range c.program.File.Decls {
		if d, is := d.(*ast.SystemDecl); is {
			for _, i := range d.Instances {
				number, is := strings.CutPrefix(name, i.Name.Name.Name)
				if is && number != "" && strings.Trim(number, "0123456789") == "" && c.isCounter(i.Name.Hi) {
					return true
				}
			}
		}
	}
	return false
}

// ofSteps reports whether a formula is about all steps of a run, one by one. Depth is 0 there, 1 of a
// formula about a step, and 2 of one about the state after it.
func ofSteps(f *ltol.Formula, depth int) bool {
	switch op := f.Op(); {
	case op == ltol.OpGlobally && depth == 0, (op == ltol.OpPossible || op == ltol.OpNecessary) && depth == 1:
		depth++
	case op != ltol.OpAnd && depth == 0, op >= ltol.OpNext:
		return false
	}
	return !slices.ContainsFunc(f.Args(), func(x *ltol.Formula) bool { return !ofSteps(x, depth) })
}
