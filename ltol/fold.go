package ltol

import "slices"

// Fold computes a value for f from the bottom up: visit gets a formula and the values of its
// operands. Subtrees that are shared are visited once.
func Fold[T any](f *Formula, visit func(f *Formula, args []T) T) T {
	if f == nil || visit == nil {
		panic(misuse("Fold: there is no formula, or no function"))
	}
	done := make(map[*Formula]T, f.weight)
	var fold func(*Formula) T
	fold = func(f *Formula) T {
		if v, ok := done[f]; ok {
			return v
		}
		v := visit(f, mapped(f.args, fold))
		done[f] = v
		return v
	}
	return fold(f)
}

// Apply is the connective op, which is neither an atom nor an observation, applied to operands. ∧
// and ∨ take any number of them, as And and Or do.
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

// MapAtoms is f with every atom replaced by what rename gives for it, in observations as well.
// Subtrees that are shared in f are shared in the result, and those in which nothing changes are
// f's own.
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

// Propositional says whether f has neither temporal connectives nor observations: it is about one
// position.
func (f *Formula) Propositional() bool {
	return Fold(f, func(f *Formula, args []bool) bool {
		return (f.op == OpAtom || f.op.Boolean()) && !slices.Contains(args, false)
	})
}

// Conjuncts are formulas that hold together if and only if f does: the operands of conjunctions,
// those under G as well.
// Gs that follow each other are one.
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

// Cases are formulas that hold together if and only if f does, which is no conjunction: one for each
// part of a disjunctive condition that reads the past step, as G (a ∨ b → c) is G (a → c) and
// G (b → c), and G ¬(a ∨ b) is G ¬a and G ¬b. One automaton for them all has to remember every
// combination of what such parts read, one for each of them what that reads.
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

// histories are formulas of which one holds if and only if f does: the operands of a disjunction that
// read the past step, each, and the others together.
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

// Consequences are implications that hold together if and only if f does: what follows from a
// condition, conjunct by conjunct, as a → G (b ∧ c) is (a → G b) ∧ (a → G c). They are f itself
// where f is no implication.
func (f *Formula) Consequences() []*Formula {
	if f.op != OpImplies {
		return []*Formula{f}
	}
	return mapped(f.args[1].Conjuncts(), func(part *Formula) *Formula { return Implies(f.args[0], part) })
}
