package recipe

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// ErrStateLimit is wrapped by the error of an exploration that met more states than it may.
var ErrStateLimit = errors.New("recipe: limit on explicit states reached")

// A Graph is the part of a system's state graph that an exploration has seen. States are numbered
// from 0 in breadth-first order: by layer, and within a layer in order of discovery. It is for
// small models and tests; memory is about (bytes of a packed state + 60) per state.
type Graph struct {
	in *Interpreter
	// Layers are the breadth-first layers: layer 0 holds the initial states, layer k those at
	// distance k. Of an incomplete graph's last layer not all states have been expanded, and states
	// beyond it are in no layer.
	Layers []Range
	// Steps counts the transitions, stutters not included. Steps that differ count apart even if
	// they lead to the same state.
	Steps int
	// Deadlocks are the states without any step, ascending.
	Deadlocks []int
	// Complete tells whether every successor of every state is in the graph.
	Complete bool

	table  stateTable
	parent []int32 // -1 for initial states
}

// Explore enumerates the reachable states of at most limit states (no limit if it is 0 or less).
// When it stops early the graph holds what was found, and the error wraps [ErrStateLimit], the
// context's error or is a [NoInitialStateError].
func Explore(ctx context.Context, in *Interpreter, limit int) (*Graph, error) {
	if err := explorable(ctx, in); err != nil {
		return nil, err
	}
	g := &Graph{in: in, table: newStateTable(in)}
	var stop error
	reach := func(s State, parent int) bool {
		if limit > 0 && len(g.table.keys) == limit && g.table.find(s) < 0 {
			stop = fmt.Errorf("%w: more than %d states, %d layers begun", ErrStateLimit, limit, len(g.Layers))
			return false
		}
		if g.table.add(s) {
			g.parent = append(g.parent, int32(parent))
		}
		return true
	}
	if err := in.InitialStates(func(s State) bool { return reach(s, -1) && ctx.Err() == nil }); err != nil {
		return g, err
	}
	current := in.newState()
	for done := 0; stop == nil && done < len(g.table.keys); {
		layer := Range{Start: done, End: len(g.table.keys)}
		g.Layers = append(g.Layers, layer)
		for ; done < layer.End && stop == nil; done++ {
			if done%256 == 0 && ctx.Err() != nil {
				stop = fmt.Errorf("recipe: exploration stopped after %d states, %d layers begun: %w", len(g.table.keys), len(g.Layers), ctx.Err())
				break
			}
			g.expand(done, current, reach)
		}
	}
	g.Complete = stop == nil
	return g, stop
}

func (g *Graph) expand(i int, current State, reach func(State, int) bool) {
	g.table.state(i, current)
	g.in.each(current, func(t Transition) bool {
		if t.Step.Kind == Stutter {
			g.Deadlocks = append(g.Deadlocks, i)
			return true
		}
		g.Steps++
		return reach(t.Next, i)
	})
}

func (in *Interpreter) newState() State {
	return State{Locals: make([]Value, len(in.sys.Vars)), Control: make([]int, len(in.sys.Agents))}
}

// Len is the number of states.
func (g *Graph) Len() int {
	if g == nil {
		return 0
	}
	return len(g.table.keys)
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
	s := g.in.newState()
	g.table.state(i, s)
	return s
}

// Index returns the number of s, or -1 if the graph does not hold it.
func (g *Graph) Index(s State) int {
	if g == nil || g.in.checkState(s) != nil {
		return -1
	}
	return g.table.find(s)
}

// An Edge is a step of a [Graph] and the number of the state it leads to, -1 if the graph is
// incomplete and lacks it.
type Edge struct {
	Step Step
	To   int
}

// Edges returns the steps that leave state i, in the order of [Interpreter.Successors]; on a
// deadlock that is the stutter. They are computed anew by each call.
func (g *Graph) Edges(i int) []Edge {
	from := g.State(i)
	var out []Edge
	g.in.each(from, func(t Transition) bool {
		out = append(out, Edge{Step: t.Step.Clone(), To: g.table.find(t.Next)})
		return true
	})
	return out
}

// Path returns a shortest run to state i: the initial state it starts from and the transitions from
// there.
func (g *Graph) Path(i int) (State, []Transition) {
	g.mustHold(i)
	var numbers []int
	for ; i >= 0; i = int(g.parent[i]) {
		numbers = append(numbers, i)
	}
	slices.Reverse(numbers)
	start := g.State(numbers[0])
	var out []Transition
	at := start
	for _, n := range numbers[1:] {
		next := g.State(n)
		g.in.each(at, func(t Transition) bool {
			if !t.Next.Equal(next) {
				return true
			}
			out = append(out, t.Clone())
			return false
		})
		at = next
	}
	return start, out
}

// A stateTable numbers packed states in order of insertion.
type stateTable struct {
	layout layout
	keys   []string
	number map[string]int
	buffer []byte
}

func newStateTable(in *Interpreter) stateTable {
	return stateTable{layout: in.layout, number: map[string]int{}}
}

func (t *stateTable) state(i int, s State) { t.layout.unpack(t.keys[i], s) }

// find is the number of a state, -1 if it has none.
func (t *stateTable) find(s State) int { return t.at(t.layout.pack(nil, s)) }

func (t *stateTable) at(key []byte) int {
	if i, ok := t.number[string(key)]; ok {
		return i
	}
	return -1
}

// add numbers s if it is new, which it reports.
func (t *stateTable) add(s State) bool {
	t.buffer = t.layout.pack(t.buffer[:0], s)
	if t.at(t.buffer) >= 0 {
		return false
	}
	t.number[string(t.buffer)] = len(t.keys)
	t.keys = append(t.keys, string(t.buffer))
	return true
}
