// Structure counts the product's code and checks who uses whom.
//
//	go run ./bench/cmd/structure             # sizes of all packages, and what goes against the rules
//	go run ./bench/cmd/structure -layers mc  # the files of a package from the bottom up, and who uses whom
//
// It counts, per package without tests: Go's tokens (of go/scanner, without comments and without
// the semicolons that the scanner inserts), lines, exported names with methods, and the methods of
// each type. The product is the module without measurements (bench) and without support for tests.
// The limits are in limits.go.
//
// Imports go one way, between packages (imports.go) and between the files of a package: each layer
// of files uses lower layers only. A layer is one file, or several that use each other, which
// cycles.go lists. The drawing in CONTRIBUTING must be true. The exit status is 1 where something
// goes against the rules.
package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	layers := flag.String("layers", "", "print the layers of files of the package in `FOLDER`, and nothing else")
	flag.Parse()
	house, err := read()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case *layers != "":
		if !house.printLayers(os.Stdout, *layers) {
			fmt.Fprintf(os.Stderr, "the product has no package in %s; name a folder such as mc/trace\n", *layers)
			os.Exit(2)
		}
		return
	}
	house.print(os.Stdout)
	wrong := house.wrong()
	for _, w := range wrong {
		fmt.Fprintln(os.Stderr, w)
	}
	if len(wrong) > 0 {
		os.Exit(1)
	}
}

// A House is what structure knows of the module.
type House struct {
	packages []*Package        // of the module, measurements too
	counts   map[string]Counts // of the product's packages by folder
	uses     map[string]Uses   // the same
}

// read reads the sources and the types of the module.
func read() (*House, error) {
	all, err := list(true, module+"/...")
	if err != nil {
		return nil, err
	}
	h := &House{counts: map[string]Counts{}, uses: map[string]Uses{}}
	reader := newReader(all)
	for _, p := range all {
		if p.ImportPath != module && !strings.HasPrefix(p.ImportPath, module+"/") {
			continue
		}
		h.packages = append(h.packages, p)
		folder := p.Path()
		if !isProduct(folder) {
			continue
		}
		if h.counts[folder], err = count(p.Files()); err != nil {
			return nil, err
		}
		if h.uses[folder], err = reader.uses(p); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// wrong lists what goes against the rules.
func (h *House) wrong() []string {
	wrong := wrongImports(h.packages)
	for _, p := range h.packages {
		if uses, product := h.uses[p.Path()]; product {
			wrong = append(wrong, wrongLayers(p, uses)...)
		}
	}
	text, err := h.contributing()
	if err != nil {
		wrong = append(wrong, err.Error())
	}
	return slices.Concat(wrong, wrongDrawing(text, h.packages), limits.passed(h.counts), limits.unneeded(h.counts))
}

// contributing is the text of the page for contributors.
func (h *House) contributing() (string, error) {
	root, err := h.root()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(root, ".github", "CONTRIBUTING.md"))
	return string(text), err
}

func (h *House) print(w io.Writer) {
	var total Counts
	fmt.Fprintf(w, "%-42s %8s %8s %8s %9s\n", "package", "tokens", "lines", "exported", "in cycles")
	for _, folder := range slices.Sorted(maps.Keys(h.counts)) {
		c, cyclic := h.counts[folder], 0
		for _, layer := range layersOf(h.files(folder), h.uses[folder]) {
			if len(layer) > 1 {
				cyclic += len(layer)
			}
		}
		fmt.Fprintf(w, "%-42s %8d %8d %8d %9d\n", folder, c.Tokens, c.Lines, c.Exported, cyclic)
		total.Tokens += c.Tokens
		total.Lines += c.Lines
		total.Exported += c.Exported
	}
	fmt.Fprintf(w, "%-42s %8d %8d %8d\n", "the product", total.Tokens, total.Lines, total.Exported)
	for _, s := range largest(h.counts, limits.Methods) {
		fmt.Fprintf(w, "%-42s %8d methods\n", s.Name, s.Methods)
	}
}

// printLayers prints the layers of a package, the lowest first; it reports whether there is such a
// package.
func (h *House) printLayers(w io.Writer, folder string) bool {
	uses, found := h.uses[folder]
	if !found {
		return false
	}
	for i, layer := range layersOf(h.files(folder), uses) {
		fmt.Fprintf(w, "%d. %s\n", i+1, strings.Join(layer, ", "))
		if len(layer) > 1 {
			fmt.Fprint(w, describe(layer, uses))
		}
	}
	return true
}

// files names the files of a package in this build.
func (h *House) files(folder string) []string {
	i := slices.IndexFunc(h.packages, func(p *Package) bool { return p.Path() == folder })
	return h.packages[i].GoFiles
}
