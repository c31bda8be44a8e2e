package joint

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A sight is an extended local state of an agent in which it has a choice.
type sight struct {
	agent   int
	state   interpreted.State // whose other variables mean nothing
	actions []int
}

// CheckPruned decides a formula as the published tool MCMAS does with -uniform: it holds if all initial states satisfy it in some system
// in which every agent performs one action in each of its extended local states. All operators, those of time and knowledge too, are read
// in that system. All of them are tried, one by one; the error wraps [branch.ErrStrategy] if there are more than the options' AbilitySteps
// (10000 by default).
func (c *Checker) CheckPruned(ctx context.Context, f *ltol.StateFormula) (*Answer, error) {
	if err := c.enter(ctx, fault.PhaseLabel); err != nil {
		return nil, err
	}
	limit := cmp.Or(c.options.AbilitySteps, 10_000)
	sights, err := c.sights(ctx, limit)
	if err != nil {
		return nil, c.fault(err)
	}
	options := c.options
	options.Ability = branch.PerfectInformation
	chosen := make([]int, len(sights))
	for {
		p, err := New(ctx, c.pruned(sights, chosen), c.fair, options)
		if err != nil {
			return nil, c.fault(err)
		}
		a, err := p.Check(ctx, f)
		p.Close()
		if err != nil || a.Holds {
			if err == nil {
				a.States = nil
			}
			return a, err
		}
		i := 0
		for ; i < len(sights); i++ { // the next combination
			if chosen[i]++; chosen[i] < len(sights[i].actions) {
				break
			}
			chosen[i] = 0
		}
		if i == len(sights) {
			return &Answer{}, nil
		}
	}
}

// sights are where agents have a choice in reachable states.
func (c *Checker) sights(ctx context.Context, limit int) ([]sight, error) {
	k := c.model.Manager().Calculator(ctx)
	defer k.Close()
	reached, _, _ := c.search.Reached()
	var out []sight
	number := 1
	for agent, a := range c.sys.Agents {
		if c.model.Actions[agent] < 0 {
			continue
		}
		seen := c.space.VariablesOf(agent)
		hidden := slices.DeleteFunc(slices.Clone(c.model.Vars), func(v bdd.VarID) bool { return slices.Contains(seen, v) })
		views, err := k.Result(k.Exists(c.model.Manager().VarSet(bdd.Current, hidden...), reached))
		if err != nil {
			return nil, err
		}
		c.model.Manager().Each(views, seen, func(codes []int) bool {
			s := sight{agent: agent, state: make(interpreted.State, len(c.sys.Vars))}
			for i, v := range a.Sees {
				s.state[v] = c.sys.Vars[v].Type.Value(codes[i])
			}
			if s.actions = c.space.Interpreter.Allowed(agent, s.state); len(s.actions) > 1 {
				out = append(out, s)
				number *= len(s.actions)
			}
			return ctx.Err() == nil && (limit < 0 || number <= limit)
		})
		if limit >= 0 && number > limit {
			return nil, fmt.Errorf("%w: more than %d systems are left when every agent performs one action in each of its local states; "+
				"allow more steps", branch.ErrStrategy, limit)
		}
	}
	return out, ctx.Err()
}

// pruned is the system in which agents do what is chosen where they have a choice.
func (c *Checker) pruned(sights []sight, chosen []int) *interpreted.System {
	out := *c.sys
	out.Agents = slices.Clone(out.Agents)
	for agent := range out.Agents {
		a := &out.Agents[agent]
		var decided []interpreted.ProtocolLine
		var where []*interpreted.Expr
		for i, s := range sights {
			if s.agent != agent {
				continue
			}
			var is []*interpreted.Expr
			for _, v := range a.Sees {
				one := interpreted.Apply(interpreted.OpEq, interpreted.Var(v), interpreted.Const(s.state[v]))
				if c.sys.Vars[v].Type.Kind == recipe.Bool {
					if one = interpreted.Var(v); s.state[v] == recipe.False {
						one = interpreted.Apply(interpreted.OpNot, one)
					}
				}
				is = append(is, one)
			}
			where = append(where, interpreted.Apply(interpreted.OpAnd, is...))
			decided = append(decided, interpreted.ProtocolLine{When: where[len(where)-1], Actions: s.actions[chosen[i] : chosen[i]+1], Pos: a.Pos})
		}
		if len(decided) == 0 {
			continue
		}
		for _, l := range a.Protocol { // of the lines that apply all actions are allowed
			l.When = interpreted.Apply(interpreted.OpAnd, l.When, interpreted.Apply(interpreted.OpNot, interpreted.Apply(interpreted.OpOr, where...)))
			decided = append(decided, l)
		}
		a.Protocol = decided
	}
	return &out
}
