package branch

import (
	"context"
	"slices"

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
	// Green is the set of states in which an agent violates no norm; if it is
	// nil, no agent ever does.
	Green func(sc *bdd.Scope, agent int) (bdd.Node, error)
}

// A Labelling knows in which reachable states formulas hold, those that it was
// asked about and their parts. It is not safe for concurrent use.
type Labelling struct {
	sys  *search.System
	sp   space.Space
	fair search.Fairness
	opts Options
	// sets are the states of each formula; kept.
	sets map[*ltol.StateFormula]bdd.Node
	// domain are the states that knowledge ranges over, once haveDomain; kept.
	domain     bdd.Node
	haveDomain bool
}

// New labels the states of a system whose reachable states are known, and
// which has the given fairness.
func New(sys *search.System, sp space.Space, fair search.Fairness, opts Options) *Labelling {
	if opts.Sees == nil {
		opts.Sees = sp.VariablesOf
	}
	return &Labelling{sys: sys, sp: sp, fair: fair, opts: opts, sets: map[*ltol.StateFormula]bdd.Node{}}
}

// Close releases the sets.
func (l *Labelling) Close() {
	for _, n := range l.sets {
		l.sp.Manager().Release(n)
	}
	l.sp.Manager().Release(l.domain)
	l.sets, l.domain, l.haveDomain = map[*ltol.StateFormula]bdd.Node{}, bdd.False, false
}

// Domain is the set of states that knowledge ranges over, and that initial
// states must lie in to count: the reachable states on fair paths, all reachable
// ones if there is no fairness. It belongs to the labelling.
func (l *Labelling) Domain(ctx context.Context) (bdd.Node, error) {
	if l.haveDomain {
		return l.domain, nil
	}
	n, err := l.exists(ctx, ltol.True())
	if err != nil {
		return bdd.False, err
	}
	l.domain, l.haveDomain = n, true
	l.sys.AdoptFair(n)
	return n, nil
}

// Holds reports whether a formula holds in all initial states of the domain.
func (l *Labelling) Holds(ctx context.Context, f *ltol.StateFormula) (bool, error) {
	domain, err := l.Domain(ctx)
	if err != nil {
		return false, err
	}
	set, err := l.States(ctx, f)
	if err != nil {
		return false, err
	}
	c := l.sp.Manager().Calculator(ctx)
	defer c.Close()
	return c.Leq(c.And(l.sp.Init(), domain), set)
}

// States is the set of reachable states in which the formula holds. It belongs
// to the labelling.
func (l *Labelling) States(ctx context.Context, f *ltol.StateFormula) (bdd.Node, error) {
	if n, ok := l.sets[f]; ok {
		return n, nil
	}
	if isPropositional(f) {
		n, err := l.propositional(ctx, f)
		if err == nil {
			l.sets[f] = n
		}
		return n, err
	}
	args := make([]bdd.Node, len(f.Args()))
	for i, arg := range f.Args() {
		var err error
		if args[i], err = l.States(ctx, arg); err != nil {
			return bdd.False, err
		}
	}
	n, err := l.compute(ctx, f, args)
	if err != nil {
		return bdd.False, err
	}
	l.sets[f] = n
	return n, nil
}

// compute is the set of a formula, kept, from those of its parts.
func (l *Labelling) compute(ctx context.Context, f *ltol.StateFormula, args []bdd.Node) (bdd.Node, error) {
	switch f.Op() {
	case ltol.StateExists:
		return l.exists(ctx, l.path(f, args))
	case ltol.StateAll:
		n, err := l.exists(ctx, ltol.Not(l.path(f, args)))
		if err != nil {
			return bdd.False, err
		}
		defer l.sp.Manager().Release(n)
		return l.without(ctx, n)
	case ltol.StateCan:
		return l.can(ctx, f, args)
	}
	if isEpistemic(f.Op()) {
		if _, err := l.Domain(ctx); err != nil {
			return bdd.False, err
		}
	}
	c := l.sp.Manager().Calculator(ctx)
	defer c.Close()
	reached, _, _ := l.sys.Reached()
	out := bdd.False
	if isConnective(f.Op()) {
		out = c.And(reached, connect(c, f.Op(), args))
	} else {
		out = c.Diff(reached, l.possible(c, f, c.Diff(reached, args[0])))
	}
	n, err := c.Result(out)
	return l.sp.Manager().Keep(n), err
}

