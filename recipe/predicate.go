package recipe

// Predicate returns the predicate pi of the message of a step (P001 Definition 5). It is the
// predicate of the initiator, with its locals, the channel and the data replaced by their values,
// and simplified. Its only leaves are property identifiers and constants. It is true for a named
// get, and false for the stutter. The error wraps [ErrState].
func (s *System) Predicate(state State, step Step) (*Expr, error) {
	if err := s.CheckState(state); err != nil {
		return nil, err
	}
	if err := s.CheckStep(step); err != nil {
		return nil, err
	}
	if step.Kind == Stutter {
		return FalseExpr, nil
	}
	predicate := s.Commands[step.Command].Predicate
	if predicate == nil {
		return TrueExpr, nil
	}
	sc := scope{sys: s, locals: state.Locals, receiver: noAgent, data: newDataset(len(s.Data)),
		channel: step.Channel, hasChannel: step.Kind != PointToPointStep}
	for _, d := range step.Data {
		sc.data.set(d.Var, d.Value)
	}
	return sc.ground(predicate, true), nil
}

// ground replaces everything but property identifiers by its value, as far as that does not change
// where the expression is true or undefined. What is no condition, but compared, stays a connective
// if it was one: of that no operand is absent.
func (sc *scope) ground(e *Expr, condition bool) *Expr {
	f := e.Op.Facts()
	if f.Class == ClassLeaf {
		if v, st := sc.leaf(e); st == defined && e.Op != OpConst {
			return constantOf(e.Type, v)
		}
		return e
	}
	args := make([]*Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = sc.ground(a, f.Class == ClassConnective || f.Class == ClassChoice && (i == 0 || condition))
	}
	out := Fold(e.Op, e.Type, args...)
	if f.Class == ClassConnective && !condition && out.Op != OpConst && !out.isConnective() {
		return &Expr{Op: e.Op, Type: e.Type, Args: args}
	}
	return out
}
