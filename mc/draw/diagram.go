package draw

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Diagram is an automaton with labels on its edges.
type Diagram struct {
	Title  string
	States []State
}

// A State of a diagram, with the edges that leave it. Its name may have several lines.
type State struct {
	Name    string
	Initial bool
	Edges   []Edge
}

// An Edge leads to the state with index To.
type Edge struct {
	Label string
	To    int
	// Short stands on the arrow of a picture, and the label below it; empty if the label is short
	// enough.
	Short string
}

// Structure returns the structure automata of a system's agent types (P000 Definition 3), except
// agents outside. The text
// of a command, by its id, should be as the type has it; nil stands for what
// [recipe.System.CommandText] writes, which names the first instance where the type says `myself`.
func Structure(sys *recipe.System, text func(id int) string) []Diagram {
	if text == nil {
		text = sys.CommandText
	}
	var out []Diagram
	var seen []string
	for a := range sys.Agents {
		agent := &sys.Agents[a]
		if slices.Contains(seen, agent.TypeName) || agent.Outside {
			continue
		}
		seen = append(seen, agent.TypeName)
		d := Diagram{Title: "agent " + agent.TypeName}
		for s := range agent.States {
			d.States = append(d.States, State{Name: fmt.Sprint(s), Initial: s == 0})
		}
		for id := range agent.Commands.All() {
			c := &sys.Commands[id]
			if id > agent.Commands.Start && sys.SameText(id-1, id) && text(id-1) == text(id) {
				continue
			}
			short := cmp.Or(c.Label, fmt.Sprintf("#%d", id-agent.Commands.Start+1))
			d.States[c.From].Edges = append(d.States[c.From].Edges, Edge{text(id), c.To, short})
		}
		out = append(out, d)
	}
	return out
}

// Automaton returns the diagram of a Büchi automaton; edges tell in braces which acceptance sets
// they belong to.
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
			s.Edges = append(s.Edges, Edge{Label: label, To: e.To})
		}
		d.States = append(d.States, s)
	}
	return d
}

// longest is the number of characters up to which a label stands on its arrow, and widest that of
// lines below a picture.
const longest, widest = 26, 100

// An arrow is the edges from one state to another, or to itself.
type arrow struct {
	from, to int
	lines    []string
	w, h     float64
}

// arrows are the edges, with the entries of the legend that they need.
func (d Diagram) arrows() (list []*arrow, legend [][2]string) {
	known, long := map[[2]int]*arrow{}, map[string]string{}
	for q, st := range d.States {
		for _, e := range st.Edges {
			a := known[[2]int{q, e.To}]
			if a == nil {
				a = &arrow{from: q, to: e.To}
				known[[2]int{q, e.To}] = a
				list = append(list, a)
			}
			line := e.Label
			if e.Short != "" || utf8.RuneCountInString(line) > longest {
				line = long[e.Label]
				if line == "" || e.Short != "" {
					line = cmp.Or(e.Short, fmt.Sprintf("(%d)", len(legend)+1))
					long[e.Label] = line
					legend = append(legend, [2]string{line, strings.TrimPrefix(e.Label, line+": ")})
				}
			}
			a.lines = append(a.lines, line)
			a.w, a.h = max(a.w, textWidth(line)), a.h+lineHeight
		}
	}
	return list, legend
}

// reached tells the states to which a path leads from an initial one.
func (d Diagram) reached() []bool {
	out := make([]bool, len(d.States))
	var visit func(q int)
	visit = func(q int) {
		if !out[q] {
			out[q] = true
			for _, e := range d.States[q].Edges {
				visit(e.To)
			}
		}
	}
	for q, st := range d.States {
		if st.Initial {
			visit(q)
		}
	}
	return out
}

// Scene lays the diagram out: a title, the states with their arrows in layers, and a legend with
// the labels that are too long to stand on an arrow. States that nothing leads to are dashed. It
// ends with the context.
func (d Diagram) Scene(ctx context.Context) (*Scene, error) {
	const loop = 22.0 // how far the arrow of a state to itself reaches
	s := &Scene{}
	y := s.title(d.Title) + stateHeight/2 // for the arrows into initial states
	left := 3.0 * padding
	list, legend := d.arrows()
	nodes := make([]point, len(d.States))
	sizes := make([][2]float64, len(d.States))
	for q, st := range d.States {
		sizes[q] = st.size()
		w, h := sizes[q][0], sizes[q][1]
		nodes[q] = point{w: w, h: h, box: h, hub: w / 2}
	}
	var arcs []arc
	for _, a := range list {
		if a.from == a.to {
			nodes[a.from].w += loop + a.w
			nodes[a.from].h = max(nodes[a.from].h, a.h)
			continue
		}
		arcs = append(arcs, arc{from: a.from, to: a.to, w: a.w, h: a.h})
	}
	l, err := newLayered(ctx, nodes, arcs)
	if err != nil {
		return nil, err
	}
	reached := d.reached()
	for q, st := range d.States {
		style := Node
		switch {
		case !reached[q]:
			style = Dead
		case st.Initial:
			style = Start
		}
		x, top := left+l.points[q].x, y+l.top[l.points[q].layer]+(l.height[l.points[q].layer]-sizes[q][1])/2
		s.state(x, top, sizes[q], st.Name, style)
		if st.Initial {
			s.line(Rail, true, [2]float64{x - 8, top - 8}, [2]float64{x + 4, top + 4})
		}
	}
	next := 0
	for _, a := range list {
		if a.from == a.to {
			s.loop(a, left+l.points[a.from].x+sizes[a.from][0], y+l.top[l.points[a.from].layer]+l.height[l.points[a.from].layer]/2, loop)
			continue
		}
		way := &l.arcs[next]
		next++
		line := l.line(way)
		for i := range line {
			line[i][0] += left
			line[i][1] += y
		}
		s.line(Rail, true, line...)
		p := &l.points[way.label]
		s.lines(left+p.x, y+l.top[p.layer]+(l.height[p.layer]-a.h)/2, a.lines, Label)
	}
	s.legend(legend, !slices.Contains(reached, false))
	return s, nil
}

