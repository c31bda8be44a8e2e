package quotient

import (
	"context"
	"iter"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// An Effort counts what searches on orbits do. It is the same in every run.
type Effort struct {
	// States is the number of representatives whose successors were looked at, Successors that of
	// these. Marks is the number of descriptions of agents that were compared to choose
	// representatives.
	States, Successors, Marks int
	// Unfolded is the number of steps that were found in a quotient by more exchanges.
	Unfolded int
	// Met is the number of representatives met.
	Met int
	// Letters counts the nodes of expressions looked at to tell which letters of a formula are true
	// of steps, Arcs the steps of products, Exchanges the letters and agents compared to find what
	// agents are interchangeable.
	Letters, Arcs, Exchanges int
}

// A meter counts the effort of a finder and lets its owner look at it; see [Options.Poll].
type meter struct {
	Effort
	poll func() error // may be nil
}

// look is the error that ends the work: that of the owner, or of ctx. The owner comes first, as it
// may wait for another context.
func (m *meter) look(ctx context.Context) error {
	if m.poll != nil {
		if err := m.poll(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// representative is [symmetry.Group.Canonical], counted.
func (e *Effort) representative(g *symmetry.Group, s recipe.State) (recipe.State, *symmetry.Permutation) {
	defer func(before int) { e.Marks += g.Marks() - before }(g.Marks())
	return g.Canonical(s)
}

// initiating visits the commands of agents that are all different in a state, see
// [symmetry.Group.Alike], ascending. Of the commands of an agent outside the classes that differ in
// which of some absent agents that are alike they spawn, it visits one.
func (e *Effort) initiating(sys *recipe.System, g *symmetry.Group, s recipe.State) (commands iter.Seq[int], kept []*symmetry.Permutation) {
	before := g.Marks()
	alike, kept := g.Alike(s)
	e.Marks += g.Marks() - before
	return func(visit func(int) bool) {
		for a, first := range alike {
			if a != first {
				continue
			}
			for id := range sys.Agents[a].Commands.All() {
				if spawnsFirst(&sys.Commands[id], g, alike) && !visit(id) {
					return
				}
			}
		}
	}, kept
}

// spawnsFirst is false if another command of the same agent, which all exchanges keep, spawns an
// agent that is alike and comes before. An exchange that keeps the state maps the one command to the
// other.
func spawnsFirst(c *recipe.Command, g *symmetry.Group, alike []int) bool {
	return len(c.Spawns) != 1 || g.ClassOf(c.Agent) >= 0 || alike[c.Spawns[0]] == c.Spawns[0]
}
