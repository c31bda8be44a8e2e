package ltol

import (
	"cmp"
	"context"
	"slices"
)

// obset is a set of obligations, in increasing order.
type obset []ob

func (s obset) has(x ob) bool {
	_, ok := slices.BinarySearch(s, x)
	return ok
}

// within says whether every member of s is one of t.
func (s obset) within(t obset) bool {
	if len(s) > len(t) {
		return false
	}
	i := 0
	for _, x := range s {
		for i < len(t) && t[i] < x {
			i++
		}
		if i == len(t) || t[i] != x {
			return false
		}
	}
	return true
}

func (s obset) union(t obset) obset {
	if len(s) == 0 {
		return t
	}
	if len(t) == 0 {
		return s
	}
	u := make(obset, 0, len(s)+len(t))
	u = append(append(u, s...), t...)
	slices.Sort(u)
	return slices.Compact(u)
}

// term is one way to meet an obligation here: on the letters of the guard, by owing the obligations
// next at the next position. Those in late are put off by this: an until that is not fulfilled
// here, or a G F x whose next x does not start here. Nothing may be late forever.
type term struct {
	guard ref
	next  obset
	late  obset
}

// expander computes the transition function δ of the alternating automaton of P001 Thm 4,
//
//	δ(φ1 U φ2) = δ(φ2) ∨ (δ(φ1) ∧ φ1 U φ2)      δ(φ1 R φ2) = δ(φ2) ∧ (δ(φ1) ∨ φ1 R φ2)
//	δ(<O>φ) = φ if O, else false                 δ([O]φ) = φ if O, else true
//
// in disjunctive normal form over the obligations, with the letters kept symbolic. It departs from
// the paper in two ways. Acceptance is on transitions: what must not be chosen forever is to put
// an obligation off. And G F φ is a single state with δ(G F φ) = G F φ ∧ (δ(φ) ∨ "late"), so that
// recurrence costs no set of pending obligations (Blahoudek, Major, Strejček, "LTL to self-loop
// alternating automata with generic acceptance and back", ICTAC 2019,
// doi:10.1007/978-3-030-32505-3_10).
type expander struct {
	*obligations
	ctx   context.Context
	table *guardTable
	terms map[ob][]term
	limit int   // on the terms of one obligation or set of them
	err   error // why to stop
}

func newExpander(ctx context.Context, c *obligations, x ob, o Options) *expander {
	table := newGuardTable(c.atomsOf(x), o.MaxGuardNodes)
	table.ctx = ctx
	table.thresholds = o.Thresholds
	return &expander{
		obligations: c,
		ctx:         ctx,
		table:       table,
		terms:       map[ob][]term{},
		limit:       o.MaxEdges,
	}
}

// atomsOf are the atoms below x in the order in which its text has them, more or less: what belongs
// together stays together. A past atom brings the step atom of the same proposition with it.
func (c *obligationTable) atomsOf(x ob) []Atom {
	var atoms []Atom
	met := map[Atom]bool{}
	add := func(a Atom) {
		if !met[a] {
			met[a] = true
			atoms = append(atoms, a)
		}
	}
	seen := map[ob]bool{}
	var walk func(x ob)
	walk = func(x ob) {
		if x &^= 1; seen[x] {
			return
		}
		seen[x] = true
		if c.form(x) == formLiteral {
			a := c.literalOf(x).Atom
			add(a)
			if a.Kind == PastStep {
				add(Atom{a.ID, Step})
			}
		}
		for _, a := range c.args(x) {
			walk(a)
		}
	}
	walk(x)
	return atoms
}

// conjuncts are the obligations that together make x: what a state of the automaton owes.
func (c *obligationTable) conjuncts(x ob) obset {
	switch {
	case x == obTrue:
		return nil
	case c.form(x) == formAnd:
		return slices.Clone(obset(c.args(x)))
	}
	return obset{x}
}

// guard is an obligation without temporal connectives as a Boolean function. Operands are taken
// from the last to the first: the atoms of later ones tend to be deeper, so what is there already
// need not be built again.
func (e *expander) guard(x ob) ref {
	switch e.form(x) {
	case formTrue:
		return always
	case formLiteral:
		return e.table.literal(e.literalOf(x))
	case formAnd:
		g := always
		for _, a := range slices.Backward(e.args(x)) {
			g = e.table.and(g, e.guard(a))
		}
		return g
	case formOr:
		g := never
		for _, a := range slices.Backward(e.args(x)) {
			g = e.table.or(g, e.guard(a))
		}
		return g
	}
	return never
}

// expand is δ(x).
func (e *expander) expand(x ob) []term {
	if ts, ok := e.terms[x]; ok {
		return ts
	}
	var ts []term
	if e.pure(x) {
		ts = e.normal([]term{{guard: e.guard(x)}})
	} else {
		ts = e.expandTemporal(x)
	}
	e.terms[x] = ts
	return ts
}

