package bdd

import (
	"cmp"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// And is a ∧ b.
func (s *Scope) And(a, b Node) (Node, error) { return s.apply(engine.And, "and", a, b) }

// Or is a ∨ b.
func (s *Scope) Or(a, b Node) (Node, error) { return s.apply(engine.Or, "or", a, b) }

// Xor is a ⊕ b.
func (s *Scope) Xor(a, b Node) (Node, error) { return s.apply(engine.Xor, "xor", a, b) }

// Diff is a ∧ ¬b.
func (s *Scope) Diff(a, b Node) (Node, error) { return s.apply(engine.Diff, "difference", a, b) }

// Implies is ¬a ∨ b.
func (s *Scope) Implies(a, b Node) (Node, error) {
	return s.apply(engine.Implies, "implication", a, b)
}

// Equiv is a ⇔ b.
func (s *Scope) Equiv(a, b Node) (Node, error) { return s.apply(engine.Equiv, "equivalence", a, b) }

func (s *Scope) apply(op engine.Op, name string, a, b Node) (Node, error) {
	for try := 0; ; {
		err := s.ready(a, b)
		if err == nil {
			var r engine.Ref
			s.m.busy = true
			r, err = s.m.eng.Apply(s.ctx, op, engine.Ref(a), engine.Ref(b))
			s.m.busy = false
			if err == nil {
				return s.push(r), nil
			}
		}
		if err = s.again(err, &try); err != nil {
			return False, fail(name, err)
		}
	}
}

// Not is ¬a.
func (s *Scope) Not(a Node) (Node, error) {
	return s.retry("negation", func() (engine.Ref, error) { return s.m.eng.Not(s.ctx, engine.Ref(a)) }, a)
}

// Ite is (f ∧ g) ∨ (¬f ∧ h).
func (s *Scope) Ite(f, g, h Node) (Node, error) {
	return s.retry("if-then-else", func() (engine.Ref, error) {
		return s.m.eng.Ite(s.ctx, engine.Ref(f), engine.Ref(g), engine.Ref(h))
	}, f, g, h)
}

// retry runs an operation of the engine, a second time if a collection may make it fit the limits.
func (s *Scope) retry(name string, operation func() (engine.Ref, error), operands ...Node) (Node, error) {
	for try := 0; ; {
		err := s.ready(operands...)
		if err == nil {
			var r engine.Ref
			s.m.busy = true
			r, err = operation()
			s.m.busy = false
			if err == nil {
				return s.push(r), nil
			}
		}
		if err = s.again(err, &try); err != nil {
			return False, fail(name, err)
		}
	}
}

// again is Manager.again for failures of anything but the caller.
func (s *Scope) again(failure error, try *int) error {
	if errors.Is(failure, ErrMisuse) {
		return failure
	}
	return s.m.again(s.ctx, failure, try)
}

// AndAll is the conjunction of all of ns, True if there is none. It starts at the bottom of the diagram, which is best where the
// conjuncts have few variables in common.
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
func (m *Manager) topLevel(n Node) int {
	if n <= True {
		return m.eng.NumVars()
	}
	return m.eng.Level(m.eng.Top(engine.Ref(n)))
}

// Leq says whether a implies b.
func (s *Scope) Leq(a, b Node) (bool, error) {
	if err := s.ready(a, b); err != nil {
		return false, fail("inclusion", err)
	}
	if c, ok := s.m.eng.(engine.Comparer); ok {
		r, err := c.Leq(s.ctx, engine.Ref(a), engine.Ref(b))
		if err != nil {
			return false, fail("inclusion", err)
		}
		return r, nil
	}
	t := s.temporary()
	defer t.done()
	d, err := t.Diff(a, b)
	return err == nil && d == False, err
}

// Disjoint says whether a ∧ b is False.
func (s *Scope) Disjoint(a, b Node) (bool, error) {
	if err := s.ready(a, b); err != nil {
		return false, fail("disjointness", err)
	}
	if c, ok := s.m.eng.(engine.Comparer); ok {
		r, err := c.Disjoint(s.ctx, engine.Ref(a), engine.Ref(b))
		if err != nil {
			return false, fail("disjointness", err)
		}
		return r, nil
	}
	t := s.temporary()
	defer t.done()
	d, err := t.And(a, b)
	return err == nil && d == False, err
}

// Restrict is some g with g ∧ care = f ∧ care, not larger than f. A care set of False gives False.
func (s *Scope) Restrict(f, care Node) (Node, error) {
	return s.retry("restriction", func() (engine.Ref, error) {
		if care == False {
			return engine.False, nil
		}
		return s.m.eng.Restrict(s.ctx, engine.Ref(f), engine.Ref(care))
	}, f, care)
}
