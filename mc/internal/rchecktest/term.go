package rchecktest

// term is a generated expression in two spellings: with as few parentheses as the language page allows, and with all.
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

// operand writes t where at least the given level is needed; followed tells that more of the expression comes after it.
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

// infix joins two terms by an operator that groups to the left, to the right, or not at all. Chains of & and of | always group to the
// left, as every way of printing them does.
func infix(x term, op string, y term, level int, group grouping) term {
	if (level == levelAnd || level == levelOr) && y.level == level {
		y = prefix("!", y, levelNot)
	}
	left, right := level+1, level+1
	switch group {
	case toTheLeft:
		left = level
	case toTheRight:
		right = level
	}
	return term{
		min:   x.operand(left, true) + " " + op + " " + y.operand(right, false),
		full:  x.inFull() + " " + op + " " + y.inFull(),
		level: level,
		open:  y.open && !(y.level < right),
	}
}

type grouping uint8

const (
	toTheLeft grouping = iota
	toTheRight
	alone
)

// prefix puts a prefix operator that applies to terms of the given level before x.
func prefix(op string, x term, level int) term {
	return term{
		min:   op + x.operand(level, false),
		full:  op + x.inFull(),
		level: level,
		open:  x.open && x.level >= level,
	}
}

// reaching puts a prefix operator before x that extends to the end of the enclosing bracket.
func reaching(op string, x term) term {
	return term{min: op + x.min, full: op + x.inFull(), level: levelNot, open: true}
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
func called(f string, args ...term) term {
	t := term{min: f + "(", full: f + "(", level: levelAtom}
	for i, a := range args {
		if i > 0 {
			t.min, t.full = t.min+", ", t.full+", "
		}
		t.min, t.full = t.min+a.min, t.full+a.full
	}
	t.min, t.full = t.min+")", t.full+")"
	return t
}

// bracketed is x in parentheses, in either spelling.
func bracketed(x term) term {
	return term{min: "(" + x.min + ")", full: "(" + x.full + ")", level: levelAtom}
}
