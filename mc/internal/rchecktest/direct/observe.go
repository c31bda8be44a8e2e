package direct

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// observed is the environment of an observation of the step that leaves a position.
func (n *env) observed(p position) *env {
	o := *n
	o.state, o.step, o.lenient = p.state, p.step, true
	o.prop = nil // no assignment is chosen yet
	if p.step.isExchange() {
		o.channel, o.data = Value{}, p.step.participants[0].data
	} else {
		o.channel, o.data = p.step.channel, p.step.data
	}
	return &o
}

// observes says whether the step satisfies O, or with positive unset whether it satisfies the
// negation of O. Negations are pushed inwards on the way: a property identifier outside of
// exists(…) and forall(…) then means, in a positive literal, every assignment that satisfies the
// message's predicate, in a negated one some assignment (P001 section 7).
func (n *env) observes(e ast.Expr, positive bool) bool {
	switch x := e.(type) {
	case *ast.Paren:
		return n.observes(x.X, positive)
	case *ast.Unary:
		if x.Op == ast.Not {
			return n.observes(x.X, !positive)
		}
	case *ast.Binary:
		switch x.Op {
		case ast.And:
			return n.both(x.X, positive, x.Y, positive, positive)
		case ast.Or:
			return n.both(x.X, positive, x.Y, positive, !positive)
		case ast.Implies:
			return n.both(x.X, !positive, x.Y, positive, !positive)
		case ast.Iff:
			return n.agree(x.X, x.Y, positive)
		case ast.Eq, ast.Neq:
			if operated(x.X) || operated(x.Y) {
				return n.agree(x.X, x.Y, positive == (x.Op == ast.Eq))
			}
			if x.Op == ast.Neq {
				eq := *x
				eq.Op = ast.Eq
				return n.literal(&eq, !positive)
			}
		}
	case *ast.Conditional:
		if n.observes(x.Cond, true) {
			return n.observes(x.Then, positive)
		}
		return n.observes(x.Else, positive)
	case *ast.Quantifier:
		result := x.Universal
		n.each(x, func(inner *env) {
			if inner.among(x, n.state) && inner.observes(x.X, true) != x.Universal {
				result = !x.Universal
			}
		})
		return result == positive
	case *ast.PredicateQuantifier:
		if n.prop != nil {
			return n.observes(x.X, positive) // the predicate is the one assignment chosen
		}
		return n.overAssignments(x.Universal, func(chosen *env) bool { return chosen.observes(x.X, true) }) == positive
	}
	return n.literal(e, positive)
}

func (n *env) both(x ast.Expr, xPositive bool, y ast.Expr, yPositive, conjunction bool) bool {
	a, b := n.observes(x, xPositive), n.observes(y, yPositive)
	if conjunction {
		return a && b
	}
	return a || b
}

func (n *env) agree(x, y ast.Expr, positive bool) bool {
	if positive {
		return n.observes(x, true) && n.observes(y, true) || n.observes(x, false) && n.observes(y, false)
	}
	return n.observes(x, true) && n.observes(y, false) || n.observes(x, false) && n.observes(y, true)
}

// operated reports whether an operand of an equality is made by an operator where it stands: in an
// observation it is then one by itself.
func operated(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Unary:
		return e.Op == ast.Not
	case *ast.Binary:
		return !e.Op.IsArithmetic()
	case *ast.PredicateQuantifier, *ast.Quantifier:
		return true
	}
	return false
}

func (n *env) literal(e ast.Expr, positive bool) bool {
	if n.prop != nil || !n.readsProperty(e) {
		return n.judge(e).isTrue() == positive
	}
	if positive {
		return n.overAssignments(true, func(chosen *env) bool { return chosen.judge(e).isTrue() })
	}
	return n.overAssignments(false, func(chosen *env) bool { return !chosen.judge(e).isTrue() })
}

// readsProperty reports whether a name in e denotes a property identifier, guards written out.
func (n *env) readsProperty(e ast.Expr) bool {
	found := false
	switch e := e.(type) {
	case *ast.Ident:
		if arg, ok := n.argument(e.Name); ok {
			return n.frame.caller.readsProperty(arg)
		}
		_, bound := n.binds.lookup(e.Name)
		return !bound && find(n.m.data, e.Name) < 0 && find(n.m.props, e.Name) >= 0
	case *ast.PropertyRef:
		return true
	case *ast.Qualified:
		return false
	case *ast.Call:
		if g := n.m.guards[e.Fun.Name]; g != nil {
			return n.inside(g, e).readsProperty(g.Body)
		}
	}
	for _, part := range ast.Children(e) {
		if x, ok := part.(ast.Expr); ok {
			found = found || n.readsProperty(x)
		}
	}
	return found
}

// overAssignments asks of the assignments of values to all property identifiers that satisfy the
// message's predicate whether every one, or some one, is as judge says.
func (n *env) overAssignments(universal bool, judge func(chosen *env) bool) bool {
	result := universal
	assignment := map[string]Value{}
	var assign func(i int)
	assign = func(i int) {
		if i < len(n.m.props) {
			if n.m.props[i].typ.unbounded {
				fail("assignments of unbounded identifiers")
			}
			for _, v := range n.m.props[i].typ.values {
				assignment[n.m.props[i].name] = v
				assign(i + 1)
			}
			return
		}
		chosen := *n
		chosen.prop = func(name string) Value { return assignment[name] }
		if n.admits(chosen.prop) && judge(&chosen) != universal {
			result = !universal
		}
	}
	assign(0)
	return result
}

// admits reports whether an assignment satisfies the predicate of the message: that of the send or
// get, true for a named get.
func (n *env) admits(assignment func(string) Value) bool {
	st := n.step
	switch a := st.command.syntax.Action.(type) {
	case *ast.Send:
		p := n.m.at(n.state, st.initiator, inSendGuard)
		p.channel, p.data, p.prop = st.channel, st.data, assignment
		return a.Guard == nil || p.holds(a.Guard)
	case *ast.Get:
		if st.locality != spelled("any") {
			return true
		}
		p := n.m.at(n.state, st.initiator, inGetLocality)
		p.prop = assignment
		return (p.isAny(a.From) || p.holds(a.From)) && (a.Pred == nil || p.holds(a.Pred))
	}
	fail("a step without an initiator")
	return false
}

// role evaluates the words that are about a step.
func (n *env) role(word string) Value {
	initiator := spelled(n.step.initiator.name)
	sender, getter, supplier, producer := initiator, Value{}, Value{}, initiator
	exchange := n.step.isExchange()
	if exchange {
		sender, getter, supplier = Value{}, initiator, spelled(n.step.participants[0].who.name)
		producer = supplier
	}
	role, ok := map[string]Value{
		"p2p": boolean(exchange), "initiator": initiator, "sender": sender, "getter": getter, "supplier": supplier,
		"producer": producer, "locality": n.step.locality,
	}[word]
	if !ok {
		fail("nothing is called %s in an observation", word)
	}
	return role
}

// supplierProperty is `supplier-pv`.
func (n *env) supplierProperty(q *ast.Qualified) Value {
	if word, ok := ast.Unparen(q.Agent).(*ast.Ident); !ok || word.Name != "supplier" {
		fail("a state in an observation")
	}
	if !n.step.isExchange() {
		return Value{}
	}
	return n.m.relabelled(n.state, n.step.participants[0].who)(q.Name.Name)
}

// runs reports whether an instance executes a command in the step.
func (st *Step) runs(who *instance, c *command) bool {
	return st.initiator == who && st.command == c ||
		slices.ContainsFunc(st.participants, func(p participant) bool { return p.who == who && p.command == c })
}
