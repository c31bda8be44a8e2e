package ltol

import (
	"encoding/binary"
	"slices"
)

// ob names an obligation: a formula in positive normal form over literals, ∧, ∨, X, U and R. Bit 0 tells a
// formula from its dual, so that dual is one exclusive or, and every rewrite is stated once for both.
type ob int32

const (
	obTrue  ob = 0
	obFalse ob = 1
)

func dual(x ob) ob { return x ^ 1 }

// form is the main connective of an obligation.
type form uint8

const (
	formTrue form = iota
	formFalse
	formLiteral
	formAnd
	formOr
	formNext
	formUntil
	formRelease
)

var dualForm = [...]form{
	formTrue: formFalse, formFalse: formTrue, formLiteral: formLiteral, formAnd: formOr, formOr: formAnd,
	formNext: formNext, formUntil: formRelease, formRelease: formUntil,
}

// obligation is what the closure stores for a pair of dual obligations: the even one of them. It is true, an
// atom, a conjunction, a next or an until.
type obligation struct {
	form form
	atom Atom
	args []ob
	pure bool // no temporal connective
	class
}

// closure holds obligations, each pair of duals once: the states of the alternating automaton are taken from
// it. Its connectives simplify what they build by the rules of rewrite.go. It is not safe for concurrent use.
type closure struct {
	obligations []obligation
	index       map[string]ob
	implied     map[[2]ob]bool
	decoded     map[ob]*Formula
	plain       bool           // build without the rules of rewrite.go
	fired       map[string]int // how often each rule was used; nil if nobody asked
	limit       int            // on pairs of obligations
	longest     int            // see Thresholds.MaxConjuncts
	overflow    bool
}

func newClosure(limit int) *closure {
	return &closure{
		obligations: []obligation{{form: formTrue, pure: true, class: classOf(OpTrue)}},
		index:       map[string]ob{},
		implied:     map[[2]ob]bool{},
		decoded:     map[ob]*Formula{},
		limit:       limit,
		longest:     Thresholds{}.withDefaults().MaxConjuncts,
	}
}

// form is the main connective of x.
func (c *closure) form(x ob) form {
	f := c.obligations[x>>1].form
	if x&1 == 1 {
		return dualForm[f]
	}
	return f
}

// args are the operands of x; the callers do not change them.
func (c *closure) args(x ob) []ob {
	o := &c.obligations[x>>1]
	if x&1 == 0 {
		return o.args
	}
	args := make([]ob, len(o.args))
	for i, a := range o.args {
		args[i] = dual(a)
	}
	return args
}

// literalOf is the literal x is. Its form must be formLiteral.
func (c *closure) literalOf(x ob) Literal {
	return Literal{c.obligations[x>>1].atom, x&1 == 1}
}

// pure says whether x has no temporal connective.
func (c *closure) pure(x ob) bool { return c.obligations[x>>1].pure }

// intern gives the even obligation with the given parts.
func (c *closure) intern(f form, atom Atom, args ...ob) ob {
	key := make([]byte, 0, 16+4*len(args))
	key = append(key, byte(f), byte(atom.Kind))
	key = binary.LittleEndian.AppendUint64(key, uint64(atom.ID))
	for _, a := range args {
		key = binary.LittleEndian.AppendUint32(key, uint32(a))
	}
	if x, ok := c.index[string(key)]; ok {
		return x
	}
	if len(c.obligations) >= c.limit {
		c.overflow = true
		return obTrue
	}
	x := ob(len(c.obligations) << 1)
	o := obligation{form: f, atom: atom, args: slices.Clone(args)}
	c.classify(&o)
	c.obligations = append(c.obligations, o)
	c.index[string(key)] = x
	return x
}

func (c *closure) literal(l Literal) ob {
	x := c.intern(formLiteral, l.Atom)
	if l.Negated {
		return dual(x)
	}
	return x
}

// and is the conjunction of the given obligations: nested conjunctions are flattened, operands sorted, and
// repetitions and units left out.
func (c *closure) and(xs ...ob) ob {
	var args []ob
	var flatten func(xs []ob)
	flatten = func(xs []ob) {
		for _, x := range xs {
			if c.form(x) == formAnd {
				flatten(c.args(x))
			} else if x != obTrue {
				args = append(args, x)
			}
		}
	}
	flatten(xs)
	slices.Sort(args)
	args = slices.Compact(args)
	for i, x := range args {
		if x == obFalse || i > 0 && args[i-1] == dual(x) {
			return obFalse
		}
	}
	switch len(args) {
	case 0:
		return obTrue
	case 1:
		return args[0]
	}
	if x, ok := c.rewriteAnd(args); ok {
		return x
	}
	return c.intern(formAnd, Atom{}, args...)
}

