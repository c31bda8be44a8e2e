package draw

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A stateGraph is a graph of reachable states, the initial ones first.
type stateGraph struct {
	states, initial int
	// text is a state in the layout of runs: what differs from the first initial state, or all of that
	// one.
	text  func(state int) string
	edges func(state int) ([]Edge, error)
}

// diagram draws the graph. It ends with the context.
func (g *stateGraph) diagram(ctx context.Context) ([]Diagram, error) {
	d := Diagram{Title: "reachable states"}
	for i := range g.states {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lines := []string{strconv.Itoa(i)}
		for line := range strings.Lines(g.text(i)) {
			lines = append(lines, strings.TrimSpace(line))
		}
		edges, err := g.edges(i)
		if err != nil {
			return nil, err
		}
		if len(edges) == 0 {
			lines = append(lines, "no step is possible")
		}
		d.States = append(d.States, State{Name: strings.Join(lines, "\n"), Initial: i < g.initial, Edges: edges})
	}
	return []Diagram{d}, nil
}

// States is the graph of the reachable states of a system, which must be complete. The first
// initial state shows all values, the others what differs from it. The options select agents. Edges
// bear the commands that begin steps. It ends with the context.
func States(ctx context.Context, in *recipe.Interpreter, g *recipe.Graph, o trace.TextOptions) ([]Diagram, error) {
	sys := in.System()
	graph := stateGraph{states: g.Len(), initial: g.Initial()}
	graph.text = func(i int) string { return stateText(sys, g, i, o) }
	graph.edges = func(i int) (edges []Edge, err error) {
		err = in.EachSuccessor(g.State(i), func(t recipe.Transition) bool {
			e := Edge{To: g.Index(t.Next)}
			if t.Step.Kind == recipe.Stutter {
				return true
			}
			if e.Label = sys.CommandString(t.Step.Command); !slices.Contains(edges, e) {
				edges = append(edges, e)
			}
			return true
		})
		return edges, err
	}
	return graph.diagram(ctx)
}

// stateText is the text of a state of a graph: all values of the first one, and what differs from
// it of the others.
func stateText(sys *recipe.System, g *recipe.Graph, i int, o trace.TextOptions) string {
	first := g.State(0)
	if i == 0 {
		return trace.StateText(sys, first, nil, o)
	}
	return trace.StateText(sys, g.State(i), &first, o)
}

// Reachable is [States] of an interpreted system. Edges bear joint actions.
func Reachable(ctx context.Context, in *interpreted.Interpreter, g *interpreted.Graph, o trace.TextOptions) ([]Diagram, error) {
	names := witness.OfInterpreted(in.System())
	graph := stateGraph{states: len(g.States), initial: g.Initial}
	graph.text = func(i int) string {
		l, before := trace.NewLines(o), witness.Valuation(nil)
		if i > 0 {
			before = names.Values(g.States[0])
		}
		names.Values(g.States[i]).Write(l, before)
		return l.String()
	}
	graph.edges = func(i int) (edges []Edge, err error) {
		for _, move := range g.Moves[i] {
			for _, to := range move.To {
				edges = append(edges, Edge{Label: in.FormatJoint(move.Joint), To: to})
			}
		}
		return edges, nil
	}
	return graph.diagram(ctx)
}
