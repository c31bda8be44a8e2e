package draw

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Grids are the states of a run, each as a grid on which agents stand where their pictures say.
type Grids struct {
	Title string
	// Columns and Rows are the numbers of the columns, from the left, and of the rows, from the top.
	Columns, Rows []int
	States        []GridState
	// Loop is the state to which the last step leads back, -1 if the run ends.
	Loop int
}

// A GridState has the labels of the agents in each cell, by row and column. Moved are the cells in
// which something else is than in the state before.
type GridState struct {
	Cells [][][]string
	Moved [][]bool
}

// gridLines bounds the columns and rows that are drawn because an agent could stand there, and
// gridMost those between agents of the run. Where there are more, only those in which an agent
// stands are drawn.
const (
	gridLines = 30
	gridMost  = 100
)

// NewGrids places the agents in all states of a run. The pictures are by agent, nil for an agent
// without one. The error wraps [recipe.ErrMisuse] if there is no picture; it ends with the context.
func NewGrids(ctx context.Context, in *recipe.Interpreter, pictures []*recipe.Picture, t *trace.Trace) (*Grids, error) {
	out := &Grids{Loop: t.Loop}
	var states [][]recipe.Placed
	var columns, rows span
	for _, step := range t.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		placed, err := in.Placed(pictures, step.State)
		if err != nil {
			return nil, err
		}
		for _, p := range placed {
			columns.add(p.Column)
			rows.add(p.Row)
		}
		states = append(states, placed)
	}
	if columns.empty() {
		return nil, fmt.Errorf("draw: %w: no agent has a picture", recipe.ErrMisuse)
	}
	for _, p := range pictures {
		if p != nil {
			columns.widen(p.Column.Type)
			rows.widen(p.Row.Type)
		}
	}
	out.Columns, out.Rows = columns.numbers(), rows.numbers()
	slices.Reverse(out.Rows)
	for i, placed := range states {
		s := GridState{Cells: make([][][]string, len(out.Rows)), Moved: make([][]bool, len(out.Rows))}
		for y := range s.Cells {
			s.Cells[y], s.Moved[y] = make([][]string, len(out.Columns)), make([]bool, len(out.Columns))
		}
		for _, p := range placed {
			cell := &s.Cells[slices.Index(out.Rows, p.Row)][slices.Index(out.Columns, p.Column)]
			*cell = append(*cell, p.Label)
		}
		for y, row := range s.Cells {
			for x, cell := range row {
				s.Moved[y][x] = i > 0 && !slices.Equal(cell, out.States[i-1].Cells[y][x])
			}
		}
		out.States = append(out.States, s)
	}
	return out, nil
}

// A span is an interval around some integers; the zero value has none.
type span struct {
	low, high int
	taken     map[int]bool
}

func (s *span) add(n int) {
	if s.taken == nil {
		s.low, s.high, s.taken = n, n, map[int]bool{}
	}
	s.low, s.high, s.taken[n] = min(s.low, n), max(s.high, n), true
}

func (s *span) empty() bool { return s.taken == nil }

// widen adds all values of a type, if they are few.
func (s *span) widen(t *recipe.Type) {
	low, high := min(s.low, t.Lo), max(s.high, t.Hi)
	if high-low < gridLines {
		s.low, s.high = low, high
	}
}

func (s *span) numbers() (out []int) {
	if s.high-s.low >= gridMost {
		return slices.Sorted(maps.Keys(s.taken))
	}
	for n := s.low; n <= s.high; n++ {
		out = append(out, n)
	}
	return out
}

// heading names a state.
func (g *Grids) heading(i int) string {
	text := "state " + strconv.Itoa(i)
	if i == g.Loop {
		text += ", from which the steps repeat for ever"
	}
	return text
}

// WriteText writes the grids for a terminal, one below the other, until the context ends. Errors
// are those of w and of the context.
func (g *Grids) WriteText(ctx context.Context, w io.Writer) error {
	widths := make([]int, len(g.Columns)+1)
	cell := func(labels []string) string {
		if len(labels) == 0 {
			return "."
		}
		return strings.Join(labels, ",")
	}
	for _, row := range g.Rows {
		widths[0] = max(widths[0], len(strconv.Itoa(row))+2)
	}
	for x, column := range g.Columns {
		widths[x+1] = len(strconv.Itoa(column))
		for _, s := range g.States {
			for y := range g.Rows {
				widths[x+1] = max(widths[x+1], utf8.RuneCountInString(cell(s.Cells[y][x])))
			}
		}
	}
	foot := []string{""}
	for _, column := range g.Columns {
		foot = append(foot, strconv.Itoa(column))
	}
	for i, s := range g.States {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, g.heading(i)); err != nil {
			return err
		}
		for y, row := range g.Rows {
			cells := []string{fmt.Sprintf("%*d |", widths[0]-2, row)}
			for x := range g.Columns {
				cells = append(cells, cell(s.Cells[y][x]))
			}
			if err := writeRow(w, widths, cells, ""); err != nil {
				return err
			}
		}
		if err := writeRow(w, widths, foot, ""); err != nil {
			return err
		}
	}
	return nil
}

// How wide the grids side by side may be, and how far they are apart, in pixels.
const (
	gridsWidth = 1000.0
	gridsApart = 28.0
)

// Scene lays the grids out, side by side as long as there is room. What moved is marked. It ends
// with the context.
func (g *Grids) Scene(ctx context.Context) (*Scene, error) {
	s := &Scene{}
	y := s.title(g.Title)
	cell := 24.0
	lines := 1
	for _, state := range g.States {
		for _, row := range state.Cells {
			for _, labels := range row {
				lines = max(lines, len(labels))
				for _, label := range labels {
					cell = max(cell, textWidth(label))
				}
			}
		}
	}
	height := max(cell*0.7, float64(lines)*lineHeight+padding)
	left := textWidth(strconv.Itoa(slices.Max(g.Rows))) + padding
	width := left + float64(len(g.Columns))*cell
	x := float64(padding)
	for i, state := range g.States {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w := max(width, textWidth(g.heading(i)))
		if x > padding && x+w > gridsWidth {
			x, y = padding, y+float64(len(g.Rows))*height+3*lineHeight
		}
		s.text(x, y, g.heading(i), Head)
		g.state(s, state, x+left, y+lineHeight+padding, cell, height)
		x += w + gridsApart
	}
	if g.Loop >= 0 {
		s.text(padding, s.H+padding, fmt.Sprintf("and again from %d, for ever", g.Loop), Mark)
	}
	return s, nil
}

// state draws a grid whose upper left corner is at x, y, with the numbers of rows and columns
// around it.
func (g *Grids) state(s *Scene, state GridState, x, y, width, height float64) {
	for r, number := range g.Rows {
		text := strconv.Itoa(number)
		s.text(x-textWidth(text), y+float64(r)*height+(height-lineHeight)/2, text, Change)
		for c := range g.Columns {
			labels := state.Cells[r][c]
			style := Cell
			switch {
			case state.Moved[r][c]:
				style = Moved
			case len(labels) > 0:
				style = Taken
			}
			left, top := x+float64(c)*width, y+float64(r)*height
			s.box(left, top, width, height, "", style)
			top += (height - float64(len(labels))*lineHeight) / 2
			for k, label := range labels {
				s.text(left+(width-textWidth(label))/2, top+float64(k)*lineHeight, label, Plain)
			}
		}
	}
	for c, number := range g.Columns {
		text := strconv.Itoa(number)
		s.text(x+float64(c)*width+(width-textWidth(text))/2, y+float64(len(g.Rows))*height, text, Change)
	}
}
