package flow

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Options control an analysis.
type Options struct {
	// Open holds the types that have no bounds yet. Variables of these types can have any number.
	Open map[*recipe.Type]bool
	// Work limits the number of expression nodes that are evaluated; 0 means no limit. If the limit
	// is reached, the result says that everything is possible.
	Work int
	// Thresholds are those of DefaultThresholds if nil.
	Thresholds *Thresholds
}

// Analyse computes which values can reach which variables of s. The system must pass its Check,
// apart from the bounds of open types. If the context ends, Analyse ends soon after it, with the
// error of the context.
func Analyse(ctx context.Context, s *recipe.System, o Options) (*Result, error) {
	if ctx == nil || s == nil || s.Channel == nil {
		return nil, fmt.Errorf("flow: %w: there is no context, or no system that has passed its checks", recipe.ErrMisuse)
	}
	a := newAnalysis(ctx, s, o)
	a.ascend()
	// Bounds that widening gave up are found again by going down from the
	// fixpoint.
	for i := 0; i < a.limits.Descents && a.widened && !a.stopped(); i++ {
		a.descend()
	}
	switch {
	case a.err != nil:
		return nil, a.err
	case a.exhausted():
		return a.everything(), nil
	}
	return a.result(), nil
}

// analysis is the state of the iteration.
type analysis struct {
	*effort
	sys       *recipe.System
	open      map[*recipe.Type]bool
	values    map[*recipe.Type]Set // what ofType found
	types     []Set                // by local
	dataTypes []Set
	channels  Set
	constants []int // at which growing sets of numbers stop
	tasks     []*commandTasks

	initial [][]Set   // by agent: the sets of its locals at the start; nil if there is no initial state
	state   [][][]Set // by agent and control state; nil where it is not reached
	source  [][][]Set // the state that commands start from
	version [][]int   // counts the changes of state
	growths [][][]int // by agent, control state and local
	widened bool

	forgetful bool // combinations are not remembered
	offers    offers
	seenAt    []int // by command: the version of its control state when it was last executed
	seenUpTo  []int // by command: how much of the log of offers it has seen
	fires     []bool
	targets   []Set
}

func newAnalysis(ctx context.Context, s *recipe.System, o Options) *analysis {
	limits := DefaultThresholds()
	if o.Thresholds != nil {
		limits = *o.Thresholds
	}
	a := &analysis{sys: s, open: o.Open, values: map[*recipe.Type]Set{}, effort: &effort{ctx: ctx, limits: limits, most: o.Work}, channels: Values(s.Channel)}
	for i := range s.Vars {
		a.types = append(a.types, a.ofType(s.Vars[i].Type))
	}
	for i := range s.Data {
		a.dataTypes = append(a.dataTypes, a.ofType(s.Data[i].Type))
	}
	a.constants = constants(s)
	n := len(s.Commands)
	a.tasks = make([]*commandTasks, n)
	a.fires, a.targets = make([]bool, n), make([]Set, n)
	for i := range s.Agents {
		ag := &s.Agents[i]
		a.state = append(a.state, make([][]Set, ag.States))
		a.version = append(a.version, make([]int, ag.States))
		a.growths = append(a.growths, make([][]int, ag.States))
		a.growths[i][0] = make([]int, ag.Vars.Len())
		a.initial = append(a.initial, a.start(ag))
		a.state[i][0] = a.initial[i]
	}
	a.source = a.state
	a.begin()
	return a
}

// begin makes every command look at everything anew.
func (a *analysis) begin() {
	n := len(a.sys.Commands)
	a.offers = newOffers(n)
	a.seenAt, a.seenUpTo = slices.Repeat([]int{-1}, n), make([]int, n)
}

// ofType returns the values that a variable of type t can hold.
func (a *analysis) ofType(t *recipe.Type) Set {
	s, known := a.values[t]
	if !known {
		if s = Values(t); a.open[t] {
			s = all
		}
		a.values[t] = s
	}
	return s
}

