package smv

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A spelling writes nodes. It gives symbols their names, and knows which ones the text has.
type spelling struct {
	*factory
	sys       *recipe.System
	names     names
	symbols   map[recipe.Value]string
	mentioned map[recipe.Value]bool
}

// Binding strengths of the text of nodes, loosest first. They are coarser than those of the
// language: text of one strength never stands next to an operator of another without parentheses,
// except where everyone reads it alike.
const (
	loosest = iota
	inOr
	inAnd
	inComparison
	inSum
	inProduct
	tight
)

// text writes n as an operand at the given strength.
func (t *spelling) text(n *node, strength int) string {
	own, s := t.bare(n)
	if own < strength {
		return "(" + s + ")"
	}
	return s
}

// bare writes n without parentheses around it and says how strongly the result binds.
func (t *spelling) bare(n *node) (strength int, s string) {
	switch n.op {
	case recipe.OpConst:
		return t.constantText(n)
	case recipe.OpLocal:
		return tight, n.variable.name
	case opNamed:
		return tight, n.name
	case recipe.OpNot:
		return t.negation(n.args[0])
	case recipe.OpAnd:
		return joined(inAnd, " & ", t.conjunctTexts(n))
	case recipe.OpOr:
		return joined(inOr, " | ", t.operandTexts(n, inAnd))
	case recipe.OpEq:
		if n.args[0].kind == recipe.Bool {
			return loosest, t.text(n.args[0], inComparison) + " <-> " + t.text(n.args[1], inComparison)
		}
		return t.equationText(n, " = ")
	case recipe.OpLt, recipe.OpLe:
		return t.orderText(n)
	case recipe.OpIte:
		return loosest, t.text(n.args[0], inOr) + " ? " + t.text(n.args[1], inOr) + " : " + t.text(n.args[2], inOr)
	case recipe.OpNeg:
		return inSum, "-" + t.text(n.args[0], tight)
	case recipe.OpAdd, recipe.OpSub:
		return inSum, t.text(n.args[0], inSum) + " " + n.op.String() + " " + t.text(n.args[1], inProduct)
	}
	sign := n.op.String()
	if n.op == recipe.OpMod {
		sign = "mod"
	}
	return inProduct, t.text(n.args[0], tight) + " " + sign + " " + t.text(n.args[1], tight)
}

func joined(own int, sign string, texts []string) (strength int, s string) {
	if len(texts) == 1 { // a membership, in parentheses
		return tight, texts[0]
	}
	return own, strings.Join(texts, sign)
}

func (t *spelling) constantText(n *node) (strength int, s string) {
	switch {
	case n.kind == recipe.Bool:
		if n.value == recipe.True {
			return tight, "TRUE"
		}
		return tight, "FALSE"
	case n.kind == recipe.Enum:
		t.mentioned[n.value] = true
		return tight, t.symbolName(n.value)
	case n.value < 0:
		return inSum, strconv.Itoa(int(n.value))
	}
	return tight, strconv.Itoa(int(n.value))
}

func (t *spelling) equationText(n *node, sign string) (strength int, s string) {
	if v, c, ok := equation(n); ok && v.isInput() {
		return inComparison, v.name + sign + v.spellings[c]
	}
	return inComparison, t.text(n.args[0], inSum) + sign + t.text(n.args[1], inSum)
}

func (t *spelling) negation(x *node) (strength int, s string) {
	if x.op == recipe.OpEq && x.args[0].kind != recipe.Bool {
		return t.equationText(x, " != ")
	}
	return tight, "!" + t.text(x, tight)
}

// orderText writes a constant on the right.
func (t *spelling) orderText(n *node) (strength int, s string) {
	x, y, sign := n.args[0], n.args[1], " < "
	if n.op == recipe.OpLe {
		sign = " <= "
	}
	if x.op == recipe.OpConst {
		x, y = y, x
		sign = strings.Replace(sign, "<", ">", 1)
	}
	return inComparison, t.text(x, inSum) + sign + t.text(y, inSum)
}

// conjunctTexts writes the operands of a conjunction, or the one operand that something else is.
func (t *spelling) conjunctTexts(n *node) []string {
	if n.op != recipe.OpAnd {
		return []string{t.text(n, inAnd)}
	}
	return t.operandTexts(n, inComparison)
}

// operandTexts writes the operands of a conjunction or disjunction; what several of them say about
// one variable, that it has one of some values or none of them, comes as one.
func (t *spelling) operandTexts(n *node, strength int) []string {
	var out []string
	done := map[*variable]bool{}
	for _, x := range n.args {
		v, sets := t.membership(n, x)
		switch {
		case v == nil:
			out = append(out, t.text(x, strength))
		case !done[v]:
			done[v] = true
			out = append(out, sets)
		}
	}
	return out
}

// membership recognises an operand of n that is an equation (in a conjunction a negated one) of a
// variable that another operand is one of too, and writes all of them as one membership.
func (t *spelling) membership(n, x *node) (*variable, string) {
	about := func(x *node) (*variable, recipe.Value) {
		if n.op == recipe.OpAnd {
			if x.op != recipe.OpNot {
				return nil, 0
			}
			x = x.args[0]
		}
		if v, c, ok := equation(x); ok {
			return v, c
		}
		return nil, 0
	}
	v, _ := about(x)
	if v == nil {
		return nil, ""
	}
	var values []recipe.Value
	for _, other := range n.args {
		if w, c := about(other); w == v {
			values = append(values, c)
		}
	}
	if len(values) < 2 {
		return nil, ""
	}
	s := "(" + v.name + " in " + t.setText(v, values) + ")"
	if n.op == recipe.OpAnd {
		s = "!" + s
	}
	return v, s
}

// setText writes a set of values of a variable.
func (t *spelling) setText(v *variable, values []recipe.Value) string {
	texts := make([]string, len(values))
	for i, x := range values {
		if v.isInput() {
			texts[i] = v.spellings[x]
		} else {
			_, texts[i] = t.constantText(t.constant(v.kind, x))
		}
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// typeText writes the type of a variable.
func (t *spelling) typeText(v *variable) string {
	switch {
	case v.kind == recipe.Bool:
		return "boolean"
	case v.values == nil:
		return "integer"
	case v.kind == recipe.Int && !v.isInput():
		lo, hi := slices.Min(v.values), slices.Max(v.values)
		if int(hi-lo) == len(v.values)-1 {
			return strconv.Itoa(int(lo)) + ".." + strconv.Itoa(int(hi))
		}
	}
	return t.setText(v, v.values)
}

// symbolName is the constant that stands for an element of an enumeration; for the broadcast
// channel a word, since * is an operator.
func (t *spelling) symbolName(v recipe.Value) string {
	if name, ok := t.symbols[v]; ok {
		return name
	}
	name := "broadcast"
	if v != recipe.Broadcast {
		name = t.sys.Symbols[v]
	}
	name = t.names.unique(name)
	t.symbols[v] = name
	return name
}
