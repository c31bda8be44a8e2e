package interpreted

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// ErrStateLimit and ErrStepLimit are wrapped by the errors of what met more states, or more joint
// actions and the states that they lead to, than it may.
var (
	ErrStateLimit = errors.New("interpreted: limit on explicit states reached")
	ErrStepLimit  = errors.New("interpreted: limit on explicit steps reached")
)

// Limits bound an exploration. A field that is 0 is no limit.
type Limits struct {
	States int
	// Steps is the number of joint actions that the protocols allow in the states, counted once for
	// each next state.
	Steps int
}

// Graph is the reachable part of a system's state graph. States are numbered in breadth-first
// order. It is for small systems and tests.
type Graph struct {
	States  []State
	Initial int      // the first states are the initial ones
	Moves   [][]Edge // by state: the joint actions that the protocols allow
	index   map[string]int
}

// Edge is a joint action and the numbers of the next states. For an overflow, there are none.
type Edge struct {
	Joint Joint
	To    []int
}

// Explore enumerates the reachable states and the joint actions that the protocols allow in them.
// The error wraps [ErrStateLimit], [ErrStepLimit] or the error of the context.
func Explore(ctx context.Context, in *Interpreter, l Limits) (*Graph, error) {
	g := &Graph{index: map[string]int{}}
	var fault error
	err := in.InitialStates(ctx, func(s State) bool {
		_, fault = g.add(s, l.States)
		return fault == nil
	})
	g.Initial = len(g.States)
	steps := 0
	for done := 0; done < len(g.States) && err == nil && fault == nil; done++ {
		var edges []Edge
		for j := range in.Joints(g.States[done]) {
			e := Edge{Joint: j}
			if e.To, fault = g.follow(ctx, in, done, j, l, &steps); fault != nil {
				break
			}
			edges = append(edges, e)
		}
		g.Moves = append(g.Moves, edges)
	}
	return g, cmp.Or(err, fault)
}

// follow adds the states to which a joint action leads from one that is known, and returns their
// numbers.
func (g *Graph) follow(
	ctx context.Context, in *Interpreter, from int, j Joint, l Limits, steps *int,
) (to []int, err error) {
	count := func() error {
		if *steps++; l.Steps > 0 && *steps > l.Steps {
			return fmt.Errorf("%w: more than %d steps", ErrStepLimit, l.Steps)
		}
		return ctx.Err()
	}
	for t := range in.Next(g.States[from], j) {
		i, err := g.add(t, l.States)
		if err = cmp.Or(err, count()); err != nil {
			return to, err
		}
		to = append(to, i)
	}
	if len(to) == 0 {
		err = count()
	}
	return to, err
}

func (g *Graph) add(s State, limit int) (int, error) {
	key := s.Key()
	if i, ok := g.index[key]; ok {
		return i, nil
	}
	if limit > 0 && len(g.States) == limit {
		return 0, fmt.Errorf("%w: more than %d states", ErrStateLimit, limit)
	}
	g.index[key] = len(g.States)
	g.States = append(g.States, s)
	return len(g.States) - 1, nil
}

// Index is the number of a state, or -1 if it is not reachable.
func (g *Graph) Index(s State) int {
	if i, ok := g.index[s.Key()]; ok {
		return i
	}
	return -1
}
