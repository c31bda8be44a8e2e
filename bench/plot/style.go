package plot

import (
	"fmt"
	"math"
	"strings"
)

// colours are those of Okabe and Ito, without yellow.
var colours = []string{"#0072B2", "#D55E00", "#009E73", "#000000", "#CC79A7", "#56B4E9", "#E69F00"}

// dashes tell lines apart whose colours are the same.
var dashes = []string{"", "6 3", "2 2", "8 3 2 3"}

// A style is how a series looks. Colours and marks go round with periods that
// have no common divisor, so that their pairs repeat late.
type style struct {
	colour, dash string
	shape        int
}

func styleOf(n int) style {
	return style{colours[n%len(colours)], dashes[n/len(colours)%len(dashes)], n % shapes}
}

func (s style) stroke() string {
	out := fmt.Sprintf(`stroke="%s" stroke-width="1.6"`, s.colour)
	if s.dash != "" {
		out += fmt.Sprintf(` stroke-dasharray="%s"`, s.dash)
	}
	return out
}

// shapes is the number of different marks.
const shapes = 8

// mark draws the mark of a style: four filled shapes, then four open ones.
func (c *canvas) mark(s style, x, y float64) {
	const r = 4
	paint := fmt.Sprintf(`fill="%s" fill-opacity="0.75" stroke="%[1]s"`, s.colour)
	if s.shape >= shapes/2 {
		paint = fmt.Sprintf(`fill="white" fill-opacity="0.6" stroke="%s" stroke-width="1.4"`, s.colour)
	}
	switch s.shape % (shapes / 2) {
	case 0:
		c.add(`<circle cx="%s" cy="%s" r="%d" %s/>`, px(x), px(y), r, paint)
	case 1:
		c.add(`<rect x="%s" y="%s" width="%s" height="%[3]s" %s/>`, px(x-r*0.9), px(y-r*0.9), px(r*1.8), paint)
	case 2:
		c.polygon(x, y, 3, paint)
	default:
		c.polygon(x, y, 4, paint)
	}
}

// polygon draws a regular one, a corner up.
func (c *canvas) polygon(x, y float64, corners int, paint string) {
	const r = 5
	var points []string
	for i := range corners {
		angle := 2*math.Pi*float64(i)/float64(corners) - math.Pi/2
		points = append(points, px(x+r*math.Cos(angle))+","+px(y+r*math.Sin(angle)))
	}
	c.add(`<polygon points="%s" %s/>`, strings.Join(points, " "), paint)
}
