package rcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
)

// observing builds what descriptors mean. They equate terms, which are written so:
//
//   - `=red` is a value;
//   - `MSG`, `supplier-v` and the parts of [types.Parts] are what a step has;
//   - `v#2` is the identifier v in the second assignment to the property identifiers.
//
// A literal is an equation of two terms, in their order as texts.
type observing struct {
	*reader
	next        int           // the ID of the next atom without a name
	send        *ltol.Formula // the step is not an exchange
	literals    map[[2]string]*ltol.Formula
	known       [][2]string     // the literals in the order in which they were met
	parts       map[string]bool // names that are not values; true if they are identifiers
	quantifiers []quantified
	values      map[string][]string // the terms with which identifiers are compared
	fixed       map[string]string   // the terms of identifiers while all assignments are tried
	assigned    int                 // how many assignments there are
}

// maxAssigned bounds the assignments that are tried for named gets.
const maxAssigned = 4096

// meaning is what the descriptors, by the IDs of their atoms, mean together in a formula with some
// atoms.
func (o *observing) meaning(descriptors []ast.Expr, atoms []ltol.Atom) *ltol.Formula {
	if len(descriptors) == 0 {
		return ltol.True()
	}
	o.next, o.literals, o.parts = len(descriptors), map[[2]string]*ltol.Formula{}, map[string]bool{}
	o.values, o.fixed = map[string][]string{}, map[string]string{}
	for _, x := range descriptors {
		o.findParts(x, false)
	}
	step := o.fresh() // false where the run has come to an end
	o.send = o.fresh()
	letter := []*ltol.Formula{}
	for id, x := range descriptors {
		is := ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step})
		letter = append(letter, ltol.Iff(is, ltol.And(step, o.value(x, 0))))
	}
	letter = append(letter, o.assignments()...)
	if _, asked := o.parts["locality"]; asked {
		letter = append(letter, o.namedGets()...)
	}
	for i := 0; i < len(o.known); i++ { // more are met
		for _, m := range o.known[:i] {
			letter = append(letter, o.together(o.known[i], m))
		}
	}
	ended := []*ltol.Formula{ltol.Next(ltol.Not(step))}
	for _, a := range atoms {
		if a.Kind == ltol.State {
			ended = append(ended, ltol.Iff(ltol.Prop(a), ltol.Next(ltol.Prop(a))))
		}
	}
	return ltol.Globally(ltol.And(append(letter, ltol.Or(step, ltol.And(ended...)))...))
}

// fresh is an atom without a name.
func (o *observing) fresh() *ltol.Formula {
	o.next++
	return ltol.Prop(ltol.Atom{ID: o.next - 1, Kind: ltol.Step})
}

// isWord reports whether an expression is a part of a step whatever other names mean.
func isWord(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return types.Parts[x.Name].Op != 0
	case *ast.PropertyRef, *ast.Qualified:
		return true
	}
	return false
}

// findParts finds the names that are parts of a step. Of two names that are compared, the first one
// is: `MSG = red`. In `sender = a`, `a = sender` and `@v = a`, a is a value.
func (o *observing) findParts(x ast.Expr, inside bool) {
	values := map[ast.Node]bool{}
	ast.Inspect(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.PredicateQuantifier:
			o.findParts(n.X.X, true)
			return false
		case *ast.Binary:
			x, y := ast.Unparen(n.X), ast.Unparen(n.Y)
			if _, isName := x.(*ast.Ident); !n.Op.IsComparison() {
			} else if isName && isWord(y) {
				values[x] = true
			} else if isName || isWord(x) {
				values[y] = true
			}
		case *ast.PropertyRef:
			o.parts[n.Name.Name] = true
			return false
		case *ast.Qualified:
			if name := n.Name.Name; supplied(n) {
				o.parts[name], o.values[name] = true, []string{"supplier-" + name}
			}
			return false
		case *ast.Index:
			return false
		case *ast.Ident:
			if word := isWord(n); word || !values[n] {
				o.parts[n.Name] = o.parts[n.Name] || inside && !word
			}
		}
		return true
	})
}

// supplied reports whether k-x is `supplier-x`.
func supplied(x *ast.Qualified) bool {
	agent, is := x.Agent.(*ast.Ident)
	return is && agent.Name == "supplier"
}

