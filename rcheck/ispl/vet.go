package ispl

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Thresholds bound what the warnings may cost. A field that is 0 has its default.
type Thresholds struct {
	// Valuations is the total number of valuations that are tried to find conditions that are never
	// true, and lines that exclude each other. Conditions that need more are skipped. The default
	// is 2 to the power of 20. Negative means none.
	Valuations int
}

// vetter looks at a model without errors for what is allowed but hardly meant.
type vetter struct {
	*resolver
	budget int // valuations that may still be tried
}

func (r *resolver) vet(t Thresholds) {
	v := &vetter{r, cmp.Or(t.Valuations, 1<<20)}
	for i, a := range r.file.Agents {
		v.protocol(i, a)
		v.evolution(i, a)
	}
	v.never(r.sys.Init, r.file.InitStates.Items[0].Span,
		"no state satisfies the condition, so there is no initial state")
	for i, p := range r.file.Evaluation.Items {
		if !r.usedProps[i] {
			r.Report(unused, p.Name.Span, "no formula mentions the proposition `%s`", p.Name.Name)
		}
	}
	for _, g := range r.file.Groups.List() {
		if !r.usedGroups[g.Name.Name] {
			r.Report(unused, g.Name.Span, "no formula mentions the group `%s`", g.Name.Name)
		}
	}
}

// never reports a condition that nothing makes true.
func (v *vetter) never(x *interpreted.Expr, at token.Span, text string) {
	if possible, known := v.satisfiable(x); known && !possible {
		v.Report(neverTrue, at, "%s", text)
	}
}

// repeated reports a line whose text was there before.
func (v *vetter) repeated(seen map[string]token.Span, text string, at token.Span) {
	if before, twice := seen[text]; twice {
		d := v.Report(repeatedLine, at, "the line says the same as an earlier one").Suggest("remove one of them")
		v.Relate(d, before, "the earlier one")
		return
	}
	seen[text] = at
}

func (v *vetter) protocol(i int, a *Agent) {
	agent := &v.sys.Agents[i]
	seen := map[string]token.Span{}
	allowed := map[int]bool{}
	allow := func(actions []int) {
		for _, x := range actions {
			allowed[x] = true
		}
	}
	allow(agent.Other)
	var lines []*interpreted.Expr
	for n, l := range agent.Protocol {
		at := a.Protocol.Items[n].Span
		allow(l.Actions)
		lines = append(lines, l.When)
		v.repeated(seen, v.sys.Text(l.When)+fmt.Sprint(slices.Sorted(slices.Values(l.Actions))), at)
		v.never(l.When, at, "the condition is never true, so the line never applies")
	}
	if agent.Other != nil {
		rest := interpreted.Apply(interpreted.OpNot, interpreted.Apply(interpreted.OpOr, lines...))
		v.never(rest, a.Protocol.Items[len(a.Protocol.Items)-1].Span,
			"the lines before it cover every local state, so `Other` never applies")
	}
	for n, x := range a.Actions.Items {
		if !allowed[n] {
			v.Report(unused, x.Span, "no line of the protocol allows the action `%s`", x.Name)
		}
	}
}

func (v *vetter) evolution(i int, a *Agent) {
	agent := &v.sys.Agents[i]
	seen := map[string]token.Span{}
	for n, l := range agent.Evolution {
		at := a.Evolution.Items[n].Span
		text := v.sys.Text(l.When)
		for _, as := range l.Assign {
			text += fmt.Sprint(";", as.Var, "=", v.sys.Text(as.Value))
		}
		v.repeated(seen, text, at)
		v.never(l.When, at, "the condition is never true, so the line never applies")
	}
	if !v.sys.Single {
		v.separately(i, a)
	}
}

// separately reports the first pair of an agent's lines that assign different variables and can be
// enabled together.
func (v *vetter) separately(i int, a *Agent) {
	lines := v.sys.Agents[i].Evolution
	for n := range lines {
		for m := range n {
			v.watch.Step()
			if share(lines[m].Assign, lines[n].Assign) {
				continue
			}
			both := interpreted.Apply(interpreted.OpAnd, lines[m].When, lines[n].When)
			if possible, _ := v.satisfiable(both); possible {
				d := v.Report(separately, a.Evolution.Items[n].Span,
					"this line and an earlier one can be enabled together, and then only one of them happens").
					Suggest("assign both variables in one line, or write `Semantics = SingleAssignment;`")
				v.Relate(d, a.Evolution.Items[m].Span, "the earlier one")
				return
			}
		}
	}
}

// share says whether two lines assign a common variable.
func share(a, b []interpreted.Assignment) bool {
	return slices.ContainsFunc(a, func(x interpreted.Assignment) bool {
		return slices.ContainsFunc(b, func(y interpreted.Assignment) bool { return x.Var == y.Var })
	})
}

// satisfiable says whether some values of the variables and some actions make a condition true.
// Conjuncts without variables and actions in common are looked at one by one. It is not known if
// there are more valuations than may still be tried.
func (v *vetter) satisfiable(x *interpreted.Expr) (possible, known bool) {
	type factor struct {
		when *interpreted.Expr
		uses map[int]bool // variables, and agents whose actions it tests, numbered after these
	}
	var factors []factor
	for _, when := range x.Conjuncts() {
		f := factor{when, map[int]bool{}}
		when.Inspect(func(y *interpreted.Expr) {
			switch y.Op {
			case interpreted.OpVar:
				f.uses[y.Index] = true
			case interpreted.OpAction:
				f.uses[len(v.sys.Vars)+y.Index] = true
			}
		})
		factors = slices.DeleteFunc(factors, func(g factor) bool {
			for u := range g.uses {
				if f.uses[u] {
					f.when = interpreted.Apply(interpreted.OpAnd, g.when, f.when)
					maps.Copy(f.uses, g.uses)
					return true
				}
			}
			return false
		})
		factors = append(factors, f)
	}
	possible, known = true, true
	for _, f := range factors {
		p, k := v.search(f.when, slices.Sorted(maps.Keys(f.uses)))
		if k && !p {
			return false, true
		}
		known = known && k
	}
	return possible && known, known
}

// search is satisfiable for one factor, by valuations of what it mentions.
func (v *vetter) search(x *interpreted.Expr, uses []int) (possible, known bool) {
	count := 1
	state := make(interpreted.State, len(v.sys.Vars))
	joint := make(interpreted.Joint, len(v.sys.Agents))
	digits := make([]func(code int), len(uses)) // sets one variable or action
	sizes := make([]int, len(uses))
	for i, u := range uses {
		if agent := u - len(v.sys.Vars); agent >= 0 {
			digits[i], sizes[i] = func(code int) { joint[agent] = code }, len(v.sys.Agents[agent].Actions)
		} else {
			t := v.sys.Vars[u].Type
			digits[i], sizes[i] = func(code int) { state[u] = t.Value(code) }, t.Size()
		}
		if count > v.budget/max(sizes[i], 1) {
			return false, false
		}
		count *= sizes[i]
	}
	if v.budget -= count; v.budget < 0 {
		return false, false
	}
	for code := range count {
		v.watch.Step()
		for d, set := range digits {
			set(code % sizes[d])
			code /= sizes[d]
		}
		if value, ok := x.Eval(state, joint); ok && value != recipe.False {
			return true, true
		}
	}
	return false, true
}
