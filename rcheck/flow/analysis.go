package flow

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Options control an analysis.
type Options struct {
	// Open tells which types have no bounds yet: variables of these types can hold any number.
	Open map[*recipe.Type]bool
	// Work limits the number of expression nodes that are evaluated.
	Work int
}

// Result holds what [Analyse] found. Every set is a superset of what can be.
type Result struct {
	// Complete is false if the limit on work was reached; then everything is possible.
	Complete bool
	// Vars holds the values of every local in any reachable state, Data those of every data variable in any message, Properties
	// what agents can relabel every property identifier to.
	Vars, Data, Properties []Set
	// Relabelled holds the same for every agent: Relabelled[agent][property].
	Relabelled [][]Set
	// Start holds the values of every agent's locals in its initial states, nil for an agent that surely has none.
	Start [][]Set
	// Reached tells, for every agent, which control states it may reach.
	Reached [][]bool
	// Fires tells for every command whether it may ever be executed: a send, by itself, anything else with a counterpart.
	Fires []bool
	// Targets holds the locations that the Target of a get or supply can denote; empty for other commands.
	Targets []Set
}

// Analyse computes which values flow where in s, which has passed its Check except that the bounds of open types mean nothing.
func Analyse(s *recipe.System, o Options) *Result {
	a := newAnalysis(s, o)
	for a.round() {
	}
	if a.work > a.limit {
		return a.everything()
	}
	// Bounds that widening gave up are found again by going down from the fixpoint.
	for range 3 {
		if !a.unbounded() {
			break
		}
		a.descend()
		if a.work > a.limit {
			return a.everything()
		}
	}
	return a.result()
}

// analysis is the state of the iteration.
type analysis struct {
	sys        *recipe.System
	open       map[*recipe.Type]bool
	types      []Set // by local
	dataTypes  []Set
	thresholds []int
	work       int // expression nodes evaluated so far
	limit      int

	initial [][]Set   // by agent: the sets of its locals at the start; nil if there is no initial state
	state   [][][]Set // by agent and control state; nil where it is not reached
	version [][]int   // counts the changes of state

	offers   []*offer       // live and dead, in order of appearance
	offerOf  map[string]int // by key
	made     []int          // by command: the index of its current offer, or -1
	seenAt   []int          // by command: the version of its control state when it was last executed
	seenUpTo []int          // by command: how many offers it has seen
	fires    []bool
	targets  []Set
}

// offer is what one side of an interaction gives the other: a message, or a side of an exchange. Equal offers of several
// commands are one.
type offer struct {
	kind    recipe.CommandKind
	channel Set
	target  Set // of a get or supply that names a location
	named   bool
	data    []Set // by data variable; empty where it is not carried
	carried []bool
	agents  []int // the first two that made it
	makers  int   // how many commands make it at present
}

func newAnalysis(s *recipe.System, o Options) *analysis {
	a := &analysis{sys: s, open: o.Open, offerOf: map[string]int{}, limit: o.Work}
	for i := range s.Vars {
		a.types = append(a.types, a.ofType(s.Vars[i].Type))
	}
	for i := range s.Data {
		a.dataTypes = append(a.dataTypes, a.ofType(s.Data[i].Type))
	}
	a.thresholds = thresholds(s)
	n := len(s.Commands)
	a.made, a.seenAt, a.seenUpTo = slices.Repeat([]int{-1}, n), slices.Repeat([]int{-1}, n), make([]int, n)
	a.fires, a.targets = make([]bool, n), make([]Set, n)
	for i := range s.Agents {
		ag := &s.Agents[i]
		a.state = append(a.state, make([][]Set, ag.States))
		a.version = append(a.version, make([]int, ag.States))
		a.initial = append(a.initial, a.start(ag))
		a.state[i][0] = a.initial[i]
	}
	return a
}

// ofType returns the values that a variable of type t can hold.
func (a *analysis) ofType(t *recipe.Type) Set {
	if a.open[t] {
		return all
	}
	return ofType(t)
}