// identifiers are the property identifiers in a part of a descriptor.
func (o *observing) identifiers(x ast.Expr) (names []string) {
	ast.Inspect(x, func(n ast.Node) bool {
		name, is := n.(*ast.Ident)
		if is && o.parts[name.Name] && !slices.Contains(names, name.Name) {
			names = append(names, name.Name)
		}
		_, qualified := n.(*ast.Qualified)
		return !qualified
	})
	return names
}

// operand is the terms that a name or a value stands for in sends and in exchanges; "" is that such
// steps lack it.
func (o *observing) operand(x ast.Expr, assignment int) (terms [2]string, ok bool) {
	both := func(of ...any) ([2]string, bool) {
		t := fmt.Sprint(of...)
		return [2]string{t, t}, true
	}
	name := ""
	switch x := ast.Unparen(x).(type) {
	case *ast.BoolLit, *ast.Star:
		return both("=", o.text(x))
	case *ast.IntLit:
		return both("=", x.Value)
	case *ast.Index: // client[1] is client1
		if n, is := x.X.(*ast.IntLit); is {
			return both("=", x.Name.Name, n.Value)
		}
	case *ast.Unary:
		if n, is := ast.Unparen(x.X).(*ast.IntLit); is && x.Op == ast.Neg {
			return both("=", -n.Value)
		}
	case *ast.Qualified:
		return [2]string{"", "supplier-" + x.Name.Name}, supplied(x)
	case *ast.PropertyRef:
		name = x.Name.Name
	case *ast.Ident:
		if p, is := types.Parts[x.Name]; is {
			return [2]string{p.Send, p.Exchange}, true
		}
		name = x.Name
	}
	identifier, part := o.parts[name]
	switch {
	case name == "":
		return terms, false
	case !part:
		return both("=", name)
	case !identifier:
		return both(name)
	case o.fixed[name] != "":
		return both(o.fixed[name])
	}
	return both(name, "#", assignment)
}

// value is whether a descriptor is true of a step, in an assignment to the identifiers, if that is not
// 0. Outside of exists(…) and forall(…), a comparison of an identifier stands for one in forall(…).
func (o *observing) value(x ast.Expr, assignment int) *ltol.Formula {
	o.watch.Step()
	x = ast.Unparen(x)
	if f := joined(x, func(x ast.Expr) *ltol.Formula { return o.value(x, assignment) }); f != nil {
		return f
	}
	q, isQuantifier := x.(*ast.PredicateQuantifier)
	switch {
	case types.Parts[o.text(x)].Op != 0 && o.text(x) != "p2p":
		o.fault = fmt.Errorf("%s is a part of a step, which is not true or false; compare it, as in <<%[1]s = NAME>> true", o.text(x))
	case isQuantifier && assignment > 0:
		return o.value(q.X, assignment)
	case isQuantifier && !q.Universal:
		return o.exists(q.X.X)
	case isQuantifier || assignment == 0 && len(o.identifiers(x)) > 0:
		return ltol.Not(o.exists(&ast.Unary{Op: ast.Not, X: x}))
	}
	left, right := x, ast.Expr(&ast.BoolLit{Value: true})
	if b, is := x.(*ast.Binary); is && b.Op == ast.Eq {
		left, right = b.X, b.Y
	}
	l, isTerm := o.operand(left, assignment)
	if r, areTerms := o.operand(right, assignment); isTerm && areTerms {
		send, exchange := o.same(l[0], r[0]), o.same(l[1], r[1])
		if send == exchange {
			return send
		}
		return ltol.Or(ltol.And(o.send, send), ltol.And(ltol.Not(o.send), exchange))
	}
	o.refuse(x)
	return o.same("=true", fmt.Sprint(o.text(x), "#", assignment)) // anything
}

// same is the literal that equates two terms, or whether they are always or never equal. What a step
// lacks is not equal to itself. An identifier that is false is not true.
func (o *observing) same(s, t string) *ltol.Formula {
	l := inOrder(s, t)
	if differ(l[0], l[1]) {
		return ltol.False()
	}
	if _, part := types.Parts[s]; s == t && (part || strings.ContainsAny(s, "=#")) {
		return ltol.True()
	}
	if l[0] == "=false" && strings.Contains(l[1], "#") {
		return ltol.Not(o.same("=true", l[1]))
	}
	if o.literals[l] == nil {
		o.literals[l] = o.fresh()
		o.known = append(o.known, l)
	}
	return o.literals[l]
}

