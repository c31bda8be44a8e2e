package draw

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Talk says who can reach whom on what: On[i][j] lists the channels on which agent j can take
// part in a message of agent i, and "p2p" if i can get from j.
//
// All agents outside of an open system are one agent here, the last one. It can take part in each
// message that the others send. What agents outside do among themselves is left out.
type Talk struct {
	Agents []string     `json:"agents"`
	On     [][][]string `json:"on"`
	// Exact tells that all of it happens in some reachable state.
	Exact bool `json:"exact"`
}

func newTalk(sys *recipe.System) Talk {
	t := Talk{}
	for a := range sys.Agents {
		if sys.Agents[a].Outside {
			t.Agents = append(t.Agents, theOutside)
			break
		}
		t.Agents = append(t.Agents, sys.Agents[a].Name)
	}
	t.On = make([][][]string, len(t.Agents))
	for a := range t.On {
		t.On[a] = make([][]string, len(t.Agents))
		for b := range t.On[a] {
			t.On[a][b] = []string{}
		}
	}
	return t
}

// theOutside is what all agents outside of an open system are called together.
const theOutside = "the outside"

// add adds an entry. Agents outside, which are the last, share one index.
func (t *Talk) add(sys *recipe.System, from, to int, on string) {
	if sys.Agents[from].Outside && sys.Agents[to].Outside {
		return
	}
	cell := &t.On[min(from, len(t.Agents)-1)][min(to, len(t.Agents)-1)]
	if i, there := slices.BinarySearch(*cell, on); !there {
		*cell = slices.Insert(*cell, i, on)
	}
}

// WhoTalks reads the talk of a system off its symbolic interactions: what the agents' text and the
// possible values of variables allow, even if no reachable state has it.
func WhoTalks(m *symbolic.Model) Talk {
	t, open := newTalk(m.System), m.System.IsOpen()
	for _, it := range m.Interactions {
		on := medium(m.System, it.Channel, it.Kind == recipe.PointToPointStep)
		for _, to := range it.Participants() {
			t.add(m.System, it.Initiator, to, on)
		}
		if open && it.Kind != recipe.PointToPointStep {
			t.add(m.System, it.Initiator, len(t.Agents)-1, on)
		}
	}
	return t
}

// WhoTalked is the talk of a system in which just these contacts happen.
func WhoTalked(sys *recipe.System, contacts []mc.Contact) Talk {
	t := newTalk(sys)
	t.Exact = true
	for _, c := range contacts {
		t.add(sys, c.Initiator, c.Participant, medium(sys, c.Channel, c.PointToPoint))
	}
	return t
}

func medium(sys *recipe.System, channel recipe.Value, pointToPoint bool) string {
	if pointToPoint {
		return "p2p"
	}
	return sys.Symbols[channel]
}

// busy are the agents from which something leads to others, and those to which something leads.
func (t Talk) busy() (from, to []int) {
	for i := range t.Agents {
		talks := func(on []string) bool { return len(on) > 0 }
		if slices.ContainsFunc(t.On[i], talks) {
			from = append(from, i)
		}
		if slices.ContainsFunc(t.On, func(row [][]string) bool { return talks(row[i]) }) {
			to = append(to, i)
		}
	}
	return from, to
}

// grouped is the number of agents from which on those whose entries say the same share a row and a
// column.
const grouped = 3

// groups are the agents that share rows and columns: entries stay the same if two of them are
// exchanged.
func (t Talk) groups(agents []int) (groups [][]int) {
	for _, a := range agents {
		i := slices.IndexFunc(groups, func(g []int) bool { return t.exchangeable(g[0], a) })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], a)
	}
	var out [][]int
	for _, g := range groups {
		if len(g) >= grouped {
			out = append(out, g)
			continue
		}
		for _, a := range g {
			out = append(out, []int{a})
		}
	}
	slices.SortFunc(out, func(g, h []int) int { return g[0] - h[0] })
	return out
}

