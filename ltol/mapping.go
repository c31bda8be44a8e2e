package ltol

// MapAtoms is f with every atom replaced by what rename gives for it, in observations as well. Subtrees that are shared in f are shared in the
// result, and those in which nothing changes are f's own.
func (f *Formula) MapAtoms(rename func(Atom) Atom) *Formula {
	if f == nil || rename == nil {
		panic(misuse("MapAtoms: there is no formula, or no function"))
	}
	done := map[*Formula]*Formula{}
	var visit func(*Formula) *Formula
	visit = func(f *Formula) *Formula {
		if g, ok := done[f]; ok {
			return g
		}
		atom, changed := f.atom, false
		switch f.op {
		case OpAtom, OpPossible, OpNecessary:
			atom = rename(f.atom)
			changed = atom != f.atom
		}
		args := make([]*Formula, len(f.args))
		for i, arg := range f.args {
			args[i] = visit(arg)
			changed = changed || args[i] != arg
		}
		out := f
		if changed {
			out = newFormula(f.op, atom, args...)
			out.source = f.source
		}
		done[f] = out
		return out
	}
	return visit(f)
}
