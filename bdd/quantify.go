package bdd

import "github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"

// Exists is ∃ set. a
func (set *VarSet) Exists(c *Calculator, a Node) Node {
	if c.failed() || a <= True {
		return c.Take(a, nil)
	}
	return c.do("existential quantification", set.usableBy(c.s), func() (engine.Ref, error) {
		return c.s.m.eng.Exists(c.s.ctx, set.set, engine.Ref(a))
	}, a)
}

// Forall is ∀ set. a. It ranges over all values of the bits, codes which are not valid included.
func (set *VarSet) Forall(c *Calculator, a Node) Node {
	if c.failed() || a <= True {
		return c.Take(a, nil)
	}
	return c.do("universal quantification", set.usableBy(c.s), func() (engine.Ref, error) {
		return c.s.m.eng.Forall(c.s.ctx, set.set, engine.Ref(a))
	}, a)
}

// AndExists is ∃ set. (a ∧ b), without building the conjunction.
func (set *VarSet) AndExists(c *Calculator, a, b Node) Node {
	if c.failed() || a == False || b == False {
		return False
	}
	return c.do("relational product", set.usableBy(c.s), func() (engine.Ref, error) {
		return c.s.m.eng.AndExists(c.s.ctx, set.set, engine.Ref(a), engine.Ref(b))
	}, a, b)
}

// Renaming is a prepared replacement of one copy of variables by the other.
type Renaming struct {
	m     *Manager
	id    engine.Renaming
	fault error // why it cannot be used
}

// Renaming prepares the replacement of one copy of some variables by the other copy. If a variable
// does not exist or has no next copy, renaming fails with ErrMisuse.
func (m *Manager) Renaming(from, to Copy, vars ...VarID) *Renaming {
	m.must("Renaming")
	for _, c := range []Copy{Next, from, to} {
		if err := m.check(c, vars); err != nil {
			return &Renaming{m: m, fault: err}
		}
	}
	return &Renaming{m: m, id: m.eng.NewRenaming(m.bitsOf(from, vars), m.bitsOf(to, vars))}
}

// Rename is n with the variables replaced as r says. The copies that come in must not be in n's
// support.
func (r *Renaming) Rename(c *Calculator, n Node) Node {
	return c.do("renaming", r.usableBy(c.Scope()), func() (engine.Ref, error) { return c.s.m.eng.Rename(c.s.ctx, r.id, engine.Ref(n)) }, n)
}

// Cofactor is f where v's copy has the given code; v's copy is no longer in its support. It is
// False where the code is not valid.
func (c *Calculator) Cofactor(f Node, v VarID, copy Copy, code int) Node {
	if !v.known(c, copy) {
		return False
	}
	return c.within(func(c *Calculator) Node { return c.s.m.VarSet(copy, v).AndExists(c, f, c.Eq(v, copy, code)) })
}
