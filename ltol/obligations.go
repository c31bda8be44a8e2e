package ltol

import (
	"context"
	"encoding/binary"
	"slices"
)

// ob names an obligation: a formula in positive normal form over literals, ∧, ∨, X, U and R. Bit 0
// tells a formula from its dual, so that dual is one exclusive or, and every rewrite is stated once
// for both.
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

// obligation is what is stored for a pair of dual obligations: the even one of them. It is true, an
// atom, a conjunction, a next or an until.
type obligation struct {
	form form
	atom Atom
	args []ob
	pure bool // no temporal connective
	// about are the atoms, each as one of 64 bits. An atom may share its bit with others.
	about uint64
	class
}

// obligations are the formulas that a construction has met, each pair of duals once; the states of
// the alternating automaton are among them. The connectives simplify what they build by the rules
// of rewrite.go. Not safe for concurrent use.
type obligations struct {
	obligationTable
	index    map[string]ob
	decoded  map[ob]*Formula
	plain    bool           // build without the rules of rewrite.go
	fired    map[string]int // how often each rule was used; nil if nobody asked
	limit    int            // on pairs of obligations
	longest  int            // see Thresholds.MaxConjuncts
	overflow bool
}

// An obligationTable answers questions about obligations that have a number, and makes no new ones.
type obligationTable struct {
	pairs   []obligation
	implied map[[2]ob]bool // what implies has answered
}

func newObligations(limit int) *obligations {
	return &obligations{
		obligationTable: obligationTable{
			pairs:   []obligation{{form: formTrue, pure: true, class: classOf(OpTrue)}},
			implied: map[[2]ob]bool{},
		},
		index:   map[string]ob{},
		decoded: map[ob]*Formula{},
		limit:   limit,
		longest: Thresholds{}.withDefaults().MaxConjuncts,
	}
}

// obligationOf is what f owes at position 0, among obligations made with the options, whose
// defaults are filled in.
func obligationOf(ctx context.Context, f *Formula, o Options) (Options, *obligations, ob, error) {
	if err := constructible(ctx, f, o); err != nil {
		return o, nil, 0, err
	}
	o = o.withDefaults()
	c := newObligations(o.MaxObligations)
	c.plain, c.longest = o.Plain, o.Thresholds.MaxConjuncts
	return o, c, c.atStart(c.encode(f)), nil
}

// atStart is x at position 0, where no past-step atom holds.
func (c *obligations) atStart(x ob) ob {
	switch c.form(x) {
	case formLiteral:
		if l := c.literalOf(x); l.Atom.Kind == PastStep {
			return obFalse ^ x&1
		}
	case formAnd, formOr:
		return c.join(c.form(x), mapped(c.args(x), c.atStart)...)
	}
	return x
}

// form is the main connective of x.
func (c *obligationTable) form(x ob) form {
	f := c.pairs[x>>1].form
	if x&1 == 1 {
		return dualForm[f]
	}
	return f
}

// args are the operands of x; the callers do not change them.
func (c *obligationTable) args(x ob) []ob {
	o := &c.pairs[x>>1]
	if x&1 == 0 {
		return o.args
	}
	return mapped(o.args, dual)
}

// split divides obligations into those of which holds is true and the others.
func split(xs []ob, holds func(ob) bool) (yes, no []ob) {
	for _, x := range xs {
		if holds(x) {
			yes = append(yes, x)
		} else {
			no = append(no, x)
		}
	}
	return yes, no
}

// join is the conjunction or disjunction of obligations, as f says.
func (c *obligations) join(f form, xs ...ob) ob {
	if f == formAnd {
		return c.and(xs...)
	}
	return c.or(xs...)
}

// literalOf is the literal x is. Its form must be formLiteral.
func (c *obligationTable) literalOf(x ob) Literal {
	return Literal{c.pairs[x>>1].atom, x&1 == 1}
}

// pure says whether x has no temporal connective.
func (c *obligationTable) pure(x ob) bool { return c.pairs[x>>1].pure }

// intern gives the even obligation with the given parts.
func (c *obligations) intern(f form, atom Atom, args ...ob) ob {
	key := make([]byte, 0, 16+4*len(args))
	key = append(key, byte(f), byte(atom.Kind))
	key = binary.LittleEndian.AppendUint64(key, uint64(atom.ID))
	for _, a := range args {
		key = binary.LittleEndian.AppendUint32(key, uint32(a))
	}
	if x, ok := c.index[string(key)]; ok {
		return x
	}
	if len(c.pairs) >= c.limit {
		c.overflow = true
		return obTrue
	}
	x := ob(len(c.pairs) << 1)
	o := obligation{form: f, atom: atom, args: slices.Clone(args)}
	c.classify(&o)
	c.pairs = append(c.pairs, o)
	c.index[string(key)] = x
	return x
}

// classify sets o's syntactic classes from those of its operands.
func (c *obligationTable) classify(o *obligation) {
	o.pure = (o.form == formLiteral || o.form == formAnd) && allOf(o.args, c.pure)
	if o.form == formLiteral {
		o.about = 1 << (len(c.pairs) % 64)
	}
	for _, a := range o.args {
		o.about |= c.pairs[a>>1].about
	}
	args := mapped(o.args, func(a ob) class { return class{c.eventual(a), c.universal(a)} })
	switch {
	case o.form == formLiteral:
	case o.form == formUntil && o.args[0] == obTrue:
		o.class = classOf(OpFinally, args[1])
	case o.form == formUntil:
		o.class = classOf(OpUntil, args...)
	default: // a conjunction or a next
		o.class = classOf(OpAnd, args...)
	}
}

