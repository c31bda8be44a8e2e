package ispl

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// scope says what an expression may mention: what an agent sees, or, with agent -1, the variables
// of all agents by full names.
type scope struct {
	agent   int
	actions bool
}

const everywhere = -1

// valueKind is what an expression's values are.
type valueKind uint8

const (
	noKind valueKind = iota // the expression has a mistake that is reported
	aCondition
	aTruthValue
	aNumber
	aConstant // of an enumeration
)

// typed is a resolved expression.
type typed struct {
	expr   *interpreted.Expr
	kind   valueKind
	values *recipe.Type // of a variable
	symbol string       // of a constant of an enumeration
	bound  int64        // of a number: its absolute value is at most this
}

func (x typed) describe() string {
	switch {
	case x.symbol != "":
		return "the value `" + x.symbol + "`"
	case x.kind == aConstant:
		return "a value of " + x.values.Name
	}
	return [...]string{aCondition: "a condition", aTruthValue: "a truth value", aNumber: "a number"}[x.kind]
}

func kindOf(t *recipe.Type) valueKind {
	return [...]valueKind{recipe.Bool: aTruthValue, recipe.Int: aNumber, recipe.Enum: aConstant}[t.Kind]
}

func describeType(t *recipe.Type) string {
	return [...]string{recipe.Bool: "boolean", recipe.Int: "a number", recipe.Enum: "one of " + t.Name}[t.Kind]
}

// fits says whether two values can be equal as far as their types tell.
func (r *naming) fits(a, b typed) bool {
	if a.kind != b.kind || a.kind == aCondition {
		return false
	}
	if a.kind != aConstant || a.values == nil && b.values == nil {
		return true
	}
	if a.values == nil {
		a, b = b, a
	}
	if b.values == nil {
		return a.values.Contains(r.symbols[b.symbol])
	}
	return slices.ContainsFunc(a.values.Values, b.values.Contains)
}

// condition resolves a condition. It is never nil; with mistakes, which are reported, it is of no
// use.
func (r *resolver) condition(x *Expr, s scope) *interpreted.Expr {
	t := r.value(x, s)
	if t.kind != aCondition && t.kind != noKind {
		suggestion := "compare it with something"
		if t.kind == aTruthValue {
			suggestion = fmt.Sprintf("write `%s = true`", Print(x))
		}
		r.Report(typeMismatch, x.Span, "expected a condition, found %s", t.describe()).Suggest(suggestion)
	}
	if t.expr == nil {
		return interpreted.Const(recipe.False)
	}
	return t.expr
}

// binaryOps are the operators of values. `<>` is the negation of `=`, and `>` and `>=` are `<` and
// `<=` the other way round.
var binaryOps = map[Op]interpreted.Op{
	OpEq: interpreted.OpEq, OpNeq: interpreted.OpEq, OpLt: interpreted.OpLt, OpGt: interpreted.OpLt, OpLe: interpreted.OpLe, OpGe: interpreted.OpLe,
	OpBitXor: interpreted.OpXor, OpBitOr: interpreted.OpOr, OpBitAnd: interpreted.OpAnd, OpPlus: interpreted.OpPlus,
	OpMinus: interpreted.OpMinus, OpTimes: interpreted.OpTimes, OpDivide: interpreted.OpDivide,
}

