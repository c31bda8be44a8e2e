package flow

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// Satisfiable reports whether some values of an agent's locals satisfy its initial condition; known is false if that could not be
// decided within the given number of evaluated nodes. The search narrows the sets of the locals by the condition, splits one of
// those it mentions, and goes on until the condition is decided.
func Satisfiable(s *recipe.System, agent int, work int) (sat, known bool) {
	ag := &s.Agents[agent]
	search := &search{ag: ag, limit: work}
	mentioned := map[int]bool{}
	ag.Init.Walk(func(e *recipe.Expr) bool {
		if e.Op == recipe.OpLocal && !mentioned[e.Index-ag.Vars.Start] {
			mentioned[e.Index-ag.Vars.Start] = true
			search.order = append(search.order, e.Index-ag.Vars.Start)
		}
		return true
	})
	locals := make([]Set, ag.Vars.Len())
	for i := range locals {
		locals[i] = ofType(s.Vars[ag.Vars.Start+i].Type)
	}
	sat = search.try(&view{locals: locals, base: ag.Vars.Start, work: &search.work})
	return sat, sat || search.work <= search.limit
}

type search struct {
	ag    *recipe.Agent
	order []int // the locals that the condition mentions
	work  int
	limit int
}

func (s *search) try(w *view) bool {
	if s.work > s.limit || !w.assume(s.ag.Init, true) {
		return false
	}
	if t, f := w.truth(s.ag.Init); t && !f && s.defined(w) {
		return true
	}
	best := -1
	for _, v := range s.order {
		if _, one := w.locals[v].single(); !one && (best < 0 || smaller(w.locals[v], w.locals[best])) {
			best = v
		}
	}
	if best < 0 {
		return false // decided: undefined
	}
	set := w.locals[best]
	try := func(v recipe.Value) bool {
		next := w.clone()
		next.locals[best] = Of(v)
		return s.try(next)
	}
	if !set.interval {
		for _, v := range set.values {
			if try(v) {
				return true
			}
		}
		return false
	}
	for n := set.lo; n <= set.hi && s.work <= s.limit; n++ {
		if try(recipe.Value(n)) {
			return true
		}
	}
	return false
}

// defined reports whether no division by zero can hide behind the truth of the condition: either there is no division, or all
// values are fixed, so that the evaluation was exact.
func (s *search) defined(w *view) bool {
	divides := false
	s.ag.Init.Walk(func(e *recipe.Expr) bool {
		divides = divides || e.Op == recipe.OpDiv || e.Op == recipe.OpMod
		return true
	})
	if !divides {
		return true
	}
	for _, v := range s.order {
		if _, one := w.locals[v].single(); !one {
			return false
		}
	}
	return true
}

func smaller(a, b Set) bool {
	switch {
	case a.interval != b.interval:
		return !a.interval
	case a.interval:
		return a.hi-a.lo < b.hi-b.lo
	}
	return len(a.values) < len(b.values)
}
