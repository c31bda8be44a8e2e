package direct

import (
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// reads says which names an expression may use where it stands.
type reads struct {
	locals  bool // of env.self
	data    bool
	channel bool
	props   bool
	symbols bool
	state   bool // all agents, by `k-x`
	step    bool // sender, p2p, …
}

// Where expressions stand (language page, "Commands" and "Properties").
var (
	inInit          = reads{locals: true, symbols: true}
	inRelabelling   = reads{locals: true, symbols: true}
	inReceiveGuard  = reads{locals: true, channel: true, symbols: true}
	inChannel       = reads{locals: true, symbols: true}
	inAssignedData  = reads{locals: true, symbols: true}
	inSend          = reads{locals: true, channel: true, symbols: true}
	inReceive       = reads{locals: true, data: true, channel: true, symbols: true}
	inExchange      = reads{locals: true, data: true, symbols: true}
	inSendGuard     = reads{locals: true, data: true, channel: true, props: true, symbols: true}
	inGetLocality   = reads{locals: true, props: true, symbols: true}
	inSupplyAddress = reads{locals: true, symbols: true}
	inProperty      = reads{state: true, symbols: true}
	inObservation   = reads{step: true, data: true, channel: true, props: true, symbols: true}
)

// env is where an expression is evaluated.
type env struct {
	m    *Model
	may  reads
	self *instance // whose locals are meant
	// creates is the instance that a spawn takes, in its condition.
	creates *instance
	state   State
	frame   *frame
	binds   *binding

	data    map[string]Value   // of the message
	channel Value              // of the message; absent if there is none
	prop    func(string) Value // of property identifiers
	step    *Step              // in observations
	// lenient is set in properties: what is undefined is as good as absent there.
	lenient bool
}

// frame is one call of a guard.
type frame struct {
	params []*ast.Field
	args   []ast.Expr
	caller *env
}

func (n *env) argument(name string) (ast.Expr, bool) {
	if n.frame != nil {
		for i, p := range n.frame.params {
			if p.Name.Name == name {
				return n.frame.args[i], true
			}
		}
	}
	return nil, false
}

// holds reports whether a truth value is true, and neither absent nor undefined.
func (n *env) holds(e ast.Expr) bool { return n.judge(e).isTrue() }

// judge evaluates an operand of a connective: a truth value that is absent is false there, and in
// properties one that is undefined is, too.
func (n *env) judge(e ast.Expr) Value {
	v := n.eval(e)
	if v.kind == absent || v.kind == undefined && n.lenient {
		return boolean(false)
	}
	if v.kind != truth && v.kind != undefined {
		fail("%s is no truth value", ast.Print(e, ast.Style{}))
	}
	return v
}

func (n *env) eval(e ast.Expr) Value {
	n.m.spend()
	switch e := e.(type) {
	case *ast.Paren:
		return n.eval(e.X)
	case *ast.BoolLit:
		return boolean(e.Value)
	case *ast.IntLit:
		return integer(int(e.Value))
	case *ast.Star:
		return spelled("*")
	case *ast.Ident:
		return n.name(e)
	case *ast.Index:
		return n.member(e)
	case *ast.PropertyRef:
		return n.prop(e.Name.Name)
	case *ast.Qualified:
		return n.qualified(e)
	case *ast.Unary:
		return n.unary(e)
	case *ast.Binary:
		return n.binary(e)
	case *ast.Conditional:
		switch c := n.judge(e.Cond); {
		case c.kind == undefined:
			return c
		case c.isTrue():
			return n.eval(e.Then)
		}
		return n.eval(e.Else)
	case *ast.Call:
		return n.call(e)
	case *ast.Quantifier:
		return n.quantifier(e)
	case *ast.PredicateQuantifier:
		if n.prop != nil {
			return n.eval(e.X)
		}
	}
	fail("an expression of type %T", e)
	return Value{}
}

// name looks a bare name up: a parameter hides a bound index, which hides a local, a data variable,
// a property identifier, a constant, a symbol, a word of the language, in this order.
func (n *env) name(x *ast.Ident) Value {
	name := x.Name
	if arg, ok := n.argument(name); ok {
		return n.frame.caller.eval(arg)
	}
	if v, ok := n.binds.lookup(name); ok {
		return v
	}
	if n.may.locals && n.creates != nil {
		if i := find(n.creates.typ.locals, name); i >= 0 {
			return n.state.locals[n.creates.first+i]
		}
	}
	if n.may.locals {
		if i := find(n.self.typ.locals, name); i >= 0 {
			return n.state.locals[n.self.first+i]
		}
	}
	if n.may.data && find(n.m.data, name) >= 0 {
		return n.data[name] // the zero Value is absent
	}
	if n.may.props && find(n.m.props, name) >= 0 {
		return n.prop(name)
	}
	if c, ok := n.m.constants[name]; ok {
		if v, ok := n.m.options.Set[name]; ok {
			return integer(v)
		}
		return (&env{m: n.m}).eval(c)
	}
	if n.may.symbols && n.m.declared[name] {
		return spelled(name)
	}
	return n.word(name)
}

// word evaluates the words of the language that are names where nothing else has that name.
func (n *env) word(name string) Value {
	switch name {
	case "chan", "channel", "ch":
		if n.may.channel {
			return n.channel
		}
	case "myself", "self", "name":
		if n.may.locals && (name != "name" || n.m.file.Dialect == ast.Classic) {
			return spelled(n.self.name)
		}
	case "any":
		return spelled("any")
	case "deadlock":
		if n.may.state {
			return boolean(len(n.m.steps(n.state)) == 0)
		}
	case "PROGRESS":
		if n.may.state {
			return boolean(len(n.m.steps(n.state)) > 0)
		}
	}
	if n.may.step {
		return n.role(name)
	}
	fail("nothing is called %s here", name)
	return Value{}
}

// member evaluates `link[e]`.
func (n *env) member(x *ast.Index) Value {
	i := n.eval(x.X)
	name := x.Name.Name + strconv.Itoa(i.n)
	if !i.isNumber() || !n.m.declared[name] {
		fail("no member %s[%s]", x.Name.Name, i)
	}
	return spelled(name)
}

func (n *env) unary(e *ast.Unary) Value {
	switch e.Op {
	case ast.Not:
		if v := n.judge(e.X); v.kind == truth {
			return boolean(!v.isTrue())
		}
		return Value{kind: undefined}
	case ast.Neg:
		v := n.eval(e.X)
		if v.isNumber() {
			v.n = -v.n
		}
		return v
	}
	fail("operator %s in a value", e.Op)
	return Value{}
}

func (n *env) binary(e *ast.Binary) Value {
	switch {
	case e.Op == ast.And || e.Op == ast.Or || e.Op == ast.Implies:
		x := n.judge(e.X)
		if x.kind == undefined {
			return x
		}
		// What the left operand alone decides.
		if e.Op == ast.And && !x.isTrue() {
			return boolean(false)
		}
		if e.Op == ast.Or && x.isTrue() || e.Op == ast.Implies && !x.isTrue() {
			return boolean(true)
		}
		return n.judge(e.Y)
	case e.Op == ast.Iff:
		return n.equivalence(e.X, e.Y)
	case e.Op.IsComparison():
		return n.comparison(e)
	case e.Op.IsArithmetic():
		return arithmetic(e.Op, n.eval(e.X), n.eval(e.Y))
	}
	fail("operator %s in a value", e.Op)
	return Value{}
}

func (n *env) equivalence(a, b ast.Expr) Value {
	x, y := n.judge(a), n.judge(b)
	if x.kind == undefined || y.kind == undefined {
		return Value{kind: undefined}
	}
	return boolean(x == y)
}

// comparison compares values. If one of two truth values is made by an operator, their equality is
// an equivalence: then each side is judged by itself. Else a comparison with what is absent is
// false, `!=` being the negation of `=`.
func (n *env) comparison(e *ast.Binary) Value {
	if (e.Op == ast.Eq || e.Op == ast.Neq) && (n.madeByOperator(e.X) || n.madeByOperator(e.Y)) {
		x, y := n.eval(e.X), n.eval(e.Y)
		if (x.kind == truth || !x.defined()) && (y.kind == truth || !y.defined()) {
			v := n.equivalence(e.X, e.Y)
			if e.Op == ast.Neq && v.kind == truth {
				return boolean(!v.isTrue())
			}
			return v
		}
	}
	x, y := n.eval(e.X), n.eval(e.Y)
	switch {
	case (x.kind == undefined || y.kind == undefined) && !n.lenient:
		return Value{kind: undefined}
	case !x.defined() || !y.defined():
		return boolean(e.Op == ast.Neq)
	}
	switch e.Op {
	case ast.Eq:
		return boolean(x == y)
	case ast.Neq:
		return boolean(x != y)
	}
	if !x.isNumber() || !y.isNumber() {
		fail("%s orders %s and %s", e.Op, x, y)
	}
	switch e.Op {
	case ast.Lt:
		return boolean(x.n < y.n)
	case ast.Le:
		return boolean(x.n <= y.n)
	case ast.Gt:
		return boolean(x.n > y.n)
	}
	return boolean(x.n >= y.n)
}

// madeByOperator reports whether a truth value is the result of a connective, a comparison or a
// quantifier, guards and parameters written out.
func (n *env) madeByOperator(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if arg, ok := n.argument(e.Name); ok {
			return n.frame.caller.madeByOperator(arg)
		}
	case *ast.Call:
		if g := n.m.guards[e.Fun.Name]; g != nil {
			return n.inside(g, e).madeByOperator(g.Body)
		}
		return e.Fun.Name == "enabled"
	}
	return operated(e)
}

