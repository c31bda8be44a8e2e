package rchecktest

import (
	"fmt"
	"slices"
	"strings"
)

// term is a generated expression in two spellings: with as few parentheses as the language page
// allows, and with all.
type term struct {
	min, full string
	level     int
	// open terms extend as far to the right as they can: what follows them needs them in parentheses.
	open bool
}

// The levels of the language page, loosest first.
const (
	levelConditional = iota
	levelIff
	levelImplies
	levelOr
	levelAnd
	levelUntil
	levelNot // and what binds like it
	levelCompare
	levelAdd
	levelMul
	levelMinus
	levelAtom
)

func atom(text string) term { return term{min: text, full: text, level: levelAtom} }

// line is a piece of text. The terms among its arguments are written in their own two spellings.
func line(format string, args ...any) term {
	min, full := slices.Clone(args), slices.Clone(args)
	for i, a := range args {
		if t, ok := a.(term); ok {
			min[i], full[i] = t.min, t.full
		}
	}
	return term{min: fmt.Sprintf(format, min...), full: fmt.Sprintf(format, full...), level: levelAtom}
}

// listed writes terms with something between them.
func listed(between string, list ...term) term {
	var min, full []string
	for _, t := range list {
		min, full = append(min, t.min), append(full, t.full)
	}
	return term{min: strings.Join(min, between), full: strings.Join(full, between), level: levelAtom}
}

// operand writes t where at least the given level is needed; followed tells that more of the
// expression comes after it.
func (t term) operand(level int, followed bool) string {
	if t.level < level || followed && t.open {
		return "(" + t.min + ")"
	}
	return t.min
}

func (t term) inFull() string {
	if t.level == levelAtom {
		return t.full
	}
	return "(" + t.full + ")"
}

// enclosed is t with parentheses around it where all are written.
func (t term) enclosed() term { return term{min: t.min, full: t.inFull()} }

// operators are the infix operators.
var operators = map[string]operator{}

// operator has a level, and those that its operands need at least: that of the side to which it
// groups is the same.
type operator struct{ level, left, right int }

func init() {
	toTheLeft := func(level int) operator { return operator{level, level, level + 1} }
	toTheRight := func(level int) operator { return operator{level, level + 1, level} }
	for words, o := range map[string]operator{
		"<-> ↔": toTheLeft(levelIff), "-> →": toTheRight(levelImplies), "| ∨": toTheLeft(levelOr), "& && ∧": toTheLeft(levelAnd),
		"U W R": toTheRight(levelUntil), "= == != ≠ < <= ≤ > >= ≥": {levelCompare, levelCompare + 1, levelCompare + 1},
		"+ -": toTheLeft(levelAdd), "* / %": toTheLeft(levelMul),
	} {
		for word := range strings.FieldsSeq(words) {
			operators[word] = o
		}
	}
}

// infix joins two terms by an operator that groups to the left, to the right, or not at all. Chains
// of & and of | always group to the left, as every way of printing them does.
func infix(x term, op string, y term) term {
	o := operators[op]
	if (o.level == levelAnd || o.level == levelOr) && y.level == o.level {
		y = prefix("!", y)
	}
	return term{
		min:   x.operand(o.left, true) + " " + op + " " + y.operand(o.right, false),
		full:  x.inFull() + " " + op + " " + y.inFull(),
		level: o.level,
		open:  y.open && !(y.level < o.right),
	}
}

// chain joins terms by an operator that groups to the left.
func chain(op string, list []term) term {
	out := list[0]
	for _, x := range list[1:] {
		out = infix(out, op, x)
	}
	return out
}

// prefix puts a prefix operator before x that binds like `!`, or is unary minus.
func prefix(op string, x term) term {
	if op == "-" {
		return applied(atom(op), x, levelMinus)
	}
	return applied(atom(op), x, levelNot)
}

// applied puts an operator that applies to terms of the given level before x.
func applied(op, x term, level int) term {
	return term{
		min:   op.min + x.operand(level, false),
		full:  op.full + x.inFull(),
		level: level,
		open:  x.open && x.level >= level,
	}
}

// reaching puts a prefix operator before x that extends to the end of the enclosing bracket.
func reaching(op, x term) term {
	return term{min: op.min + x.min, full: op.full + x.inFull(), level: levelNot, open: true}
}

// numeral is a number.
func numeral(n int) term {
	if n < 0 {
		return prefix("-", line("%d", -n))
	}
	return line("%d", n)
}

// conditional is c ? a : b.
func conditional(c, a, b term) term {
	return term{
		min:   c.operand(levelIff, true) + " ? " + a.min + " : " + b.min,
		full:  c.inFull() + " ? " + a.inFull() + " : " + b.inFull(),
		level: levelConditional,
		open:  true,
	}
}

// called is f(args).
func called(f string, args ...term) term { return line("%s(%s)", f, listed(", ", args...)) }

// bracketed is x in parentheses, in either spelling.
func bracketed(x term) term { return line("(%s)", x) }
