package inductive

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/bounded"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/sat"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
)

// A Certificate is the check that an invariant is inductive, and that no run takes a bad step: no state
// of the invariant has one, or none is initial and none comes after a step that is not bad. It shares
// nothing with the search: it has copies of the whole step, and a solver, of its own.
type Certificate struct {
	initial, steps *bounded.Gates // the initial states, and the steps from states of the invariant
	questions      []question
	done           int
}

// A question is whether literals can be true together. If they cannot in the first question, the next
// two are left out. In all others, they must not be.
type question struct {
	*bounded.Gates
	all []circuit.Lit
}

// NewCertificate begins the check of an invariant, given as conjunctions of literals that it excludes.
func NewCertificate(m *bounded.Machine, bad circuit.Lit, never [][]circuit.Lit) *Certificate {
	c := &Certificate{
		initial: bounded.NewGates(circuit.NewGraph()), steps: bounded.NewGates(circuit.NewGraph()),
	}
	asked := append(slices.Concat(never...), bad)
	nodes := m.Cone(asked...)
	before, here := c.initial.Copy(m, nodes, nil), c.steps.Copy(m, nodes, nil)
	var next []circuit.Lit
	for _, l := range m.Latches {
		next = append(next, here[l.Next.Node()]^l.Next&1)
	}
	there := c.steps.Copy(m, m.Needed(asked...), next)
	in := func(copied []circuit.Lit, literals ...circuit.Lit) (out []circuit.Lit) {
		for _, l := range literals {
			out = append(out, copied[l.Node()]^l&1)
		}
		return out
	}
	c.initial.Assert(in(before, m.Init)[0])
	c.steps.Assert(in(here, m.Possible)[0])
	// No state of the invariant has a bad step; or no initial state, and none after another step.
	c.questions = []question{
		{c.steps, in(here, bad)}, {c.initial, in(before, bad)},
		{c.steps, append(in(here, bad.Not()), in(there, bad)...)},
	}
	for _, cube := range never {
		var clause []sat.Lit
		for _, l := range in(here, cube...) {
			clause = append(clause, c.steps.Literal(l).Not())
		}
		c.steps.Solver.Add(clause...)
		// No initial state is excluded, and no step leads to what is.
		c.questions = append(c.questions,
			question{c.initial, in(before, cube...)}, question{c.steps, in(there, cube...)})
	}
	c.steps.Keep()
	return c
}

// Work counts what was done, in gates and clauses looked at.
func (c *Certificate) Work() int { return c.initial.Work() + c.steps.Work() }

// Next goes on until it is known whether that is an invariant, and excludes bad steps, or the work has
// come to a limit. Unsafe says that it is none, or does not exclude them.
func (c *Certificate) Next(ctx context.Context, limit int) Outcome {
	for ; c.done < len(c.questions); c.done++ {
		if ctx.Err() != nil || c.Work() > limit {
			return Open
		}
		q := c.questions[c.done]
		var assumed []sat.Lit
		for _, l := range q.all {
			assumed = append(assumed, q.Literal(l))
		}
		q.Focus(q.all...)
		switch q.Solver.Solve(limit-c.Work()+q.Solver.Work(), assumed...) {
		case sat.Unknown:
			return Open
		case sat.Satisfiable:
			if c.done > 0 {
				return Unsafe
			}
		case sat.Unsatisfiable:
			if c.done == 0 {
				c.done = 2
			}
		}
	}
	return Safe
}
