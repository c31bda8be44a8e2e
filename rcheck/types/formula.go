package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Formulas elaborates properties and observations at a place.
type formulas struct{ scope }

func (c *knowledge) formulas(p place) *formulas { return &formulas{*c.scope(p, nil)} }

// formula elaborates a property or a part of one; nil after an error.
func (env *formulas) formula(e ast.Expr) *Formula {
	c := env.c
	c.tryReadings(e, true, func(x ast.Expr) { env.formula(x) })
	c.spend(1, e)
	switch e := e.(type) {
	case *ast.Paren:
		return env.formula(e.X)
	case *ast.Ambiguous:
		return env.ambiguous(e)
	case *ast.Unary:
		switch {
		case e.Op == ast.All || e.Op == ast.Exists:
			return env.onPaths(e)
		case e.Op == ast.Not || e.Op.IsTemporalPrefix():
			return env.prefixed(e)
		}
	case *ast.Call:
		if c.isAgentOperator(e) {
			return env.aboutAgents(e)
		}
	case *ast.Binary:
		return env.joined(e)
	case *ast.Observe:
		return env.observe(e)
	case *ast.Quantifier:
		return env.quantified(e, (*formulas).formula)
	case *ast.Conditional:
		return env.conditionalFormula(e)
	case *ast.Qualified:
		if commands, ok := env.label(e); ok {
			return env.executed(e, commands)
		}
	}
	return condition(env.boolean(e))
}

// FormulaOps are the connectives and temporal operators of formulas. An equation of truth values is
// an equivalence.
var FormulaOps = map[ast.Op]ltol.Op{
	ast.Not: ltol.OpNot, ast.Finally: ltol.OpFinally, ast.Globally: ltol.OpGlobally, ast.Next: ltol.OpNext,
	ast.Until: ltol.OpUntil, ast.WeakUntil: ltol.OpWeakUntil, ast.Release: ltol.OpRelease,
	ast.And: ltol.OpAnd, ast.Or: ltol.OpOr, ast.Implies: ltol.OpImplies, ast.Iff: ltol.OpIff, ast.Eq: ltol.OpIff,
}

func (env *formulas) prefixed(e *ast.Unary) *Formula {
	if e.Op != ast.Not && env.temporalCondition(e, e.Text) {
		return nil
	}
	inner := *env
	inner.later = env.later || e.Op != ast.Not
	x := inner.formula(e.X)
	switch {
	case x == nil:
		return nil
	case e.Op == ast.Not && x.IsState():
		return condition(mkNot(x.Expr))
	}
	return &Formula{Op: FormulaOps[e.Op], Args: []*Formula{operand(x, e.X)}, At: e}
}

// temporalCondition reports a temporal operator in a fairness condition.
func (env *formulas) temporalCondition(e ast.Expr, text string) bool {
	if env.static {
		env.c.reportAt(temporalCondition, e, "`%s` cannot be used in a fairness condition: it is about one state and the next step", text)
	}
	return env.static
}

// joined elaborates a binary operator: a connective of formulas or of truth values, a temporal
// operator, or, by expr, arithmetic and comparisons.
func (env *formulas) joined(e *ast.Binary) *Formula {
	switch e.Op {
	case ast.Until, ast.WeakUntil, ast.Release:
		if env.temporalCondition(e, e.Text) {
			return nil
		}
	case ast.And, ast.Or, ast.Implies, ast.Iff:
	case ast.Eq, ast.Neq:
		if env.isFormula(e.X) || env.isFormula(e.Y) {
			break
		}
		fallthrough
	default:
		return condition(env.boolean(e))
	}
	inner := *env
	inner.later = env.later || e.Op == ast.Until || e.Op == ast.WeakUntil || e.Op == ast.Release
	x, y := inner.formula(e.X), inner.formula(e.Y)
	if x == nil || y == nil {
		return nil
	}
	return join(e, x, y)
}

// isFormula reports whether an operand of an equality is a truth value made by an operator or a
// label, so that the equality is an equivalence of formulas and not a comparison of values.
func (env *formulas) isFormula(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Call:
		return env.c.isAgentOperator(e)
	case *ast.Qualified:
		_, ok := env.label(e)
		return ok
	}
	return IsOperator(e)
}

func join(e *ast.Binary, x, y *Formula) *Formula {
	if x.IsState() && y.IsState() {
		op, ok := connective(e.Op)
		switch {
		case ok:
			return condition(mkConnective(op, x.Expr, y.Expr))
		case e.Op == ast.Eq:
			return condition(mkConnective(recipe.OpIff, x.Expr, y.Expr))
		case e.Op == ast.Neq:
			return condition(mkNot(mkConnective(recipe.OpIff, x.Expr, y.Expr)))
		}
	}
	if out := joinConstant(e.Op, x, y); out != nil {
		return out
	}
	args := []*Formula{operand(x, e.X), operand(y, e.Y)}
	if e.Op == ast.Neq {
		return &Formula{Op: ltol.OpNot, Args: []*Formula{{Op: ltol.OpIff, Args: args}}, At: e}
	}
	return &Formula{Op: FormulaOps[e.Op], Args: args, At: e}
}

