package main

import (
	"regexp"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
)

// selection is what --run selects.
type selection struct {
	name, number *regexp.Regexp // nil if there is no --run
	used         bool
}

func newSelection(pattern string) (*selection, error) {
	if pattern == "" {
		return &selection{used: true}, nil
	}
	name, err := regexp.Compile(pattern)
	if err != nil {
		return nil, cli.Usage("--run: %w", err)
	}
	return &selection{name: name, number: regexp.MustCompile("^(?:" + pattern + ")$")}, nil
}

func (s *selection) selects(index int, name string) bool {
	if s.name == nil {
		return true
	}
	ok := s.number.MatchString(strconv.Itoa(index)) || name != "" && s.name.MatchString(name)
	s.used = s.used || ok
	return ok
}
