package rcheck

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
)

// observing builds what descriptors mean.
type observing struct {
	text        func(ast.Node) string // of a part of the formula
	visit       func()                // is called for each part
	next        int                   // the ID of the next atom without a name
	literals    map[literal]*ltol.Formula
	known       []literal // in the order in which they were met
	quantifiers []quantified
	texts       []string        // of the quantifiers
	identifiers map[string]bool // names that are compared in quantifiers
}

// A literal says that a part of a step has a value; without a value, that the text of the part is
// true. In a copy of the property identifiers, numbered from 1, it is about that.
type literal struct {
	copy        int
	part, value string
}

// meaning is what the descriptors, by the IDs of their atoms, mean together.
func (o *observing) meaning(descriptors []ast.Expr, states []ltol.Atom) *ltol.Formula {
	if len(descriptors) == 0 {
		return ltol.True()
	}
	o.next, o.literals, o.identifiers = len(descriptors), map[literal]*ltol.Formula{}, map[string]bool{}
	for _, x := range descriptors {
		o.findIdentifiers(x, false)
	}
	step := o.fresh() // false where the run has come to an end
	letter := []*ltol.Formula{}
	for id, x := range descriptors {
		is := ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step})
		letter = append(letter, ltol.Iff(is, ltol.And(step, o.value(x, 0))))
	}
	letter = append(letter, o.assignments()...)
	letter = append(letter, o.parts()...)
	ended := []*ltol.Formula{ltol.Next(ltol.Not(step))}
	for _, a := range states {
		ended = append(ended, ltol.Iff(ltol.Prop(a), ltol.Next(ltol.Prop(a))))
	}
	return ltol.Globally(ltol.And(append(letter, ltol.Or(step, ltol.And(ended...)))...))
}

// fresh is an atom without a name.
func (o *observing) fresh() *ltol.Formula {
	o.next++
	return ltol.Prop(ltol.Atom{ID: o.next - 1, Kind: ltol.Step})
}

// is is the atom of a literal.
func (o *observing) is(copy int, part, value string) *ltol.Formula {
	l := literal{copy, part, value}
	if o.literals[l] == nil {
		o.literals[l] = o.fresh()
		o.known = append(o.known, l)
	}
	return o.literals[l]
}

// connectives join descriptors.
var connectives = []ltol.Op{ltol.OpAnd, ltol.OpOr, ltol.OpImplies, ltol.OpIff}

// findIdentifiers lists the names that are compared in exists(…) and forall(…).
func (o *observing) findIdentifiers(x ast.Expr, inside bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.PredicateQuantifier:
			if !inside {
				o.findIdentifiers(n.X, true)
			}
			return inside
		case ast.Expr:
			if part, _, ok := o.compared(n); ok {
				o.identifiers[part] = o.identifiers[part] || inside
				return false
			}
		}
		return true
	})
}

// compared is the part and the value of a comparison with = or !=, or of a name alone.
func (o *observing) compared(x ast.Expr) (part, value string, ok bool) {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		return x.Name, "true", true
	case *ast.Binary:
		if x.Op != ast.Eq && x.Op != ast.Neq {
			return "", "", false
		}
		left, isName := ast.Unparen(x.X).(*ast.Ident)
		switch y := ast.Unparen(x.Y).(type) {
		case *ast.Ident, *ast.IntLit, *ast.BoolLit, *ast.Star:
			if isName {
				return left.Name, o.text(y), true
			}
		}
	}
	return "", "", false
}

// value is whether a descriptor is true of a step; in a copy of the identifiers, if that is not 0.
func (o *observing) value(x ast.Expr, copy int) *ltol.Formula {
	o.visit()
	x = ast.Unparen(x)
	switch x := x.(type) {
	case *ast.BoolLit:
		if x.Value {
			return ltol.True()
		}
		return ltol.False()
	case *ast.Unary:
		if x.Op == ast.Not {
			return ltol.Not(o.value(x.X, copy))
		}
	case *ast.PredicateQuantifier:
		if copy > 0 {
			return o.value(x.X, copy)
		}
		return o.quantifier(o.text(x.X.X), x.Universal, x.X.X)
	case *ast.Binary:
		if op, ok := types.FormulaOps[x.Op]; ok && slices.Contains(connectives, op) && !x.Op.IsComparison() {
			return ltol.Apply(op, o.value(x.X, copy), o.value(x.Y, copy))
		}
	}
	if part, value, ok := o.compared(x); ok {
		return o.comparison(x, copy, part, value)
	}
	return o.is(copy, o.text(x), "") // anything
}

