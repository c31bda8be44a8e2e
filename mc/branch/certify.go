package branch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A Sampling sizes a certificate of a formula. Sample draws a state of a set, ok is false if it has
// none. Samples is how many states are compared for each part of the formula, Explored how many
// states are visited to decide a path quantifier in one of them. Forces decides whether a coalition
// can see to it that the next state is good; if it is nil, abilities are not compared.
type Sampling struct {
	Sample            func(set bdd.Node) (s space.State, ok bool)
	Random            *rand.Rand
	Samples, Explored int
	Forces            func(ctx context.Context, s space.State, coalition []int, good func(space.State) (bool, error)) (bool, error)
}

// Certify compares what was found out about a formula and its parts with the explicit semantics, in
// states of both answers, and returns how many times it did so. What differs is an error. Every
// part is decided anew from what is said of its own parts:
//
//   - propositions and connectives by the interpreter;
//   - A and E of X, F, G, U, W, R and M by exploring the interpreter's states around the one at hand, or,
//     where they are too many, by the equation of the fixpoint at this state; of other formulas about
//     paths, and under fairness, by a random lasso, which may refute A and no E, or E and no A;
//   - knowledge by the states of the domain that have the values that the agents see, without
//     quantification; one of them is held against what the interpreter says that they see; common
//     knowledge by its equation;
//   - abilities by the equation of their fixpoint, for which the game is played out at this state. Whether
//     a strategy makes progress, [Labelling.Explain] checks.
//
// A set could still be wrong where no state of it is drawn: this finds mistakes of algorithms,
// which are seldom about single states, for the price of some hundred states. To check a set as a
// whole would take the diagrams and the fixpoints that are to be checked.
func (l *Labelling) Certify(ctx context.Context, f *ltol.StateFormula, size Sampling) (states int, err error) {
	if _, err := l.Domain(ctx); err != nil {
		return 0, err
	}
	a := &audit{Labelling: l, Sampling: size, ctx: ctx, c: l.man.Calculator(ctx), seen: map[*ltol.StateFormula]bool{}}
	defer a.c.Close()
	a.part(f)
	return a.compared, a.c.Err()
}

// An audit is the making of a certificate. Its first error, that of its calculator, ends it: what
// its methods return then means nothing.
type audit struct {
	*Labelling
	Sampling
	ctx      context.Context
	c        *bdd.Calculator
	seen     map[*ltol.StateFormula]bool
	compared int
}

// note is what came with an error, which is the audit's if it is the first.
func (a *audit) note(holds bool, err error) bool {
	a.c.Fail(err)
	return holds
}

// known is a set that was found for a formula, right about the reachable states.
func (a *audit) known(f *ltol.StateFormula) (bdd.Node, bool) {
	if n, ok := a.sets[f]; ok {
		return n, true
	}
	n, ok := a.loose[f]
	return n, ok
}

// part compares a part of the formula, and first the parts of it that are not about one state
// alone.
func (a *audit) part(f *ltol.StateFormula) {
	if a.seen[f] {
		return
	}
	a.seen[f] = true
	if !f.Propositional() {
		for _, arg := range f.Args() {
			a.part(arg)
		}
	}
	set, known := a.known(f)
	if !known {
		return // a part of what was not asked, or asked of initial states alone
	}
	for _, holds := range []bool{true, false} {
		for range (a.Samples + 1) / 2 {
			within := a.c.And(a.reached(), set)
			if !holds {
				within = a.c.Diff(a.reached(), set)
			}
			if a.c.Err() != nil {
				return
			}
			s, ok := a.Sample(within)
			if !ok {
				break
			}
			v := a.value(f, s)
			if v != ltol.Unknown && v != ltol.TruthOf(holds) {
				a.c.Fail(fmt.Errorf("%s is said to be %t in %s, which the explicit semantics does not confirm", f, holds, a.sp.StateString(s)))
			}
			if v != ltol.Unknown && a.c.Err() == nil {
				a.compared++
			}
			a.c.Reset()
		}
	}
}

// holds is what is known of a formula in a state; the interpreter says it of propositions.
func (a *audit) holds(f *ltol.StateFormula, s space.State) bool {
	if f.Propositional() {
		return a.value(f, s) == ltol.Yes
	}
	if set, ok := a.known(f); ok {
		return a.within(s, set)
	}
	return a.note(a.Labelling.holds(a.ctx, f, s))
}

