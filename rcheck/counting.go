package rcheck

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// NotCounting is the code of the warning that a constant is not only a number of agents.
const NotCounting diag.Code = "RC0901"

// Counting tells how a model depends on constants that only count agents.
type Counting struct {
	// Least is the smallest size above all numbers that the model compares with an index, or uses
	// as one. Period is the least number of consecutive indices in which each remainder occurs that
	// the model asks for.
	Least, Period int
	// Bounds tells that one of the constants is the upper bound of a name.
	Bounds bool
	// Elsewhere is what else the model says with the constants, outside of its properties, and
	// InProperties what a property says, by its index.
	Elsewhere    diag.List
	InProperties map[int]diag.List
}

// mostIndex bounds the numbers that are compared with an index, and the periods.
const mostIndex = 24

// Counting looks at the text for all that depends on the given constants. They count agents if they
// occur as the upper bounds of replicated names, and in comparisons `i = N` and `i != N` of an
// index with its own bound in the condition of an instance. The index of an instance may occur as
// the index of other names, in comparisons with numbers, and on the left of `%`. Then the agents of
// a type differ by the first few indices, the last one, and a remainder. All else gets a
// diagnostic.
//
// Properties that were added to the program are looked at like those of its file.
//
// A constant that the model does not declare ([Program.RequireConstants]) has no effect. A program
// that is nil, or was not made by [Parse], panics with an error that wraps
// [recipe.ErrMisuse].
func (p *Program) Counting(constants ...string) Counting {
	if err := p.usable(context.Background()); err != nil {
		panic(err)
	}
	c := &counting{program: p, constants: constants, out: Counting{Least: 1, Period: 1, InProperties: map[int]diag.List{}}}
	for _, s := range p.Specs {
		if list := c.part(func() { c.text(s.Expr) }); len(list) > 0 {
			c.out.InProperties[s.Index] = list
		}
	}
	c.out.Elsewhere = c.part(c.model)
	return c.out
}

// CountsAgents reports whether a constant is the upper bound of a name, and does nothing but to
// count agents: then properties can be decided for all its values. It panics like
// [Program.Counting].
func (p *Program) CountsAgents(constant string) bool {
	c := p.Counting(constant)
	return c.Bounds && len(c.Elsewhere) == 0 && len(c.InProperties) == 0
}

// RequireConstants returns an error that names the first of some constants that the model does not
// declare, nil if it declares all. It wraps [recipe.ErrMisuse] for a program that is nil, or was
// not made by [Parse].
func (p *Program) RequireConstants(names ...string) error {
	if err := p.usable(context.Background()); err != nil {
		return err
	}
	var declared []string
	for _, d := range p.File.Decls {
		if d, ok := d.(*ast.ConstDecl); ok {
			declared = append(declared, d.Name.Name)
		}
	}
	for _, name := range names {
		if slices.Contains(declared, name) {
			continue
		}
		err := fmt.Errorf("the model has no constant `%s`", name)
		if hint := diag.DidYouMean(name, declared); hint != "" {
			err = fmt.Errorf("%w; %s", err, hint)
		}
		return err
	}
	return nil
}

// part collects what is reported of a part of the model.
func (c *counting) part(look func()) diag.List {
	c.rep = &diag.Reporter{Files: c.program.Files}
	look()
	c.rep.List.Sort()
	return c.rep.List
}

// model looks at all but the properties. It comes last, because it reports numbers that are too
// large.
func (c *counting) model() {
	p := c.program
	for _, d := range p.File.Decls {
		c.declaration(d)
	}
	if c.out.Least > mostIndex || c.out.Period > mostIndex {
		at := token.Span{Start: p.File.Pos(), End: p.File.Pos()}
		c.rep.Report(NotCounting, at, "the model tells agents apart by an index up to %d or by a remainder of %d; at most %d are supported", c.out.Least, c.out.Period, mostIndex)
	}
}

// counting looks through a model.
type counting struct {
	program   *Program
	constants []string
	rep       *diag.Reporter
	out       Counting
}

func (c *counting) isCounter(n ast.Node) bool {
	id, ok := bare(n).(*ast.Ident)
	return ok && slices.Contains(c.constants, id.Name)
}

// bare is an expression without parentheses around it.
func bare(n ast.Node) ast.Node {
	for {
		p, ok := n.(*ast.Paren)
		if !ok {
			return n
		}
		n = p.X
	}
}

func (c *counting) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.ConstDecl:
		if slices.Contains(c.constants, d.Name.Name) {
			return
		}
	case *ast.SpecDecl:
		return
	case *ast.SystemDecl:
		for _, i := range d.Instances {
			c.names(i.Name)
			if i.Cond != nil {
				c.condition(i.Cond, i.Name)
			}
		}
		return
	}
	c.text(d)
}

// text looks at a part of the model, or at a property that was added to it.
func (c *counting) text(part ast.Node) {
	ast.Inspect(part, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DeclName:
			c.names(n)
			return false
		case *ast.Index:
			c.numbers(n.X)
		case *ast.Quantifier:
			for _, bound := range []ast.Expr{n.Lo, n.Hi} {
				if bound != nil {
					c.numbers(bound)
				}
			}
		case *ast.RangeType:
			c.values(n)
			return false
		case *ast.Ident:
			c.forbid(n)
		}
		return true
	})
}