func (t Talk) exchangeable(a, b int) bool {
	for c := range t.Agents {
		if c != a && c != b && (!slices.Equal(t.On[a][c], t.On[b][c]) || !slices.Equal(t.On[c][a], t.On[c][b])) {
			return false
		}
	}
	return slices.Equal(t.On[a][b], t.On[b][a]) && slices.Equal(t.On[a][a], t.On[b][b])
}

// entry is on what agents of a group reach agents of another group, or each other.
func (t Talk) entry(from, to []int) string {
	i, j := from[0], to[0]
	if i == j && len(to) > 1 {
		j = to[1]
	}
	return strings.Join(t.On[i][j], " ")
}

// table is the talk as rows of cells, the first row and column being heads. Rows and columns
// without an entry are left out.
func (t Talk) table() [][]string {
	busyFrom, busyTo := t.busy()
	from, to := t.groups(busyFrom), t.groups(busyTo)
	head := func(group []int) string {
		var names []string
		for _, a := range group {
			names = append(names, t.Agents[a])
		}
		return trace.Together(names, "")
	}
	rows := [][]string{{"from \\ to"}}
	for _, g := range to {
		rows[0] = append(rows[0], head(g))
	}
	for _, g := range from {
		row := []string{head(g)}
		for _, h := range to {
			row = append(row, t.entry(g, h))
		}
		rows = append(rows, row)
	}
	return rows
}

// note says what the table means.
func (t Talk) note() string {
	note := "What the commands allow: a state in which it happens need not be reachable."
	if t.Exact {
		note = "What happens: each of these in some reachable state."
	}
	from, to := t.busy()
	if len(from) == 0 {
		return note + " Nobody receives anything."
	}
	if n := len(t.Agents); len(from) < n || len(to) < n {
		note += " Rows and columns without an entry are left out."
	}
	shares := func(group []int) bool { return len(group) > 1 }
	if slices.ContainsFunc(t.groups(from), shares) || slices.ContainsFunc(t.groups(to), shares) {
		note += " A row of several agents is about each of them; a column, about each other one."
	}
	return note
}

// Scene lays the talk out as a table.
func (t Talk) Scene() *Scene {
	s := &Scene{}
	rows := t.table()
	widths := make([]float64, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], textWidth(cell))
		}
	}
	y := float64(padding)
	for i, row := range rows {
		x := float64(padding)
		for j, cell := range row {
			style := Plain
			if i == 0 || j == 0 {
				style = Head
			}
			if cell != "" {
				s.box(x, y, widths[j], lineHeight, cell, style)
			}
			x += widths[j] + padding
		}
		y += lineHeight + padding
		s.line(Grid, false, [2]float64{padding, y - padding/2}, [2]float64{x - padding, y - padding/2})
	}
	s.text(padding, y, t.note(), Mark)
	return s
}

// WriteText writes the talk for a terminal, until the context ends. Errors are those of w and of
// the context.
func (t Talk) WriteText(ctx context.Context, w io.Writer) error {
	rows := t.table()
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := writeRow(w, widths, row, ""); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, t.note())
	return err
}

// WriteDOT writes the talk as a Graphviz graph, until the context ends. Errors are those of w and
// of the context.
func (t Talk) WriteDOT(ctx context.Context, w io.Writer) error {
	p := &pen{ctx: ctx, w: w}
	p.printf("%s", graphHead)
	p.printf("  label=%s;\n", quote(t.note()))
	for i, name := range t.Agents {
		p.printf("  a%d [label=%s];\n", i, quote(name))
	}
	for i := range t.Agents {
		if p.err != nil {
			return p.err
		}
		for j, on := range t.On[i] {
			if len(on) > 0 {
				p.printf("  a%d -> a%d [label=%s];\n", i, j, quote(strings.Join(on, ", ")))
			}
		}
	}
	p.printf("}\n")
	return p.err
}
