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

// Cofactor is f where v's copy has the given code.
func (c *Calculator) Cofactor(f Node, v VarID, copy Copy, code int) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.Cofactor(f, v, copy, code))
}

// Rename is n with the variables replaced as r says.
func (c *Calculator) Rename(r *Renaming, n Node) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.Rename(r, n))
}

// ToNext is n with the current copies of vars replaced by the next.
func (c *Calculator) ToNext(n Node, vars ...VarID) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.ToNext(n, vars...))
}

// ToCurrent is n with the next copies of vars replaced by the current.
func (c *Calculator) ToCurrent(n Node, vars ...VarID) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.ToCurrent(n, vars...))
}

// Eq says that v's copy has the given code; it is False if the code is not one of v's.
func (c *Calculator) Eq(v VarID, copy Copy, code int) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.Eq(v, copy, code))
}

// OneOf says that v's copy has one of the codes.
func (c *Calculator) OneOf(v VarID, copy Copy, codes ...int) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.OneOf(v, copy, codes...))
}

// Valid says that v's copy has one of v's codes.
func (c *Calculator) Valid(v VarID, copy Copy) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.Valid(v, copy))
}

// EqVars says that the copies of two variables have equal codes.
func (c *Calculator) EqVars(v1 VarID, c1 Copy, v2 VarID, c2 Copy) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.EqVars(v1, c1, v2, c2))
}

// Same says that the next copy of each of vars equals the current.
func (c *Calculator) Same(vars ...VarID) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.Same(vars...))
}

// Image is { t | ∃ s ∈ set: (s, t) ∈ r }.
func (c *Calculator) Image(r *Relation, set Node) Node { return c.step((*Scope).Image, r, set) }

// PreImage is { s | ∃ t ∈ set: (s, t) ∈ r }.
func (c *Calculator) PreImage(r *Relation, set Node) Node { return c.step((*Scope).PreImage, r, set) }

func (c *Calculator) step(operation func(*Scope, *Relation, Node) (Node, error), r *Relation, set Node) Node {
	if c.failed() {
		return False
	}
	return c.Take(operation(c.s, r, set))
}

// ImageAll is the disjunction of the images of set under all relations of closure.
func (c *Calculator) ImageAll(closure *Closure, set Node) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.ImageAll(closure, set))
}

// PreImageAll is ImageAll with PreImage for Image.
func (c *Calculator) PreImageAll(closure *Closure, set Node) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.PreImageAll(closure, set))
}

// Forward is what paths from set reach inside within; see Scope.Forward.
func (c *Calculator) Forward(closure *Closure, set, within Node) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.Forward(closure, set, within))
}

// Backward is Forward with PreImage for Image.
func (c *Calculator) Backward(closure *Closure, set, within Node) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.Backward(closure, set, within))
}

// VecVar is the integer offset + code of v's copy.
func (c *Calculator) VecVar(v VarID, copy Copy, offset int) Vec {
	if c.failed() {
		return Vec{False}
	}
	return c.TakeVec(c.s.VecVar(v, copy, offset))
}

// VecStore says that v's copy has the code x - offset.
func (c *Calculator) VecStore(v VarID, copy Copy, offset int, x Vec) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.VecStore(v, copy, offset, x))
}

// VecAdd is x + y.
func (c *Calculator) VecAdd(x, y Vec) Vec { return c.number((*Scope).VecAdd, x, y) }

// VecSub is x - y.
func (c *Calculator) VecSub(x, y Vec) Vec { return c.number((*Scope).VecSub, x, y) }

// VecMul is x · y.
func (c *Calculator) VecMul(x, y Vec) Vec { return c.number((*Scope).VecMul, x, y) }

// VecDiv is x / y, truncated towards zero; unspecified where y is 0.
func (c *Calculator) VecDiv(x, y Vec) Vec { return c.number((*Scope).VecDiv, x, y) }

// VecMod is x % y with the sign of x; unspecified where y is 0.
func (c *Calculator) VecMod(x, y Vec) Vec { return c.number((*Scope).VecMod, x, y) }

// VecMin is the smaller of x and y.
func (c *Calculator) VecMin(x, y Vec) Vec { return c.number((*Scope).VecMin, x, y) }

// VecMax is the greater of x and y.
func (c *Calculator) VecMax(x, y Vec) Vec { return c.number((*Scope).VecMax, x, y) }

func (c *Calculator) number(operation func(*Scope, Vec, Vec) (Vec, error), x, y Vec) Vec {
	if c.failed() {
		return Vec{False}
	}
	return c.TakeVec(operation(c.s, x, y))
}

// VecNeg is -x.
func (c *Calculator) VecNeg(x Vec) Vec { return c.VecSub(VecConst(0), x) }

// VecIte is x where f holds and y elsewhere.
func (c *Calculator) VecIte(f Node, x, y Vec) Vec {
	if c.failed() {
		return Vec{False}
	}
	return c.TakeVec(c.s.VecIte(f, x, y))
}

// VecEq says that x = y.
func (c *Calculator) VecEq(x, y Vec) Node { return c.compare((*Scope).VecEq, x, y) }

// VecLt says that x < y.
func (c *Calculator) VecLt(x, y Vec) Node { return c.compare((*Scope).VecLt, x, y) }

// VecLe says that x ≤ y.
func (c *Calculator) VecLe(x, y Vec) Node { return c.compare((*Scope).VecLe, x, y) }

func (c *Calculator) compare(operation func(*Scope, Vec, Vec) (Node, error), x, y Vec) Node {
	if c.failed() {
		return False
	}
	return c.Take(operation(c.s, x, y))
}

// VecInRange says that lo ≤ x ≤ hi.
func (c *Calculator) VecInRange(x Vec, lo, hi int) Node {
	if c.failed() {
		return False
	}
	return c.Take(c.s.VecInRange(x, lo, hi))
}
