package quotient

import (
	"context"
	"errors"
	"fmt"
)

// errOverlooked says that a search that is repeated finds what the first did not.
var errOverlooked = errors.New("quotient: fair components are found by removing nodes, but not by depth first search")

// certifyEmpty tests that no node reached lies in a fair component, without looking for components:
// as long as there are some, it removes the nodes from which no step of some acceptance set can be
// reached, or no step that satisfies some recurrence, by steps between nodes that are left (E. A.
// Emerson, C.-L. Lei, "Efficient model checking in fragments of the propositional mu-calculus",
// LICS 1986). Nothing may be left.
func (p *product) certifyEmpty(ctx context.Context) error {
	left := setOf(p.initial())
	_, err := p.search(ctx, p.initial(), func(node int) bool { left[node] = true; return true }, nil, "")
	if err != nil {
		return fmt.Errorf("repeating the search after %d nodes: %w", len(left), err)
	}
	for before := 0; before != len(left); {
		before = len(left)
		if err := p.effort.look(ctx); err != nil {
			return err
		}
		left = p.recurring(left, max(p.aut.Acceptance, 1)) // without a set, some step is enough
	}
	if len(left) > 0 {
		return errOverlooked
	}
	return nil
}
