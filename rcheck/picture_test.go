package rcheck

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

const pictured = `enum channel { c }
message-structure: N : 0..3
agent A
  local: x : 0..3, picture : bool
  init: x = 1 & !picture
  picture: x, 10 / x, picture
  receive-guard: false
  repeat: picture: { x > 0 } c ! true (N := x) [x := x - 1, picture := true]
system = A(a[1..2], true)
`

// TestPictures reads where agents stand. The word is also the name of a variable and of a command.
func TestPictures(t *testing.T) {
	p := parse(t, pictured)
	in := recipe.NewInterpreter(p.System)
	var first recipe.State
	require.NoError(t, in.InitialStates(func(s recipe.State) bool { first = s.Clone(); return false }))
	placed, err := in.Placed(p.Pictures, first)
	require.NoError(t, err)
	require.Equal(t, []recipe.Placed{{Agent: 0, Column: 1, Row: 10, Label: "false"}, {Agent: 1, Column: 1, Row: 10, Label: "false"}}, placed)
	require.NoError(t, in.EachSuccessor(first, func(tr recipe.Transition) bool {
		first = tr.Clone().Next
		return false
	}))
	placed, err = in.Placed(p.Pictures, first)
	require.NoError(t, err)
	require.Equal(t, []recipe.Placed{{Agent: 1, Column: 1, Row: 10, Label: "false"}}, placed, "a[1] divides by zero")

	_, err = in.Placed(make([]*recipe.Picture, 3), first)
	require.ErrorIs(t, err, recipe.ErrMisuse)
	_, err = in.Placed([]*recipe.Picture{{}}, first)
	require.ErrorIs(t, err, recipe.ErrMisuse)
	_, err = in.Placed(p.Pictures, recipe.State{})
	require.ErrorIs(t, err, recipe.ErrState)

	called := parse(t, strings.Replace(pictured, "x, 10 / x", "max(x, 0), min(x, 10)", 1))
	require.NotNil(t, called.Pictures[0], "commas of calls")
	plain := parse(t, strings.Replace(pictured, "  picture: x, 10 / x, picture\n", "", 1))
	require.Equal(t, []*recipe.Picture{nil, nil}, plain.Pictures)
}

// TestPicturesWithMistakes says what is wrong with a picture, and where.
func TestPicturesWithMistakes(t *testing.T) {
	for picture, want := range map[string]string{
		"x":            "expected `,` and the row of the agent",
		"x, x, x, x":   "expected an operator or the next section, found `,`",
		"x, picture":   "expected a number, found a truth value `picture`",
		"picture, x":   "expected a number, found a truth value `picture`",
		"x, N":         "data variable `N` cannot be used in the picture of an agent",
		"x, y":         "`y` has no meaning in the picture of an agent",
		"x, x, y":      "`y` has no meaning in the picture of an agent",
		"x, x, 1 + (2": "`(` is not closed by `)`",
		"x x":          "expected an operator or `,` and the row",
	} {
		source := strings.Replace(pictured, "x, 10 / x, picture", picture, 1)
		_, list := Parse("m.rcp", []byte(source), Options{})
		require.True(t, list.HasErrors(), picture)
		errors := list.Errors()
		require.Contains(t, errors[0].Message(), want, picture)
		require.Equal(t, 6, errors[0].Start.Line+map[bool]int{true: -1}[errors[0].Start.Line == 7], picture)
		require.LessOrEqual(t, len(errors), 1, picture)
	}
}
