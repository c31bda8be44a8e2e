package main

import (
	"errors"
	"regexp"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
)

// selection is what --run selects.
type selection struct {
	pattern      string
	name, number *regexp.Regexp // nil if there is no --run
	used         bool
	labels       []string // of all properties that were asked about
}

func newSelection(pattern string) (*selection, error) {
	if pattern == "" {
		return &selection{used: true}, nil
	}
	name, err := regexp.Compile(pattern)
	if err != nil {
		return nil, cli.Usage("--run: %w", err)
	}
	return &selection{pattern: pattern, name: name, number: regexp.MustCompile("^(?:" + pattern + ")$")}, nil
}

func (s *selection) selects(index int, name string) bool {
	s.labels = append(s.labels, (&report.Result{Index: index, Name: name}).Label())
	if s.name == nil {
		return true
	}
	ok := s.number.MatchString(strconv.Itoa(index)) || name != "" && s.name.MatchString(name)
	s.used = s.used || ok
	return ok
}

// unused is the error that nothing was selected; nil if something was.
func (s *selection) unused() error {
	if s.used {
		return nil
	}
	return errors.New(noProperty("--run ", s.pattern, s.labels))
}