// values reports a range of values that grows with a counting constant.
func (c *counting) values(n *ast.RangeType) {
	for _, bound := range []ast.Expr{n.Lo, n.Hi} {
		ast.Inspect(bound, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok && slices.Contains(c.constants, id.Name) {
				c.rep.Report(NotCounting, ast.Span(n), "there are more values with a larger `%s`, and agents and messages must be the same at all sizes", id.Name).
					Suggest("use another constant as the bound; an agent that waits for all others need not count: a multicast waits for all connected agents")
			}
			return true
		})
	}
}

// forbid reports a counting constant where it is none.
func (c *counting) forbid(n *ast.Ident) {
	if slices.Contains(c.constants, n.Name) {
		c.rep.Report(NotCounting, ast.Span(n), "`%s` does more here than to count agents", n.Name).
			Suggest("use it as the upper bound of a replicated name, as in `worker[1.." + n.Name + "]`; let the rest depend on another constant")
	}
}

// names looks at a declared name, whose upper bound may be a counting constant.
func (c *counting) names(n *ast.DeclName) {
	for _, part := range []ast.Expr{n.Lo, n.Hi} {
		if part == nil || part == n.Hi && c.isCounter(part) {
			c.out.Bounds = c.out.Bounds || part != nil
			continue
		}
		c.numbers(part)
		ast.Inspect(part, func(x ast.Node) bool {
			if id, ok := x.(*ast.Ident); ok {
				c.forbid(id)
			}
			return true
		})
	}
}

// numbers notes the numbers in an expression that indices are compared with.
func (c *counting) numbers(n ast.Node) {
	if v, ok := c.value(n); ok {
		c.out.Least = max(c.out.Least, min(v, mostIndex)+1)
		return
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IntLit:
			c.out.Least = max(c.out.Least, int(min(n.Value, mostIndex))+1)
		case *ast.Ident:
			if v, ok := c.program.Constant(n.Name); ok && !slices.Contains(c.constants, n.Name) {
				c.out.Least = max(c.out.Least, min(v, mostIndex)+1)
			}
		}
		return true
	})
}

// condition looks at the condition of an instance, in which its index may occur.
func (c *counting) condition(e ast.Expr, of *ast.DeclName) {
	isIndex := func(n ast.Node) bool {
		id, ok := bare(n).(*ast.Ident)
		return ok && of.Var != nil && id.Name == of.Var.Name
	}
	mentions := func(n ast.Node) (yes bool) {
		ast.Inspect(n, func(n ast.Node) bool { yes = yes || isIndex(n); return !yes })
		return yes
	}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Index:
			switch {
			case isIndex(n.X):
			case mentions(n.X):
				c.rep.Report(NotCounting, ast.Span(n), "this name is that of a neighbour: agents with neighbours are not alike in systems of other sizes").
					Suggest("let agents learn the names of others from messages, as in `next := WHO`")
			default:
				c.numbers(n.X)
				ast.Inspect(n.X, visit)
			}
			return false
		case *ast.Binary:
			return !c.compared(n, isIndex, mentions)
		case *ast.Ident:
			if c.forbid(n); isIndex(n) {
				c.rep.Report(NotCounting, ast.Span(n), "the index `%s` is a number here, and there are more such numbers in larger systems", n.Name).
					Suggest("use the index of an instance as the index of a name, or compare it with a number, or take a remainder: `link[i]`, `i = 1`, `i % 2`")
			}
		}
		return true
	}
	ast.Inspect(e, visit)
}

// compared tells whether an expression is an index compared with a number or its own bound, or the
// remainder of one, and notes the numbers.
func (c *counting) compared(n *ast.Binary, isIndex, mentions func(ast.Node) bool) bool {
	x, y := ast.Node(n.X), ast.Node(n.Y)
	if n.Op.IsComparison() && isIndex(y) {
		x, y = y, x
	}
	switch {
	case !isIndex(x) || mentions(y):
		return false
	case n.Op == ast.Mod:
		m, ok := c.value(y)
		ok = ok && m > 0 && m <= mostIndex
		if ok {
			c.out.Period = lcm(c.out.Period, m)
		}
		return ok
	case n.Op.IsComparison() && c.isCounter(y):
		return n.Op == ast.Eq || n.Op == ast.Neq
	case n.Op.IsComparison():
		v, ok := c.value(y)
		ok = ok && v <= mostIndex
		if ok {
			c.out.Least = max(c.out.Least, v+1)
		}
		return ok
	}
	return false
}

// value is the value of an arithmetic expression of numbers and of constants that do not count.
func (c *counting) value(n ast.Node) (int, bool) {
	e, ok := n.(ast.Expr)
	ast.Inspect(n, func(n ast.Node) bool { ok = ok && !c.isCounter(n); return ok })
	if !ok {
		return 0, false
	}
	return c.program.typed.Number(e)
}

// lcm is the least common multiple of two positive numbers.
func lcm(a, b int) int {
	n := a
	for n%b != 0 {
		n += a
	}
	return n
}

// CountingNames splits a list of constants that is separated by commas.
func CountingNames(list string) []string {
	var out []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