func (a *audit) within(s space.State, set bdd.Node) bool {
	return a.note(a.c.Leq(a.c.Take(a.sp.StateSet(a.c.Scope(), s)), set))
}

// value decides a formula in a state from what is known of its parts.
func (a *audit) value(f *ltol.StateFormula, s space.State) ltol.Truth {
	switch f.Op() {
	case ltol.StateAtom:
		return ltol.TruthOf(a.note(a.sp.StateHolds(f.ID(), s)))
	case ltol.StateAll:
		return ltol.Kleene.Not(a.path(f, s, true))
	case ltol.StateExists:
		return a.path(f, s, false)
	case ltol.StateKnows, ltol.StateDistributed:
		return a.knows(f.Args()[0], s, f.Agents())
	case ltol.StateEveryone, ltol.StateCommon:
		return a.eachKnows(f, s)
	case ltol.StateObliged:
		return a.obliged(f)
	case ltol.StateCan:
		return a.can(f, s)
	}
	connective, ok := f.Op().Connective()
	if !ok {
		return ltol.Unknown
	}
	args := make([]ltol.Truth, len(f.Args()))
	for i, arg := range f.Args() {
		args[i] = ltol.TruthOf(a.holds(arg, s))
	}
	return ltol.Kleene.Connect(connective, args)
}

// eachKnows decides what everyone knows, or what is common knowledge: that it holds, and that all
// know that it is common knowledge.
func (a *audit) eachKnows(f *ltol.StateFormula, s space.State) ltol.Truth {
	what := f.Args()[0]
	if f.Op() == ltol.StateCommon {
		if !a.holds(what, s) {
			return ltol.No
		}
		what = f
	}
	for _, agent := range f.Agents() {
		if a.knows(what, s, []int{agent}) == ltol.No {
			return ltol.No
		}
	}
	return ltol.Yes
}

// knows decides whether a formula holds in all states of the domain that have the values that the
// agents see in this one.
func (a *audit) knows(f *ltol.StateFormula, s space.State, agents []int) ltol.Truth {
	alike := a.domain
	vars := a.sp.Variables()
	cell := a.c.Take(a.sp.StateSet(a.c.Scope(), s))
	codes, ok := a.man.Pick(cell, vars)
	if a.c.Err() != nil || !ok {
		return ltol.Unknown
	}
	code := map[bdd.VarID]int{}
	for i, v := range vars {
		code[v] = codes[i]
	}
	for _, agent := range agents {
		for _, v := range a.opts.Sees(agent) {
			alike = a.c.And(alike, a.c.Eq(v, bdd.Current, code[v]))
		}
	}
	set, _ := a.known(f)
	bad := a.c.Diff(alike, set)
	if a.c.Err() != nil {
		return ltol.Unknown
	}
	if t, ok := a.Sample(alike); ok {
		for _, agent := range agents {
			if a.opts.Looks(agent, s) != a.opts.Looks(agent, t) {
				a.c.Fail(fmt.Errorf("an agent sees the same values in %s and %s, but can tell them apart", a.sp.StateString(s), a.sp.StateString(t)))
			}
		}
	}
	return ltol.TruthOf(bad == bdd.False)
}

// obliged decides an obligation, by a state that would violate it.
func (a *audit) obliged(f *ltol.StateFormula) ltol.Truth {
	set, _ := a.known(f.Args()[0])
	return ltol.TruthOf(a.c.And(a.c.Diff(a.domain, set), a.green(a.c, f.Agents()[0])) == bdd.False)
}

// can decides an ability with perfect information and without fairness by what the coalition can do
// at once.
func (a *audit) can(f *ltol.StateFormula, s space.State) ltol.Truth {
	if a.Forces == nil || !a.fair.Trivial() || a.opts.PathsEnd || a.opts.Ability != PerfectInformation {
		return ltol.Unknown
	}
	form, ok := shapeOf(f.Path(), false)
	if !ok {
		return ltol.Unknown
	}
	stay, goal := a.met(f, form.stay, s), a.met(f, form.goal, s)
	if !form.next && (goal || !stay) {
		return ltol.TruthOf(goal)
	}
	return ltol.TruthOf(a.note(a.Forces(a.ctx, s, f.Agents(), func(next space.State) (bool, error) {
		if form.next {
			return a.met(f, form.goal, next), a.c.Err()
		}
		return a.holds(f, next), a.c.Err()
	})))
}

// met decides a part of a shape, which is about one state.
func (a *audit) met(f *ltol.StateFormula, part *ltol.Formula, at space.State) bool {
	return a.note(ltol.Holds(part, func(x *ltol.Formula) (bool, error) { return a.holds(f.Args()[x.Atom().ID], at), a.c.Err() }))
}

