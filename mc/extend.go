package mc

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Extend lets later questions speak of more propositions: those that more has behind the ones of
// the checker's system. Both systems must be the same apart from that, as those of a program and of
// the program that [rcheck.Program.WithProperty] makes of it are. What is known of the system stays
// known: the encoding, its order, the reachable states, and what was found out about them.
//
// The system that [NewChecker] was given gets the propositions, so nobody else may use it
// meanwhile.
//
// [rcheck.Program.WithProperty]:
// https://pkg.go.dev/github.com/rcheck-bdd/rcheck-bdd/rcheck#Program.WithProperty
func (c *Checker) Extend(more *recipe.System) error {
	if c == nil || c.sys == nil || c.closed {
		return misuse("Extend: the checker is nil, closed, or was not made by NewChecker")
	}
	if more == nil {
		return misuse("Extend: there is no system")
	}
	known := len(c.sys.Propositions)
	switch {
	case !sameSystem(c.sys, more):
		return misuse("Extend: the systems differ in more than propositions")
	case len(more.Propositions) < known || !slices.Equal(c.sys.Propositions, more.Propositions[:known]):
		return misuse("Extend: the system lacks propositions of the checker's")
	}
	if err := more.Check(); err != nil {
		return err
	}
	c.sys.Propositions = slices.Clone(more.Propositions)
	return nil
}

// sameSystem reports whether two systems are copies of one, their propositions apart.
func sameSystem(a, b *recipe.System) bool {
	return a.File == b.File && a.Channel == b.Channel && a.Location == b.Location &&
		sameList(a.Symbols, b.Symbols) && sameList(a.Data, b.Data) &&
		sameList(a.Properties, b.Properties) && sameList(a.Vars, b.Vars) &&
		sameList(a.Agents, b.Agents) && sameList(a.Commands, b.Commands)
}

// sameList reports whether two lists are one in memory.
func sameList[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }
