package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The sources keep the rules: imports, layers of files, limits.
func TestImportsLayersAndLimits(t *testing.T) {
	house, err := read()
	require.NoError(t, err)
	require.Empty(t, house.wrong())
	require.Greater(t, len(house.packages), len(parts))
	require.Greater(t, len(house.counts), 40)
	var out strings.Builder
	house.print(&out)
	require.Contains(t, out.String(), "recipe/symbolic ")
	require.NotContains(t, out.String(), "\nbench")
	require.NotContains(t, out.String(), "recipetest")
	out.Reset()
	require.True(t, house.printLayers(&out, "mc/trace"))
	require.Contains(t, out.String(), "1. ")
	require.False(t, house.printLayers(&out, "mc/nothing"))
}

func TestWrongImportsAreFound(t *testing.T) {
	said := func(folder string, imports ...string) string {
		for i, imported := range imports {
			if imported != "fmt" && !strings.Contains(imported, ".") {
				imports[i] = module + "/" + imported
			}
		}
		p := &Package{ImportPath: module + "/" + folder, Imports: imports}
		return strings.Join(wrongImports([]*Package{p}), "\n")
	}
	require.Empty(t, said("mc/draw", "mc", "mc/trace", "ltol", "fmt"))
	require.Empty(t, said("mc/internal/engine/another", "mc/internal/engine", "mc/quotient"))
	require.Contains(t, said("mc/trace", "mc"), "mc/trace imports mc, which has a later row")
	require.Contains(t, said("mc/internal/search", "recipe"), "mc/internal/search imports recipe;")
	require.Contains(t, said("bench", "cmd/rcheck-bdd"), "bench imports cmd/rcheck-bdd;")
	require.Contains(t, said("cmd/rcheck-bdd", "bench"), "cmd/rcheck-bdd imports bench;")
	require.Contains(t, said("ltol", "recipe"), "ltol imports recipe;")
	require.Contains(t, said("mc/other", "rcheck"), "mc/other imports rcheck;")
	require.Contains(t, said("other", "ltol"), "other lies in no part and row")
	library := "github.com/dalzilio/" + "rudd"
	require.Contains(t, said("recipe", library), "which only bdd may")
	require.Empty(t, said("bdd/internal/ruddengine", library))
}

const sample = `package p // a comment

import "fmt"

const A, b = 1, 2

type T struct{ F int }

type u[X any] struct{}

func (t *T) M() { fmt.Println(t); fmt.Println() }
func (t T) n()  {}

func (x u[X]) Exported() {}
func G()               {}

var V interface{ L() }
`

func TestCounts(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.go")
	require.NoError(t, os.WriteFile(file, []byte(sample), 0o600))
	got, err := count([]string{file})
	require.NoError(t, err)
	// Per declaration 2, 2, 8, 7, 9, 23, 10, 13, 6, 8; the one semicolon that is written counts.
	require.Equal(t, Counts{
		Tokens: 88, Lines: 17, Exported: 5, // A, T, M, G and V
		Methods: map[string]int{"T": 2, "u": 1},
	}, got)
	require.Equal(t, []Sized{{"p.T", 2}}, largest(map[string]Counts{"p": got}, 1))
	require.NoError(t, os.WriteFile(file, []byte("package"), 0o600))
	_, err = count([]string{file})
	require.ErrorContains(t, err, "cannot be counted")
}

func TestLimits(t *testing.T) {
	l := Limits{Tokens: 10, Lines: map[string]int{"a": 5}, Exported: map[string]int{"a": 2},
		Methods: 3, MoreMethods: map[string]int{"a.Big": 4, "a.Small": 9}}
	counts := map[string]Counts{"a": {Tokens: 10, Lines: 5, Exported: 2, Methods: map[string]int{"Big": 4, "Small": 3}}}
	require.Empty(t, l.passed(counts))
	require.Equal(t, []string{"a.Small has 3 methods at most; remove it from limits.go"}, l.unneeded(counts))
	counts["a"] = Counts{Tokens: 6, Lines: 6, Exported: 3, Methods: map[string]int{"Big": 5, "New": 4}}
	counts["b"] = Counts{Tokens: 5, Lines: 99, Exported: 99}
	said := strings.Join(l.passed(counts), "\n")
	for _, part := range []string{"tokens of the product: 11, the limit is 10", "lines of a: 6", "exported names of a: 3",
		"methods of a.Big: 5, the limit is 4", "methods of a.New: 4, the limit is 3"} {
		require.Contains(t, said, part)
	}
	require.Equal(t, 5, strings.Count(said, "the limit"))
}

