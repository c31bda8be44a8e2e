package main

import (
	"fmt"
	"regexp"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
)

// A subject is a family of models or a program of package workload at one size.
type subject struct {
	name  string
	size  int
	model bool
	c     bench.Case
}

// subjects pairs names with sizes: those of families, checked by diagrams alone, and those of
// programs.
func subjects(only *regexp.Regexp, sizes []named) ([]subject, error) {
	families := map[string]*bench.Family{}
	for _, f := range bench.Families() {
		families[f.Name] = f
	}
	var out []subject
	for _, n := range sizes {
		if !only.MatchString(n.name) {
			continue
		}
		for _, size := range n.sizes {
			s := subject{name: n.name, size: size, c: bench.ProgramCase(n.name, size)}
			if f := families[n.name]; f != nil {
				s.model = true
				s.c = bench.Case{Model: f.File(), Set: f.Set(size), Symmetry: bench.Off}
			}
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("-only %v: matches nothing", only)
	}
	return out, nil
}

// named is a family or a program with sizes.
type named struct {
	name  string
	sizes []int
}
