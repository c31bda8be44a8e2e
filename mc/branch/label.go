package branch

import (
	"cmp"
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// Options are how a labelling reads formulas.
type Options struct {
	// Translation bounds the automata of path formulas.
	Translation ltol.Options
	// Sees lists the variables of which an agent knows the values; if it is
	// nil, those of its local state.
	Sees func(agent int) []bdd.VarID
	// Looks tells explicit states apart by the same; if it is nil, as
	// [space.Explicit] does.
	Looks func(agent int, at space.State) string
	// Green is the set of states in which an agent violates no norm; if it is
	// nil, no agent ever does.
	Green func(sc *bdd.Scope, agent int) (bdd.Node, error)
	// PathsEnd gives states without a step no successor, as the published tool MCMAS
	// has it, instead of a stutter.
	PathsEnd bool
	// Endless, if it is not nil, reports whether a formula A or E is about infinite
	// paths only, whatever its form, where paths may end.
	Endless func(*ltol.StateFormula) bool
	// Renaming, if it is not nil, recognises formulas that differ by an exchange of agents. It is
	// asked once formulas that differ by propositions and agents alone have taken more than
	// ExchangesAfter look-ups.
	Renaming       Renaming
	ExchangesAfter int
	// Ability is what abilities ask for. SearchSteps is how many steps of games the
	// search for a strategy by what agents see may take for a formula before it gives
	// up: by default 10000, negative any number.
	Ability     Ability
	SearchSteps int
	// MaxConditions is how many conjunctions the condition of a rule of a strategy
	// has at most: by default 30, negative none.
	MaxConditions int
}

// A Labelling knows in which reachable states formulas hold, those that it was
// asked about and their parts. It is not safe for concurrent use.
type Labelling struct {
	views
	sys  *search.System
	fair search.Fairness
	// sets are the reachable states of each formula, loose are sets that agree with them on
	// reachable states; kept.
	sets, loose stateSets
	// unfair are states in which a coalition wins by leaving no path fair, which
	// does not count; kept.
	unfair stateSets
	// unchosen are the abilities in whose games the coalition never has a choice.
	unchosen map[*ltol.StateFormula]bool
	// initial are sets that are right about the initial states of the domain alone; kept.
	initial stateSets
	// met are the states with a path that stays in one set until it is in another; kept, as the two
	// sets are.
	met map[[2]bdd.Node]bdd.Node
	// domain are the states that knowledge ranges over, once haveDomain; kept.
	domain     bdd.Node
	haveDomain bool
	exchanges  exchanges
}

// New returns a labelling of the states of a system whose reachable states are
// known, and which has the given fairness. The caller closes it.
func New(sys *search.System, sp space.Space, fair search.Fairness, opts Options) *Labelling {
	opts.MaxConditions = cmp.Or(opts.MaxConditions, 30)
	opts.SearchSteps = cmp.Or(opts.SearchSteps, 10_000)
	if opts.Looks == nil {
		opts.Looks = sp.Local
	}
	if opts.Sees == nil {
		opts.Sees = sp.VariablesOf
	}
	return &Labelling{views: views{sp, sp.Manager(), opts}, sys: sys, fair: fair, sets: stateSets{},
		loose: stateSets{}, unfair: stateSets{}, unchosen: map[*ltol.StateFormula]bool{},
		initial: stateSets{}, met: map[[2]bdd.Node]bdd.Node{},
		exchanges: newExchanges(opts.Renaming, opts.ExchangesAfter)}
}

// Close releases the sets. The labelling must not be used afterwards.
func (l *Labelling) Close() {
	for _, sets := range []stateSets{l.sets, l.loose, l.unfair, l.initial} {
		for _, n := range sets {
			l.man.Release(n)
		}
	}
	for sets, n := range l.met {
		l.man.Release(sets[0])
		l.man.Release(sets[1])
		l.man.Release(n)
	}
	l.man.Release(l.domain)
}

// Domain is the set of states that knowledge ranges over, and that initial
// states must lie in to count: the reachable states on fair paths, all reachable
// ones if there is no fairness. It belongs to the labelling.
func (l *Labelling) Domain(ctx context.Context) (bdd.Node, error) {
	if l.haveDomain {
		return l.domain, nil
	}
	some := ltol.True()
	if l.opts.PathsEnd && !l.fair.Trivial() {
		some = ltol.Globally(ltol.Not(ltol.Prop(l.dead())))
	}
	n, err := l.exists(ctx, some)
	if err != nil {
		return bdd.False, err
	}
	l.domain, l.haveDomain = n, true
	l.sys.AdoptFair(n)
	return n, nil
}

// reached are the reachable states.
func (l *Labelling) reached() bdd.Node {
	reached, _, _ := l.sys.Reached()
	return reached
}

// Initially is a set of states that is right about the initial ones of the domain:
// it has those in which the formula holds. It is right about all reachable states if
// whole is set, that is unless strategies would have to be looked for by what agents
// see, or that the only initial state is asked what is somewhere. It belongs to the
// labelling.
func (l *Labelling) Initially(ctx context.Context, f *ltol.StateFormula) (set bdd.Node, whole bool, err error) {
	search := f.Op() == ltol.StateCan && l.opts.Ability != PerfectInformation && l.fair.Trivial()
	if n, ok := l.initial[f]; ok {
		return n, false, nil
	}
	if set, ok, err := l.somewhere(ctx, f); ok || err != nil {
		return set, false, err
	}
	if !search && (!isConnective(f.Op()) || f.Propositional()) {
		n, err := l.States(ctx, f)
		return n, true, err
	}
	label := l.States
	if whole = !search; whole {
		label = func(ctx context.Context, part *ltol.StateFormula) (bdd.Node, error) {
			set, exact, err := l.Initially(ctx, part)
			whole = whole && exact
			return set, err
		}
	}
	args, err := l.parts(ctx, f, label)
	switch {
	case err != nil:
		return bdd.False, false, err
	case whole:
		n, err := l.States(ctx, f)
		return n, true, err
	case search:
		set, err = l.can(ctx, f, args, l.sp.Init())
	default:
		c := l.man.Calculator(ctx)
		defer c.Close()
		set, err = c.Result(c.And(l.reached(), connect(c, f.Op(), args)))
		l.man.Keep(set)
	}
	if err == nil {
		l.initial[f] = set
	}
	return set, false, err
}

// Example is one of the initial states of the domain that lie in a set or, unless in is set,
// outside of it; ok is false if there is none.
func (l *Labelling) Example(ctx context.Context, set bdd.Node, in bool) (s space.State, ok bool, err error) {
	domain, err := l.Domain(ctx)
	if err != nil {
		return nil, false, err
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	initial := c.And(l.sp.Init(), domain)
	if in {
		initial = c.And(initial, set)
	} else {
		initial = c.Diff(initial, set)
	}
	s, ok = l.sp.Pick(initial)
	return s, ok, c.Err()
}

// somewhere is the answer of [Labelling.Initially] to E F f and A G f where there is one initial
// state, and f, or not f, is met: all reachable states are reachable from it, so that nobody needs
// to know from which others f is.
func (l *Labelling) somewhere(ctx context.Context, f *ltol.StateFormula) (set bdd.Node, ok bool, err error) {
	if f.Op() != ltol.StateAll && f.Op() != ltol.StateExists || l.opts.PathsEnd || l.sp.Count(l.sp.Init()).Cmp(big.NewInt(1)) != 0 {
		return bdd.False, false, nil
	}
	s, ok := shapeOf(f.Path(), f.Op() == ltol.StateAll)
	if !ok || s.next || s.ever || s.stay.Op() != ltol.OpTrue {
		return bdd.False, false, nil
	}
	if _, err := l.Domain(ctx); err != nil {
		return bdd.False, false, err
	}
	args, err := l.parts(ctx, f, l.States)
	if err != nil {
		return bdd.False, false, err
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	met, err := c.Result(c.And(l.domain, boolean(c, s.goal, args)))
	if err != nil || met == bdd.False {
		return bdd.False, false, err
	}
	if f.Op() == ltol.StateExists {
		set = l.sp.Init()
	}
	l.initial[f] = l.man.Keep(set)
	return set, true, nil
}

// Unfair is the set of reachable states in which a coalition could only win by
// leaving no path fair, of a formula for strategies that was labelled, so that it
// does not. It belongs to the labelling.
func (l *Labelling) Unfair(f *ltol.StateFormula) bdd.Node { return l.unfair[f] }

// States is the set of reachable states in which the formula holds. It belongs
// to the labelling.
func (l *Labelling) States(ctx context.Context, f *ltol.StateFormula) (bdd.Node, error) {
	if n, ok := l.sets[f]; ok {
		return n, nil
	}
	found, err := exchange(ctx, l, f)
	if err == nil && !found {
		err = l.foresee(ctx, f)
	}
	if err != nil {
		return bdd.False, err
	}
	set, err := l.agreeing(ctx, f)
	if err != nil {
		return bdd.False, err
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	n, err := c.Result(c.And(l.reached(), set))
	if err == nil {
		l.sets[f] = l.man.Keep(n)
	}
	return n, err
}

// exchange finds a set of states that agrees with those of a formula by an exchange of agents, if
// it can.
func exchange(ctx context.Context, l *Labelling, f *ltol.StateFormula) (found bool, err error) {
	other, image, err := l.exchanges.find(ctx, f, l.loose, !l.fair.Trivial())
	if other == nil || err != nil {
		return false, err
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	set, err := c.Result(image(c))
	if err != nil {
		return false, err
	}
	l.loose[f], l.unchosen[f] = l.man.Keep(set), l.unchosen[other]
	return true, nil
}

// agreeing is a set of states that agrees with those of the formula on the
// reachable ones. Propositions speak of few variables, and so does what an agent
// knows, of those that it sees: connectives of a hundred of them cost little, and
// are cut down to the reachable states once. It belongs to the labelling.
func (l *Labelling) agreeing(ctx context.Context, f *ltol.StateFormula) (bdd.Node, error) {
	if n, ok := l.loose[f]; ok {
		return n, nil
	}
	if found, err := exchange(ctx, l, f); found || err != nil {
		return l.loose[f], err
	}
	part := l.agreeing
	if f.Op() == ltol.StateExists || f.Op() == ltol.StateAll || f.Op() == ltol.StateCan {
		part = l.States
	}
	began := l.man.Work()
	args, err := l.parts(ctx, f, part)
	if err != nil {
		return bdd.False, err
	}
	n, err := l.compute(ctx, f, args)
	if err == nil {
		l.loose[f] = n
	}
	if form := l.exchanges.asked[f]; form != nil {
		form.work += int(l.man.Work() - began)
	}
	return n, err
}

// parts are sets for the parts of a formula.
func (l *Labelling) parts(
	ctx context.Context, f *ltol.StateFormula, label func(context.Context, *ltol.StateFormula) (bdd.Node, error),
) (sets []bdd.Node, err error) {
	sets = make([]bdd.Node, len(f.Args()))
	for i, part := range f.Args() {
		if sets[i], err = label(ctx, part); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// compute is a set for a formula, kept, from those of its parts.
func (l *Labelling) compute(ctx context.Context, f *ltol.StateFormula, args []bdd.Node) (bdd.Node, error) {
	if f.Op() >= ltol.StateAll {
		if _, err := l.Domain(ctx); err != nil {
			return bdd.False, err
		}
	}
	switch f.Op() {
	case ltol.StateExists:
		return l.some(ctx, f, args, false)
	case ltol.StateAll:
		n, err := l.some(ctx, f, args, true)
		if err != nil {
			return bdd.False, err
		}
		defer l.man.Release(n)
		return l.without(ctx, n)
	case ltol.StateCan:
		return l.can(ctx, f, args, l.reached())
	}
	c := l.man.Calculator(ctx)
	defer c.Close()
	out := bdd.False
	switch {
	case f.Op() == ltol.StateAtom && l.sp.AsksForDeadlock(f.ID()):
		_, out, _ = l.sys.Reached()
	case f.Op() == ltol.StateAtom:
		out = c.Take(l.sp.StateProposition(c.Scope(), f.ID()))
	case isConnective(f.Op()):
		out = connect(c, f.Op(), args)
	default:
		out = c.Not(l.possible(c, f, c.Not(args[0])))
	}
	n, err := c.Result(out)
	return l.man.Keep(n), err
}

func isConnective(op ltol.StateOp) bool {
	_, ok := op.Connective()
	return ok
}

// connect applies a connective to sets of states.
func connect(c *bdd.Calculator, op ltol.StateOp, args []bdd.Node) bdd.Node {
	connective, _ := op.Connective()
	return search.Sets(c).Connect(connective, args)
}

// path is the path formula of A or E, negated or not, in which the sets of its
// parts are atoms.
func (l *Labelling) path(f *ltol.StateFormula, args []bdd.Node, negated bool) *ltol.Formula {
	atoms := make([]ltol.Atom, len(args))
	for i, n := range args {
		atoms[i] = l.sys.Derive(n)
	}
	path := f.Path().MapAtoms(func(a ltol.Atom) ltol.Atom {
		if a.Kind == ltol.State {
			return atoms[a.ID]
		}
		return a
	})
	switch {
	case l.opts.PathsEnd:
		endless := l.opts.Endless != nil && l.opts.Endless(f)
		return infinite(path, negated, endless, !l.fair.Trivial(), ltol.Prop(l.dead()))
	case negated:
		return ltol.Not(path)
	}
	return path
}

// dead is the atom for reachable states without a step.
func (l *Labelling) dead() ltol.Atom {
	_, dead, _ := l.sys.Reached()
	return l.sys.Derive(dead)
}

// exists is the set of reachable states from which some fair path satisfies a
// path formula; kept.
func (l *Labelling) exists(ctx context.Context, path *ltol.Formula) (bdd.Node, error) {
	if path.Op() == ltol.OpTrue && l.fair.Trivial() {
		return l.man.Keep(l.reached()), nil // every state has a successor
	}
	goals, err := l.sys.Goals(ctx, path, l.opts.Translation)
	if err != nil {
		return bdd.False, err
	}
	return l.sys.Exists(ctx, goals...)
}

// without is the reachable states less a set; kept.
func (l *Labelling) without(ctx context.Context, set bdd.Node) (bdd.Node, error) {
	c := l.man.Calculator(ctx)
	defer c.Close()
	n, err := c.Result(c.Diff(l.reached(), set))
	return l.man.Keep(n), err
}
