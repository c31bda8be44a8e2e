package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// isISPL reports whether a file is one in ISPL, by its name.
func isISPL(name string) bool { return strings.EqualFold(filepath.Ext(name), ".ispl") }

// errISPL is the fault of a model in ISPL for commands that cannot use it.
var errISPL = errors.New("it is a model in ISPL, and only check, export, simulate, replay, reach, draw, sweep, vet and fmt accept such models: the others are about messages, or about formulas on runs")

// unfitReasons say why flags that one might expect to work mean nothing for models in ISPL.
var unfitReasons = map[string]string{
	"--all":             "which have no constants",
	"--by=localization": "for which this engine is not made",
	"--by=orbits":       "whose states are explored as sets only",
	"--by=views":        "for which this engine is not made",
	"--dialect":         "which have one dialect",
	"--int":             "in which each variable has a range of its own",
	"--logs":            "whose steps have no messages that a program could log",
	"--order":           "whose variables are declared as in the model",
	"--reading":         "whose formulas have one reading",
	"--relation":        "whose relation has one form",
	"--set":             "which have no constants",
	"--sort":            "in which all agents act in every step",
	"--symmetry=orbits": "whose states are explored as sets only",
}

// unfit is an error about the first of the flags that were given.
func unfit(given map[string]bool) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if given[name] {
			return fmt.Errorf("%s cannot be used for models in ISPL, %s; leave it out", name, unfitReasons[name])
		}
	}
	return nil
}
