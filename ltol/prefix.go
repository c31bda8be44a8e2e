package ltol

// Prefix is the beginning s0,e0,…,s_{n-1},e_{n-1} of a computation of which nothing else is known.
type Prefix struct {
	Length int // n, the number of positions, at least 1

	State func(position, id int) bool // does the state proposition hold of s_position?
	Step  func(position, id int) bool // does the step proposition hold of e_position?
}

// Refutes reports whether the prefix itself shows that f is false of every computation that begins with it. It finds those
// prefixes that are informative in the sense of O. Kupferman, M. Y. Vardi, "Model checking of safety properties", Formal Methods
// in System Design 19(3), 2001, doi:10.1023/A:1011254632723; false is no claim that some continuation satisfies f. As [Eval] it
// is written from the semantics and shares nothing with the automata.
func (p Prefix) Refutes(f *Formula) bool {
	if f == nil {
		panic(errNoFormula)
	}
	if err := p.check(f.Atoms); err != nil {
		panic(err)
	}
	e := prefixEvaluation{prefix: p, values: map[*Formula][]truth{}}
	return e.at(f)[0] == no
}

// truth is a value of Kleene's logic: conjunction is the least, disjunction the greatest of the operands.
type truth uint8

const (
	no truth = iota
	unknown
	yes
)

func known(b bool) truth {
	if b {
		return yes
	}
	return no
}

func (t truth) not() truth { return yes - t }

// prefixEvaluation is one run of Refutes.
type prefixEvaluation struct {
	prefix Prefix
	values map[*Formula][]truth
}

// at gives the value of f at every position of the prefix, and at the one after it.
func (e *prefixEvaluation) at(f *Formula) []truth {
	if v, ok := e.values[f]; ok {
		return v
	}
	args := make([][]truth, len(f.args))
	for i, a := range f.args {
		args[i] = e.at(a)
	}
	v := make([]truth, e.prefix.Length+1)
	next := unknown // the value of f, after > i
	for i := e.prefix.Length; i >= 0; i-- {
		after := unknown // the value of the only operand at the next position
		if len(args) == 1 && i < e.prefix.Length {
			after = args[0][i+1]
		}
		v[i] = e.local(f, args, i, next, after)
		next = v[i]
	}
	e.values[f] = v
	return v
}

// local is the value of f at i, by its operands there, its own value at the next position, and that of its only operand there.
func (e *prefixEvaluation) local(f *Formula, args [][]truth, i int, next, after truth) truth {
	switch f.op {
	case OpTrue:
		return yes
	case OpAtom:
		return e.atom(f.atom, i)
	case OpNot:
		return args[0][i].not()
	case OpAnd:
		v := yes
		for _, a := range args {
			v = min(v, a[i])
		}
		return v
	case OpOr:
		v := no
		for _, a := range args {
			v = max(v, a[i])
		}
		return v
	case OpImplies:
		return max(args[0][i].not(), args[1][i])
	case OpIff:
		a, b := args[0][i], args[1][i]
		if a == unknown || b == unknown {
			return unknown
		}
		return known(a == b)
	case OpNext:
		return after
	case OpPossible:
		return min(e.atom(f.atom, i), after)
	case OpNecessary:
		return max(e.atom(f.atom, i).not(), after)
	case OpFinally:
		return max(args[0][i], next)
	case OpGlobally:
		return min(args[0][i], next)
	case OpUntil, OpWeakUntil:
		return max(args[1][i], min(args[0][i], next))
	case OpRelease, OpStrongRelease:
		return min(args[1][i], max(args[0][i], next))
	}
	return no // OpFalse
}

func (e *prefixEvaluation) atom(a Atom, i int) truth {
	if a.Kind == PastStep {
		if i == 0 {
			return no
		}
		return known(e.prefix.Step(i-1, a.ID))
	}
	switch {
	case i == e.prefix.Length:
		return unknown
	case a.Kind == State:
		return known(e.prefix.State(i, a.ID))
	}
	return known(e.prefix.Step(i, a.ID))
}
