package falsifier

import (
	"context"
	"iter"
	"math/rand/v2"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// extend adds steps from a state on to a walk and notes some of the ways back to states it has. It
// returns the state in which the walk ends and, if that is one it had, how it came back there.
func (e *Falsifier) extend(ctx context.Context, w *runs.Walk, s recipe.State, length int, choose chooser, random *rand.Rand) (recipe.State, *runs.Closing, error) {
	f := &frontier{Falsifier: e, walk: w, positions: map[uint64]int{}, ready: make([][]int, len(e.board.System.Agents))}
	for i := range w.Steps {
		f.positions[hashed(w.Steps[i].State)] = i
	}
	f.hash = hashed(s)
	f.positions[f.hash] = len(w.Steps)
	ready := func(agent int) { f.ready[agent] = e.in.Ready(s, agent) }
	for a := range f.ready {
		ready(a)
	}
	for range length {
		if err := ctx.Err(); err != nil {
			return s, nil, err
		}
		i := len(w.Steps)
		next, back, err := f.step(s, i, choose, random)
		if err != nil {
			return s, nil, err
		}
		w.Steps = append(w.Steps, trace.Step{State: s, Message: next.Step})
		if back != nil {
			w.Close(*back, mostLassos, random)
		}
		f.hash = f.after(s, &next)
		s = next.Next
		if loop, met := f.met(f.hash, s, s); met {
			return s, &runs.Closing{End: i, Loop: loop, Step: next.Step}, nil
		}
		f.positions[f.hash] = i + 1
		e.executed[next.Step.Command]++ // a stutter has led back
		ready(next.Step.Initiator)
		for _, p := range next.Step.Participants {
			ready(p.Agent)
		}
		for _, v := range e.free {
			ready(e.board.System.Vars[v].Agent)
		}
		for _, a := range next.Step.Spawned(e.board.System) {
			ready(a)
		}
	}
	return s, nil, nil
}

// A frontier is where a walk stands: the positions that it has passed, by the hashes of their
// states, and the commands that agents can initiate as far as each itself decides.
type frontier struct {
	*Falsifier
	walk      *runs.Walk
	positions map[uint64]int
	hash      uint64 // of the state in which the walk stands
	ready     [][]int
	ranked    []ranked // a scratch
}

// met is the last position with a state, if the walk, which stands in a state now, has had it. Of
// states with equal hashes it knows the last.
func (f *frontier) met(hash uint64, s, now recipe.State) (position int, met bool) {
	if position, met = f.positions[hash]; met {
		if position < len(f.walk.Steps) {
			now = f.walk.Steps[position].State
		}
		met = now.Equal(s)
	}
	return position, met
}

// hashed is a number that states are told apart by in most cases: the sum of one for each of its
// parts, so that a step need not look at all of them. See [frontier.after].
func hashed(s recipe.State) uint64 {
	sum := uint64(0)
	for i, v := range s.Locals {
		sum += mixed(i, int(v))
	}
	for i, q := range s.Control {
		sum += mixed(^i, q)
	}
	return sum
}

// mixed is the part of a hash for the value at a place: a step of SplitMix64 (Steele, Lea and
// Flood, OOPSLA 2014, DOI 10.1145/2660193.2660195).
func mixed(place, value int) uint64 {
	z := uint64(place)*0x9e3779b97f4a7c15 + uint64(value)*0xd1342543de82ef95 + 0x632be59bd9b4e019
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// after is the hash of the state that a step leads to from the one in which the walk stands.
func (f *frontier) after(s recipe.State, t *recipe.Transition) uint64 {
	sum := f.hash
	if t.Step.Kind == recipe.Stutter {
		return sum
	}
	move := func(id int) {
		c := &f.board.System.Commands[id]
		sum += mixed(^c.Agent, t.Next.Control[c.Agent]) - mixed(^c.Agent, s.Control[c.Agent])
		for i := range c.Updates {
			v := c.Updates[i].Var
			sum += mixed(v, int(t.Next.Locals[v])) - mixed(v, int(s.Locals[v]))
		}
	}
	for _, v := range f.free {
		sum += mixed(v, int(t.Next.Locals[v])) - mixed(v, int(s.Locals[v]))
	}
	move(t.Step.Command)
	for i := range t.Step.Participants {
		move(t.Step.Participants[i].Command)
	}
	return sum
}

// step chooses the step from a state at a position of a walk, and one of those that lead back to a
// position, if it sees any.
func (f *frontier) step(s recipe.State, at int, choose chooser, random *rand.Rand) (next recipe.Transition, back *runs.Closing, err error) {
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
		if choose.ordered {
			return false
		}
		if loop, met := f.met(f.after(s, &t), t.Next, s); met {
			if ways++; random.IntN(ways) == 0 {
				back = &runs.Closing{End: at, Loop: loop, Step: t.Step.Clone()}
			}
		}
		return branches < maxBranches
	})
	f.board.Walks += max(1, branches) * f.prices.Successor
	if err != nil {
		err = fault.Internal("%w", err)
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

// mostLassos is how many lassos of a walk are drawn, maxBranches how many successors of a state are
// looked at.
const mostLassos, maxBranches = 4, 16
