package search

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A product joins a system with an automaton. Its nodes are pairs of an automaton state and a
// system state; an edge is an edge of the automaton together with a step whose letter, the atoms
// true of the step and of the state it leaves, satisfies the edge's guard.
type product struct {
	sys   *System
	aut   *ltol.Automaton
	graph *graph
	init  *region
	// sets is the number of labels of the graph's arcs: first come the automaton's acceptance sets,
	// then the marked conditions of fairness, and last, if there is one, the recurrent letter,
	// which hops do not tell.
	sets       int
	recurrent  *ltol.Formula
	fair       Fairness
	compassion []compassion
	dead       bdd.Node // the states that stutter; kept by the space or the system

	refinement
	owned  []bdd.Node // predicates
	atoms  map[atomOfMove]bdd.Node
	guards map[guardOfMove]bdd.Node
}

type (
	atomOfMove struct {
		atom ltol.Atom
		move int // -1 for state atoms
	}
	guardOfMove struct {
		guard ltol.Guard
		move  int
	}
)

// newProduct builds the product of a system with an automaton. dead are the states that stutter;
// where only reachable states matter, these suffice. The justice and compassion formulas must be
// letters (see [ltol.Formula.Letter]). The product is nil if the task fails.
func newProduct(t *task, sys *System, dead bdd.Node, aut *ltol.Automaton, fair Fairness) *product {
	p := &product{
		sys: sys, aut: aut, fair: fair, dead: dead, sets: aut.Acceptance + len(fair.marked()), recurrent: sys.recurrent,
		atoms: map[atomOfMove]bdd.Node{}, guards: map[guardOfMove]bdd.Node{},
	}
	if p.recurrent != nil {
		p.sets++
	}
	if p.build(t); t.failed() {
		p.release()
		return nil
	}
	return p
}

func (p *product) space() space.Space { return p.sys.space }

func (p *product) release() {
	p.init.release()
	p.graph.release()
	releaseAll(p.space().Manager(), p.owned)
	for _, list := range p.lists {
		p.space().Discard(list)
	}
	p.owned, p.moves, p.lists = nil, nil, nil
}