// value resolves a value or a condition.
func (r *resolver) value(x *Expr, s scope) typed {
	r.watch.Step()
	switch x.Op {
	case OpParen:
		return r.value(x.Args[0], s)
	case OpNumber:
		return typed{expr: interpreted.Const(recipe.Value(x.Value)), kind: aNumber, bound: int64(max(x.Value, -x.Value))}
	case OpTrue, OpFalse:
		return typed{expr: interpreted.Const(recipe.BoolValue(x.Op == OpTrue)), kind: aTruthValue}
	case OpName:
		return r.name(x, s)
	case OpAnd, OpOr, OpNot:
		op := map[Op]interpreted.Op{OpAnd: interpreted.OpAnd, OpOr: interpreted.OpOr, OpNot: interpreted.OpNot}[x.Op]
		args := make([]*interpreted.Expr, len(x.Args))
		for i, a := range x.Args {
			args[i] = r.condition(a, s)
		}
		return typed{expr: interpreted.Apply(op, args...), kind: aCondition}
	case OpEq, OpNeq, OpLt, OpLe, OpGt, OpGe:
		return r.comparison(x, s)
	case OpBitNot:
		a := r.operand(x.Args[0], s, aTruthValue, opTexts[x.Op])
		return typed{expr: interpreted.Apply(interpreted.OpNot, a.expr), kind: aTruthValue}
	case OpAction:
		r.Report(misplaced, x.Span, "found an action, but a value is expected").
			Suggest("actions are tested as in `Action = name`, in evolutions only")
		return typed{}
	case OpRed, OpGreen:
		r.Report(misplaced, x.Span, "found `%s`, but a value is expected", Print(x)).Suggest("only formulas can mention it")
		return typed{}
	}
	kind := aNumber
	if x.Op == OpBitOr || x.Op == OpBitXor || x.Op == OpBitAnd {
		kind = aTruthValue
	}
	a := r.operand(x.Args[0], s, kind, opTexts[x.Op])
	b := r.operand(x.Args[1], s, kind, opTexts[x.Op])
	return typed{expr: interpreted.Apply(binaryOps[x.Op], a.expr, b.expr), kind: kind, bound: r.bound(x, a.bound, b.bound)}
}

// bound is what the absolute value of an operation is at most, given that of its operands. Numbers
// that could be too large to compute with are reported, so that every way to compute them gives the
// same.
func (r *naming) bound(x *Expr, a, b int64) int64 {
	const largest = 1 << 62
	switch x.Op {
	case OpPlus, OpMinus:
		a += b
	case OpTimes:
		high, low := bits.Mul64(uint64(a), uint64(b))
		a = int64(min(low, largest+1))
		if high > 0 {
			a = largest + 1
		}
	}
	if uint64(a) > largest {
		r.Report(numberTooLarge, x.Span, "the value can be larger than 2 to the power of 62").Suggest("use smaller ranges or fewer factors")
		return 0
	}
	return a
}

// operand resolves an operand that must have values of the given kind. Its expression is never nil.
func (r *resolver) operand(x *Expr, s scope, kind valueKind, op string) typed {
	t := r.value(x, s)
	if t.kind != kind && t.kind != noKind {
		r.Report(typeMismatch, x.Span, "`%s` needs %ss, found %s", op, typed{kind: kind}.describe()[2:], t.describe())
	}
	if t.expr == nil {
		t.expr = interpreted.Const(0)
	}
	return t
}

// comparison resolves comparisons of values, and tests of actions.
func (r *resolver) comparison(x *Expr, s scope) typed {
	if left := Unparen(x.Args[0]); left.Op == OpAction {
		return r.performs(x, left, s)
	}
	a, b := r.value(x.Args[0], s), r.value(x.Args[1], s)
	if a.kind == noKind || b.kind == noKind {
		return typed{}
	}
	switch {
	case !r.fits(a, b):
		d := r.Report(typeMismatch, x.Span, "%s cannot be compared with %s", a.describe(), b.describe())
		for _, pair := range [][2]typed{{a, b}, {b, a}} {
			if pair[0].kind == aConstant && pair[0].values != nil && pair[1].symbol != "" {
				d.Suggest(diag.DidYouMean(pair[1].symbol, r.valueNames(pair[0].values)))
			}
		}
		return typed{}
	case x.Op != OpEq && x.Op != OpNeq && a.kind != aNumber:
		r.Report(typeMismatch, x.Span, "`%s` needs numbers, found %s", opTexts[x.Op], a.describe())
		return typed{}
	}
	if x.Op == OpGt || x.Op == OpGe {
		a, b = b, a
	}
	e := interpreted.Apply(binaryOps[x.Op], a.expr, b.expr)
	if x.Op == OpNeq {
		e = interpreted.Apply(interpreted.OpNot, e)
	}
	return typed{expr: e, kind: aCondition}
}

