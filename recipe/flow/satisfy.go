package flow

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Satisfiable returns values of the locals of an agent that satisfy its initial condition, or nil
// if there are none. The value known is false if this could not be decided within the given number
// of evaluated nodes. The error is that of the context. The search narrows the sets of the locals
// by the condition, and splits the set of one local, until the condition is decided.
func Satisfiable(ctx context.Context, s *recipe.System, agent int, work int) (values []recipe.Value, known bool, err error) {
	if ctx == nil || s == nil || agent < 0 || agent >= len(s.Agents) {
		return nil, false, fmt.Errorf("flow: %w: there is no context, no system, or no agent %d in it", recipe.ErrMisuse, agent)
	}
	ag := &s.Agents[agent]
	search := &search{ag: ag, effort: &effort{ctx: ctx, limits: DefaultThresholds(), most: work}}
	for _, v := range recipe.Leaves(recipe.OpLocal, ag.Init) {
		search.order = append(search.order, v-ag.Vars.Start)
	}
	locals := make([]Set, ag.Vars.Len())
	for i := range locals {
		locals[i] = Values(s.Vars[ag.Vars.Start+i].Type)
	}
	search.try(&view{effort: search.effort, locals: locals, base: ag.Vars.Start})
	return search.values, search.values != nil || !search.stopped(), search.err
}

type search struct {
	ag     *recipe.Agent
	order  []int          // the locals that the condition mentions
	values []recipe.Value // that satisfy it, once found
	*effort
}

func (s *search) try(w *view) bool {
	if s.stopped() || !w.assume(s.ag.Init, true) {
		return false
	}
	if t, f := w.truth(s.ag.Init); t && !f && s.defined(w) {
		s.values = make([]recipe.Value, 0, len(w.locals))
		for _, set := range w.locals {
			set.each(func(v recipe.Value) bool { s.values = append(s.values, v); return false })
		}
		return true
	}
	best := -1
	for _, v := range s.order {
		if _, one := w.locals[v].single(); !one && (best < 0 || w.locals[v].Size() < w.locals[best].Size()) {
			best = v
		}
	}
	if best < 0 {
		return false // decided: undefined
	}
	found := false
	w.locals[best].each(func(v recipe.Value) bool {
		next := w.clone()
		next.locals[best] = Of(v)
		found = s.try(next)
		return !found && !s.stopped()
	})
	return found
}

// defined reports whether no division by zero can hide behind the truth of the condition: either
// there is no division, or all values are fixed, so that the evaluation was exact.
func (s *search) defined(w *view) bool {
	open := func(v int) bool {
		_, one := w.locals[v].single()
		return !one
	}
	return !s.ag.Init.Any(func(e *recipe.Expr) bool { return e.Op.Facts().Divides }) || !slices.ContainsFunc(s.order, open)
}

// Starts returns sets that contain the values with which the locals of an agent can begin, in the
// order of its locals. It is nil if the agent has no initial state. The sets are not always exact.
// The error is that of the context.
func Starts(ctx context.Context, s *recipe.System, agent int, work int) ([]Set, error) {
	if ctx == nil || s == nil || agent < 0 || agent >= len(s.Agents) {
		return nil, fmt.Errorf("flow: %w: there is no context, no system, or no agent %d in it", recipe.ErrMisuse, agent)
	}
	a := newAnalysis(ctx, &recipe.System{Channel: s.Channel, Vars: s.Vars}, Options{Work: work})
	return a.start(&s.Agents[agent]), a.err
}
