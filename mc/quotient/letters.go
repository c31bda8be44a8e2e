package quotient

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// maxLetters is how many letters fit into the bits of a word.
const maxLetters = 64

// letters are the maximal subformulas without temporal operators of a formula; the formula over
// them refers to them by index.
type letters struct {
	sys  *recipe.System
	all  []*ltol.Formula
	keys []string // of all, see [key]; nil until they are needed
	// recurring are those that are to be true infinitely often. The last apart letters are only that.
	recurring []recurrence
	apart     int
}

// A recurrence is a letter x of a conjunct G F x that is set apart from the automaton. Exchanges
// map recurrences to recurrences: of G F x1 ∧ G F x2, each is about an agent of its own.
type recurrence struct {
	letter int // in letters.all
	// agent is the agent that it is about, and family the number of the first recurrence that it
	// becomes by an exchange of agents. Exchanges keep a recurrence whose agent is negative.
	agent, family int
}

// abstract returns f over letters. A letter about states only is a state atom, any other a step
// atom; past-step atoms are letters of their own. Of a conjunction or disjunction, what is about
// states and what is also about steps are different letters. So what is about states is evaluated
// once for all steps that leave one.
func (l *letters) abstract(f *ltol.Formula) *ltol.Formula {
	kind, ok := plain(f)
	joins := f.Op() == ltol.OpAnd || f.Op() == ltol.OpOr
	switch {
	case settled(f):
		return f
	case ok && !(joins && kind == ltol.Step):
		return l.letter(f, kind)
	case f.Op() == ltol.OpAtom: // about the past step
		return l.letter(ltol.Prop(ltol.Atom{ID: f.Atom().ID, Kind: ltol.Step}), ltol.PastStep)
	}
	var inner [ltol.Step + 1][]*ltol.Formula
	var out []*ltol.Formula
	for _, g := range f.Args() {
		if kind, ok := plain(g); ok && joins {
			inner[kind] = append(inner[kind], g)
		} else {
			out = append(out, l.abstract(g))
		}
	}
	for kind, args := range inner {
		if len(args) > 0 {
			out = append(out, l.letter(ltol.Apply(f.Op(), args...), ltol.AtomKind(kind)))
		}
	}
	return ltol.Apply(f.Op(), out...)
}

func (l *letters) letter(f *ltol.Formula, kind ltol.AtomKind) *ltol.Formula {
	return ltol.Prop(ltol.Atom{ID: l.index(f), Kind: kind})
}

func (l *letters) index(f *ltol.Formula) int {
	if i := slices.IndexFunc(l.all, f.Equal); i >= 0 {
		return i
	}
	l.all = append(l.all, f)
	return len(l.all) - 1
}

// plain reports whether f is about a state, a step that leaves it, and the state that the step leads
// to, without past-step atoms; and if so, whether it is about the first state only, or also about
// others of these.
func plain(f *ltol.Formula) (kind ltol.AtomKind, ok bool) {
	switch op := f.Op(); {
	case op == ltol.OpAtom:
		return f.Atom().Kind, f.Atom().Kind != ltol.PastStep
	case op == ltol.OpNext:
		return ltol.Step, ltol.AboutState(f.Args()[0])
	case !op.Boolean():
		return 0, false
	}
	for _, g := range f.Args() {
		k, ok := plain(g)
		if !ok {
			return 0, false
		}
		kind = max(kind, k)
	}
	return kind, true
}

// question finds out which letters are about states alone, as bits of a word: they are the same for
// all steps that leave one. The others are about steps.
func (l *letters) question() *question {
	q := &question{letters: l, sizes: make([]int, len(l.sys.Propositions))}
	for i, f := range l.all {
		nodes := 1
		for _, a := range f.Atoms() {
			if q.sizes[a.ID] == 0 {
				for range l.sys.Propositions[a.ID].Expr.All() {
					q.sizes[a.ID]++
				}
				if l.alone(a) {
					q.alone = append(q.alone, a.ID)
				}
			}
			nodes += q.sizes[a.ID]
		}
		if ltol.AboutState(f) {
			q.ofStates |= 1 << i
			q.states += nodes
		} else {
			q.ofSteps |= 1 << i
			q.steps += nodes
		}
	}
	slices.Sort(q.alone)
	return q
}

// alone reports whether an atom is about a step alone.
func (l *letters) alone(a ltol.Atom) bool {
	for e := range l.sys.Propositions[a.ID].Expr.All() {
		if slices.Contains(stateful, e.Op) {
			return false
		}
	}
	return a.Kind == ltol.Step
}

// A taking is what is known of letters: those that hold, and those that are open, with what is left
// to evaluate of each.
type taking struct {
	holding, open uint64
	rest          []*ltol.Formula
	// here is what is known in the state of a representative as well.
	here *taking
	rep  int
}

// given evaluates the letters that are open as far as truth knows their atoms, and formulas with a
// temporal operator.
func (t *taking) given(truth func(*ltol.Formula) ltol.Truth) *taking {
	out := &taking{holding: t.holding, rep: -1}
	for open := t.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros64(open)
		switch rest := remainder(t.rest[i], truth); rest.Op() {
		case ltol.OpTrue:
			out.holding |= 1 << i
		case ltol.OpFalse:
		default:
			if out.open == 0 {
				out.rest = make([]*ltol.Formula, len(t.rest))
			}
			out.open |= 1 << i
			out.rest[i] = rest
		}
	}
	return out
}

