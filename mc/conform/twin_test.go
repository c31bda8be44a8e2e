package conform_test

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A fact is one thing that an entry says, for the symbolic side and, independently, for the naive
// one.
type fact struct {
	when conform.Moment
	expr func(agents []int) *recipe.Expr
	// holds is asked of a step and the states around it.
	holds func(agents []int, from recipe.State, step recipe.Step, to recipe.State) bool
}

// A naiveEntry is an entry by facts.
type naiveEntry struct {
	after, names []int
	facts        []fact
}

func (e naiveEntry) entry(number int) conform.Entry {
	return conform.Entry{
		Place: fmt.Sprint("entry ", number), After: e.after, Names: e.names,
		Observe: func(agents []int) conform.Observation {
			o := conform.Observation{Key: fmt.Sprint(number, agents)}
			for _, f := range e.facts {
				o.Conditions = append(o.Conditions, conform.Condition{When: f.when, Expr: f.expr(agents)})
			}
			return o
		},
	}
}

// A naiveLog is a log with the commands that may be hidden.
type naiveLog struct {
	entries    []naiveEntry
	hidden     []int
	candidates [][]int
}

// longest is the greatest number of entries that some run explains, in an order, with a choice of
// agents, found by going through all of them. states are the states after that many entries.
func (l naiveLog) longest(in *recipe.Interpreter) (length int, states map[string]bool) {
	type node struct {
		state recipe.State
		done  uint64
		names []int
	}
	key := func(n node) string { return fmt.Sprint(in.Key(n.state), n.done, n.names) }
	var list []node
	open := slices.Repeat([]int{-1}, len(l.candidates))
	_ = in.InitialStates(func(s recipe.State) bool {
		list = append(list, node{s.Clone(), 0, open})
		return true
	})
	for {
		states = map[string]bool{}
		for _, n := range list {
			states[in.Key(n.state)] = true
		}
		seen := map[string]bool{}
		for i := 0; i < len(list); i++ {
			if k := key(list[i]); seen[k] {
				list = slices.Delete(list, i, i+1)
				i--
				continue
			} else {
				seen[k] = true
			}
			next, _ := in.Successors(list[i].state)
			for _, t := range next {
				if t.Step.Kind != recipe.Stutter && t.Step.Executes(l.hidden...) {
					list = append(list, node{t.Next, list[i].done, list[i].names})
				}
			}
		}
		var after []node
		met := map[string]bool{}
		for _, n := range list {
			for i, e := range l.entries {
				ready := n.done>>i&1 == 0
				for _, j := range e.after {
					ready = ready && n.done>>j&1 == 1
				}
				if !ready {
					continue
				}
				for _, names := range l.bindings(n.names, e.names) {
					next, _ := in.Successors(n.state)
					for _, t := range next {
						m := node{t.Next, n.done | 1<<i, names}
						if t.Step.Kind != recipe.Stutter && !met[key(m)] && e.explains(names, n.state, t) {
							met[key(m)] = true
							after = append(after, m)
						}
					}
				}
			}
		}
		if len(after) == 0 {
			return length, states
		}
		list, length = after, length+1
	}
}

func (e naiveEntry) explains(names []int, from recipe.State, t recipe.Transition) bool {
	var agents []int
	for _, n := range e.names {
		agents = append(agents, names[n])
	}
	for _, f := range e.facts {
		if !f.holds(agents, from, t.Step, t.Next) {
			return false
		}
	}
	return true
}

// bindings are all injective extensions of a choice of agents to some names.
func (l naiveLog) bindings(bound, names []int) (out [][]int) {
	for i, n := range names {
		if bound[n] >= 0 {
			continue
		}
		for _, a := range l.candidates[n] {
			if !slices.Contains(bound, a) {
				more := slices.Clone(bound)
				more[n] = a
				out = append(out, l.bindings(more, names[i+1:])...)
			}
		}
		return out
	}
	return [][]int{bound}
}

