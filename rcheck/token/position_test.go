package token_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

func TestPositions(t *testing.T) {
	files := token.NewFileSet()
	empty := files.Add("empty", nil)
	a := files.Add("a", []byte("one\r\n\tzwö ⟨x⟩\n"))
	b := files.Add("b", []byte("y"))
	for _, test := range []struct {
		pos  token.Pos
		want string
	}{
		{empty.Pos(0), "empty:1:1"},
		{a.Pos(0), "a:1:1"},
		{a.Pos(2), "a:1:3"},
		{a.Pos(5), "a:2:1"},
		{a.Pos(6), "a:2:2"},
		{a.Pos(11), "a:2:6"}, // after the two bytes of ö and a blank
		{a.Pos(14), "a:2:7"},
		{a.Pos(a.Size()), "a:3:1"},
		{a.Pos(1000), "a:3:1"},
		{b.Pos(-1), "b:1:1"},
		{b.Pos(1), "b:1:2"},
		{token.NoPos, "-"},
		{b.Pos(1) + 1, "-"},
	} {
		assert.Equal(t, test.want, files.Position(test.pos).String())
	}
	assert.Same(t, a, files.File(a.Pos(3)))
	assert.Nil(t, files.File(token.NoPos))
	assert.Equal(t, 3, a.Offset(a.Pos(3)))
	assert.Equal(t, "one", string(a.Line(1)))
	assert.Equal(t, "\tzwö ⟨x⟩", string(a.Line(2)))
	assert.Equal(t, "", string(a.Line(3)))
	assert.Nil(t, a.Line(0))
	assert.Nil(t, a.Line(4))
}

func TestPositionText(t *testing.T) {
	assert.Equal(t, "-", token.Position{}.String())
	assert.Equal(t, "m.rcp", token.Position{Filename: "m.rcp"}.String())
	assert.Equal(t, "3:4", token.Position{Line: 3, Column: 4}.String())
}

func TestDescribe(t *testing.T) {
	for _, test := range []struct {
		token token.Token
		want  string
	}{
		{token.Token{Kind: token.EOF}, "end of file"},
		{token.Token{Kind: token.Word, Text: "x"}, "name `x`"},
		{token.Token{Kind: token.Int, Text: "12"}, "number `12`"},
		{token.Token{Kind: token.Eq, Text: "=="}, "`==`"},
		{token.Token{Kind: token.Word, Text: "a_name_that_goes_on_and_on_and_on_and_on_and_on"},
			"name `a_name_that_goes_on_and_on_and_on_and_o…`"},
	} {
		assert.Equal(t, test.want, test.token.Describe())
	}
}
