package plot_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/plot"
)

var update = flag.Bool("update", false, "write the golden files in testdata anew")

// figures are all that can be drawn: lines, points on strips, diagonals, steps.
func figures() map[string]*plot.Figure {
	seconds := plot.Axis{Label: "time, s", Log: true, Min: 0.01, Max: 20, Beyond: "limit"}
	var many []plot.Series
	for i := range 15 {
		s := plot.Series{Name: fmt.Sprint("series <", i, ">"), Style: i, Line: true}
		for size := range 3 {
			s.Points = append(s.Points, plot.Point{X: float64(2 * (size + 1)), Y: 0.02 * float64((i+1)*(size*size+1)), BeyondY: i*size > 20})
		}
		many = append(many, s)
	}
	return map[string]*plot.Figure{
		"lines": {
			Title: "Lines & marks", Columns: 2,
			Panels: []plot.Panel{
				{Title: "one", X: plot.Axis{Label: "size", Min: 1.8, Max: 6.2, Ticks: []float64{2, 4, 6}}, Y: seconds, Series: many[:4]},
				{Title: "many", X: plot.Axis{Label: "size", Min: 1.8, Max: 6.2, Ticks: []float64{2, 4, 6}}, Y: seconds, Series: many},
			},
		},
		"scatter": {
			Title: "A title that is much longer than the only panel is wide, which must not cut it off", NoLegend: true, Width: 200, Height: 200,
			Panels: []plot.Panel{{
				Title: "against", X: seconds, Y: seconds, Diagonals: []float64{1, 10, 100, 1e6},
				Series: []plot.Series{{Name: "points", Points: []plot.Point{
					{X: 0.1, Y: 1}, {X: 0.001, Y: 100}, {BeyondX: true, Y: 3}, {X: 3, BeyondY: true}, {BeyondX: true, BeyondY: true},
				}}},
			}},
		},
		"steps": {
			Title: "Steps",
			Panels: []plot.Panel{{
				X:      plot.Axis{Label: "time, s", Log: true, Min: 0.02, Max: 5},
				Y:      plot.Axis{Label: "answers", Min: 0, Max: 47},
				Series: []plot.Series{{Name: "solved", Style: 3, Steps: true, NoMarks: true, Points: []plot.Point{{X: 0.1}, {X: 0.1, Y: 10}, {X: 1, Y: 40}}}},
			}},
		},
		"empty": {Title: "Nothing"},
	}
}

func TestGolden(t *testing.T) {
	for name, f := range figures() {
		path := filepath.Join("testdata", name+".svg")
		got := f.SVG()
		if *update {
			require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), got, "go test ./bench/plot -update writes it anew")
	}
}

// TestWellFormed reads the pictures as XML, and asserts that everything with a
// place lies inside.
func TestWellFormed(t *testing.T) {
	for name, f := range figures() {
		d := xml.NewDecoder(strings.NewReader(f.SVG()))
		var width, height float64
		texts, elements := 0, 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, name)
			start, ok := token.(xml.StartElement)
			if !ok {
				continue
			}
			elements++
			at := map[string]string{}
			for _, a := range start.Attr {
				at[a.Name.Local] = a.Value
			}
			if start.Name.Local == "svg" {
				width, height = number(t, at["width"]), number(t, at["height"])
				continue
			}
			if start.Name.Local == "text" {
				texts++
			}
			for _, a := range []string{"x", "x1", "x2", "cx"} {
				if at[a] != "" {
					require.True(t, number(t, at[a]) >= 0 && number(t, at[a]) <= width, "%s: %s of %v", name, a, start)
				}
			}
			for _, a := range []string{"y", "y1", "y2", "cy"} {
				if at[a] != "" {
					require.True(t, number(t, at[a]) >= 0 && number(t, at[a]) <= height, "%s: %s of %v", name, a, start)
				}
			}
		}
		require.Positive(t, texts, name)
		require.Greater(t, elements, 3, name)
	}
}

func number(t *testing.T, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	require.NoError(t, err)
	return v
}

// TestLegend has each series once, in all panels together, and none of panels
// without.
func TestLegend(t *testing.T) {
	svg := figures()["lines"].SVG()
	for i := range 15 {
		require.Equal(t, 1, strings.Count(svg, fmt.Sprintf(">series &lt;%d&gt;<", i)))
	}
	require.NotContains(t, figures()["scatter"].SVG(), ">points<")
}

// TestNumbers of axes: powers of ten on logarithmic ones, round steps on
// others, zero without a sign.
func TestNumbers(t *testing.T) {
	svg := figures()["steps"].SVG()
	for _, label := range []string{"0.1", "1", "0", "10", "40"} {
		require.Contains(t, svg, ">"+label+"</text>")
	}
	for _, label := range []string{"-0", "0.02", "47", "50"} {
		require.NotContains(t, svg, ">"+label+"</text>")
	}
}

// TestDiagonals leaves out those that do not cross the panel.
func TestDiagonals(t *testing.T) {
	svg := figures()["scatter"].SVG()
	require.Contains(t, svg, ">×10<")
	require.NotContains(t, svg, "×1e")
}

func Example() {
	f := &plot.Figure{Title: "Growth", Panels: []plot.Panel{{
		X:      plot.Axis{Label: "size", Min: 1, Max: 3, Ticks: []float64{1, 2, 3}},
		Y:      plot.Axis{Label: "time, s", Log: true, Min: 0.1, Max: 100},
		Series: []plot.Series{{Name: "tool", Line: true, Points: []plot.Point{{X: 1, Y: 0.2}, {X: 2, Y: 3}, {X: 3, Y: 50}}}},
	}}}
	fmt.Println(strings.Count(f.SVG(), "<circle"), "marks, one of them in the legend")
	// Output: 4 marks, one of them in the legend
}
