package output

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// After Stop, and when it comes in the middle of a commit, a file is what it was, and nothing is
// left next to it.
func TestStopLeavesFilesAsTheyWere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o666))
	var files Files
	f, err := files.Create(path)
	require.NoError(t, err)
	f.WriteString(strings.Repeat("a", 3*pieceSize))
	var written strings.Builder
	require.ErrorIs(t, f.text.writeTo(stopping{&written, &files}), ErrStopped)
	require.Equal(t, pieceSize, written.Len())
	require.ErrorIs(t, f.Commit(), ErrStopped)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "before", string(text))
	list, err := os.ReadDir(filepath.Dir(path))
	require.NoError(t, err)
	require.Len(t, list, 1)
}

// stopping stops the files while the first piece of a text is written.
type stopping struct {
	to    *strings.Builder
	files *Files
}

func (s stopping) Write(p []byte) (int, error) {
	s.files.Stop()
	return s.to.Write(p)
}
