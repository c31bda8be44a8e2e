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
// states, about steps, about both, and about next states as well are different letters. So what is
// about states is evaluated once for all steps that leave one.
func (l *letters) abstract(f *ltol.Formula) *ltol.Formula {
	joins := f.Op() == ltol.OpAnd || f.Op() == ltol.OpOr
	if kind, ok := plain(f); ok && !(joins && kind >= both) {
		if settled(f) {
			return f
		}
		return l.letter(f, min(kind, ltol.Step))
	}
	if f.Op() == ltol.OpAtom { // about the past step
		return l.letter(ltol.Prop(ltol.Atom{ID: f.Atom().ID, Kind: ltol.Step}), ltol.PastStep)
	}
	var inner [onward + 1][]*ltol.Formula
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

// both is the kind of what is about states and steps, onward that of what is also about the state
// that a step leads to.
const (
	both   = ltol.PastStep
	onward = both + 1
)

// plain reports whether f is about a state, a step that leaves it, and the state that the step leads
// to, without past-step atoms; and if so, about which of these.
func plain(f *ltol.Formula) (kind ltol.AtomKind, ok bool) {
	switch op := f.Op(); {
	case op == ltol.OpAtom:
		return f.Atom().Kind, f.Atom().Kind != ltol.PastStep
	case op == ltol.OpNext:
		return onward, ltol.AboutState(f.Args()[0])
	case !op.Boolean():
		return 0, false
	}
	for i, g := range f.Args() {
		k, ok := plain(g)
		switch {
		case !ok:
			return 0, false
		case i == 0:
			kind = k
		case k != kind:
			kind = max(kind, k, both)
		}
	}
	return kind, true
}

// weigh finds out which letters are about states alone, as bits of a word: they are the same for all
// steps that leave one. It returns the numbers of nodes of expressions that are evaluated to know all
// of these, and all others, once.
func (l *letters) weigh() (q question) {
	q.letters = l
	for i, f := range l.all {
		if ltol.AboutState(f) {
			q.ofStates |= 1 << i
			q.states += l.nodes(f)
		} else {
			q.steps += l.nodes(f)
		}
	}
	return q
}

// nodes is the number of nodes of the expressions of a letter, and of the letter.
func (l *letters) nodes(f *ltol.Formula) int {
	n := 1
	for _, a := range f.Atoms() {
		for range l.sys.Propositions[a.ID].Expr.All() {
			n++
		}
	}
	return n
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

// A taking is what a step says of letters wherever it is taken: those that hold, and those that are
// open, with what is left to evaluate of each. Weight is what the latter weigh.
type taking struct {
	holding, open uint64
	rest          []*ltol.Formula
	weight        int
}

// taking evaluates some letters as far as they are about a step alone, by the truth of step atoms.
func (l *letters) taking(some uint64, truth func(step int) bool) *taking {
	t := &taking{rest: make([]*ltol.Formula, len(l.all))}
	for i, f := range l.all {
		if some>>i&1 == 0 {
			continue
		}
		t.rest[i] = remainder(f, func(a ltol.Atom) *ltol.Formula {
			if l.alone(a) {
				return constant(truth(a.ID))
			}
			return ltol.Prop(a)
		})
		switch t.rest[i].Op() {
		case ltol.OpTrue:
			t.holding |= 1 << i
		case ltol.OpFalse:
		default:
			t.open |= 1 << i
			t.weight += l.nodes(t.rest[i])
		}
	}
	return t
}

// remainder is what is left to evaluate of a formula where something is known of its beginning. Its
// atoms, but for those that temporal operators are about, are replaced by their truth, or kept.
func remainder(f *ltol.Formula, of func(ltol.Atom) *ltol.Formula) *ltol.Formula {
	op := f.Op()
	if op == ltol.OpAtom {
		return of(f.Atom())
	}
	if !op.Boolean() {
		return f
	}
	var args []*ltol.Formula
	for _, g := range f.Args() {
		args = append(args, remainder(g, of))
	}
	switch {
	case op == ltol.OpNot && settled(args[0]):
		return constant(args[0].Op() == ltol.OpFalse)
	case op == ltol.OpAnd || op == ltol.OpOr:
		if decisive := constant(op == ltol.OpOr); slices.ContainsFunc(args, decisive.Equal) {
			return decisive
		}
		args = slices.DeleteFunc(args, settled)
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

// holds evaluates a letter on a state and the step that leaves it. The instant next is in the state
// that the step leads to.
func holds(ctx context.Context, at *recipe.Instant, f *ltol.Formula,
	next func() (*recipe.Instant, error)) (bool, error) {
	return ltol.Holds(f, func(f *ltol.Formula) (bool, error) {
		switch {
		case f.Op() == ltol.OpNext:
			after, err := next()
			if err != nil {
				return false, err
			}
			return holds(ctx, after, f.Args()[0], nil)
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
	// ofStates are the letters about states; states is what they weigh, steps what the others do. See
	// [letters.weigh].
	ofStates      uint64
	states, steps int
	aut           *ltol.Automaton
	first         int // see [waiting]
	group         *symmetry.Group
}
