package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// hasPast reports a receive label that is about the step before a path.
func (env *site) hasPast(f *Formula, operator string) bool {
	switch {
	case f.Modal != ltol.StateTrue || f.Op == ltol.OpNext || f.Op == ltol.OpPossible || f.Op == ltol.OpNecessary:
		return true
	case f.Op == ltol.OpAtom && f.Kind == ltol.PastStep:
		env.c.reportAt(noStepBefore, f.At, "`%s` is about the previous step, but the paths of `%s` begin without one",
			f.Name, operator).Suggest("put it under `X` or an observation, as in `X " + f.Name + "`")
		return false
	}
	return !slices.ContainsFunc(f.Args, func(a *Formula) bool { return !env.hasPast(a, operator) })
}

// isAboutState reports a formula about paths where one about states is needed.
func (env *site) isAboutState(f *Formula, operator string) bool {
	part := f.aboutPath()
	if part == nil {
		return true
	}
	at := part.At
	for len(part.Args) > 0 && at == nil {
		part = part.Args[0]
		at = part.At
	}
	text := env.c.shown(at)
	switch {
	case part.Op == ltol.OpAtom && part.Kind == ltol.Step:
		env.c.reportAt(pathInState, at, "`%s` needs a formula about states, but `%s` is about a step", operator, text).
			Suggest("write `enabled(" + text + ")` for whether the step is possible, or `E " + text + "` for whether a path begins with it")
	case part.Op == ltol.OpAtom:
		env.c.reportAt(pathInState, at, "`%s` needs a formula about states, but `%s` is about the previous step", operator, text).
			Suggest("record the step in a local variable, and use this variable")
	default:
		env.c.reportAt(pathInState, at, "`%s` needs a formula about states, but `%s` is about a path", operator, text).
			Suggest("write `A` or `E` before it")
	}
	return false
}

// isGoal reports a goal of a coalition that is neither X f, F f, G f nor f U g over state formulas.
func (env *site) isGoal(f *Formula, at ast.Expr) bool {
	switch f.Op {
	case ltol.OpNext, ltol.OpFinally, ltol.OpGlobally, ltol.OpUntil:
		return !slices.ContainsFunc(f.Args, func(a *Formula) bool { return !env.isAboutState(a, "can") })
	}
	env.c.reportAt(noGoal, at, "`%s` cannot be a goal of `can`: a goal is `X f`, `F f`, `G f` or `f U g`, where f and g are about states",
		env.c.shown(at))
	return false
}
