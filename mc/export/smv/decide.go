package smv

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// decide folds the boolean x to a constant if all valuations of its variables, each within its
// domain, give it one value. It leaves x alone if there are more than Thresholds.MaxDecided of
// them.
func (f *factory) decide(x *node) *node {
	if x.op == recipe.OpConst {
		return x
	}
	if known, ok := f.decided[x]; ok {
		return known
	}
	out := x
	if vars := support(x); f.fewValuations(vars) {
		yes, no := false, false
		at := valuation{}
		var assign func(i int)
		assign = func(i int) {
			if yes && no {
				return
			}
			if i < len(vars) {
				for _, v := range vars[i].values {
					at[vars[i]] = v
					assign(i + 1)
				}
				return
			}
			if at.of(x) == recipe.True {
				yes = true
			} else {
				no = true
			}
		}
		assign(0)
		if yes != no {
			out = f.truth(yes)
		}
	}
	f.decided[x] = out
	return out
}

// fewValuations reports whether the variables have no more valuations than decide looks at.
func (f *factory) fewValuations(vars []*variable) bool {
	n := 1
	for _, v := range vars {
		if n *= v.size(); n > f.thresholds.MaxDecided {
			return false
		}
	}
	return n <= f.thresholds.MaxDecided
}

// support lists the variables that occur in the nodes, in the order of their declaration.
func support(xs ...*node) []*variable {
	var out []*variable
	seen := map[*node]bool{}
	var walk func(*node)
	walk = func(n *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		if n.op == recipe.OpLocal {
			out = append(out, n.variable)
		}
		for _, a := range n.args {
			walk(a)
		}
	}
	for _, x := range xs {
		walk(x)
	}
	slices.SortFunc(out, func(a, b *variable) int { return a.index - b.index })
	return out
}

// A valuation gives variables their values.
type valuation map[*variable]recipe.Value

// of evaluates n. All operators are total here: divisors are never zero.
func (at valuation) of(n *node) recipe.Value {
	switch n.op {
	case recipe.OpConst:
		return n.value
	case recipe.OpLocal:
		return at[n.variable]
	case opNamed:
		return at.of(n.args[0])
	case recipe.OpAnd, recipe.OpOr:
		decisive := recipe.BoolValue(n.op == recipe.OpOr)
		for _, a := range n.args {
			if at.of(a) == decisive {
				return decisive
			}
		}
		return 1 - decisive
	case recipe.OpIte:
		if at.of(n.args[0]) == recipe.True {
			return at.of(n.args[1])
		}
		return at.of(n.args[2])
	}
	a, b := at.of(n.args[0]), recipe.Value(0)
	if len(n.args) > 1 {
		b = at.of(n.args[1])
	}
	v, _ := n.op.Apply(a, b)
	return v
}

func conjuncts(x *node) []*node {
	if x.op == recipe.OpAnd {
		return x.args
	}
	return []*node{x}
}

// facts lists the variables whose values the conjuncts of x determine.
func facts(x *node) valuation {
	out := valuation{}
	for _, c := range conjuncts(x) {
		if v, value, ok := equation(c); ok {
			out[v] = value
		}
		switch {
		case c.op == recipe.OpLocal:
			out[c.variable] = recipe.True
		case c.op == recipe.OpNot && c.args[0].op == recipe.OpLocal:
			out[c.args[0].variable] = recipe.False
		}
	}
	return out
}

// under folds x where the variables of the valuation have its values.
func (f *factory) under(at valuation, x *node) *node {
	if len(at) == 0 {
		return x
	}
	done := map[*node]*node{}
	var fold func(*node) *node
	fold = func(n *node) *node {
		if n.op == recipe.OpConst {
			return n
		}
		if n.op == recipe.OpLocal {
			if v, ok := at[n.variable]; ok {
				return f.constant(n.kind, v)
			}
			return n
		}
		if n.op == opNamed { // names are worth more than what folding their definitions saves
			return n
		}
		return memo.Known(done, n, func() *node {
			args := make([]*node, len(n.args))
			for i, a := range n.args {
				args[i] = fold(a)
			}
			return f.apply(n.op, args)
		})
	}
	return fold(x)
}

// apply is the folded application of an operator.
func (f *factory) apply(op recipe.Op, args []*node) *node {
	switch op {
	case recipe.OpNot:
		return f.not(args[0])
	case recipe.OpAnd, recipe.OpOr:
		return f.join(op, args)
	case recipe.OpEq:
		return f.equal(args[0], args[1])
	case recipe.OpLt:
		return f.less(args[0], args[1])
	case recipe.OpLe:
		return f.atMost(args[0], args[1])
	case recipe.OpIte:
		return f.choose(args[0], args[1], args[2])
	default:
		return f.arithmetic(op, args...)
	}
}

// conjoin is the conjunction of xs. It folds each conjunct under the equations that the others
// state, and drops those that their own variable's domain implies.
func (f *factory) conjoin(xs ...*node) *node {
	x := f.and(xs...)
	for {
		known := facts(x)
		if x.op != recipe.OpAnd {
			return f.decide(x)
		}
		args := make([]*node, len(x.args))
		for i, c := range x.args {
			args[i] = c
			if len(facts(c)) == 0 {
				args[i] = f.decide(f.under(known, c))
			}
		}
		next := f.and(f.withoutImplied(args)...)
		if next == x {
			return f.decide(x)
		}
		x = next
	}
}

// withoutImplied drops conjuncts about a single variable that others about it imply.
func (f *factory) withoutImplied(xs []*node) []*node {
	about := map[*variable][]*node{}
	for _, x := range xs {
		if vars := support(x); len(vars) == 1 {
			about[vars[0]] = append(about[vars[0]], x)
		}
	}
	return slices.DeleteFunc(slices.Clone(xs), func(x *node) bool {
		vars := support(x)
		if len(vars) != 1 || len(about[vars[0]]) < 2 || vars[0].size() > f.thresholds.MaxDecided {
			return false
		}
		v := vars[0]
		others := slices.DeleteFunc(slices.Clone(about[v]), func(y *node) bool { return y == x })
		for _, value := range v.values {
			at := valuation{v: value}
			if at.of(x) == recipe.False && !slices.ContainsFunc(others, func(y *node) bool { return at.of(y) == recipe.False }) {
				return false
			}
		}
		about[v] = others
		return true
	})
}
