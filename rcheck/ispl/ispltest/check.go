// Package ispltest is for tests of what handles ISPL: it decides formulas on the explicit states of
// a model, and generates models. It is not internal to rcheck, because the tests of recipe, mc and
// bench compare with it.
package ispltest

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol/ltoltest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Report is the result of Check for a small model.
type Report struct {
	Graph     *interpreted.Graph
	Verdicts  []bool // by formula
	Evaluator *ltoltest.Evaluator
}

// Check explores a model, which may have at most limit states, and decides its formulas. A state
// without a successor repeats forever. With deadEnds, it has no successor, as in the published
// tool.
func Check(p *ispl.Program, limit int, deadEnds bool) (*Report, error) {
	in := interpreted.NewInterpreter(p.System)
	g, err := interpreted.Explore(context.Background(), in, interpreted.Limits{States: limit})
	if err != nil {
		return nil, err
	}
	r := &Report{Graph: g}
	if r.Evaluator, err = ltoltest.New(Structure(p, in, g, deadEnds)); err != nil {
		return nil, err
	}
	for _, f := range p.Formulas {
		v, err := r.Evaluator.Holds(f.Formula)
		if err != nil {
			return nil, err
		}
		r.Verdicts = append(r.Verdicts, v)
	}
	return r, nil
}

// Structure is the graph of a model on which formulas are decided. Joint actions without a
// successor are not moves. A state without a move has one move back to itself, in which no agent
// acts. With deadEnds, it has no move. Then, if there is no fairness, abilities are about all joint
// actions that the protocols allow.
func Structure(p *ispl.Program, in *interpreted.Interpreter, g *interpreted.Graph, deadEnds bool) *ltoltest.Graph {
	out := &ltoltest.Graph{
		Atom: func(s, id int) bool { return in.Holds(p.System.Propositions[id].When, g.States[s]) },
		View: func(k, s int) string { return in.Local(k, g.States[s]) },
		Red: func(k, s int) bool {
			return p.System.Agents[k].Red != nil && in.Holds(p.System.Agents[k].Red, g.States[s])
		},
		Fair: p.Fairness, Endless: p.Endless,
	}
	for s := range g.Initial {
		out.Initial = append(out.Initial, s)
	}
	for s, edges := range g.Moves {
		var moves, all []ltoltest.Move
		for _, e := range edges {
			all = append(all, ltoltest.Move{Actions: e.Joint, To: e.To})
			if len(e.To) > 0 {
				moves = append(moves, ltoltest.Move{Actions: e.Joint, To: e.To})
			}
		}
		if len(moves) == 0 && !deadEnds {
			nobody := make([]int, len(p.System.Agents))
			for k := range nobody {
				nobody[k] = -1
			}
			moves = []ltoltest.Move{{Actions: nobody, To: []int{s}}}
		}
		out.Moves = append(out.Moves, moves)
		if deadEnds && len(p.Fairness) == 0 {
			out.Choices = append(out.Choices, all)
		}
	}
	return out
}

// FirstJoints is, for each state that the edges of a state lead to, the first joint action that
// leads there.
func FirstJoints(edges []interpreted.Edge) map[int]interpreted.Joint {
	first := map[int]interpreted.Joint{}
	for _, e := range edges {
		for _, to := range e.To {
			if first[to] == nil {
				first[to] = e.Joint
			}
		}
	}
	return first
}

// Deadlocks are the states without a successor. Either the protocol of an agent allows nothing, or
// every joint action overflows.
func Deadlocks(g *interpreted.Graph) (out []int) {
	for i, edges := range g.Moves {
		if !slices.ContainsFunc(edges, func(e interpreted.Edge) bool { return len(e.To) > 0 }) {
			out = append(out, i)
		}
	}
	return out
}

// Overflows lists the states with overflows, in order. A state occurs once for each joint action
// that the protocols allow there and that has no successor, because every choice of the evolutions
// leaves the range of a variable.
func Overflows(g *interpreted.Graph) (out []int) {
	for i, edges := range g.Moves {
		for _, e := range edges {
			if len(e.To) == 0 {
				out = append(out, i)
			}
		}
	}
	return out
}

// Path is a shortest run to state i: the numbers of its states from an initial one on. As states are
// numbered in breadth-first order, the first state that leads to another one is the last on a
// shortest way there.
func Path(g *interpreted.Graph, i int) (out []int) {
	for out = append(out, i); i >= g.Initial; out = append(out, i) {
		leads := func(e interpreted.Edge) bool { return slices.Contains(e.To, i) }
		i = slices.IndexFunc(g.Moves, func(edges []interpreted.Edge) bool {
			return slices.ContainsFunc(edges, leads)
		})
	}
	slices.Reverse(out)
	return out
}