// joinConstant joins by a connective where the left side is a constant, as it is in quantified
// formulas after `k != j`; else it returns nil.
func joinConstant(op ast.Op, x, y *Formula) *Formula {
	if !x.IsState() || !isConst(x.Expr) {
		return nil
	}
	holds := isTrue(x.Expr)
	switch {
	case op == ast.And && holds, op == ast.Or && !holds, op == ast.Implies && holds:
		return y
	case op == ast.And, op == ast.Or:
		return x
	case op == ast.Implies:
		return condition(recipe.TrueExpr)
	}
	return nil
}

// conditionalFormula is `c ? a : b`, where c is a condition on states and a, b are truth values.
func (env *formulas) conditionalFormula(e *ast.Conditional) *Formula {
	x, a, b := env.formula(e.Cond), env.formula(e.Then), env.formula(e.Else)
	switch {
	case x == nil || a == nil || b == nil:
		return nil
	case x.IsState() && a.IsState() && b.IsState():
		return condition(recipe.Fold(recipe.OpIte, recipe.BoolType, x.Expr, a.Expr, b.Expr))
	}
	x = operand(x, e.Cond)
	not := &Formula{Op: ltol.OpNot, Args: []*Formula{x}}
	return &Formula{Op: ltol.OpAnd, At: e, Args: []*Formula{
		{Op: ltol.OpImplies, Args: []*Formula{x, operand(a, e.Then)}}, {Op: ltol.OpImplies, Args: []*Formula{not, operand(b, e.Else)}},
	}}
}

// ambiguous picks the reading that has a meaning (if two survive typing, it is an error).
func (env *formulas) ambiguous(e *ast.Ambiguous) *Formula {
	var survivors []ast.Expr
	for _, a := range e.Alternatives {
		trial := env.c.begin()
		x := env.formula(a)
		if trial.rollback() > 0 || x == nil {
			continue
		}
		survivors = append(survivors, a)
	}
	switch len(survivors) {
	case 0:
		return env.formula(e.Alternatives[0])
	case 1:
		return env.formula(survivors[0])
	}
	env.c.reportAt(ambiguousReading, e, "the brackets of observations can be matched in %d ways that all have a meaning; "+
		"put the operands of `<` and `>` in parentheses", len(survivors))
	return nil
}

// observe elaborates `<O> phi` or `[O] phi`. The whole observation O is one proposition about a
// step.
func (env *formulas) observe(e *ast.Observe) *Formula {
	c := env.c
	inner := *env
	inner.place, inner.static, inner.observing = placeObservation, false, e
	if env.coalition(e) {
		return nil
	}
	o := inner.observation(e.Obs)
	c.checkObservedData(e.Obs, o)
	if env.static {
		lit, ok := ast.Unparen(e.X).(*ast.BoolLit)
		if !ok || lit.Value == e.Necessary {
			c.reportAt(temporalCondition, e, "a fairness condition is about one step: write an observation as `<O> true`")
			return nil
		}
	}
	after := *env
	after.later = true
	x := after.formula(e.X)
	if o == nil || x == nil {
		return nil
	}
	if env.static {
		f := stepAtom(o, e)
		if e.Necessary {
			f.At = nil
			f = &Formula{Op: ltol.OpNot, Args: []*Formula{f}, At: e}
		}
		return f
	}
	op := ltol.OpPossible
	if e.Necessary {
		op = ltol.OpNecessary
	}
	return &Formula{Op: op, Expr: o, Args: []*Formula{operand(x, e.X)}, At: e}
}

// coalition reports an agent in the place of an observation, as in ATL.
func (env *formulas) coalition(e *ast.Observe) bool {
	x, ok := ast.Unparen(e.Obs).(*ast.Ident)
	if !ok || e.Necessary || env.binds.lookup(x.Name) != nil {
		return false
	}
	v, declared := env.c.declaredSymbol(x.Name)
	if !declared || env.c.locations[v] == nil {
		return false
	}
	env.c.reportAt(typeMismatch, x, "expected an observation of a step, found the agent `%s`", x.Name).
		Suggest("what it can bring about is `can({" + x.Name + "}, " + env.c.shown(e.X) +
			")`; a step in which it sends is `sender = " +
			x.Name + "`")
	return true
}