// performs resolves `Action = a` and `Agent.Action = a`.
func (r *resolver) performs(x, action *Expr, s scope) typed {
	right := Unparen(x.Args[1])
	switch {
	case !s.actions:
		r.Report(misplaced, x.Span, "actions can be tested in evolutions only").Suggest("remember the action in a variable")
		return typed{}
	case x.Op != OpEq || right.Op != OpName || right.Agent.Name != "":
		r.Report(misplaced, x.Span, "an action is compared with something other than the name of an action").
			Suggest("write `Action = name` or `!(Action = name)`")
		return typed{}
	}
	agent := s.agent
	if action.Agent.Name != "" {
		var ok bool
		if agent, ok = r.agentNamed(action.Agent); !ok {
			return typed{}
		}
	}
	a, ok := r.action(agent, right.Name)
	if !ok {
		return typed{}
	}
	return typed{expr: interpreted.Performs(agent, a), kind: aCondition}
}

// name resolves a variable or a constant of an enumeration.
func (r *resolver) name(x *Expr, s scope) typed {
	if x.Agent.Name != "" {
		return r.qualifiedName(x, s)
	}
	n := x.Name.Name
	if s.agent != everywhere {
		if v, ok := r.vars[s.agent][n]; ok {
			return r.variable(v)
		}
	}
	if v, ok := r.symbols[n]; ok {
		return typed{expr: interpreted.Const(v), kind: aConstant, symbol: n}
	}
	suggestion := ""
	var candidates []string
	for i := range r.vars {
		if _, ok := r.vars[i][n]; ok && (s.agent == everywhere || r.sys.Agents[i].Name == EnvironmentName) {
			suggestion = fmt.Sprintf("write `%s.%s`", r.sys.Agents[i].Name, n)
		}
	}
	if s.agent != everywhere {
		candidates = keys(r.vars[s.agent])
	}
	candidates = append(candidates, r.sys.Symbols...)
	suggestion = cmp.Or(suggestion, diag.DidYouMean(n, candidates))
	what := "no variable and no value of an enumeration is called `%s`"
	if s.agent != everywhere {
		what = "neither a variable of the agent `" + r.sys.Agents[s.agent].Name + "` nor a value of an enumeration is called `%s`"
	}
	r.Report(unknownName, x.Span, what, n).Suggest(suggestion)
	return typed{}
}

func (r *resolver) variable(v int) typed {
	t := r.sys.Vars[v].Type
	return typed{expr: interpreted.Var(v), kind: kindOf(t), values: t, bound: int64(max(t.Hi, -t.Lo))}
}

func (r *resolver) qualifiedName(x *Expr, s scope) typed {
	agent, ok := r.agentNamed(x.Agent)
	if !ok {
		return typed{}
	}
	if _, action := r.actions[agent][x.Name.Name]; action && s.actions {
		r.Report(misplaced, x.Span, "`%s` is an action of `%s`, not a variable", x.Name.Name,
			x.Agent.Name).
			Suggest("write `" + x.Agent.Name + ".Action = " + x.Name.Name + "`")
		return typed{}
	}
	v, ok := r.find(r.vars[agent], x.Name, "the agent `%s` has no variable `%s`", x.Agent.Name, x.Name.Name)
	if !ok {
		return typed{}
	}
	if s.agent == everywhere {
		return r.variable(v)
	}
	name := r.sys.Agents[s.agent].Name
	switch {
	case agent == s.agent && x.Agent.Name != EnvironmentName:
		r.Report(misplaced, x.Span, "an agent's own variable has the agent's name before it").Suggest("write `" + x.Name.Name + "`")
		return typed{}
	case agent != s.agent && x.Agent.Name != EnvironmentName:
		r.Report(invisible, x.Span, "the agent `%s` does not see the variables of `%s`", name, x.Agent.Name).
			Suggest("test the action of `" + x.Agent.Name + "`, or keep the variable in the environment")
		return typed{}
	case !slices.Contains(r.sys.Agents[s.agent].Sees, v):
		r.Report(invisible, x.Span, "the agent `%s` does not see `%s`", name, Print(x)).
			Suggest("write `Lobsvars = {" + x.Name.Name + "};` in the agent, or move the variable to Obsvars")
		return typed{}
	}
	return r.variable(v)
}
