package smv

import (
	"math"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

var (
	unarySigns = map[ltol.Op]string{
		ltol.OpNot: "!", ltol.OpNext: "X ", ltol.OpFinally: "F ", ltol.OpGlobally: "G ",
	}
	binarySigns = map[ltol.Op]string{
		ltol.OpAnd: " & ", ltol.OpOr: " | ", ltol.OpImplies: " -> ", ltol.OpIff: " <-> ",
		ltol.OpUntil: " U ", ltol.OpRelease: " V ",
	}
)

// formula writes f in full parentheses; outermost ones are left out if nothing follows.
func (w *writer) formula(f *ltol.Formula, outermost bool) {
	args := f.Args()
	if w.Dialect == NuXmv && f.Op() == ltol.OpNext && args[0].Propositional() {
		w.out.WriteString("next(")
		w.formula(args[0], true)
		w.out.WriteString(")")
		return
	}
	if sign, ok := unarySigns[f.Op()]; ok {
		w.out.WriteString(sign)
		w.formula(args[0], false)
		return
	}
	switch f.Op() {
	case ltol.OpTrue:
		w.out.WriteString("TRUE")
	case ltol.OpFalse:
		w.out.WriteString("FALSE")
	case ltol.OpAtom:
		w.atom(f.Atom().ID, outermost)
	case ltol.OpWeakUntil: // g V (f | g)
		w.weak(" V ", " | ", args, outermost)
	case ltol.OpStrongRelease: // g U (f & g)
		w.weak(" U ", " & ", args, outermost)
	default:
		w.joined(binarySigns[f.Op()], args, outermost)
	}
}

func (w *writer) atom(id int, outermost bool) {
	switch a := w.atoms[id]; {
	case a.condition == nil:
		w.out.WriteString(w.bits[a.bit].name)
	case outermost:
		w.out.WriteString(w.text(a.condition, loosest))
	default:
		w.out.WriteString(w.text(a.condition, tight))
	}
}

func (w *writer) joined(sign string, args []*ltol.Formula, outermost bool) {
	if !outermost {
		w.out.WriteString("(")
		defer w.out.WriteString(")")
	}
	for i, a := range args {
		if i > 0 {
			w.out.WriteString(sign)
		}
		w.formula(a, false)
	}
}

// weak writes W or M, whose second operand occurs twice.
func (w *writer) weak(sign, inner string, args []*ltol.Formula, outermost bool) {
	if !outermost {
		w.out.WriteString("(")
		defer w.out.WriteString(")")
	}
	w.formula(args[1], false)
	w.out.WriteString(sign)
	w.joined(inner, args, false)
}

// written is the number of operators and atoms in the text of f, at most math.MaxInt32.
func written(f *ltol.Formula) int {
	return ltol.Fold(f, func(f *ltol.Formula, args []int) int {
		n := 1
		for i, a := range args {
			if n += a; i == 1 && (f.Op() == ltol.OpWeakUntil || f.Op() == ltol.OpStrongRelease) {
				n += a
			}
		}
		return min(n, math.MaxInt32)
	})
}

// writtenStates is the same of a formula about states.
func writtenStates(f *ltol.StateFormula) int {
	known := map[*ltol.StateFormula]int{}
	var count func(*ltol.StateFormula) int
	count = func(f *ltol.StateFormula) int {
		if n, ok := known[f]; ok {
			return n
		}
		n := 1
		for _, a := range f.Args() {
			n = min(n+count(a), math.MaxInt32)
		}
		known[f] = n
		return n
	}
	return count(f)
}