// arithmetic is on numbers; what is undefined wins over what is absent.
func arithmetic(op ast.Op, x, y Value) Value {
	divides := op == ast.Div || op == ast.Mod
	switch {
	case x.kind == undefined || y.kind == undefined || divides && y == integer(0):
		return Value{kind: undefined}
	case x.kind == absent || y.kind == absent:
		return Value{}
	case !x.isNumber() || !y.isNumber():
		fail("%s of %s and %s", op, x, y)
	}
	switch op {
	case ast.Add:
		return integer(x.n + y.n)
	case ast.Sub:
		return integer(x.n - y.n)
	case ast.Mul:
		return integer(x.n * y.n)
	case ast.Div:
		return integer(x.n / y.n)
	}
	return integer(x.n % y.n)
}

// inside is the environment of a guard's body at a call: it stands where the call stands, but sees
// none of the names bound there.
func (n *env) inside(g *ast.GuardDecl, e *ast.Call) *env {
	if len(g.Params) != len(e.Args) {
		fail("%d arguments of %s", len(e.Args), e.Fun.Name)
	}
	inner := *n
	inner.frame = &frame{g.Params, e.Args, n}
	inner.binds = nil
	return &inner
}

func (n *env) call(e *ast.Call) Value {
	if g := n.m.guards[e.Fun.Name]; g != nil {
		return n.inside(g, e).eval(g.Body)
	}
	switch e.Fun.Name {
	case "min", "max":
		best := n.eval(e.Args[0])
		for _, a := range e.Args[1:] {
			v := n.eval(a)
			switch {
			case best.kind == undefined || v.kind == undefined:
				best = Value{kind: undefined}
			case best.kind == absent || v.kind == absent:
				best = Value{}
			case (v.n < best.n) == (e.Fun.Name == "min"):
				best = v
			}
		}
		return best
	case "enabled":
		return n.enabled(e)
	}
	fail("no guard %s", e.Fun.Name)
	return Value{}
}

