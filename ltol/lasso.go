package ltol

// Lasso is an ultimately periodic computation s0,e0,…,s_{n-1},e_{n-1} in which the last step leads back to
// s_Loop: the positions Loop,…,n-1 repeat for ever.
type Lasso struct {
	Length int // n, the number of positions, at least 1
	Loop   int // where the last step leads, 0 ≤ Loop < Length

	State func(position, id int) bool // does the state proposition hold of s_position?
	Step  func(position, id int) bool // does the step proposition hold of e_position?
}

// Eval says whether the computation satisfies f at position 0. It is written from the semantics (P001 §7,
// Def. 10) and shares nothing with the automata. The error, which
// wraps [ErrMisuse], is for a lasso that is none.
//
// A PastStep atom at position Loop is about the step into the loop on the first visit and about the last step
// on every later one, so the loop is unrolled once. After that the value of a formula depends only on the
// place in the unrolled lasso.
func Eval(f *Formula, l Lasso) (bool, error) {
	if f == nil {
		return false, errNoFormula
	}
	if err := l.check(f.Atoms); err != nil {
		return false, err
	}
	e := evaluation{lasso: l, length: 2*l.Length - l.Loop, loop: l.Length, values: map[*Formula][]bool{}}
	return e.at(f)[0], nil
}

// evaluation is one run of Eval over the unrolled lasso.
type evaluation struct {
	lasso        Lasso
	length, loop int // of the unrolled lasso
	values       map[*Formula][]bool
}

// origin is the position of the lasso that position i of the unrolled one repeats.
func (e *evaluation) origin(i int) int {
	if i >= e.lasso.Length {
		return i - e.lasso.Length + e.lasso.Loop
	}
	return i
}

// next is the position that follows i.
func (e *evaluation) next(i int) int {
	if i+1 == e.length {
		return e.loop
	}
	return i + 1
}

// at gives the value of f at every position of the unrolled lasso.
func (e *evaluation) at(f *Formula) []bool {
	if v, ok := e.values[f]; ok {
		return v
	}
	args := make([][]bool, len(f.args))
	for i, a := range f.args {
		args[i] = e.at(a)
	}
	var v []bool
	switch f.op {
	case OpUntil:
		v = e.fixpoint(false, func(i int, next bool) bool { return args[1][i] || args[0][i] && next })
	case OpFinally:
		v = e.fixpoint(false, func(i int, next bool) bool { return args[0][i] || next })
	case OpStrongRelease:
		v = e.fixpoint(false, func(i int, next bool) bool { return args[1][i] && (args[0][i] || next) })
	case OpRelease:
		v = e.fixpoint(true, func(i int, next bool) bool { return args[1][i] && (args[0][i] || next) })
	case OpGlobally:
		v = e.fixpoint(true, func(i int, next bool) bool { return args[0][i] && next })
	case OpWeakUntil:
		v = e.fixpoint(true, func(i int, next bool) bool { return args[1][i] || args[0][i] && next })
	default:
		v = make([]bool, e.length)
		for i := range v {
			v[i] = e.local(f, args, i)
		}
	}
	e.values[f] = v
	return v
}

// fixpoint solves v[i] = equation(i, v[next(i)]), starting from a constant: the least solution from false, the
// greatest from true. Going backwards, the first round settles the loop's entry and the second the rest.
func (e *evaluation) fixpoint(start bool, equation func(i int, next bool) bool) []bool {
	v := make([]bool, e.length)
	for i := range v {
		v[i] = start
	}
	for range 2 {
		for i := e.length - 1; i >= 0; i-- {
			v[i] = equation(i, v[e.next(i)])
		}
	}
	return v
}

// local is the value at i of a formula whose connective looks no further than the next position.
func (e *evaluation) local(f *Formula, args [][]bool, i int) bool {
	switch f.op {
	case OpTrue:
		return true
	case OpAtom:
		return e.atom(f.atom, i)
	case OpNot:
		return !args[0][i]
	case OpAnd:
		for _, a := range args {
			if !a[i] {
				return false
			}
		}
		return true
	case OpOr:
		for _, a := range args {
			if a[i] {
				return true
			}
		}
		return false
	case OpImplies:
		return !args[0][i] || args[1][i]
	case OpIff:
		return args[0][i] == args[1][i]
	case OpNext:
		return args[0][e.next(i)]
	case OpPossible:
		return e.atom(f.atom, i) && args[0][e.next(i)]
	case OpNecessary:
		return !e.atom(f.atom, i) || args[0][e.next(i)]
	}
	return false // OpFalse
}

func (e *evaluation) atom(a Atom, i int) bool {
	switch a.Kind {
	case State:
		return e.lasso.State(e.origin(i), a.ID)
	case Step:
		return e.lasso.Step(e.origin(i), a.ID)
	}
	return i > 0 && e.lasso.Step(e.origin(i-1), a.ID)
}
