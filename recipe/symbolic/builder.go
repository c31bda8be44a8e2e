package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// An algebra has the values of expressions as diagrams, for all states at once.
type algebra struct {
	m *Model
	*bdd.Calculator
	*evaluator
}

var _ evaluate.Algebra[bdd.Node, valuation] = (*algebra)(nil)

// A builder builds the relations of interactions from the values of expressions. Its user looks at
// Err before a node leaves the scope.
type builder struct{ algebra }

func (m *Model) builder(sc *bdd.Scope) *builder {
	b := &builder{algebra{m: m, Calculator: sc.Calculator()}}
	b.evaluator = &evaluator{Algebra: &b.algebra, System: m.System}
	b.Choices, b.Remember = m.choices, func(t term) {
		for _, n := range append(t.Value.diagrams(), t.Absent, t.Undefined) {
			m.building.Hold(n)
		}
	}
	return b
}

// conjunction is the conjunction of ns, taken from the last to the first: the
// parts of agents further down in the order are joined before those above are
// put on top of them.
func (b *algebra) conjunction(ns []bdd.Node) bdd.Node {
	out := bdd.True
	for i := len(ns) - 1; i >= 0; i-- {
		out = b.And(ns[i], out)
	}
	return out
}

// same says that the next copies of the variables equal the current ones.
func (b *algebra) same(vs []*variable) bdd.Node {
	out := bdd.True
	for i := len(vs) - 1; i >= 0; i-- {
		out = b.And(bdd.Same(b.Calculator, vs[i].id), out)
	}
	return out
}

func (b *algebra) Bool(all bool) bdd.Node       { return bdd.Constant(all) }
func (b *algebra) None(x bdd.Node) bool         { return x == bdd.False }
func (b *algebra) Iff(x, y bdd.Node) bdd.Node   { return b.Equiv(x, y) }
func (b *algebra) If(c, x, y bdd.Node) bdd.Node { return b.Or(b.And(c, x), b.Diff(y, c)) }

func (b *algebra) All(xs ...bdd.Node) bdd.Node {
	out := bdd.True
	for _, x := range xs {
		out = b.And(out, x)
	}
	return out
}

func (b *algebra) Constant(_ recipe.Kind, v recipe.Value) valuation { return constant(v) }
func (b *algebra) Missing(recipe.Kind) valuation                    { return table(nil) }

func (b *algebra) Condition(yes, no bdd.Node) valuation {
	var out table
	if no != bdd.False {
		out = append(out, entry{recipe.False, no})
	}
	if yes != bdd.False {
		out = append(out, entry{recipe.True, yes})
	}
	return out
}

func (b *algebra) True(x valuation) bdd.Node { return x.(table).when(recipe.True) }

func (b *algebra) Within(x valuation, t *recipe.Type) bdd.Node { return x.within(b.Calculator, t) }

func (b *algebra) Deadlock() bdd.Node {
	out := b.m.Valid
	for _, it := range b.m.Interactions {
		out = b.Diff(out, it.Enabled)
	}
	return out
}

// Quantified quantifies auxiliary variables over the assignments of the property identifiers that
// satisfy the predicate of the message (P000 Definition 6).
func (b *algebra) Quantified(e *recipe.Expr, in *setting) bdd.Node {
	inner, message := *in, *in.Step.Message
	inner.Property, inner.Chosen, message.Property = b.m.assigned, true, b.m.assigned
	body := b.Holds(e.Args[0], &inner)
	if e.Op == recipe.OpForall {
		body = b.Not(body)
	}
	some := b.And(b.m.validProperties, b.And(b.Holds(in.Step.Predicate, &message), body))
	if b.m.propertySet != nil {
		some = b.m.propertySet.Exists(b.Calculator, some)
	}
	if e.Op == recipe.OpForall {
		return b.Not(some)
	}
	return some
}
