package interpreted

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrStateLimit is wrapped by the error of an exploration that met more states than it may.
var ErrStateLimit = errors.New("interpreted: limit on explicit states reached")

// Graph is the reachable part of a system's state graph. States are numbered in breadth-first order. It is for small systems and
// tests.
type Graph struct {
	States  []State
	Initial int      // the first states are the initial ones
	Moves   [][]Edge // by state: the joint actions that the protocols allow
	parent  []int    // -1 for initial states
	index   map[string]int
}

// Edge is a joint action and the numbers of the states it leads to: none for an overflow.
type Edge struct {
	Joint Joint
	To    []int
}

// Explore enumerates the reachable states, of which it accepts at most limit (any number if that is 0). The error wraps
// [ErrStateLimit] or the context's.
func Explore(ctx context.Context, in *Interpreter, limit int) (*Graph, error) {
	g := &Graph{index: map[string]int{}}
	var err error
	in.InitialStates(func(s State) bool {
		_, err = g.add(s, -1, limit)
		if err == nil {
			err = ctx.Err()
		}
		return err == nil
	})
	g.Initial = len(g.States)
	for done := 0; done < len(g.States) && err == nil; done++ {
		if err = ctx.Err(); err != nil {
			break
		}
		var edges []Edge
		for _, m := range in.Moves(g.States[done]) {
			e := Edge{Joint: m.Joint}
			for _, t := range m.Next {
				var to int
				if to, err = g.add(t, done, limit); err != nil {
					return g, err
				}
				e.To = append(e.To, to)
			}
			edges = append(edges, e)
		}
		g.Moves = append(g.Moves, edges)
	}
	return g, err
}

func (g *Graph) add(s State, parent, limit int) (int, error) {
	key := s.Key()
	if i, ok := g.index[key]; ok {
		return i, nil
	}
	if limit > 0 && len(g.States) == limit {
		return 0, fmt.Errorf("%w: more than %d states", ErrStateLimit, limit)
	}
	g.index[key] = len(g.States)
	g.States = append(g.States, s)
	g.parent = append(g.parent, parent)
	return len(g.States) - 1, nil
}

// Index is the number of a state, or -1 if it is not reachable.
func (g *Graph) Index(s State) int {
	if i, ok := g.index[s.Key()]; ok {
		return i
	}
	return -1
}

// Deadlocks are the states without any successor: an agent's protocol allows nothing, or every joint action overflows.
func (g *Graph) Deadlocks() []int {
	var out []int
	for i, edges := range g.Moves {
		if !slices.ContainsFunc(edges, func(e Edge) bool { return len(e.To) > 0 }) {
			out = append(out, i)
		}
	}
	return out
}

// Overflows lists the states, in their order, once for each joint action that the protocols allow there and that has no successor,
// because every choice of the evolutions leaves the range of a variable.
func (g *Graph) Overflows() []int {
	var out []int
	for i, edges := range g.Moves {
		for _, e := range edges {
			if len(e.To) == 0 {
				out = append(out, i)
			}
		}
	}
	return out
}

// Path is a shortest run to state i: the numbers of its states from an initial one on.
func (g *Graph) Path(i int) []int {
	var out []int
	for ; i >= 0; i = g.parent[i] {
		out = append(out, i)
	}
	slices.Reverse(out)
	return out
}
