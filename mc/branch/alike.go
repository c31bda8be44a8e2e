package branch

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A Renaming recognises formulas that differ by an exchange of agents under which the system, its
// initial states and its fairness are the same.
type Renaming interface {
	// InOrder gives a formula a number and a permutation. Formulas with one number are the same under
	// their permutations.
	InOrder(ctx context.Context, f *ltol.StateFormula) (number int, by Permutation, err error)
	// Image are the states that satisfy a formula with the permutation to, of the states that satisfy
	// one with the same number and the permutation from.
	Image(c *bdd.Calculator, from, to Permutation, set bdd.Node) bdd.Node
}

// A Permutation exchanges agents. What it is only the renaming knows.
type Permutation any

// placed is a formula that was asked about, with the permutation that puts its agents in order.
type placed struct {
	formula *ltol.StateFormula
	by      Permutation
}

// stateSets are sets of states by formulas.
type stateSets map[*ltol.StateFormula]bdd.Node

// form is what formulas have in common that differ by their propositions and agents.
type form struct {
	first *ltol.StateFormula // to be asked about; nil once the renaming has a number for it
	work  int                // of all, in look-ups
}

// exchanges find sets of states by exchanges of agents. There are none without a renaming.
type exchanges struct {
	renaming Renaming
	after    int
	forms    map[string]*form
	alike    map[int]placed               // by number
	asked    map[*ltol.StateFormula]*form // about which formulas exchanges were asked
}

func newExchanges(r Renaming, after int) exchanges {
	return exchanges{r, after, map[string]*form{}, map[int]placed{}, map[*ltol.StateFormula]*form{}}
}

// anonymous writes formulas without their propositions and agents.
var anonymous = ltol.StateNotation{
	Atom: func(int) string { return "p" }, Agent: func(int) string { return "a" },
	Step: func(ltol.Atom) string { return "s" }, Most: ltol.LongText,
}

// find is another formula that was asked about before and differs by an exchange of agents, and what
// makes the states of f of its states. It is nil if there is none with a known set, or if the set of f
// takes no fixpoint, so that the exchange is not worth it. The renaming is asked when others of the
// same form have taken much work.
func (e *exchanges) find(
	ctx context.Context, f *ltol.StateFormula, known stateSets, fair bool,
) (other *ltol.StateFormula, image func(c *bdd.Calculator) bdd.Node, err error) {
	if e.renaming == nil || e.asked[f] != nil || !dear(f, fair) {
		return nil, nil, nil
	}
	one := memo.Known(e.forms, f.Format(anonymous), func() *form { return &form{first: f} })
	e.asked[f] = one
	if one.first == f || one.work <= e.after {
		return nil, nil, nil
	}
	if one.first != nil {
		number, by, err := e.renaming.InOrder(ctx, one.first)
		if err != nil {
			return nil, nil, err
		}
		one.first, e.alike[number] = nil, placed{one.first, by}
	}
	number, by, err := e.renaming.InOrder(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	like := e.alike[number]
	set, found := known[like.formula]
	if !found { // it is the first one, or a limit has ended the work on that
		e.alike[number] = placed{f, by}
		return nil, nil, nil
	}
	return like.formula, func(c *bdd.Calculator) bdd.Node { return e.renaming.Image(c, like.by, by, set) }, nil
}

// dear reports whether the states of a formula take fixpoints. Under fairness, abilities leave more
// behind than a set, which an exchange would not.
func dear(f *ltol.StateFormula, fair bool) bool {
	switch f.Op() {
	case ltol.StateAll, ltol.StateExists, ltol.StateCan, ltol.StateCommon:
	default:
		return false
	}
	for part := range f.All() {
		if fair && part.Op() == ltol.StateCan {
			return false
		}
	}
	return true
}
