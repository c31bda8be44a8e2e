package search

import (
	"context"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
)

// A product joins a system with an automaton. Its nodes are pairs of an
// automaton state and a system state; an edge is an edge of the automaton
// together with a step whose letter, the atoms true of the step and of the
// state it leaves, satisfies the edge's guard.
type product struct {
	sys   *System
	aut   *ltol.Automaton
	graph *graph
	init  *region
	// sets is the number of labels of the graph's arcs: first come the
	// automaton's acceptance sets, then the marked conditions of fairness.
	sets       int
	fair       Fairness
	compassion []compassion
	dead       bdd.Node // the states that stutter; kept by the space or the system

	moves    []space.Move // without the stutter
	owned    []bdd.Node   // predicates
	atoms    map[atomOfMove]bdd.Node
	guards   map[guardOfMove]bdd.Node
	formulas map[formulaOfMove]bdd.Node
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
	formulaOfMove struct {
		formula *ltol.Formula
		move    int
	}
)

// newProduct builds the product of a system with an automaton. dead are the
// states that stutter; where only reachable states matter, these suffice. The
// justice and compassion formulas must be letters
// (see asLetter).
func newProduct(ctx context.Context, sys *System, dead bdd.Node, aut *ltol.Automaton, fair Fairness) (*product, error) {
	p := &product{
		sys: sys, aut: aut, fair: fair, dead: dead, sets: aut.Acceptance + len(fair.marked()),
		atoms: map[atomOfMove]bdd.Node{}, guards: map[guardOfMove]bdd.Node{}, formulas: map[formulaOfMove]bdd.Node{},
	}
	if err := p.build(ctx); err != nil {
		p.release()
		return nil, err
	}
	return p, nil
}

func (p *product) space() space.Space { return p.sys.space }

func (p *product) release() {
	p.init.release()
	p.graph.release()
	releaseAll(p.space().Manager(), p.owned)
	p.space().Discard(p.moves)
	p.owned, p.moves = nil, nil
}

func (p *product) build(ctx context.Context) error {
	var err error
	if p.moves, err = p.space().Refine(ctx, stepPropositions(p.aut, p.fair)); err != nil {
		return err
	}
	var moves []move
	for _, m := range p.moves {
		moves = append(moves, move{m, m.Enabled()})
	}
	if p.dead != bdd.False {
		moves = append(moves, move{nil, p.dead})
	}
	p.graph = newGraph(p.space().Manager(), len(p.aut.States), moves, nil, &p.sys.effort)
	p.init = newRegion(p.space().Manager(), len(p.aut.States))
	for _, q := range p.aut.Initial {
		p.init.set(q, p.space().Init())
	}
	arcs, err := p.buildArcs(ctx)
	if err != nil {
		return err
	}
	p.graph = newGraph(p.space().Manager(), len(p.aut.States), moves, arcs, &p.sys.effort)
	p.graph.ownsArcs = true
	for i, pair := range p.fair.compassion {
		first, err := p.letterPredicates(ctx, pair[0])
		if err != nil {
			return err
		}
		p.compassion = append(p.compassion, compassion{first, labels(p.aut.Acceptance + len(p.fair.justice) + i)})
	}
	return nil
}

// stepPropositions lists the step propositions that the automaton's guards and
// the fairness conditions read.
func stepPropositions(aut *ltol.Automaton, fair Fairness) []int {
	var out []int
	add := func(atoms []ltol.Atom) {
		for _, a := range atoms {
			if a.Kind != ltol.State {
				out = append(out, a.ID)
			}
		}
	}
	add(aut.Atoms())
	for _, f := range fair.letters() {
		add(f.Atoms())
	}
	return out
}

// buildArcs joins the automaton's edges by source and target.
func (p *product) buildArcs(ctx context.Context) ([]*arc, error) {
	var marked []predicates
	for _, f := range p.fair.marked() {
		pred, err := p.letterPredicates(ctx, f)
		if err != nil {
			return nil, err
		}
		marked = append(marked, pred)
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
			if err := p.addEdge(ctx, a, e); err != nil {
				return nil, err
			}
		}
	}
	for _, a := range arcs {
		for i, pred := range marked {
			acc := p.nothing()
			a.acc[p.aut.Acceptance+i] = acc
			if err := p.eachMove(ctx, func(sc *bdd.Scope, mv int) error {
				n, err := sc.And(a.any[mv], pred[mv])
				acc[mv] = p.own(n)
				return err
			}); err != nil {
				return nil, err
			}
		}
	}
	return arcs, nil
}

func (p *product) nothing() predicates { return make(predicates, len(p.graph.moves)) }

// own keeps n as long as the product lives.
func (p *product) own(n bdd.Node) bdd.Node {
	p.owned = append(p.owned, p.space().Manager().Keep(n))
	return n
}

func (p *product) eachMove(ctx context.Context, do func(sc *bdd.Scope, mv int) error) error {
	sc := p.space().Manager().NewScope(ctx)
	defer sc.Close()
	for mv := range p.graph.moves {
		if err := do(sc, mv); err != nil {
			return err
		}
		sc.Reset()
	}
	return nil
}

