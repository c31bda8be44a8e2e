package draw

import (
	"context"
	"io"
	"strings"
	"unicode/utf8"
)

// Text metrics, in units of the picture (pixels at scale 1): all text is set in a monospaced font,
// whose characters have one width.
const (
	charWidth  = 7.3
	lineHeight = 16
	padding    = 4
)

// A Style says what a box or line is for; the style sheet of the SVG gives it its looks. [Columns]
// take styles from who draws, all other layouts choose them.
type Style string

const (
	Plain  Style = "plain"  // text without frame
	Title  Style = "title"  // the heading of a picture or part
	Node   Style = "node"   // a state
	Start  Style = "start"  // an initial state
	Dead   Style = "dead"   // a state that is never reached
	Head   Style = "head"   // the head of a lane, row or column
	Label  Style = "label"  // the label of an edge or step
	Change Style = "change" // what changed
	Mark   Style = "mark"   // a remark about a loop or deadlock
	// Differs is what another run does not have in the same place.
	Differs Style = "differs"

	Message Style = "message" // what a message is
	Source  Style = "source"  // who initiates it

	Rail      Style = "rail"      // part of an edge
	Lane      Style = "lane"      // the life line of an agent
	Broadcast Style = "broadcast" // messages, by kind
	Multicast Style = "multicast"
	Exchange  Style = "exchange"
	Grid      Style = "grid" // what divides or joins parts without an event

	Cell  Style = "cell"  // a free cell of a grid
	Taken Style = "taken" // a cell in which agents stand
	Moved Style = "moved" // a cell in which others stand than before
)

// A Box is a rectangle with one line of text, or none: X and Y are its upper left corner, W and H
// its size, in pixels.
type Box struct {
	X, Y, W, H float64
	Text       string
	Style      Style
}

// A Line is drawn through its points, pairs of x and y in pixels, with an arrow head at the last if
// Arrow.
type Line struct {
	Points [][2]float64
	Arrow  bool
	Style  Style
}

// A Scene is a picture before it is written: everything has its place, in pixels from the upper
// left corner. [Scene.WriteSVG] writes it; its boxes and lines are for who draws it by other means,
// or adds to it.
type Scene struct {
	W, H  float64
	Boxes []Box
	Lines []Line
}

// textWidth is the width of a box for the text.
func textWidth(s string) float64 { return float64(utf8.RuneCountInString(s))*charWidth + 2*padding }

// text adds a box for one line of text with its left upper corner at x, y and returns its width.
func (s *Scene) text(x, y float64, text string, style Style) float64 {
	w := textWidth(text)
	s.box(x, y, w, lineHeight, text, style)
	return w
}

// title writes a title, unless it is empty, and returns where the picture begins.
func (s *Scene) title(text string) (y float64) {
	if text == "" {
		return padding
	}
	s.text(padding, padding, text, Title)
	return lineHeight + 3*padding
}

func (s *Scene) box(x, y, w, h float64, text string, style Style) {
	s.Boxes = append(s.Boxes, Box{x, y, w, h, text, style})
	s.W, s.H = max(s.W, x+w+padding), max(s.H, y+h+padding)
}

func (s *Scene) line(style Style, arrow bool, points ...[2]float64) {
	s.Lines = append(s.Lines, Line{points, arrow, style})
	for _, p := range points {
		s.W, s.H = max(s.W, p[0]+2*padding), max(s.H, p[1]+2*padding)
	}
}

// Add puts another scene below the present one.
func (s *Scene) Add(t *Scene) {
	dy := s.H
	if dy > 0 {
		dy += lineHeight
	}
	for _, b := range t.Boxes {
		b.Y += dy
		s.Boxes = append(s.Boxes, b)
	}
	for _, l := range t.Lines {
		moved := Line{Arrow: l.Arrow, Style: l.Style}
		for _, p := range l.Points {
			moved.Points = append(moved.Points, [2]float64{p[0], p[1] + dy})
		}
		s.Lines = append(s.Lines, moved)
	}
	s.W, s.H = max(s.W, t.W), t.H+dy
}

const styleSheet = `
  text { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #222 }
  rect { fill: none; stroke: none }
  .title text { font-weight: bold }
  .node rect, .start rect, .head rect { fill: #eef3fb; stroke: #4a6fa5 }
  .node text, .start text, .dead text { text-anchor: middle } .start rect { stroke-width: 2 }
  .source rect { fill: #222 }
  .dead rect { stroke: #999; stroke-dasharray: 3 3 } .dead text { fill: #999 }
  .change text { fill: #666 } .mark text { fill: #b3541e }
  path { fill: none; stroke: #4a6fa5; stroke-width: 1.2 } marker path { stroke: context-stroke }
  .differs text { fill: #8c1d40; font-weight: bold } .differs rect { fill: #fbe9ee }
  .cell rect, .taken rect, .moved rect { stroke: #ccc; rx: 0 } .taken rect { fill: #eef3fb } .moved rect { fill: #fdf1d8 }
  .lane, .grid { stroke: #ccc } .rail { stroke: #7a8ca8 }
  .message rect, .mark rect { fill: #fff } .message text { font-weight: bold }
  .broadcast { stroke: #2c7a4b; stroke-dasharray: 6 3 } .multicast { stroke: #4a6fa5 } .exchange { stroke: #b3541e; stroke-width: 2.4 }
`

// WriteSVG writes the scene as a document of its own, until the context ends. Errors are those of w
// and of the context.
func (s *Scene) WriteSVG(ctx context.Context, w io.Writer) error {
	p := &pen{ctx: ctx, w: w}
	p.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n", s.W, s.H, s.W, s.H)
	p.printf("<style>%s</style>\n", styleSheet)
	p.printf("<defs><marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerUnits=\"userSpaceOnUse\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><path d=\"M0,0L8,4L0,8\"/></marker></defs>\n")
	p.printf("<rect width=\"%.0f\" height=\"%.0f\" style=\"fill:#fff\"/>\n", s.W, s.H)
	for _, l := range s.Lines {
		if p.err != nil {
			return p.err
		}
		p.printf("<path class=\"%s\"", l.Style)
		if l.Arrow {
			p.printf(" marker-end=\"url(#arrow)\"")
		}
		p.printf(" d=\"")
		for i, at := range l.Points {
			p.printf("%c%.1f,%.1f", "ML"[min(i, 1)], at[0], at[1])
		}
		p.printf("\"/>\n")
	}
	for _, x := range s.Boxes {
		if p.err != nil {
			return p.err
		}
		round, at := 4.0, x.X+padding
		if x.Text != "" && (x.Style == Node || x.Style == Start || x.Style == Dead || x.Style == Source) { // or else it frames lines of text
			round, at = x.H/2, x.X+x.W/2
		}
		p.printf("<g class=\"%s\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.0f\"/>", x.Style, x.X, x.Y, x.W, x.H, round)
		if x.Text != "" {
			p.printf("<text x=\"%.1f\" y=\"%.1f\" xml:space=\"preserve\">%s</text>", at, x.Y+x.H/2+4, escape(x.Text))
		}
		p.printf("</g>\n")
	}
	p.printf("</svg>\n")
	return p.err
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\"", "&quot;")

func escape(s string) string { return escaper.Replace(s) }
