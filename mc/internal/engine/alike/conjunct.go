package alike

import (
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/counters"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
)

// MostTracked is the largest number of agents that a conjunct may be about.
const MostTracked = 3

// A Conjunct is a part of a property that stands for all which differ from it by an exchange of agents.
type Conjunct struct {
	formula *ltol.Formula
	members []int // the agents of classes that it is about
	atoms   []int // its propositions
	// doubted are the classes of agents of which one more is tracked, as an invariant is asked for each
	// of its agents; see [family.Family.Doubts].
	doubted []int
	// some is what the conjunct says of some agent beside its members. Then only counters can tell whether it
	// holds.
	some []counters.Some
	// stronger is empty if the conjunct is a part of the property. Otherwise, it is one of a formula
	// that implies the property, and this is why the property itself cannot be decided.
	stronger string
}

// reason is why a conjunct is not decided.
func (c *Conjunct) reason(text string) string {
	if c.stronger != "" {
		return c.stronger + "; the checker tried to prove it of all these agents: " + text
	}
	return text
}

// newConjunct is a part of a property, of which nothing is known yet but the agents that it is about.
func newConjunct(f *family.Family, part *ltol.Formula) *Conjunct {
	c := &Conjunct{formula: part}
	var exprs []*recipe.Expr
	for _, a := range part.Atoms() {
		c.atoms = append(c.atoms, a.ID)
		exprs = append(exprs, f.System.Propositions[a.ID].Expr)
	}
	slices.Sort(c.atoms)
	c.atoms = slices.Compact(c.atoms)
	c.members = f.Members(exprs...)
	return c
}

// assume makes a conjunct say less: that it holds of the runs that satisfy some conditions of fairness. These
// are the ones about singles and its members. Fairness cannot make a safety property hold without
// excluding finite runs, so that such a conjunct stays as it is.
func (c *Conjunct) assume(f *family.Family, fair []*ltol.Formula) {
	if c.formula.Safety() {
		return
	}
	for _, condition := range fair {
		x := newConjunct(f, condition)
		if !slices.ContainsFunc(x.members, func(a int) bool { return !slices.Contains(c.members, a) }) {
			c.formula = ltol.Implies(condition, c.formula)
			c.atoms = append(c.atoms, x.atoms...)
		}
	}
	slices.Sort(c.atoms)
	c.atoms = slices.Compact(c.atoms)
}

// spread makes connectives of the logic of those in the state propositions of a formula, and of the
// disjunctions in its step propositions: a stutter satisfies none of their parts. The parts are added to
// the propositions of the system.
func spread(sys *recipe.System, formula *ltol.Formula) *ltol.Formula {
	return ltol.Fold(formula, func(g *ltol.Formula, args []*ltol.Formula) *ltol.Formula {
		if g.Op() != ltol.OpAtom {
			return rebuilt(g, args)
		}
		through := connectives
		if g.Atom().Kind != ltol.State {
			through = map[recipe.Op]ltol.Op{recipe.OpOr: ltol.OpOr}
		}
		return spreadOut(sys, sys.Propositions[g.Atom().ID].Expr, g.Atom().Kind, through)
	})
}

// rebuilt is a formula with other operands.
func rebuilt(f *ltol.Formula, args []*ltol.Formula) *ltol.Formula {
	switch f.Op() {
	case ltol.OpAtom:
		return f
	case ltol.OpPossible:
		return ltol.Possible(f.Atom().ID, args[0])
	case ltol.OpNecessary:
		return ltol.Necessary(f.Atom().ID, args[0])
	}
	return ltol.Apply(f.Op(), args...)
}

// spreadOut is spread of an expression, through some connectives.
func spreadOut(sys *recipe.System, e *recipe.Expr, kind ltol.AtomKind, through map[recipe.Op]ltol.Op) *ltol.Formula {
	var args []*ltol.Formula
	if op, ok := through[e.Op]; ok {
		for _, a := range e.Args {
			args = append(args, spreadOut(sys, a, kind, through))
		}
		return ltol.Apply(op, args...)
	}
	of := recipe.StateProposition
	if kind != ltol.State {
		of = recipe.StepProposition
		if parts := byAgent(sys, e); len(parts) > 1 {
			for _, x := range parts {
				args = append(args, spreadOut(sys, x, kind, through))
			}
			return ltol.Or(args...)
		}
	}
	id := len(sys.Propositions)
	sys.Propositions = append(sys.Propositions, recipe.Proposition{Kind: of, Name: fmt.Sprint("part ", id), Expr: e})
	return ltol.Prop(ltol.Atom{ID: id, Kind: kind})
}

// byAgent divides what says that one of some commands is executed: each part is about those of one agent.
func byAgent(sys *recipe.System, e *recipe.Expr) []*recipe.Expr {
	if e.Op != recipe.OpExecuted {
		return nil
	}
	var out []*recipe.Expr
	last := -1
	for _, id := range e.Commands {
		if a := sys.Commands[id].Agent; a != last {
			part := *e
			part.Commands, last = nil, a
			out = append(out, &part)
		}
		out[len(out)-1].Commands = append(out[len(out)-1].Commands, id)
	}
	return out
}

// connectives are those of expressions that the logic has, too.
var connectives = map[recipe.Op]ltol.Op{
	recipe.OpNot: ltol.OpNot, recipe.OpAnd: ltol.OpAnd, recipe.OpOr: ltol.OpOr, recipe.OpImplies: ltol.OpImplies, recipe.OpIff: ltol.OpIff,
}

// kept is how many agents of each class views have.
func (c *Conjunct) kept(f *family.Family, beside int) []int {
	out := make([]int, len(f.Classes))
	for _, a := range c.members {
		out[f.ClassOf(a)]++
	}
	for _, class := range c.doubted {
		out[class]++
	}
	for class := range out {
		out[class] = max(out[class], 1) + beside
	}
	return out
}

// Needed is how many agents of each class a system must have, so that what is known of a conjunct is so
// of the system: those of a view, or for counters the tracked ones, one beside them, and those that a step
// needs.
func (c *Conjunct) Needed(f *family.Family, counted bool, beside int) []int {
	out := c.kept(f, beside)
	for class := range out {
		if counted {
			out[class] = max(out[class], c.kept(f, 1)[class]+added(f, class))
		}
	}
	return out
}

// Room is how many agents of a class an abstraction needs: those of a view, those that are added, and one
// for the outside. Counters need a view with one agent beside the tracked ones.
func (c *Conjunct) Room(f *family.Family, beside int) int {
	most := 0
	for _, n := range c.rooms(f, beside) {
		most = max(most, n)
	}
	return most
}

// rooms is Room of each class.
func (c *Conjunct) rooms(f *family.Family, beside int) []int {
	out := c.kept(f, max(beside, 1))
	for class := range out {
		out[class] += added(f, class) + 1
	}
	return out
}

// fits tells whether there are so many agents of each class.
func (c *Conjunct) fits(f *family.Family, beside int) bool {
	for class, n := range c.rooms(f, beside) {
		if len(f.Classes[class]) < n {
			return false
		}
	}
	return true
}

// added is how many agents of a class a step can need: two if one of them can get what another supplies.
func added(f *family.Family, class int) int {
	gets, supplies := false, false
	a := &f.System.Agents[f.Classes[class][0]]
	for id := range a.Commands.All() {
		gets = gets || f.System.Commands[id].Kind == recipe.Get
		supplies = supplies || f.System.Commands[id].Kind == recipe.Supply
	}
	if gets && supplies {
		return 2
	}
	return 1
}
