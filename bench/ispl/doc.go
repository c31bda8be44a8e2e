// Package ispl writes families of models in ISPL that scale by a number, for measurements and
// tests. ISPL has no parameters, so the families are functions that write text. The puzzles and
// protocols are those of the literature on MCMAS (Lomuscio, Qu, Raimondi, "MCMAS: an open-source
// model checker for the verification of multi-agent systems", STTT 19(1), 2017,
// doi:10.1007/s10009-015-0378-x); the models are our own.
package ispl

import (
	"fmt"
	"slices"
	"strings"
)

// Family is a family of models: About says in a line what it models and what n counts, and Write
// gives the text of the model of size n, which is at least Least.
type Family struct {
	Name  string
	About string
	Least int // the smallest size
	Write func(n int) string
}

// Small is a size at which a model of the family has 400 states at most, so that they can be
// visited one by one.
func (f Family) Small() int {
	switch f.Name {
	case "contract", "voting", "voting-3":
		return 1
	}
	return max(f.Least, 3)
}

// Families lists the families by name.
var Families = []Family{
	{"bits", "bit transmission of n bits, one after the other, over a channel that loses messages", 1, bits},
	{"cards", "a game of n cards: both players draw, one may change, the higher card wins", 3, cards},
	{"contract", "parties to a contract deliver n times each, one after the other, or breach it", 1, contract},
	{"cryptographers", "n dining cryptographers who say aloud one after the other whether their coins agree", 3, cryptographers},
	{"cryptographers-xor", "n dining cryptographers who speak at once; the environment keeps the parity", 3, cryptographersXor},
	{"muddy", "n muddy children who hear that at least one of them is muddy", 2, muddy},
	{"prisoners", "n prisoners, a light bulb, and one of them who counts", 2, prisoners},
	{"robot", "a robot on a line of n places, whose sensor errs by one place", 8, robot},
	{"robots", "two robots on a line of n places, who begin at its ends", 2, robots},
	{"tianji", "Tian Ji's n horses, each a little slower than the king's of its class", 3, tianJi},
	{"voting", "n voters choose among two candidates, and a coercer asks them how", 1, voting(2)},
	{"voting-3", "n voters choose among three candidates, and a coercer asks them how", 1, voting(3)},
}

// Find returns the family with a name. The error, if there is none, lists the names.
func Find(name string) (Family, error) {
	i := slices.IndexFunc(Families, func(f Family) bool { return f.Name == name })
	if i < 0 {
		names := make([]string, len(Families))
		for i, f := range Families {
			names[i] = f.Name
		}
		return Family{}, fmt.Errorf("there is no family %q; there are %s", name, strings.Join(names, ", "))
	}
	return Families[i], nil
}

// writer collects lines.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

// each writes a format for every number from first to last.
func (w *writer) each(first, last int, format string) {
	w.line("%s", joined(first, last, "\n", format))
}

// joined is a format for every number from first to last, with a separator between them.
func joined(first, last int, separator, format string) string {
	var parts []string
	for i := first; i <= last; i++ {
		parts = append(parts, fmt.Sprintf(format, i))
	}
	return strings.Join(parts, separator)
}

// numbered is prefix1, …, prefixn.
func numbered(n int, prefix string) string { return joined(1, n, ", ", prefix+"%d") }