// quantifier is a conjunction or disjunction of conditions on one state or step.
func (n *env) quantifier(q *ast.Quantifier) Value {
	result := q.Universal
	n.each(q, func(inner *env) {
		if inner.among(q, n.state) && inner.judge(q.X).isTrue() != q.Universal {
			result = !q.Universal
		}
	})
	return boolean(result)
}

// each calls visit for every choice of values for the variables of a quantifier.
func (n *env) each(q *ast.Quantifier, visit func(*env)) {
	var domain []Value
	if q.Lo != nil {
		lo, hi := n.m.constant(q.Lo, n.binds), n.m.constant(q.Hi, n.binds)
		for i := lo; i <= hi; i++ {
			domain = append(domain, integer(i))
		}
	}
	for _, in := range n.m.instances {
		for _, t := range q.Types {
			if t.Name == in.typ.name || t.Name == "Agent" && n.m.types["Agent"] == nil {
				domain = append(domain, spelled(in.name))
				break
			}
		}
	}
	var choose func(inner env, vars []*ast.Ident)
	choose = func(inner env, vars []*ast.Ident) {
		if len(vars) == 0 {
			visit(&inner)
			return
		}
		for _, v := range domain {
			next := inner
			next.binds = &binding{vars[0].Name, v, inner.binds}
			choose(next, vars[1:])
		}
	}
	choose(*n, q.Vars)
}
