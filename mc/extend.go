package mc

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
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
	base := c.s.Recipe
	if c.given != nil { // integers of it have no range
		base = &formalism.Recipe{System: c.given}
	}
	if err := base.CheckExtended(more); err != nil {
		return misuse("Extend: %v", err)
	}
	if err := more.Check(); err != nil {
		return err
	}
	narrowed := more
	if c.given != nil {
		var err error
		if narrowed, err = more.Narrowed(c.ranges); err != nil {
			return err
		}
		for i := range narrowed.Properties {
			if was, is := c.sys.Properties[i].Type, narrowed.Properties[i].Type; was.Lo != is.Lo || was.Hi != is.Hi {
				return &LimitError{Phase: fault.PhaseIntegers, Err: fmt.Errorf(
					"%w: a quantifier needs more values of `%s`; check the model anew", ErrGrows, more.Properties[i].Name)}
			}
		}
		given := *more
		given.Propositions = slices.Clone(more.Propositions)
		c.given = &given
	}
	n := len(c.sys.Propositions)
	c.sys.Propositions = append(slices.Clone(c.sys.Propositions), narrowed.Propositions[n:]...)
	return nil
}
