package page

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// stale are the files of a list of sums that are no longer what they were.
func stale(list, folder string) (out []string) {
	for line := range strings.Lines(list) {
		sum, file, _ := strings.Cut(strings.TrimSpace(line), "  ")
		text, _ := os.ReadFile(filepath.Join(folder, file)) // of a file that is gone: empty
		if now := sha256.Sum256(text); hex.EncodeToString(now[:]) != sum {
			out = append(out, file)
		}
	}
	return out
}

// The page that is embedded is the one that its sources build.
func TestEmbeddedPageIsBuilt(t *testing.T) {
	list, err := os.ReadFile("web/built.sha256")
	require.NoError(t, err)
	require.Empty(t, stale(string(list), "web"), "have changed since the page was built: run "+
		"`npm ci && node build.mjs` in cmd/rcheck-bdd/internal/page/web, and commit what it writes")
	for _, part := range []string{"  src/main.tsx\n", "  package-lock.json\n", "  ../assets/main.js\n"} {
		require.Contains(t, string(list), part)
	}
	sources, err := filepath.Glob("web/src/*.tsx")
	require.NoError(t, err)
	for _, s := range sources {
		require.Contains(t, string(list), strings.TrimPrefix(filepath.ToSlash(s), "web"+"/")+"\n")
	}
	changed := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(changed, "a"), []byte("a"), 0o600))
	sums := strings.Repeat("0", 64) + "  a\n" + strings.Repeat("0", 64) + "  gone\n"
	require.Equal(t, []string{"a", "gone"}, stale(sums, changed))
}
