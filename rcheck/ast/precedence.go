package ast

// MinusLevel and NegationLevel are the least precedence of what unary minus and `!` apply to; see
// [Op.Level].
const (
	NegationLevel = 7
	MinusLevel    = 10
)

var levels = [Iff + 1]int{
	Iff: 1, Implies: 2, Or: 3, And: 4, Until: 5, WeakUntil: 5, Release: 5,
	Eq: NegationLevel, Neq: NegationLevel, Lt: NegationLevel, Le: NegationLevel, Gt: NegationLevel, Ge: NegationLevel,
	Add: 8, Sub: 8, Mul: 9, Div: 9, Mod: 9,
}

// Level returns the precedence of an infix operator, from 1 for `<->` to 9 for `*`. For other
// operators it returns 0. The operators, tightest first: unary minus; `* / %`; `+ -`; comparisons;
// `!`; `U W R`; `&`; `|`; `->`; `<->`.
func (op Op) Level() int { return levels[op] }

// GroupsRight reports whether `a op b op c` is `a op (b op c)`. Comparisons do not chain; all other
// operators group to the left.
func (op Op) GroupsRight() bool {
	return op == Implies || op == Until || op == WeakUntil || op == Release
}
