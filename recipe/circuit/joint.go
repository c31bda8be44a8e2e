package circuit

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A Joint is an interpreted system as a circuit. Its choices are the digits of each agent's action,
// and, where several lines of an evolution may apply together, those of the line that is followed. A
// state without a successor repeats.
type Joint struct {
	*Step
	System *interpreted.System

	actions [][]Lit // by agent, the inputs that are the digits of its action
	allowed [][]Lit // by agent and action, where the protocol allows it
	named   []string
	stuck   Lit
	// fixed are the actions of agents while a question is about known ones, -1 for others.
	fixed []int
}

var _ System = (*Joint)(nil)

// BuildJoint makes the circuit of an interpreted system that passes its Check. An error wraps
// [ErrTooLarge], or is the error of the context.
func BuildJoint(ctx context.Context, sys *interpreted.System, o Options) (*Joint, error) {
	if ctx == nil || sys == nil {
		return nil, misuse("there is no context, or no system")
	}
	o.setDefaults()
	m := &Joint{Step: newStep(o), System: sys, actions: make([][]Lit, len(sys.Agents)), fixed: make([]int, len(sys.Agents))}
	for agent := range m.fixed {
		m.fixed[agent] = -1
	}
	var all []Lit
	for i, v := range sys.Vars {
		if v.Type.Size() > o.MaxNodes {
			m.tooLarge("%s has %d values", sys.VarName(i), v.Type.Size())
			return m, m.err
		}
		values := valuesOf(v.Type)
		x := m.add(v.Agent, i, values)
		all = append(all, m.among(number{digits: x.number.digits}, values))
	}
	m.Init = m.All(append(all, m.holds(sys.Init))...)
	var steps []Lit
	for agent := range sys.Agents {
		steps = append(steps, m.protocol(agent))
	}
	if m.err == nil {
		m.evolve(ctx, steps)
	}
	return m, m.err
}

// protocol adds the choice of an agent's action, and returns where the protocol allows it.
func (m *Joint) protocol(agent int) Lit {
	a := &m.System.Agents[agent]
	allowed := make([]Lit, len(a.Actions))
	applies := False
	for _, l := range a.Protocol {
		when := m.holds(l.When)
		applies = m.Or(applies, when)
		for _, x := range l.Actions {
			allowed[x] = m.Or(allowed[x], when)
		}
	}
	for _, x := range a.Other {
		allowed[x] = m.Or(allowed[x], applies.Not())
	}
	m.allowed = append(m.allowed, allowed)
	if len(allowed) == 0 {
		return True
	}
	m.choice(&m.actions[agent], len(allowed), a.Name+" acts")
	var may []Lit
	for x, states := range allowed {
		may = append(may, m.And(m.performs(agent, x), states))
	}
	return m.Any(may...)
}

// choice adds choices between n things, with their name.
func (m *Joint) choice(inputs *[]Lit, n int, name string) {
	for k, x := range m.turn(inputs, n) {
		m.Choices, m.named = append(m.Choices, x), append(m.named, fmt.Sprintf("%s[%d]", name, k))
	}
}

// performs is true where an agent performs an action.
func (m *Joint) performs(agent, action int) Lit {
	switch m.fixed[agent] {
	case -1:
		return m.numbered(m.actions[agent], action)
	case action:
		return True
	}
	return False
}

// evolve adds what variables become. A step has some conditions already.
func (m *Joint) evolve(ctx context.Context, steps []Lit) {
	assigned := map[int][]assignment{}
	var risky []*rule
	for _, p := range m.System.Parts() {
		if !m.goesOn(ctx) {
			return
		}
		r := m.rule(p)
		chosen := r.when
		if !m.exclusive(r.when) {
			var line []Lit
			m.choice(&line, len(r.when), m.System.Agents[p.Agent].Name+" follows")
			chosen = nil
			for i, when := range r.when {
				chosen = append(chosen, m.And(when, m.numbered(line, i)))
			}
		}
		fits := []Lit{r.idle}
		for i, l := range p.Lines {
			fits = append(fits, m.And(chosen[i], r.fits[i]))
			for _, a := range l.Assign {
				value, _ := m.value(a.Value)
				assigned[a.Var] = append(assigned[a.Var], assignment{chosen[i], value})
			}
		}
		steps = append(steps, m.Any(fits...))
		if !r.certain {
			risky = append(risky, r)
		}
	}
	m.stuck = m.moves(ctx, risky).Not()
	m.Possible = m.Or(m.stuck, m.All(steps...))
	for i, v := range m.Variables {
		for k, next := range m.after(v, assigned[i]) {
			m.Next = append(m.Next, m.If(m.stuck, v.Bits[k], next))
		}
	}
}

