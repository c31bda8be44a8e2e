package recipe

import (
	"fmt"
	"slices"
)

// A reading says which leaves an expression may have.
type reading struct {
	vars    Range // that OpLocal may read
	ops     []Op  // other leaves and quantifiers
	data    []int // that OpData may read
	anyData bool
}

func (r *reading) allow(ops ...Op) { r.ops = append(slices.Clone(r.ops), ops...) }

// A checker collects the faults of a system.
type checker struct {
	sys    *System
	faults []error
}

func (c *checker) fault(where, format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("recipe: %s: %s", where, fmt.Sprintf(format, args...)))
}

func (c *checker) boolean(where string, e *Expr, may reading) { c.expr(where, e, Bool, may) }

// expr checks that e is a well-typed expression of the given kind.
func (c *checker) expr(where string, e *Expr, kind Kind, may reading) {
	switch {
	case e == nil:
		c.fault(where, "an expression is missing")
	case e.Type == nil:
		c.fault(where, "an expression has no type")
	case e.Type.Kind != kind:
		c.fault(where, "%s is of type %s, not %s", c.sys.ExprString(e, noAgent), e.Type, kind)
	case e.Op < OpNot:
		c.leaf(where, e, may)
	default:
		c.operator(where, e, may)
	}
}

// leaf checks a leaf; its operands do not exist.
func (c *checker) leaf(where string, e *Expr, may reading) {
	if len(e.Args) > 0 {
		c.fault(where, "a leaf has operands")
		return
	}
	if e.Op != OpConst && e.Op != OpLocal && !slices.Contains(may.ops, e.Op) {
		c.fault(where, "%s does not belong here", e.Op)
		return
	}
	s := c.sys
	var size int
	var typ func(i int) *Type
	switch e.Op {
	case OpConst:
		if !e.Type.Contains(e.Value) {
			c.fault(where, "constant %d is not in its type %s", e.Value, e.Type)
		}
		return
	case OpLocal:
		size, typ = len(s.Vars), func(i int) *Type { return s.Vars[i].Type }
	case OpData:
		size, typ = len(s.Data), func(i int) *Type { return s.Data[i].Type }
	case OpProperty, OpSupplierProperty:
		size, typ = len(s.Properties), func(i int) *Type { return s.Properties[i].Type }
	case OpControl:
		size, typ = len(s.Agents), func(int) *Type { return IntType(0, 0) }
	case OpExecuted, OpEnabled:
		for i, id := range e.Commands {
			if id < 0 || id >= len(s.Commands) || i > 0 && id <= e.Commands[i-1] {
				c.fault(where, "commands %v are not ascending IDs", e.Commands)
				return
			}
		}
		c.kind(where, e, Bool)
		return
	case OpPointToPoint, OpDeadlock:
		c.kind(where, e, Bool)
		return
	default:
		c.kind(where, e, Enum) // roles, channel, locality
		return
	}
	if e.Index < 0 || e.Index >= size {
		c.fault(where, "%s reads number %d of %d", e.Op, e.Index, size)
		return
	}
	c.kind(where, e, typ(e.Index).Kind)
	if e.Op == OpLocal && !may.vars.Contains(e.Index) {
		c.fault(where, "reads the foreign local %s", s.varName(e.Index))
	}
	if e.Op == OpData && !may.anyData && !slices.Contains(may.data, e.Index) {
		c.fault(where, "reads data %s, which is not sure to be carried", s.Data[e.Index].Name)
	}
}

func (c *checker) kind(where string, e *Expr, kind Kind) {
	if e.Type.Kind != kind {
		c.fault(where, "%s is given the type %s", e.Op, e.Type)
	}
}

// operator checks an operator, its result's kind and its operands.
func (c *checker) operator(where string, e *Expr, may reading) {
	f := e.Op.Facts()
	if f.Class == ClassLeaf || len(e.Args) != f.Arity || slices.Contains(e.Args, nil) {
		c.fault(where, "%s has %d operands or lacks one", e.Op, len(e.Args))
		return
	}
	for _, a := range e.Args {
		if a.Type == nil {
			c.fault(where, "an operand has no type")
			return
		}
	}
	switch f.Class {
	case ClassConnective:
		c.kind(where, e, Bool)
		c.operands(where, e.Args, Bool, may)
	case ClassComparison:
		c.kind(where, e, Bool)
		if e.Op == OpEq || e.Op == OpNe {
			c.equality(where, e, may)
		} else {
			c.operands(where, e.Args, Int, may)
		}
	case ClassArithmetic:
		c.kind(where, e, Int)
		c.operands(where, e.Args, Int, may)
	case ClassChoice:
		c.expr(where, e.Args[0], Bool, may)
		c.operands(where, e.Args[1:], e.Type.Kind, may)
	default:
		if !slices.Contains(may.ops, e.Op) {
			c.fault(where, "a quantifier does not belong here")
			return
		}
		c.kind(where, e, Bool)
		may.allow(OpProperty)
		c.expr(where, e.Args[0], Bool, may)
	}
}

func (c *checker) operands(where string, args []*Expr, kind Kind, may reading) {
	for _, a := range args {
		c.expr(where, a, kind, may)
	}
}

// equality checks the operands of OpEq and OpNe, which may be of different kinds. The locality is
// also compared with AnyLocality.
func (c *checker) equality(where string, e *Expr, may reading) {
	for i, a := range e.Args {
		if a.IsConst(AnyLocality) && a.Type.Kind == Enum && e.Args[1-i].Op == OpLocality {
			continue
		}
		c.expr(where, a, a.Type.Kind, may)
	}
}
