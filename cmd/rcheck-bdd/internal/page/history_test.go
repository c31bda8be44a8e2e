package page

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Versions survive the server, are replaced only by newer ones of their name, and are listed with
// the newest first.
func TestHistory(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a", "b")
	h, err := NewHistory(folder, DefaultBounds())
	require.NoError(t, err)
	list, err := h.List()
	require.NoError(t, err)
	require.Empty(t, list)
	require.NoError(t, h.Keep(Version{ID: "aaaaaaaa", Name: "é.rcp", Text: "one\x00\u2028", Since: 1, Changed: 5}))
	require.NoError(t, h.Keep(Version{ID: "bbbbbbbb", Name: "b", Text: "two", Since: 2, Changed: 3}))
	require.NoError(t, h.Keep(Version{ID: "bbbbbbbb", Name: "b", Text: "two, longer", Since: 2, Changed: 7}))
	require.NoError(t, h.Keep(Version{ID: "bbbbbbbb", Name: "b", Text: "late", Since: 2, Changed: 6}))
	for _, id := range []string{"", "../aaaaaa", "aaaaaaaa.json", strings.Repeat("a", 50), "AAAAAAAA"} {
		require.ErrorContains(t, h.Keep(Version{ID: id}), "there is no version")
		_, err := h.Version(id)
		require.ErrorContains(t, err, "there is no version")
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "cccccccc.json"), []byte("{"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "note.txt"), nil, 0o600))
	again, err := NewHistory(folder, DefaultBounds())
	require.NoError(t, err)
	for range 2 { // as it is read, and as it is known
		list, err = again.List()
		require.NoError(t, err)
		require.Equal(t, []Version{
			{ID: "bbbbbbbb", Name: "b", Since: 2, Changed: 7, Size: 11}, {ID: "aaaaaaaa", Name: "é.rcp", Since: 1, Changed: 5, Size: 7},
		}, list)
	}
	v, err := again.Version("aaaaaaaa")
	require.NoError(t, err)
	require.Equal(t, "one\x00\u2028", v.Text)
	_, err = again.Version("dddddddd")
	require.ErrorContains(t, err, "no longer kept")
	info, err := os.Stat(filepath.Join(folder, "aaaaaaaa.json"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	_, err = NewHistory(filepath.Join(folder, "note.txt"), DefaultBounds())
	require.ErrorContains(t, err, "cannot save what you type")
}

// Beyond the bounds the oldest versions go, and never the one that is being written.
func TestHistoryIsBounded(t *testing.T) {
	const size = 129 // of a file
	for _, b := range []Bounds{{Versions: 3, Bytes: 1 << 20}, {Versions: 100, Bytes: 3*size + size/2}} {
		h, err := NewHistory(t.TempDir(), b)
		require.NoError(t, err)
		for i := range int64(9) {
			require.NoError(t, h.Keep(Version{ID: "aaaaaaa" + string(rune('a'+i)), Text: strings.Repeat("x", 60), Changed: 9 - i}))
		}
		info, err := os.Stat(h.path("aaaaaaai"))
		require.NoError(t, err)
		require.EqualValues(t, size, info.Size())
		list, err := h.List()
		require.NoError(t, err)
		require.Len(t, list, 3)
		require.Equal(t, []string{"aaaaaaaa", "aaaaaaab", "aaaaaaai"}, []string{list[0].ID, list[1].ID, list[2].ID})
		require.NoError(t, h.Keep(Version{ID: "zzzzzzzz", Text: strings.Repeat("x", 1000), Changed: 10}))
		_, err = h.Version("zzzzzzzz")
		require.NoError(t, err)
	}
}

func TestHistoryFolder(t *testing.T) {
	for want, env := range map[string]map[string]string{
		"/s/rcheck-bdd/history": {"XDG_STATE_HOME": "/s", "HOME": "/h"}, "/h/.local/state/rcheck-bdd/history": {"XDG_STATE_HOME": "s", "HOME": "/h"},
		"C:/x/rcheck-bdd/history": {"LocalAppData": "C:/x", "HOME": "/h"}, "": {"HOME": "h"},
	} {
		require.Equal(t, want, HistoryFolder(func(name string) string { return env[name] }))
	}
}
