package symbolic

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Condition is the set of states in Valid in which a condition holds. If the condition is about
// actions, the set also depends on the variables of actions.
func (m *Model) Condition(sc *bdd.Scope, x *interpreted.Expr) (bdd.Node, error) {
	c := sc.Calculator()
	return c.Result(c.And(m.Valid, m.condition(c, x)))
}

// condition encodes conditions and truth values. They always have a value; only numbers may have
// none.
func (m *States) condition(c *bdd.Calculator, x *interpreted.Expr) bdd.Node {
	switch x.Op {
	case interpreted.OpConst:
		return bdd.Constant(x.Value != recipe.False)
	case interpreted.OpVar:
		return c.Eq(m.Vars[x.Index], bdd.Current, 1)
	case interpreted.OpAction:
		return m.performs(c, x.Index, int(x.Value))
	case interpreted.OpNot:
		return c.Not(m.condition(c, x.Args[0]))
	case interpreted.OpAnd, interpreted.OpOr:
		nodes := make([]bdd.Node, len(x.Args))
		for i, a := range x.Args {
			nodes[i] = m.condition(c, a)
		}
		if x.Op == interpreted.OpAnd {
			return c.AndAll(nodes...)
		}
		return c.OrAll(nodes...)
	case interpreted.OpXor:
		return c.Xor(m.condition(c, x.Args[0]), m.condition(c, x.Args[1]))
	}
	return m.comparison(c, x)
}

// kind is what the values of an expression are; of a constant it is not known.
func (m *States) kind(x *interpreted.Expr) (k recipe.Kind, known bool) {
	switch {
	case x.Op == interpreted.OpConst:
		return 0, false
	case x.Op == interpreted.OpVar:
		return m.System.Vars[x.Index].Type.Kind, true
	case x.Op >= interpreted.OpPlus:
		return recipe.Int, true
	}
	return recipe.Bool, true
}

func (m *States) comparison(c *bdd.Calculator, x *interpreted.Expr) bdd.Node {
	a, b := x.Args[0], x.Args[1]
	k, known := m.kind(a)
	if !known {
		if k, known = m.kind(b); !known {
			k = recipe.Int
		}
	}
	if x.Op == interpreted.OpEq && k == recipe.Bool {
		return c.Equiv(m.condition(c, a), m.condition(c, b))
	}
	if x.Op == interpreted.OpEq && k == recipe.Enum {
		if a.Op == interpreted.OpConst {
			a, b = b, a
		}
		out := bdd.False
		for code, value := range m.System.Vars[a.Index].Type.Values {
			out = c.Or(out, c.And(c.Eq(m.Vars[a.Index], bdd.Current, code), m.isConstant(c, b, value)))
		}
		return out
	}
	if out, ok := m.comparedSum(c, x); ok {
		return out
	}
	return m.compare(c, x.Op, m.number(c, a), m.number(c, b))
}

// comparedSum is a comparison one side of which adds up variables, with at most so many values as
// the threshold says. Counting what the variables sum up to takes fewer nodes on the way than
// adding their bits.
//
// Agents that see all but one of many variables ask for sums that differ in one variable. Such a
// sum is the sum of all of them where that variable has its least value, less that value: the
// comparison is made once for all, and cut down for each.
func (m *States) comparedSum(c *bdd.Calculator, x *interpreted.Expr) (out bdd.Node, ok bool) {
	for side, sum := range x.Args {
		vars, values := m.addends(sum)
		if len(vars) < 2 || values > m.thresholds.Totals {
			continue
		}
		other := x.Args[1-side]
		t, left := m.total(vars, other)
		over := 0
		if left >= 0 {
			over = m.System.Vars[left].Type.Lo
		}
		key := fmt.Sprint(x.Op, side, over, m.System.Text(other))
		all, done := t.compared[key]
		if !done {
			if all = m.compareTotal(c, x, side, t, over); c.Err() == nil {
				t.compared[key] = c.Keep(all)
			}
		}
		if left >= 0 {
			all = c.Cofactor(all, m.Vars[left], bdd.Current, 0)
		}
		return all, true
	}
	return bdd.False, false
}

// compare says that two numbers have values that compare.
func (m *States) compare(c *bdd.Calculator, op interpreted.Op, u, v number) bdd.Node {
	defined := c.And(u.defined, v.defined)
	return c.And(defined, relations[op](u.value, c, v.value))
}

// isConstant says that an expression of an enumeration has the given value.
func (m *States) isConstant(c *bdd.Calculator, x *interpreted.Expr, value recipe.Value) bdd.Node {
	if x.Op == interpreted.OpConst {
		return bdd.Constant(x.Value == value)
	}
	if code, ok := m.System.Vars[x.Index].Type.Code(value); ok {
		return c.Eq(m.Vars[x.Index], bdd.Current, code)
	}
	return bdd.False
}

// operations are those of arithmetic, relations the comparisons of numbers.
var (
	operations = [...]func(x bdd.Vec, c *bdd.Calculator, y bdd.Vec) bdd.Vec{
		interpreted.OpPlus: bdd.Vec.Add, interpreted.OpMinus: bdd.Vec.Sub,
		interpreted.OpTimes: bdd.Vec.Mul, interpreted.OpDivide: bdd.Vec.Div,
	}
	relations = [...]func(x bdd.Vec, c *bdd.Calculator, y bdd.Vec) bdd.Node{
		interpreted.OpEq: bdd.Vec.Eq, interpreted.OpLt: bdd.Vec.Less, interpreted.OpLe: bdd.Vec.AtMost,
	}
)

// number is an integer that depends on the state, and where it has a value.
type number struct {
	value   bdd.Vec
	defined bdd.Node
}

// number encodes an arithmetic expression.
func (m *States) number(c *bdd.Calculator, x *interpreted.Expr) number {
	switch x.Op {
	case interpreted.OpConst:
		return number{bdd.VecConst(int(x.Value)), bdd.True}
	case interpreted.OpVar:
		return number{m.Vars[x.Index].Number(c, bdd.Current, m.System.Vars[x.Index].Type.Lo), bdd.True}
	}
	a, b := m.number(c, x.Args[0]), m.number(c, x.Args[1])
	defined := c.And(a.defined, b.defined)
	out := number{operations[x.Op](a.value, c, b.value), defined}
	if x.Op == interpreted.OpDivide {
		out.defined = c.And(defined, c.Not(b.value.Eq(c, bdd.VecConst(0))))
	}
	return out
}

// compareTotal compares a total, less a number, in the place of one side of a comparison with the
// other side.
func (m *States) compareTotal(c *bdd.Calculator, x *interpreted.Expr, side int, t *total, less int) bdd.Node {
	if t.sets == nil {
		m.spread(c, t)
	}
	other := m.number(c, x.Args[1-side])
	var cases []bdd.Node
	for i, set := range t.sets {
		pair := [2]number{{bdd.VecConst(t.least + i - less), bdd.True}, other}
		cases = append(cases, c.And(m.compare(c, x.Op, pair[side], pair[1-side]), set))
	}
	return c.OrAll(cases...)
}
