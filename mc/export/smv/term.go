package smv

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// A term is an expression of the system evaluated symbolically: its value, and
// the states in which it has none (see recipe.Expr) because an operand is
// absent or a divisor zero. The two sets are disjoint, and the value there is
// arbitrary.
type term struct {
	value             *node
	absent, undefined *node
}

// A setting gives the leaves of expressions their terms; what it lacks is
// absent.
type setting struct {
	// channel is the message's channel, if hasChannel.
	channel    recipe.Value
	hasChannel bool
	// data is what the message, or the other side, carries, by data variable.
	data []*term
	// property gives the property identifiers; nil for absent.
	property func(pv int) *term
	// step is what propositions about a step may ask.
	step *step
	// proposition makes comparisons with undefined operands false.
	proposition bool
	// chosen is set inside a quantifier over property identifiers.
	chosen bool
}

func (t *translation) certain(n *node) term { return term{n, t.no, t.no} }

func (t *translation) missing(kind recipe.Kind) term {
	return term{t.constant(kind, 0), t.yes, t.no}
}

// term evaluates e as an operand.
func (t *translation) term(e *recipe.Expr, in *setting) term {
	switch e.Op {
	case recipe.OpConst:
		return t.certain(t.constant(e.Type.Kind, e.Value))
	case recipe.OpLocal:
		return t.certain(t.local(e.Index))
	case recipe.OpControl:
		return t.certain(t.control(e.Index))
	case recipe.OpChannel:
		if !in.hasChannel {
			return t.missing(recipe.Enum)
		}
		return t.certain(t.constant(recipe.Enum, in.channel))
	case recipe.OpData:
		if in.data == nil || in.data[e.Index] == nil {
			return t.missing(e.Type.Kind)
		}
		return *in.data[e.Index]
	case recipe.OpProperty:
		if in.property != nil {
			if x := in.property(e.Index); x != nil {
				return *x
			}
		}
		return t.missing(e.Type.Kind)
	case recipe.OpNeg:
		x := t.term(e.Args[0], in)
		x.value = t.arithmetic(opNeg, x.value)
		return x
	case recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMod, recipe.OpMin, recipe.OpMax:
		return t.operation(e, in)
	case recipe.OpIte:
		return t.conditional(e, in)
	case recipe.OpDeadlock:
		return t.certain(t.deadlock())
	case recipe.OpEnabled:
		return t.certain(t.enabled(e.Commands))
	}
	if e.Op >= recipe.OpSupplierProperty && e.Op <= recipe.OpExecuted {
		return t.stepLeaf(e, in.step)
	}
	x := t.truthOf(e, in)
	return term{x.yes, t.no, x.undefined}
}

func (t *translation) conditional(e *recipe.Expr, in *setting) term {
	c := t.truthOf(e.Args[0], in)
	x, y := t.term(e.Args[1], in), t.term(e.Args[2], in)
	undefined := t.or(c.undefined, t.choose(c.yes, x.undefined, y.undefined))
	return term{
		value:     t.choose(c.yes, x.value, y.value),
		absent:    t.and(t.choose(c.yes, x.absent, y.absent), t.not(undefined)),
		undefined: undefined,
	}
}

var operators = map[recipe.Op]operator{
	recipe.OpAdd: opAdd, recipe.OpSub: opSub, recipe.OpMul: opMul, recipe.OpDiv: opDiv, recipe.OpMod: opMod,
}

func (t *translation) operation(e *recipe.Expr, in *setting) term {
	x, y := t.term(e.Args[0], in), t.term(e.Args[1], in)
	undefined := t.or(x.undefined, y.undefined)
	if e.Op == recipe.OpDiv || e.Op == recipe.OpMod {
		zero := t.equal(y.value, t.constant(recipe.Int, 0))
		undefined = t.or(undefined, t.and(zero, t.not(y.absent)))
	}
	out := term{absent: t.and(t.or(x.absent, y.absent), t.not(undefined)), undefined: undefined}
	switch e.Op {
	case recipe.OpMin:
		out.value = t.choose(t.less(x.value, y.value), x.value, y.value)
	case recipe.OpMax:
		out.value = t.choose(t.less(x.value, y.value), y.value, x.value)
	default:
		out.value = t.arithmetic(operators[e.Op], x.value, y.value)
	}
	return out
}

