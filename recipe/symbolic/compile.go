package symbolic

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A setting gives the leaves of an expression their terms. Locals are the
// current ones unless fixed says otherwise; whatever else is missing is
// absent.
type setting struct {
	// fixed gives some locals a value, known from the message at hand.
	fixed map[int]recipe.Value
	// channel is the message's channel, if hasChannel.
	channel    recipe.Value
	hasChannel bool
	// data is what the message (or the other side) carries, by data variable.
	data []*term
	// property gives the property identifiers; nil for absent.
	property func(pv int) *term
	// step is what step propositions may ask about the step.
	step *stepTerms
	// proposition makes comparisons with undefined operands false.
	proposition bool
	// chosen is set inside a quantifier over property identifiers.
	chosen bool
}

// truth is the outcome of a boolean expression: the states in which it is true
// and those in which it is undefined.
type truth struct{ yes, undefined bdd.Node }

func (b *builder) no(t truth) bdd.Node { return b.not(b.or(t.yes, t.undefined)) }

// holds is the set of states in which the boolean e is true.
func (b *builder) holds(e *recipe.Expr, c *setting) bdd.Node { return b.truth(e, c).yes }

// truth evaluates the boolean e as a condition: connectives by their
// three-valued tables with evaluation from the left, everything else as a
// comparison, which is false where an operand is absent.
func (b *builder) truth(e *recipe.Expr, c *setting) truth {
	switch e.Op {
	case recipe.OpConst:
		if e.Value == recipe.True {
			return truth{yes: bdd.True}
		}
		return truth{}
	case recipe.OpNot:
		t := b.truth(e.Args[0], c)
		return truth{b.no(t), t.undefined}
	case recipe.OpAnd, recipe.OpOr, recipe.OpImplies, recipe.OpIff:
		return b.connective(e, c)
	case recipe.OpIte:
		return b.conditional(e, c)
	case recipe.OpEq, recipe.OpNe, recipe.OpLt, recipe.OpLe, recipe.OpGt, recipe.OpGe:
		return b.comparison(e, c)
	case recipe.OpExists, recipe.OpForall:
		return truth{yes: b.quantified(e, c)}
	}
	t := b.term(e, c)
	return b.settle(truth{b.when(t, recipe.True), t.undefined}, c)
}

// settle makes an undefined comparison false where propositions want it so.
func (b *builder) settle(t truth, c *setting) truth {
	if c.proposition {
		t.undefined = bdd.False
	}
	return t
}

func (b *builder) connective(e *recipe.Expr, c *setting) truth {
	l := b.truth(e.Args[0], c)
	lno := b.no(l)
	if e.Op == recipe.OpImplies {
		l.yes, lno = lno, l.yes
	}
	if e.Op != recipe.OpIff { // spare the right operand where the left decides everywhere
		if decided := e.Op == recipe.OpAnd && l.yes == bdd.False || e.Op != recipe.OpAnd && lno == bdd.False; decided {
			return l
		}
	}
	r := b.truth(e.Args[1], c)
	switch e.Op {
	case recipe.OpAnd:
		return truth{b.and(l.yes, r.yes), b.or(l.undefined, b.and(l.yes, r.undefined))}
	case recipe.OpOr, recipe.OpImplies:
		return truth{b.or(l.yes, b.and(lno, r.yes)), b.or(l.undefined, b.and(lno, r.undefined))}
	default: // OpIff
		rno := b.no(r)
		return truth{
			b.or(b.and(l.yes, r.yes), b.and(lno, rno)),
			b.or(l.undefined, r.undefined),
		}
	}
}

func (b *builder) conditional(e *recipe.Expr, c *setting) truth {
	t := b.truth(e.Args[0], c)
	no := b.no(t)
	x, y := truth{}, truth{}
	if t.yes != bdd.False {
		x = b.truth(e.Args[1], c)
	}
	if no != bdd.False {
		y = b.truth(e.Args[2], c)
	}
	return truth{
		b.or(b.and(t.yes, x.yes), b.and(no, y.yes)),
		b.or(t.undefined, b.or(b.and(t.yes, x.undefined), b.and(no, y.undefined))),
	}
}