// thresholds lists the numbers at which growing intervals stop on their way to infinity: the constants of the system and their
// neighbours, which is where comparisons with them turn.
func thresholds(s *recipe.System) []int {
	found := map[int]bool{}
	collect := func(e *recipe.Expr) {
		e.Walk(func(e *recipe.Expr) bool {
			if e.Op == recipe.OpConst && e.Type.Kind == recipe.Int {
				for d := -1; d <= 1; d++ {
					found[int(e.Value)+d] = true
				}
			}
			return true
		})
	}
	for i := range s.Agents {
		collect(s.Agents[i].Init)
	}
	for i := range s.Commands {
		k := &s.Commands[i]
		collect(k.Guard)
		for _, list := range [][]recipe.Assignment{k.Data, k.Updates} {
			for _, u := range list {
				collect(u.Expr)
			}
		}
	}
	out := make([]int, 0, len(found))
	for n := range found {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// start returns the sets of an agent's locals in its initial states.
func (a *analysis) start(ag *recipe.Agent) []Set {
	w := a.view(ag, append([]Set{}, a.types[ag.Vars.Start:ag.Vars.End]...))
	for range 3 {
		if !w.assume(ag.Init, true) {
			return nil
		}
	}
	return w.locals
}

func (a *analysis) view(ag *recipe.Agent, locals []Set) *view {
	return &view{locals: locals, base: ag.Vars.Start, channel: ofType(a.sys.Channel), work: &a.work}
}

// round executes every command on what is new since its last execution, and reports whether anything changed and there is work
// left to do for it.
func (a *analysis) round() bool {
	changed := false
	for id := range a.sys.Commands {
		if a.work > a.limit {
			return false
		}
		k := &a.sys.Commands[id]
		if a.state[k.Agent][k.From] == nil {
			continue
		}
		fresh := a.seenAt[id] != a.version[k.Agent][k.From]
		if k.Kind != recipe.Receive && fresh {
			changed = a.offer(k) || changed
		}
		from := a.seenUpTo[id]
		if fresh {
			from = 0
		}
		a.seenAt[id], a.seenUpTo[id] = a.version[k.Agent][k.From], len(a.offers)
		if k.Kind == recipe.Send {
			if fresh {
				changed = a.arrive(k, a.execute(k, nil), true) || changed
			}
			continue
		}
		for _, o := range a.offers[from:] {
			if a.work > a.limit {
				return false
			}
			if o.makers > 0 && a.matches(k, o) {
				changed = a.arrive(k, a.execute(k, o), true) || changed
			}
		}
	}
	return changed
}

// arrive joins sets into the state that a command leads to. Nil sets mean that the command cannot be executed.
func (a *analysis) arrive(k *recipe.Command, sets []Set, widen bool) bool {
	if sets == nil {
		return false
	}
	a.fires[k.ID] = true
	old := a.state[k.Agent][k.To]
	if old == nil {
		a.state[k.Agent][k.To] = sets
		a.version[k.Agent][k.To]++
		return true
	}
	first := a.sys.Agents[k.Agent].Vars.Start
	var joined []Set
	for i := range sets {
		if sets[i].SubsetOf(old[i]) {
			continue
		}
		if joined == nil {
			joined = slices.Clone(old)
		}
		numbers := a.sys.Vars[first+i].Type.Kind == recipe.Int
		joined[i] = old[i].union(sets[i], numbers)
		if numbers && widen {
			joined[i] = a.widen(old[i], joined[i], first+i)
		}
	}
	if joined == nil {
		return false
	}
	a.state[k.Agent][k.To] = joined
	a.version[k.Agent][k.To]++
	return true
}

// widen makes a growing interval reach the next threshold at once.
func (a *analysis) widen(old, grown Set, v int) Set {
	if !grown.interval || old.IsEmpty() {
		return grown
	}
	olo, ohi := old.bounds()
	lo, hi := grown.bounds()
	if hi > ohi {
		i, _ := slices.BinarySearch(a.thresholds, hi)
		if hi = plusInfinity; i < len(a.thresholds) {
			hi = a.thresholds[i]
		}
	}
	if lo < olo {
		i, exact := slices.BinarySearch(a.thresholds, lo)
		if !exact {
			i--
		}
		if lo = minusInfinity; i >= 0 {
			lo = a.thresholds[i]
		}
	}
	return Between(lo, hi).intersect(a.types[v])
}

// unbounded reports whether some local of an open type has no bounds.
func (a *analysis) unbounded() bool {
	for i, states := range a.state {
		for _, sets := range states {
			for j := range sets {
				v := a.sys.Agents[i].Vars.Start + j
				if _, _, ok := sets[j].Bounds(); !ok && a.open[a.sys.Vars[v].Type] {
					return true
				}
			}
		}
	}
	return false
}

// descend executes every command once from the present sets and keeps only what arrives.
func (a *analysis) descend() {
	old := a.state
	for i := range a.offers {
		a.offers[i].makers = 0
	}
	for id := range a.sys.Commands {
		k := &a.sys.Commands[id]
		a.made[id], a.fires[id] = -1, false
		if k.Kind != recipe.Receive && old[k.Agent][k.From] != nil {
			a.offer(k)
		}
	}
	next := make([][][]Set, len(old))
	for i := range old {
		next[i] = make([][]Set, len(old[i]))
		next[i][0] = a.initial[i]
	}
	for id := range a.sys.Commands {
		k := &a.sys.Commands[id]
		if old[k.Agent][k.From] == nil {
			continue
		}
		var arriving [][]Set
		if k.Kind == recipe.Send {
			arriving = append(arriving, a.execute(k, nil))
		} else {
			for _, o := range a.offers {
				if o.makers > 0 && a.matches(k, o) {
					arriving = append(arriving, a.execute(k, o))
				}
			}
		}
		for _, sets := range arriving {
			a.state = next
			a.arrive(k, sets, false)
			a.state = old
		}
	}
	a.state = next
}
