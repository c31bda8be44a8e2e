package ltol

// MapAtoms is f with every atom replaced by what rename gives for it, in observations as well. Subtrees that are shared in f are shared in the
// result, and those in which nothing changes are f's own.
func (f *Formula) MapAtoms(rename func(Atom) Atom) *Formula {
	done := map[*Formula]*Formula{}
	var visit func(*Formula) *Formula
	visit = func(f *Formula) *Formula {
		if g, ok := done[f]; ok {
			return g
		}
		g, changed := *f, false
		switch f.op {
		case OpAtom, OpPossible, OpNecessary:
			g.atom = rename(f.atom)
			changed = g.atom != f.atom
		}
		g.args = make([]*Formula, len(f.args))
		for i, arg := range f.args {
			g.args[i] = visit(arg)
			changed = changed || g.args[i] != arg
		}
		out := f
		if changed {
			out = &g
		}
		done[f] = out
		return out
	}
	return visit(f)
}
