package smv

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// nodes are the algebra of a translation.
type nodes struct{ t *translation }

var _ evaluate.Algebra[*node, *node] = nodes{}

func (n nodes) Bool(all bool) *node     { return n.t.truth(all) }
func (n nodes) None(x *node) bool       { return x.isFalse() }
func (n nodes) Not(x *node) *node       { return n.t.not(x) }
func (n nodes) And(x, y *node) *node    { return n.t.and(x, y) }
func (n nodes) Or(x, y *node) *node     { return n.t.or(x, y) }
func (n nodes) Iff(x, y *node) *node    { return n.t.equal(x, y) }
func (n nodes) If(c, x, y *node) *node  { return n.t.choose(c, x, y) }
func (n nodes) All(xs ...*node) *node   { return n.t.conjoin(xs...) }
func (n nodes) True(x *node) *node      { return x }
func (n nodes) Local(i int) *node       { return n.t.local(i) }
func (n nodes) Control(agent int) *node { return n.t.control(agent) }
func (n nodes) Deadlock() *node         { return n.t.deadlock() }

func (n nodes) Enabled(commands []int) *node                 { return n.t.enabled(commands) }
func (n nodes) Condition(yes, _ *node) *node                 { return yes }
func (n nodes) Constant(k recipe.Kind, v recipe.Value) *node { return n.t.constant(k, v) }
func (n nodes) Missing(k recipe.Kind) *node                  { return n.t.constant(k, 0) }
func (n nodes) Within(x *node, typ *recipe.Type) *node       { return n.t.within(x, typ) }
func (n nodes) Choose(yes, _, x, y *node) *node              { return n.t.choose(yes, x, y) }

func (n nodes) Compare(op recipe.Op, x, y *node) *node {
	return n.t.apply(op, []*node{x, y})
}

func (n nodes) Arithmetic(op recipe.Op, x, y *node) *node {
	switch op {
	case recipe.OpNeg:
		return n.t.arithmetic(op, x)
	case recipe.OpMin:
		return n.t.choose(n.t.less(x, y), x, y)
	case recipe.OpMax:
		return n.t.choose(n.t.less(x, y), y, x)
	}
	return n.t.arithmetic(op, x, y)
}

// Quantified writes out the assignments of property identifiers.
func (n nodes) Quantified(e *recipe.Expr, in *setting) *node {
	cases, count := n.t.Assignments(e, in, n.t.thresholds.MaxAssignments)
	switch {
	case count > 0:
		n.t.err = fmt.Errorf("%w: a quantifier over %d assignments of property identifiers, at least", ErrTooLarge, count)
		return n.t.no
	case e.Op == recipe.OpForall:
		return n.t.and(cases...)
	}
	return n.t.or(cases...)
}
