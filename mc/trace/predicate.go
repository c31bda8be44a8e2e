package trace

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// predicateText is the predicate of a message over property identifiers and
// data, the sender's locals replaced by their values; empty where there is
// none.
func predicateText(sys *recipe.System, step Step) string {
	command := &sys.Commands[step.Message.Command]
	if command.Predicate == nil || command.Target != nil {
		return ""
	}
	return sys.ExprString(substitute(sys, command.Predicate, step.State), command.Agent)
}

// substitute replaces the locals in e by their values in the state.
func substitute(sys *recipe.System, e *recipe.Expr, s recipe.State) *recipe.Expr {
	if e.Op == recipe.OpLocal {
		return recipe.Const(sys.Vars[e.Index].Type, s.Locals[e.Index])
	}
	if len(e.Args) == 0 {
		return e
	}
	out := *e
	out.Args = make([]*recipe.Expr, len(e.Args))
	for i, arg := range e.Args {
		out.Args[i] = substitute(sys, arg, s)
	}
	return &out
}
