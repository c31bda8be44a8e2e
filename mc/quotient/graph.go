package quotient

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// A graph is the quotient of a system's state graph by a group: one representative per orbit, or
// several where the choice of representatives is not canonical, which costs work but changes
// nothing else.
type graph struct {
	group        *symmetry.Group
	index        map[string]int // of the representatives, by key
	states       []recipe.State
	edges        [][]edge
	steps        *steps
	permutations *permutations
	// kept are permutations that keep each representative, see [graph.keeping].
	kept [][]int32
	// unfolding is nil if the quotient was explored.
	unfolding *unfolding
	initial   []int
	memory    memory
}

// step is that of an edge.
func (g *graph) step(e edge) recipe.Step { return g.steps.list[e.step] }

// by is the permutation of an edge from a representative.
func (g *graph) by(from int, e edge) *symmetry.Permutation {
	if g.unfolding != nil {
		return g.unfolding.by(from, e.to, e.by)
	}
	return g.permutations.list[e.by]
}

// out are the edges of a representative. Those of a quotient that was unfolded are found when they
// are needed.
func (g *graph) out(i int, effort *meter) []edge {
	if g.unfolding != nil && g.edges[i] == nil {
		g.edges[i] = g.unfolding.out(i, effort)
	}
	return g.edges[i]
}

// keeping are permutations that keep a representative. Products of these make the steps that it
// lacks of those that it has.
func (g *graph) keeping(i int) (out []*symmetry.Permutation) {
	if g.unfolding != nil {
		return g.unfolding.keeping(i)
	}
	for _, k := range g.kept[i] {
		out = append(out, g.permutations.list[k])
	}
	return out
}

// explore builds the quotient.
func explore(ctx context.Context, in *recipe.Interpreter, group *symmetry.Group, limit int, maxBytes int64, effort *meter) (*graph, error) {
	g := &graph{group: group, index: map[string]int{}, memory: memory{most: maxBytes}}
	g.steps = &steps{places: map[string]int32{}}
	g.permutations = newPermutations(symmetry.Identity(in.System()))
	var fault error
	add := func(s recipe.State) (int, int32) {
		rep, by := effort.representative(group, s)
		back := g.permutations.place(by) ^ 1
		key := in.Key(rep)
		i, seen := g.index[key]
		if !seen {
			if len(g.states) == limit {
				fault = fmt.Errorf("%w: more than %d", ErrTooLarge, limit)
			}
			i = len(g.states)
			effort.Met++
			g.index[key] = i
			g.states = append(g.states, rep.Clone())
			fault = errors.Join(fault, g.memory.take(orbitBytes(rep, key)))
		}
		return i, back
	}
	tried := 0
	err := in.InitialStates(func(s recipe.State) bool {
		if tried++; tried > limit {
			fault = fmt.Errorf("%w: more than %d initial states", ErrTooLarge, limit)
			return false
		}
		before := len(g.states)
		if i, _ := add(s); i == before {
			g.initial = append(g.initial, i)
		}
		if fault == nil {
			fault = effort.look(ctx)
		}
		return fault == nil
	})
	if err := errors.Join(err, fault); err != nil {
		return nil, err
	}
	var out []edge
	for i := 0; i < len(g.states); i++ {
		effort.States++
		out = out[:0]
		commands, kept := effort.initiating(in.System(), group, g.states[i])
		g.kept = append(g.kept, nil)
		for _, p := range kept {
			g.kept[i] = append(g.kept[i], g.permutations.place(p))
		}
		err := in.EachSuccessorOf(commands, g.states[i], func(t recipe.Transition) bool {
			effort.Successors++
			step, bytes := g.steps.place(t.Step)
			to, by := add(t.Next)
			out = append(out, edge{step, int32(to), by})
			fault = errors.Join(fault, effort.look(ctx), g.memory.take(bytes+edgeBytes))
			return fault == nil
		})
		g.edges = append(g.edges, slices.Clone(out))
		if err := errors.Join(err, fault); err != nil {
			return nil, fmt.Errorf("after %d orbits: %w", len(g.states), err)
		}
	}
	return g, g.memory.take(g.permutations.bytes())
}

// orbitBytes is what a representative takes, with its key in the index.
func orbitBytes(s recipe.State, key string) int {
	return len(s.Locals)*int(unsafe.Sizeof(recipe.Value(0))) + len(s.Control)*word +
		spare*int(unsafe.Sizeof(s)+unsafe.Sizeof([]edge(nil))) + len(key) + 3*entry
}
