package ltol

import "slices"

// Gathered returns a formula in positive normal form that is equivalent to f. These laws bring
// parts without temporal connectives together:
//
//	G f ∧ G g = G (f ∧ g)    X f ∧ X g = X (f ∧ g)    (f ∨ g) ∧ (f ∨ h) = f ∨ (g ∧ h)
//	F f ∨ F g = F (f ∨ g)    X f ∨ X g = X (f ∨ g)    (f ∧ g) ∨ (f ∧ h) = f ∧ (g ∨ h)
//
// Observations are replaced: <O> f = O ∧ X f and [O] f = ¬O ∨ X f. X of a past-step atom becomes a
// step atom.
//
// Searches use the result if they take these parts as letters. With fewer and larger parts, a
// search has to distinguish fewer states and fewer agents.
func (f *Formula) Gathered() *Formula {
	return Fold(f.positiveNormalForm(), func(f *Formula, args []*Formula) *Formula {
		switch f.op {
		case OpTrue, OpFalse, OpAtom:
			return f
		case OpAnd, OpOr:
			return gathered(f.op, args)
		case OpPossible:
			return gathered(OpAnd, []*Formula{Prop(f.atom), gatheredNext(args[0])})
		case OpNecessary:
			return gathered(OpOr, []*Formula{Not(Prop(f.atom)), gatheredNext(args[0])})
		case OpNext:
			return gatheredNext(args[0])
		case OpFinally, OpGlobally:
			return throughout(f.op, args[0])
		}
		return Apply(f.op, args...)
	})
}

func gatheredNext(f *Formula) *Formula {
	if g, ok := f.Leaving(); ok {
		return g
	}
	return Next(f)
}

// Leaving converts a condition on the step that entered a position into the same condition on the
// step that leaves the position before: it is X f without the X. So a condition on steps can be
// evaluated on a state and the step that leaves it. The value ok is false if f is about anything
// else than the step that entered a position.
func (f *Formula) Leaving() (g *Formula, ok bool) {
	if !f.Propositional() || slices.ContainsFunc(f.Atoms(), func(a Atom) bool { return a.Kind != PastStep }) {
		return nil, false
	}
	return f.MapAtoms(func(a Atom) Atom { return Atom{a.ID, Step} }), true
}

// Letter converts f, which must hold infinitely often, into a condition on one position and the
// step that leaves it. It uses this fact: if the step before a position is of some kind infinitely
// often, then a step of this kind occurs infinitely often. The value ok is false if f is about more
// than one position.
func (f *Formula) Letter() (letter *Formula, ok bool) {
	if leaving, ok := f.Leaving(); ok {
		return leaving, true
	}
	return f, f.Propositional() && !f.ReadsPast()
}

// throughout is F f or G f.
func throughout(op Op, f *Formula) *Formula {
	if f.op == OpTrue || f.op == OpFalse {
		return f
	}
	return Apply(op, f)
}

// gathered is the conjunction or disjunction of gathered formulas.
func gathered(op Op, fs []*Formula) *Formula {
	flat := operands(op, fs)
	flat = gather(flat, spread(op), func(f *Formula) bool { return true }, func(fs []*Formula) *Formula {
		return throughout(spread(op), gathered(op, fs))
	})
	flat = gather(flat, OpNext, func(f *Formula) bool { return true }, func(fs []*Formula) *Formula {
		return gatheredNext(gathered(op, fs))
	})
	return Apply(op, factored(op, flat)...)
}

// spread is the connective that distributes over op, which is ∧ or ∨.
func spread(op Op) Op {
	if op == OpAnd {
		return OpGlobally
	}
	return OpFinally
}

// operands are those of the conjunction or disjunction of fs: an operand with the same connective
// gives its own, and units and repetitions are left out. Where one decides the whole it is the only
// one.
func operands(op Op, fs []*Formula) []*Formula {
	unit := Apply(op)
	var flat []*Formula
	for _, f := range fs {
		parts := []*Formula{f}
		if f.op == op {
			parts = operands(op, f.args)
		}
		for _, g := range parts {
			switch {
			case g.op == dualOp[unit.op]:
				return []*Formula{g}
			case g.op != unit.op && !slices.ContainsFunc(flat, g.Equal):
				flat = append(flat, g)
			}
		}
	}
	return flat
}

// gather joins the formulas below op that may be joined, if there are several: what combine makes
// of their operands stands where the first of them stood.
func gather(fs []*Formula, op Op, may func(*Formula) bool, combine func([]*Formula) *Formula) []*Formula {
	var inner, out []*Formula
	at := 0
	for _, f := range fs {
		switch {
		case f.op != op || !may(f):
			out = append(out, f)
			continue
		case inner == nil:
			at = len(out)
			out = append(out, nil)
		}
		inner = append(inner, f.args[0])
	}
	if len(inner) < 2 {
		return fs
	}
	out[at] = combine(inner)
	return out
}

// factored takes out what all disjunctions among conjuncts, or all conjunctions among disjuncts,
// have in common.
func factored(op Op, fs []*Formula) []*Formula {
	dual := dualOp[op]
	var sides [][]*Formula
	var rest []*Formula
	for _, f := range fs {
		if f.op == dual {
			sides = append(sides, f.args)
		} else {
			rest = append(rest, f)
		}
	}
	if len(sides) < 2 {
		return fs
	}
	var common []*Formula
	for _, f := range sides[0] {
		if !slices.ContainsFunc(sides, func(side []*Formula) bool { return !slices.ContainsFunc(side, f.Equal) }) {
			common = append(common, f)
		}
	}
	if len(common) == 0 {
		return fs
	}
	var remainders []*Formula
	for _, side := range sides {
		remainders = append(remainders, gathered(dual, slices.DeleteFunc(slices.Clone(side), func(f *Formula) bool {
			return slices.ContainsFunc(common, f.Equal)
		})))
	}
	return append(rest, gathered(dual, append(common, gathered(op, remainders))))
}
