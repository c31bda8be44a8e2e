package simulate

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Goal is what runs are to cover.
type Goal uint8

const (
	Commands Goal = iota // every command that some step executes
	Pairs                // every two commands that initiate two steps in a row
	States               // every reachable state
)

// CoverOptions bound runs that cover goals.
type CoverOptions struct {
	Goal Goal
	// Runs is the largest number of runs, Length that of their steps. A run to one goal that needs
	// more steps is longer.
	Runs, Length int
	// MaxStates is the number of states that are explored.
	MaxStates int
}

// A Cover is a set of runs with what they cover.
type Cover struct {
	Runs []*trace.Trace
	// Goals is the number of goals that can be reached, Covered that of those that the runs reach.
	Goals, Covered int
	// Complete tells that all reachable states were explored; otherwise goals beyond are not known.
	Complete bool
	// Missed lists the goals that can be reached and are not, in words.
	Missed []string
	// Never lists the commands that no explored state executes, each with a reason.
	Never []string
}

// An edge is a step between explored states.
type edge struct {
	next     int
	commands []int // the initiator's first
	number   int   // among the steps of the state, as the interpreter has them
}

// A hop is a stop and the edge that a run takes there.
type hop struct {
	from stop
	edge int
}

// A stop is a state on a run, and, where pairs are covered, the command that initiated the step
// into it; else -1.
type stop struct{ state, last int }

// A coverer knows the explored states.
type coverer struct {
	ctx     context.Context
	in      *recipe.Interpreter
	o       CoverOptions
	keys    []string
	number  map[string]int
	edges   [][]edge
	initial []int
	open    map[int]bool // goals that can be reached and are not covered
}

// CoverRuns explores a system and returns runs that together reach as many goals as possible: each
// goes on to a nearest goal that is not yet covered. Equal arguments give equal runs.
func CoverRuns(ctx context.Context, in *recipe.Interpreter, o CoverOptions) (*Cover, error) {
	switch {
	case ctx == nil || in.System() == nil:
		return nil, misuse("there is no context, or no interpreter")
	case o.Runs < 1 || o.Length < 1 || o.MaxStates < 1:
		return nil, misuse("the numbers of runs, steps and states must be positive")
	}
	v := &coverer{ctx: ctx, in: in, o: o, number: map[string]int{}, open: map[int]bool{}}
	out := &Cover{}
	var err error
	if out.Complete, err = v.explore(); err != nil {
		return nil, err
	}
	v.goals()
	out.Goals = len(v.open)
	for len(out.Runs) < o.Runs && len(v.open) > 0 {
		run, err := v.run()
		if err != nil {
			return nil, err
		}
		if run == nil {
			break
		}
		out.Runs = append(out.Runs, run)
	}
	out.Covered = out.Goals - len(v.open)
	for g := range v.open {
		out.Missed = append(out.Missed, v.name(g))
	}
	slices.Sort(out.Missed)
	out.Never, err = v.never()
	return out, err
}

// explore finds the reachable states, and reports whether these are all.
func (v *coverer) explore() (complete bool, err error) {
	complete = true
	reach := func(s recipe.State) int {
		key := v.in.Key(s)
		i, ok := v.number[key]
		if !ok {
			if len(v.keys) == v.o.MaxStates {
				complete = false
				return -1
			}
			i = len(v.keys)
			v.number[key] = i
			v.keys = append(v.keys, key)
		}
		return i
	}
	err = v.in.InitialStates(func(s recipe.State) bool {
		if i := reach(s); i >= 0 {
			v.initial = append(v.initial, i)
		}
		return complete
	})
	for done := 0; err == nil && done < len(v.keys); done++ {
		if err := v.ctx.Err(); err != nil {
			return false, fmt.Errorf("exploring states to cover: %w", err)
		}
		var out []edge
		number := -1
		err = v.in.EachSuccessor(v.in.StateOf(v.keys[done]), func(t recipe.Transition) bool {
			number++
			if t.Step.Kind == recipe.Stutter {
				return true
			}
			if next := reach(t.Next); next >= 0 {
				commands := []int{t.Step.Command}
				for _, p := range t.Step.Participants {
					commands = append(commands, p.Command)
				}
				out = append(out, edge{next, commands, number})
			}
			return true
		})
		v.edges = append(v.edges, out)
	}
	return complete, err
}

// covers calls yield for the goals that a step reaches.
func (v *coverer) covers(from stop, e edge, yield func(goal int)) {
	switch v.o.Goal {
	case Commands:
		for _, id := range e.commands {
			yield(id)
		}
	case States:
		yield(e.next)
	case Pairs:
		if from.last >= 0 {
			yield(from.last*len(v.in.System().Commands) + e.commands[0])
		}
	}
}

// goals finds all that can be reached.
func (v *coverer) goals() {
	if v.o.Goal == States {
		for i := range v.keys {
			v.open[i] = true
		}
		return
	}
	into := make([]map[int]bool, len(v.keys)) // by state the commands that initiate steps into it
	for s, list := range v.edges {
		for _, e := range list {
			v.covers(stop{s, -1}, e, func(g int) { v.open[g] = true })
			if into[e.next] == nil {
				into[e.next] = map[int]bool{}
			}
			into[e.next][e.commands[0]] = true
		}
	}
	if v.o.Goal != Pairs {
		return
	}
	for s, list := range v.edges {
		for last := range into[s] {
			for _, e := range list {
				v.covers(stop{s, last}, e, func(g int) { v.open[g] = true })
			}
		}
	}
}

