package report

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPositionsInDocuments(t *testing.T) {
	for _, c := range []struct{ position, uri, file string }{
		{"dir/m.rcp:3:4", "dir/m.rcp", "dir/m.rcp"},
		{"a b#c%.rcp:1:1", "a%20b%23c%25.rcp", "a b#c%.rcp"},
		{"x:y.rcp:1:1", "./x:y.rcp", "x:y.rcp"},
		{"property 4:1:8", "m.rcp", "m.rcp"}, // which is no file
		{"", "m.rcp", "m.rcp"},
	} {
		file, _, _ := splitPosition(c.position, "m.rcp")
		require.Equal(t, c.file, file)
		require.Equal(t, c.uri, location(c.position, "", "m.rcp").Physical.Artifact.URI)
	}
	_, line, column := splitPosition("m.rcp:3:4", "m.rcp")
	require.Equal(t, []string{"3", "4"}, []string{line, column})
	// A name that is not shown as it is.
	file, line, _ := splitPosition(`a\nb:2:1`, "a\nb")
	require.Equal(t, []string{"a\nb", "2"}, []string{file, line})
}
