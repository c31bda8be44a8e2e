package plot

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// Sizes in pixels.
const (
	fontSize   = 12
	charWidth  = 7.0 // at most, on average, of the letters of a text
	left       = 62  // of a panel: numbers and label of the y axis
	right      = 18
	top        = 30 // the title of a panel
	bottom     = 46 // numbers and label of the x axis
	titleRoom  = 34
	margin     = 8
	legendLine = 20
	legendMark = 34
)

// SVG is the figure as a text in SVG.
func (f *Figure) SVG() string {
	width, height := cmp.Or(f.Width, 420), cmp.Or(f.Height, 300)
	columns := max(1, min(f.Columns, len(f.Panels)))
	rows := (len(f.Panels) + columns - 1) / columns
	c := &canvas{}
	cell, line := left+width+right, top+height+bottom
	title := float64(utf8.RuneCountInString(f.Title)) * charWidth * 1.2
	totalWidth := max(float64(columns)*cell, title) + 2*margin
	y := titleRoom + float64(rows)*line
	for i := range f.Panels {
		c.panel(&f.Panels[i], margin+float64(i%columns)*cell+left, titleRoom+float64(i/columns)*line+top, width, height)
	}
	if !f.NoLegend {
		y = c.legend(f.entries(), y, totalWidth)
	}
	c.text(totalWidth/2, 22, f.Title, `text-anchor="middle" font-size="15" font-weight="bold"`)
	var out strings.Builder
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %s %s\" width=\"%[1]s\" height=\"%[2]s\" "+
		"font-family=\"DejaVu Sans, Verdana, Arial, sans-serif\" font-size=\"%d\">\n", px(totalWidth), px(y+margin), fontSize)
	fmt.Fprintf(&out, "<title>%s</title>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n", escape(f.Title))
	out.WriteString(c.out.String())
	out.WriteString("</svg>\n")
	return out.String()
}

// entries are the series of the legend, each style once.
func (f *Figure) entries() []Series {
	var out []Series
	seen := map[int]bool{}
	for i := range f.Panels {
		for _, s := range f.Panels[i].Series {
			if !seen[s.Style] && s.Name != "" {
				seen[s.Style] = true
				out = append(out, s)
			}
		}
	}
	return out
}

// A canvas collects elements.
type canvas struct{ out strings.Builder }

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(&c.out, format+"\n", args...) }

func (c *canvas) text(x, y float64, text, attributes string) {
	c.add(`<text x="%s" y="%s" %s>%s</text>`, px(x), px(y), attributes, escape(text))
}

func (c *canvas) line(x1, y1, x2, y2 float64, attributes string) {
	c.add(`<line x1="%s" y1="%s" x2="%s" y2="%s" %s/>`, px(x1), px(y1), px(x2), px(y2), attributes)
}

// px writes a length with a tenth of a pixel.
func px(v float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", math.Round(v*10)/10+0), ".0")
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escaper.Replace(s) }

// legend draws the entries in columns from y down and returns where it ends.
func (c *canvas) legend(entries []Series, y, width float64) float64 {
	if len(entries) == 0 {
		return y
	}
	widest := 0
	for _, s := range entries {
		widest = max(widest, utf8.RuneCountInString(s.Name))
	}
	each := legendMark + 8 + float64(widest)*charWidth + 12
	columns := max(1, min(len(entries), int((width-2*margin)/each)))
	rows := (len(entries) + columns - 1) / columns
	for i, s := range entries {
		x := margin + 4 + float64(i/rows)*each
		at := y + 6 + float64(i%rows)*legendLine
		st := styleOf(s.Style)
		if s.Line || s.Steps {
			c.line(x, at+4, x+legendMark, at+4, st.stroke())
		}
		c.mark(st, x+legendMark/2, at+4)
		c.text(x+legendMark+8, at+8, s.Name, "")
	}
	return y + 6 + float64(rows)*legendLine
}
