package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A view is what an expression reads: one agent's locals, and one message.
type view struct {
	*effort
	locals []Set // of the locals from index base on
	base   int
	// data holds the sets of all data variables; one that the message does not
	// carry is empty.
	data    []Set
	channel Set
	// exact stays true as long as what was assumed and evaluated since it was
	// set lost nothing: the combinations of the values in the sets are those
	// that satisfy the conditions, and the results those that occur.
	exact bool
}

// clone returns a view whose sets can be narrowed apart.
func (w *view) clone() *view {
	c := *w
	n := len(w.locals)
	sets := make([]Set, n+len(w.data))
	c.locals, c.data = sets[:n], sets[n:]
	copy(c.locals, w.locals)
	copy(c.data, w.data)
	return &c
}

// at returns the set of a variable.
func (w *view) at(l leaf) *Set {
	switch l.op {
	case recipe.OpLocal:
		return &w.locals[l.index-w.base]
	case recipe.OpData:
		return &w.data[l.index]
	}
	return &w.channel
}

// A leaf is a variable that an expression reads: a local, data of the message
// or its channel.
type leaf struct {
	op    recipe.Op
	index int
}

// leafOf tells which variable an expression is, if it is one.
func leafOf(e *recipe.Expr) (leaf, bool) {
	return leaf{e.Op, e.Index}, e.Op == recipe.OpLocal || e.Op == recipe.OpData || e.Op == recipe.OpChannel
}

// leavesOf calls visit for every occurrence of a variable in an expression.
func leavesOf(e *recipe.Expr, visit func(leaf)) {
	for e := range e.All() {
		if l, ok := leafOf(e); ok {
			visit(l)
		}
	}
}

// eval returns a superset of the values that an expression can have. It is
// empty if the expression is surely undefined.
func (w *view) eval(e *recipe.Expr) Set {
	w.spend(1)
	if l, ok := leafOf(e); ok {
		return *w.at(l)
	}
	if e.Op == recipe.OpConst {
		return Of(e.Value)
	}
	switch e.Op.Facts().Class {
	case recipe.ClassChoice:
		return w.choice(e)
	case recipe.ClassArithmetic:
		return w.arithmetic(e)
	}
	t, f := w.truth(e)
	switch {
	case t && f:
		return Between(0, 1)
	case t || f:
		return Of(recipe.BoolValue(t))
	}
	return Set{}
}

// choice returns a superset of the values of a choice. It follows a chain of choices, as in
// `x = 1 ? 2 : x = 2 ? 3 : 1`, with one view of what is left for the choices further on.
func (w *view) choice(e *recipe.Expr) (out Set) {
	rest := w.clone()
	take := func(branch *view, e *recipe.Expr) {
		out = out.Union(branch.eval(e))
		w.exact = w.exact && branch.exact
	}
	for ; e.Op == recipe.OpIte; e = e.Args[2] {
		t, f := rest.truth(e.Args[0])
		if t {
			if branch := rest.clone(); branch.assume(e.Args[0], true) {
				take(branch, e.Args[1])
			}
		}
		if !f || t && !rest.assume(e.Args[0], false) {
			return out
		}
	}
	take(rest, e)
	return out
}

func (w *view) arithmetic(e *recipe.Expr) Set {
	x := w.eval(e.Args[0])
	y := x
	if len(e.Args) > 1 {
		y = w.eval(e.Args[1])
	}
	w.spend(len(x.runs) * len(y.runs))
	out, exact := w.limits.Arithmetic(e.Op, x, y)
	w.exact = w.exact && exact
	return out
}

// truth reports whether a truth value can be true and whether it can be false.
func (w *view) truth(e *recipe.Expr) (t, f bool) {
	switch facts := e.Op.Facts(); facts.Class {
	case recipe.ClassConnective:
		return w.connective(e, facts)
	case recipe.ClassComparison:
		w.spend(1)
		x, y := w.eval(e.Args[0]), w.eval(e.Args[1])
		if some := !x.IsEmpty() && !y.IsEmpty(); e.Args[0].Type.Kind != e.Args[1].Type.Kind {
			return some && e.Op == recipe.OpNe, some && e.Op == recipe.OpEq
		}
		return relates(e.Op, x, y), relates(facts.Complement, x, y)
	}
	s := w.eval(e)
	return s.Contains(recipe.True), s.Contains(recipe.False)
}

// connective tells the truth values that a connective has for those that its
// operands can have.
func (w *view) connective(e *recipe.Expr, facts *recipe.Facts) (t, f bool) {
	w.spend(len(e.Args) - 1)
	var can [2][2]bool // of each operand, by truth value
	for i, a := range e.Args {
		can[i][recipe.True], can[i][recipe.False] = w.truth(a)
	}
	some := func(v recipe.Value) bool {
		return slices.ContainsFunc(facts.Cases(v), func(c recipe.Case) bool {
			return can[0][c.Left] && (c.Alone || can[1][c.Right])
		})
	}
	return some(recipe.True), some(recipe.False)
}

// relates reports whether some element of x is in the relation op to some
// element of y.
func relates(op recipe.Op, x, y Set) bool {
	if x.IsEmpty() || y.IsEmpty() {
		return false
	}
	switch op {
	case recipe.OpEq:
		return x.Meets(y)
	case recipe.OpNe:
		v, one := x.single()
		w, other := y.single()
		return !(one && other && v == w)
	}
	xlo, xhi := x.bounds()
	ylo, yhi := y.bounds()
	switch op {
	case recipe.OpLt:
		return xlo < yhi
	case recipe.OpLe:
		return xlo <= yhi
	case recipe.OpGt:
		return xhi > ylo
	}
	return xhi >= ylo
}
