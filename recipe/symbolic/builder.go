package symbolic

import (
	"slices"

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

// A builder calculates with diagrams and evaluates expressions over them.
// Whoever starts one must look at Err before any node leaves its scope.
type builder struct {
	m *Model
	*bdd.Calculator
	*evaluator
}

func (m *Model) builder(sc *bdd.Scope) *builder {
	d := &diagrams{Calculator: sc.Calculator(), m: m}
	d.evaluator = &evaluator{Algebra: d, System: m.System}
	return &builder{m, d.Calculator, d.evaluator}
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

// diagrams are the algebra of sets and valuations.
type diagrams struct {
	*bdd.Calculator
	m         *Model
	evaluator *evaluator
}

var _ evaluate.Algebra[bdd.Node, valuation] = (*diagrams)(nil)

func (d *diagrams) Bool(all bool) bdd.Node {
	if all {
		return bdd.True
	}
	return bdd.False
}

func (d *diagrams) None(x bdd.Node) bool         { return x == bdd.False }
func (d *diagrams) Iff(x, y bdd.Node) bdd.Node   { return d.Equiv(x, y) }
func (d *diagrams) If(c, x, y bdd.Node) bdd.Node { return d.Or(d.And(c, x), d.Diff(y, c)) }

func (d *diagrams) All(xs ...bdd.Node) bdd.Node {
	out := bdd.True
	for _, x := range xs {
		out = d.And(out, x)
	}
	return out
}

func (d *diagrams) Constant(_ recipe.Kind, v recipe.Value) valuation { return constant(v) }
func (d *diagrams) Missing(recipe.Kind) valuation                    { return table(nil) }

func (d *diagrams) Condition(yes, no bdd.Node) valuation {
	var out table
	if no != bdd.False {
		out = append(out, entry{recipe.False, no})
	}
	if yes != bdd.False {
		out = append(out, entry{recipe.True, yes})
	}
	return out
}

func (d *diagrams) True(x valuation) bdd.Node { return x.(table).when(recipe.True) }

func (d *diagrams) Within(x valuation, t *recipe.Type) bdd.Node { return x.within(d.Calculator, t) }

func (d *diagrams) Local(i int) valuation       { return d.m.current(i) }
func (d *diagrams) Control(agent int) valuation { return d.m.control(agent) }

func (d *diagrams) At(agent, q int) bdd.Node {
	return d.Compare(recipe.OpEq, d.m.control(agent), constant(recipe.Value(q)))
}

func (d *diagrams) Deadlock() bdd.Node {
	out := d.m.Valid
	for _, it := range d.m.Interactions {
		out = d.Diff(out, it.Enabled)
	}
	return out
}

func (d *diagrams) Enabled(commands []int) bdd.Node {
	var receives []int
	for _, c := range commands {
		if d.m.System.Commands[c].Kind == recipe.Receive {
			receives = append(receives, c)
		}
	}
	its, err := d.m.refine(d.Scope(), receives)
	if err != nil {
		d.Fail(err)
		return bdd.False
	}
	defer d.m.Discard(its)
	out := bdd.False
	for _, it := range its {
		if it.executesOne(commands) {
			out = d.Or(out, it.Enabled)
		}
	}
	return out
}

func (it *Interaction) executesOne(commands []int) bool {
	return slices.ContainsFunc(it.Executes, func(c int) bool { return slices.Contains(commands, c) })
}

// Quantified quantifies auxiliary variables over the assignments of the
// property identifiers that satisfy the message's predicate (P000 Definition 6).
func (d *diagrams) Quantified(e *recipe.Expr, in *setting) bdd.Node {
	inner, message := *in, *in.Step.Message
	inner.Property, inner.Chosen, message.Property = d.m.assigned, true, d.m.assigned
	body := d.evaluator.Holds(e.Args[0], &inner)
	if e.Op == recipe.OpForall {
		body = d.Not(body)
	}
	some := d.And(d.m.validProperties, d.And(d.evaluator.Holds(in.Step.Predicate, &message), body))
	if d.m.propertySet != nil {
		some = d.Exists(d.m.propertySet, some)
	}
	if e.Op == recipe.OpForall {
		return d.Not(some)
	}
	return some
}