// A rule is a part with where its lines apply, and where what they assign stays in its ranges.
type rule struct {
	interpreted.Part
	when, fits []Lit
	idle       Lit // no line applies
	// certain tells that every line that applies fits.
	certain bool
}

func (m *Joint) rule(p interpreted.Part) *rule {
	r := &rule{Part: p, certain: true}
	for _, l := range p.Lines {
		when, fits := m.holds(l.When), True
		for _, a := range l.Assign {
			value, defined := m.value(a.Value)
			fits = m.And(fits, m.And(defined, m.within(value, m.System.Vars[a.Var].Type)))
			r.certain = r.certain && m.stays(a, l.When)
		}
		r.when, r.fits = append(r.when, when), append(r.fits, fits)
	}
	r.idle = m.Any(slices.Clone(r.when)...).Not()
	return r
}

// stays reports whether the value of an assignment is in its range wherever its line applies. It
// tries all values of the variables that the assigned expression has, unless they are too many.
func (m *Joint) stays(a interpreted.Assignment, when *interpreted.Expr) bool {
	vars := variablesOf(a.Value)
	count := 1
	for _, v := range vars {
		if count *= m.System.Vars[v].Type.Size(); count > m.limits.MaxAssignments {
			return false
		}
	}
	var conditions []*interpreted.Expr // on these variables alone
	for _, c := range when.Conjuncts() {
		about := true
		c.Inspect(func(x *interpreted.Expr) {
			about = about && x.Op != interpreted.OpAction && (x.Op != interpreted.OpVar || slices.Contains(vars, x.Index))
		})
		if about {
			conditions = append(conditions, c)
		}
	}
	s := make(interpreted.State, len(m.System.Vars))
	for n := range count {
		for _, v := range vars {
			t := m.System.Vars[v].Type
			s[v] = t.Value(n % t.Size())
			n /= t.Size()
		}
		applies := !slices.ContainsFunc(conditions, func(c *interpreted.Expr) bool {
			is, ok := c.Eval(s, nil)
			return !ok || is == recipe.False
		})
		if x, ok := a.Value.Eval(s, nil); applies && !(ok && m.System.Vars[a.Var].Type.Contains(x)) {
			return false
		}
	}
	return true
}

// variablesOf are the variables that an expression has.
func variablesOf(x *interpreted.Expr) (out []int) {
	x.Inspect(func(x *interpreted.Expr) {
		if x.Op == interpreted.OpVar && !slices.Contains(out, x.Index) {
			out = append(out, x.Index)
		}
	})
	return out
}

// moves is where some joint action has a successor. Only risky rules can be in the way, and each of
// them depends on the actions of some agents. Agents that no risky rule joins are asked apart.
func (m *Joint) moves(ctx context.Context, risky []*rule) Lit {
	group := make([]int, len(m.System.Agents)) // by agent, the least agent that is asked together with it
	for i := range group {
		group[i] = i
	}
	var about [][]int // by risky rule
	for _, r := range risky {
		agents := []int{r.Agent}
		for _, l := range r.Lines {
			l.When.Inspect(func(x *interpreted.Expr) {
				if x.Op == interpreted.OpAction {
					agents = append(agents, x.Index)
				}
			})
		}
		least := group[r.Agent]
		for _, a := range agents {
			least = min(least, group[a])
		}
		for _, a := range agents {
			for i, old := 0, group[a]; i < len(group); i++ {
				if group[i] == old {
					group[i] = least
				}
			}
		}
		about = append(about, agents)
	}
	out := True
	for first := range group {
		var members []int
		for a, g := range group {
			if g == first && len(m.System.Agents[a].Actions) > 0 {
				members = append(members, a)
			}
		}
		var rules []*rule
		for i, r := range risky {
			if group[about[i][0]] == first {
				rules = append(rules, r)
			}
		}
		out = m.And(out, m.together(ctx, members, rules))
	}
	return out
}

// together is where the members of a group have allowed actions with which some line of each rule
// fits.
func (m *Joint) together(ctx context.Context, members []int, rules []*rule) Lit {
	count := 1
	for _, a := range members {
		if count *= len(m.System.Agents[a].Actions); len(rules) > 0 && count > m.limits.MaxAssignments {
			m.tooLarge("whether a state has a step depends on more than %d joint actions", m.limits.MaxAssignments)
			return True
		}
	}
	var some func(members []int) Lit
	some = func(members []int) Lit {
		if !m.goesOn(ctx) {
			return True
		}
		if len(members) == 0 {
			all := True
			for _, r := range rules {
				all = m.And(all, m.fitting(r))
			}
			return all
		}
		agent, found := members[0], False
		for x, states := range m.allowed[agent] {
			m.fixed[agent] = x
			found = m.Or(found, m.And(states, some(members[1:])))
		}
		m.fixed[agent] = -1
		return found
	}
	if len(rules) == 0 { // then each member is asked apart
		all := True
		for _, a := range members {
			all = m.And(all, m.Any(slices.Clone(m.allowed[a])...))
		}
		return all
	}
	return some(members)
}

