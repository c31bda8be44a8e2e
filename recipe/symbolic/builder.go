package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// Expressions are evaluated over diagrams: sets of states are nodes, values are
// valuations.
type (
	evaluator = evaluate.Evaluator[bdd.Node, valuation]
	setting   = evaluate.Setting[bdd.Node, valuation]
	term      = evaluate.Term[bdd.Node, valuation]
)

// A builder calculates with diagrams and evaluates expressions over them, of
// whose sets and valuations it is the algebra. Whoever starts one must look at
// Err before any node leaves its scope.
type builder struct {
	m *Model
	*bdd.Calculator
	*evaluator
}

var _ evaluate.Algebra[bdd.Node, valuation] = (*builder)(nil)

func (m *Model) builder(sc *bdd.Scope) *builder {
	b := &builder{m: m, Calculator: sc.Calculator()}
	b.evaluator = &evaluator{Algebra: b, System: m.System}
	return b
}

// conjunction is the conjunction of ns, taken from the last to the first: the
// parts of agents further down in the order are joined before those above are
// put on top of them.
func (b *builder) conjunction(ns []bdd.Node) bdd.Node {
	out := bdd.True
	for i := len(ns) - 1; i >= 0; i-- {
		out = b.And(ns[i], out)
	}
	return out
}

// same says that the next copies of the variables equal the current ones.
func (b *builder) same(vs []*variable) bdd.Node {
	out := bdd.True
	for i := len(vs) - 1; i >= 0; i-- {
		out = b.And(b.Same(vs[i].id), out)
	}
	return out
}

func (b *builder) Bool(all bool) bdd.Node       { return bdd.Constant(all) }
func (b *builder) None(x bdd.Node) bool         { return x == bdd.False }
func (b *builder) Iff(x, y bdd.Node) bdd.Node   { return b.Equiv(x, y) }
func (b *builder) If(c, x, y bdd.Node) bdd.Node { return b.Or(b.And(c, x), b.Diff(y, c)) }

func (b *builder) All(xs ...bdd.Node) bdd.Node {
	out := bdd.True
	for _, x := range xs {
		out = b.And(out, x)
	}
	return out
}

func (b *builder) Constant(_ recipe.Kind, v recipe.Value) valuation { return constant(v) }
func (b *builder) Missing(recipe.Kind) valuation                    { return table(nil) }

func (b *builder) Condition(yes, no bdd.Node) valuation {
	var out table
	if no != bdd.False {
		out = append(out, entry{recipe.False, no})
	}
	if yes != bdd.False {
		out = append(out, entry{recipe.True, yes})
	}
	return out
}

func (b *builder) True(x valuation) bdd.Node { return x.(table).when(recipe.True) }

func (b *builder) Within(x valuation, t *recipe.Type) bdd.Node { return x.within(b.Calculator, t) }

func (b *builder) Local(i int) valuation       { return b.m.current(i) }
func (b *builder) Control(agent int) valuation { return b.m.control(agent) }

func (b *builder) Deadlock() bdd.Node {
	out := b.m.Valid
	for _, it := range b.m.Interactions {
		out = b.Diff(out, it.Enabled)
	}
	return out
}

func (b *builder) Enabled(commands []int) bdd.Node {
	its, err := b.m.refine(b.Scope(), []Watch{{b.m.receives(commands), -1}})
	if err != nil {
		b.Fail(err)
		return bdd.False
	}
	defer b.m.Discard(its)
	out := bdd.False
	for _, it := range its {
		if it.ExecutesOne(commands) {
			out = b.Or(out, it.Enabled)
		}
	}
	return out
}

// Quantified quantifies auxiliary variables over the assignments of the property identifiers that
// satisfy the predicate of the message (P000 Definition 6).
func (b *builder) Quantified(e *recipe.Expr, in *setting) bdd.Node {
	inner, message := *in, *in.Step.Message
	inner.Property, inner.Chosen, message.Property = b.m.assigned, true, b.m.assigned
	body := b.Holds(e.Args[0], &inner)
	if e.Op == recipe.OpForall {
		body = b.Not(body)
	}
	some := b.And(b.m.validProperties, b.And(b.Holds(in.Step.Predicate, &message), body))
	if b.m.propertySet != nil {
		some = b.Exists(b.m.propertySet, some)
	}
	if e.Op == recipe.OpForall {
		return b.Not(some)
	}
	return some
}
