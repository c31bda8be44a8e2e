package draw

// Columns are a picture of several columns of text and what links them: runs from top to bottom
// side by side, say.
type Columns struct {
	Columns [][]Row
	Links   []Link
}

// A Row is some lines of text: in a box if the style is Node, at the border if it is Title, else
// indented.
type Row struct {
	Lines []string
	Style Style
}

// A Place is a row of a column.
type Place struct{ Column, Row int }

// A Link is an arrow from one row to another. Downwards in a column it passes by the rows between,
// which are indented; upwards it goes round them. To another column it is drawn between the columns
// and below those that it passes.
type Link struct {
	From, To Place
	Style    Style
}

// Add adds a row to a column, which may be the first one after the last, and returns its place.
func (c *Columns) Add(column int, style Style, lines ...string) Place {
	if column == len(c.Columns) {
		c.Columns = append(c.Columns, nil)
	}
	c.Columns[column] = append(c.Columns[column], Row{lines, style})
	return Place{column, len(c.Columns[column]) - 1}
}

// Link adds a link.
func (c *Columns) Link(from, to Place, style Style) { c.Links = append(c.Links, Link{from, to, style}) }

// Scene lays the columns out.
func (c *Columns) Scene() *Scene {
	const indent, gutter, rail = 24, 56, 10
	s := &Scene{}
	type frame struct{ x, y, w, h float64 }
	frames, borders := make([][]frame, len(c.Columns)), make([]float64, len(c.Columns)) // borders on the right
	x := float64(2 * padding)
	for i, rows := range c.Columns {
		y, right := float64(2*padding), x
		for _, r := range rows {
			f := frame{x: x, y: y}
			if r.Style != Node && r.Style != Title {
				f.x += indent
			}
			for _, line := range r.Lines {
				f.w = max(f.w, textWidth(line))
			}
			f.h = float64(len(r.Lines)) * lineHeight
			style := r.Style
			if style == Node { // one box around all lines
				s.box(f.x, f.y, f.w, f.h, "", Node)
				style = Plain
			}
			for _, line := range r.Lines {
				s.text(f.x, y, line, style)
				y += lineHeight
			}
			frames[i] = append(frames[i], f)
			right = max(right, f.x+f.w)
			y += 3 * padding
		}
		borders[i], x = right, right+gutter
	}
	at := func(p Place) frame { return frames[p.Column][p.Row] }
	bottom, turns := s.H+rail, map[int]float64{}
	for _, l := range c.Links {
		from, to := at(l.From), at(l.To)
		middle, target := from.y+from.h/2, to.y+to.h/2
		switch {
		case l.From.Column == l.To.Column && l.To.Row > l.From.Row:
			s.line(l.Style, true, [2]float64{from.x + rail, from.y + from.h}, [2]float64{from.x + rail, to.y})
		case l.From.Column == l.To.Column:
			turns[l.From.Column] += rail
			out := borders[l.From.Column] + turns[l.From.Column]
			s.line(l.Style, true, [2]float64{from.x + from.w, middle}, [2]float64{out, middle}, [2]float64{out, target - 3}, [2]float64{to.x + to.w, target - 3})
		default:
			turns[l.From.Column] += rail
			out := borders[l.From.Column] + turns[l.From.Column]
			points := [][2]float64{{from.x + from.w, middle + 3}, {out, middle + 3}}
			if l.To.Column > l.From.Column+1 {
				before := to.x - rail
				points = append(points, [2]float64{out, bottom}, [2]float64{before, bottom}, [2]float64{before, target})
				bottom += rail
			} else {
				points = append(points, [2]float64{out, target})
			}
			s.line(l.Style, true, append(points, [2]float64{to.x, target})...)
		}
	}
	return s
}
