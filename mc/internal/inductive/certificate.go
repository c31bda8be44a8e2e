package inductive

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A Certificate is the check that clauses are an inductive invariant which excludes bad steps. It
// shares nothing with the search: it has copies of the whole step, and a solver, of its own.
type Certificate struct {
	machine   *bounded.Machine
	bad       circuit.Lit
	invariant []Cube
	// initial are the initial states, step the step from states of the invariant, whose literals
	// are given by node of the machine.
	initial, step *bounded.Gates
	before, here  []circuit.Lit
	done          int // of the questions
}

// NewCertificate begins the check of an invariant, given as what it excludes.
func NewCertificate(m *bounded.Machine, bad circuit.Lit, invariant []Cube) *Certificate {
	c := &Certificate{machine: m, bad: bad, invariant: invariant, initial: bounded.NewGates(circuit.NewGraph()), step: bounded.NewGates(circuit.NewGraph())}
	nodes := m.Cone(bad)
	c.before = c.initial.Copy(m, nodes, nil)
	c.initial.Assert(c.at(c.before, m.Init))
	c.here = c.step.Copy(m, nodes, nil)
	c.step.Assert(c.at(c.here, m.Possible))
	for _, cube := range invariant {
		var clause []sat.Lit
		for _, l := range cube {
			clause = append(clause, c.step.Literal(c.bit(c.here, l)).Not())
		}
		c.step.Solver.Add(clause...)
	}
	c.step.Keep()
	return c
}

func (c *Certificate) at(copied []circuit.Lit, l circuit.Lit) circuit.Lit {
	return copied[l.Node()] ^ l&1
}

func (c *Certificate) bit(copied []circuit.Lit, l Literal) circuit.Lit {
	return c.at(copied, c.machine.Latches[l>>1].Bit^circuit.Lit(l&1))
}

// Work counts what was done, in gates and clauses looked at.
func (c *Certificate) Work() int { return c.initial.Work() + c.step.Work() }

// Next goes on until it is known whether that is an invariant or the work has come to a limit: no
// initial state is excluded, no step leads from the invariant to what is excluded, and none of the
// invariant is bad.
func (c *Certificate) Next(ctx context.Context, limit int) Outcome {
	n := len(c.invariant)
	for ; c.done <= 2*n; c.done++ {
		if ctx.Err() != nil || c.Work() > limit {
			return Open
		}
		g, all := c.step, []circuit.Lit{}
		switch {
		case c.done == 2*n:
			all = append(all, c.at(c.here, c.bad))
		case c.done >= n:
			for _, l := range c.invariant[c.done-n] {
				all = append(all, c.at(c.here, c.machine.Latches[l>>1].Next^circuit.Lit(l&1)))
			}
		default:
			g = c.initial
			for _, l := range c.invariant[c.done] {
				all = append(all, c.bit(c.before, l))
			}
		}
		assumed := make([]sat.Lit, len(all))
		for i, l := range all {
			assumed[i] = g.Literal(l)
		}
		g.Focus(all...)
		switch g.Solver.Solve(limit-c.Work()+g.Solver.Work(), assumed...) {
		case sat.Unknown:
			return Open
		case sat.Satisfiable:
			return Unsafe
		}
	}
	return Safe
}