func (p *product) build(t *task) {
	if p.refine(t); t.failed() {
		return
	}
	var moves []move
	for mv, m := range p.moves {
		moves = append(moves, move{class: m, enabled: m.Enabled(), redundant: p.whose[mv] >= 0})
	}
	if len(p.fair.compassion) == 0 { // which takes some steps of a move away, and leaves others
		for _, m := range p.sys.staying {
			moves = append(moves, move{class: m, enabled: m.Enabled(), stays: true})
		}
	}
	if p.dead != bdd.False {
		moves = append(moves, move{enabled: p.dead})
	}
	p.graph = newGraph(p.space().Manager(), len(p.aut.States), moves, nil, &p.sys.effort)
	p.graph.ownsArcs = true
	if p.sys.haveReached && !p.graph.whole {
		p.graph.closed = p.sys.reached
	}
	p.init = newRegion(p.space().Manager(), len(p.aut.States))
	for _, q := range p.aut.Initial {
		p.init.set(q, p.space().Init())
	}
	for _, a := range p.buildArcs(t) {
		p.graph.add(a)
	}
	for i, pair := range p.fair.compassion {
		second := labels(p.aut.Acceptance + len(p.fair.justice) + i)
		p.compassion = append(p.compassion, compassion{p.letterPredicates(t, pair[0], func(int) bool { return true }), second})
	}
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

// labelled lists the letters that label edges, after the automaton's acceptance sets.
func (p *product) labelled() []*ltol.Formula {
	letters := p.fair.marked()
	if p.recurrent != nil {
		letters = append(letters, p.recurrent)
	}
	return letters
}

// buildArcs joins the automaton's edges by source and target.
func (p *product) buildArcs(t *task) []*arc {
	var marked []predicates
	for i, f := range p.labelled() {
		marked = append(marked, p.letterPredicates(t, f, func(mv int) bool { return p.tells(i, mv) }))
	}
	var arcs []*arc
	for from, edges := range p.aut.States {
		byTarget := map[int]*arc{}
		for _, e := range edges {
			a := byTarget[e.To]
			if a == nil {
				a = &arc{from: from, to: e.To, any: p.nothing(), acc: make([]predicates, p.sets)}
				byTarget[e.To] = a
				arcs = append(arcs, a)
			}
			p.addEdge(t, a, e)
		}
	}
	for _, a := range arcs {
		for i, pred := range marked {
			acc := p.nothing()
			a.acc[p.aut.Acceptance+i] = acc
			p.eachMove(t, func(c *bdd.Calculator, mv int) { acc[mv] = p.own(c, c.And(a.any[mv], pred[mv])) })
		}
	}
	return arcs
}

// tells reports whether a letter may label the edges of a move.
func (p *product) tells(letter, mv int) bool {
	switch {
	case p.graph.moves[mv].stays:
		return false
	case !p.apart[letter] || mv >= len(p.moves): // the stutter is the last
		return true
	case p.whose[mv] >= 0:
		return p.whose[mv] == letter
	}
	return !p.mixed[[2]int{letter, mv}]
}

func (p *product) nothing() predicates { return make(predicates, len(p.graph.moves)) }

// own keeps n as long as the product lives.
func (p *product) own(c *bdd.Calculator, n bdd.Node) bdd.Node {
	n = c.Keep(n)
	p.owned = append(p.owned, n)
	return n
}

func (p *product) eachMove(t *task, do func(c *bdd.Calculator, mv int)) {
	c := t.open()
	defer t.close(c)
	for mv := range p.graph.moves {
		if c.Err() != nil {
			break
		}
		do(c, mv)
		c.Reset()
	}
}

// addEdge adds an edge of the automaton to its arc.
func (p *product) addEdge(t *task, a *arc, e ltol.Edge) {
	p.eachMove(t, func(c *bdd.Calculator, mv int) {
		on := p.guard(c, e.Guard, mv)
		if p.graph.closed != bdd.False {
			on = c.And(on, p.graph.closed)
		}
		if never, err := c.Disjoint(on, p.graph.moves[mv].enabled); never || err != nil {
			return
		}
		a.any[mv] = p.own(c, c.Or(a.any[mv], on))
		for i := range p.aut.Acceptance {
			if e.Acc>>i&1 == 0 {
				continue
			}
			if a.acc[i] == nil {
				a.acc[i] = p.nothing()
			}
			a.acc[i][mv] = p.own(c, c.Or(a.acc[i][mv], on))
		}
	})
}

// guard is the set of states from which steps of the move satisfy the guard.
func (p *product) guard(c *bdd.Calculator, g ltol.Guard, mv int) bdd.Node {
	atom, then, otherwise, ok := g.Decide()
	if c.Err() != nil || !ok {
		return constant(g.IsTrue())
	}
	key := guardOfMove{g, mv}
	if n, ok := p.guards[key]; ok {
		return n
	}
	on := p.atom(c, atom, mv)
	// A step atom is usually constant on an interaction: follow one branch.
	switch on {
	case bdd.True:
		return p.guard(c, then, mv)
	case bdd.False:
		return p.guard(c, otherwise, mv)
	}
	yes, no := p.guard(c, then, mv), p.guard(c, otherwise, mv)
	n := p.own(c, c.Ite(on, yes, no))
	if c.Err() == nil {
		p.guards[key] = n
	}
	return n
}

func constant(b bool) bdd.Node {
	if b {
		return bdd.True
	}
	return bdd.False
}

// atom is the set of states from which steps of the move satisfy the atom; no stutter satisfies a
// step atom. It must not be a past one.
func (p *product) atom(c *bdd.Calculator, a ltol.Atom, mv int) bdd.Node {
	key := atomOfMove{a, mv}
	if a.Kind == ltol.State {
		key.move = -1
	}
	if n, ok := p.atoms[key]; ok || c.Err() != nil {
		return n
	}
	n := bdd.False
	if class := p.graph.moves[mv].class; class != nil || a.Kind == ltol.State {
		n = p.own(c, p.ask(c, a, class))
	}
	if c.Err() == nil {
		p.atoms[key] = n
	}
	return n
}

// ask is atom of a class of steps, for the first time.
func (p *product) ask(c *bdd.Calculator, a ltol.Atom, class space.Move) bdd.Node {
	if a.Kind == ltol.State {
		return c.Take(p.sys.stateSet(c.Scope(), a.ID, p.dead))
	}
	return c.Take(p.space().StepProposition(c.Scope(), a.ID, class))
}

// letterPredicates gives for each of some moves the states from which its steps satisfy a letter
// formula.
func (p *product) letterPredicates(t *task, f *ltol.Formula, of func(mv int) bool) predicates {
	out := p.nothing()
	p.eachMove(t, func(c *bdd.Calculator, mv int) {
		if of(mv) {
			out[mv] = p.own(c, satisfying(c, f, func(a ltol.Atom) bdd.Node { return p.atom(c, a, mv) }))
		}
	})
	return out
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

// satisfying is the set of states in which a letter formula is true, by what its atoms are.
func satisfying(c *bdd.Calculator, f *ltol.Formula, atom func(a ltol.Atom) bdd.Node) bdd.Node {
	return Sets(c).Value(f, func(f *ltol.Formula) bdd.Node {
		if f.Op() != ltol.OpAtom {
			return c.Take(bdd.False, fmt.Errorf("the condition %s has a temporal operator", f))
		}
		return atom(f.Atom())
	})
}