// addEdge adds an edge of the automaton to its arc.
func (p *product) addEdge(ctx context.Context, a *arc, e ltol.Edge) error {
	return p.eachMove(ctx, func(sc *bdd.Scope, mv int) error {
		on, err := p.guard(sc, e.Guard, mv)
		if err != nil || on == bdd.False {
			return err
		}
		never, err := sc.Disjoint(on, p.graph.moves[mv].enabled)
		if err != nil || never {
			return err
		}
		if a.any[mv], err = p.join(sc, a.any[mv], on); err != nil {
			return err
		}
		for i := range p.aut.Acceptance {
			if e.Acc>>i&1 == 0 {
				continue
			}
			if a.acc[i] == nil {
				a.acc[i] = p.nothing()
			}
			if a.acc[i][mv], err = p.join(sc, a.acc[i][mv], on); err != nil {
				return err
			}
		}
		return nil
	})
}

func (p *product) join(sc *bdd.Scope, a, b bdd.Node) (bdd.Node, error) {
	n, err := sc.Or(a, b)
	if err != nil {
		return bdd.False, err
	}
	return p.own(n), nil
}

// guard is the set of states from which steps of the move satisfy the guard.
func (p *product) guard(sc *bdd.Scope, g ltol.Guard, mv int) (bdd.Node, error) {
	atom, then, otherwise, ok := g.Decide()
	if !ok {
		return constant(g.IsTrue()), nil
	}
	key := guardOfMove{g, mv}
	if n, ok := p.guards[key]; ok {
		return n, nil
	}
	on, err := p.atom(sc, atom, mv)
	if err != nil {
		return bdd.False, err
	}
	// A step atom is usually constant on an interaction: follow one branch.
	switch on {
	case bdd.True:
		return p.guard(sc, then, mv)
	case bdd.False:
		return p.guard(sc, otherwise, mv)
	}
	yes, err := p.guard(sc, then, mv)
	if err != nil {
		return bdd.False, err
	}
	no, err := p.guard(sc, otherwise, mv)
	if err != nil {
		return bdd.False, err
	}
	n, err := sc.Ite(on, yes, no)
	if err != nil {
		return bdd.False, err
	}
	p.guards[key] = p.own(n)
	return n, nil
}

func constant(b bool) bdd.Node {
	if b {
		return bdd.True
	}
	return bdd.False
}

// atom is the set of states from which steps of the move satisfy the atom; no
// stutter satisfies a step atom. It must not be a past one.
func (p *product) atom(sc *bdd.Scope, a ltol.Atom, mv int) (bdd.Node, error) {
	key := atomOfMove{a, mv}
	if a.Kind == ltol.State {
		key.move = -1
	}
	if n, ok := p.atoms[key]; ok {
		return n, nil
	}
	n, err := bdd.False, error(nil)
	switch class := p.graph.moves[mv].class; {
	case a.Kind == ltol.State:
		n, err = p.sys.stateSet(sc, a.ID, p.dead)
	case class != nil:
		n, err = p.space().StepProposition(sc, a.ID, class)
	}
	if err != nil {
		return bdd.False, err
	}
	p.atoms[key] = p.own(n)
	return n, nil
}

// letterPredicates gives for each move the states from which its steps satisfy
// a letter formula.
func (p *product) letterPredicates(ctx context.Context, f *ltol.Formula) (predicates, error) {
	out := p.nothing()
	return out, p.eachMove(ctx, func(sc *bdd.Scope, mv int) (err error) {
		out[mv], err = p.letter(sc, f, mv)
		return err
	})
}

func (p *product) letter(sc *bdd.Scope, f *ltol.Formula, mv int) (bdd.Node, error) {
	key := formulaOfMove{f, mv}
	if n, ok := p.formulas[key]; ok {
		return n, nil
	}
	if f.Op() == ltol.OpAtom {
		return p.atom(sc, f.Atom(), mv)
	}
	args := make([]bdd.Node, 0, 2)
	for _, arg := range f.Args() {
		n, err := p.letter(sc, arg, mv)
		if err != nil {
			return bdd.False, err
		}
		args = append(args, n)
	}
	n, err := Connect(sc, f.Op(), args)
	if err != nil {
		return bdd.False, err
	}
	p.formulas[key] = p.own(n)
	return n, nil
}

// Connect applies a Boolean connective to sets of states.
func Connect(sc *bdd.Scope, op ltol.Op, args []bdd.Node) (bdd.Node, error) {
	switch op {
	case ltol.OpTrue:
		return bdd.True, nil
	case ltol.OpFalse:
		return bdd.False, nil
	case ltol.OpNot:
		return sc.Not(args[0])
	case ltol.OpAnd:
		return sc.AndAll(args...)
	case ltol.OpOr:
		return sc.OrAll(args...)
	case ltol.OpImplies:
		return sc.Implies(args[0], args[1])
	case ltol.OpIff:
		return sc.Equiv(args[0], args[1])
	}
	return bdd.False, fmt.Errorf("%v is no letter connective", op)
}
