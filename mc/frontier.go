package mc

import (
	"context"
	"iter"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// extend adds steps from a state on to a walk and notes some of the ways back to states it has. It
// returns the state in which the walk ends and, if that is one it had, how it came back there.
func (h *hunt) extend(ctx context.Context, w *walk, s recipe.State, length int, choose chooser, random *rand.Rand) (recipe.State, *closing, error) {
	f := &frontier{hunt: h, positions: map[string]int{}, ready: make([][]int, len(h.sys.Agents))}
	for i := range w.steps {
		f.positions[h.in.Key(w.steps[i].State)] = i
	}
	f.positions[h.in.Key(s)] = len(w.steps)
	for a := range f.ready {
		f.ready[a] = h.in.Ready(s, a)
	}
	for range length {
		if err := ctx.Err(); err != nil {
			return s, nil, err
		}
		i := len(w.steps)
		next, back, err := f.step(s, i, choose, random)
		if err != nil {
			return s, nil, err
		}
		w.steps = append(w.steps, trace.Step{State: s, Message: next.Step})
		if back != nil {
			w.close(*back, mostLassos, random)
		}
		s = next.Next
		key := h.in.Key(s)
		if loop, met := f.positions[key]; met {
			return s, &closing{i, loop, next.Step}, nil
		}
		f.positions[key] = i + 1
		h.executed[next.Step.Command]++ // a stutter has led back
		f.ready[next.Step.Initiator] = h.in.Ready(s, next.Step.Initiator)
		for _, p := range next.Step.Participants {
			f.ready[p.Agent] = h.in.Ready(s, p.Agent)
		}
	}
	return s, nil, nil
}

// A frontier is where a walk stands: the positions that it has passed, by the keys of their states,
// and the commands that agents can initiate as far as each itself decides.
type frontier struct {
	*hunt
	positions map[string]int
	ready     [][]int
	ranked    []ranked // a scratch
}

// step chooses the step from a state at a position of a walk, and one of those that lead back to a
// position, if it sees any.
func (f *frontier) step(s recipe.State, at int, choose chooser, random *rand.Rand) (next recipe.Transition, back *closing, err error) {
	branches, ways := 0, 0
	ranks := choose.ranks()
	f.ranked = f.ranked[:0]
	for _, commands := range f.ready {
		for _, id := range commands {
			f.ranked = append(f.ranked, ranked{ranks[id], id})
		}
	}
	err = f.in.EachSuccessorOf(ascending(f.ranked), s, func(t recipe.Transition) bool {
		branches++
		if next.Next.Locals == nil || t.Step.Command == next.Step.Command && random.IntN(branches) == 0 {
			next = t.Clone()
		}
		if choose.settled {
			return false
		}
		if loop, met := f.positions[f.in.Key(t.Next)]; met {
			if ways++; random.IntN(ways) == 0 {
				back = &closing{at, loop, t.Step.Clone()}
			}
		}
		return branches < maxBranches
	})
	f.spent += (stepPrice + branches) * f.prices.successor
	if err != nil {
		err = internal("%w", err)
	}
	return next, back, err
}

// A ranked command is tried before those of larger rank, or of equal rank and larger ID.
type ranked struct{ rank, id int }

func (a ranked) before(b ranked) bool { return a.rank < b.rank || a.rank == b.rank && a.id < b.id }

// ascending visits commands by rank. Most visits end early, so that the commands are kept in a heap
// and only those visited are put in order.
func ascending(heap []ranked) iter.Seq[int] {
	sink := func(i int) {
		for child := 2*i + 1; child < len(heap); child = 2*i + 1 {
			if child+1 < len(heap) && heap[child+1].before(heap[child]) {
				child++
			}
			if !heap[child].before(heap[i]) {
				return
			}
			heap[i], heap[child] = heap[child], heap[i]
			i = child
		}
	}
	return func(visit func(int) bool) {
		for i := len(heap)/2 - 1; i >= 0; i-- {
			sink(i)
		}
		for len(heap) > 0 && visit(heap[0].id) {
			last := len(heap) - 1
			heap[0], heap = heap[last], heap[:last]
			sink(0)
		}
	}
}

// stepPrice is what looking for the steps of a state and going on costs, in prices of successors.
const stepPrice = 1

// mostLassos is how many lassos of a walk are drawn, maxBranches how many successors of a state are
// looked at.
const mostLassos, maxBranches = 4, 16
