package smv

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/evaluate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/flow"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// namesOf has the names of an interpreted system where those of a ReCiPe system are.
func namesOf(sys *interpreted.System) *recipe.System {
	out := &recipe.System{Symbols: sys.Symbols}
	for _, a := range sys.Agents {
		out.Agents = append(out.Agents, recipe.Agent{Name: a.Name})
		out.File = a.Pos.File
	}
	for _, p := range sys.Propositions {
		out.Propositions = append(out.Propositions, recipe.Proposition{Name: p.Name})
	}
	return out
}

// declare makes the variables and inputs, and evaluates the system.
func (j *joint) declare() error {
	t, sys := j.translation, j.sys
	for i, x := range sys.Vars {
		if x.Type.Size() > t.thresholds.MaxWritten {
			return fmt.Errorf("%w: %s has %d values", ErrTooLarge, sys.VarName(i), x.Type.Size())
		}
		v := &variable{path: sys.VarName(i), agent: x.Agent, local: i, kind: x.Type.Kind, index: i}
		for code := range x.Type.Size() {
			v.values = append(v.values, x.Type.Value(code))
		}
		slices.Sort(v.values)
		v.domain = flow.Of(v.values...)
		v.name = t.names.unique(v.path)
		t.variables, t.locals = append(t.variables, v), append(t.locals, v)
	}
	for v, name := range sys.Symbols {
		t.symbols[recipe.Value(v)] = t.names.unique(name)
	}
	spelling := map[string]string{} // by action, for all agents
	for a := range sys.Agents {
		if len(sys.Agents[a].Actions) < 2 {
			continue
		}
		v := &variable{agent: a, local: -1, kind: recipe.Enum, spellings: map[recipe.Value]string{}, index: len(t.variables) + a}
		v.name = t.names.unique(sys.Agents[a].Name + ".Action")
		for x, action := range sys.Agents[a].Actions {
			if spelling[action] == "" {
				spelling[action] = t.names.unique(action)
			}
			v.values, v.spellings[recipe.Value(x)] = append(v.values, recipe.Value(x)), spelling[action]
		}
		v.domain = flow.Of(v.values...)
		j.actions[a] = v
	}
	j.rule = &evaluate.Joint[*node, *node]{
		Values: nodes{t}, System: sys, MaxCases: t.thresholds.MaxAssignments, Performs: j.performs,
	}
	return j.steps()
}

// performs says that an agent performs an action.
func (j *joint) performs(agent, action int) *node {
	v := j.actions[agent]
	if v == nil {
		return j.yes
	}
	return j.equal(j.read(v), j.constant(recipe.Enum, recipe.Value(action)))
}

// steps evaluates initial states, protocols, evolutions and propositions.
func (j *joint) steps() error {
	t, sys := j.translation, j.sys
	t.start = conjuncts(t.conjoin(j.rule.Holds(sys.Init)))
	var allowed [][]*node
	for a := range sys.Agents {
		list := j.rule.Allowed(a)
		allowed = append(allowed, list)
		may := t.truth(len(list) == 0)
		for x, states := range list {
			may = t.or(may, t.and(j.performs(a, x), states))
		}
		j.may = append(j.may, t.decide(may))
	}
	for _, p := range sys.Parts() {
		j.rules = append(j.rules, j.rule.Rule(p))
	}
	moves, err := j.rule.Moves(allowed, j.rules)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	j.stuck = t.named(t.names.unique("stuck"), t.decide(t.not(moves)))
	for _, p := range sys.Propositions {
		if p.Deadlock {
			j.propositions = append(j.propositions, j.stuck)
		} else {
			j.propositions = append(j.propositions, t.decide(j.rule.Holds(p.When)))
		}
	}
	return nil
}

// specify rewrites the properties, one by one.
func (j *joint) specify(spec mc.JointSpecification) error {
	t := j.translation
	for i, p := range spec.Properties {
		one := mc.JointSpecification{Properties: []mc.Property{p}, Fairness: spec.Fairness}
		alone := mc.Specification{Properties: one.Properties}
		var why error
		if len(spec.Fairness) > 0 {
			why = fmt.Errorf("property %d: %w: it is about fair paths", p.Index, ErrNotCTL)
		} else {
			why = t.formulas(alone)
		}
		if errors.Is(why, ErrNotCTL) {
			onRuns, err := one.OnRuns()
			if err != nil {
				return errors.Join(why, err)
			}
			why = t.formulas(onRuns)
		}
		if why != nil {
			return why
		}
		for k := range t.specs {
			if s := &t.specs[k]; s.index == p.Index {
				s.property = i
			}
		}
	}
	return nil
}

// write writes initial states and the relation of an interpreted system: a constraint for each
// protocol and for each part of an evolution.
func (j *joint) write(w *writer) {
	stuck := w.text(j.stuck, inComparison)
	if j.stuck.op == opNamed {
		w.line("DEFINE")
		w.line("  %s := %s;", j.stuck.name, w.long(j.stuck.args[0], "    "))
	}
	w.initial()
	unless := func(text string) string {
		if j.stuck.isFalse() {
			return text
		}
		return stuck + " | " + text
	}
	for a, may := range j.may {
		if !may.isTrue() {
			w.line("TRANS -- what %s may do", w.sys.Agents[a].Name)
			w.line("  %s", unless(w.text(may, inAnd)))
		}
	}
	for _, r := range j.rules {
		if len(r.Vars) == 0 {
			continue
		}
		w.line("TRANS -- how %s changes", w.sys.Agents[r.Agent].Name)
		ways := j.ways(w, r)
		if keep := j.assigned(w, r, nil); !j.stuck.isFalse() {
			ways = []string{w.way(j.stuck, "", keep), w.way(w.not(j.stuck), "", []string{"(  " + strings.Join(ways, "\n      | ") + " )"})}
		}
		w.line("  %s", strings.Join(ways, "\n  | "))
	}
}

// ways are the lines of a rule, and that nothing changes where none applies.
func (j *joint) ways(w *writer, r *evaluate.Rule[*node]) (out []string) {
	for i, l := range r.Lines {
		when := r.When[i]
		if !r.Certain {
			when = w.conjoin(when, r.Fits[i])
		}
		if !when.isFalse() {
			out = append(out, w.way(when, "", j.assigned(w, r, l.Assign)))
		}
	}
	if idle := w.decide(r.Idle); !idle.isFalse() {
		out = append(out, w.way(idle, "", j.assigned(w, r, nil)))
	}
	if len(out) == 0 {
		return []string{"FALSE"}
	}
	return out
}

// assigned says what values the variables of a rule have after a step.
func (j *joint) assigned(w *writer, r *evaluate.Rule[*node], assign []interpreted.Assignment) (next []string) {
	for _, v := range r.Vars {
		value := w.read(w.locals[v])
		for _, a := range assign {
			if a.Var == v {
				value, _ = j.rule.Value(a.Value, w.locals[v].kind)
			}
		}
		next = append(next, w.next(w.locals[v], value))
	}
	return next
}