// constants lists the numbers of the system and their neighbours, which is
// where comparisons with them turn.
func constants(s *recipe.System) []int {
	var found []int
	collect := func(e *recipe.Expr) {
		e.Walk(func(e *recipe.Expr) bool {
			if e.Op == recipe.OpConst && e.Type.Kind == recipe.Int {
				n := int(e.Value)
				found = append(found, n-1, n, n+1)
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
	slices.Sort(found)
	return slices.Compact(found)
}

// start returns the sets of an agent's locals in its initial states.
func (a *analysis) start(ag *recipe.Agent) []Set {
	w := a.view(ag, a.types[ag.Vars.Start:ag.Vars.End])
	t := newTask([]*recipe.Expr{ag.Init}, nil)
	for range 2 {
		if _, ok := a.perform(t, w); !ok {
			return nil
		}
	}
	return w.locals
}

// view returns a view of an agent's locals, whose sets are never nil, and of a
// message with any data on any channel.
func (a *analysis) view(ag *recipe.Agent, locals []Set) *view {
	a.spend(len(locals) + len(a.dataTypes))
	return &view{effort: a.effort, locals: append([]Set{}, locals...), base: ag.Vars.Start, data: slices.Clone(a.dataTypes), channel: a.channels}
}

// ascend executes every command on what is new since its last execution until
// nothing is.
func (a *analysis) ascend() {
	for changed := true; changed; {
		changed = false
		for id := range a.sys.Commands {
			if a.stopped() {
				return
			}
			changed = a.step(&a.sys.Commands[id]) || changed
		}
	}
}

// step executes one command on what is new to it, and reports whether anything
// is new to others then.
func (a *analysis) step(k *recipe.Command) bool {
	from := a.source[k.Agent][k.From]
	if from == nil {
		return false
	}
	fresh := a.seenAt[k.ID] != a.version[k.Agent][k.From]
	a.seenAt[k.ID] = a.version[k.Agent][k.From]
	changed := false
	switch {
	case k.Kind == recipe.Send:
		return fresh && a.send(k, from)
	case k.Kind != recipe.Receive && fresh:
		changed = a.exchange(k, from)
	}
	since := a.seenUpTo[k.ID]
	if fresh {
		since = 0
	}
	a.seenUpTo[k.ID] = len(a.offers.log)
	for _, o := range a.answers(k, from, since) {
		if a.stopped() {
			return changed
		}
		changed = a.arrive(k, a.react(k, from, o)) || changed
	}
	return changed
}

// arrive joins sets into the state that a command leads to. Nil sets mean that
// the command cannot be executed.
func (a *analysis) arrive(k *recipe.Command, sets []Set) bool {
	if sets == nil {
		return false
	}
	a.fires[k.ID] = true
	to := &a.state[k.Agent][k.To]
	first := a.sys.Agents[k.Agent].Vars.Start
	if *to == nil {
		*to = make([]Set, len(sets)) // of empty sets
		for i := range sets {
			(*to)[i] = a.capped(sets[i], a.sys.Vars[first+i].Type)
		}
		a.growths[k.Agent][k.To] = make([]int, len(sets))
		a.version[k.Agent][k.To]++
		return true
	}
	var grown []Set
	for i, s := range sets {
		old := (*to)[i]
		if s.SubsetOf(old) {
			continue
		}
		if grown == nil {
			grown = slices.Clone(*to)
		}
		typ := a.sys.Vars[first+i].Type
		grown[i] = a.capped(old.Union(s), typ)
		if typ.Kind == recipe.Int && !a.forgetful {
			if n := &a.growths[k.Agent][k.To][i]; *n >= a.limits.Growths || a.coarse() {
				grown[i] = a.widen(old, grown[i]).intersect(a.types[first+i])
			} else {
				*n++
			}
		}
	}
	if grown == nil {
		return false
	}
	*to = grown
	a.version[k.Agent][k.To]++
	return true
}

// capped fills the gaps of a set of numbers that has too many runs.
func (a *analysis) capped(s Set, t *recipe.Type) Set {
	if t.Kind == recipe.Int && len(s.runs) > a.limits.Runs {
		return s.hull()
	}
	return s
}

// widen fills the gaps of a set that keeps growing and moves the bounds that
// have grown to the next constant.
func (a *analysis) widen(old, grown Set) Set {
	a.widened = true
	lo, hi := grown.bounds()
	olo, ohi := old.bounds()
	if hi > ohi {
		i, _ := slices.BinarySearch(a.constants, hi)
		if hi = plusInfinity; i < len(a.constants) {
			hi = a.constants[i]
		}
	}
	if lo < olo {
		i, exact := slices.BinarySearch(a.constants, lo)
		if !exact {
			i--
		}
		if lo = minusInfinity; i >= 0 {
			lo = a.constants[i]
		}
	}
	return Between(lo, hi)
}

// descend executes every command once from the present sets and keeps only
// what arrives.
func (a *analysis) descend() {
	a.forgetful = true
	a.source, a.state = a.state, make([][][]Set, len(a.state))
	clear(a.fires)
	for i := range a.source {
		a.state[i] = make([][]Set, len(a.source[i]))
		a.state[i][0] = a.initial[i]
	}
	a.begin()
	for _, reactive := range []bool{false, true} {
		for id := range a.sys.Commands {
			if a.stopped() {
				return
			}
			k := &a.sys.Commands[id]
			switch from := a.source[k.Agent][k.From]; {
			case from == nil:
			case k.Kind == recipe.Send && !reactive:
				a.send(k, from)
			case k.Kind == recipe.Receive && !reactive:
			case k.Kind != recipe.Send && !reactive:
				a.exchange(k, from)
			case k.Kind != recipe.Send:
				for _, o := range a.answers(k, from, 0) {
					a.arrive(k, a.react(k, from, o))
				}
			}
		}
	}
	a.source = a.state
}
