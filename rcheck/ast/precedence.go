package ast

// MinusLevel and NegationLevel are the least precedence of what unary minus and `!` apply to; see [Op.Level].
const (
	NegationLevel = 7
	MinusLevel    = 10
)

// Level returns the precedence of an infix operator, from 1 for `<->` to 9 for `*`, and 0 for other operators. Tightest first the
// language has: unary minus; `* / %`; `+ -`; comparisons; `!`; `U W R`; `&`; `|`; `->`; `<->`.
func (op Op) Level() int {
	switch op {
	case Iff:
		return 1
	case Implies:
		return 2
	case Or:
		return 3
	case And:
		return 4
	case Until, WeakUntil, Release:
		return 5
	case Eq, Neq, Lt, Le, Gt, Ge:
		return NegationLevel
	case Add, Sub:
		return 8
	case Mul, Div, Mod:
		return 9
	}
	return 0
}

// GroupsRight reports whether `a op b op c` is `a op (b op c)`. Comparisons do not chain; all other operators group to the left.
func (op Op) GroupsRight() bool {
	return op == Implies || op == Until || op == WeakUntil || op == Release
}
