package recipe

import (
	"context"
	"errors"
	"fmt"
)

// ErrStateLimit is wrapped by the error of an exploration that found more states than its limit.
var ErrStateLimit = errors.New("recipe: limit on explicit states reached")

// A Graph is the part of the state graph of a system that an exploration has found. States are
// numbered from 0 in breadth-first order: by layer, and in a layer in order of discovery. It is for
// small models and tests. It needs about (bytes of a packed state + 60) of memory for each state.
type Graph struct {
	in *Interpreter
	// Layers are the breadth-first layers. Layer 0 has the initial states, and layer k the states
	// at distance k. In an incomplete graph, some states of the last layer have not been expanded,
	// and later states are in no layer.
	Layers []Range
	// Steps is the number of transitions without stutters. Different steps count separately, even
	// if they lead to the same state.
	Steps int
	// Deadlocks are the states without any step, ascending.
	Deadlocks []int
	// Complete reports whether every successor of every state is in the graph.
	Complete bool

	keys   []string       // of the states, packed
	number map[string]int // by key
}

// Explore enumerates the reachable states, at most limit (0 or less means no limit). If it stops
// early, the graph has the states found so far. The error then wraps [ErrStateLimit] or the error
// of the context, or is a [NoInitialStateError].
func Explore(ctx context.Context, in *Interpreter, limit int) (*Graph, error) {
	if ctx == nil {
		return nil, misuse("Explore: there is no context")
	}
	if err := in.usable(); err != nil {
		return nil, err
	}
	g := &Graph{in: in, number: map[string]int{}}
	var stop error
	var key []byte
	reach := func(s State) bool {
		key = in.layout.pack(key[:0], s)
		if _, met := g.number[string(key)]; met {
			return true
		}
		if limit > 0 && len(g.keys) == limit {
			stop = fmt.Errorf("%w: more than %d states, %d layers begun", ErrStateLimit, limit, len(g.Layers))
			return false
		}
		g.number[string(key)] = len(g.keys)
		g.keys = append(g.keys, string(key))
		return true
	}
	if err := in.InitialStates(func(s State) bool { return reach(s) && ctx.Err() == nil }); err != nil {
		return g, err
	}
	current := in.newState()
	for done := 0; stop == nil && done < len(g.keys); {
		layer := Range{Start: done, End: len(g.keys)}
		g.Layers = append(g.Layers, layer)
		for ; done < layer.End && stop == nil; done++ {
			if done%256 == 0 && ctx.Err() != nil {
				stop = fmt.Errorf("recipe: exploration stopped after %d states, %d layers begun: %w", len(g.keys), len(g.Layers), ctx.Err())
				break
			}
			g.expand(done, current, reach)
		}
	}
	g.Complete = stop == nil
	return g, stop
}

func (g *Graph) expand(i int, current State, reach func(State) bool) {
	g.in.layout.unpack(g.keys[i], current)
	for t := range g.in.each(current) {
		if t.Step.Kind == Stutter {
			g.Deadlocks = append(g.Deadlocks, i)
		} else if g.Steps++; !reach(t.Next) {
			return
		}
	}
}

func (in *Interpreter) newState() State {
	return State{Locals: make([]Value, len(in.sys.Vars)), Control: make([]int, len(in.sys.Agents))}
}

// Len is the number of states.
func (g *Graph) Len() int {
	if g == nil {
		return 0
	}
	return len(g.keys)
}

// Initial is the number of initial states; they are the first ones.
func (g *Graph) Initial() int {
	if g == nil || len(g.Layers) == 0 {
		return 0
	}
	return g.Layers[0].Len()
}

// State returns the state with number i.
func (g *Graph) State(i int) State {
	g.mustHold(i)
	return g.in.StateOf(g.keys[i])
}

// Index returns the number of s, or -1 if the graph does not hold it.
func (g *Graph) Index(s State) int {
	if g == nil || g.in.checkState(s) != nil {
		return -1
	}
	return g.find(s)
}

func (g *Graph) find(s State) int {
	if i, ok := g.number[string(g.in.layout.pack(nil, s))]; ok {
		return i
	}
	return -1
}

// An Edge is a step of a [Graph] and the number of the state after it. The number is -1 if the
// graph is incomplete and does not have this state.
type Edge struct {
	Step Step
	To   int
}

// Edges returns the steps that leave state i, in the order of [Interpreter.Successors]. In a
// deadlock, this is the stutter. Each call computes them again.
func (g *Graph) Edges(i int) []Edge {
	from := g.State(i)
	var out []Edge
	for t := range g.in.each(from) {
		out = append(out, Edge{Step: t.Step.Clone(), To: g.find(t.Next)})
	}
	return out
}
