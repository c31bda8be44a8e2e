package quotient

import (
	"context"
	"fmt"
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
// states, about steps, and about both are different letters. So what is about states is evaluated once
// for all steps that leave one.
func (l *letters) abstract(f *ltol.Formula) *ltol.Formula {
	joins := f.Op() == ltol.OpAnd || f.Op() == ltol.OpOr
	if kind, ok := plain(f); ok && !(joins && kind == both) {
		if f.Op() == ltol.OpTrue || f.Op() == ltol.OpFalse {
			return f
		}
		return l.letter(f, min(kind, ltol.Step))
	}
	if f.Op() == ltol.OpAtom { // about the past step
		return l.letter(ltol.Prop(ltol.Atom{ID: f.Atom().ID, Kind: ltol.Step}), ltol.PastStep)
	}
	var inner [both + 1][]*ltol.Formula
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
			out = append(out, l.letter(ltol.Apply(f.Op(), args...), min(ltol.AtomKind(kind), ltol.Step)))
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

// both is the kind of what is about states and steps.
const both = ltol.PastStep

// plain reports whether f has neither temporal operators nor past-step atoms, and if so whether it
// is about states, about steps, or about both.
func plain(f *ltol.Formula) (ltol.AtomKind, bool) {
	kind := ltol.State
	for i, a := range f.Atoms() {
		switch {
		case a.Kind == ltol.PastStep:
			return 0, false
		case i == 0:
			kind = a.Kind
		case a.Kind != kind:
			kind = both
		}
	}
	return kind, f.Propositional()
}

// weigh finds out what letters are about, as bits of words: states, so that they are the same for
// all steps that leave one; steps alone, so that they are the same wherever a step is taken; or
// both. It returns the numbers of nodes of expressions that are evaluated to know all of the first,
// and all of the last, once.
func (l *letters) weigh() (q question) {
	q.letters = l
	for i, f := range l.all {
		n, alone := 1, true
		for _, a := range f.Atoms() {
			for e := range l.sys.Propositions[a.ID].Expr.All() {
				n++
				alone = alone && a.Kind == ltol.Step && !slices.Contains(stateful, e.Op)
			}
		}
		switch {
		case ltol.AboutState(f):
			q.ofStates |= 1 << i
			q.states += n
		case alone:
			q.ofSteps |= 1 << i
		default:
			q.ofBoth |= 1 << i
			q.steps += n
		}
	}
	return q
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

// holds evaluates a letter on a state and the step that leaves it.
func holds(ctx context.Context, at *recipe.Instant, f *ltol.Formula) (bool, error) {
	return ltol.Holds(f, func(f *ltol.Formula) (bool, error) {
		switch {
		case f.Op() != ltol.OpAtom:
			return false, fmt.Errorf("quotient: the letter %s has a temporal operator", f)
		case f.Atom().Kind == ltol.State:
			return at.StateHolds(f.Atom().ID)
		}
		return at.StepHolds(ctx, f.Atom().ID)
	})
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
	// ofStates are the letters about states, ofSteps those about steps alone, ofBoth the others;
	// states is what the first weigh, steps what the last do. See [letters.weigh].
	ofStates, ofSteps, ofBoth uint64
	states, steps             int
	aut                       *ltol.Automaton
	group                     *symmetry.Group
}
