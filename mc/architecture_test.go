package mc_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/rcheck-bdd/rcheck-bdd/"

// layers says what each top-level part may import of the module: itself and
// the parts listed. The longest prefix of a package's path decides.
var layers = map[string][]string{
	".":                           {}, // the page of documentation at the root
	"bdd":                         {},
	"recipe":                      {},
	"recipe/symbolic":             {"recipe", "bdd"},
	"recipe/interpreted/symbolic": {"recipe", "bdd"},
	"ltol":                        {},
	"rcheck":                      {"recipe", "ltol"},
	"mc":                          {"recipe", "recipe/symbolic", "recipe/interpreted/symbolic", "ltol", "bdd"},
	"mc/rcp":                      {"mc", "recipe", "ltol", "rcheck"},
	"mc/internal/rchecktest":      {"recipe", "ltol", "rcheck"},
	"cmd/output":                  {},
	"bench":                       {"cmd/output", "bdd", "recipe", "recipe/symbolic", "ltol", "rcheck", "mc", "mc/rcp"},
	"cmd":                         {"cmd/output", "bdd", "recipe", "recipe/symbolic", "recipe/interpreted/symbolic", "ltol", "rcheck", "mc", "mc/rcp", "bench"},
}

// TestImportsGoOneWay asserts the picture in CONTRIBUTING: who imports whom, and
// that only bdd sees the library of decision diagrams.
func TestImportsGoOneWay(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", module+"...").Output()
	require.NoError(t, err)
	packages := 0
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		path := strings.TrimPrefix(fields[0], module)
		if path+"/" == module {
			path = "."
		}
		packages++
		from := layerOf(path)
		require.NotEmpty(t, from, "package %s lies in no known part", path)
		for _, imported := range fields[1:] {
			if strings.HasPrefix(imported, "github.com/dalzilio/"+"rudd") {
				require.Equal(t, "bdd", from, "%s imports the library of decision diagrams", path)
			}
			to, inside := strings.CutPrefix(imported, module)
			if strings.HasPrefix(path, "mc/internal/search") {
				require.NotContains(t, []string{"mc", "recipe", "recipe/symbolic", "mc/trace"}, to, "searches know spaces only")
			}
			if !inside || layerOf(to) == from {
				continue
			}
			require.Contains(t, layers[from], layerOf(to), "%s imports %s", path, to)
		}
	}
	require.Greater(t, packages, len(layers))
}

func layerOf(path string) string {
	best := ""
	for layer := range layers {
		if (path == layer || strings.HasPrefix(path, layer+"/")) && len(layer) > len(best) {
			best = layer
		}
	}
	return best
}