// A logger makes logs of random walks.
type logger struct {
	r   *rand.Rand
	sys *recipe.System
	in  *recipe.Interpreter
}

func (g *logger) chance(percent int) bool { return g.r.Intn(100) < percent }

// log is one of a random walk: steps that may be hidden are left out, and perhaps others; entries
// say a part of what happened, or something else; names may be open, and the order partial.
func (g *logger) log(steps int) naiveLog {
	l := naiveLog{}
	for id := range g.sys.Commands {
		if g.chance(25) {
			l.hidden = append(l.hidden, id)
		}
	}
	renamed, loose, wrong := g.chance(40), g.chance(40), g.chance(50)
	var name map[int]int
	if renamed {
		name = map[int]int{}
	}
	var starts []recipe.State
	_ = g.in.InitialStates(func(s recipe.State) bool { starts = append(starts, s.Clone()); return len(starts) < 10 })
	at := starts[g.r.Intn(len(starts))]
	for range steps {
		next, _ := g.in.Successors(at)
		t := next[g.r.Intn(len(next))]
		if t.Step.Kind == recipe.Stutter {
			break
		}
		if !t.Step.Executes(l.hidden...) && !(wrong && g.chance(10)) || g.chance(20) {
			e := naiveEntry{}
			g.observe(&e, at, t, wrong, name)
			l.entries = append(l.entries, e)
		}
		at = t.Next
	}
	for range name {
		all := make([]int, len(g.sys.Agents))
		for a := range all {
			all[a] = a
		}
		l.candidates = append(l.candidates, all)
	}
	for i := 1; i < len(l.entries); i++ {
		if !loose {
			l.entries[i].after = []int{i - 1}
		} else if back := g.r.Intn(min(i, 4)); back > 0 {
			l.entries[i].after = []int{i - back}
		}
	}
	return l
}

// observe says some facts of a step, perhaps wrong ones.
func (g *logger) observe(e *naiveEntry, from recipe.State, t recipe.Transition, wrong bool, name map[int]int) {
	wrong = wrong && g.chance(40)
	step := t.Step
	if g.chance(50) {
		id := step.Command
		if wrong {
			id = g.r.Intn(len(g.sys.Commands))
		}
		if n := len(step.Participants); n > 0 && g.chance(50) {
			id = step.Participants[g.r.Intn(n)].Command
		}
		e.facts = append(e.facts, fact{conform.During, always(&recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: []int{id}}),
			func(_ []int, _ recipe.State, s recipe.Step, _ recipe.State) bool { return s.Executes(id) }})
	}
	if g.chance(50) {
		g.initiator(e, step.Initiator, name)
	}
	if step.Kind != recipe.PointToPointStep && g.chance(30) {
		want := step.Channel
		if wrong {
			want = g.sys.Channel.Value(g.r.Intn(g.sys.Channel.Size()))
		}
		e.facts = append(e.facts, fact{conform.During,
			always(recipe.Eq(&recipe.Expr{Op: recipe.OpChannel, Type: g.sys.Channel}, recipe.Const(g.sys.Channel, want))),
			func(_ []int, _ recipe.State, s recipe.Step, _ recipe.State) bool {
				return s.Kind != recipe.PointToPointStep && s.Channel == want
			}})
	}
	if len(g.sys.Vars) > 0 && g.chance(30) {
		g.either(e, g.r.Intn(len(g.sys.Vars)), from, step, wrong)
	}
	for v := range g.sys.Vars {
		if g.chance(25) {
			g.local(e, v, conform.Before, from.Locals[v], wrong)
		}
		if g.chance(25) {
			g.local(e, v, conform.After, t.Next.Locals[v], wrong)
		}
	}
}