func inOrder(s, t string) [2]string { return [2]string{min(s, t), max(s, t)} }

// differ reports whether two terms, in their order, are never equal. Nobody exchanges with itself, and
// what a step lacks is equal to nothing.
func differ(s, t string) bool {
	return s == "" || s[0] == '=' && t[0] == '=' && s != t || s == "initiator" && t == "supplier"
}

// A quantified descriptor is exists(of). Instead of forall(of), there is !exists(!of).
type quantified struct {
	of ast.Expr
	is *ltol.Formula
}

// exists is the atom of exists(of). Those with one text have one atom.
func (o *observing) exists(of ast.Expr) *ltol.Formula {
	known := len(o.known)
	is := o.same("=true", "exists "+o.text(of))
	if len(o.known) > known {
		o.quantifiers = append(o.quantifiers, quantified{of, is})
	}
	return is
}

// assignments says what quantifiers mean together, as the predicate of a message allows any set of
// assignments to the identifiers. An exists(…) that is true has an assignment of its own. It
// satisfies no exists(…) that is false.
func (o *observing) assignments() (out []*ltol.Formula) {
	for _, x := range o.quantifiers {
		o.assigned++
		fits := []*ltol.Formula{o.value(x.of, o.assigned)}
		for _, y := range o.quantifiers {
			fits = append(fits, ltol.Implies(o.value(y.of, o.assigned), y.is))
		}
		out = append(out, ltol.Implies(x.is, ltol.And(fits...)))
	}
	for _, l := range o.known {
		name, _, _ := strings.Cut(strings.TrimPrefix(l[1], "supplier-"), "#")
		if l[0][0] == '=' && o.parts[name] && !slices.Contains(o.values[name], l[0]) {
			o.values[name] = append(o.values[name], l[0])
		}
	}
	return out
}

// namedGets says which exchanges name their suppliers: the locality is the supplier there, and else
// `any`. Their predicate is `true`, so all assignments satisfy it. The type of an identifier has all
// values that the identifier is compared with.
func (o *observing) namedGets() []*ltol.Formula {
	named := o.same("locality", "supplier")
	out := []*ltol.Formula{ltol.Or(named, o.same("=any", "locality"))}
	for _, q := range o.quantifiers {
		out = append(out, ltol.Implies(named, o.everywhere(q, o.identifiers(q.of))))
	}
	return out
}

// everywhere says that no assignment of such values to the given names contradicts a quantifier.
func (o *observing) everywhere(q quantified, names []string) *ltol.Formula {
	if o.assigned++; o.assigned > maxAssigned {
		o.fault = fmt.Errorf("%w: the assignments to the identifiers of %s, in a get that names its locality", ltol.ErrTooLarge, o.text(q.of))
		return ltol.True()
	}
	if len(names) == 0 {
		return ltol.Implies(o.value(q.of, o.assigned), q.is)
	}
	values, all := o.values[names[0]], []*ltol.Formula{}
	if slices.Contains(values, "=true") {
		values = []string{"=false", "=true"}
	}
	for _, v := range values {
		o.fixed[names[0]] = v
		all = append(all, ltol.Implies(o.same(v, v), o.everywhere(q, names[1:])))
	}
	delete(o.fixed, names[0])
	return ltol.And(all...)
}

// together says which of two literals can be true. If they equate one part with two terms, these are
// equal. Two literals about one value exclude each other if they equate it with terms that differ.
// What is compared with a truth value is true or false where a step has it: B = B & B != TRUE is
// B = FALSE.
func (o *observing) together(l, m [2]string) *ltol.Formula {
	x, y := o.literals[l], o.literals[m]
	for i := range 4 {
		rest := inOrder(l[1-i/2], m[1-i%2])
		if common := l[i/2]; common == m[i%2] && (common[0] != '=' || differ(rest[0], rest[1])) {
			z, all := ltol.False(), ltol.True()
			if is := min(l[0], m[0]); is == "=true" || is == "=false" {
				all = ltol.Implies(o.same(common, common), ltol.Or(o.same("=false", common), o.same("=true", common)))
			}
			if rest[0] != "=any" || o.literals[rest] != nil {
				z = o.same(rest[0], rest[1])
			}
			return ltol.And(all, ltol.Implies(ltol.And(x, y), z), ltol.Implies(z, ltol.Iff(x, y)))
		}
	}
	return ltol.True()
}
