package ltol

import (
	"slices"
)

// Op is the main connective of a formula.
type Op uint8

// The connectives. Possible(O) φ is <O>φ, Necessary(O) φ is [O]φ.
const (
	OpTrue Op = iota
	OpFalse
	OpAtom
	OpNot
	OpAnd
	OpOr
	OpImplies
	OpIff
	OpNext
	OpFinally
	OpGlobally
	OpUntil
	OpWeakUntil
	OpRelease
	OpStrongRelease
	OpPossible
	OpNecessary
)

// class is what the syntax of a formula shows of the positions where it holds (Etessami, Holzmann,
// "Optimizing Büchi automata", CONCUR 2000, §3, doi:10.1007/3-540-44618-4_13); see
// obligations.eventual and obligations.universal.
type class struct{ eventual, universal bool }

// Formula is an LTOL formula: an immutable tree, whose subtrees may be shared. It is safe for
// concurrent use. Formulas are made by the constructors of this package and compared by Equal.
//
// The constructors simplify nothing, so a formula prints as it was written. None of their arguments
// may be nil.
type Formula struct {
	op    Op
	atom  Atom // of OpAtom, OpPossible and OpNecessary
	args  []*Formula
	hash  uint64
	class class
	// weight is the number of nodes, up to maxWeight, where shared ones count each time they are
	// met.
	weight uint16
}

// maxWeight is up to which number of nodes formulas are weighed; more are rare.
const maxWeight = 1 << 8

var (
	trueFormula  = newFormula(OpTrue, Atom{})
	falseFormula = newFormula(OpFalse, Atom{})
)

func newFormula(op Op, atom Atom, args ...*Formula) *Formula {
	f := &Formula{op: op, atom: atom, args: args}
	h := mix(uint64(op)+1, uint64(atom.ID)<<2|uint64(atom.Kind))
	classes := make([]class, 0, 4)
	weight := 1
	for _, a := range args {
		if a == nil {
			panic(misuse("a formula lacks an operand"))
		}
		h = mix(h, a.hash)
		classes = append(classes, a.class)
		weight = min(weight+int(a.weight), maxWeight)
	}
	f.hash, f.class, f.weight = h, classOf(op, classes...), uint16(weight)
	return f
}

// classOf is the class of a connective applied to operands of the given classes.
func classOf(op Op, args ...class) class {
	c := class{true, true}
	for _, a := range args {
		c.eventual, c.universal = c.eventual && a.eventual, c.universal && a.universal
	}
	switch op {
	case OpAtom, OpPossible, OpNecessary:
		return class{}
	case OpNot:
		return class{c.universal, c.eventual}
	case OpImplies:
		return class{args[0].universal && args[1].eventual, args[0].eventual && args[1].universal}
	case OpIff:
		return class{c.eventual && c.universal, c.eventual && c.universal}
	case OpFinally:
		c.eventual = true
	case OpGlobally:
		c.universal = true
	case OpUntil:
		c.eventual = args[1].eventual
	case OpRelease:
		c.universal = args[1].universal
	}
	return c
}