// run is one run; nil if no goal can be reached.
func (v *coverer) run() (*trace.Trace, error) {
	var starts []stop
	for _, i := range v.initial {
		starts = append(starts, stop{i, -1})
	}
	first := -1
	if v.o.Goal == States { // an initial state is a goal that no step reaches
		if i := slices.IndexFunc(v.initial, func(i int) bool { return v.open[i] }); i >= 0 {
			first = v.initial[i]
			starts = []stop{{first, -1}}
			delete(v.open, first)
		}
	}
	var path []hop
	for len(path) < v.o.Length {
		more, end, err := v.nearest(starts)
		if err != nil {
			return nil, err
		}
		if more == nil || len(path) > 0 && len(path)+len(more) > v.o.Length {
			break
		}
		for _, h := range more {
			v.covers(h.from, v.edges[h.from.state][h.edge], func(g int) { delete(v.open, g) })
		}
		path = append(path, more...)
		starts = []stop{end}
	}
	switch {
	case len(path) > 0:
		return v.trace(path)
	case first >= 0:
		return &trace.Trace{System: v.in.System(), Steps: []trace.Step{{State: v.in.StateOf(v.keys[first])}}, Loop: -1}, nil
	}
	return nil, nil
}

// nearest is a shortest path from one of some nodes to the end of a step that reaches an open goal;
// nil if there is none.
func (v *coverer) nearest(starts []stop) (path []hop, end stop, err error) {
	parent := map[stop]hop{}
	list := slices.Clone(starts)
	for _, s := range starts {
		parent[s] = hop{stop{-1, -1}, -1}
	}
	for ; len(list) > 0; list = list[1:] {
		if err := v.ctx.Err(); err != nil {
			return nil, end, fmt.Errorf("looking for runs that cover: %w", err)
		}
		n := list[0]
		for i, e := range v.edges[n.state] {
			end = stop{e.next, -1}
			if v.o.Goal == Pairs {
				end.last = e.commands[0]
			}
			fresh := false
			v.covers(n, e, func(g int) { fresh = fresh || v.open[g] })
			if fresh {
				path = []hop{{n, i}}
				for h := parent[n]; h.edge >= 0; h = parent[h.from] {
					path = append(path, h)
				}
				slices.Reverse(path)
				return path, end, nil
			}
			if _, met := parent[end]; !met {
				parent[end] = hop{n, i}
				list = append(list, end)
			}
		}
	}
	return nil, end, nil
}

// trace is the run that takes some hops.
func (v *coverer) trace(path []hop) (*trace.Trace, error) {
	out := &trace.Trace{System: v.in.System(), Loop: -1}
	for _, h := range path {
		step := trace.Step{State: v.in.StateOf(v.keys[h.from.state])}
		e := v.edges[h.from.state][h.edge]
		number := -1
		err := v.in.EachSuccessor(step.State, func(t recipe.Transition) bool {
			if number++; number == e.number {
				step.Message = t.Clone().Step
			}
			return number < e.number
		})
		if err != nil {
			return nil, err
		}
		out.Steps = append(out.Steps, step)
	}
	last := path[len(path)-1]
	end := v.in.StateOf(v.keys[v.edges[last.from.state][last.edge].next])
	out.Steps = append(out.Steps, trace.Step{State: end})
	return out, nil
}

// name is a goal in words.
func (v *coverer) name(goal int) string {
	sys := v.in.System()
	switch v.o.Goal {
	case Commands:
		return sys.CommandString(goal)
	case States:
		return sys.StateString(v.in.StateOf(v.keys[goal]))
	}
	n := len(sys.Commands)
	return sys.CommandString(goal/n) + ", " + sys.CommandString(goal%n)
}

// askedWhy is in how many states it is asked why a command is not possible.
const askedWhy = 1000

// never lists the commands that no step executes, each with a reason: its control state is not
// reached, or the most frequent obstacle in the states where it is.
func (v *coverer) never() (out []string, err error) {
	sys := v.in.System()
	executed := make([]bool, len(sys.Commands))
	for _, list := range v.edges {
		for _, e := range list {
			for _, id := range e.commands {
				executed[id] = true
			}
		}
	}
	why := make([]map[string]int, len(sys.Commands))
	for i := 0; i < len(v.keys) && i < askedWhy && slices.Contains(executed, false); i++ {
		agents, err := v.in.Blocked(v.ctx, v.in.StateOf(v.keys[i]))
		if err != nil {
			return nil, err
		}
		for _, agent := range agents {
			for _, c := range agent.Commands {
				if executed[c.Command] || c.Obstacle == recipe.NoObstacle {
					continue
				}
				if why[c.Command] == nil {
					why[c.Command] = map[string]int{}
				}
				why[c.Command][sys.HindranceString(c.Hindrance)]++
			}
		}
	}
	for id, done := range executed {
		if done {
			continue
		}
		c := &sys.Commands[id]
		reason := fmt.Sprintf("%s is never in control state %d", sys.Agents[c.Agent].Name, c.From)
		most := 0
		for text, n := range why[id] {
			if n > most || n == most && text < reason {
				reason, most = text, n
			}
		}
		out = append(out, sys.CommandString(id)+": "+reason)
	}
	return out, nil
}
