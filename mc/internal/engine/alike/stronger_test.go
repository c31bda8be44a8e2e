package alike

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// quantified makes formulas about the workers of a family.
type quantified struct {
	recipetest.Source
	sys *recipe.System
}

// local is a Boolean local of an agent as a formula.
func (g *quantified) local(agent, local int) *ltol.Formula {
	id := len(g.sys.Propositions)
	g.sys.Propositions = append(g.sys.Propositions, recipe.Proposition{Kind: recipe.StateProposition, Expr: &recipe.Expr{
		Op: recipe.OpLocal, Type: recipe.BoolType, Index: g.sys.Agents[agent].Vars.Start + local}})
	return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})
}

// formula is a formula with quantifiers; about says what it says of one agent.
func (g *quantified) formula(depth int) *ltol.Formula {
	if depth == 0 || g.Intn(3) == 0 {
		about := g.about(2)
		var list []*ltol.Formula
		for a := range g.sys.Agents {
			list = append(list, about(a))
		}
		if g.Intn(3) == 0 {
			return ltol.And(list...)
		}
		return ltol.Or(list...)
	}
	f := func() *ltol.Formula { return g.formula(depth - 1) }
	switch g.Intn(7) {
	case 0:
		return ltol.Not(f())
	case 1:
		return ltol.Implies(f(), f())
	case 2:
		return ltol.Globally(f())
	case 3:
		return ltol.Finally(f())
	case 4:
		return ltol.Or(f(), g.about(1)(2))
	case 5:
		return ltol.And(f(), f())
	}
	return ltol.Until(f(), f())
}

func (g *quantified) about(depth int) func(agent int) *ltol.Formula {
	if depth == 0 || g.Intn(4) == 0 {
		local := g.Intn(2)
		return func(a int) *ltol.Formula { return g.local(a, local) }
	}
	inner, other, which := g.about(depth-1), g.about(depth-1), g.Intn(6)
	return func(a int) *ltol.Formula {
		switch which {
		case 0:
			return ltol.Not(inner(a))
		case 1:
			return ltol.Or(inner(a), other(a))
		case 2:
			return ltol.Next(inner(a))
		case 3:
			return ltol.Until(inner(a), other(a))
		case 4:
			return ltol.Globally(inner(a))
		}
		return ltol.Finally(inner(a))
	}
}

// A stronger formula implies the property, and a gathered one says the same, on runs in which
// the locals of agents change at random.
func TestStrongerFormulas(t *testing.T) {
	f := rivals(t, 8)
	require.Len(t, f.Classes[0], 8)
	propositions := f.System.Propositions
	implied, differ, same := 0, 0, 0
	for seed := range uint64(recipetest.Number(t, "STRONGER_FORMULAS", 400)) {
		f.System.Propositions = slices.Clone(propositions)
		g := &quantified{recipetest.Seeded(seed), f.System}
		formula := g.formula(2)
		strong, changed := stronger(f, formula)
		c, _ := gathered(f, formula)
		for range 6 {
			length := 1 + g.Intn(3)
			var truths [4][32]bool
			odds := 1 + g.Intn(4)
			for i := range truths {
				for j := range truths[i] {
					truths[i][j] = g.Intn(odds) == 0
				}
			}
			run := ltol.Lasso{Length: length, Loop: g.Intn(length), State: func(i, id int) bool {
				if id < firstSome {
					return truths[i][f.System.Propositions[id].Expr.Index]
				}
				x := c.some[id-firstSome]
				return slices.ContainsFunc(f.Classes[0], func(a int) bool {
					if slices.Contains(c.members, a) {
						return false
					}
					holds, err := ltol.Holds(x.Body, func(y *ltol.Formula) (bool, error) {
						local := f.System.Vars[f.System.Propositions[y.Atom().ID].Expr.Index]
						index := f.System.Propositions[y.Atom().ID].Expr.Index
						if !slices.Contains(c.members, local.Agent) {
							index += f.System.Agents[a].Vars.Start - f.System.Agents[local.Agent].Vars.Start
						}
						return truths[i][index], nil
					})
					require.NoError(t, err)
					return holds
				})
			}}
			eval := func(x *ltol.Formula) bool {
				holds, err := ltol.Eval(x, run)
				require.NoError(t, err)
				return holds
			}
			holds := eval(formula)
			if changed && eval(strong) {
				require.True(t, holds, "seed %d: %v", seed, formula)
				implied++
			} else if changed && holds {
				differ++
			}
			if c != nil {
				require.Equal(t, holds, eval(c.formula), "seed %d: %v", seed, formula)
				same++
			}
		}
	}
	t.Log(implied, differ, same)
	require.Greater(t, min(implied, differ, same), 50)
}
