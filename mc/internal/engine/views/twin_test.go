package views

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A naive exploration of views: they are a list, configurations are tried one by one, and steps are
// those of the interpreter. It has one kept agent of each class.
type naive struct {
	a      *family.Abstraction
	in     *recipe.Interpreter
	system *recipe.System
	views  map[string]recipe.State
	order  []string
}

// plain leaves of a state what is part of a view.
func (n *naive) plain(s recipe.State) recipe.State {
	out := recipe.State{Locals: make([]recipe.Value, len(s.Locals)), Control: make([]int, len(s.Control))}
	for v := range out.Locals {
		out.Locals[v] = n.a.Values.Locals[v][0]
	}
	for agent := range n.system.Agents {
		if !n.a.InView(agent) {
			continue
		}
		out.Control[agent] = s.Control[agent]
		for v := n.a.Locals(agent).Start; v < n.a.Locals(agent).End; v++ {
			out.Locals[v] = s.Locals[v]
		}
	}
	return out
}

// seen is the view that has an added agent in the place of the kept one of its class, or only
// forgets the added ones if the agent is -1.
func (n *naive) seen(s recipe.State, added int) recipe.State {
	out := n.plain(s)
	class := -1
	if added >= 0 {
		class = n.a.Class(added)
		kept := n.a.Kept[class][0]
		out.Control[kept] = s.Control[added]
		from, to := n.a.Locals(added), n.a.Locals(kept)
		copy(out.Locals[to.Start:to.End], s.Locals[from.Start:from.End])
	}
	as := map[recipe.Value]recipe.Value{}
	for c := range n.a.Kept {
		for i, v := range n.a.Symbols(n.a.Outside(c)) {
			for _, x := range n.a.Added[c] {
				as[n.a.Symbols(x)[i]] = v
			}
			if c == class {
				as[n.a.Symbols(n.a.Kept[c][0])[i]] = v
				as[n.a.Symbols(added)[i]] = n.a.Symbols(n.a.Kept[c][0])[i]
			}
		}
	}
	for agent := range n.system.Agents {
		for v := n.a.Locals(agent).Start; n.a.InView(agent) && v < n.a.Locals(agent).End; v++ {
			if to, moved := as[out.Locals[v]]; moved && n.system.Vars[v].Type.Kind == recipe.Enum {
				out.Locals[v] = to
			}
		}
	}
	return out
}

func (n *naive) add(s recipe.State) {
	key := fmt.Sprint(s)
	if _, known := n.views[key]; !known {
		n.views[key] = s
		n.order = append(n.order, key)
	}
}

// each visits all combinations of values of some locals.
func each(s recipe.State, locals []int, values func(v int) []recipe.Value, visit func()) {
	if len(locals) == 0 {
		visit()
		return
	}
	old := s.Locals[locals[0]]
	for _, x := range values(locals[0]) {
		s.Locals[locals[0]] = x
		each(s, locals[1:], values, visit)
	}
	s.Locals[locals[0]] = old
}

// pointers are the locals of the agents of views, and of one more agent, that may hold symbols.
func (n *naive) pointers(added int) []int {
	var out []int
	for agent := range n.system.Agents {
		if !n.a.InView(agent) && agent != added {
			continue
		}
		for v := n.a.Locals(agent).Start; v < n.a.Locals(agent).End; v++ {
			if n.system.Vars[v].Type.Kind == recipe.Enum && len(n.a.Values.Locals[v]) > 1 {
				out = append(out, v)
			}
		}
	}
	return out
}

// configurations visits those whose views are all there: of one view, and with an added agent.
func (n *naive) configurations(visit func(s recipe.State, added int)) {
	known := slices.Clone(n.order)
	for _, key := range known {
		visit(n.views[key].Clone(), -1)
	}
	for class, list := range n.a.Added {
		added, kept := list[0], n.a.Kept[class][0]
		outside := n.a.Symbols(n.a.Outside(class))
		for _, one := range known {
			for _, other := range known {
				s := n.views[one].Clone()
				s.Control[added] = n.views[other].Control[kept]
				from, to := n.a.Locals(kept), n.a.Locals(added)
				copy(s.Locals[to.Start:to.End], n.views[other].Locals[from.Start:from.End])
				for v := to.Start; v < to.End; v++ {
					if !slices.Contains(n.a.Values.Locals[v], s.Locals[v]) { // a constant of its own
						s.Locals[v] = n.a.Values.Locals[v][0]
					}
				}
				s.Locals[n.a.Present[added]] = recipe.True
				// What is outside of a view may be the other agent, and a symbol of the kept one stands for
				// that of the added one.
				var open []int
				for _, v := range n.pointers(added) {
					if slices.Contains(outside, s.Locals[v]) || n.system.Vars[v].Agent == added && slices.Contains(n.a.Symbols(kept), s.Locals[v]) {
						open = append(open, v)
					}
				}
				each(s, open, func(v int) []recipe.Value { return n.a.Values.Locals[v] }, func() {
					_, first := n.views[fmt.Sprint(n.seen(s, -1))]
					_, second := n.views[fmt.Sprint(n.seen(s, added))]
					if first && second {
						visit(s.Clone(), added)
					}
				})
			}
		}
	}
}

// round takes all steps of all configurations.
func (n *naive) round(t *testing.T) {
	n.configurations(func(s recipe.State, added int) {
		each(s, n.a.Unknown, func(int) []recipe.Value { return []recipe.Value{recipe.False, recipe.True} }, func() {
			err := n.in.EachSuccessor(s, func(tr recipe.Transition) bool {
				if tr.Step.Kind != recipe.Stutter {
					supplier := -1
					if tr.Step.Kind == recipe.PointToPointStep {
						supplier = tr.Step.Participants[0].Agent
					}
					if added < 0 || tr.Step.Initiator == added || supplier == added {
						n.add(n.seen(tr.Next, -1))
					}
				}
				return true
			})
			require.NoError(t, err)
		})
	})
}

// The views are those of the naive exploration.
func TestViewsAreThoseOfTheTwin(t *testing.T) {
	ctx, compared := context.Background(), 0
	for seed := uint64(0); compared < recipetest.Number(t, "VIEWS_TWINS", 6); seed++ {
		text := rchecktest.ForAllSizes(recipetest.Seeded(seed))
		if seed == 0 {
			text = learning
		}
		_, f, err := family.Of(ctx, read(t, text, 9), read(t, text, 11))
		require.NoError(t, err)
		if len(f.Classes) > 1 {
			continue
		}
		a, err := f.Abstract(keeping(f, 1, 1))
		require.NoError(t, err)
		if len(a.Unknown) > 5 {
			continue
		}
		v, err := Explore(ctx, a, symbolic.Options{NoTrials: true}, 1<<40)
		require.NoError(t, err)
		if !v.Count().IsInt64() || v.Count().Int64() > 40 {
			v.Close()
			continue
		}
		n := &naive{a: a, in: recipe.NewInterpreter(a.System), system: a.System, views: map[string]recipe.State{}}
		v.model.Each(v.Initial, func(s recipe.State) bool { n.add(n.plain(s)); return true })
		for before := -1; before < len(n.order); {
			before = len(n.order)
			n.round(t)
		}
		require.Equal(t, v.Count().Int64(), int64(len(n.order)), "seed %d\n%s", seed, text)
		for _, key := range n.order {
			require.True(t, v.model.Contains(v.All, n.views[key]), "seed %d\n%s", seed, text)
		}
		compared++
		v.Close()
	}
}