func (e *expander) expandTemporal(x ob) []term {
	args := e.args(x)
	self := obset{x}
	wait := []term{{guard: always, next: self}}
	late := []term{{guard: always, next: self, late: self}}
	switch e.form(x) {
	case formAnd:
		return e.expandAll(args)
	case formOr:
		var ts []term
		for _, a := range e.joinFinally(args) {
			ts = append(ts, e.expand(a)...)
		}
		return e.normal(ts)
	case formNext:
		return []term{{guard: always, next: e.conjuncts(args[0])}}
	case formUntil:
		put := e.product(e.expand(args[0]), late)
		return e.normal(slices.Concat(e.expand(args[1]), put))
	}
	if again, ok := e.isFinally(args[1]); ok && args[0] == obFalse { // G F again
		return e.normal(slices.Concat(e.product(e.expand(again), wait), late))
	}
	released := slices.Concat(e.expand(args[0]), wait)
	return e.product(e.expand(args[1]), e.normal(released))
}

// joinFinally makes one obligation of the disjuncts F x: waiting for any of them is one state,
// where waiting for each would be several. The rewrites keep F u1 ∨ F u2 apart for the sake of its
// dual.
func (e *expander) joinFinally(xs []ob) []ob {
	finally, rest := split(xs, func(x ob) bool { _, ok := e.isFinally(x); return ok })
	if len(finally) < 2 {
		return xs
	}
	return append(rest, e.intern(formUntil, Atom{}, obTrue, e.or(e.operands(finally, 1)...)))
}

// expandAll is δ of the conjunction of xs.
func (e *expander) expandAll(xs []ob) []term {
	ts := []term{{guard: always}}
	for _, x := range slices.Backward(xs) {
		if ts = e.product(ts, e.expand(x)); len(ts) == 0 {
			break
		}
	}
	return ts
}

// product is the conjunction of two disjunctions of terms.
func (e *expander) product(ss, ts []term) []term {
	if len(ss)*len(ts) > e.limit {
		e.fail("edges", e.limit)
	}
	if e.check() != nil {
		return nil
	}
	var product []term
	for _, s := range ss {
		for _, t := range ts {
			if g := e.table.and(s.guard, t.guard); g != never {
				product = append(product, term{g, s.next.union(t.next), s.late.union(t.late)})
			}
		}
	}
	return e.normal(product)
}

func (e *expander) fail(what string, limit int) {
	if e.err == nil {
		e.err = &TooLargeError{"the alternating automaton", what, limit}
	}
}

// normal joins terms that differ in their guards only, and takes from every term the letters on
// which another owes no more and is late with no more: a run that follows the one can follow the
// other (Gastin, Oddoux, "Fast LTL to Büchi automata translation", CAV 2001, §4,
// doi:10.1007/3-540-44585-4_6, where the larger transition is dropped only if it loses all its
// letters). The order of the result depends on the obligations only.
func (e *expander) normal(ts []term) []term {
	ts = slices.Clone(ts)
	slices.SortStableFunc(ts, compareTerms)
	joined := ts[:0]
	for _, t := range ts {
		if n := len(joined); n > 0 && compareTerms(joined[n-1], t) == 0 {
			joined[n-1].guard = e.table.or(joined[n-1].guard, t.guard)
		} else {
			joined = append(joined, t)
		}
	}
	if len(joined) > e.table.thresholds.MaxCompared {
		return joined
	}
	kept := joined[:0:0]
	marks := mapped(joined, term.marks)
	for i, t := range joined {
		for j, u := range joined {
			if marks[j]&^marks[i] == 0 && i != j && u.next.within(t.next) && u.late.within(t.late) {
				t.guard = e.table.minus(t.guard, u.guard)
			}
		}
		if t.guard != never {
			kept = append(kept, t)
		}
	}
	return kept
}

// marks are some bits for each obligation of the term: a term that owes and is late with no more
// has no bit more.
func (t term) marks() uint64 {
	var marks uint64
	for _, x := range t.next {
		marks |= 1 << (uint(x) % 61)
	}
	for _, x := range t.late {
		marks |= 1 << (uint(x) % 61 * 7 % 64)
	}
	return marks
}

func compareTerms(s, t term) int {
	return cmp.Or(
		cmp.Compare(len(s.next), len(t.next)), slices.Compare(s.next, t.next),
		cmp.Compare(len(s.late), len(t.late)), slices.Compare(s.late, t.late),
	)
}

// check is the reason to stop, if there is one.
func (e *expander) check() error {
	if e.err == nil {
		e.err = e.ctx.Err()
	}
	if e.overflow {
		e.fail("obligations", e.obligations.limit)
	}
	if e.table.overflow {
		e.fail("decision nodes", e.table.limit)
	}
	return e.err
}
