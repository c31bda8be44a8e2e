package terminal

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestScriptLines(t *testing.T) {
	s := NewScript(strings.NewReader("one\r\n\ntwo"))
	for _, want := range []string{"one", "", "two"} {
		got, err := s.Read()
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err := s.Read()
	require.ErrorIs(t, err, io.EOF)
}

func TestComplete(t *testing.T) {
	words := []string{"take", "trace", "test", "random", "k-x", "ann-"}
	for _, c := range []struct {
		line string
		pos  int
		want string
		at   int
		ok   bool
	}{
		{"r", 1, "random ", 7, true},
		{"t", 1, "t", 1, true},
		{"tr", 2, "trace ", 6, true},
		{"ta x", 2, "take  x", 5, true},
		{"take r", 6, "take random ", 12, true},
		{"take (k", 7, "take (k-x ", 10, true},
		{"goto a & t", 6, "goto ann- & t", 9, true},
		{"z", 1, "", 0, false},
		{"", 0, "", 0, false},
	} {
		word := c.line[strings.LastIndexAny(c.line[:c.pos], " (")+1 : c.pos]
		offers := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, word) })
		got, at, ok := complete(c.line, c.pos, word, offers)
		require.Equal(t, c.ok, ok, c.line)
		require.Equal(t, c.want, got, c.line)
		require.Equal(t, c.at, at, c.line)
	}
}

func TestStyle(t *testing.T) {
	env := map[string]string{}
	getenv := func(name string) string { return env[name] }
	var b strings.Builder
	require.False(t, NewStyle(Auto, &b, getenv).On(), "not a terminal")
	require.Equal(t, "\x1b[1;31mx\x1b[0m", NewStyle(Always, &b, getenv).Bad("x"))
	require.Equal(t, "x", NewStyle(Never, &b, getenv).Bad("x"))
	require.Empty(t, NewStyle(Always, &b, getenv).Bad(""))
}
