package branch

import "github.com/rcheck-bdd/rcheck-bdd/ltol"

// infinite is a path formula of E or, if negated is set, the formula that E is
// asked of in place of A, where states without a step have no successor and dead
// is an atom for them. Paths stutter there all the same, so that the formula says
// that they do not.
//
// X, F, G and U of state formulas are read as the fixpoints of CTL have them,
// which see paths that end: F and U need no path after their goal, X f is a step
// to f. Everything else, what is endless, and everything under fairness, is about
// infinite paths.
func infinite(path *ltol.Formula, negated, endless, fair bool, dead *ltol.Formula) *ltol.Formula {
	alive := ltol.Not(dead)
	goesOn := ltol.Globally(alive)
	for path.Op() == ltol.OpNot {
		path, negated = path.Args()[0], !negated
	}
	whole := path
	if negated {
		whole = ltol.Not(path)
	}
	args := path.Args()
	for i, a := range args {
		if endless || !ltol.AboutState(a) {
			return ltol.And(whole, goesOn)
		}
		if negated {
			args[i] = ltol.Not(a)
		}
	}
	forEver := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.And(f, alive)) }
	out := ltol.And(whole, goesOn)
	switch path.Op() {
	case ltol.OpNext:
		out = ltol.And(alive, ltol.Next(args[0]))
	case ltol.OpFinally, ltol.OpGlobally:
		out = ltol.Finally(args[0])
		if (path.Op() == ltol.OpFinally) == negated {
			out = forEver(args[0])
		}
	case ltol.OpUntil:
		out = whole
		if negated {
			out = ltol.Or(ltol.Until(args[1], ltol.And(args...)), forEver(args[1]))
		}
	}
	if fair {
		return ltol.And(out, goesOn)
	}
	return out
}
