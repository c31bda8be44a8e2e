package smv

import (
	"context"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// opNamed is the operator of a boolean that the text defines under a name. All others are the
// formalism's: [recipe.OpLocal] reads a variable, [recipe.OpEq] is of two nodes of one kind, and
// divisors are never zero.
const opNamed recipe.Op = math.MaxUint8

// A node is a folded expression over the current state. Nodes are made by a [factory], which keeps
// one node for each expression: equal expressions are the same pointer.
type node struct {
	op       recipe.Op
	kind     recipe.Kind
	value    recipe.Value // OpConst
	variable *variable    // OpLocal
	name     string       // opNamed
	args     []*node
	id       int
	domain   flow.Set // of integers and enumerations
}

// A variable is one of the SMV model: a local or a control state that the value-flow analysis
// leaves more than one value, or an input.
type variable struct {
	name   string // an identifier
	path   string // "agent-local" or "agent-automaton-state"
	agent  int
	local  int // index in System.Vars; -1 otherwise
	kind   recipe.Kind
	values []recipe.Value
	domain flow.Set // of values; if it has no bounds, values are not listed
	index  int      // in the order of declaration
	// spellings are the identifiers of an input's values; nil of others.
	spellings map[recipe.Value]string
}

func (v *variable) isInput() bool { return v.spellings != nil }

// size is the number of values.
func (v *variable) size() int {
	if v.values == nil {
		return math.MaxInt32
	}
	return len(v.values)
}

func (n *node) isConst(v recipe.Value) bool { return n.op == recipe.OpConst && n.value == v }

func (n *node) isTrue() bool { return n.kind == recipe.Bool && n.isConst(recipe.True) }

func (n *node) isFalse() bool { return n.kind == recipe.Bool && n.isConst(recipe.False) }

// A factory makes nodes until its context ends.
type factory struct {
	ctx        context.Context
	nodes      map[nodeKey]*node
	yes, no    *node
	thresholds Thresholds
	decided    map[*node]*node // results of decide
}

type nodeKey struct {
	op       recipe.Op
	kind     recipe.Kind
	value    recipe.Value
	variable *variable
	name     string
	args     string
}

// interrupted is what a factory panics with when its context has ended.
type interrupted struct{ error }

// nodesPerLook is the number of nodes between two looks at the context.
const nodesPerLook = 64

func newFactory(ctx context.Context, t Thresholds) *factory {
	f := &factory{ctx: ctx, nodes: map[nodeKey]*node{}, decided: map[*node]*node{}, thresholds: t.withDefaults()}
	f.yes, f.no = f.constant(recipe.Bool, recipe.True), f.constant(recipe.Bool, recipe.False)
	return f
}

// make returns the node with the given parts, without folding.
func (f *factory) make(n node) *node {
	ids := make([]byte, 0, 4*len(n.args))
	for _, a := range n.args {
		ids = append(ids, byte(a.id), byte(a.id>>8), byte(a.id>>16), byte(a.id>>24))
	}
	key := nodeKey{n.op, n.kind, n.value, n.variable, n.name, string(ids)}
	return memo.Known(f.nodes, key, func() *node {
		n.id = len(f.nodes)
		if n.id%nodesPerLook == nodesPerLook-1 {
			if err := f.ctx.Err(); err != nil {
				panic(interrupted{err})
			}
		}
		if n.kind != recipe.Bool {
			n.domain = f.domainOf(&n)
		}
		return &n
	})
}

func (f *factory) constant(kind recipe.Kind, v recipe.Value) *node {
	return f.make(node{op: recipe.OpConst, kind: kind, value: v})
}

func (f *factory) truth(b bool) *node {
	if b {
		return f.yes
	}
	return f.no
}

// boolean is an operator with a truth value, without folding.
func (f *factory) boolean(op recipe.Op, args ...*node) *node {
	return f.make(node{op: op, kind: recipe.Bool, args: args})
}

// read is the current value of a variable.
func (f *factory) read(v *variable) *node {
	return f.make(node{op: recipe.OpLocal, kind: v.kind, variable: v})
}

// named is the boolean x, for which the text has a definition of that name.
func (f *factory) named(name string, x *node) *node {
	if x.op == recipe.OpConst || x.op == recipe.OpLocal {
		return x
	}
	return f.make(node{op: opNamed, kind: recipe.Bool, name: name, args: []*node{x}})
}

func (f *factory) not(x *node) *node {
	switch {
	case x.op == recipe.OpConst:
		return f.truth(x.isFalse())
	case x.op == recipe.OpNot:
		return x.args[0]
	case x.op == recipe.OpEq && x.args[0].kind == recipe.Bool && x.args[1].op != recipe.OpConst:
		return f.equal(x.args[0], f.not(x.args[1]))
	case x.op == recipe.OpLt:
		return f.atMost(x.args[1], x.args[0])
	case x.op == recipe.OpLe:
		return f.less(x.args[1], x.args[0])
	}
	if others, ok := f.otherValues(x); ok {
		return others
	}
	return f.boolean(recipe.OpNot, x)
}

// otherValues is the negation of x if x says that a variable has one of some values, and fewer or
// only as many are left.
func (f *factory) otherValues(x *node) (*node, bool) {
	equations := []*node{x}
	if x.op == recipe.OpOr {
		equations = x.args
	}
	taken := map[recipe.Value]bool{}
	var v *variable
	for _, e := range equations {
		w, c, ok := equation(e)
		if !ok || v != nil && w != v {
			return nil, false
		}
		v, taken[c] = w, true
	}
	if v.size()-len(taken) > len(taken) {
		return nil, false
	}
	var rest []*node
	for _, c := range v.values {
		if !taken[c] {
			rest = append(rest, f.boolean(recipe.OpEq, f.read(v), f.constant(v.kind, c)))
		}
	}
	switch len(rest) {
	case 0:
		return f.no, true
	case 1:
		return rest[0], true
	}
	return f.boolean(recipe.OpOr, rest...), true
}

// equation recognises variable = constant.
func equation(x *node) (v *variable, c recipe.Value, ok bool) {
	if x.op == recipe.OpEq && x.args[0].op == recipe.OpLocal && x.args[1].op == recipe.OpConst {
		return x.args[0].variable, x.args[1].value, true
	}
	return nil, 0, false
}

func (f *factory) and(xs ...*node) *node { return f.join(recipe.OpAnd, xs) }

func (f *factory) or(xs ...*node) *node { return f.join(recipe.OpOr, xs) }

// join folds a conjunction or disjunction: operands in order and once each, nothing nested, units
// dropped, absorbing and complementary operands found. Equations of one variable with different
// constants contradict each other, and cover everything if they have all its values.
func (f *factory) join(op recipe.Op, xs []*node) *node {
	unit, zero := f.yes, f.no
	if op == recipe.OpOr {
		unit, zero = zero, unit
	}
	var out []*node
	for _, x := range xs {
		switch {
		case x == unit:
		case x == zero:
			return zero
		case x.op == op:
			out = append(out, x.args...)
		default:
			out = append(out, x)
		}
	}
	out = distinct(out)
	for _, x := range out {
		if slices.Contains(out, f.not(x)) {
			return zero
		}
	}
	if out = f.absorb(op, f.narrow(op, out)); slices.Contains(out, zero) {
		return zero
	}
	if f.decides(op, out) {
		return zero
	}
	switch len(out) {
	case 0:
		return unit
	case 1:
		return out[0]
	}
	return f.boolean(op, out...)
}

func distinct(xs []*node) []*node {
	seen := map[*node]bool{}
	return slices.DeleteFunc(xs, func(x *node) bool {
		again := seen[x]
		seen[x] = true
		return again
	})
}

// absorb drops operands of the dual connective that another operand makes superfluous: a & (a | b)
// is a.
func (f *factory) absorb(op recipe.Op, xs []*node) []*node {
	dual := recipe.OpOr
	if op == recipe.OpOr {
		dual = recipe.OpAnd
	}
	return slices.DeleteFunc(slices.Clone(xs), func(x *node) bool {
		return x.op == dual && slices.ContainsFunc(x.args, func(part *node) bool { return slices.Contains(xs, part) })
	})
}

// narrow replaces conjuncts that exclude all values of a variable but one by the equation that says
// so.
func (f *factory) narrow(op recipe.Op, xs []*node) []*node {
	excluded := map[*variable]int{}
	about := func(x *node) *variable {
		if op == recipe.OpAnd && x.op == recipe.OpNot {
			if v, _, ok := equation(x.args[0]); ok {
				return v
			}
		}
		return nil
	}
	for _, x := range xs {
		if v := about(x); v != nil {
			excluded[v]++
		}
	}
	var out []*node
	done := map[*variable]bool{}
	for _, x := range xs {
		v := about(x)
		if v == nil || excluded[v] < v.size()-1 {
			out = append(out, x)
			continue
		}
		if !done[v] {
			done[v] = true
			var parts []*node
			for _, y := range xs {
				if about(y) == v {
					parts = append(parts, y.args[0])
				}
			}
			out = append(out, f.not(f.join(recipe.OpOr, parts)))
		}
	}
	return out
}

// decides reports whether the equations among the operands contradict each other (conjunction) or
// leave nothing out (disjunction).
func (f *factory) decides(op recipe.Op, xs []*node) bool {
	values := map[*variable][]recipe.Value{}
	for _, x := range xs {
		if v, c, ok := equation(x); ok {
			values[v] = append(values[v], c)
			if op == recipe.OpAnd && len(values[v]) > 1 || op == recipe.OpOr && len(values[v]) == v.size() {
				return true
			}
		}
	}
	return false
}

// equal is x = y for nodes of one kind.
func (f *factory) equal(x, y *node) *node {
	if x.op == recipe.OpConst {
		x, y = y, x
	}
	switch {
	case x == y:
		return f.yes
	case x.op == recipe.OpConst:
		return f.truth(x.value == y.value)
	case x.kind == recipe.Bool && y.op == recipe.OpConst:
		if y.isTrue() {
			return x
		}
		return f.not(x)
	case x.kind == recipe.Bool && (x.op == recipe.OpNot && y == x.args[0] || y.op == recipe.OpNot && x == y.args[0]):
		return f.no
	case x.kind != recipe.Bool && !x.domain.Meets(y.domain):
		return f.no
	case x.op == recipe.OpIte && y.op == recipe.OpConst:
		return f.or(f.and(x.args[0], f.equal(x.args[1], y)), f.and(f.not(x.args[0]), f.equal(x.args[2], y)))
	}
	return f.boolean(recipe.OpEq, x, y)
}

// less is x < y for integers.
func (f *factory) less(x, y *node) *node {
	xlo, xhi := x.bounds()
	ylo, yhi := y.bounds()
	switch {
	case xhi < ylo:
		return f.yes
	case xlo >= yhi || x == y:
		return f.no
	}
	return f.boolean(recipe.OpLt, x, y)
}

// atMost is x <= y for integers.
func (f *factory) atMost(x, y *node) *node {
	xlo, xhi := x.bounds()
	ylo, yhi := y.bounds()
	switch {
	case xhi <= ylo || x == y:
		return f.yes
	case xlo > yhi:
		return f.no
	}
	return f.boolean(recipe.OpLe, x, y)
}

// bounds returns the least and the greatest value that an integer can have.
func (n *node) bounds() (lo, hi int) {
	lo, hi, _ = n.domain.Bounds()
	return lo, hi
}

// choose is c ? x : y, for x and y of one kind.
func (f *factory) choose(c, x, y *node) *node {
	switch {
	case c.isTrue() || x == y:
		return x
	case c.isFalse():
		return y
	case x.kind == recipe.Bool && (x.op == recipe.OpConst || y.op == recipe.OpConst):
		return f.or(f.and(c, x), f.and(f.not(c), y))
	}
	return f.make(node{op: recipe.OpIte, kind: x.kind, args: []*node{c, x, y}})
}

// arithmetic applies an integer operator; the divisor must not be the constant zero, and where it
// may be zero the value there is arbitrary.
func (f *factory) arithmetic(op recipe.Op, xs ...*node) *node {
	if op.Facts().Divides {
		zero, one := f.constant(recipe.Int, 0), f.constant(recipe.Int, 1)
		xs[1] = f.choose(f.equal(xs[1], zero), one, xs[1])
	}
	n := node{op: op, kind: recipe.Int, args: xs}
	if d := f.domainOf(&n); d.Size() == 1 {
		lo, _, _ := d.Bounds()
		return f.constant(recipe.Int, recipe.Value(lo))
	}
	return f.make(n)
}

// domainOf computes a superset of the values of a node that is not boolean from those of its
// operands.
func (f *factory) domainOf(n *node) flow.Set {
	switch n.op {
	case recipe.OpConst:
		return flow.Of(n.value)
	case recipe.OpLocal:
		if n.variable.values == nil {
			return n.variable.domain
		}
		return flow.Of(n.variable.values...)
	case recipe.OpIte:
		return n.args[1].domain.Union(n.args[2].domain)
	}
	limits := flow.Thresholds{Runs: f.thresholds.MaxListed, Pairs: f.thresholds.MaxListed}
	out, _ := limits.Arithmetic(n.op, n.args[0].domain, n.args[len(n.args)-1].domain)
	return out
}

// within says that x has a value of the type.
func (f *factory) within(x *node, t *recipe.Type) *node {
	switch {
	case x.kind == recipe.Bool || t.Unbounded:
		return f.yes
	case x.kind == recipe.Int:
		lo, hi := f.constant(recipe.Int, recipe.Value(t.Lo)), f.constant(recipe.Int, recipe.Value(t.Hi))
		return f.and(f.atMost(lo, x), f.atMost(x, hi))
	}
	var outside []*node
	for _, v := range x.domain.List() {
		if !t.Contains(v) {
			outside = append(outside, f.equal(x, f.constant(x.kind, v)))
		}
	}
	return f.not(f.or(outside...))
}

// Expressions are evaluated over nodes, which are sets of states and values alike.
type (
	evaluator = evaluate.Evaluator[*node, *node]
	setting   = evaluate.Setting[*node, *node]
)
