package formalism

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symmetry"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// A Renaming recognises formulas about an interpreted system that differ by an exchange of agents.
// The exchange also keeps the fairness. It implements [branch.Renaming].
type Renaming struct {
	space   *space.Interpreted
	just    []*ltol.StateFormula // the fairness
	endless func(*ltol.StateFormula) bool
	group   *symmetry.Group // nil until it is needed
	// belongs is by variable the agent that it goes with, -1 if it goes with none.
	belongs []int
	ids     map[string]int // numbers of the texts of formulas
}

// detect finds the group.
func (r *Renaming) detect(ctx context.Context) (err error) {
	if r.group != nil {
		return nil
	}
	sys := r.space.System
	fair := r.fairness(symmetry.Identity(sys))
	keep := func(p *symmetry.Permutation) bool { return slices.Equal(r.fairness(p), fair) }
	if r.group, err = symmetry.Detect(ctx, sys, keep); err != nil {
		return err
	}
	r.belongs = slices.Repeat([]int{-1}, len(sys.Vars))
	for _, class := range r.group.Classes() {
		for _, b := range class[1:] {
			for v, w := range r.group.Exchange(class[0], b).Vars {
				if v < w && r.belongs[v] < 0 {
					r.belongs[v] = class[0]
				}
				if v < w && r.belongs[w] < 0 {
					r.belongs[w] = b
				}
			}
		}
	}
	return nil
}

// fairness are the numbers of the fairness conditions under a permutation, ascending.
func (r *Renaming) fairness(p *symmetry.Permutation) (out []int) {
	for _, f := range r.just {
		out = append(out, r.key(f, p, map[*ltol.StateFormula]int{}))
	}
	slices.Sort(out)
	return out
}

// InOrder implements [branch.Renaming]: the agents that f mentions become the first of their
// classes, in the order in which f mentions them.
func (r *Renaming) InOrder(ctx context.Context, f *ltol.StateFormula) (number int, by branch.Permutation, err error) {
	if err := r.detect(ctx); err != nil {
		return 0, nil, err
	}
	p := r.group.InOrder(r.mentions(f))
	return r.key(f, p, map[*ltol.StateFormula]int{}), p, nil
}

// mentions lists the agents that a formula mentions, in this order.
func (r *Renaming) mentions(f *ltol.StateFormula) (out []int) {
	visit := func(agent int) {
		if agent >= 0 && !slices.Contains(out, agent) {
			out = append(out, agent)
		}
	}
	for g := range f.All() {
		for _, agent := range g.Agents() {
			visit(agent)
		}
		if g.Op() != ltol.StateAtom {
			continue
		}
		if when := r.space.System.Propositions[g.ID()].When; when != nil {
			when.Inspect(func(x *interpreted.Expr) {
				if x.Op == interpreted.OpVar {
					visit(r.belongs[x.Index])
				}
			})
		}
	}
	return out
}

// key is the number of the image of a formula: formulas with one number have the same meaning.
func (r *Renaming) key(f *ltol.StateFormula, p *symmetry.Permutation, known map[*ltol.StateFormula]int) int {
	if n, ok := known[f]; ok {
		return n
	}
	var text string
	switch f.Op() {
	case ltol.StateAtom:
		prop := &r.space.System.Propositions[f.ID()]
		text = fmt.Sprint("atom ", prop.Deadlock, p.Key(prop.When))
	default:
		var agents, args []int
		for _, a := range f.Agents() {
			agents = append(agents, p.Agents[a])
		}
		slices.Sort(agents)
		for _, g := range f.Args() {
			args = append(args, r.key(g, p, known))
		}
		endless := r.endless != nil && r.endless(f)
		if f.Path() != nil {
			args = []int{r.pathKey(f.Path(), args)}
		}
		if op := f.Op(); op == ltol.StateAnd || op == ltol.StateOr {
			slices.Sort(args)
		}
		text = fmt.Sprint("state ", f.Op(), agents, args, endless)
	}
	n := r.number(text)
	known[f] = n
	return n
}

// pathKey is the number of a path formula whose atoms are formulas with the given numbers.
func (r *Renaming) pathKey(f *ltol.Formula, atoms []int) int {
	return ltol.Fold(f, func(f *ltol.Formula, args []int) int {
		switch f.Op() {
		case ltol.OpAtom:
			return atoms[f.Atom().ID]
		case ltol.OpAnd, ltol.OpOr:
			args = slices.Sorted(slices.Values(args))
		}
		return r.number(fmt.Sprint("path ", f.Op(), args))
	})
}

func (r *Renaming) number(text string) int {
	n, _ := memo.Number(r.ids, text)
	return n
}

// Image implements [branch.Renaming].
func (r *Renaming) Image(c *bdd.Calculator, from, to branch.Permutation, set bdd.Node) bdd.Node {
	p := from.(*symmetry.Permutation).Then(to.(*symmetry.Permutation).Inverse())
	for _, cycle := range p.Cycles() {
		step, changed := bdd.True, make([]bdd.VarID, len(cycle))
		for i, v := range cycle {
			changed[i] = r.space.Vars[v]
			step = c.And(step, r.moves(c, p, v))
		}
		relation, err := c.NewRelation(step, changed)
		if err != nil {
			return bdd.False
		}
		set = relation.Image(c, set)
		relation.Release()
	}
	return set
}

// moves says that the image of a variable has next the image of its value.
func (r *Renaming) moves(c *bdd.Calculator, p *symmetry.Permutation, v int) (out bdd.Node) {
	w := p.Vars[v]
	from, to := r.space.System.Vars[v].Type, r.space.System.Vars[w].Type
	for code := range from.Size() {
		image, _ := to.Code(p.Value(from, from.Value(code)))
		out = c.Or(out, c.And(c.Eq(r.space.Vars[v], bdd.Current, code), c.Eq(r.space.Vars[w], bdd.Next, image)))
	}
	return out
}
