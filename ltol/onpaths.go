package ltol

import "slices"

// Propositional says whether f is made of propositions and Boolean connectives alone.
func (f *StateFormula) Propositional() bool {
	_, connective := f.op.Connective()
	return f.op == StateAtom || connective && !slices.ContainsFunc(f.args, func(a *StateFormula) bool {
		return !a.Propositional()
	})
}

// OnPaths is a formula about runs, over the propositions of f. Every run from a state in which f
// holds satisfies it; under fairness, every fair run. So a run that does not refutes f. Where f
// says nothing about all runs, as E F p does, it is true.
//
// It keeps of each part what the part says of every run from its state: of A ψ that is ψ, of
// knowledge what is known, and of E, abilities and obligations nothing. For example, A G (p → A F
// q) becomes G (¬p ∨ F q). The parts of ψ may be replaced by weaker ones, since they stand under no
// negation once ψ is in positive normal form.
func (f *StateFormula) OnPaths() *Formula {
	return f.onPaths(map[*StateFormula][2]*Formula{})[0]
}

// Linear says whether the syntax of f shows that f holds in a state if every run from it satisfies
// [StateFormula.OnPaths]; under fairness, every fair run. A ψ is linear if ψ is about propositions.
// So is A G of formulas of which all but one are propositions, and that one is linear: for example,
// A G (p → A F q). A F A G p is not: it says more than F G p says of every run.
func (f *StateFormula) Linear() bool { return f.linear(false) }

// linear is Linear of f, or of its negation.
func (f *StateFormula) linear(negated bool) bool {
	if f.Propositional() {
		return true
	}
	switch f.op {
	case StateNot:
		return f.args[0].linear(!negated)
	case StateAnd, StateOr:
		return linearJoin(f.args, (f.op == StateOr) != negated, (*StateFormula).Propositional, func(a *StateFormula) bool {
			return a.linear(negated)
		})
	case StateImplies:
		return OrState(NotState(f.args[0]), f.args[1]).linear(negated)
	case StateAll, StateExists:
		return (f.op == StateExists) == negated && f.linearPath(f.path, negated)
	}
	return false
}

// linearJoin asks the operands of a conjunction, or of a disjunction, in which one operand at most
// is no proposition.
func linearJoin[F any](args []F, either bool, propositional, linear func(F) bool) bool {
	others := 0
	for _, a := range args {
		if !propositional(a) {
			others++
		}
		if !linear(a) {
			return false
		}
	}
	return !either || others <= 1
}

// linearPath is linear of a part of f's path formula.
func (f *StateFormula) linearPath(path *Formula, negated bool) bool {
	// over says that a part is about propositions, whatever its operators are.
	over := func(g *Formula) bool {
		return !slices.ContainsFunc(g.Atoms(), func(a Atom) bool { return a.Kind != State || !f.args[a.ID].Propositional() })
	}
	if over(path) {
		return true
	}
	part := func(g *Formula) bool { return f.linearPath(g, negated) }
	switch args := path.Args(); path.op {
	case OpAtom:
		return path.atom.Kind == State && f.args[path.atom.ID].linear(negated)
	case OpNot:
		return f.linearPath(args[0], !negated)
	case OpAnd, OpOr:
		propositional := func(g *Formula) bool { return over(g) && g.Propositional() }
		return linearJoin(args, (path.op == OpOr) != negated, propositional, part)
	case OpImplies:
		return f.linearPath(Or(Not(args[0]), args[1]), negated)
	case OpNext:
		return part(args[0])
	case OpGlobally:
		return !negated && part(args[0])
	case OpFinally:
		return negated && part(args[0])
	}
	return false
}

// onPaths is what f says of every run, and what its negation says.
func (f *StateFormula) onPaths(known map[*StateFormula][2]*Formula) [2]*Formula {
	if pair, ok := known[f]; ok {
		return pair
	}
	args := make([][2]*Formula, len(f.args))
	for i, a := range f.args {
		args[i] = a.onPaths(known)
	}
	out := [2]*Formula{trueFormula, trueFormula}
	onPath := func() [2]*Formula {
		return positiveOver(f.path, func(a Atom) [2]*Formula {
			if a.Kind != State {
				return [2]*Formula{Prop(a), Not(Prop(a))}
			}
			return args[a.ID]
		})
	}
	switch f.op {
	case StateAtom:
		p := Prop(Atom{ID: f.id, Kind: State})
		out = [2]*Formula{p, Not(p)}
	case StateAll:
		out[0] = onPath()[0]
	case StateExists:
		out[1] = onPath()[1]
	case StateKnows, StateDistributed, StateCommon:
		out[0] = args[0][0]
	case StateEveryone:
		if len(f.agents) > 0 { // nobody need know what everyone of an empty group knows
			out[0] = args[0][0]
		}
	}
	if op, ok := f.op.Connective(); ok {
		out = pairs.Connect(op, args)
	}
	for i := range out {
		if saysNothing(out[i]) {
			out[i] = trueFormula
		}
	}
	known[f] = out
	return out
}

// pairs are the connectives of a formula with its negation.
var pairs = &Algebra[[2]*Formula]{
	Not: func(p [2]*Formula) [2]*Formula { return [2]*Formula{p[1], p[0]} },
	And: func(ps ...[2]*Formula) [2]*Formula { return [2]*Formula{And(sides(ps, 0)...), Or(sides(ps, 1)...)} },
	Or:  func(ps ...[2]*Formula) [2]*Formula { return [2]*Formula{Or(sides(ps, 0)...), And(sides(ps, 1)...)} },
}

func sides(ps [][2]*Formula, side int) []*Formula {
	return mapped(ps, func(p [2]*Formula) *Formula { return p[side] })
}

// saysNothing recognizes formulas in positive normal form that are true because parts of them are.
func saysNothing(f *Formula) bool {
	return Fold(f, func(f *Formula, args []bool) bool {
		switch f.op {
		case OpTrue:
			return true
		case OpOr, OpWeakUntil:
			return slices.Contains(args, true)
		case OpNext, OpFinally, OpGlobally, OpUntil, OpRelease:
			return args[len(args)-1]
		case OpAnd, OpStrongRelease:
			return !slices.Contains(args, false)
		}
		return false
	})
}
