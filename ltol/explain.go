package ltol

import (
	"cmp"
	"slices"
	"sort"
)

// A Cause is a part of the reason why a formula is false on a lasso: the value of another formula
// at some positions.
type Cause struct {
	Formula *Formula
	Holds   bool
	// From and To are positions of the lasso. From the one to the other, the formula has the value
	// Holds. If To is less than From, the positions between them go through the loop.
	From, To int
	// Again says that the cause is about the second visit of From, after one round of the loop.
	Again bool
	// Open says that the formula needs, from position From on, something that never happens.
	Open bool
}

// A Blame says where a lasso goes wrong.
type Blame struct {
	// Lost is the last position of the shortest prefix of the computation after which f is false in
	// every continuation (see [Prefix.Truth]). It is -1 if there is no such prefix.
	Lost int
	// Causes together are the reason why the formula is false. They are in the order of their
	// positions, and those with Again are last. If several sets of causes are possible, this one is
	// without Open if possible, and ends early.
	Causes []Cause
}

// Explain says why f is false on the computation. The result is nil if f is true. The error wraps
// [ErrMisuse] and says why the lasso is not valid.
func Explain(f *Formula, l Lasso) (*Blame, error) {
	if f == nil {
		return nil, errNoFormula
	}
	if err := l.check(f.Atoms); err != nil {
		return nil, err
	}
	e := explainer{evaluation: l.evaluation(), value: map[*Formula][]Truth{}, done: map[question][]Cause{}}
	truth := Fold(f, func(f *Formula, args [][]Truth) []Truth {
		v := e.values(f, args)
		e.value[f] = v
		return v
	})
	if truth[0] == Yes {
		return nil, nil
	}
	blame := &Blame{Lost: -1, Causes: slices.Clone(e.why(f, 0, false))}
	beginning := l.unrolled()
	lost := sort.Search(e.length, func(i int) bool {
		beginning.Length = i + 1
		return beginning.Truth(f) == No
	})
	if lost < e.length {
		blame.Lost = l.origin(lost)
	}
	for i := range blame.Causes {
		c := &blame.Causes[i]
		c.Again = c.From >= l.Length
		c.From, c.To = l.origin(c.From), l.origin(c.To)
	}
	slices.SortStableFunc(blame.Causes, func(a, b Cause) int {
		return cmp.Or(falseFirst(a.Again, b.Again), cmp.Compare(a.From, b.From))
	})
	return blame, nil
}

// explainer follows a formula down to what its value rests on, over the lasso with its loop
// unrolled.
type explainer struct {
	*evaluation
	value map[*Formula][]Truth
	done  map[question][]Cause
}

// question asks why f has its value at a position.
type question struct {
	f *Formula
	i int
}

func (e *explainer) is(f *Formula, i int) bool { return e.value[f][i] == Yes }

func (e *explainer) next(i int) int {
	if i+1 == e.length {
		return e.loop
	}
	return i + 1
}

// why is why f has the value v at position i, which it has.
func (e *explainer) why(f *Formula, i int, v bool) []Cause {
	q := question{f, i}
	if known, ok := e.done[q]; ok {
		return known
	}
	out := e.because(f, i, v)
	e.done[q] = out
	return out
}

func (e *explainer) because(f *Formula, i int, v bool) []Cause {
	here := []Cause{{Formula: f, Holds: v, From: i, To: i}}
	switch f.op {
	case OpAtom:
		return here
	case OpNot:
		return e.why(f.args[0], i, !v)
	case OpAnd, OpOr:
		return e.several(f.args, i, v, v == (f.op == OpAnd))
	case OpImplies:
		left, right := e.is(f.args[0], i), e.is(f.args[1], i)
		switch {
		case !v:
			return join(e.why(f.args[0], i, true), e.why(f.args[1], i, false))
		case left:
			return e.why(f.args[1], i, true)
		case !right:
			return e.why(f.args[0], i, false)
		}
		return best(e.why(f.args[0], i, false), e.why(f.args[1], i, true))
	case OpIff:
		return join(e.why(f.args[0], i, e.is(f.args[0], i)), e.why(f.args[1], i, e.is(f.args[1], i)))
	case OpNext:
		return e.why(f.args[0], e.next(i), v)
	case OpPossible, OpNecessary:
		return e.observed(f, i, v)
	case OpFinally, OpGlobally, OpUntil, OpWeakUntil, OpRelease, OpStrongRelease:
		return e.inTime(f, i, v)
	}
	return nil // a constant needs no reason
}

