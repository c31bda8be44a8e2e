package search

import (
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// met is how many states an explicit search may meet, and a walk, for each state that a search may
// expand.
const met = 16

// walk takes, from a node on, the first step that there is inside bound (no bound if nil), until
// some step leads back to a node that it has been in. The loop is nil if it is not fair, and where
// the walk comes to an end or has too many steps. A loop is found so however long it is, where
// nothing need be chosen for it.
func (f *pathFinder) walk(t *task, g *graph, bound *region, at position, fair conditions) (tail, loop []hop) {
	var run []hop
	visited := map[positionKey]int{}
	c := t.open()
	defer t.close(c)
	within := bound.states(c)
	for ok := true; ok && len(run) < met*f.MaxExplicitStates && !t.failed(); {
		t.fail(t.ctx.Err())
		visited[f.key(at)] = len(run)
		var h hop
		if h, at, ok = f.first(t, g, bound, within, at); ok {
			run = append(run, h)
		}
		if i, seen := visited[f.key(at)]; seen && ok {
			if loop = run[i:]; fair.metBy(loop) {
				return run[:i], loop
			}
			return nil, nil
		}
	}
	return nil, nil
}

// approach is a run from a node into a hull.
func (f *pathFinder) approach(t *task, whole *graph, from position, h *hull) ([]hop, position) {
	start := f.single(t, from)
	defer start.release()
	return f.enter(t, whole, start, h.region)
}

// enter returns a run from a node of start to a node of the target, which must be
// reachable.
func (f *pathFinder) enter(t *task, whole *graph, start, target *region) ([]hop, position) {
	goals := []goal{{allEdges, target}}
	if at, ok := f.arrive(t, start, goals); ok {
		return nil, at
	}
	run, at := f.shortest(t, whole, start, nil, goals)
	if len(run) == 0 {
		t.fail(errors.New("a reachable node cannot be reached again"))
	}
	return run, at
}

// visit walks from the anchor through an edge with each of the labels.
func (f *pathFinder) visit(t *task, h *hull, anchor position, wanted []labels) (run []hop, at position) {
	at = anchor
	for !t.failed() {
		var goals []goal
		for _, l := range wanted {
			if !hitBy(run, l) {
				goals = append(goals, goal{label: l})
			}
		}
		if len(goals) == 0 {
			return run, at
		}
		leg, end := f.leg(t, h, at, goals)
		if len(leg) == 0 {
			t.fail(errors.New("a node of a fair hull has no way to an accepting edge"))
		}
		run, at = append(run, leg...), end
	}
	return nil, at
}

func hitBy(run []hop, l labels) bool {
	return slices.ContainsFunc(run, func(h hop) bool { return h.has(l) })
}

// metBy reports whether a run that takes these hops again and again is fair.
func (fair conditions) metBy(run []hop) bool {
	missed := func(set labels) bool { return !hitBy(run, set) }
	return !slices.ContainsFunc(fair.sets, missed) && len(fair.uncompassionate(run)) == 0
}

// onward makes sure that a run which cannot return has at least one hop.
func (f *pathFinder) onward(t *task, h *hull, run []hop, at position) ([]hop, position) {
	if len(run) == 0 {
		if run, at = f.leg(t, h, at, []goal{{label: allEdges}}); len(run) == 0 {
			t.fail(errors.New("a node of a fair hull has no successor in it"))
		}
	}
	return run, at
}

// uncompassionate lists the second parts of the pairs that a loop violates.
func (fair conditions) uncompassionate(run []hop) []labels {
	var out []labels
	for i, pair := range fair.compassion {
		first := func(h hop) bool { return h.first[i] }
		if slices.ContainsFunc(run, first) && !hitBy(run, pair.second) {
			out = append(out, pair.second)
		}
	}
	return out
}

// leg is a shortest run inside the hull from one node to a goal.
func (f *pathFinder) leg(t *task, h *hull, from position, goals []goal) ([]hop, position) {
	start := f.single(t, from)
	defer start.release()
	return f.shortest(t, h.graph, start, h.region, goals)
}

// A Run is a run of a system as its explicit semantics makes its steps: step i leads from state i
// to the next one, the last step of a lasso to state Loop. A run without a loop has one state more
// than steps, and Loop is -1.
type Run struct {
	States []space.State
	Steps  []space.Step
	Loop   int
}

// newRun is the run of a prefix and a loop.
func newRun(prefix, loop []hop) *Run {
	r := &Run{Loop: len(prefix)}
	for _, h := range slices.Concat(prefix, loop) {
		r.States, r.Steps = append(r.States, h.at.state), append(r.Steps, h.step)
	}
	return r
}