func (c *obligations) literal(l Literal) ob {
	x := c.intern(formLiteral, l.Atom)
	if l.Negated {
		return dual(x)
	}
	return x
}

// and is the conjunction of the given obligations: nested conjunctions are flattened, operands
// sorted, and repetitions and units left out.
func (c *obligations) and(xs ...ob) ob {
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

func (c *obligations) rewriteAnd(args []ob) (ob, bool) {
	return rewrite(c, andRules, len(args), func(r andRule) (ob, bool) { return r.apply(c, args) })
}

// or is the dual of and.
func (c *obligations) or(xs ...ob) ob {
	return dual(c.and(mapped(xs, dual)...))
}

// next is X x. As X is its own dual, the one whose operand is even is stored.
func (c *obligations) next(x ob) ob {
	if x <= obFalse {
		return x
	}
	if y, ok := c.rewriteNext(x); ok {
		return y
	}
	return c.intern(formNext, Atom{}, x&^1) | x&1
}

func (c *obligations) rewriteNext(x ob) (ob, bool) {
	return rewrite(c, nextRules, 1, func(r nextRule) (ob, bool) { return r.apply(c, x) })
}

// until is x U y.
func (c *obligations) until(x, y ob) ob {
	if y <= obFalse || x == obFalse {
		return y
	}
	if z, ok := c.rewriteUntil(x, y); ok {
		return z
	}
	return c.intern(formUntil, Atom{}, x, y)
}

func (c *obligations) rewriteUntil(x, y ob) (ob, bool) {
	return rewrite(c, untilRules, 2, func(r untilRule) (ob, bool) { return r.apply(c, x, y) })
}

// release is x R y, the dual of until.
func (c *obligations) release(x, y ob) ob { return dual(c.until(dual(x), dual(y))) }

func (c *obligations) finally(x ob) ob  { return c.until(obTrue, x) }
func (c *obligations) globally(x ob) ob { return c.release(obFalse, x) }

// isFinally gives x if y is F x.
func (c *obligationTable) isFinally(y ob) (x ob, ok bool) {
	if c.form(y) != formUntil {
		return 0, false
	}
	args := c.args(y)
	return args[1], args[0] == obTrue
}

// isGlobally gives x if y is G x.
func (c *obligationTable) isGlobally(y ob) (x ob, ok bool) {
	x, ok = c.isFinally(dual(y))
	return dual(x), ok
}

// eventual says, as far as it shows, whether x is left-append closed: where it holds at a position
// it holds at every earlier one. F x and G F x are.
func (c *obligationTable) eventual(x ob) bool {
	class := c.pairs[x>>1].class
	if x&1 == 1 {
		return class.universal
	}
	return class.eventual
}

// universal says, as far as it shows, whether x is suffix closed: where it holds at a position it
// holds at every later one. It is the dual of eventual.
func (c *obligationTable) universal(x ob) bool { return c.eventual(dual(x)) }

// encode is f as an obligation, its abbreviations expanded by their definitions (P001 §7).
func (c *obligations) encode(f *Formula) ob { return Fold(f, c.connective) }

func (c *obligations) connective(f *Formula, x []ob) ob {
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
func (c *obligations) decode(x ob) *Formula {
	f, ok := c.decoded[x]
	if !ok {
		f = c.spell(x)
		c.decoded[x] = f
	}
	return f
}

// formulas are the members of xs, decoded.
func (c *obligations) formulas(xs []ob) []*Formula {
	return mapped(xs, c.decode)
}

func (c *obligations) spell(x ob) *Formula {
	args := c.args(x)
	switch c.form(x) {
	case formTrue:
		return True()
	case formLiteral:
		return c.literalOf(x).formula()
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

// without is x with the operand y left out, if x is a conjunction (or disjunction, as f says) that
// has it.
func (c *obligations) without(f form, x, y ob) (ob, bool) {
	if c.form(x) != f {
		return 0, false
	}
	same, rest := split(c.args(x), func(a ob) bool { return a == y })
	if len(same) == 0 {
		return 0, false
	}
	return c.join(f, rest...), true
}

func allOf(xs []ob, holds func(ob) bool) bool {
	return !slices.ContainsFunc(xs, func(x ob) bool { return !holds(x) })
}

type (
	andRule   = rule[func(c *obligations, args []ob) (ob, bool)]
	nextRule  = rule[func(c *obligations, x ob) (ob, bool)]
	untilRule = rule[func(c *obligations, x, y ob) (ob, bool)]
)

// The tables are filled at initialisation because the rules build obligations, which looks at the
// tables.
var (
	andRules   []andRule
	nextRules  []nextRule
	untilRules []untilRule
)

// rewrite is what the first rule makes of so many operands that can be applied to them, as try
// does. It notes that the rule was used, if anyone wants to know.
func rewrite[F any](c *obligations, rules []rule[F], operands int, try func(rule[F]) (ob, bool)) (ob, bool) {
	if c.plain {
		return 0, false
	}
	for _, r := range rules {
		if r.pairwise && operands > c.longest {
			continue
		}
		if x, ok := try(r); ok {
			if c.fired != nil {
				c.fired[r.name]++
			}
			return x, true
		}
	}
	return 0, false
}

// operands are the i-th operands of xs.
func (c *obligationTable) operands(xs []ob, i int) []ob {
	return mapped(xs, func(x ob) ob { return c.args(x)[i] })
}
