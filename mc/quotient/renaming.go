package quotient

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// A Renaming recognises formulas that differ by exchanging interchangeable agents: the system
// satisfies one of them if and only if it satisfies the other. It is safe for concurrent use.
type Renaming struct {
	sys   *recipe.System
	group *symmetry.Group
	// location tells which agent a symbol is the location of.
	location map[recipe.Value]int
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
	r := &Renaming{sys: sys, location: map[recipe.Value]int{}}
	var err error
	r.group, err = symmetry.Detect(ctx, sys, func(p *symmetry.Permutation) bool {
		return !slices.ContainsFunc(fixed, func(f *ltol.Formula) bool { return key(sys, f, p) != key(sys, f, id) })
	})
	if err != nil {
		return nil, err
	}
	for a := range sys.Agents {
		r.location[sys.Agents[a].Location] = a
	}
	return r, nil
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
	if r == nil || r.sys == nil {
		return nil, "", misuse("the renaming is nil, or was not made by NewRenaming")
	}
	if err := speaksOf(ctx, r.sys, f); err != nil {
		return nil, "", err
	}
	r.once.Do(r.nameAll)
	p := r.inOrder(f)
	lacks := false
	image = f.MapAtoms(func(a ltol.Atom) ltol.Atom {
		id, ok := r.named[r.name(p, a.ID)]
		lacks = lacks || !ok
		a.ID = id
		return a
	})
	if lacks {
		image = f
	}
	return image, key(r.sys, f, p), nil
}

// name is a text of a proposition under a permutation: equal ones mean the same.
func (r *Renaming) name(p *symmetry.Permutation, id int) string {
	prop := &r.sys.Propositions[id]
	return fmt.Sprint(prop.Kind, p.Key(prop.Expr))
}

func (r *Renaming) nameAll() {
	r.named = map[string]int{}
	for id := range r.sys.Propositions {
		r.named[r.name(symmetry.Identity(r.sys), id)] = id
	}
}

// Representatives are formulas of which none is known to differ from another by exchanging agents
// only. The zero value is not usable; see [Renaming.Representatives].
type Representatives struct {
	renaming *Renaming
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

// Representatives returns an empty set of representatives.
func (r *Renaming) Representatives() *Representatives {
	if r == nil || r.sys == nil {
		panic(misuse("the renaming is nil, or was not made by NewRenaming"))
	}
	return &Representatives{renaming: r, keys: map[string]bool{}}
}

// Add adds f, unless exchanges of agents are found that make it equivalent to a formula which is
// there already; it reports whether it added f. True is no claim that there are no such exchanges.
//
// Formulas are compared after their agents were put first in their classes, in the order in which
// they are mentioned: that finds every permutation of agents that the formulas mention one by one.
// One more exchange of two agents finds permutations of agents that a quantifier mentions in
// between. The error is that of the context, or [recipe.ErrMisuse]; f has not been added then.
func (s *Representatives) Add(ctx context.Context, f *ltol.Formula) (bool, error) {
	if s == nil || s.renaming == nil {
		return false, misuse("the set was not made by Renaming.Representatives")
	}
	if err := speaksOf(ctx, s.renaming.sys, f); err != nil {
		return false, err
	}
	p := placed{f, s.renaming.inOrder(f)}
	k := key(s.renaming.sys, f, p.by)
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

func (s *Representatives) addImages(ctx context.Context, p placed) error {
	r := s.renaming
	for _, class := range r.group.Classes() {
		for i, a := range class {
			for _, b := range class[i+1:] {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				s.keys[key(r.sys, p.formula, p.by.Then(r.group.Exchange(a, b)))] = true
			}
		}
	}
	return nil
}

// inOrder is a permutation of the group under which the agents that f mentions become the first of
// their classes, in the order in which f mentions them.
func (r *Renaming) inOrder(f *ltol.Formula) *symmetry.Permutation {
	var agents []int
	r.mentioned(f, func(a int) {
		if !slices.Contains(agents, a) {
			agents = append(agents, a)
		}
	})
	p := symmetry.Identity(r.sys)
	for _, class := range r.group.Classes() {
		next := 0
		for _, a := range agents {
			if !slices.Contains(class, a) {
				continue
			}
			if at := p.Agents[a]; at != class[next] {
				p = p.Then(r.group.Exchange(at, class[next]))
			}
			next++
		}
	}
	return p
}

// mentioned visits the agents that a formula mentions, from left to right.
func (r *Renaming) mentioned(f *ltol.Formula, visit func(agent int)) {
	switch f.Op() {
	case ltol.OpAtom, ltol.OpPossible, ltol.OpNecessary:
		r.sys.Propositions[f.Atom().ID].Expr.Walk(func(e *recipe.Expr) bool {
			r.mentionedBy(e, visit)
			return true
		})
	}
	for _, g := range f.Args() {
		r.mentioned(g, visit)
	}
}

// mentionedBy visits the agents that an expression itself mentions, its operands left out.
func (r *Renaming) mentionedBy(e *recipe.Expr, visit func(agent int)) {
	switch e.Op {
	case recipe.OpLocal:
		visit(r.sys.Vars[e.Index].Agent)
	case recipe.OpControl:
		visit(e.Index)
	case recipe.OpExecuted, recipe.OpEnabled:
		for _, id := range e.Commands {
			visit(r.sys.Commands[id].Agent)
		}
	case recipe.OpConst:
		if a, ok := r.location[e.Value]; ok && e.Type.Kind == recipe.Enum {
			visit(a)
		}
	}
}
