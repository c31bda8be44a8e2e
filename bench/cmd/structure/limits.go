package main

import (
	"fmt"
	"maps"
	"slices"
)

// Limits are what the product may grow to. They are there to be lowered: after a change that makes
// something smaller, write the new number here.
var limits = Limits{
	Tokens:   856_200,
	Lines:    map[string]int{"mc": 2_000},
	Exported: map[string]int{"mc": 150},
	Methods:  30,
}

// Limits bound the sizes of the product.
type Limits struct {
	// Tokens bound the sum over all packages of the product.
	Tokens int
	// Lines and Exported bound single packages.
	Lines, Exported map[string]int
	// Methods bound every type of the product, but for those in MoreMethods, which have a bound of
	// their own.
	Methods     int
	MoreMethods map[string]int
}

// passed lists the limits that counts pass, a sentence each.
func (l Limits) passed(counts map[string]Counts) []string {
	var out []string
	check := func(what string, n, limit int) {
		if n > limit {
			out = append(out, fmt.Sprintf("%s: %d, the limit is %d; make it smaller", what, n, limit))
		}
	}
	tokens := 0
	for _, c := range counts {
		tokens += c.Tokens
	}
	check("tokens of the product", tokens, l.Tokens)
	for _, folder := range slices.Sorted(maps.Keys(l.Lines)) {
		check("lines of "+folder, counts[folder].Lines, l.Lines[folder])
	}
	for _, folder := range slices.Sorted(maps.Keys(l.Exported)) {
		check("exported names of "+folder, counts[folder].Exported, l.Exported[folder])
	}
	for _, s := range largest(counts, l.Methods) {
		check("methods of "+s.Name, s.Methods, max(l.Methods, l.MoreMethods[s.Name]))
	}
	return out
}

// unneeded lists the bounds of MoreMethods that their types no longer need.
func (l Limits) unneeded(counts map[string]Counts) []string {
	needed := map[string]bool{}
	for _, s := range largest(counts, l.Methods) {
		needed[s.Name] = true
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(l.MoreMethods)) {
		if !needed[name] {
			out = append(out, fmt.Sprintf("%s has %d methods at most; remove it from limits.go", name, l.Methods))
		}
	}
	return out
}
