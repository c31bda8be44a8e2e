package quotient

import (
	"context"
	"iter"
	"math"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// An Effort counts what searches on orbits do. It is the same in every run.
type Effort struct {
	// States is the number of representatives whose successors were looked at, Successors that of
	// these. Marks is the number of descriptions of agents that were compared to choose
	// representatives.
	States, Successors, Marks int
	// Met is the number of representatives met.
	Met int
	// Letters counts the nodes of expressions looked at to tell which letters of a formula are true
	// of steps, Arcs the steps of products, Exchanges the letters and agents compared to find what
	// agents are interchangeable.
	Letters, Arcs, Exchanges int
}

// Effort is what the finder did so far.
func (f *Finder) Effort() Effort {
	if f == nil {
		return Effort{}
	}
	return f.effort.Effort
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

// MaxOrbits is the most representatives of a quotient that the finder builds.
func (f *Finder) MaxOrbits() int {
	if f == nil {
		return 0
	}
	return f.o.MaxOrbits
}

// representative is [symmetry.Group.Representative], counted.
func (e *Effort) representative(g *symmetry.Group, s recipe.State) recipe.State {
	defer func(before int) { e.Marks += g.Marks() - before }(g.Marks())
	return g.Representative(s)
}

// initiating visits the commands of agents that are all different in a state, see
// [symmetry.Group.Alike], ascending.
func (e *Effort) initiating(sys *recipe.System, g *symmetry.Group, s recipe.State) iter.Seq[int] {
	before := g.Marks()
	alike := g.Alike(s)
	e.Marks += g.Marks() - before
	return func(visit func(int) bool) {
		for a, first := range alike {
			if a != first {
				continue
			}
			for id := sys.Agents[a].Commands.Start; id < sys.Agents[a].Commands.End; id++ {
				if !visit(id) {
					return
				}
			}
		}
	}
}

// Estimate says what finding out about each of the formulas, one after the other, would take about,
// from the quotient by all exchanges, which is built if there is none yet; and how many orbits that
// of each has. The error is that of [Finder.Find] or [Finder.Count].
func (f *Finder) Estimate(ctx context.Context, formulas []*ltol.Formula) (efforts []Effort, orbits []int, err error) {
	states, _, _, err := f.Count(ctx)
	if err != nil {
		return nil, nil, err
	}
	if err := speaksOf(ctx, f.in.System(), formulas...); err != nil {
		return nil, nil, err
	}
	g, err := f.smallest(ctx)
	if err != nil {
		return nil, nil, err
	}
	kinds := make([]float64, len(g.group.Classes()))
	for _, s := range g.states {
		for i, n := range g.group.Colours(s) {
			kinds[i] += float64(n) / float64(len(g.states))
		}
	}
	edges := 0
	for _, list := range g.edges {
		edges += len(list)
	}
	built := map[string]bool{}
	for _, phi := range formulas {
		q, err := f.question(ctx, phi)
		if err != nil {
			return nil, nil, err
		}
		// Each agent told apart from its class makes as many orbits of one as the class has kinds.
		times := 1.0
		for i, class := range g.group.Classes() {
			times *= math.Pow(kinds[i], float64(parts(class, q.group)-1))
		}
		most, _ := new(big.Float).SetInt(states).Float64()
		n := min(times*float64(len(g.states)), most, float64(f.o.MaxOrbits)+1)
		moves := int(n * float64(edges) / float64(len(g.states)))
		e := Effort{Letters: int(n)*q.states + moves*q.steps, Arcs: moves * len(q.aut.States)}
		if key := classesKey(q.group); f.graphs[key] == nil && !built[key] {
			built[key] = true
			e.States, e.Successors = int(n), moves
			e.Marks = int(n * float64(g.marks) / float64(len(g.states)))
		}
		efforts, orbits = append(efforts, e), append(orbits, int(n))
	}
	return efforts, orbits, nil
}

// parts is the number of parts that the classes of a group divide some agents into.
func parts(agents []int, g *symmetry.Group) int {
	seen := map[int]bool{}
	n := 0
	for _, a := range agents {
		if c := g.ClassOf(a); c < 0 || !seen[c] {
			n++
			seen[c] = true
		}
	}
	return n
}
