package ltol

import (
	"math"
	"slices"
)

// Fold computes a value for f from the bottom up: visit gets a formula and the values of its
// operands. Subtrees that are shared are visited once, unless they are small: these are visited
// wherever they are met, which is sooner done than looking them up.
func Fold[T any](f *Formula, visit func(f *Formula, args []T) T) T {
	if f == nil || visit == nil {
		panic(misuse("Fold: there is no formula, or no function"))
	}
	const small = 8
	done := make(map[*Formula]T, f.weight/small)
	var fold func(*Formula) T
	fold = func(f *Formula) T {
		if f.weight <= small {
			return visit(f, mapped(f.args, fold))
		}
		v, ok := done[f]
		if !ok {
			v = visit(f, mapped(f.args, fold))
			done[f] = v
		}
		return v
	}
	return fold(f)
}

// Apply makes the formula with the connective op and these operands. The connective is neither an
// atom nor an observation. ∧ and ∨ take any number of operands, like And and Or.
func Apply(op Op, args ...*Formula) *Formula {
	switch op {
	case OpAnd:
		return And(args...)
	case OpOr:
		return Or(args...)
	case OpAtom, OpPossible, OpNecessary:
		panic(misuse("Apply: the connective lacks its atom"))
	}
	arity := 2
	switch op {
	case OpTrue, OpFalse:
		arity = 0
	case OpNot, OpNext, OpFinally, OpGlobally:
		arity = 1
	}
	if len(args) != arity {
		panic(misuse("Apply: %d operands, not %d", len(args), arity))
	}
	return newFormula(op, Atom{}, slices.Clone(args)...)
}

// MapAtoms returns f with every atom replaced by the result of rename, in observations, too.
// Subtrees that are shared in f are shared in the result. Subtrees in which no atom changes are not
// copied.
func (f *Formula) MapAtoms(rename func(Atom) Atom) *Formula {
	if rename == nil {
		panic(misuse("MapAtoms: there is no function"))
	}
	return Fold(f, func(f *Formula, args []*Formula) *Formula {
		atom := f.atom
		if f.readsAtom() {
			atom = rename(atom)
		}
		if atom == f.atom && slices.Equal(args, f.args) {
			return f
		}
		return newFormula(f.op, atom, args...)
	})
}

// readsAtom says whether f is an atom or an observation.
func (f *Formula) readsAtom() bool {
	return f.op == OpAtom || f.op == OpPossible || f.op == OpNecessary
}

// Propositional reports whether f is about one position: it has neither temporal connectives nor
// observations.
func (f *Formula) Propositional() bool {
	return Fold(f, func(f *Formula, args []bool) bool {
		return (f.op == OpAtom || f.op.Boolean()) && !slices.Contains(args, false)
	})
}

// AboutState reports whether f is about one state alone.
func AboutState(f *Formula) bool {
	return f.Propositional() && !slices.ContainsFunc(f.Atoms(), func(a Atom) bool { return a.Kind != State })
}

// Conjuncts returns formulas whose conjunction is equivalent to f: the operands of conjunctions,
// also of those under G. For example, G (a ∧ b) gives G a and G b. G G counts as G.
func (f *Formula) Conjuncts() []*Formula { return f.conjuncts(false, nil) }

// conjuncts appends those of f, or of G f if always is set.
func (f *Formula) conjuncts(always bool, out []*Formula) []*Formula {
	switch f.op {
	case OpAnd:
		for _, a := range f.args {
			out = a.conjuncts(always, out)
		}
		return out
	case OpGlobally:
		return f.args[0].conjuncts(true, out)
	}
	if always {
		f = Globally(f)
	}
	return append(out, f)
}

// Cases returns formulas whose conjunction is equivalent to f, which is not a conjunction itself.
// There is one for each part of a disjunctive condition that reads the past step. For example, G (a
// ∨ b → c) gives G (a → c) and G (b → c), and G ¬(a ∨ b) gives G ¬a and G ¬b. One automaton for all
// parts must remember every combination of what they read. An automaton for one part must remember
// only what this part reads.
func (f *Formula) Cases() []*Formula {
	switch f.op {
	case OpGlobally:
		return mapped(f.args[0].Cases(), Globally)
	case OpNot:
		return mapped(f.args[0].histories(), Not)
	case OpImplies:
		return mapped(f.args[0].histories(), func(x *Formula) *Formula { return Implies(x, f.args[1]) })
	case OpOr:
		for i, a := range f.args {
			if parts := a.Cases(); a.op == OpNot && len(parts) > 1 {
				return mapped(parts, func(part *Formula) *Formula {
					args := slices.Clone(f.args)
					args[i] = part
					return Or(args...)
				})
			}
		}
	}
	return []*Formula{f}
}

// histories are formulas of which one holds if and only if f does: the operands of a disjunction
// that read the past step, each, and the others together.
func (f *Formula) histories() []*Formula {
	if f.op != OpOr {
		return []*Formula{f}
	}
	var out, rest []*Formula
	for _, a := range f.args {
		if a.ReadsPast() {
			out = append(out, a)
		} else {
			rest = append(rest, a)
		}
	}
	if len(rest) > 0 {
		out = append(out, Or(rest...))
	}
	return out
}

// ReadsPast says whether f has an atom about the step that entered a position.
func (f *Formula) ReadsPast() bool {
	return slices.ContainsFunc(f.Atoms(), func(a Atom) bool { return a.Kind == PastStep })
}

// Consequences returns implications whose conjunction is equivalent to f, one for each conjunct on
// the right side. For example, a → G (b ∧ c) gives a → G b and a → G c; under G, each has a G. If f
// is not an implication, the result is f.
func (f *Formula) Consequences() []*Formula {
	switch f.op {
	case OpGlobally:
		return mapped(f.args[0].Consequences(), Globally)
	case OpImplies:
		return mapped(f.args[1].Conjuncts(), func(part *Formula) *Formula { return Implies(f.args[0], part) })
	}
	return []*Formula{f}
}

// Atoms are the atoms of f, observations included, in the order of Atom.Compare and without
// repetition.
func (f *Formula) Atoms() []Atom {
	var atoms []Atom
	Fold(f, func(f *Formula, _ []struct{}) struct{} {
		if f.readsAtom() {
			atoms = append(atoms, f.atom)
		}
		return struct{}{}
	})
	slices.SortFunc(atoms, Atom.Compare)
	return slices.Compact(atoms)
}

// Size is the number of connectives and atoms of f, written out as a tree; an observation counts as
// one atom. It is at most math.MaxInt, however often subtrees are shared.
func (f *Formula) Size() int {
	return Fold(f, func(f *Formula, sizes []int) int {
		n := 1
		switch f.op {
		case OpPossible, OpNecessary:
			n = 2
		case OpAnd, OpOr:
			n = len(f.args) - 1
		}
		for _, size := range sizes {
			if n += size; n < 0 {
				n = math.MaxInt
			}
		}
		return n
	})
}
