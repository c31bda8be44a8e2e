package bdd

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// Calculator does operations in a scope, which holds all results, without an error for each: the
// first one sticks, and every operation after it does nothing and returns False, which means
// nothing. What leaves a calculator passes by that error: Result, Return and the tests Leq and
// Disjoint return it, Err tells it. Whatever else is read off a node is worth nothing before one of
// them was asked.
//
// The methods of a calculator are about nodes. What needs a variable or a prepared object is a
// method of that, which is given the calculator: [VarID.Valid], [VarSet.Exists], [Renaming.Rename],
// [Relation.Image], [Closure.Forward], [Vec.Add].
//
//	c := m.Calculator(ctx)
//	defer c.Close()
//	either := c.Or(c.Eq(x, bdd.Current, 1), c.Eq(y, bdd.Current, 1))
//	both := c.And(c.Eq(x, bdd.Current, 1), c.Eq(y, bdd.Current, 1))
//	one, err := c.Result(c.Diff(either, both))
type Calculator struct {
	s   *Scope
	err error
}

// Calculator opens a scope, which the calculator's Close closes, whose operations stop when ctx
// ends.
func (m *Manager) Calculator(ctx context.Context) *Calculator { return m.NewScope(ctx).Calculator() }

// Calculator calculates in s itself, which holds the results. Several calculators of one scope have
// errors of their own.
func (s *Scope) Calculator() *Calculator { return &Calculator{s: s} }

// Close closes the calculator's scope.
func (c *Calculator) Close() { c.Scope().Close() }

// Scope is the scope in which the calculator works.
func (c *Calculator) Scope() *Scope {
	if c == nil {
		return nil
	}
	return c.s
}

// Err is the first error since the calculator was made, nil if there was none.
func (c *Calculator) Err() error {
	if c == nil || c.s == nil {
		return fail("calculator", misuse("the calculator is nil, or was not made by Calculator"))
	}
	return c.err
}

// failed says whether there is nothing left to do: after an error, or in a scope that cannot be
// used.
func (c *Calculator) failed() bool {
	if c.Err() != nil {
		return true
	}
	if err := c.s.usable(); err != nil {
		c.err = fail("calculator", err)
		return true
	}
	return false
}

// Fail makes err the calculator's error unless it has one or err is nil.
func (c *Calculator) Fail(err error) {
	if c != nil && c.err == nil {
		c.err = err
	}
}

// Take is n, which some other function has returned with err: c.Take(f(c.Scope())). The node must
// be valid.
func (c *Calculator) Take(n Node, err error) Node {
	c.Fail(err)
	if c.failed() {
		return False
	}
	return n
}

// Result is n, held by the calculator's scope, or the calculator's error.
func (c *Calculator) Result(n Node) (Node, error) {
	if c.failed() {
		return False, c.Err()
	}
	return n, nil
}

// Return is n, handed to the closest open ancestor of the calculator's scope as by Scope.Return, or
// the calculator's error.
func (c *Calculator) Return(n Node) (Node, error) {
	if c.failed() {
		return False, c.Err()
	}
	return c.s.Return(n), nil
}

// Keep is Manager.Keep, False after an error.
func (c *Calculator) Keep(n Node) Node {
	if c.failed() {
		return False
	}
	return c.s.m.Keep(n)
}

// Reset is Scope.Reset; it does nothing after an error.
func (c *Calculator) Reset(keep ...Node) {
	if !c.failed() {
		c.s.Reset(keep...)
	}
}

// NewRelation is Manager.NewRelation, or the calculator's error.
func (c *Calculator) NewRelation(trans Node, changed []VarID) (*Relation, error) {
	if c.failed() {
		return nil, c.Err()
	}
	r, err := c.s.m.NewRelation(trans, changed)
	c.Fail(err)
	return r, err
}

// do runs an operation of the engine, a second time if a collection may make it fit the limits,
// unless there is an error before or unfit says why an object cannot be used.
func (c *Calculator) do(name string, unfit error, operation func() (engine.Ref, error), operands ...Node) Node {
	if c.failed() {
		return False
	}
	for try := 0; ; {
		err := unfit
		if err == nil {
			err = c.s.ready(operands...)
		}
		if err == nil {
			var r engine.Ref
			c.s.m.busy = true
			r, err = operation()
			c.s.m.busy = false
			if err == nil {
				return c.s.push(r)
			}
		}
		if err = c.s.m.again(c.s.ctx, err, &try); err != nil {
			return c.Take(False, fail(name, err))
		}
	}
}
