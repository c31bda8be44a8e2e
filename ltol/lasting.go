package ltol

import "slices"

// AmongLasting is a formula that holds on a computation if and only if f does, provided that the
// atoms for which lasting is true stay true once they are. It changes formulas that begin with G. Let p be such an atom, or a conjunction of
// them. Its automaton need not remember that p was true:
//
//	G (p → G f)          = G (p → f)
//	G (p → F G f)        = F G (p → f)
//	G (p → (u → f))      = G (u → (p → f))    if u is suffix closed
//
// So G (an agent is there → G f) has the automaton of G f with another letter.
func AmongLasting(f *Formula, lasting func(Atom) bool) *Formula {
	if f == nil || lasting == nil {
		panic(misuse("AmongLasting: there is no formula, or no function"))
	}
	if f.op != OpGlobally || !slices.ContainsFunc(f.Atoms(), lasting) {
		return f
	}
	return Globally(among(lasting).always(f.args[0]))
}

// among tells which atoms stay true.
type among func(Atom) bool

// always is a formula g such that G g is equivalent to G f.
//
// Let p be a condition that stays true. If G f is equivalent to G g, then G (p → f) is equivalent to
// G (p → g): where p becomes true, the rest of the computation satisfies both or none.
func (l among) always(f *Formula) *Formula {
	switch f.op {
	case OpAnd:
		return And(mapped(f.args, l.always)...)
	case OpGlobally:
		return l.always(f.args[0])
	case OpImplies:
		if p := f.args[0]; p.SuffixClosed() || l.stays(p) {
			return l.follows(p, l.always(f.args[1]))
		}
	}
	return f
}

// stays reports whether f is a conjunction of atoms that stay true.
func (l among) stays(f *Formula) bool {
	return f.op == OpAtom && l(f.atom) ||
		f.op == OpAnd && !slices.ContainsFunc(f.args, func(a *Formula) bool { return !l.stays(a) })
}

// follows is a formula g such that G g is equivalent to G (p → f), where p stays true.
func (l among) follows(p, f *Formula) *Formula {
	switch {
	case f.op == OpAnd:
		return And(mapped(f.args, func(a *Formula) *Formula { return l.follows(p, a) })...)
	case f.op == OpImplies && f.args[0].SuffixClosed() && l.stays(p):
		return Implies(f.args[0], l.follows(p, f.args[1]))
	case f.op == OpFinally && f.args[0].op == OpGlobally && l.stays(p):
		return Finally(Globally(Implies(p, f.args[0].args[0])))
	}
	return Implies(p, f)
}