// size is the width and the height of the box of a state.
func (st State) size() [2]float64 {
	lines := strings.Split(st.Name, "\n")
	w, h := float64(stateHeight), max(stateHeight, float64(len(lines))*lineHeight)
	for _, line := range lines {
		if utf8.RuneCountInString(line) > 2 || len(lines) > 1 {
			w = max(w, textWidth(line)+2*padding)
		}
	}
	return [2]float64{w, h}
}

// state draws the box of a state.
func (s *Scene) state(x, y float64, size [2]float64, name string, style Style) {
	lines := strings.Split(name, "\n")
	if len(lines) == 1 {
		s.box(x, y, size[0], size[1], name, style)
		return
	}
	s.box(x, y, size[0], size[1], "", style)
	s.lines(x+padding, y, lines, Plain)
}

// loop draws the arrow of a state to itself, from the right end of the state.
func (s *Scene) loop(a *arrow, x, y, size float64) {
	const r = stateHeight / 2
	var line [][2]float64
	for i := range 13 {
		turn := math.Pi * (float64(i)/6 - 1) * 0.8
		line = append(line, [2]float64{x - 4 + size/2 + math.Cos(turn)*size/2, y + math.Sin(turn)*r*0.7})
	}
	s.line(Rail, true, line...)
	s.lines(x+size, y-a.h/2, a.lines, Label)
}

// lines writes lines of text one below the other.
func (s *Scene) lines(x, y float64, texts []string, style Style) {
	for i, text := range texts {
		s.text(x, y+float64(i)*lineHeight, text, style)
	}
}

// legend writes below the picture what its labels stand for.
func (s *Scene) legend(entries [][2]string, allReached bool) {
	y := s.H + padding
	if !allReached {
		s.text(padding, y, "dashed: no way leads there", Mark)
		y += lineHeight
	}
	x := 0.0
	for _, e := range entries {
		x = max(x, padding+textWidth(e[0])+padding)
	}
	for _, e := range entries {
		s.text(padding, y, e[0], Label)
		for _, line := range wrap(e[1], widest) {
			s.text(x, y, line, Change)
			y += lineHeight
		}
	}
}

// wrap breaks a text at blanks.
func wrap(text string, width int) []string {
	lines := []string{""}
	for word := range strings.FieldsSeq(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, "  "+word)
		}
	}
	return lines
}

// Scenes lays several diagrams, or runs, out one below the other. It ends with the context.
func Scenes[P interface {
	Scene(context.Context) (*Scene, error)
}](ctx context.Context, ds ...P) (*Scene, error) {
	s := &Scene{}
	for _, d := range ds {
		t, err := d.Scene(ctx)
		if err != nil {
			return nil, err
		}
		s.Add(t)
	}
	return s, nil
}

// WriteText writes the diagram for a terminal, until the context ends. Errors are those of w and of
// the context.
func (d Diagram) WriteText(ctx context.Context, w io.Writer) error {
	p := &pen{ctx: ctx, w: w}
	if d.Title != "" {
		p.printf("%s\n", d.Title)
	}
	for _, st := range d.States {
		if p.err != nil {
			return p.err
		}
		mark := " "
		if st.Initial {
			mark = ">"
		}
		p.printf("%s (%s)\n", mark, oneLine(st.Name))
		for _, e := range st.Edges {
			number, _, _ := strings.Cut(d.States[e.To].Name, "\n")
			p.printf("     --> (%s)  %s\n", number, e.Label)
		}
	}
	return p.err
}

// oneLine is the name of a state: its first line, and the others after a colon.
func oneLine(name string) string {
	first, rest, _ := strings.Cut(name, "\n")
	if rest == "" {
		return first
	}
	return first + ": " + strings.ReplaceAll(rest, "\n", "; ")
}

// graphHead begins a Graphviz graph.
const graphHead = "digraph {\n  node [shape=box, style=rounded, fontname=monospace];\n  edge [fontname=monospace];\n"

// WriteDOT writes diagrams as one Graphviz graph, each as a cluster, until the context ends. Errors
// are those of w and of the context.
func WriteDOT(ctx context.Context, w io.Writer, ds ...Diagram) error {
	p := &pen{ctx: ctx, w: w}
	p.printf("%s", graphHead)
	for i, d := range ds {
		p.printf("  subgraph cluster_%d {\n    label=%s;\n", i, quote(d.Title))
		for q, st := range d.States {
			if p.err != nil {
				return p.err
			}
			attributes := "label=" + quote(st.Name)
			if st.Initial {
				attributes += ", penwidth=2"
			}
			p.printf("    n%d_%d [%s];\n", i, q, attributes)
			for _, e := range st.Edges {
				p.printf("    n%d_%d -> n%d_%d [label=%s];\n", i, q, i, e.To, quote(e.Label))
			}
		}
		p.printf("  }\n")
	}
	p.printf("}\n")
	return p.err
}

var quoter = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func quote(s string) string { return `"` + quoter.Replace(s) + `"` }
