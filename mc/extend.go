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
	if err := c.s.Recipe.CheckExtended(more); err != nil {
		return misuse("Extend: %v", err)
	}
	if err := more.Check(); err != nil {
		return err
	}
	c.sys.Propositions = slices.Clone(more.Propositions)
	return nil
}
