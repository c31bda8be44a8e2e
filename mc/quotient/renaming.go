package quotient

import (
	"context"
	"slices"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// A Renaming recognises formulas that differ by exchanging interchangeable agents, or by moving all
// on in a ring: the system satisfies one of them if and only if it satisfies the other. It is safe
// for concurrent use.
type Renaming struct {
	sys   *recipe.System
	group *symmetry.Group
	shift *symmetry.Shift // nil if there is none
	// named are the propositions by their names, once they are needed.
	once  sync.Once
	named map[string]int
}

// NewRenaming returns the renaming of a system by exchanges under which the given formulas, for
// which fairness conditions are meant, stay the same. The error is that of the context, or
// [recipe.ErrMisuse].
func NewRenaming(ctx context.Context, sys *recipe.System, fixed []*ltol.Formula) (*Renaming, error) {
	if err := speaksOf(ctx, sys, fixed...); err != nil {
		return nil, err
	}
	id := symmetry.Identity(sys)
	r := &Renaming{sys: sys}
	var err error
	keep := func(p *symmetry.Permutation) bool {
		return !slices.ContainsFunc(fixed, func(f *ltol.Formula) bool { return key(f, p) != key(f, id) })
	}
	if r.group, err = symmetry.Detect(ctx, sys, keep); err != nil {
		return nil, err
	}
	if r.shift, err = r.group.Shift(ctx, keep); err != nil {
		return nil, err
	}
	momentary := slices.ContainsFunc(fixed, func(f *ltol.Formula) bool { return !f.Timeless() })
	if r.shift != nil && !r.shift.Initial && momentary {
		r.shift = nil
	}
	return r, nil
}

// usable says what keeps the renaming from being asked about formulas.
func (r *Renaming) usable(ctx context.Context, formulas ...*ltol.Formula) error {
	if r == nil || r.sys == nil {
		return misuse("the renaming is nil, or was not made by NewRenaming")
	}
	return speaksOf(ctx, r.sys, formulas...)
}

// Classes lists the agents that it may exchange, class by class.
func (r *Renaming) Classes() [][]int {
	if r == nil || r.group == nil {
		return nil
	}
	return r.group.Classes()
}

// InOrder exchanges the agents that f mentions for the first of their classes, as
// [Representatives.Add] does. Formulas with equal keys are the same up to that, and image is what
// becomes of f, or f where the system lacks a proposition for that. The error is
// [recipe.ErrMisuse].
func (r *Renaming) InOrder(ctx context.Context, f *ltol.Formula) (image *ltol.Formula, text string, err error) {
	if err := r.usable(ctx, f); err != nil {
		return nil, "", err
	}
	r.once.Do(r.nameAll)
	p := r.inOrder(f, symmetry.Identity(r.sys))
	lacks := false
	image = f.MapAtoms(func(a ltol.Atom) ltol.Atom {
		id, ok := r.named[name(p, a.ID)]
		lacks = lacks || !ok
		a.ID = id
		return a
	})
	if lacks {
		image = f
	}
	return image, key(f, p), nil
}

func (r *Renaming) nameAll() {
	r.named = map[string]int{}
	for id := range r.sys.Propositions {
		r.named[name(symmetry.Identity(r.sys), id)] = id
	}
}

// Conjuncts are some of the given formulas, or of their parts, that are equivalent to all of them
// together: one of all that exchanges of agents, or shifts, make of each other. The last argument
// is that of [Renaming.Representatives].
//
// A formula that says of many things that they follow from something may be divided, too. That pays
// where exchanges of agents make the same of some of them. Otherwise one search for all is cheaper
// than one for each. The error is that of the context, or [recipe.ErrMisuse].
func (r *Renaming) Conjuncts(
	ctx context.Context, formulas []*ltol.Formula, returns bool,
) ([]*ltol.Formula, error) {
	if err := r.usable(ctx, formulas...); err != nil {
		return nil, err
	}
	var out []*ltol.Formula
	for _, f := range formulas {
		divided := f.Consequences()
		different, err := r.Representatives(returns).add(ctx, divided)
		if err != nil {
			return nil, err
		}
		if len(different) == len(divided) {
			different = []*ltol.Formula{f}
		}
		out = append(out, different...)
	}
	return r.Representatives(returns).add(ctx, out)
}

// Merged divides formulas into those that say something of each step alone, such as G x or
// G (x → X y), joined to one, and the rest. So G x1 ∧ G x2 becomes G (x1 ∧ x2). It joins them only
// if every exchange of agents keeps the result: then no agents are told apart, and a quotient has
// fewer orbits than for one of them. Otherwise, or if there are fewer than two, merged is nil. The
// error is that of the context, or [recipe.ErrMisuse].
func (r *Renaming) Merged(ctx context.Context, formulas []*ltol.Formula) (merged *ltol.Formula, rest []*ltol.Formula, err error) {
	if err := r.usable(ctx, formulas...); err != nil {
		return nil, nil, err
	}
	var alone []*ltol.Formula
	for _, f := range formulas {
		if single(f) {
			alone = append(alone, f.Args()[0])
		} else {
			rest = append(rest, f)
		}
	}
	if len(alone) < 2 || len(r.Classes()) == 0 {
		return nil, formulas, nil
	}
	merged = ltol.Globally(ltol.And(alone...))
	plain := key(merged, symmetry.Identity(r.sys))
	kept, err := r.group.Keeping(ctx, func(p *symmetry.Permutation) bool { return key(merged, p) == plain })
	if err != nil || !slices.EqualFunc(kept.Classes(), r.Classes(), slices.Equal) {
		return nil, formulas, err
	}
	return merged, rest, nil
}

// single reports whether f says the same of each step, and of the states around it, alone.
func single(f *ltol.Formula) bool {
	if f.Op() != ltol.OpGlobally {
		return false
	}
	_, ok := plain(f.Args()[0].Gathered())
	return ok
}

// add adds formulas, and returns those that were not left out.
func (s *Representatives) add(ctx context.Context, fs []*ltol.Formula) (out []*ltol.Formula, err error) {
	for _, f := range fs {
		new, err := s.Add(ctx, f)
		if err != nil {
			return nil, err
		}
		if new {
			out = append(out, f)
		}
	}
	return out, nil
}

// Representatives are formulas of which none is known to differ from another by exchanging agents,
// or moving them on, only. The zero value is not usable; see [Renaming.Representatives].
type Representatives struct {
	renaming *Renaming
	returns  bool
	plain    []placed
	// keys holds the keys of the formulas and, for the first imaged of them, of what one exchange
	// makes of each.
	keys   map[string]bool
	imaged int
}

// placed is a formula with a permutation to apply first.
type placed struct {
	formula *ltol.Formula
	by      *symmetry.Permutation
}

// Shift returns the shift of the system that keeps the fixed formulas. It is nil if there is none.
func (r *Renaming) Shift() *symmetry.Shift {
	if r == nil {
		return nil
	}
	return r.shift
}

// Representatives returns an empty set of representatives. The argument says that [Renaming.Shift]
// maps initial states to reachable states only.
//
// If it does, it permutes the reachable states, since some number of shifts changes nothing. Let f
// be a formula that is suffix closed, such as G F (node 1 announces), and f' the same of node 2.
// Shifted back, a fair computation that violates f' violates f, and begins in a reachable state. A
// computation that leads there from an initial state, and goes on with it, violates f as well.
func (r *Renaming) Representatives(returns bool) *Representatives {
	if r == nil || r.sys == nil {
		panic(misuse("the renaming is nil, or was not made by NewRenaming"))
	}
	return &Representatives{renaming: r, returns: returns, keys: map[string]bool{}}
}

// shifted reports whether a formula is equivalent to what shifts make of it.
func (s *Representatives) shifted(f *ltol.Formula) bool {
	shift := s.renaming.shift
	return shift != nil && (shift.Initial || s.returns && f.SuffixClosed() && !f.ReadsPast())
}

// Add adds f, unless exchanges of agents are found that make it equivalent to a formula which is
// there already; it reports whether it added f. True is no claim that there are no such exchanges.
//
// Formulas are compared after their agents were put first in their classes, in the order in which
// they are mentioned: that finds every permutation of agents that the formulas mention one by one.
// One more exchange of two agents finds permutations of agents that a quantifier mentions in
// between. Shifts are tried one by one. The error is that of the context, or [recipe.ErrMisuse]; f
// has not been added then.
func (s *Representatives) Add(ctx context.Context, f *ltol.Formula) (bool, error) {
	if s == nil || s.renaming == nil {
		return false, misuse("the set was not made by Renaming.Representatives")
	}
	if err := speaksOf(ctx, s.renaming.sys, f); err != nil {
		return false, err
	}
	p := placed{f, s.renaming.inOrder(f, symmetry.Identity(s.renaming.sys))}
	k := key(f, p.by)
	if s.keys[k] {
		return false, nil
	}
	for ; s.imaged < len(s.plain); s.imaged++ {
		if err := s.addImages(ctx, s.plain[s.imaged]); err != nil {
			return false, err
		}
	}
	if s.keys[k] {
		return false, nil
	}
	s.keys[k] = true
	s.plain = append(s.plain, p)
	return true, nil
}

// addImages adds the keys of what one exchange makes of a formula. If no exchange of an agent with
// those after it changes the key, neither does an exchange of two of these.
func (s *Representatives) addImages(ctx context.Context, p placed) error {
	r := s.renaming
	plain := key(p.formula, p.by)
	for _, class := range r.group.Classes() {
		for i, a := range class {
			changed := false
			for _, b := range class[i+1:] {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				k := key(p.formula, p.by.Then(r.group.Exchange(a, b)))
				s.keys[k], changed = true, changed || k != plain
			}
			if !changed {
				break
			}
		}
	}
	if !s.shifted(p.formula) {
		return nil
	}
	for by := r.shift.By; !by.Trivial(); by = by.Then(r.shift.By) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.keys[key(p.formula, r.inOrder(p.formula, by))] = true
	}
	return nil
}

// inOrder is a permutation that begins with by and goes on with one of the group. Under it, the
// agents that f mentions become the first of their classes, in the order in which f mentions them.
func (r *Renaming) inOrder(f *ltol.Formula, by *symmetry.Permutation) *symmetry.Permutation {
	agents := agentsOf(r.sys, f)
	p := by
	for _, class := range r.group.Classes() {
		next := 0
		for _, a := range agents {
			at := p.Agents[a]
			if !slices.Contains(class, at) {
				continue
			}
			if at != class[next] {
				p = p.Then(r.group.Exchange(at, class[next]))
			}
			next++
		}
	}
	return p
}
