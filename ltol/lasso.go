package ltol

import "slices"

// Lasso is an ultimately periodic computation s0,e0,…,s_{n-1},e_{n-1} in which the last step leads
// back to s_Loop: the positions Loop,…,n-1 repeat forever.
type Lasso struct {
	Length int // n, the number of positions, at least 1
	Loop   int // where the last step leads, 0 ≤ Loop < Length

	State func(position, id int) bool // does the state proposition hold of s_position?
	Step  func(position, id int) bool // does the step proposition hold of e_position?
}

// Eval reports whether the computation satisfies f at position 0. It follows the semantics (P001
// §7, Def. 10) and shares with the automata only the meaning of Boolean connectives. The error
// wraps [ErrMisuse] and says why the lasso is not valid.
//
// On the first visit of position Loop, a PastStep atom is about the step into the loop. On later
// visits it is about the last step of the lasso. So the loop is unrolled once. After that, the
// value of a formula depends only on the position in the unrolled lasso.
func Eval(f *Formula, l Lasso) (bool, error) {
	truth, err := l.Along(f)
	return err == nil && truth[0] == Yes, err
}

// Along is the truth of f at each position, on the first visit of it; see [Eval]. It is Yes or No.
func (l Lasso) Along(f *Formula) ([]Truth, error) {
	if f == nil {
		return nil, errNoFormula
	}
	if err := l.check(f.Atoms); err != nil {
		return nil, err
	}
	return Fold(f, l.evaluation().values)[:l.Length], nil
}

// check says what is wrong with the lasso, or that it gives atoms no values.
func (l Lasso) check(atoms func() []Atom) error {
	if l.Length < 1 || l.Length > maxLasso || l.Loop < 0 || l.Loop >= l.Length {
		return misuse("a lasso needs from one to %d positions and a loop within it: length %d, loop %d", maxLasso, l.Length, l.Loop)
	}
	return readable(atoms, l.State, l.Step)
}

// evaluation is over the lasso with its loop unrolled once.
func (l Lasso) evaluation() *evaluation {
	p := l.unrolled()
	return &evaluation{length: p.Length, loop: l.Length, atom: func(a Atom, i int) Truth { return TruthOf(p.value(a, i)) }}
}

// value is the value of an atom at a position of the prefix.
func (p Prefix) value(a Atom, i int) bool {
	switch a.Kind {
	case State:
		return p.State(i, a.ID)
	case Step:
		return p.Step(i, a.ID)
	}
	return i > 0 && p.Step(i-1, a.ID)
}

// Prefix is the beginning s0,e0,…,s_{n-1},e_{n-1} of a computation. The rest is unknown.
type Prefix struct {
	Length int // n, the number of positions, at least 1, or 0 if Entered
	// Entered says that the state s_n, to which e_{n-1} leads, is also known.
	Entered bool

	State func(position, id int) bool // does the state proposition hold of s_position?
	Step  func(position, id int) bool // does the step proposition hold of e_position?
}

// unrolled is the beginning of the computation in which the loop was gone through twice.
func (l Lasso) unrolled() Prefix {
	return Prefix{
		Length: 2*l.Length - l.Loop,
		State:  func(i, id int) bool { return l.State(l.origin(i), id) },
		Step:   func(i, id int) bool { return l.Step(l.origin(i), id) },
	}
}

// origin is the position of the lasso that position i of the unrolled one repeats.
func (l Lasso) origin(i int) int {
	if i >= l.Length {
		return i - l.Length + l.Loop
	}
	return i
}

// evaluation is the truth of formulas at the positions of a computation, written from the
// semantics.
type evaluation struct {
	length int
	loop   int // the position that follows the last one; -1 if nothing is known of what does
	atom   func(a Atom, i int) Truth
}

// values gives the value of f at every position from those of its operands. A temporal connective
// is a fixpoint of v[i] = equation(v[i+1]): the least or the greatest on a lasso, and on a prefix,
// where more positions follow, the one that says no more than is known. Going backwards, the first
// round settles the loop's entry and the second the rest.
func (e *evaluation) values(f *Formula, args [][]Truth) []Truth {
	start, rounds := No, 2
	switch f.op {
	case OpRelease, OpGlobally, OpWeakUntil:
		start = Yes
	case OpUntil, OpFinally, OpStrongRelease:
	default:
		rounds = 1
	}
	if e.loop < 0 {
		start = Unknown
	}
	v := slices.Repeat([]Truth{start}, e.length)
	next := func(v []Truth, i int) Truth {
		switch {
		case i+1 < e.length:
			return v[i+1]
		case e.loop >= 0:
			return v[e.loop]
		}
		return Unknown
	}
	here := make([]Truth, len(args))
	for range rounds {
		for i := e.length - 1; i >= 0; i-- {
			for j, a := range args {
				here[j] = a[i]
			}
			switch f.op {
			case OpAtom:
				v[i] = e.atom(f.atom, i)
			case OpNext:
				v[i] = next(args[0], i)
			case OpPossible:
				v[i] = min(e.atom(f.atom, i), next(args[0], i))
			case OpNecessary:
				v[i] = max(e.atom(f.atom, i).not(), next(args[0], i))
			case OpFinally:
				v[i] = max(here[0], next(v, i))
			case OpGlobally:
				v[i] = min(here[0], next(v, i))
			case OpUntil, OpWeakUntil:
				v[i] = max(here[1], min(here[0], next(v, i)))
			case OpRelease, OpStrongRelease:
				v[i] = min(here[1], max(here[0], next(v, i)))
			default:
				v[i] = Kleene.Connect(f.op, here)
			}
		}
	}
	return v
}