// has says where a term has a value.
func (t *translation) has(x term) *node { return t.not(t.or(x.absent, x.undefined)) }

// gives says where a term has a value of the type.
func (t *translation) gives(x term, typ *recipe.Type) *node {
	return t.and(t.has(x), t.within(x.value, typ))
}

// is says where a term has the given value.
func (t *translation) is(x term, v recipe.Value) *node {
	return t.and(t.has(x), t.equal(x.value, t.constant(x.value.kind, v)))
}

// A truth is the outcome of a boolean expression: where it is true and where it
// is undefined, which are disjoint.
type truth struct{ yes, undefined *node }

// holds says where the boolean e is true.
func (t *translation) holds(e *recipe.Expr, in *setting) *node { return t.truthOf(e, in).yes }

// truthOf evaluates the boolean e as a condition: connectives from the left,
// everything else as a comparison, which is false where an operand is absent.
func (t *translation) truthOf(e *recipe.Expr, in *setting) truth {
	switch e.Op {
	case recipe.OpNot:
		x := t.truthOf(e.Args[0], in)
		return truth{t.refuted(x), x.undefined}
	case recipe.OpAnd, recipe.OpOr, recipe.OpImplies:
		return t.connective(e, in)
	case recipe.OpIff:
		x, y := t.truthOf(e.Args[0], in), t.truthOf(e.Args[1], in)
		undefined := t.or(x.undefined, y.undefined)
		return truth{t.and(t.equal(x.yes, y.yes), t.not(undefined)), undefined}
	case recipe.OpIte:
		c := t.truthOf(e.Args[0], in)
		x, y := t.truthOf(e.Args[1], in), t.truthOf(e.Args[2], in)
		undefined := t.or(c.undefined, t.choose(c.yes, x.undefined, y.undefined))
		return truth{t.and(t.choose(c.yes, x.yes, y.yes), t.not(undefined)), undefined}
	case recipe.OpEq, recipe.OpNe, recipe.OpLt, recipe.OpLe, recipe.OpGt, recipe.OpGe:
		return t.comparison(e, in)
	case recipe.OpExists, recipe.OpForall:
		return truth{t.quantified(e, in), t.no}
	}
	x := t.term(e, in)
	return t.settle(truth{t.and(x.value, t.has(x)), x.undefined}, in)
}

// refuted says where a condition is false.
func (t *translation) refuted(x truth) *node { return t.not(t.or(x.yes, x.undefined)) }

// settle makes undefined comparisons false where propositions want it so.
func (t *translation) settle(x truth, in *setting) truth {
	if in.proposition {
		x.undefined = t.no
	}
	return x
}

// connective evaluates the right operand only where the left does not decide.
func (t *translation) connective(e *recipe.Expr, in *setting) truth {
	x := t.truthOf(e.Args[0], in)
	on := x.yes // where the right operand counts
	if e.Op == recipe.OpOr {
		on = t.refuted(x)
	}
	y := t.truthOf(e.Args[1], in)
	out := truth{undefined: t.or(x.undefined, t.and(on, y.undefined))}
	switch e.Op {
	case recipe.OpAnd:
		out.yes = t.and(x.yes, y.yes)
	case recipe.OpOr:
		out.yes = t.or(x.yes, t.and(y.yes, t.not(x.undefined)))
	default:
		out.yes = t.or(t.refuted(x), t.and(y.yes, t.not(x.undefined)))
	}
	return out
}

func (t *translation) comparison(e *recipe.Expr, in *setting) truth {
	x, y := t.term(e.Args[0], in), t.term(e.Args[1], in)
	undefined := t.or(x.undefined, y.undefined)
	has := t.not(t.or(t.or(x.absent, y.absent), undefined))
	compared := t.no
	switch {
	case e.Op == recipe.OpEq || e.Op == recipe.OpNe:
		if x.value.kind == y.value.kind {
			compared = t.equal(x.value, y.value)
		}
	case e.Op == recipe.OpLt:
		compared = t.less(x.value, y.value)
	case e.Op == recipe.OpLe:
		compared = t.atMost(x.value, y.value)
	case e.Op == recipe.OpGt:
		compared = t.less(y.value, x.value)
	default:
		compared = t.atMost(y.value, x.value)
	}
	out := t.settle(truth{t.and(has, compared), undefined}, in)
	if e.Op == recipe.OpNe {
		out.yes = t.refuted(out)
	}
	return out
}
