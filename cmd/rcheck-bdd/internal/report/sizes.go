package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/sizes"
)

// SizesOf is what is known of a property at all values of some constants.
func SizesOf(constants []string, a *sizes.Answer) *Sizes {
	s := &Sizes{Constants: constants, From: a.From, Violated: a.Size, Held: a.Held, Kept: a.Kept, Counters: a.Counted,
		Confirmed: a.Verdict == mc.Holds && a.Confirmed}
	if a.Views.Sign() > 0 {
		s.Views = a.Views.String()
	}
	return s
}

// size is how much was searched.
func (s *Sizes) size() string {
	if s.Counters > 0 {
		return fmt.Sprint(s.Counters, " counters")
	}
	if s.Views == "" || s.Views == "0" {
		return "0 views"
	}
	return s.Views + " views"
}

// Text says for which sizes a verdict is, before the formula or the reason.
func (s *Sizes) Text(verdict string) string {
	if s == nil {
		return ""
	}
	switch {
	case verdict == "holds":
		return "for all " + s.values(" >= ", s.From) + ": "
	case verdict == "violated" && len(s.Held) > 0:
		return "at " + s.values(" = ", s.Violated) + " (" + s.held() + "): "
	case verdict == "violated":
		return "at " + s.values(" = ", s.Violated) + ": "
	case len(s.Held) > 0:
		return s.held() + "; for larger values: "
	}
	return ""
}

// values writes the constants with values, as "N >= 1, M >= 2".
func (s *Sizes) values(sign string, values []int) string {
	var out []string
	for i, name := range s.Constants {
		out = append(out, fmt.Sprint(name, sign, values[i]))
	}
	return strings.Join(out, ", ")
}

// held says at which sizes the property was seen to hold.
func (s *Sizes) held() string {
	if len(s.Constants) > 1 {
		return fmt.Sprintf("combinations of other values for which it holds: %d", len(s.Held))
	}
	var values []int
	for _, h := range s.Held {
		values = append(values, h[0])
	}
	slices.Sort(values)
	first, last := values[0], values[len(values)-1]
	switch {
	case first == last:
		return fmt.Sprintf("holds at %s = %d", s.Constants[0], first)
	case last-first+1 == len(values):
		return fmt.Sprintf("holds at %s = %d..%d", s.Constants[0], first, last)
	}
	return fmt.Sprintf("holds at %d values of %s up to %d", len(values), s.Constants[0], last)
}
