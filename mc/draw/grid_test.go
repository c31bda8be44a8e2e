package draw_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// movers stand on a grid; the last part of a picture is what they are called there.
const movers = `enum channel { c }
message-structure: N : 0..1
agent Mover
  local: x : 0..2, y : 0..1, far : 0..5000
  init: x = 0 & y = 0 & far = 0
  picture: x + 1, 2 * y
  receive-guard: false
  repeat: right: { x < 2 } * ! true (N := 0) [x := x + 1] + up: { y = 0 } * ! true (N := 0) [y := 1]
agent Counter
  local: n : 0..5000
  init: n = 0
  picture: 3, 0, n
  receive-guard: false
  repeat: count: { n < 5000 } * ! true (N := 0) [n := 5000 - n]
agent Other
  receive-guard: false
  repeat: idle: { true } * ! false (N := 0) []
system = Mover(a, true) || Mover(b, true) || Counter(k, true) || Other(o, true)
`

// TestGrids places agents in cells, and compares each cell with the values of the agents.
func TestGrids(t *testing.T) {
	p, list := rcheck.Parse("m.rcp", []byte(movers), rcheck.Options{})
	require.NoError(t, list.Err())
	require.Nil(t, p.Pictures[3])
	in := recipe.NewInterpreter(p.System)
	moved := 0
	for seed := range uint64(20) {
		run := walk(t, movers, seed, 6)
		g, err := draw.NewGrids(t.Context(), in, p.Pictures, run)
		require.NoError(t, err)
		require.Equal(t, []int{1, 2, 3}, g.Columns)
		require.Equal(t, []int{2, 1, 0}, g.Rows)
		for i, s := range g.States {
			state := run.Steps[i].State
			value := func(name string, agent int) int {
				for v := p.System.Agents[agent].Vars.Start; v < p.System.Agents[agent].Vars.End; v++ {
					if p.System.Vars[v].Name == name {
						return int(state.Locals[v])
					}
				}
				panic(name)
			}
			for y, row := range g.Rows {
				for x, column := range g.Columns {
					var want []string
					for a, name := range []string{"a", "b"} {
						if value("x", a)+1 == column && 2*value("y", a) == row {
							want = append(want, name)
						}
					}
					if column == 3 && row == 0 {
						want = append(want, p.System.ValueString(p.System.Vars[p.System.Agents[2].Vars.Start].Type, recipe.Value(value("n", 2))))
					}
					require.Equal(t, want, s.Cells[y][x])
					if s.Moved[y][x] {
						moved++
						require.NotEqual(t, want, g.States[i-1].Cells[y][x])
					}
				}
			}
		}
		scene := laidOut(t)(g.Scene(t.Context()))
		for _, b := range scene.Boxes {
			require.LessOrEqual(t, b.X+b.W, scene.W)
			require.LessOrEqual(t, b.Y+b.H, scene.H)
		}
		require.Contains(t, textOf(t, g.WriteText), "state 6\n")
		require.Contains(t, textOf(t, scene.WriteSVG), ">state 6<")
	}
	require.Greater(t, moved, 20)

	run := walk(t, movers, 1, 1)
	g, err := draw.NewGrids(t.Context(), in, p.Pictures, run)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(textOf(t, g.WriteText), "state 0\n2 |  .    .  .\n1 |  .    .  .\n0 |  a,b  .  0\n     1    2  3\nstate 1\n"))
	_, err = draw.NewGrids(t.Context(), in, make([]*recipe.Picture, 4), run)
	require.ErrorIs(t, err, recipe.ErrMisuse)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = draw.NewGrids(ended, in, p.Pictures, run)
	require.ErrorIs(t, err, context.Canceled)
}

// TestWideGrids draws only the columns in which agents stand where there are very many.
func TestWideGrids(t *testing.T) {
	source := strings.Replace(movers, "picture: 3, 0, n", "picture: n, 0", 1)
	p, list := rcheck.Parse("m.rcp", []byte(source), rcheck.Options{})
	require.NoError(t, list.Err())
	run := walk(t, source, 3, 12)
	g, err := draw.NewGrids(t.Context(), recipe.NewInterpreter(p.System), p.Pictures, run)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2, 3, 5000}, g.Columns)
}