// remainder is what is left to evaluate of a formula where the truth of some of its atoms, and of
// formulas with a temporal operator, is known.
func remainder(f *ltol.Formula, truth func(*ltol.Formula) ltol.Truth) *ltol.Formula {
	op := f.Op()
	if !op.Boolean() {
		if value := truth(f); value != ltol.Unknown {
			f = constant(value == ltol.Yes)
		}
		return f
	}
	var args []*ltol.Formula
	for _, g := range f.Args() {
		r := remainder(g, truth)
		switch joins := op == ltol.OpAnd || op == ltol.OpOr; {
		case !joins || !settled(r):
			args = append(args, r)
		case r.Equal(constant(op == ltol.OpOr)):
			return r
		}
	}
	if op == ltol.OpNot && settled(args[0]) {
		return constant(args[0].Op() == ltol.OpFalse)
	}
	return ltol.Apply(op, args...)
}

func settled(f *ltol.Formula) bool { return f.Op() == ltol.OpTrue || f.Op() == ltol.OpFalse }

func constant(value bool) *ltol.Formula {
	if value {
		return ltol.True()
	}
	return ltol.False()
}

// stateful are the operators of step propositions that also read the state. Quantifiers do, by the
// predicate of a message. No step leaves a deadlock.
var stateful = []recipe.Op{
	recipe.OpLocal, recipe.OpControl, recipe.OpEnabled,
	recipe.OpSupplierProperty, recipe.OpExists, recipe.OpForall,
}

// invariant reports whether all letters of the automaton are the same under p, which maps
// recurrences to recurrences.
func (l *letters) invariant(p *symmetry.Permutation) bool {
	if l.keys == nil {
		id := symmetry.Identity(l.sys)
		for _, f := range l.all {
			l.keys = append(l.keys, key(f, id))
		}
	}
	for i, f := range l.all[:len(l.all)-l.apart] {
		if key(f, p) != l.keys[i] {
			return false
		}
	}
	for _, r := range l.recurring {
		i := l.image(r, p)
		if i < 0 || key(l.all[r.letter], p) != l.keys[l.recurring[i].letter] {
			return false
		}
	}
	return true
}

// key writes a formula's image under p, the order of conjuncts and disjuncts left out: formulas
// with equal keys are equivalent.
func key(f *ltol.Formula, p *symmetry.Permutation) string {
	head := strconv.Itoa(int(f.Op()))
	switch f.Op() {
	case ltol.OpAtom, ltol.OpPossible, ltol.OpNecessary:
		head += " " + strconv.Itoa(int(f.Atom().Kind)) + name(p, f.Atom().ID)
	}
	var args []string
	for _, g := range f.Args() {
		args = append(args, key(g, p))
	}
	if f.Op() == ltol.OpAnd || f.Op() == ltol.OpOr || f.Op() == ltol.OpIff {
		slices.Sort(args)
	}
	return head + "(" + strings.Join(args, " ") + ")"
}

// name is a text of a proposition under a permutation: equal ones mean the same.
func name(p *symmetry.Permutation, id int) string {
	prop := &p.System().Propositions[id]
	return strconv.Itoa(int(prop.Kind)) + p.Key(prop.Expr)
}

// image is the place of the recurrence that a permutation makes of one. It is negative if there is
// none.
func (l *letters) image(r recurrence, p *symmetry.Permutation) int {
	agent := r.agent
	if agent >= 0 {
		agent = p.Agents[agent]
	}
	for i, s := range l.recurring {
		if s.agent == agent && s.family == r.family {
			return i
		}
	}
	return -1
}

// agentsOf lists the agents that a formula mentions, in the order in which it mentions them.
func agentsOf(sys *recipe.System, f *ltol.Formula) []int {
	var out []int
	visit := func(agent int) {
		if !slices.Contains(out, agent) {
			out = append(out, agent)
		}
	}
	var walk func(f *ltol.Formula)
	walk = func(f *ltol.Formula) {
		switch f.Op() {
		case ltol.OpAtom, ltol.OpPossible, ltol.OpNecessary:
			for e := range sys.Propositions[f.Atom().ID].Expr.All() {
				mentionedBy(sys, e, visit)
			}
		}
		for _, g := range f.Args() {
			walk(g)
		}
	}
	walk(f)
	return out
}

// mentionedBy visits the agents that an expression itself mentions, its operands left out.
func mentionedBy(sys *recipe.System, e *recipe.Expr, visit func(agent int)) {
	switch e.Op {
	case recipe.OpLocal:
		visit(sys.Vars[e.Index].Agent)
	case recipe.OpControl:
		visit(e.Index)
	case recipe.OpExecuted, recipe.OpEnabled:
		for _, id := range e.Commands {
			visit(sys.Commands[id].Agent)
		}
	case recipe.OpConst:
		if e.Type.Kind != recipe.Enum {
			return
		}
		for a := range sys.Agents {
			if sys.Agents[a].Location == e.Value {
				visit(a)
			}
		}
	}
}

// A question is a formula as it is asked of a quotient.
type question struct {
	letters *letters
	// ofStates are the letters about states, ofSteps the others. States and steps are the numbers of
	// nodes of their expressions, and sizes are those of propositions.
	ofStates, ofSteps uint64
	states, steps     int
	sizes             []int
	alone             []int // the step propositions about steps alone, ascending
	aut               *ltol.Automaton
	first             int // the state in which the automaton waits, see [waiting]
	group             *symmetry.Group
}