func (b *builder) comparison(e *recipe.Expr, c *setting) truth {
	x, y := b.term(e.Args[0], c), b.term(e.Args[1], c)
	op := e.Op
	switch op {
	case recipe.OpNe:
		op = recipe.OpEq
	case recipe.OpGt:
		op, x, y = recipe.OpLt, y, x
	case recipe.OpGe:
		op, x, y = recipe.OpLe, y, x
	}
	var out truth
	if op != recipe.OpEq || sameKind(e) {
		out.yes = b.compare(op, x, y)
	}
	out.undefined = b.or(x.undefined, y.undefined)
	out = b.settle(out, c)
	if e.Op == recipe.OpNe {
		out.yes = b.no(out)
	}
	return out
}

// term evaluates e as an operand: leaves may be absent, and what is computed
// from an absent operand is absent.
func (b *builder) term(e *recipe.Expr, c *setting) term {
	switch e.Op {
	case recipe.OpConst:
		return constant(e.Value)
	case recipe.OpLocal:
		if v, ok := c.fixed[e.Index]; ok {
			return constant(v)
		}
		return b.m.current(e.Index)
	case recipe.OpChannel:
		if !c.hasChannel {
			return absentTerm
		}
		return constant(c.channel)
	case recipe.OpData:
		if c.data == nil || c.data[e.Index] == nil {
			return absentTerm
		}
		return *c.data[e.Index]
	case recipe.OpProperty:
		return orAbsent(c.property, e.Index)
	case recipe.OpControl:
		return b.m.control(e.Index)
	case recipe.OpNeg:
		return b.negate(b.term(e.Args[0], c))
	case recipe.OpAdd, recipe.OpSub, recipe.OpMul, recipe.OpDiv, recipe.OpMod, recipe.OpMin, recipe.OpMax:
		return b.combine(e.Op, b.term(e.Args[0], c), b.term(e.Args[1], c))
	case recipe.OpIte:
		t := b.truth(e.Args[0], c)
		no := b.no(t)
		x, y := constant(e.Type.Value(0)), constant(e.Type.Value(0))
		if t.yes != bdd.False {
			x = b.term(e.Args[1], c)
		}
		if no != bdd.False {
			y = b.term(e.Args[2], c)
		}
		return b.choose(t.yes, no, x, y)
	case recipe.OpEnabled, recipe.OpDeadlock:
		return b.stateLeaf(e)
	}
	if e.Op >= recipe.OpSupplierProperty && e.Op <= recipe.OpExecuted {
		return b.stepLeaf(e, c)
	}
	t := b.truth(e, c)
	return boolean(t.yes, b.no(t), t.undefined)
}

func orAbsent(property func(int) *term, pv int) term {
	if property != nil {
		if t := property(pv); t != nil {
			return *t
		}
	}
	return absentTerm
}

// stateLeaf gives the boolean leaves about what can happen next.
func (b *builder) stateLeaf(e *recipe.Expr) term {
	var yes bdd.Node
	if e.Op == recipe.OpDeadlock {
		yes = b.deadlock()
	} else {
		yes = b.enabled(e.Commands)
	}
	return boolean(yes, b.not(yes), bdd.False)
}

// deadlock is the set of states in which no interaction is possible.
func (b *builder) deadlock() bdd.Node {
	out := b.m.Valid
	for _, it := range b.m.Interactions {
		out = b.diff(out, it.Enabled)
	}
	return out
}

// enabled is the set of states from which some step executes one of the
// commands.
func (b *builder) enabled(commands []int) bdd.Node {
	var receives []int
	for _, c := range commands {
		if b.m.System.Commands[c].Kind == recipe.Receive {
			receives = append(receives, c)
		}
	}
	out := bdd.False
	its, err := b.m.refine(b.sc, receives)
	if err != nil {
		b.err = err
		return out
	}
	defer b.m.Discard(its)
	for _, it := range its {
		if it.executesOne(commands) {
			out = b.or(out, it.Enabled)
		}
	}
	return out
}

func (it *Interaction) executesOne(commands []int) bool {
	return slices.ContainsFunc(it.Executes, func(c int) bool { return slices.Contains(commands, c) })
}

// sameKind reports whether the operands of a comparison are of one kind;
// values of different kinds are never equal.
func sameKind(e *recipe.Expr) bool { return e.Args[0].Type.Kind == e.Args[1].Type.Kind }