// path decides whether some fair path from a state satisfies the path formula of A or E, or
// violates it if negated is set.
func (a *audit) path(f *ltol.StateFormula, s space.State, negated bool) ltol.Truth {
	if a.opts.PathsEnd {
		return ltol.Unknown
	}
	form, ok := shapeOf(f.Path(), negated)
	if !ok || !a.fair.Trivial() {
		return a.lasso(f, s, negated)
	}
	if v := a.explore(f, form, s); v != ltol.Unknown {
		return v
	}
	list, all := a.successors(s)
	for _, t := range list {
		if a.holds(f, t.Next) != negated {
			return ltol.Yes
		}
	}
	if !all {
		return ltol.Unknown
	}
	return ltol.No
}

// listed is how many steps from a state are looked at.
const listed = 10_000

// successors are the steps from a state, and whether these are all of them; none after an error.
func (a *audit) successors(s space.State) (list []space.Transition, all bool) {
	if a.c.Err() != nil {
		return nil, false
	}
	for t, err := range a.sp.Successors(a.ctx, s) {
		if err != nil {
			a.c.Fail(err)
			return nil, false
		}
		if len(list) == listed {
			return list, false
		}
		list = append(list, t)
	}
	return list, true
}

// explore decides a shape in a state by the states around it: Unknown if they are too many, in
// which case the goal is not met at once, and the state is one to stay in.
func (a *audit) explore(f *ltol.StateFormula, form shape, s space.State) ltol.Truth {
	states, index := []space.State{s}, map[string]int{a.sp.Key(s): 0}
	var next [][]int // by state that was looked at; nil where a path may not go on
	for i := 0; i < len(states); i++ {
		if a.c.Err() != nil || !form.next && i > 0 && i >= a.Explored {
			return ltol.Unknown
		}
		if (!form.next || i > 0) && a.met(f, form.goal, states[i]) {
			return ltol.Yes
		}
		next = append(next, nil)
		if !a.met(f, form.stay, states[i]) || form.next && i > 0 {
			continue
		}
		list, all := a.successors(states[i])
		if !all {
			return ltol.Unknown
		}
		for _, t := range list {
			key := a.sp.Key(t.Next)
			k, ok := index[key]
			if !ok || form.next { // a state may follow itself
				k = len(states)
				index[key], states = k, append(states, t.Next)
			}
			next[i] = append(next[i], k)
		}
	}
	return ltol.TruthOf(form.ever && goesOn(next))
}

// goesOn reports whether there is an infinite path from the first node of a graph.
func goesOn(next [][]int) bool {
	ends := make([]bool, len(next))
	for changed := true; changed; {
		changed = false
		for i, list := range next {
			if !ends[i] && !slices.ContainsFunc(list, func(k int) bool { return !ends[k] }) {
				ends[i], changed = true, true
			}
		}
	}
	return !ends[0]
}

// lasso looks at one random fair lasso: Yes if it satisfies the path formula, or violates it if
// negated is set.
func (a *audit) lasso(f *ltol.StateFormula, s space.State, negated bool) ltol.Truth {
	justice, only := a.fair.Justice()
	states, index := []space.State{}, map[string]int{}
	var steps []space.Step
	loop, found := 0, false
	for len(states) <= a.Explored {
		if loop, found = index[a.sp.Key(s)]; found {
			break
		}
		index[a.sp.Key(s)] = len(states)
		list, _ := a.successors(s)
		if a.c.Err() != nil {
			return ltol.Unknown
		}
		t := list[a.Random.IntN(len(list))]
		states, steps = append(states, s), append(steps, t.Step)
		s = t.Next
	}
	if !found || !only {
		return ltol.Unknown
	}
	for _, j := range justice {
		if !ltol.AboutState(j) {
			return ltol.Unknown
		}
		visited := false
		for _, at := range states[loop:] {
			visited = a.within(at, a.sys.StatesOf(a.c, j)) || visited
		}
		if !visited {
			return ltol.Unknown
		}
	}
	holds := func(part *ltol.StateFormula, at space.State) (bool, error) { return a.holds(part, at), a.c.Err() }
	v, err := a.onRun(a.ctx, f, &Run{states, steps, loop}, holds)
	if a.c.Fail(err); v == ltol.TruthOf(negated) {
		return ltol.Unknown
	}
	return ltol.Yes
}
