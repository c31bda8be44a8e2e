package rcheck

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var want = regexp.MustCompile(`// want (.*)$`)

// TestDiagnostics reads the sources in testdata/diagnostics. Every line that gets diagnostics ends
// in a comment
//
//	// want RC0302: part of the message | RC0401: part of another message
//
// and no other diagnostics are there.
func TestDiagnostics(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "diagnostics", "*.rcp"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".rcp"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			require.NoError(t, err)
			_, list := Parse(filepath.Base(file), src, Options{})
			found := map[int][]string{}
			for _, d := range list {
				found[d.Start.Line] = append(found[d.Start.Line], fmt.Sprintf("%s: %s", d.Code, d.Message()))
			}
			for i, line := range strings.Split(string(src), "\n") {
				var expected []string
				if m := want.FindStringSubmatch(line); m != nil {
					expected = strings.Split(m[1], " | ")
				}
				for _, e := range expected {
					code, text, _ := strings.Cut(strings.TrimSpace(e), ": ")
					at := slices.IndexFunc(found[i+1], func(f string) bool {
						return strings.HasPrefix(f, code+":") && strings.Contains(f, text)
					})
					if at < 0 {
						t.Errorf("line %d: no diagnostic %s", i+1, e)
						continue
					}
					found[i+1] = slices.Delete(found[i+1], at, at+1)
				}
				for _, f := range found[i+1] {
					t.Errorf("line %d: unexpected %s", i+1, f)
				}
			}
		})
	}
}
