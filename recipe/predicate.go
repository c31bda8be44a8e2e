package recipe

// Predicate returns the predicate pi that the message of a step carries (P001
// Definition 5): the initiator's predicate with its locals, the channel and
// the data replaced by their values and folded, so that property identifiers
// are the only leaves besides constants. It is true for a named get and false
// for the stutter. The error wraps [ErrState].
func (in *Interpreter) Predicate(s State, step Step) (*Expr, error) {
	if err := in.checkState(s); err != nil {
		return nil, err
	}
	if err := in.sys.CheckStep(step); err != nil {
		return nil, err
	}
	if step.Kind == Stutter {
		return FalseExpr, nil
	}
	predicate := in.sys.Commands[step.Command].Predicate
	if predicate == nil {
		return TrueExpr, nil
	}
	sc := scope{sys: in.sys, locals: s.Locals, receiver: noAgent, data: newDataset(len(in.sys.Data)),
		channel: step.Channel, hasChannel: step.Kind != PointToPointStep}
	for _, d := range step.Data {
		sc.data.set(d.Var, d.Value)
	}
	return sc.ground(predicate), nil
}

// ground replaces everything but property identifiers by its value, as far as
// that does not change where the expression is true or undefined.
func (sc *scope) ground(e *Expr) *Expr {
	if len(e.Args) == 0 {
		if e.Op == OpConst || e.Op == OpProperty {
			return e
		}
		return sc.fold(e)
	}
	out := *e
	out.Args = make([]*Expr, len(e.Args))
	constant := true
	for i, a := range e.Args {
		out.Args[i] = sc.ground(a)
		constant = constant && out.Args[i].Op == OpConst
	}
	if constant {
		return sc.fold(&out)
	}
	return shorten(&out)
}

// fold returns the value of e as a constant; e itself if it has none.
func (sc *scope) fold(e *Expr) *Expr {
	v, st := sc.value(e)
	switch {
	case st != defined:
		return e
	case e.Type.Kind == Bool:
		return BoolExpr(v == True)
	case e.Type.Kind == Int:
		return IntExpr(int(v))
	default:
		return Const(e.Type, v)
	}
}

// shorten drops operands that are constants and decide nothing, or are never
// evaluated.
func shorten(e *Expr) *Expr {
	left, right := e.Args[0], e.Args[len(e.Args)-1]
	switch {
	case e.Op == OpAnd && left.IsConst(True), e.Op == OpOr && left.IsConst(False), e.Op == OpImplies && left.IsConst(True):
		return right
	case e.Op == OpAnd && left.IsConst(False):
		return FalseExpr
	case e.Op == OpOr && left.IsConst(True), e.Op == OpImplies && left.IsConst(False):
		return TrueExpr
	case e.Op == OpAnd && right.IsConst(True), e.Op == OpOr && right.IsConst(False):
		return left
	case e.Op == OpIte && left.IsConst(True):
		return e.Args[1]
	case e.Op == OpIte && left.IsConst(False):
		return e.Args[2]
	}
	return e
}
