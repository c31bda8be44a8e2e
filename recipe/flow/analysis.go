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

// constants lists the numbers of the system and their neighbours, which is
// where comparisons with them turn.
func constants(s *recipe.System) []int {
	var found []int
	collect := func(e *recipe.Expr) {
		for e := range e.All() {
			if e.Op == recipe.OpConst && e.Type.Kind == recipe.Int {
				n := int(e.Value)
				found = append(found, n-1, n, n+1)
			}
		}
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
		changed, a.born = changed || a.born, false
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
	return a.join(k.Agent, k.To, sets)
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

// send executes a send, for each of its channels if these are few and matter,
// and records what it offers.
func (a *analysis) send(k *recipe.Command, from []Set) bool {
	ag, t := &a.sys.Agents[k.Agent], a.tasksOf(k)
	var list []*offer
	changed := false
	on := func(channels Set) {
		w := a.view(ag, from)
		w.channel = channels
		if results, ok := a.perform(t.run, w); ok {
			list = append(list, a.offered(k, results, w.channel, true))
			changed = a.arrive(k, a.updated(k, w, results)) || changed
		}
	}
	channels := a.view(ag, from).eval(k.Channel)
	if n := channels.Size(); n == 1 || n > a.limits.Channels || !t.splits {
		on(channels)
	} else {
		for v := range channels.each {
			on(Of(v))
		}
	}
	return a.offer(k, list) || changed
}
