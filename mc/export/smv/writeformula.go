package smv

import (
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// specifications writes the formulas, each property under its own text.
func (w *writer) specifications() {
	last := -1
	for _, s := range w.specs {
		if s.property != last {
			last = s.property
			w.line("")
			w.line("-- %s", oneLine(fmt.Sprintf("property %d: %s", s.index, s.text)))
		}
		if s.states != nil {
			w.line("CTLSPEC NAME %s := %s;", s.name, w.state(s.states))
			continue
		}
		w.line("LTLSPEC NAME %s := %s;", s.name, w.formula(s.formula, true))
	}
}

// formula writes f in full parentheses; outermost ones are left out if nothing follows.
func (w *writer) formula(f *ltol.Formula, outermost bool) string {
	args := f.Args()
	operand := func(i int) string { return w.formula(args[i], false) }
	if w.Dialect == NuXmv && f.Op() == ltol.OpNext && args[0].Propositional() {
		return "next(" + w.formula(args[0], true) + ")"
	}
	unary := map[ltol.Op]string{ltol.OpNot: "!", ltol.OpNext: "X ", ltol.OpFinally: "F ", ltol.OpGlobally: "G "}
	if sign, ok := unary[f.Op()]; ok {
		return sign + operand(0)
	}
	var s string
	switch f.Op() {
	case ltol.OpTrue:
		return "TRUE"
	case ltol.OpFalse:
		return "FALSE"
	case ltol.OpAtom:
		a := w.atoms[f.Atom().ID]
		if a.condition == nil {
			return w.bits[a.bit].name
		}
		if outermost {
			return w.text(a.condition, loosest)
		}
		return w.text(a.condition, tight)
	case ltol.OpWeakUntil: // g V (f | g)
		s = fmt.Sprintf("%[2]s V (%[1]s | %[2]s)", operand(0), operand(1))
	case ltol.OpStrongRelease: // g U (f & g)
		s = fmt.Sprintf("%[2]s U (%[1]s & %[2]s)", operand(0), operand(1))
	default:
		signs := map[ltol.Op]string{
			ltol.OpAnd: " & ", ltol.OpOr: " | ", ltol.OpImplies: " -> ", ltol.OpIff: " <-> ", ltol.OpUntil: " U ", ltol.OpRelease: " V ",
		}
		texts := make([]string, len(args))
		for i := range args {
			texts[i] = operand(i)
		}
		s = strings.Join(texts, signs[f.Op()])
	}
	if outermost {
		return s
	}
	return "(" + s + ")"
}