// quantified elaborates a quantifier as a conjunction or disjunction, of instances that the given
// function elaborates. The conditions on states, or steps, among these become one.
func (env *formulas) quantified(q *ast.Quantifier, elaborate func(*formulas, ast.Expr) *Formula) *Formula {
	op, unit, out := recipe.OpOr, recipe.FalseExpr, &Formula{Op: ltol.OpOr, At: q}
	if q.Universal {
		op, unit, out.Op = recipe.OpAnd, recipe.TrueExpr, ltol.OpAnd
	}
	state, failed := unit, false
	done := env.each(q, func(inner *formulas) {
		x := inner.amongPresent(q, elaborate(inner, q.X))
		switch {
		case x == nil:
			failed = true
		case x.IsState():
			state = mkConnective(op, state, x.Expr)
		default:
			out.Args = append(out.Args, x)
		}
	})
	switch {
	case !done || failed:
		return nil
	case len(out.Args) == 0:
		return condition(state)
	}
	if !isConst(state) || isTrue(state) != q.Universal {
		out.Args = append(out.Args, operand(condition(state), q.X))
	}
	return out
}

// quantifiedValue elaborates a quantifier where a truth value is needed: an operand of a
// comparison, or part of an observation.
func (env *formulas) quantifiedValue(q *ast.Quantifier) *recipe.Expr {
	if env.place.reads&readStep != 0 {
		return env.quantifiedObservation(q)
	}
	x := env.quantified(q, (*formulas).formula)
	if x == nil {
		return nil
	}
	if !x.IsState() {
		env.c.reportAt(misplaced, q, "a temporal formula is not a value")
		return nil
	}
	return x.Expr
}

// agentOperators are the operators about agents, and how they are used.
var agentOperators = map[string]struct {
	op       ltol.StateOp
	operands int
	usage    string
}{
	"K": {ltol.StateKnows, 2, "K(k, f)"}, "Kw": {ltol.StateKnows, 2, "Kw(k, f)"}, "KO": {ltol.StateKnows, 3, "KO(k, j, f)"},
	"GK": {ltol.StateEveryone, 2, "GK(G, f)"}, "DK": {ltol.StateDistributed, 2, "DK(G, f)"}, "GCK": {ltol.StateCommon, 2, "GCK(G, f)"},
	"O": {ltol.StateObliged, 2, "O(k, f)"}, "can": {ltol.StateCan, 2, "can(G, F f)"},
}

// IsAgentOperator reports whether a name is that of an operator about agents.
func IsAgentOperator(name string) bool {
	_, ok := agentOperators[name]
	return ok
}

// isAgentOperator reports whether a call is an operator about agents: a guard of that name hides
// it.
func (c *knowledge) isAgentOperator(e *ast.Call) bool {
	return IsAgentOperator(e.Fun.Name) && c.guards[e.Fun.Name] == nil
}

// onPaths elaborates `A f` and `E f`.
func (env *formulas) onPaths(e *ast.Unary) *Formula {
	if env.temporalCondition(e, e.Text) {
		return nil
	}
	f := operand(env.formula(e.X), e.X)
	if f == nil || !env.hasPast(f, e.Op.String()) {
		return nil
	}
	op := ltol.StateAll
	if e.Op == ast.Exists {
		op = ltol.StateExists
	}
	return &Formula{Modal: op, Args: []*Formula{f}, At: e}
}

// aboutAgents elaborates `K(k, f)` and the other operators about agents.
func (env *formulas) aboutAgents(e *ast.Call) *Formula {
	c, name := env.c, e.Fun.Name
	if env.temporalCondition(e, name) {
		return nil
	}
	operator := agentOperators[name]
	if len(e.Args) != operator.operands {
		c.reportAt(argumentCount, e, "`%s` is used as `%s`", name, operator.usage)
		return nil
	}
	last := e.Args[len(e.Args)-1]
	out := &Formula{Modal: operator.op, At: e}
	switch operator.op {
	case ltol.StateKnows, ltol.StateObliged:
		if in := env.agentNamed(e.Args[0], "as the first operand of `"+name+"`", ""); in != nil {
			out.Agents = []int{in.agent}
		}
	default:
		use := ofKnowers
		if operator.op == ltol.StateCan {
			use = ofPlayers
		}
		out.Agents = env.group(e.Args[0], use)
	}
	f := operand(env.formula(last), last)
	if f == nil || out.Agents == nil {
		return nil
	}
	if operator.op == ltol.StateCan {
		out.Args = []*Formula{f}
		if !env.isGoal(f, last) {
			return nil
		}
		return out
	}
	if !env.isAboutState(f, name) {
		return nil
	}
	switch name {
	case "KO":
		j := env.agentNamed(e.Args[1], "as the second operand of `KO`", "")
		if j == nil {
			return nil
		}
		f = &Formula{Op: ltol.OpImplies, Args: []*Formula{operand(condition(mkNot(j.redness())), e.Args[1]), f}}
	case "Kw":
		not := *out
		not.Args = []*Formula{{Op: ltol.OpNot, Args: []*Formula{f}}}
		out.Args = []*Formula{f}
		return &Formula{Op: ltol.OpOr, Args: []*Formula{out, &not}, At: e}
	}
	out.Args = []*Formula{f}
	return out
}
