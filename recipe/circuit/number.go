package circuit

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
)

// A number is a value that depends on the inputs, in two's complement, whatever its kind; it has a
// digit at least, the last of which is its sign.
type number struct {
	digits []Lit
	// values lists what the number may be, ascending; nil where nobody counted.
	values []recipe.Value
}

// constant is the number that is always v.
func constant(v recipe.Value) number {
	x := number{values: []recipe.Value{v}}
	for {
		digit := False
		if v&1 == 1 {
			digit = True
		}
		x.digits = append(x.digits, digit)
		if v>>1 == v {
			return x
		}
		v >>= 1
	}
}

// digit is the digit at a position, beyond the last the sign.
func (x number) digit(i int) Lit { return x.digits[min(i, len(x.digits)-1)] }

// sign is true of what is below 0.
func (x number) sign() Lit { return x.digits[len(x.digits)-1] }

// trimmed leaves out repetitions of the sign.
func trimmed(digits []Lit) number {
	for n := len(digits); n > 1 && digits[n-1] == digits[n-2]; n-- {
		digits = digits[:n-1]
	}
	return number{digits: digits}
}

// mapped combines two numbers digit by digit.
func mapped(x, y number, f func(a, b Lit) Lit) number {
	out := make([]Lit, max(len(x.digits), len(y.digits)))
	for i := range out {
		out[i] = f(x.digit(i), y.digit(i))
	}
	return trimmed(out)
}

func (g *Graph) equal(x, y number) Lit {
	same := make([]Lit, max(len(x.digits), len(y.digits)))
	for i := range same {
		same[i] = g.Iff(x.digit(i), y.digit(i))
	}
	return g.All(same...)
}

// less compares from the lowest digit on; of two signs the set one is the smaller.
func (g *Graph) less(x, y number) Lit {
	n := max(len(x.digits), len(y.digits))
	out := False
	for i := range n {
		a, b := x.digit(i), y.digit(i)
		if i == n-1 {
			a, b = b, a
		}
		out = g.Or(g.And(a.Not(), b), g.And(g.Iff(a, b), out))
	}
	return out
}

// among is true where the number is one of the values, which are ascending.
func (g *Graph) among(x number, values []recipe.Value) Lit {
	if x.values != nil && !slices.ContainsFunc(x.values, func(v recipe.Value) bool {
		_, ok := slices.BinarySearch(values, v)
		return !ok
	}) {
		return True
	}
	lo, hi := values[0], values[len(values)-1]
	if int(hi-lo) == len(values)-1 {
		return g.between(x, lo, hi)
	}
	var equal []Lit
	for _, v := range values {
		equal = append(equal, g.equal(x, constant(v)))
	}
	return g.Any(equal...)
}

// within is true where a number belongs to a type of its kind.
func (g *Graph) within(x number, t *recipe.Type) Lit {
	switch t.Kind {
	case recipe.Bool:
		return True
	case recipe.Enum:
		return g.among(x, slices.Sorted(slices.Values(t.Values)))
	}
	lo, hi := recipe.Value(t.Lo), recipe.Value(t.Hi)
	if n := len(x.values); n > 0 && lo <= x.values[0] && x.values[n-1] <= hi {
		return True
	}
	return g.between(x, lo, hi)
}

func (g *Graph) between(x number, lo, hi recipe.Value) Lit {
	return g.And(g.less(x, constant(lo)).Not(), g.less(constant(hi), x).Not())
}

// sum adds with a carry into the lowest digit.
func (g *Graph) sum(x, y number, carry Lit) number {
	out := make([]Lit, max(len(x.digits), len(y.digits))+1)
	for i := range out {
		a, b := x.digit(i), y.digit(i)
		half := g.Iff(a, b).Not()
		out[i] = g.Iff(half, carry).Not()
		carry = g.Or(g.And(a, b), g.And(half, carry))
	}
	return trimmed(out)
}

// complement is -1 - x.
func complement(x number) number {
	return mapped(x, x, func(a, _ Lit) Lit { return a.Not() })
}

func (g *Graph) minus(x, y number) number { return g.sum(x, complement(y), True) }

func (g *Graph) choose(c Lit, x, y number) number {
	return mapped(x, y, func(a, b Lit) Lit { return g.If(c, a, b) })
}

// product adds up shifted copies of x, the one for the sign of y taken away.
func (g *Graph) product(x, y number) number {
	out := constant(0)
	for i, b := range y.digits {
		shifted := number{digits: make([]Lit, i, i+len(x.digits))}
		for _, a := range x.digits {
			shifted.digits = append(shifted.digits, g.And(a, b))
		}
		if i == len(y.digits)-1 {
			out = g.minus(out, shifted)
		} else {
			out = g.sum(out, shifted, False)
		}
	}
	return out
}

// divide divides magnitudes digit by digit, from the highest on, and restores the signs: the
// quotient is rounded towards 0. Where the divisor is 0 the results are arbitrary.
func (g *Graph) divide(x, y number) (quotient, remainder number) {
	zero := constant(0)
	magnitude := func(x number) number { return g.choose(x.sign(), g.minus(zero, x), x) }
	dividend, divisor := magnitude(x), magnitude(y)
	quotient.digits = make([]Lit, len(dividend.digits)+1)
	remainder = zero
	for i, digit := range slices.Backward(dividend.digits) {
		remainder = trimmed(append([]Lit{digit}, remainder.digits...))
		fits := g.less(remainder, divisor).Not()
		quotient.digits[i] = fits
		remainder = g.choose(fits, g.minus(remainder, divisor), remainder)
	}
	quotient = trimmed(quotient.digits)
	quotient = g.choose(g.Iff(x.sign(), y.sign()), quotient, g.minus(zero, quotient))
	return quotient, g.choose(x.sign(), g.minus(zero, remainder), remainder)
}

// Expressions are evaluated over literals, which are sets of states and choices, and numbers.
type (
	evaluator = evaluate.Evaluator[Lit, number]
	setting   = evaluate.Setting[Lit, number]
	term      = evaluate.Term[Lit, number]
)