// initiator says who began the step, by an open name where there are names.
func (g *logger) initiator(e *naiveEntry, agent int, name map[int]int) {
	expr := func(a int) *recipe.Expr {
		at := &recipe.Expr{Op: recipe.OpInitiator, Type: g.sys.Location}
		return recipe.Eq(at, recipe.Const(g.sys.Location, g.sys.Agents[a].Location))
	}
	if name == nil {
		e.facts = append(e.facts, fact{conform.During, always(expr(agent)),
			func(_ []int, _ recipe.State, s recipe.Step, _ recipe.State) bool { return s.Initiator == agent }})
		return
	}
	if _, ok := name[agent]; !ok {
		name[agent] = len(name)
	}
	e.names = []int{name[agent]}
	e.facts = append(e.facts, fact{conform.During, func(agents []int) *recipe.Expr { return expr(agents[0]) },
		func(agents []int, _ recipe.State, s recipe.Step, _ recipe.State) bool {
			return s.Initiator == agents[0]
		}})
}

// either says of a step that it executes a command or leaves a state with a value: steps of one
// interaction differ in that.
func (g *logger) either(e *naiveEntry, v int, from recipe.State, step recipe.Step, wrong bool) {
	id, value, t := step.Command, from.Locals[v], g.sys.Vars[v].Type
	if wrong || g.chance(70) { // then the value decides
		id = g.r.Intn(len(g.sys.Commands))
	}
	if wrong {
		value = t.Value(g.r.Intn(t.Size()))
	}
	executes := &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: []int{id}}
	has := recipe.Eq(&recipe.Expr{Op: recipe.OpLocal, Type: t, Index: v}, recipe.Const(t, value))
	e.facts = append(e.facts, fact{conform.During, always(recipe.Or(executes, has)),
		func(_ []int, from recipe.State, s recipe.Step, _ recipe.State) bool {
			return s.Executes(id) || from.Locals[v] == value
		}})
}

func (g *logger) local(e *naiveEntry, v int, when conform.Moment, value recipe.Value, wrong bool) {
	t := g.sys.Vars[v].Type
	if wrong {
		value = t.Value(g.r.Intn(t.Size()))
	}
	e.facts = append(e.facts, fact{when, always(recipe.Eq(&recipe.Expr{Op: recipe.OpLocal, Type: t, Index: v}, recipe.Const(t, value))),
		func(_ []int, from recipe.State, _ recipe.Step, to recipe.State) bool {
			if when == conform.Before {
				return from.Locals[v] == value
			}
			return to.Locals[v] == value
		}})
}

func always(e *recipe.Expr) func([]int) *recipe.Expr { return func([]int) *recipe.Expr { return e } }

// hiddenOf is the proposition that a step executes one of some commands.
func hiddenOf(commands []int) *recipe.Expr {
	if len(commands) == 0 {
		return nil
	}
	return &recipe.Expr{Op: recipe.OpExecuted, Type: recipe.BoolType, Commands: commands}
}

// TestBeliefsAgreeWithExplicitSets compares beliefs with sets of states that are found by going
// through all runs, orders and choices of agents.
func TestBeliefsAgreeWithExplicitSets(t *testing.T) {
	conforming, refused, hidden, renamed, loose := 0, 0, 0, 0, 0
	for seed := range recipetest.Number(t, "CONFORM_LOGS", 600) {
		sys := recipetest.System(recipetest.Seeded(uint64(seed)), recipetest.Shape{Agents: 3, Locals: 2, Total: true})
		in := recipe.NewInterpreter(sys)
		if g, err := recipe.Explore(t.Context(), in, 300); err != nil || !g.Complete {
			continue
		}
		g := &logger{rand.New(rand.NewSource(int64(seed))), sys, in}
		l := g.log(2 + g.r.Intn(8))
		length, states := l.longest(in)

		m, err := conform.New(t.Context(), sys, conform.Options{Hidden: hiddenOf(l.hidden), Thresholds: thresholds(seed), Encoding: symbolic.Options{BDD: bdd.Options{InitialNodes: 1}}})
		require.NoError(t, err)
		tracker := start(t, m, l.candidates...)
		tracker.Remember(len(l.entries))
		var entries []conform.Entry
		chain := true
		for i, e := range l.entries {
			entries = append(entries, e.entry(i))
			chain = chain && (i == 0 || slices.Equal(e.after, []int{i - 1}))
		}
		done, next, err := tracker.Log(t.Context(), entries, nil)
		require.NoError(t, err)
		require.Equal(t, length, done, "seed %d", seed)
		require.Equal(t, done < len(entries), len(next) > 0)
		for _, i := range next {
			l.requireRunTo(t, in, tracker, i, done)
		}
		require.Equal(t, states, keysOf(in, tracker), "seed %d", seed)
		if chain {
			requireSteps(t, m, l, entries, done)
		} else {
			loose++
		}
		m.Close()
		if done == len(entries) {
			conforming++
		} else {
			refused++
		}
		if len(l.hidden) > 0 {
			hidden++
		}
		if len(l.candidates) > 0 {
			renamed++
		}
	}
	t.Logf("%d logs conform, %d do not; hidden steps in %d, open names in %d, a partial order in %d", conforming, refused, hidden, renamed, loose)
	require.Greater(t, min(conforming, refused, hidden, renamed, loose), 20)
}

