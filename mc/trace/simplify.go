package trace

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// openPredicate is the predicate of a step's message as far as the message leaves
// it open: a condition on property identifiers, once the sender's locals, the
// channel and the data are known. It is nil where there is no predicate.
func openPredicate(sys *recipe.System, step Step) *recipe.Expr {
	m := step.Message
	command := &sys.Commands[m.Command]
	if command.Predicate == nil || command.Target != nil {
		return nil
	}
	known := func(e *recipe.Expr) *recipe.Expr {
		switch e.Op {
		case recipe.OpLocal:
			return recipe.Const(sys.Vars[e.Index].Type, step.State.Locals[e.Index])
		case recipe.OpChannel:
			return recipe.Const(sys.Channel, m.Channel)
		case recipe.OpData:
			for _, d := range m.Data {
				if d.Var == e.Index {
					return recipe.Const(sys.Data[d.Var].Type, d.Value)
				}
			}
		}
		return e
	}
	return simplify(command.Predicate, known)
}

// simplify replaces leaves as it is told, and then what is constant: equalities
// of constants and connectives that an operand decides.
func simplify(e *recipe.Expr, leaf func(*recipe.Expr) *recipe.Expr) *recipe.Expr {
	if len(e.Args) == 0 {
		return leaf(e)
	}
	out := *e
	out.Args = make([]*recipe.Expr, len(e.Args))
	for i, arg := range e.Args {
		out.Args[i] = simplify(arg, leaf)
	}
	a := out.Args[0]
	switch e.Op {
	case recipe.OpNot:
		if a.Op == recipe.OpConst {
			return recipe.BoolExpr(a.Value == recipe.False)
		}
	case recipe.OpAnd, recipe.OpOr:
		return junction(&out, recipe.BoolValue(e.Op == recipe.OpAnd))
	case recipe.OpIff:
		return equivalence(&out)
	case recipe.OpEq, recipe.OpNe:
		if b := out.Args[1]; a.Op == recipe.OpConst && b.Op == recipe.OpConst {
			same := a.Value == b.Value && a.Type.Kind == b.Type.Kind
			return recipe.BoolExpr(same == (e.Op == recipe.OpEq))
		}
	}
	return &out
}

// junction simplifies a conjunction (unit true) or disjunction (unit false).
func junction(e *recipe.Expr, unit recipe.Value) *recipe.Expr {
	a, b := e.Args[0], e.Args[1]
	switch {
	case a.IsConst(unit):
		return b
	case a.Op == recipe.OpConst:
		return a
	case b.IsConst(unit):
		return a
	}
	return e
}

// equivalence simplifies an equivalence.
func equivalence(e *recipe.Expr) *recipe.Expr {
	a, b := e.Args[0], e.Args[1]
	if a.Op == recipe.OpConst {
		a, b = b, a
	}
	switch {
	case b.Op != recipe.OpConst:
		return e
	case a.Op == recipe.OpConst:
		return recipe.BoolExpr(a.Value == b.Value)
	case b.Value == recipe.True:
		return a
	default:
		return recipe.Not(a)
	}
}
