package rcheck_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
)

// mistake is a model with one mistake of a beginner.
type mistake struct {
	name, file, source string
	want               string // what the first message has to say
}

// models are the models into which the mistakes are put.
var models = map[string]string{"current": "current.rcp", "classic": "classic.rcp",
	"lamp": "lamp.ispl"}

// readMistakes reads testdata/mistakes/table.txt.
func readMistakes(t *testing.T) []mistake {
	t.Helper()
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("testdata", "mistakes", name))
		require.NoError(t, err)
		return string(text)
	}
	var out []mistake
	for _, entry := range strings.Split(read("table.txt"), "\n## ")[1:] {
		head, body, _ := strings.Cut(entry, "\n")
		model, name, _ := strings.Cut(head, ": ")
		m := mistake{name: name, file: models[model], source: read(models[model])}
		var before, after []string
		change := func() {
			old := strings.Join(before, "\n")
			require.NotEmpty(t, old, "%s: nothing is replaced", head)
			require.Equal(t, 1, strings.Count(m.source, old), "%s: `%s` does not stand there once", head,
				old)
			m.source = strings.Replace(m.source, old, strings.Join(after, "\n"), 1)
			before, after = nil, nil
		}
		for _, line := range strings.Split(strings.TrimRight(body, "\n"), "\n") {
			text := strings.TrimPrefix(line[min(1, len(line)):], " ")
			switch {
			case strings.HasPrefix(line, "-"):
				if after != nil {
					change()
				}
				before = append(before, text)
			case strings.HasPrefix(line, "+"):
				after = append(after, text)
			case strings.HasPrefix(line, "="):
				m.want = text
			}
		}
		change()
		require.NotEmpty(t, m.want, head)
		out = append(out, m)
	}
	return out
}

func diagnose(name, source string) diag.List {
	if strings.HasSuffix(name, ".ispl") {
		_, list := ispl.Parse(name, []byte(source), ispl.Options{})
		return list
	}
	_, list := rcheck.Parse(name, []byte(source), rcheck.Options{})
	return list
}

// The first message about a mistake of a beginner says what to write, and one mistake causes at
// most two errors.
func TestMistakes(t *testing.T) {
	list := readMistakes(t)
	require.GreaterOrEqual(t, len(list), 130)
	for _, m := range list {
		t.Run(m.file+" "+m.name, func(t *testing.T) {
			found := diagnose(m.file, m.source)
			require.NotEmpty(t, found)
			assert.Contains(t, found[0].Message(), m.want)
			assert.LessOrEqual(t, len(found.Errors()), 2, "%v", found)
		})
	}
}

// The models themselves have no mistakes, nor with the signs of C that are accepted.
func TestModelsOfMistakes(t *testing.T) {
	for _, name := range slices.Sorted(func(yield func(string) bool) {
		for _, file := range models {
			if !yield(file) {
				return
			}
		}
	}) {
		source, err := os.ReadFile(filepath.Join("testdata", "mistakes", name))
		require.NoError(t, err)
		assert.Empty(t, diagnose(name, string(source)))
	}
	source, err := os.ReadFile(filepath.Join("testdata", "mistakes", "current.rcp"))
	require.NoError(t, err)
	signs := strings.NewReplacer("= ask &", "== ask &&", "= answer}", "== answer}", "& !busy",
		"&& !busy")
	assert.Empty(t, diagnose("signs.rcp", signs.Replace(string(source))))
}