// comparison is a comparison of a part with a value. Where a step lacks the part, = is false and !=
// is true. Outside of exists(…) and forall(…), a comparison of an identifier stands for one in
// forall(…).
func (o *observing) comparison(x ast.Expr, copy int, part, value string) *ltol.Formula {
	if b, is := x.(*ast.Binary); is && b.Op == ast.Neq {
		equal := *b
		equal.Op = ast.Eq
		return ltol.Not(o.comparison(&equal, copy, part, value))
	}
	if o.identifiers[part] && copy == 0 {
		return o.quantifier(part+" = "+value, true, x)
	}
	return o.is(copy, part, value)
}

// A quantified descriptor is exists(of) or forall(of).
type quantified struct {
	universal bool
	of        ast.Expr
	is        *ltol.Formula
}

// quantifier is the atom of exists(of) or forall(of). Those with one text have one atom.
func (o *observing) quantifier(text string, universal bool, of ast.Expr) *ltol.Formula {
	for i, q := range o.quantifiers {
		if q.universal == universal && o.texts[i] == text {
			return q.is
		}
	}
	q := quantified{universal, of, o.fresh()}
	o.quantifiers, o.texts = append(o.quantifiers, q), append(o.texts, text)
	return q.is
}

// assignments says what quantifiers mean together, as the predicate of a message allows any set of
// assignments to the identifiers. An exists(…) that is true has an assignment of its own, as has a
// forall(…) that is false. It satisfies all forall(…) that are true, and no exists(…) that is
// false.
func (o *observing) assignments() (out []*ltol.Formula) {
	for i, x := range o.quantifiers {
		fits := []*ltol.Formula{}
		for _, y := range o.quantifiers {
			if inside := o.value(y.of, i+1); y.universal {
				fits = append(fits, ltol.Implies(y.is, inside))
			} else {
				fits = append(fits, ltol.Implies(inside, y.is))
			}
		}
		asks, own := x.is, o.value(x.of, i+1)
		if x.universal {
			asks, own = ltol.Not(asks), ltol.Not(own)
		}
		out = append(out, ltol.Implies(asks, ltol.And(append(fits, own)...)))
	}
	return out
}

// parts says which literals can be true together.
func (o *observing) parts() (out []*ltol.Formula) {
	send := o.fresh()
	for i, l := range o.known {
		is := o.literals[l]
		if l.copy == 0 {
			out = append(out, ofKind(l, is, send))
		}
		for _, other := range o.known[:i] {
			if that := o.literals[other]; other.copy == l.copy {
				out = append(out, together(l, other, is, that))
			}
		}
	}
	return out
}

// ofKind says which steps have a part: sends, or point-to-point exchanges.
func ofKind(l literal, is, send *ltol.Formula) *ltol.Formula {
	kind := ltol.Not(send)
	switch l.part {
	case "sender", "chan":
		kind = send
	case "p2p":
		return ltol.Iff(is, kind)
	case "getter", "supplier", "locality":
	default:
		return ltol.True()
	}
	return ltol.Implies(is, kind)
}

// together says which of two literals about one step, or about one copy, can be true.
func together(l, other literal, is, that *ltol.Formula) *ltol.Formula {
	exchanges := func(x literal) bool { return x.part == "getter" || x.part == "supplier" }
	switch {
	case l.part != other.part && l.value == other.value && l.value != "" && exchanges(l) && exchanges(other):
		return ltol.Not(ltol.And(is, that)) // nobody exchanges with itself
	case l.part != other.part:
		return ltol.True()
	}
	return ltol.Not(ltol.And(is, that))
}
