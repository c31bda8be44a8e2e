package ispl_test

import (
	"bytes"
	"context"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
)

// sources returns models and broken models to start from.
func sources(t testing.TB) [][]byte {
	t.Helper()
	out := [][]byte{[]byte(model("", "", "", "", ""))}
	for seed := range 10 {
		out = append(out, ispl.PrintFile(ispltest.Generate(rand.New(rand.NewSource(int64(seed))), ispltest.Options{})))
	}
	for _, info := range codes() {
		out = append(out, []byte(info.Example))
	}
	paths, err := filepath.Glob("testdata/*/*.ispl")
	require.NoError(t, err)
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		out = append(out, src)
	}
	return out
}

// checkSource asserts what holds of any bytes: they get a program or errors with places, and what
// can be read can be laid out.
func checkSource(t *testing.T, src []byte) {
	t.Helper()
	p, list := ispl.Parse("fuzz.ispl", src, ispl.Options{Vet: ispl.Thresholds{Valuations: 1 << 10}})
	require.Equal(t, list.HasErrors(), p == nil)
	require.LessOrEqual(t, len(list.Errors()), ispl.MaxErrors+1)
	for _, d := range list {
		require.True(t, d.Start.IsValid(), "%v", d)
		require.GreaterOrEqual(t, d.End.Offset, d.Start.Offset, "%v", d)
		require.LessOrEqual(t, d.End.Offset, len(src), "%v", d)
		require.NotEmpty(t, diag.Lookup(d.Code).Explanation, "%v", d)
	}
	text, list, err := ispl.Format(context.Background(), "fuzz.ispl", src)
	require.NoError(t, err)
	if list.HasErrors() {
		return
	}
	requireFormatted(t, text)
	if p != nil {
		require.NoError(t, p.System.Check())
	}
}

func FuzzParse(f *testing.F) {
	for _, src := range sources(f) {
		f.Add(src)
	}
	f.Fuzz(checkSource)
}

// TestDamagedSources cuts, doubles and replaces pieces of models.
func TestDamagedSources(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, src := range sources(t) {
		checkSource(t, src)
		for range 60 {
			damaged := bytes.Clone(src)
			for range 1 + rng.Intn(3) {
				if len(damaged) == 0 {
					break
				}
				at, n := rng.Intn(len(damaged)), rng.Intn(12)
				end := min(at+n, len(damaged))
				switch rng.Intn(4) {
				case 0:
					damaged = append(damaged[:at:at], damaged[end:]...)
				case 1:
					damaged = append(damaged[:end:end], damaged[at:]...)
				case 2:
					damaged[at] = byte(rng.Intn(256))
				default:
					damaged = damaged[:at]
				}
			}
			checkSource(t, damaged)
		}
	}
	checkSource(t, nil)
}
