package main

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Uses says which files of a package use definitions of which others of its files.
type Uses map[string]map[string][]string // from, to, the names used, sorted

// A Reader reads the types of packages; what they import comes from the compiler.
type Reader struct {
	fset     *token.FileSet
	importer types.Importer
}

func newReader(all []*Package) *Reader {
	exports := map[string]string{}
	for _, p := range all {
		exports[p.ImportPath] = p.Export
	}
	fset := token.NewFileSet()
	lookup := func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			return nil, fmt.Errorf("the compiler has no types of %s", path)
		}
		return os.Open(exports[path])
	}
	return &Reader{fset, importer.ForCompiler(fset, "gc", lookup)}
}

// uses reads a package and lists, for each pair of its files, the definitions of the second one
// that the first one uses.
func (r *Reader) uses(p *Package) (Uses, error) {
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(r.fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	checker := types.Config{Importer: r.importer}
	pkg, err := checker.Check(p.ImportPath, r.fset, files, info)
	if err != nil {
		return nil, fmt.Errorf("the types of %s cannot be read: %w", p.Path(), err)
	}
	out := Uses{}
	fileOf := func(at token.Pos) string { return filepath.Base(r.fset.Position(at).Filename) }
	for id, used := range info.Uses {
		if used.Pkg() != pkg || !used.Pos().IsValid() {
			continue
		}
		from, to := fileOf(id.Pos()), fileOf(used.Pos())
		if from == to {
			continue
		}
		if out[from] == nil {
			out[from] = map[string][]string{}
		}
		if names := out[from][to]; !slices.Contains(names, used.Name()) {
			out[from][to] = append(names, used.Name())
		}
	}
	for _, to := range out {
		for _, names := range to {
			slices.Sort(names)
		}
	}
	return out, nil
}

// layersOf orders the files of a package: each layer uses the layers before it only. A layer is one
// file, or several that use each other.
func layersOf(files []string, uses Uses) [][]string {
	t := &tarjan{uses: uses, index: map[string]int{}, low: map[string]int{}, open: map[string]bool{}}
	for _, f := range slices.Sorted(slices.Values(files)) {
		if t.index[f] == 0 {
			t.visit(f)
		}
	}
	return t.layers
}

// A tarjan finds strongly connected components in their topological order, the lowest first (R.
// Tarjan: Depth-first search and linear graph algorithms, 1972).
type tarjan struct {
	uses       Uses
	index, low map[string]int
	open       map[string]bool
	stack      []string
	layers     [][]string
}

func (t *tarjan) visit(f string) {
	t.index[f] = len(t.index) + 1
	t.low[f] = t.index[f]
	t.stack, t.open[f] = append(t.stack, f), true
	targets := make([]string, 0, len(t.uses[f]))
	for to := range t.uses[f] {
		targets = append(targets, to)
	}
	slices.Sort(targets)
	for _, to := range targets {
		if t.index[to] == 0 {
			t.visit(to)
			t.low[f] = min(t.low[f], t.low[to])
		} else if t.open[to] {
			t.low[f] = min(t.low[f], t.index[to])
		}
	}
	if t.low[f] != t.index[f] {
		return
	}
	from := slices.Index(t.stack, f)
	layer := slices.Clone(t.stack[from:])
	t.stack = t.stack[:from]
	for _, member := range layer {
		t.open[member] = false
	}
	slices.Sort(layer)
	t.layers = append(t.layers, layer)
}

// wrongLayers lists the layers of several files that cycles does not have, the files that cycles
// has and that are in no such layer, and cycles without a reason.
func wrongLayers(p *Package, uses Uses) []string {
	var wrong []string
	known := func(layer []string) bool {
		return slices.ContainsFunc(cycles[p.Path()], func(cycle Cycle) bool {
			files := strings.Fields(cycle.Files)
			return !slices.ContainsFunc(layer, func(f string) bool {
				return !slices.Contains(files, strings.TrimSuffix(f, ".go"))
			})
		})
	}
	cyclic := map[string]bool{}
	for _, layer := range layersOf(p.GoFiles, uses) {
		for _, f := range layer {
			cyclic[f] = len(layer) > 1
		}
		if len(layer) > 1 && !known(layer) {
			wrong = append(wrong, fmt.Sprintf(
				"%s: %s use each other; move definitions so that the upper file uses the lower one:\n%s",
				p.Path(), strings.Join(layer, ", "), describe(layer, uses)))
		}
	}
	for _, cycle := range cycles[p.Path()] {
		if cycle.Why == "" {
			wrong = append(wrong, fmt.Sprintf("%s: say in cycles.go why %s use each other", p.Path(), cycle.Files))
		}
		for _, f := range strings.Fields(cycle.Files) {
			if !cyclic[f+".go"] {
				wrong = append(wrong, fmt.Sprintf("%s has no file %s.go in a cycle; remove it from cycles.go", p.Path(), f))
			}
		}
	}
	return wrong
}

// describe tells who uses whom within a layer of several files.
func describe(layer []string, uses Uses) string {
	var out strings.Builder
	for _, from := range layer {
		for _, to := range layer {
			if names := uses[from][to]; len(names) > 0 {
				fmt.Fprintf(&out, "\t%s uses of %s: %s\n", from, to, strings.Join(names, ", "))
			}
		}
	}
	return out.String()
}
