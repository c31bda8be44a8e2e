package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// mostDrawn is the most packages that the way of a property may take.
const mostDrawn = 12

// wrongDrawing lists what is wrong with the drawing in the text of CONTRIBUTING: the first block
// that begins with the command. Each line names a package; it must import, itself or through
// others, those that are indented below it.
func wrongDrawing(text string, packages []*Package) []string {
	const command = "cmd/rcheck-bdd"
	_, block, found := strings.Cut(text, "\n```\n"+command+" ")
	block, _, closed := strings.Cut(block, "\n```\n")
	if !found || !closed {
		return []string{"CONTRIBUTING has no drawing that begins with " + command}
	}
	imports := map[string][]string{}
	for _, p := range packages {
		for _, imported := range p.Imports {
			imports[p.Path()] = append(imports[p.Path()], strings.TrimPrefix(imported, module+"/"))
		}
	}
	var wrong, above []string
	drawn := map[string]bool{}
	for line := range strings.Lines(command + " " + block) {
		folder := strings.Fields(line)[0]
		depth := (len(line) - len(strings.TrimLeft(line, " "))) / 2
		switch {
		case depth > len(above):
			wrong = append(wrong, folder+" is drawn below nothing")
			continue
		case depth > 0 && !reaches(imports, above[depth-1], folder, map[string]bool{}):
			wrong = append(wrong, fmt.Sprintf("%s is drawn below %s, which does not import it", folder, above[depth-1]))
		case drawn[folder]:
			wrong = append(wrong, folder+" is drawn twice")
		}
		drawn[folder] = true
		above = append(above[:depth], folder)
	}
	if len(drawn) > mostDrawn {
		wrong = append(wrong, fmt.Sprintf("%d packages are drawn; %d are the most", len(drawn), mostDrawn))
	}
	return wrong
}

// reaches reports whether a package imports another one, itself or through others.
func reaches(imports map[string][]string, from, to string, met map[string]bool) bool {
	if met[from] {
		return false
	}
	met[from] = true
	return slices.ContainsFunc(imports[from], func(p string) bool {
		return p == to || reaches(imports, p, to, met)
	})
}

// root is the folder of the module.
func (h *House) root() (string, error) {
	for _, p := range h.packages {
		if p.Path() == "." {
			return p.Dir, nil
		}
	}
	return "", errors.New("the module has no package at its root")
}