// or is the dual of and.
func (c *closure) or(xs ...ob) ob {
	duals := make([]ob, len(xs))
	for i, x := range xs {
		duals[i] = dual(x)
	}
	return dual(c.and(duals...))
}

// next is X x. As X is its own dual, the closure stores the one whose operand is even.
func (c *closure) next(x ob) ob {
	if x <= obFalse {
		return x
	}
	if y, ok := c.rewriteNext(x); ok {
		return y
	}
	return c.intern(formNext, Atom{}, x&^1) | x&1
}

// until is x U y.
func (c *closure) until(x, y ob) ob {
	if y <= obFalse || x == obFalse {
		return y
	}
	if z, ok := c.rewriteUntil(x, y); ok {
		return z
	}
	return c.intern(formUntil, Atom{}, x, y)
}

// release is x R y, the dual of until.
func (c *closure) release(x, y ob) ob { return dual(c.until(dual(x), dual(y))) }

func (c *closure) finally(x ob) ob  { return c.until(obTrue, x) }
func (c *closure) globally(x ob) ob { return c.release(obFalse, x) }

// isFinally gives x if y is F x.
func (c *closure) isFinally(y ob) (x ob, ok bool) {
	if c.form(y) != formUntil {
		return 0, false
	}
	args := c.args(y)
	return args[1], args[0] == obTrue
}

// isGlobally gives x if y is G x.
func (c *closure) isGlobally(y ob) (x ob, ok bool) {
	x, ok = c.isFinally(dual(y))
	return dual(x), ok
}

// encode is f as an obligation, its abbreviations expanded by their definitions (P001 §7).
func (c *closure) encode(f *Formula) ob { return Fold(f, c.connective) }

func (c *closure) connective(f *Formula, x []ob) ob {
	switch f.op {
	case OpAtom:
		return c.literal(Literal{Atom: f.atom})
	case OpNext:
		return c.next(x[0])
	case OpFinally:
		return c.finally(x[0])
	case OpGlobally:
		return c.globally(x[0])
	case OpUntil:
		return c.until(x[0], x[1])
	case OpWeakUntil:
		return c.release(x[1], c.or(x[0], x[1]))
	case OpRelease:
		return c.release(x[0], x[1])
	case OpStrongRelease:
		return c.until(x[1], c.and(x[0], x[1]))
	case OpPossible:
		return c.and(c.literal(Literal{Atom: f.atom}), c.next(x[0]))
	case OpNecessary:
		return c.or(c.literal(Literal{f.atom, true}), c.next(x[0]))
	}
	return (&Algebra[ob]{Not: dual, And: c.and, Or: c.or}).Connect(f.op, x)
}

// decode is x as a formula, with F, G, W and M where their definitions are met.
func (c *closure) decode(x ob) *Formula {
	f, ok := c.decoded[x]
	if !ok {
		f = c.spell(x)
		c.decoded[x] = f
	}
	return f
}

// formulas are the members of xs, decoded.
func (c *closure) formulas(xs []ob) []*Formula {
	fs := make([]*Formula, len(xs))
	for i, x := range xs {
		fs[i] = c.decode(x)
	}
	return fs
}

func (c *closure) spell(x ob) *Formula {
	args := c.args(x)
	switch c.form(x) {
	case formTrue:
		return True()
	case formLiteral:
		l := c.literalOf(x)
		if l.Negated {
			return Not(Prop(l.Atom))
		}
		return Prop(l.Atom)
	case formAnd:
		return And(c.formulas(args)...)
	case formOr:
		return Or(c.formulas(args)...)
	case formNext:
		return Next(c.decode(args[0]))
	case formUntil:
		if args[0] == obTrue {
			return Finally(c.decode(args[1]))
		}
		if rest, ok := c.without(formAnd, args[1], args[0]); ok {
			return StrongRelease(c.decode(rest), c.decode(args[0]))
		}
		return Until(c.decode(args[0]), c.decode(args[1]))
	case formRelease:
		if args[0] == obFalse {
			return Globally(c.decode(args[1]))
		}
		if rest, ok := c.without(formOr, args[1], args[0]); ok {
			return WeakUntil(c.decode(rest), c.decode(args[0]))
		}
		return Release(c.decode(args[0]), c.decode(args[1]))
	}
	return False()
}

// without is x with the operand y left out, if x is a conjunction (or disjunction, as f says) that has it.
func (c *closure) without(f form, x, y ob) (ob, bool) {
	if c.form(x) != f {
		return 0, false
	}
	var rest []ob
	for _, a := range c.args(x) {
		if a != y {
			rest = append(rest, a)
		}
	}
	if len(rest) == len(c.args(x)) {
		return 0, false
	}
	if f == formAnd {
		return c.and(rest...), true
	}
	return c.or(rest...), true
}