// mix is one round of a multiplicative hash; the same input gives the same hash in every run.
func mix(h, x uint64) uint64 {
	h ^= x
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// True holds everywhere.
func True() *Formula { return trueFormula }

// False holds nowhere.
func False() *Formula { return falseFormula }

// Prop is the formula that holds where the atom does.
func Prop(a Atom) *Formula { return newFormula(OpAtom, a) }

// Not is the negation of f.
func Not(f *Formula) *Formula { return newFormula(OpNot, Atom{}, f) }

// And is the conjunction of fs: true when there are none, the formula itself when there is one.
func And(fs ...*Formula) *Formula { return nary(OpAnd, trueFormula, fs) }

// Or is the disjunction of fs: false when there are none, the formula itself when there is one.
func Or(fs ...*Formula) *Formula { return nary(OpOr, falseFormula, fs) }

func nary(op Op, unit *Formula, fs []*Formula) *Formula {
	switch len(fs) {
	case 0:
		return unit
	case 1:
		if fs[0] != nil {
			return fs[0]
		}
	}
	return newFormula(op, Atom{}, slices.Clone(fs)...)
}

// Implies is f → g.
func Implies(f, g *Formula) *Formula { return newFormula(OpImplies, Atom{}, f, g) }

// Iff is f ↔ g.
func Iff(f, g *Formula) *Formula { return newFormula(OpIff, Atom{}, f, g) }

// Next is X f: f holds at the next position.
func Next(f *Formula) *Formula { return newFormula(OpNext, Atom{}, f) }

// Finally is F f, that is true U f.
func Finally(f *Formula) *Formula { return newFormula(OpFinally, Atom{}, f) }

// Globally is G f, that is ¬F¬f.
func Globally(f *Formula) *Formula { return newFormula(OpGlobally, Atom{}, f) }

// Until is f U g: g holds at some position from here on, and f at every position before it.
func Until(f, g *Formula) *Formula { return newFormula(OpUntil, Atom{}, f, g) }

// WeakUntil is f W g, that is g R (g ∨ f): f U g, or f forever (P001 §7).
func WeakUntil(f, g *Formula) *Formula { return newFormula(OpWeakUntil, Atom{}, f, g) }

// Release is f R g: g holds at every position up to and including the first where f holds, if any.
func Release(f, g *Formula) *Formula { return newFormula(OpRelease, Atom{}, f, g) }

// StrongRelease is f M g, that is g U (f ∧ g): f R g, and f holds at some position. It is the dual
// of W.
func StrongRelease(f, g *Formula) *Formula { return newFormula(OpStrongRelease, Atom{}, f, g) }

// Possible is <O> f: the step that leaves this position satisfies the observation descriptor O, and
// f holds at the next position (P001 §7). The descriptor is the step proposition with the given
// identifier. The caller has made one proposition of the whole descriptor, with its negations. This
// proposition is false on the empty stutter.
func Possible(step int, f *Formula) *Formula {
	return newFormula(OpPossible, Atom{ID: step, Kind: Step}, f)
}

// Necessary is [O] f: if the step leaving this position satisfies O, f holds at the next position
// (P001 §7). See Possible for the descriptor.
func Necessary(step int, f *Formula) *Formula {
	return newFormula(OpNecessary, Atom{ID: step, Kind: Step}, f)
}

// Op is the main connective.
func (f *Formula) Op() Op { return f.op }

// Atom is the atom of an OpAtom. For an OpPossible or OpNecessary, it is the step atom of the
// observation.
func (f *Formula) Atom() Atom { return f.atom }

// Args are the operands, from left to right.
func (f *Formula) Args() []*Formula { return slices.Clone(f.args) }

// Hash is a number that equal formulas share. It is the same in every run.
func (f *Formula) Hash() uint64 { return f.hash }

// Equal says whether f and g are the same formula, connective by connective.
func (f *Formula) Equal(g *Formula) bool {
	if f == g || f.hash != g.hash {
		return f == g
	}
	return equalFormulas(f, g, map[[2]*Formula]bool{})
}

// equalFormulas compares f and g; same holds the pairs already found equal, so that shared subtrees
// are compared once.
func equalFormulas(f, g *Formula, same map[[2]*Formula]bool) bool {
	if f == g || same[[2]*Formula{f, g}] {
		return true
	}
	if f.hash != g.hash || f.op != g.op || f.atom != g.atom ||
		!slices.EqualFunc(f.args, g.args, func(a, b *Formula) bool { return equalFormulas(a, b, same) }) {
		return false
	}
	same[[2]*Formula{f, g}] = true
	return true
}

// rule is a rule with the function that applies it to operands, if it can be applied to them.
type rule[F any] struct {
	name     string
	pairwise bool // compares all operands with each other, which long conjunctions are spared
	apply    F
}

func (l Literal) formula() *Formula {
	if l.Negated {
		return Not(Prop(l.Atom))
	}
	return Prop(l.Atom)
}
