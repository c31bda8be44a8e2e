package direct

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// A formula is a property with its quantifiers over agents and numbers written out. Derived
// operators are kept, so that each of them has a clause of its own in the semantics.
type formula struct {
	op   ast.Op // NoOp for atoms, observations and constants
	args []*formula
	// holds judges an atom at a position. For an observation <O> or [O] it judges O, and args has the
	// operand.
	holds func(position) bool
	// entered judges an atom by the step that entered a position; such an atom is false at the
	// beginning.
	entered   func(*Step) bool
	observe   bool
	necessary bool
	// about is set for an operator about states other than a connective: see [Graph.settle].
	about *about
}

// ErrReadings is the error of a formula whose brackets match in several ways, of which only types
// can tell the right one.
var ErrReadings = errors.New("direct: a formula with several readings")

// position is what an atom can see: a state and the step that leaves it.
type position struct {
	state  State
	step   *Step
	number int // of the state in the graph
}

// not is the negation of a formula.
func not(f *formula) *formula { return &formula{op: ast.Not, args: []*formula{f}} }

// constant is true or false.
func constant(value bool) *formula { return &formula{holds: func(position) bool { return value }} }

// rebuilt is f with other operands.
func (f *formula) rebuilt(operand func(*formula) *formula) *formula {
	out := *f
	out.args = nil
	for _, a := range f.args {
		out.args = append(out.args, operand(a))
	}
	return &out
}

// connective evaluates a connective over the truth of its operands; ok is false if f is something
// else.
func (f *formula) connective(arg func(i int) bool) (value, ok bool) {
	switch f.op {
	case ast.Not:
		return !arg(0), true
	case ast.And:
		return arg(0) && arg(1), true
	case ast.Or:
		return arg(0) || arg(1), true
	case ast.Implies:
		return !arg(0) || arg(1), true
	case ast.Iff:
		return arg(0) == arg(1), true
	}
	return false, false
}

// formula writes a property out.
func (m *Model) formula(e ast.Expr) (f *formula, err error) {
	defer rescue(&err)
	return (&env{m: m, may: inProperty, lenient: true}).ground(e), nil
}

func (n *env) ground(e ast.Expr) *formula {
	switch e := e.(type) {
	case *ast.Paren:
		return n.ground(e.X)
	case *ast.Unary:
		if e.Op == ast.All || e.Op == ast.Exists {
			return &formula{about: &about{operator: e.Op.String(), f: n.ground(e.X)}}
		}
		if e.Op != ast.Neg {
			return &formula{op: e.Op, args: []*formula{n.ground(e.X)}}
		}
	case *ast.Binary:
		switch e.Op {
		case ast.And, ast.Or, ast.Implies, ast.Iff, ast.Until, ast.WeakUntil, ast.Release:
			return &formula{op: e.Op, args: []*formula{n.ground(e.X), n.ground(e.Y)}}
		case ast.Eq, ast.Neq:
			if n.temporal(e.X) || n.temporal(e.Y) {
				iff := &formula{op: ast.Iff, args: []*formula{n.ground(e.X), n.ground(e.Y)}}
				if e.Op == ast.Neq {
					return not(iff)
				}
				return iff
			}
		}
	case *ast.Conditional:
		if n.temporal(e) {
			cond, then, otherwise := n.ground(e.Cond), n.ground(e.Then), n.ground(e.Else)
			return &formula{op: ast.And, args: []*formula{
				{op: ast.Implies, args: []*formula{cond, then}}, {op: ast.Implies, args: []*formula{not(cond), otherwise}},
			}}
		}
	case *ast.Observe:
		o := *n
		o.may = inObservation
		judge := func(p position) bool {
			return !p.step.isStutter() && o.observed(p).observes(e.Obs, true)
		}
		return &formula{observe: true, necessary: e.Necessary, holds: judge, args: []*formula{n.ground(e.X)}}
	case *ast.Quantifier:
		return n.expand(e)
	case *ast.Call:
		if n.modal(e) {
			return &formula{about: n.about(e)}
		}
	case *ast.Qualified:
		if who, ok := n.label(e); ok {
			return executed(who, e.Name.Name)
		}
	case *ast.Ambiguous:
		panic(fault{ErrReadings})
	}
	return &formula{holds: func(p position) bool {
		at := *n
		at.state = p.state
		return at.judge(e).isTrue()
	}}
}