// fitting is where, with the fixed actions, a line of a rule applies and fits, or none applies.
func (m *Joint) fitting(r *rule) Lit {
	var applies, fits []Lit
	for i, l := range r.Lines {
		when := m.holds(l.When)
		applies, fits = append(applies, when), append(fits, m.And(when, r.fits[i]))
	}
	return m.Or(m.Any(applies...).Not(), m.Any(fits...))
}

// holds is where a condition is true, under the choices.
func (m *Joint) holds(x *interpreted.Expr) Lit {
	switch x.Op {
	case interpreted.OpConst:
		if x.Value == recipe.False {
			return False
		}
		return True
	case interpreted.OpVar:
		return m.Variables[x.Index].number.digits[0]
	case interpreted.OpAction:
		return m.performs(x.Index, int(x.Value))
	case interpreted.OpNot:
		return m.holds(x.Args[0]).Not()
	case interpreted.OpAnd, interpreted.OpOr:
		var all []Lit
		for _, a := range x.Args {
			all = append(all, m.holds(a))
		}
		if x.Op == interpreted.OpAnd {
			return m.All(all...)
		}
		return m.Any(all...)
	}
	a, first := m.value(x.Args[0])
	b, second := m.value(x.Args[1])
	defined := m.And(first, second)
	switch x.Op {
	case interpreted.OpXor:
		return m.equal(a, b).Not()
	case interpreted.OpEq:
		return m.And(defined, m.equal(a, b))
	case interpreted.OpLt:
		return m.And(defined, m.less(a, b))
	}
	return m.And(defined, m.less(b, a).Not())
}

// value is the value of an expression, and where it has one.
func (m *Joint) value(x *interpreted.Expr) (out number, defined Lit) {
	switch {
	case x.Op == interpreted.OpConst:
		return constant(x.Value), True
	case x.Op == interpreted.OpVar:
		return m.Variables[x.Index].number, True
	case x.Op < interpreted.OpPlus:
		return number{digits: []Lit{m.holds(x), False}}, True
	}
	a, first := m.value(x.Args[0])
	b, second := m.value(x.Args[1])
	defined = m.And(first, second)
	switch x.Op {
	case interpreted.OpPlus:
		out = m.sum(a, b, False)
	case interpreted.OpMinus:
		out = m.minus(a, b)
	case interpreted.OpTimes:
		out = m.product(a, b)
	default:
		out, _ = m.divide(a, b)
		defined = m.And(defined, m.equal(b, constant(0)).Not())
	}
	if len(out.digits) > 64 { // the interpreter may say that there is no value
		m.tooLarge("an expression has numbers of %d bits", len(out.digits))
	}
	return out, defined
}

// Proposition implements [System].
func (m *Joint) Proposition(id int) (Lit, error) {
	if m == nil || m.Step == nil {
		return False, misuse("the circuit is nil, or was not made by BuildJoint")
	}
	if id < 0 || id >= len(m.System.Propositions) {
		return False, misuse("there is no proposition %d: the system has %d", id, len(m.System.Propositions))
	}
	if m.System.Propositions[id].Deadlock {
		return m.stuck, m.err
	}
	out := m.holds(m.System.Propositions[id].When)
	return out, m.err
}

// Names implements [System].
func (m *Joint) Names() []string {
	return m.names(func(v *Variable) string { return m.System.VarName(v.Local) })
}

// ChoiceName implements [System].
func (m *Joint) ChoiceName(i int) string { return m.named[i] }

// Telling implements [System]: these are the digits of actions.
func (m *Joint) Telling() []Lit { return slices.Concat(append(m.actions, []Lit{m.stuck})...) }

// StateOf is the state with the given bits, in the order of State. The value ok is false if there is
// no such state.
func (m *Joint) StateOf(bit func(i int) bool) (s interpreted.State, ok bool) {
	s = make(interpreted.State, len(m.System.Vars))
	ok = m.values(bit, func(v *Variable, x recipe.Value) { s[v.Local] = x })
	return s, ok
}

// Read is the joint action of a step, given by the values of literals; nil if the state repeats
// because it has no successor.
func (m *Joint) Read(is func(Lit) bool) interpreted.Joint {
	if is(m.stuck) {
		return nil
	}
	out := make(interpreted.Joint, len(m.actions))
	for agent, digits := range m.actions {
		if out[agent] = -1; len(m.allowed[agent]) > 0 {
			out[agent] = 0
			for k, l := range digits {
				if is(l) {
					out[agent] |= 1 << k
				}
			}
		}
	}
	return out
}
