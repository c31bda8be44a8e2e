package ispl_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	family "github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
)

// TestVerdicts decides small instances state by state. The numbers of states of bits/1 and cryptographers-xor are those that the
// published tool reports for models of the same protocols.
func TestVerdicts(t *testing.T) {
	for _, test := range []struct {
		family   string
		size     int
		states   int
		verdicts string // T or F for each formula
	}{
		{"bits", 1, 18, "TTTTF"},
		{"bits", 2, 60, "TTTTF"},
		{"cards", 4, 46, "TTTF"},
		{"cryptographers", 3, 128, "TTTTF"},
		{"cryptographers", 4, 400, "TTTTF"},
		{"cryptographers-xor", 3, 128, "TTTTF"},
		{"cryptographers-xor", 5, 768, "TTTTF"},
		{"muddy", 2, 9, "TTTTTT"},
		{"muddy", 3, 25, "TTTTTT"},
		{"muddy", 4, 61, "TTTTTT"},
		{"prisoners", 2, 7, "TTTT"},
		{"prisoners", 3, 28, "TTTT"},
		{"tianji", 3, 12, "TTTFF"},
		{"tianji", 5, 64, "TTTFF"},
	} {
		f, err := family.Find(test.family)
		require.NoError(t, err)
		p, list := ispl.Parse(test.family, []byte(f.Write(test.size)), ispl.Options{})
		require.Empty(t, list)
		r, err := ispltest.Check(p, 20000, false)
		require.NoError(t, err)
		got := ""
		for _, v := range r.Verdicts {
			got += map[bool]string{true: "T", false: "F"}[v]
		}
		assert.Equal(t, test.verdicts, got, "%s %d", test.family, test.size)
		assert.Equal(t, test.states, len(r.Graph.States), "%s %d", test.family, test.size)
		assert.Empty(t, r.Graph.Overflows(), "%s %d", test.family, test.size)
		assert.Empty(t, r.Graph.Deadlocks(), "%s %d", test.family, test.size)
	}
}

// TestModelsAreGenerated compares the files of bench/models/ispl with what the families write; UPDATE=1 writes them.
func TestModelsAreGenerated(t *testing.T) {
	for _, f := range family.Families {
		path := filepath.Join("..", "models", "ispl", f.Name+".ispl")
		text, list, err := ispl.Format(path, []byte(f.Write(f.Least)))
		require.NoError(t, err)
		require.Empty(t, list)
		if os.Getenv("UPDATE") != "" {
			require.NoError(t, os.WriteFile(path, text, 0o644))
		}
		kept, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(text), string(kept))
	}
}

func TestFind(t *testing.T) {
	_, err := family.Find("horses")
	require.ErrorContains(t, err, `no family "horses"; there are bits, `)
	for _, f := range family.Families {
		for _, n := range []int{f.Least, 12} {
			_, list := ispl.Parse(f.Name, []byte(f.Write(n)), ispl.Options{})
			assert.Empty(t, list, "%s %d", f.Name, n)
			assert.False(t, strings.HasPrefix(f.About, "a family"))
		}
	}
}
