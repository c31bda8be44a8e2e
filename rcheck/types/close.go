package types

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// closeTypes gives all computed numbers of the system and its formulas their bounds, once those of
// variables are known.
func (c *ranges) closeTypes() {
	for i := range c.System.Agents {
		a := &c.System.Agents[i]
		c.closeNumbers(a.Init, a.ReceiveGuard)
		c.closeNumbers(a.Relabel...)
	}
	for i := range c.System.Commands {
		c.closeNumbers(c.System.Commands[i].Exprs()...)
	}
	for _, d := range c.Stated {
		for _, f := range d.Formulas {
			c.closeFormula(f)
		}
	}
	for _, k := range c.Contracts {
		for i := range k.Agents {
			c.closeFormula(k.Assume[i])
			c.closeFormula(k.Guarantee[i])
		}
	}
	c.closeNumbers(c.Red...)
	for _, p := range c.Pictures {
		if p != nil {
			c.closeNumbers(p.Column, p.Row, p.Label)
		}
	}
}

func (c *ranges) closeFormula(f *Formula) { f.walk(func(f *Formula) { c.closeNumbers(f.Expr) }) }

// closeNumbers gives the computed numbers in expressions, which may be nil, the bounds that follow
// from their operands. What has bounds already is not written to: later formulas share such parts
// with the program.
func (c *ranges) closeNumbers(es ...*recipe.Expr) {
	for _, e := range es {
		c.watch.Step()
		if e == nil {
			continue
		}
		c.closeNumbers(e.Args...)
		if e.Type != anyInt {
			continue
		}
		switch e.Op {
		case recipe.OpIte:
			e.Type = recipe.Ite(e.Args[0], e.Args[1], e.Args[2]).Type
		case recipe.OpNeg:
			e.Type = recipe.Neg(e.Args[0]).Type
		default:
			e.Type = recipe.Arithmetic(e.Op, e.Args[0], e.Args[1]).Type
		}
	}
}

// Ranges finds and checks the values that variables can have.
type ranges struct{ agents }
