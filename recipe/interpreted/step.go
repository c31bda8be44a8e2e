package interpreted

import (
	"context"
	"iter"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func partsOf(s *System) (out []part) {
	for _, of := range s.Parts() {
		p := part{Part: of, first: -1, last: -1}
		for _, l := range p.Lines {
			l.When.Inspect(func(x *Expr) {
				if x.Op == OpAction && (p.first < 0 || x.Index < p.first) {
					p.first = x.Index
				}
				if x.Op == OpAction {
					p.last = max(p.last, x.Index)
				}
			})
		}
		out = append(out, p)
	}
	return out
}

// choices are the assignments of the lines that apply. Where no line applies, nothing changes.
func (p *part) choices(s State, j Joint) [][]Assignment {
	var out [][]Assignment
	for _, l := range p.Lines {
		if v, ok := l.When.Eval(s, j); ok && v != 0 {
			out = append(out, l.Assign)
		}
	}
	if len(out) == 0 {
		return [][]Assignment{nil}
	}
	return out
}

// assign gives the variables of the part in next the values that a choice computes in s. It is
// false if one of them is out of its variable's range.
func (in *Interpreter) assign(next State, p *part, s State, choice []Assignment) bool {
	for _, v := range p.Vars {
		next[v] = s[v]
	}
	for _, a := range choice {
		v, ok := a.Value.Eval(s, nil)
		if !ok || !in.sys.Vars[a.Var].Type.Contains(v) {
			return false
		}
		next[a.Var] = v
	}
	return true
}

// possible reports whether some choice of the part stays within the ranges.
func (in *Interpreter) possible(p *part, s State, j Joint) bool {
	next := make(State, len(s))
	return slices.ContainsFunc(p.choices(s, j), func(c []Assignment) bool {
		return in.assign(next, p, s, c)
	})
}

// actions are, by agent, the actions that its protocol allows in s: -1 alone for an agent without
// actions.
func (in *Interpreter) actions(s State) [][]int {
	out := make([][]int, len(in.sys.Agents))
	for i := range out {
		out[i] = []int{-1}
		if len(in.sys.Agents[i].Actions) > 0 {
			out[i] = in.Allowed(i, s)
		}
	}
	return out
}

// Joints calls yield for the joint actions that the protocols allow in s, in lexical order, until
// yield returns false. There is none if the protocol of an agent with actions allows none. Their
// number is the product of the numbers of allowed actions, so the caller should stop in time.
func (in *Interpreter) Joints(s State) iter.Seq[Joint] {
	return func(yield func(Joint) bool) {
		in.choose(in.actions(s), func(int, Joint) bool { return true }, yield)
	}
}

// choose calls yield for one action after the other of each agent. What begins with the actions of
// agents up to one that fits refuses is left out. It is false if yield was.
func (in *Interpreter) choose(
	actions [][]int, fits func(agent int, j Joint) bool, yield func(Joint) bool,
) bool {
	if slices.ContainsFunc(actions, func(list []int) bool { return len(list) == 0 }) {
		return true
	}
	j := make(Joint, len(actions))
	var from func(i int) bool
	from = func(i int) bool {
		if i == len(j) {
			return yield(slices.Clone(j))
		}
		for _, j[i] = range actions[i] {
			if fits(i, j) && !from(i+1) {
				return false
			}
		}
		return true
	}
	return from(0)
}

// Steps calls yield for the joint actions that the protocols allow in s, with each next state,
// until yield returns false. The joint actions are in lexical order, and the next states in the
// order of [Interpreter.Next]. Joint actions that leave the range of a variable are skipped, as
// soon as the actions of the agents that decide this are chosen. The error is that of the context.
func (in *Interpreter) Steps(ctx context.Context, s State, yield func(Joint, State) bool) error {
	actions, none := in.actions(s), make(Joint, len(in.sys.Agents))
	for i := range in.parts { // what one agent decides alone
		switch p := &in.parts[i]; {
		case p.last < 0 && !in.possible(p, s, none):
			return ctx.Err()
		case p.last >= 0 && p.first == p.last:
			actions[p.last] = slices.DeleteFunc(slices.Clone(actions[p.last]), func(x int) bool {
				none[p.last] = x
				return !in.possible(p, s, none)
			})
		}
	}
	fits := func(agent int, j Joint) bool {
		for i := range in.parts {
			if p := &in.parts[i]; p.last == agent && p.first < agent && !in.possible(p, s, j) {
				return false
			}
		}
		return ctx.Err() == nil
	}
	in.choose(actions, fits, func(j Joint) bool {
		for next := range in.Next(s, j) {
			if ctx.Err() != nil || !yield(j, next) {
				return false
			}
		}
		return true
	})
	return ctx.Err()
}

// Stuck reports whether a state has no successor. The error is the context's.
func (in *Interpreter) Stuck(ctx context.Context, s State) (bool, error) {
	stuck := true
	err := in.Steps(ctx, s, func(Joint, State) bool {
		stuck = false
		return false
	})
	return stuck, err
}

// Next calls yield for the states to which a joint action leads from s, until yield returns false.
// They are in the order of [State.Compare], without repetition. There are several if evolutions
// choose between lines. There is none if every choice leaves the range of a variable (an overflow).
func (in *Interpreter) Next(s State, j Joint) iter.Seq[State] {
	return func(yield func(State) bool) {
		options := make([][]State, len(in.parts)) // states that are right about the variables of the part
		of := make([]int, len(s))
		for i := range in.parts {
			p := &in.parts[i]
			for _, v := range p.Vars {
				of[v] = i
			}
			for _, c := range p.choices(s, j) {
				if next := make(State, len(s)); in.assign(next, p, s, c) {
					options[i] = append(options[i], next)
				}
			}
			if len(options[i]) == 0 {
				return
			}
		}
		next := make(State, len(s))
		combine(next, 0, of, options, yield)
	}
}

// combine gives the variables from v on the values of one option of each part. It is false if yield
// was.
func combine(next State, v int, of []int, options [][]State, yield func(State) bool) bool {
	if v == len(next) {
		return yield(slices.Clone(next))
	}
	all := options[of[v]]
	defer func() { options[of[v]] = all }()
	for _, value := range valuesOf(all, v) {
		next[v] = value
		if len(all) > 1 {
			options[of[v]] = slices.DeleteFunc(slices.Clone(all), func(o State) bool {
				return o[v] != value
			})
		}
		if !combine(next, v+1, of, options, yield) {
			return false
		}
	}
	return true
}

// valuesOf are the values of a variable in some states, in increasing order.
func valuesOf(states []State, v int) []recipe.Value {
	out := make([]recipe.Value, len(states))
	for i, s := range states {
		out[i] = s[v]
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Leads reports whether a joint action is allowed in s and can lead to next.
func (in *Interpreter) Leads(s State, j Joint, next State) bool {
	for agent, allowed := range in.actions(s) {
		if !slices.Contains(allowed, j[agent]) {
			return false
		}
	}
	to := make(State, len(s))
	for i := range in.parts {
		p := &in.parts[i]
		if !slices.ContainsFunc(p.choices(s, j), func(c []Assignment) bool {
			differs := func(v int) bool { return to[v] != next[v] }
			return in.assign(to, p, s, c) && !slices.ContainsFunc(p.Vars, differs)
		}) {
			return false
		}
	}
	return true
}

// Draw returns one of the states to which a joint action leads from s. The function choose gets a
// number of alternatives and selects one of them. The value ok is false if the result leaves the
// range of a variable.
func (in *Interpreter) Draw(s State, j Joint, choose func(n int) int) (next State, ok bool) {
	next = make(State, len(s))
	for i := range in.parts {
		p := &in.parts[i]
		choices := p.choices(s, j)
		if !in.assign(next, p, s, choices[choose(len(choices))]) {
			return nil, false
		}
	}
	return next, true
}

// DrawJoint draws a joint action that the protocols allow, by choices among so many; nil if there
// is none.
func (in *Interpreter) DrawJoint(s State, choose func(n int) int) Joint {
	out := make(Joint, len(in.sys.Agents))
	for a := range out {
		out[a] = -1
		if len(in.sys.Agents[a].Actions) == 0 {
			continue
		}
		allowed := in.Allowed(a, s)
		if len(allowed) == 0 {
			return nil
		}
		out[a] = allowed[choose(len(allowed))]
	}
	return out
}

// NewInterpreter returns the interpreter of a system that passes [System.Check].
func NewInterpreter(s *System) *Interpreter {
	return &Interpreter{sys: s, parts: partsOf(s)}
}
