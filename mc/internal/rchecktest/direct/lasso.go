package direct

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// A Lasso is a computation of a graph that repeats: from state States[i] the step with number
// Steps[i] leads to States[i+1], and from the last state to States[Loop].
type Lasso struct {
	States, Steps []int
	Loop          int
}

// Satisfies reports whether a computation satisfies a property at its beginning, position by
// position from the definition of the operators (P001 section 7).
func (g *Graph) Satisfies(e ast.Expr, l Lasso) (ok bool, err error) {
	defer rescue(&err)
	f, err := g.formula(e)
	if err != nil {
		return false, err
	}
	if l.Loop < 0 || l.Loop >= len(l.States) || len(l.Steps) != len(l.States) {
		return false, fmt.Errorf("direct: no lasso")
	}
	return (&run{g, l}).satisfies(f, 0), nil
}

// run is a computation under evaluation. Its positions go on for ever.
type run struct {
	g *Graph
	l Lasso
}

// place is the index in the lasso of a position.
func (r *run) place(i int) int {
	if n := len(r.l.States); i >= n {
		return r.l.Loop + (i-r.l.Loop)%(n-r.l.Loop)
	}
	return i
}

func (r *run) step(i int) *Step {
	return r.g.steps[r.l.States[r.place(i)]][r.l.Steps[r.place(i)]]
}

func (r *run) position(i int) position {
	s := r.l.States[r.place(i)]
	return position{state: r.g.states[s], step: r.step(i), number: s}
}

// horizon bounds the positions from i on after which nothing new comes: beyond the first position
// every suffix is one of those that begin in the lasso or one round later.
func (r *run) horizon(i int) int { return i + 2*len(r.l.States) + 1 }

func (r *run) satisfies(f *formula, i int) bool {
	arg := func(k, at int) bool { return r.satisfies(f.args[k], at) }
	switch {
	case f.observe && f.necessary:
		return !f.holds(r.position(i)) || arg(0, i+1)
	case f.observe:
		return f.holds(r.position(i)) && arg(0, i+1)
	case f.holds != nil:
		return f.holds(r.position(i))
	case f.entered != nil:
		return i > 0 && f.entered(r.step(i-1))
	}
	if value, ok := f.connective(func(k int) bool { return arg(k, i) }); ok {
		return value
	}
	switch f.op {
	case ast.Next:
		return arg(0, i+1)
	case ast.Finally:
		for j := i; j < r.horizon(i); j++ {
			if arg(0, j) {
				return true
			}
		}
		return false
	case ast.Globally:
		for j := i; j < r.horizon(i); j++ {
			if !arg(0, j) {
				return false
			}
		}
		return true
	case ast.Until, ast.WeakUntil:
		for j := i; j < r.horizon(i); j++ {
			if arg(1, j) {
				return true
			}
			if !arg(0, j) {
				return false
			}
		}
		return f.op == ast.WeakUntil
	case ast.Release:
		for j := i; j < r.horizon(i); j++ {
			if !arg(1, j) {
				return false
			}
			if arg(0, j) {
				return true
			}
		}
		return true
	}
	fail("operator %s in a formula", f.op)
	return false
}
