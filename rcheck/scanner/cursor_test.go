package scanner_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/cursor"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// What is consumed ends where it should, at the end of the text too.
func TestCursor(t *testing.T) {
	c := cursor.New(token.NewFileSet().Add("text", []byte("\uFEFF \t12a /* b */ c\r\nd /* e")), nil)
	rest := func() string { return string(c.Src[c.Off:]) }
	c.SkipBlanks()
	require.True(t, c.StartsWith("12a"))
	start := c.Off
	c.Skip(func(b byte) bool { return b >= '0' && b <= '9' })
	require.Equal(t, 2, int(c.Span(start).End-c.Span(start).Start))
	require.False(t, c.Accept("b"))
	require.True(t, c.Accept("a /*"))
	require.True(t, c.SkipTo("*/"))
	require.Equal(t, " c\r\nd /* e", rest())
	c.SkipLine()
	require.Equal(t, "\r\nd /* e", rest())
	require.False(t, c.StartsWith("\r\nd /* e and more"))
	require.False(t, c.SkipTo("*/"))
	require.True(t, c.Done())
	c.SkipBlanks()
	c.SkipLine()
	require.True(t, c.Done())
}