// isPropositional reports whether a formula is made of propositions and connectives alone.
func isPropositional(f *ltol.StateFormula) bool {
	return f.Op() == ltol.StateAtom || isConnective(f.Op()) && !slices.ContainsFunc(f.Args(), func(a *ltol.StateFormula) bool {
		return !isPropositional(a)
	})
}

func isConnective(op ltol.StateOp) bool {
	return op == ltol.StateTrue || op >= ltol.StateNot && op <= ltol.StateIff
}

// connect applies a connective to sets of states; the result may hold unreachable ones.
func connect(c *bdd.Calculator, op ltol.StateOp, args []bdd.Node) bdd.Node {
	switch op {
	case ltol.StateNot:
		return c.Not(args[0])
	case ltol.StateAnd:
		return c.AndAll(args...)
	case ltol.StateOr:
		return c.OrAll(args...)
	case ltol.StateImplies:
		return c.Implies(args[0], args[1])
	case ltol.StateIff:
		return c.Equiv(args[0], args[1])
	}
	return bdd.True
}

// propositional is the set of a propositional formula, kept. Its parts are not cut down to the reachable states, the whole is: a disjunction
// over a hundred agents would take as many passes over these.
func (l *Labelling) propositional(ctx context.Context, f *ltol.StateFormula) (bdd.Node, error) {
	c := l.sp.Manager().Calculator(ctx)
	defer c.Close()
	reached, dead, _ := l.sys.Reached()
	var set func(f *ltol.StateFormula) bdd.Node
	set = func(f *ltol.StateFormula) bdd.Node {
		if f.Op() == ltol.StateAtom {
			if l.sp.AsksForDeadlock(f.ID()) {
				return dead
			}
			return c.Take(l.sp.StateProposition(c.Scope(), f.ID()))
		}
		var args []bdd.Node
		for _, a := range f.Args() {
			args = append(args, set(a))
		}
		return connect(c, f.Op(), args)
	}
	n, err := c.Result(c.And(reached, set(f)))
	return l.sp.Manager().Keep(n), err
}

// path is the path formula of A or E, in which the sets of its parts are atoms.
func (l *Labelling) path(f *ltol.StateFormula, args []bdd.Node) *ltol.Formula {
	atoms := make([]ltol.Atom, len(args))
	for i, n := range args {
		atoms[i] = l.sys.Derive(n)
	}
	return f.Path().MapAtoms(func(a ltol.Atom) ltol.Atom {
		if a.Kind == ltol.State {
			return atoms[a.ID]
		}
		return a
	})
}

// exists is the set of reachable states from which some fair path satisfies a
// path formula; kept.
func (l *Labelling) exists(ctx context.Context, path *ltol.Formula) (bdd.Node, error) {
	reached, _, _ := l.sys.Reached()
	if path.Op() == ltol.OpTrue && l.fair.Trivial() {
		return l.sp.Manager().Keep(reached), nil // every state has a successor
	}
	if path.Op() != ltol.OpTrue {
		if _, err := l.Domain(ctx); err != nil {
			return bdd.False, err
		}
	}
	aut, err := ltol.Translate(ctx, ltol.And(append([]*ltol.Formula{path}, l.fair.Rest()...)...), l.opts.Translation)
	if err != nil {
		return bdd.False, err
	}
	return l.sys.Exists(ctx, aut)
}

// without is the reachable states less a set; kept.
func (l *Labelling) without(ctx context.Context, set bdd.Node) (bdd.Node, error) {
	c := l.sp.Manager().Calculator(ctx)
	defer c.Close()
	reached, _, _ := l.sys.Reached()
	n, err := c.Result(c.Diff(reached, set))
	return l.sp.Manager().Keep(n), err
}
