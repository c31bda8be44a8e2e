package branch

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
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

// exchanges find sets of states by exchanges of agents. There are none without a renaming.
type exchanges struct {
	renaming Renaming
	// first are formulas by their shapes, alike by their numbers. Asked are all that were asked about.
	first map[string]*ltol.StateFormula
	alike map[int]placed
	asked map[*ltol.StateFormula]bool
}

func newExchanges(r Renaming) exchanges {
	return exchanges{r, map[string]*ltol.StateFormula{}, map[int]placed{}, map[*ltol.StateFormula]bool{}}
}

// anonymous writes formulas without their propositions and agents.
var anonymous = ltol.StateNotation{
	Atom: func(int) string { return "p" }, Agent: func(int) string { return "a" },
	Step: func(ltol.Atom) string { return "s" }, Most: ltol.LongText,
}

// find is another formula that was asked about before and differs by an exchange of agents, and what makes
// the states of f of its states. It is nil if there is none with a known set, or if the set of f takes no
// fixpoint, so that the exchange is not worth it. The renaming is asked when two formulas have one shape.
func (e *exchanges) find(
	ctx context.Context, f *ltol.StateFormula, known map[*ltol.StateFormula]bdd.Node, fair bool,
) (other *ltol.StateFormula, image func(c *bdd.Calculator) bdd.Node, err error) {
	if e.renaming == nil || e.asked[f] || !dear(f, fair) {
		return nil, nil, nil
	}
	shape := f.Format(anonymous)
	first, met := e.first[shape]
	if e.asked[f] = true; !met {
		e.first[shape] = f
		return nil, nil, nil
	}
	if first != nil {
		number, by, err := e.renaming.InOrder(ctx, first)
		if err != nil {
			return nil, nil, err
		}
		e.first[shape], e.alike[number] = nil, placed{first, by}
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
