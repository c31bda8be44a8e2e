package search

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A refinement lists the moves of a product. From one state, all steps of a move satisfy an atom of
// the automaton's guards, or of the first parts of compassion, or none of them does.
//
// The same goes for the letters that label edges, if these are few. The combinations of many would
// be too many: then each letter has moves of its own besides the others, the steps among theirs that
// satisfy it, and labels no others. A fair cycle that takes one step for two letters goes round
// twice.
type refinement struct {
	moves []space.Move    // without the stutter
	lists [][]space.Move  // as the space made them
	apart []bool          // by letter, whether it has moves of its own
	whose []int           // by move, the letter whose own it is; -1 if it is none's
	mixed map[[2]int]bool // letters and moves of which some steps may satisfy the letter, and others not
}

// refine makes the refinement.
func (p *product) refine(t *task) {
	atoms := p.aut.Atoms()
	for _, pair := range p.fair.compassion {
		atoms = append(atoms, pair[0].Atoms()...)
	}
	asked := stepPropositions(atoms)
	more := func(f *ltol.Formula) bool {
		return slices.ContainsFunc(stepPropositions(f.Atoms()), func(id int) bool { return !slices.Contains(asked, id) })
	}
	letters, many := p.labelled(), 0
	p.apart = make([]bool, len(letters))
	for i, f := range letters {
		if p.apart[i] = more(f); p.apart[i] {
			many++
		}
	}
	if many <= p.sys.opts.Thresholds.MaxTogether {
		p.apart = make([]bool, len(letters))
		for _, f := range letters {
			asked = append(asked, stepPropositions(f.Atoms())...)
		}
	}
	p.moves = p.refined(t, asked)
	p.whose = slices.Repeat([]int{-1}, len(p.moves))
	p.mixed = map[[2]int]bool{}
	common := p.moves
	for i, f := range letters {
		if p.apart[i] {
			p.setApart(t, i, f, common, p.refined(t, slices.Concat(asked, stepPropositions(f.Atoms()))))
		}
	}
}

// setApart adds the moves of a letter's own. List tells apart what the common moves do, and the
// letter.
func (p *product) setApart(t *task, letter int, f *ltol.Formula, common, list []space.Move) {
	c := t.open()
	defer t.close(c)
	for mv, m := range common {
		p.mixed[[2]int{letter, mv}] = !slices.ContainsFunc(list, m.Is)
	}
	for _, m := range list {
		if slices.ContainsFunc(common, m.Is) {
			continue
		}
		satisfy := satisfying(c, f, func(a ltol.Atom) bdd.Node { return p.ask(c, a, m) })
		if never, err := c.Disjoint(satisfy, m.Enabled()); err == nil && !never {
			p.moves, p.whose = append(p.moves, m), append(p.whose, letter)
		}
		c.Reset()
	}
}

func (p *product) refined(t *task, propositions []int) []space.Move {
	if t.failed() {
		return nil
	}
	list, err := p.space().Refine(t.ctx, propositions)
	t.fail(err)
	p.lists = append(p.lists, list)
	return list
}

// tells reports whether a letter may label the edges of a move.
func (p *product) tells(letter, mv int) bool {
	switch {
	case !p.apart[letter] || mv >= len(p.moves): // the stutter is the last
		return true
	case p.whose[mv] >= 0:
		return p.whose[mv] == letter
	}
	return !p.mixed[[2]int{letter, mv}]
}

// stepPropositions are the propositions of atoms about steps.
func stepPropositions(atoms []ltol.Atom) []int {
	var out []int
	for _, a := range atoms {
		if a.Kind != ltol.State {
			out = append(out, a.ID)
		}
	}
	return out
}
