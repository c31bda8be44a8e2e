package quotient

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symmetry"
)

// A Renaming recognises formulas that differ by exchanging interchangeable
// agents: the system satisfies one of them if and only if it satisfies the
// other. It is safe for concurrent use.
type Renaming struct {
	sys   *recipe.System
	group *symmetry.Group
	// location tells which agent a symbol is the location of.
	location map[recipe.Value]int
}

// NewRenaming returns the renaming of a system by exchanges under which the
// given formulas, for which fairness conditions are meant, stay the same.
func NewRenaming(sys *recipe.System, fixed []*ltol.Formula) *Renaming {
	if err := speaksOf(sys, fixed...); err != nil {
		panic(err)
	}
	id := symmetry.Identity(sys)
	r := &Renaming{sys: sys, location: map[recipe.Value]int{}}
	r.group = symmetry.Detect(sys, func(p *symmetry.Permutation) bool {
		return !slices.ContainsFunc(fixed, func(f *ltol.Formula) bool { return key(sys, f, p) != key(sys, f, id) })
	})
	for a := range sys.Agents {
		r.location[sys.Agents[a].Location] = a
	}
	return r
}

// Representatives are formulas of which none is known to differ from another
// by exchanging agents only. The zero value is not usable; see
// [Renaming.Representatives].
type Representatives struct {
	renaming *Renaming
	plain    []placed
	// keys holds the keys of the formulas and, for the first imaged of them, of
	// what one exchange makes of each.
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

// Add adds f, unless exchanges of agents are found that make it equivalent to a
// formula which is there already; it reports whether it added f. True is no
// claim that there are no such exchanges.
//
// Formulas are compared after their agents were put first in their classes, in
// the order in which they are mentioned: that finds any permutation of agents
// which the formulas mention one by one. One exchange of two agents more finds
// those that a quantifier mentions in between.
func (s *Representatives) Add(f *ltol.Formula) bool {
	if s == nil || s.renaming == nil {
		panic(misuse("the set was not made by Renaming.Representatives"))
	}
	if err := speaksOf(s.renaming.sys, f); err != nil {
		panic(err)
	}
	p := placed{f, s.renaming.inOrder(f)}
	k := key(s.renaming.sys, f, p.by)
	if s.keys[k] {
		return false
	}
	for ; s.imaged < len(s.plain); s.imaged++ {
		s.addImages(s.plain[s.imaged])
	}
	if s.keys[k] {
		return false
	}
	s.keys[k] = true
	s.plain = append(s.plain, p)
	return true
}

func (s *Representatives) addImages(p placed) {
	r := s.renaming
	for _, class := range r.group.Classes() {
		for i, a := range class {
			for _, b := range class[i+1:] {
				s.keys[key(r.sys, p.formula, p.by.Then(r.group.Exchange(a, b)))] = true
			}
		}
	}
}

// inOrder is a permutation of the group under which the agents that f mentions
// become the first of their classes, in the order in which f mentions them.
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
		r.mentionedBy(r.sys.Propositions[f.Atom().ID].Expr, visit)
	}
	for _, g := range f.Args() {
		r.mentioned(g, visit)
	}
}

func (r *Renaming) mentionedBy(e *recipe.Expr, visit func(agent int)) {
	if e == nil {
		return
	}
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
	for _, a := range e.Args {
		r.mentionedBy(a, visit)
	}
}
