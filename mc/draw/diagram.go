package draw

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Diagram is an automaton with labels on its edges.
type Diagram struct {
	Title  string
	States []State
}

// A State of a diagram, with the edges that leave it.
type State struct {
	Name    string
	Initial bool
	Edges   []Edge
}

// An Edge leads to the state with index To.
type Edge struct {
	Label string
	To    int
}

// Structure returns the structure automata of a system's agent types (P000
// Definition 3), each as its first instance has it.
func Structure(sys *recipe.System) []Diagram {
	var out []Diagram
	var seen []string
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		if slices.Contains(seen, agent.TypeName) {
			continue
		}
		seen = append(seen, agent.TypeName)
		d := Diagram{Title: "agent " + agent.TypeName}
		for s := range agent.States {
			d.States = append(d.States, State{Name: fmt.Sprint(s), Initial: s == 0})
		}
		for id := agent.Commands.Start; id < agent.Commands.End; id++ {
			c := &sys.Commands[id]
			d.States[c.From].Edges = append(d.States[c.From].Edges, Edge{sys.CommandText(id), c.To})
		}
		out = append(out, d)
	}
	return out
}

// Automaton returns the diagram of a Büchi automaton; edges tell in braces
// which acceptance sets they belong to.
func Automaton(title string, a *ltol.Automaton, n ltol.Notation) Diagram {
	d := Diagram{Title: title}
	for q, edges := range a.States {
		s := State{Name: fmt.Sprint(q), Initial: slices.Contains(a.Initial, q)}
		for _, e := range edges {
			label := e.Guard.Format(n)
			var sets []string
			for i := range a.Acceptance {
				if e.Acc>>i&1 == 1 {
					sets = append(sets, fmt.Sprint(i))
				}
			}
			if len(sets) > 0 {
				label += " {" + strings.Join(sets, ",") + "}"
			}
			s.Edges = append(s.Edges, Edge{label, e.To})
		}
		d.States = append(d.States, s)
	}
	return d
}

// Scene lays the diagram out. States stand one below the other. Below each,
// one row per edge holds its label; the edge goes on to the right, along the
// rail of its target, and enters the target along the target's own row.
func (d Diagram) Scene() *Scene {
	const indent, rail = 40, 14
	s := &Scene{}
	y := float64(padding)
	if d.Title != "" {
		s.text(padding, y, d.Title, Title)
		y += lineHeight + 2*padding
	}
	right := 0.0
	place := make([]float64, len(d.States)) // the middle of each state's row
	var rows []float64
	for i, st := range d.States {
		style := Node
		if st.Initial {
			style = Start
		}
		w := s.text(padding, y, st.Name, style)
		place[i] = y + lineHeight/2
		middle := padding + w/2
		bottom := y + lineHeight
		y += lineHeight + padding
		for _, e := range st.Edges {
			w := s.text(indent, y, e.Label, Label)
			s.line(Rail, false, [2]float64{middle, bottom}, [2]float64{middle, y + lineHeight/2}, [2]float64{indent, y + lineHeight/2})
			right = max(right, indent+w)
			rows = append(rows, y+lineHeight/2)
			y += lineHeight + padding
		}
		y += 2 * padding
	}
	right += rail
	row := 0
	for _, st := range d.States {
		for _, e := range st.Edges {
			x := right + float64(e.To)*rail
			start := indent + textWidth(e.Label)
			enter := padding + textWidth(d.States[e.To].Name)
			s.line(Rail, true, [2]float64{start, rows[row]}, [2]float64{x, rows[row]}, [2]float64{x, place[e.To]}, [2]float64{enter, place[e.To]})
			row++
		}
	}
	return s
}

// Scenes lays several diagrams out one below the other.
func Scenes(ds ...Diagram) *Scene {
	s := &Scene{}
	for _, d := range ds {
		s.Add(d.Scene())
	}
	return s
}

// Text writes the diagram for a terminal.
func (d Diagram) Text() string {
	var b strings.Builder
	if d.Title != "" {
		fmt.Fprintln(&b, d.Title)
	}
	for _, st := range d.States {
		mark := " "
		if st.Initial {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s (%s)\n", mark, st.Name)
		for _, e := range st.Edges {
			fmt.Fprintf(&b, "     --> (%s)  %s\n", d.States[e.To].Name, e.Label)
		}
	}
	return b.String()
}

// DOT writes diagrams as one Graphviz graph, each as a cluster.
func DOT(ds ...Diagram) string {
	var b strings.Builder
	b.WriteString("digraph {\n  node [shape=box, style=rounded, fontname=monospace];\n  edge [fontname=monospace];\n")
	for i, d := range ds {
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s;\n", i, quote(d.Title))
		for q, st := range d.States {
			attributes := "label=" + quote(st.Name)
			if st.Initial {
				attributes += ", penwidth=2"
			}
			fmt.Fprintf(&b, "    n%d_%d [%s];\n", i, q, attributes)
			for _, e := range st.Edges {
				fmt.Fprintf(&b, "    n%d_%d -> n%d_%d [label=%s];\n", i, q, i, e.To, quote(e.Label))
			}
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