func TestProduct(t *testing.T) {
	for folder, product := range map[string]bool{
		".": true, "mc": true, "mc/trace": true, "bench": false, "bench/cmd/structure": false,
		"recipe/recipetest": false, "mc/internal/rchecktest/direct": false, "bdd/workload": false,
	} {
		require.Equal(t, product, isProduct(folder), folder)
	}
}

func TestLayers(t *testing.T) {
	uses := Uses{
		"top.go": {"a.go": {"X"}},
		"a.go":   {"b.go": {"Y"}},
		"b.go":   {"a.go": {"Z"}, "base.go": {"W"}},
	}
	files := []string{"top.go", "base.go", "b.go", "a.go"}
	require.Equal(t, [][]string{{"base.go"}, {"a.go", "b.go"}, {"top.go"}}, layersOf(files, uses))
	p := &Package{ImportPath: module + "/some", GoFiles: files}
	cycles["some"] = nil
	defer delete(cycles, "some")
	said := strings.Join(wrongLayers(p, uses), "\n")
	require.Contains(t, said, "some: a.go, b.go use each other")
	require.Contains(t, said, "b.go uses of a.go: Z")
	cycles["some"] = []Cycle{{"b a", "they are one"}}
	require.Empty(t, wrongLayers(p, uses))
	cycles["some"] = []Cycle{{"b a gone base", "they are one"}}
	require.Equal(t, []string{
		"some has no file gone.go in a cycle; remove it from cycles.go",
		"some has no file base.go in a cycle; remove it from cycles.go",
	}, wrongLayers(p, uses))
	cycles["some"] = []Cycle{{"b a", ""}}
	require.Equal(t, []string{"some: say in cycles.go why b a use each other"}, wrongLayers(p, uses))
}

// What a file uses of another one is found by types: names, methods and fields, not only words.
func TestUses(t *testing.T) {
	dir := t.TempDir()
	for name, src := range map[string]string{
		"low.go":  "package p\n\ntype T struct{ F int }\n\nfunc (T) M() {}\n",
		"high.go": "package p\n\nimport \"strings\"\n\nfunc g(t T) { t.M(); _ = t.F; F := strings.ToUpper(\"x\"); _ = F }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(src), 0o600))
	}
	all, err := list(true, "strings")
	require.NoError(t, err)
	p := &Package{Dir: dir, ImportPath: module + "/p", GoFiles: []string{"high.go", "low.go"}}
	uses, err := newReader(all).uses(p)
	require.NoError(t, err)
	require.Equal(t, Uses{"high.go": {"low.go": {"F", "M", "T"}}}, uses)
	_, err = newReader(nil).uses(p)
	require.ErrorContains(t, err, "cannot be read")
}

func TestDrawings(t *testing.T) {
	at := func(folder string, imports ...string) *Package {
		for i := range imports {
			imports[i] = module + "/" + imports[i]
		}
		return &Package{ImportPath: module + "/" + folder, Imports: imports}
	}
	packages := []*Package{at("cmd/rcheck-bdd", "mc", "rcheck"), at("mc", "mc/part"), at("mc/part", "mc/deep"), at("mc/deep"), at("rcheck")}
	said := func(lines ...string) string {
		return strings.Join(wrongDrawing("before\n```\n"+strings.Join(lines, "\n")+"\n```\nafter", packages), "\n")
	}
	require.Empty(t, said("cmd/rcheck-bdd reads", "  rcheck parses", "  mc checks", "    mc/deep searches"))
	require.Contains(t, said("cmd/rcheck-bdd reads", "  rcheck parses", "    mc/deep searches"), "which does not import it")
	require.Contains(t, said("cmd/rcheck-bdd reads", "  mc checks", "  mc checks"), "mc is drawn twice")
	require.Contains(t, said("cmd/rcheck-bdd reads", "      mc checks"), "mc is drawn below nothing")
	require.Contains(t, said("mc checks"), "no drawing")
	lines, many := []string{"cmd/rcheck-bdd reads"}, at("mc")
	for i := range mostDrawn {
		name := "mc/" + strings.Repeat("x", i+1)
		many.Imports, lines = append(many.Imports, module+"/"+name), append(lines, "  "+name+" works")
	}
	packages = []*Package{at("cmd/rcheck-bdd", "mc"), many}
	require.Equal(t, "13 packages are drawn; 12 are the most", said(lines...))
}
