package smv

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// Expressions are evaluated over nodes, which are sets of states and values alike.
type (
	evaluator = evaluate.Evaluator[*node, *node]
	setting   = evaluate.Setting[*node, *node]
	term      = evaluate.Term[*node, *node]
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
func (n nodes) At(agent, q int) *node   { return n.t.at(agent, q) }
func (n nodes) Deadlock() *node         { return n.t.deadlock() }

func (n nodes) Enabled(commands []int) *node                 { return n.t.enabled(commands) }
func (n nodes) Condition(yes, _ *node) *node                 { return yes }
func (n nodes) Constant(k recipe.Kind, v recipe.Value) *node { return n.t.constant(k, v) }
func (n nodes) Missing(k recipe.Kind) *node                  { return n.t.constant(k, 0) }
func (n nodes) Within(x *node, typ *recipe.Type) *node       { return n.t.within(x, typ) }
func (n nodes) Choose(yes, _, x, y *node) *node              { return n.t.choose(yes, x, y) }

func (n nodes) Compare(op recipe.Op, x, y *node) *node {
	switch op {
	case recipe.OpEq:
		return n.t.equal(x, y)
	case recipe.OpLt:
		return n.t.less(x, y)
	default:
		return n.t.atMost(x, y)
	}
}

var operators = map[recipe.Op]operator{
	recipe.OpAdd: opAdd, recipe.OpSub: opSub, recipe.OpMul: opMul, recipe.OpDiv: opDiv, recipe.OpMod: opMod,
}

func (n nodes) Arithmetic(op recipe.Op, x, y *node) *node {
	switch op {
	case recipe.OpNeg:
		return n.t.arithmetic(opNeg, x)
	case recipe.OpMin:
		return n.t.choose(n.t.less(x, y), x, y)
	case recipe.OpMax:
		return n.t.choose(n.t.less(x, y), y, x)
	}
	return n.t.arithmetic(operators[op], x, y)
}

// Quantified writes out the assignments of property identifiers that satisfy the message's
// predicate.
func (n nodes) Quantified(e *recipe.Expr, in *setting) *node {
	t := n.t
	predicate := in.Step.Predicate
	mentioned := mentionedProperties(e.Args[0], predicate)
	count := 1
	for _, p := range mentioned {
		if count *= t.sys.Properties[p].Type.Size(); count > t.thresholds.MaxAssignments {
			t.err = fmt.Errorf("%w: a quantifier over %d assignments of property identifiers, at least", ErrTooLarge, count)
			return t.no
		}
	}
	assignment := make([]*term, len(t.sys.Properties))
	property := func(p int) *term { return assignment[p] }
	inner, message := *in, *in.Step.Message
	inner.Chosen, inner.Property, message.Property = true, property, property
	var out []*node
	var assign func(i int)
	assign = func(i int) {
		if i == len(mentioned) {
			on, body := t.Holds(predicate, &message), t.Holds(e.Args[0], &inner)
			if e.Op == recipe.OpExists {
				out = append(out, t.and(on, body))
			} else {
				out = append(out, t.implies(on, body))
			}
			return
		}
		typ := t.sys.Properties[mentioned[i]].Type
		for code := range typ.Size() {
			x := t.Certain(t.constant(typ.Kind, typ.Value(code)))
			assignment[mentioned[i]] = &x
			assign(i + 1)
		}
	}
	assign(0)
	if e.Op == recipe.OpExists {
		return t.or(out...)
	}
	return t.and(out...)
}

// mentionedProperties lists the property identifiers in the expressions, ascending.
func mentionedProperties(es ...*recipe.Expr) []int {
	var out []int
	for _, e := range es {
		e.Walk(func(e *recipe.Expr) bool {
			if e.Op == recipe.OpProperty {
				out = append(out, e.Index)
			}
			return true
		})
	}
	slices.Sort(out)
	return slices.Compact(out)
}
