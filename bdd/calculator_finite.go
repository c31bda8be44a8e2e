package bdd

// Exists is ∃ set. a
func (c *Calculator) Exists(set *VarSet, a Node) Node {
	if c.failed() || a <= True {
		return c.Take(a, nil)
	}
	return c.Take(c.s.Exists(set, a))
}

// Forall is ∀ set. a
func (c *Calculator) Forall(set *VarSet, a Node) Node {
	if c.failed() || a <= True {
		return c.Take(a, nil)
	}
	return c.Take(c.s.Forall(set, a))
}

// AndExists is ∃ set. (a ∧ b), without building the conjunction.
func (c *Calculator) AndExists(set *VarSet, a, b Node) Node {
	if c.failed() || a == False || b == False {
		return False
	}
	return c.Take(c.s.AndExists(set, a, b))
}

// Rename is n with the variables replaced as r says.
func (c *Calculator) Rename(r *Renaming, n Node) Node {
	return c.do(func(s *Scope) (Node, error) { return s.Rename(r, n) })
}

// Eq says that v's copy has the given code; it is False if the code is not one of v's.
func (c *Calculator) Eq(v VarID, copy Copy, code int) Node {
	return c.do(func(s *Scope) (Node, error) { return s.Eq(v, copy, code) })
}

// Image is { t | ∃ s ∈ set: (s, t) ∈ r }.
func (c *Calculator) Image(r *Relation, set Node) Node {
	return c.do(func(s *Scope) (Node, error) { return s.Image(r, set) })
}

// PreImage is { s | ∃ t ∈ set: (s, t) ∈ r }.
func (c *Calculator) PreImage(r *Relation, set Node) Node {
	return c.do(func(s *Scope) (Node, error) { return s.PreImage(r, set) })
}

// step is PreImage or Image.
func (c *Calculator) step(r *Relation, backward bool, set Node) Node {
	if backward {
		return c.PreImage(r, set)
	}
	return c.Image(r, set)
}

// ImageAll is the disjunction of the images of set under all relations of closure.
func (c *Calculator) ImageAll(closure *Closure, set Node) Node {
	return c.do(func(s *Scope) (Node, error) { return s.ImageAll(closure, set) })
}

// PreImageAll is ImageAll with PreImage for Image.
func (c *Calculator) PreImageAll(closure *Closure, set Node) Node {
	return c.do(func(s *Scope) (Node, error) { return s.PreImageAll(closure, set) })
}

// Forward is what paths from set reach inside within; see Scope.Forward.
func (c *Calculator) Forward(closure *Closure, set, within Node) Node {
	return c.do(func(s *Scope) (Node, error) { return s.Forward(closure, set, within) })
}

// Backward is Forward with PreImage for Image.
func (c *Calculator) Backward(closure *Closure, set, within Node) Node {
	return c.do(func(s *Scope) (Node, error) { return s.Backward(closure, set, within) })
}