// requireRunTo requires a run that explains as many entries as were possible, each once and in
// their order, after which the given one comes next.
func (l naiveLog) requireRunTo(t *testing.T, in *recipe.Interpreter, tracker *conform.Tracker, next, done int) {
	d, err := tracker.DepartNext(t.Context(), next)
	require.NoError(t, err)
	run, err := tracker.Run(t.Context(), d)
	require.NoError(t, err)
	require.True(t, in.IsInitial(run.States[0]))
	require.True(t, run.States[len(run.States)-1].Equal(d.At))
	seen := map[int]bool{}
	bindings := [][]int{slices.Repeat([]int{-1}, len(l.candidates))}
	for i, step := range run.Steps {
		tr := recipe.Transition{Step: step, Next: run.States[i+1]}
		all, err := in.Successors(run.States[i])
		require.NoError(t, err)
		require.True(t, slices.ContainsFunc(all, func(n recipe.Transition) bool { return n.Step.Equal(step) && n.Next.Equal(tr.Next) }))
		if run.Places[i] == "" {
			require.True(t, step.Executes(l.hidden...))
			continue
		}
		var number int
		_, err = fmt.Sscanf(run.Places[i], "entry %d", &number)
		require.NoError(t, err)
		e := l.entries[number]
		require.False(t, seen[number])
		seen[number] = true
		for _, j := range e.after {
			require.True(t, seen[j])
		}
		var more [][]int
		for _, b := range bindings {
			for _, names := range l.bindings(b, e.names) {
				if e.explains(names, run.States[i], tr) {
					more = append(more, names)
				}
			}
		}
		bindings = more
		require.NotEmpty(t, bindings)
	}
	require.Len(t, seen, done)
	require.False(t, seen[next])
	for _, j := range l.entries[next].after {
		require.True(t, seen[j])
	}
}

// requireSteps requires that entries one by one go as far as all at once.
func requireSteps(t *testing.T, m *conform.Model, l naiveLog, entries []conform.Entry, done int) {
	one := start(t, m, l.candidates...)
	defer one.Close()
	for i, e := range entries[:min(done+1, len(entries))] {
		ok, err := one.Step(t.Context(), e)
		require.NoError(t, err)
		require.Equal(t, i < done, ok)
	}
}

func keysOf(in *recipe.Interpreter, tracker *conform.Tracker) map[string]bool {
	out := map[string]bool{}
	tracker.Each(func(s recipe.State) bool {
		out[in.Key(s)] = true
		return true
	})
	return out
}

// thresholds turns each threshold to an extreme.
func thresholds(seed int) conform.Thresholds {
	return conform.Thresholds{Explicit: []int{-1, 0, 3, 1 << 20}[seed%4], Kept: []int{0, 1}[seed/4%2], Repeated: []int{0, 1, 1 << 20}[seed/8%3]}
}
