package plot

import (
	"fmt"
	"math"
	"strings"
)

// Attributes of what is drawn behind the data.
const (
	gridStroke  = `stroke="#dddddd" stroke-width="1"`
	minorStroke = `stroke="#f0f0f0" stroke-width="1"`
	frameStroke = `fill="none" stroke="#444444" stroke-width="1"`
	stripFill   = `fill="#f3ece4"`
	helpStroke  = `stroke="#999999" stroke-width="1" stroke-dasharray="2 3"`
	helpText    = `font-size="10" fill="#666666" paint-order="stroke" stroke="white" stroke-width="3"`
)

// A frame is a panel with its place.
type frame struct {
	*Panel
	x, y, w, h float64
}

// at is the pixel for a point.
func (f *frame) at(p Point) (x, y float64) {
	x, y = f.X.place(p.X, f.w), f.Y.place(p.Y, f.h)
	if p.BeyondX {
		x = f.X.beyond(f.w)
	}
	if p.BeyondY {
		y = f.Y.beyond(f.h)
	}
	return f.x + x, f.y + f.h - y
}

// panel draws a panel whose inside has its upper left corner at x, y.
func (c *canvas) panel(p *Panel, x, y, w, h float64) {
	f := &frame{p, x, y, w, h}
	c.axes(f)
	c.strips(f)
	for _, factor := range p.Diagonals {
		c.diagonal(f, factor)
	}
	c.add(`<rect x="%s" y="%s" width="%s" height="%s" %s/>`, px(x), px(y), px(w), px(h), frameStroke)
	for _, s := range p.Series {
		c.series(f, &s)
	}
	c.text(x+w/2, y-10, p.Title, `text-anchor="middle" font-weight="bold"`)
}

// strips draws where points beyond the limits lie, with their names among the
// numbers of the axes.
func (c *canvas) strips(f *frame) {
	if f.Y.Beyond != "" {
		c.add(`<rect x="%s" y="%s" width="%s" height="%d" %s/>`, px(f.x), px(f.y), px(f.w), strip, stripFill)
		c.text(f.x-6, f.y+strip-4, f.Y.Beyond, `text-anchor="end"`)
	}
	if f.X.Beyond != "" {
		c.add(`<rect x="%s" y="%s" width="%d" height="%s" %s/>`, px(f.x+f.w-strip), px(f.y), strip, px(f.h), stripFill)
		c.text(f.x+f.w-strip/2, f.y+f.h+16, f.X.Beyond, `text-anchor="middle"`)
	}
}

// axes draws grid, numbers and labels.
func (c *canvas) axes(f *frame) {
	for _, t := range f.X.ticks() {
		at := f.x + f.X.place(t.value, f.w)
		c.line(at, f.y, at, f.y+f.h, stroke(t))
		if t.label != "" {
			c.text(at, f.y+f.h+16, t.label, `text-anchor="middle"`)
		}
	}
	for _, t := range f.Y.ticks() {
		at := f.y + f.h - f.Y.place(t.value, f.h)
		c.line(f.x, at, f.x+f.w, at, stroke(t))
		if t.label != "" {
			c.text(f.x-6, at+4, t.label, `text-anchor="end"`)
		}
	}
	c.text(f.x+f.w/2, f.y+f.h+35, f.X.Label, `text-anchor="middle"`)
	across := fmt.Sprintf(`text-anchor="middle" transform="rotate(-90 %s %s)"`, px(f.x-46), px(f.y+f.h/2))
	c.text(f.x-46, f.y+f.h/2, f.Y.Label, across)
}

func stroke(t tick) string {
	if t.label == "" {
		return minorStroke
	}
	return gridStroke
}

// diagonal draws y = factor · x as far as it is inside.
func (c *canvas) diagonal(f *frame, factor float64) {
	from := max(f.X.Min, f.Y.Min/factor)
	to := min(f.X.Max, f.Y.Max/factor)
	if from >= to {
		return
	}
	x1, y1 := f.at(Point{X: from, Y: from * factor})
	x2, y2 := f.at(Point{X: to, Y: to * factor})
	c.line(x1, y1, x2, y2, helpStroke)
	if factor != 1 {
		c.text(x2-4, y2+12, "×"+number(factor), helpText+` text-anchor="end"`)
	}
}

// series draws lines below marks.
func (c *canvas) series(f *frame, s *Series) {
	st := styleOf(s.Style)
	if (s.Line || s.Steps) && len(s.Points) > 1 {
		var path strings.Builder
		lastY := math.NaN()
		for i, p := range s.Points {
			x, y := f.at(p)
			switch {
			case i == 0:
				fmt.Fprintf(&path, "M%s %s", px(x), px(y))
			case s.Steps:
				fmt.Fprintf(&path, "L%s %sV%s", px(x), px(lastY), px(y))
			default:
				fmt.Fprintf(&path, "L%s %s", px(x), px(y))
			}
			lastY = y
		}
		c.add(`<path d="%s" fill="none" %s/>`, path.String(), st.stroke())
	}
	for i, p := range s.Points {
		if !s.NoMarks || i == len(s.Points)-1 {
			x, y := f.at(p)
			c.mark(st, x, y)
		}
	}
}
