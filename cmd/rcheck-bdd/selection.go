package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
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

// of are those of a model's properties that are selected. A name that is the whole pattern is the
// only one: `--run safe` does not select `safe_again`.
func (s *selection) of(all []mc.Property) (out []mc.Property) {
	whole := slices.ContainsFunc(all, func(p mc.Property) bool { return p.Name == s.pattern })
	for _, p := range all {
		s.labels = append(s.labels, label(p.Name, p.Index))
		if s.name == nil || p.Name == s.pattern ||
			!whole && (s.number.MatchString(strconv.Itoa(p.Index)) || p.Name != "" && s.name.MatchString(p.Name)) {
			out, s.used = append(out, p), true
		}
	}
	return out
}

// unused is the error that nothing was selected; nil if something was.
func (s *selection) unused() error {
	if s.used {
		return nil
	}
	return errors.New(noProperty("--run ", s.pattern, s.labels))
}

// noProperty says that no property is what a flag wants, and which there are.
func noProperty(flag, wanted string, labels []string) string {
	slices.Sort(labels)
	labels = slices.Compact(labels)
	text := fmt.Sprintf("no property matches %s%s", flag, wanted)
	switch hint := diag.DidYouMean(wanted, labels); {
	case len(labels) == 0:
		return text + ": there is none"
	case hint != "":
		return text + "; " + hint
	}
	return text + "; the known names are " + firstOf(labels)
}

// deadlockFree is the name of the property of --deadlock-free.
const deadlockFree = "deadlock-free"
