package bdd

import (
	"cmp"
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// And is a ∧ b.
func (c *Calculator) And(a, b Node) Node {
	switch {
	case c.failed() || a == False || b == False:
		return False
	case a == True || a == b:
		return c.s.push(engine.Ref(b))
	case b == True:
		return c.s.push(engine.Ref(a))
	}
	return c.apply(engine.And, "and", a, b)
}

// Or is a ∨ b.
func (c *Calculator) Or(a, b Node) Node {
	switch {
	case c.failed():
		return False
	case a == True || b == True:
		return True
	case a == False || a == b:
		return c.s.push(engine.Ref(b))
	case b == False:
		return c.s.push(engine.Ref(a))
	}
	return c.apply(engine.Or, "or", a, b)
}

// Diff is a ∧ ¬b.
func (c *Calculator) Diff(a, b Node) Node {
	switch {
	case c.failed() || a == False || b == True || a == b:
		return False
	case b == False:
		return c.s.push(engine.Ref(a))
	}
	return c.apply(engine.Diff, "difference", a, b)
}

// Xor is a ⊕ b.
func (c *Calculator) Xor(a, b Node) Node { return c.apply(engine.Xor, "xor", a, b) }

// Implies is ¬a ∨ b.
func (c *Calculator) Implies(a, b Node) Node { return c.apply(engine.Implies, "implication", a, b) }

// Equiv is a ⇔ b.
func (c *Calculator) Equiv(a, b Node) Node { return c.apply(engine.Equiv, "equivalence", a, b) }

func (c *Calculator) apply(op engine.Op, name string, a, b Node) Node {
	return c.do(name, nil, func() (engine.Ref, error) {
		return c.s.m.eng.Apply(c.s.ctx, op, engine.Ref(a), engine.Ref(b))
	}, a, b)
}

// Not is ¬a.
func (c *Calculator) Not(a Node) Node {
	switch {
	case c.failed() || a == True:
		return False
	case a == False:
		return True
	}
	return c.do("negation", nil, func() (engine.Ref, error) { return c.s.m.eng.Not(c.s.ctx, engine.Ref(a)) }, a)
}

// Ite is (f ∧ g) ∨ (¬f ∧ h).
func (c *Calculator) Ite(f, g, h Node) Node {
	return c.do("if-then-else", nil, func() (engine.Ref, error) {
		return c.s.m.eng.Ite(c.s.ctx, engine.Ref(f), engine.Ref(g), engine.Ref(h))
	}, f, g, h)
}

// AndAll is the conjunction of all of ns, True if there is none. It starts at the bottom of the
// diagram, which is best where the conjuncts have few variables in common.
func (c *Calculator) AndAll(ns ...Node) Node {
	return c.within(func(c *Calculator) Node {
		if c.Fail(c.s.ready(ns...)); c.failed() {
			return False
		}
		sorted := slices.Clone(ns)
		slices.SortStableFunc(sorted, func(a, b Node) int { return cmp.Compare(c.s.m.topLevel(b), c.s.m.topLevel(a)) })
		r := True
		for _, n := range sorted {
			r = c.And(n, r)
		}
		return r
	})
}

// OrAll is the disjunction of all of ns, False if there is none. It combines neighbours in rounds.
func (c *Calculator) OrAll(ns ...Node) Node {
	return c.within(func(c *Calculator) Node {
		round := append(slices.Clone(ns), False)
		for len(round) > 1 {
			half := round[:0]
			for i := 0; i+1 < len(round); i += 2 {
				half = append(half, c.Or(round[i], round[i+1]))
			}
			if len(round)%2 == 1 {
				half = append(half, round[len(round)-1])
			}
			round = half
		}
		return round[0]
	})
}

// topLevel is the level of the first variable n tests; constants come last.
func (m *store) topLevel(n Node) int {
	if n <= True {
		return m.eng.NumVars()
	}
	return m.eng.Level(m.eng.Top(engine.Ref(n)))
}

// Leq says whether a implies b.
func (c *Calculator) Leq(a, b Node) (bool, error) {
	return c.test("inclusion", engine.Comparer.Leq, (*Calculator).Diff, a, b)
}

// Disjoint says whether a ∧ b is False.
func (c *Calculator) Disjoint(a, b Node) (bool, error) {
	return c.test("disjointness", engine.Comparer.Disjoint, (*Calculator).And, a, b)
}

// test compares a with b, by the engine where it can, else by whether excess of the two is False.
func (c *Calculator) test(name string, compare func(engine.Comparer, context.Context, engine.Ref, engine.Ref) (bool, error),
	excess func(*Calculator, Node, Node) Node, a, b Node) (r bool, err error) {
	if c.failed() {
		return false, c.Err()
	}
	if err = c.s.ready(a, b); err == nil {
		if e, ok := c.s.m.eng.(engine.Comparer); ok {
			r, err = compare(e, c.s.ctx, engine.Ref(a), engine.Ref(b))
		} else {
			k := c.s.temporary().Calculator()
			defer k.s.done()
			r, err = excess(k, a, b) == False, k.err
		}
	}
	c.Fail(fail(name, err))
	return r && err == nil, c.err
}

// Restrict is some g with g ∧ care = f ∧ care, not larger than f. A care set of False gives False.
func (c *Calculator) Restrict(f, care Node) Node {
	return c.do("restriction", nil, func() (engine.Ref, error) {
		if care == False {
			return engine.False, nil
		}
		return c.s.m.eng.Restrict(c.s.ctx, engine.Ref(f), engine.Ref(care))
	}, f, care)
}
