package mc

import "github.com/rcheck-bdd/rcheck-bdd/ltol"

// fairness is a specification's fairness in the form the search wants:
// conditions on letters, which become sets of edges, and what is left, a
// formula to conjoin to the negated property.
type fairness struct {
	justice    []*ltol.Formula
	compassion [][2]*ltol.Formula
	rest       []*ltol.Formula
}

// splitFairness sorts the conditions of a specification. A condition on past
// steps alone holds infinitely often iff it does of the steps themselves.
func splitFairness(spec Specification) fairness {
	var f fairness
	for _, j := range spec.Justice {
		if letter, ok := asLetter(j); ok {
			f.justice = append(f.justice, letter)
		} else {
			f.rest = append(f.rest, ltol.Globally(ltol.Finally(j)))
		}
	}
	for _, c := range spec.Compassion {
		first, ok1 := asLetter(c[0])
		second, ok2 := asLetter(c[1])
		if ok1 && ok2 {
			f.compassion = append(f.compassion, [2]*ltol.Formula{first, second})
		} else {
			f.rest = append(f.rest, compassionate(c))
		}
	}
	return f
}

func compassionate(c [2]*ltol.Formula) *ltol.Formula {
	return ltol.Implies(ltol.Globally(ltol.Finally(c[0])), ltol.Globally(ltol.Finally(c[1])))
}

// formulas are the fairness conditions of a specification as formulas.
func (spec Specification) formulas() []*ltol.Formula {
	var out []*ltol.Formula
	for _, j := range spec.Justice {
		out = append(out, ltol.Globally(ltol.Finally(j)))
	}
	for _, c := range spec.Compassion {
		out = append(out, compassionate(c))
	}
	return out
}

func (f fairness) letters() []*ltol.Formula {
	out := append([]*ltol.Formula(nil), f.justice...)
	for _, c := range f.compassion {
		out = append(out, c[0], c[1])
	}
	return out
}

// marked lists the conditions that become sets of edges: those of justice and
// the second parts of compassion.
func (f fairness) marked() []*ltol.Formula {
	out := append([]*ltol.Formula(nil), f.justice...)
	for _, c := range f.compassion {
		out = append(out, c[1])
	}
	return out
}

// trivial reports whether every computation is fair.
func (f fairness) trivial() bool { return len(f.justice)+len(f.compassion)+len(f.rest) == 0 }

// asLetter turns a formula that speaks of one position only into one without
// past atoms; ok is false if that cannot be done.
func asLetter(f *ltol.Formula) (letter *ltol.Formula, ok bool) {
	if !isBoolean(f) {
		return nil, false
	}
	past, other := 0, 0
	for _, a := range f.Atoms() {
		if a.Kind == ltol.PastStep {
			past++
		} else {
			other++
		}
	}
	switch {
	case past == 0:
		return f, true
	case other == 0:
		return withoutPast(f), true
	}
	return nil, false
}

// isBoolean reports whether f has no temporal connective.
func isBoolean(f *ltol.Formula) bool {
	switch f.Op() {
	case ltol.OpTrue, ltol.OpFalse, ltol.OpAtom:
		return true
	case ltol.OpNot, ltol.OpAnd, ltol.OpOr, ltol.OpImplies, ltol.OpIff:
		for _, arg := range f.Args() {
			if !isBoolean(arg) {
				return false
			}
		}
		return true
	}
	return false
}

// withoutPast replaces past atoms by the step atoms they repeat.
func withoutPast(f *ltol.Formula) *ltol.Formula {
	args := f.Args()
	for i := range args {
		args[i] = withoutPast(args[i])
	}
	switch f.Op() {
	case ltol.OpAtom:
		return ltol.Prop(ltol.Atom{ID: f.Atom().ID, Kind: ltol.Step})
	case ltol.OpNot:
		return ltol.Not(args[0])
	case ltol.OpAnd:
		return ltol.And(args...)
	case ltol.OpOr:
		return ltol.Or(args...)
	case ltol.OpImplies:
		return ltol.Implies(args[0], args[1])
	case ltol.OpIff:
		return ltol.Iff(args[0], args[1])
	}
	return f
}
