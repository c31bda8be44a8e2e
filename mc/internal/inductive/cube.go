package inductive

// A Literal says of a latch, by its index, times two, that it is true, plus one that it is false.
type Literal int

// A Cube is the conjunction of literals, ascending, without a contradiction; as a clause it is the
// negation of that.
type Cube []Literal

func literal(latch int, value bool) Literal {
	if value {
		return Literal(2 * latch)
	}
	return Literal(2*latch + 1)
}

// within reports whether all states of a cube are in another one.
func (c Cube) within(other Cube) bool {
	i := 0
	for _, l := range other {
		for i < len(c) && c[i] < l {
			i++
		}
		if i == len(c) || c[i] != l {
			return false
		}
	}
	return true
}

// A state has a value for each latch.
type state []bool
