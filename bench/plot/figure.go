package plot

// A Figure is a picture of panels of equal size, in rows of some columns, with
// one legend below them.
type Figure struct {
	Title  string
	Panels []Panel
	// Columns is how many panels stand side by side; 0 is one.
	Columns int
	// Width and Height are those of the inside of a panel, in pixels; 0 is a
	// choice that fits most.
	Width, Height float64
	// NoLegend leaves out the legend, for panels whose titles say it all.
	NoLegend bool
}

// A Panel is a coordinate system with series of points.
type Panel struct {
	Title string
	X, Y  Axis
	// Series are drawn in their order, later ones above.
	Series []Series
	// Diagonals are factors: for each, the line y = factor · x is drawn, with
	// the factor next to it. They make sense with logarithmic axes.
	Diagonals []float64
}

// An Axis goes from Min to Max, which must be in order, and both positive if
// it is logarithmic.
type Axis struct {
	Label    string
	Min, Max float64
	Log      bool
	// Ticks are where numbers stand; nil is a choice that fits.
	Ticks []float64
	// Beyond, if it is not empty, is the name of a strip at the far end for
	// points that are beyond the limit.
	Beyond string
}

// A Series is points that belong together.
type Series struct {
	Name string
	// Style chooses colour, mark and dash pattern, by a number from 0; series
	// of one meaning have one style in all panels.
	Style int
	// Line joins the points in their order; Steps does so by horizontal and
	// vertical pieces.
	Line, Steps bool
	// NoMarks leaves out the marks but for the last.
	NoMarks bool
	Points  []Point
}

// A Point is a pair of values. One that is beyond a limit lies on the strip of
// its axis, whatever the value.
type Point struct {
	X, Y             float64
	BeyondX, BeyondY bool
}
