package draw

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// Channelled is the channelled transition system of the agents that are not outside (P001
// Definition 3), from the graph of all reachable states. Its states are those of these agents
// alone. An edge `ann-ask ! request` is a message of one of them, with the receives of the others.
// An edge `ann-got ? grant` is a hole: a message from outside, with those that receive it. Steps in
// which they have no part are left out. The options and the limits are those of [States].
func Channelled(ctx context.Context, in *recipe.Interpreter, g *recipe.Graph, o trace.TextOptions) ([]Diagram, error) {
	c := &channelled{in: in, sys: in.System(), whole: g, at: map[string]int{}}
	for i := range g.Len() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.place(i)
	}
	graph := stateGraph{states: len(c.members), initial: c.initial, edges: c.edges}
	graph.text = func(i int) string { return stateText(c.sys, g, c.members[i][0], o) }
	d, err := graph.diagram(ctx)
	if err == nil {
		d[0].Title = "channelled transition system"
	}
	return d, err
}

// channelled groups the states of a graph by what they say of the agents that are not outside.
type channelled struct {
	in      *recipe.Interpreter
	sys     *recipe.System
	whole   *recipe.Graph
	at      map[string]int
	members [][]int // states of the graph, by group
	of      []int   // groups, by state of the graph
	initial int     // how many groups have an initial state; they are the first
}

// place puts a state of the graph into its group.
func (c *channelled) place(i int) {
	s, key := c.whole.State(i), ""
	for a := range c.sys.Agents {
		if agent := &c.sys.Agents[a]; !agent.Outside {
			key += fmt.Sprint(s.Control[a], s.Locals[agent.Vars.Start:agent.Vars.End])
		}
	}
	n, known := memo.Number(c.at, key)
	if !known {
		c.members = append(c.members, nil)
	}
	c.members[n], c.of = append(c.members[n], i), append(c.of, n)
	if i < c.whole.Initial() {
		c.initial = len(c.members)
	}
}

// edges are the steps from the states of a group.
func (c *channelled) edges(group int) (edges []Edge, err error) {
	for _, i := range c.members[group] {
		err = c.in.EachSuccessor(c.whole.State(i), func(t recipe.Transition) bool {
			label := c.label(t.Step)
			e := Edge{Label: label, To: c.of[c.whole.Index(t.Next)]}
			if label != "" && !slices.Contains(edges, e) {
				edges = append(edges, e)
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return edges, nil
}

// label is what agents that are not outside do in a step, empty if they do nothing.
func (c *channelled) label(step recipe.Step) string {
	if step.Kind == recipe.Stutter {
		return ""
	}
	what := "get"
	if step.Kind != recipe.PointToPointStep {
		what = c.sys.ValueString(c.sys.Channel, step.Channel)
	}
	var takes []string
	for _, p := range step.Participants {
		if !c.sys.Agents[p.Agent].Outside {
			takes = append(takes, c.sys.CommandString(p.Command))
		}
	}
	switch {
	case !c.sys.Agents[step.Initiator].Outside:
		return strings.Join(append([]string{c.sys.CommandString(step.Command) + " ! " + what}, takes...), ", ")
	case len(takes) > 0:
		return strings.Join(takes, ", ") + " ? " + what
	}
	return ""
}
