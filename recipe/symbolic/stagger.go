package symbolic

import (
	"cmp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// The diagram that compares two integers, or stores one in the other with
// something added, is small only if bits of one weight lie close together: if one
// integer lies above the other, the diagram has a node for each value of the
// first. Sets of states, on the other hand, in which many integers are restricted
// one by one get a node for each combination of restrictions if all bits of one
// weight lie together. Between the two are orders in which the bits of each
// integer begin some places after those of the one before, so that few overlap.

// findWide marks the integers of at least WideValues values which some expression,
// update or message relates to another one of them. It marks none of those that are more
// than their values, such as three priorities of each of 16 agents: their bits of one
// weight alone have so many combinations.
func (m *Coding) findWide() {
	sys := m.System
	r := related{m: m, data: len(sys.Vars), properties: len(sys.Vars) + len(sys.Data)}
	for i := range r.properties + len(sys.Properties) {
		r.class = append(r.class, i)
	}
	for i := range sys.Agents {
		r.numbers(sys.Agents[i].Init, sys.Agents[i].ReceiveGuard)
		for p, e := range sys.Agents[i].Relabel {
			r.unite(r.properties+p, r.number(e))
		}
	}
	for i := range sys.Commands {
		c := &sys.Commands[i]
		r.numbers(c.Guard, c.Predicate, c.Channel, c.Target)
		for _, d := range c.Data {
			r.unite(r.data+d.Var, r.number(d.Expr))
		}
		for _, u := range c.Updates {
			if n := r.number(u.Expr); m.isWide(m.locals[u.Var]) {
				r.unite(u.Var, n)
			}
		}
	}
	for i := range sys.Propositions {
		r.numbers(sys.Propositions[i].Expr)
	}
	members := map[int]int{}
	for v, x := range m.locals {
		if m.isWide(x) {
			members[r.class[v]]++
		}
	}
	for v, x := range m.locals {
		if n := members[r.class[v]]; m.isWide(x) && n > 1 && n <= len(x.values) {
			x.wide = true
			m.wideBits = max(m.wideBits, x.bits())
		}
	}
}

// related puts numbers that have to do with each other into one class.
type related struct {
	m                *Coding
	class            []int // of the locals, the data variables and the property identifiers
	data, properties int   // where these begin
}

// unite joins the classes of two numbers and returns one of the two; of what is
// negative there is none.
func (r *related) unite(i, j int) int {
	if i >= 0 && j >= 0 {
		from, to := r.class[i], r.class[j]
		for k, old := range r.class {
			if old == from {
				r.class[k] = to
			}
		}
	}
	return max(i, j)
}

func (r *related) numbers(es ...*recipe.Expr) {
	for _, e := range es {
		r.number(e)
	}
}

// number unites the numbers that e compares or adds up. If e itself is a number it
// returns one of those that it is made of, else what is negative.
func (r *related) number(e *recipe.Expr) int {
	if e == nil {
		return -1
	}
	out := -1
	for _, arg := range e.Args {
		out = r.unite(out, r.number(arg))
	}
	switch {
	case e.Type.Kind != recipe.Int:
		return -1
	case e.Op == recipe.OpLocal && r.m.isWide(r.m.locals[e.Index]):
		return e.Index
	case e.Op == recipe.OpData:
		return r.data + e.Index
	case e.Op == recipe.OpProperty || e.Op == recipe.OpSupplierProperty:
		return r.properties + e.Index
	}
	return out
}

// isWide reports whether an encoded variable, or nil, is an integer of many values.
func (m *Coding) isWide(x *variable) bool {
	return x != nil && m.System.Vars[x.local].Type.Kind == recipe.Int && len(x.values) >= m.thresholds.WideValues
}

// names gives an order of variables in the form of Options.Order. The bits of each
// wide integer, heaviest first, begin stagger places after those of the one before.
func (m *Coding) names(order []*variable) []string {
	type token struct {
		place int
		bit   bool
		name  string
	}
	var tokens []token
	start := 0
	for _, x := range order {
		name := x.name(m.System)
		if !x.wide || m.stagger >= m.wideBits {
			tokens = append(tokens, token{start, false, name})
			continue
		}
		for i, bit := range x.bitNames(m.System) {
			tokens = append(tokens, token{start + m.wideBits - x.bits() + i, true, bit})
		}
		start += m.stagger
	}
	slices.SortStableFunc(tokens, func(x, y token) int {
		switch {
		case x.bit == y.bit || x.place != y.place:
			return cmp.Compare(x.place, y.place)
		case y.bit:
			return -1
		}
		return 1
	})
	out := make([]string, len(tokens))
	for i, t := range tokens {
		out[i] = t.name
	}
	return out
}

// declared is the model with its variables, and nothing else yet.
func declared(sys *recipe.System, flow *Flow, o Options) *Model {
	m := &Model{Coding: Coding{System: sys, Flow: flow, thresholds: o.Thresholds}}
	m.thresholds.setDefaults()
	m.declare()
	m.findWide()
	return m
}