// expand is the conjunction or disjunction that a quantifier stands for.
func (n *env) expand(q *ast.Quantifier) *formula {
	op := ast.Or
	if q.Universal {
		op = ast.And
	}
	out := constant(q.Universal)
	n.each(q, func(inner *env) {
		restrict := ast.And
		if q.Universal {
			restrict = ast.Implies
		}
		if !slices.ContainsFunc(n.m.instances, (*instance).comes) {
			out = &formula{op: op, args: []*formula{out, inner.ground(q.X)}}
			return
		}
		there := &formula{holds: func(p position) bool { return inner.among(q, p.state) }}
		body := &formula{op: restrict, args: []*formula{there, inner.ground(q.X)}}
		out = &formula{op: op, args: []*formula{out, body}}
	})
	return out
}

// executed says that a labelled command is executed: sends, gets and supplies are about the step
// that leaves a position, receives about the one that entered it.
func executed(who *instance, label string) *formula {
	runs := func(st *Step, receives bool) bool {
		for _, c := range who.typ.commands {
			_, receive := c.syntax.Action.(*ast.Receive)
			if c.label == label && receive == receives && st.runs(who, c) {
				return true
			}
		}
		return false
	}
	return &formula{op: ast.Or, args: []*formula{
		{holds: func(p position) bool { return runs(p.step, false) }},
		{entered: func(st *Step) bool { return runs(st, true) }},
	}}
}

// temporal reports whether e has a part that is not about one state alone.
func (n *env) temporal(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.Unary:
			found = found || x.Op.IsTemporalPrefix()
		case *ast.Binary:
			found = found || x.Op == ast.Until || x.Op == ast.WeakUntil || x.Op == ast.Release
		case *ast.Observe:
			found = true
		case *ast.Call:
			found = found || n.modal(x)
			return x.Fun.Name != "enabled" || n.m.guards["enabled"] != nil
		case *ast.Qualified:
			found = found || n.mayBeLabel(x)
		}
		return !found
	})
	return found
}

// mayBeLabel reports whether `k-x` can be a label, whichever agent a quantified k is.
func (n *env) mayBeLabel(q *ast.Qualified) bool {
	for _, in := range n.m.instances {
		if in.typ.has(q.Name.Name) {
			if who := n.agent(q.Agent); who == nil || who == in {
				return true
			}
		}
	}
	return false
}

// has reports whether a name is a label of the type and no local.
func (t *agentType) has(label string) bool {
	if find(t.locals, label) >= 0 {
		return false
	}
	return slices.ContainsFunc(t.commands, func(c *command) bool { return c.label == label })
}

// agent is the instance that the left side of `k-x` denotes; nil if that is none.
func (n *env) agent(e ast.Expr) *instance {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := n.binds.lookup(e.Name); ok {
			return n.m.named[v.s]
		}
		return n.m.named[e.Name]
	case *ast.Index:
		return n.m.named[n.member(e).s]
	}
	return nil
}

func (n *env) label(q *ast.Qualified) (*instance, bool) {
	who := n.agent(q.Agent)
	return who, n.may.state && who != nil && who.typ.has(q.Name.Name)
}

// qualified is `k-x` as a value.
func (n *env) qualified(q *ast.Qualified) Value {
	if n.may.step {
		return n.supplierProperty(q)
	}
	who := n.agent(q.Agent)
	if who == nil {
		fail("no agent before -%s", q.Name.Name)
	}
	if i := find(who.typ.locals, q.Name.Name); i >= 0 {
		return n.state.locals[who.first+i]
	}
	switch q.Name.Name {
	case "present":
		return boolean(!n.state.gone[who.number])
	case "automaton-state":
		return integer(n.state.control[who.number])
	case "name", "myself":
		return spelled(who.name)
	case "red", "green":
		if who.typ.decl.Red != nil {
			return boolean(n.m.isRed(n.state, who) == (q.Name.Name == "red"))
		}
	}
	fail("no local %s", q.Name.Name)
	return Value{}
}

// enabled is `enabled(k-l)`.
func (n *env) enabled(e *ast.Call) Value {
	q, ok := ast.Unparen(e.Args[0]).(*ast.Qualified)
	if !ok {
		fail("enabled of no label")
	}
	who, ok := n.label(q)
	if !ok {
		fail("enabled of no label")
	}
	for _, st := range n.m.steps(n.state) {
		for _, c := range who.typ.commands {
			if c.label == q.Name.Name && st.runs(who, c) {
				return boolean(true)
			}
		}
	}
	return boolean(false)
}