// several is why formulas, all of them or one, have the value v at i.
func (e *explainer) several(fs []*Formula, i int, v, all bool) []Cause {
	var out []Cause
	first := true
	for _, f := range fs {
		switch {
		case all:
			out = join(out, e.why(f, i, v))
		case e.is(f, i) != v:
		case first:
			out, first = e.why(f, i, v), false
		default:
			out = best(out, e.why(f, i, v))
		}
	}
	return out
}

// observed is why an observation followed by a formula has the value v.
func (e *explainer) observed(f *Formula, i int, v bool) []Cause {
	step := Prop(Atom{Kind: Step, ID: f.atom.ID})
	seen := e.atom(step.atom, i) == Yes
	one := []Cause{{Formula: step, Holds: seen, From: i, To: i}}
	after := e.next(i)
	then := e.is(f.args[0], after)
	if v == (f.op == OpPossible) { // both operands are needed: <O> f is true, or [O] f is false
		return join(one, e.why(f.args[0], after, then))
	}
	switch {
	case seen: // which is no reason
		return e.why(f.args[0], after, then)
	case then != v:
		return one
	}
	return best(one, e.why(f.args[0], after, then))
}

// inTime is why a formula with a temporal connective has the value v at i. All are untils of
// values: a U b waits for b, with a until then; a R b is false where !a U !b is true; in F b and G
// b nothing is asked of a.
func (e *explainer) inTime(f *Formula, i int, v bool) []Cause {
	wanted := true
	switch f.op {
	case OpGlobally, OpRelease, OpStrongRelease:
		wanted = false
	}
	b, a := f.args[0], (*Formula)(nil)
	if len(f.args) == 2 {
		a, b = f.args[0], f.args[1]
	}
	keeps := func(j int) bool { return a == nil || e.is(a, j) == wanted }
	j, last := i, i
	for range e.length { // which meets every position from i on
		comes := e.is(b, j) == wanted
		switch {
		case v == wanted && comes:
			return join(span(a, wanted, i, last, j), e.why(b, j, wanted))
		case v != wanted && !comes && !keeps(j):
			return join(span(b, !wanted, i, last, j), join(e.why(a, j, !wanted), e.why(b, j, !wanted)))
		}
		j, last = e.next(j), j
	}
	out := []Cause{{Formula: f, Holds: v, From: i, To: i, Open: !v}}
	if waits := f.op == OpFinally && !b.Propositional(); waits && !v { // what it waits for is worth a word
		out = join(out, e.why(b, max(i, 2*e.loop-e.length), false))
	}
	return out
}

// span is the cause that a formula has a value from one position to another, the last one before j;
// there is no cause without a formula.
func span(f *Formula, v bool, from, to, j int) []Cause {
	if f == nil || j == from {
		return nil
	}
	return []Cause{{Formula: f, Holds: v, From: from, To: to}}
}

// join is the causes of both, each once.
func join(a, b []Cause) []Cause {
	out := slices.Clone(a)
	for _, c := range b {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// best is the one of two reasons with less waiting, that is over earlier, or that is shorter.
func best(a, b []Cause) []Cause {
	measure := func(causes []Cause) (open, end int) {
		for _, c := range causes {
			if c.Open {
				open++
			}
			end = max(end, c.To)
		}
		return open, end
	}
	openA, endA := measure(a)
	openB, endB := measure(b)
	if cmp.Or(cmp.Compare(openB, openA), cmp.Compare(endB, endA), cmp.Compare(len(b), len(a))) < 0 {
		return b
	}
	return a
}
