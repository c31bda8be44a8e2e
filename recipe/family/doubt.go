package family

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Polarity says how the truth of an expression depends on that of a part: not at all,
// monotonically, antitonically, or in no such way.
type Polarity int

// The polarities. Positive and Negative exchange by negation.
const (
	Absent   Polarity = 0
	Positive Polarity = 1
	Negative Polarity = -1
	Mixed    Polarity = 2
)

// Not is the polarity in a negation.
func (p Polarity) Not() Polarity {
	if p == Mixed {
		return p
	}
	return -p
}

// And is the polarity of a part of which there are occurrences in two operands.
func (p Polarity) And(q Polarity) Polarity {
	switch {
	case p == Absent || p == q:
		return q
	case q == Absent:
		return p
	}
	return Mixed
}

// Doubts finds equalities of two symbols, neither of them constant, that may both be private to one
// agent of a class which is none of the given agents. It counts them, lists the classes, and tells
// how the truth of the expression depends on them.
//
// Let formulas of an invariant depend antitonically on one such equality. The equality holds if it
// holds because of the symbols of some agent. So the invariant says what these say together: for
// each agent, that it holds if no symbols but those of the agent are equal.
func (f *Family) Doubts(e *recipe.Expr, agents []int) (count int, classes []int, p Polarity) {
	if classes := f.doubted(e, agents); len(classes) > 0 {
		if e.Op == recipe.OpNe {
			return 1, classes, Negative
		}
		return 1, classes, Positive
	}
	for i, x := range e.Args {
		n, more, q := f.Doubts(x, agents)
		switch {
		case e.Op == recipe.OpNot, e.Op == recipe.OpImplies && i == 0:
			q = q.Not()
		case e.Op != recipe.OpAnd && e.Op != recipe.OpOr && e.Op != recipe.OpImplies && q != Absent:
			q = Mixed
		}
		count, p = count+n, p.And(q)
		classes = append(classes, more...)
	}
	slices.Sort(classes)
	return count, slices.Compact(classes), p
}

// doubted lists the classes of agents to which both sides of an equality may be private.
func (f *Family) doubted(e *recipe.Expr, agents []int) []int {
	if e.Op != recipe.OpEq && e.Op != recipe.OpNe || e.Args[0].Op == recipe.OpConst || e.Args[1].Op == recipe.OpConst {
		return nil
	}
	var out []int
	for _, v := range e.Args[0].Type.Values {
		if v < 0 || !slices.Contains(e.Args[1].Type.Values, v) || f.owner[v] < 0 {
			continue
		}
		class := f.classOf[f.owner[v]]
		if class >= 0 && !slices.Contains(agents, f.owner[v]) && !slices.Contains(out, class) {
			out = append(out, class)
		}
	}
	return out
}
