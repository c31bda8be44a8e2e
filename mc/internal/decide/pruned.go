package decide

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/certify"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// A sight is an extended local state of an agent in which it has a choice.
type sight struct {
	agent   int
	state   interpreted.State // whose other variables mean nothing
	actions []int
}

// A pruned is an interpreted system under check of which pruned systems are made.
type pruned struct {
	s     *subject.Subject
	sys   *interpreted.System
	space *space.Interpreted
}

// CheckPruned decides a formula about an interpreted system as the published tool MCMAS does with
// -uniform: it holds if all initial states satisfy it in some system in which every agent performs
// one action in each of its extended local states. All operators, those of time and knowledge too,
// are read in that system. All of them are tried, one by one; the error wraps [branch.ErrStrategy]
// if there are more than the settings' AbilitySteps (10000 by default).
func CheckPruned(ctx context.Context, s *subject.Subject, f *ltol.StateFormula) Answer {
	start := time.Now()
	ctx, cancel := s.ForProperty(ctx)
	defer cancel()
	kind := s.Kind.(*formalism.Interpreted)
	a, err := (&pruned{s, kind.System, s.Space.(*space.Interpreted)}).check(ctx, f)
	a.Err, a.Seconds = err, time.Since(start).Seconds()
	return a
}

func (c *pruned) check(ctx context.Context, f *ltol.StateFormula) (Answer, error) {
	if err := c.s.Reach(ctx); err != nil {
		return Answer{}, err
	}
	c.s.Enter(fault.PhaseLabel)
	sights, err := c.sights(ctx, cmp.Or(c.s.Set.AbilitySteps, 10_000))
	if err != nil {
		return Answer{}, c.s.Fault(err)
	}
	chosen := make([]int, len(sights))
	for {
		holds, err := c.holds(ctx, c.pruned(sights, chosen), f)
		if err != nil || holds {
			return Answer{}, err
		}
		i := 0
		for ; i < len(sights); i++ { // the next combination
			if chosen[i]++; chosen[i] < len(sights[i].actions) {
				break
			}
			chosen[i] = 0
		}
		if i == len(sights) {
			return Answer{Violated: true}, nil
		}
	}
}

// holds decides a formula about one pruned system.
func (c *pruned) holds(ctx context.Context, sys *interpreted.System, f *ltol.StateFormula) (bool, error) {
	kind, set := *c.s.Kind.(*formalism.Interpreted), c.s.Set
	kind.System = sys
	set.Ability, set.Unexplained = branch.PerfectInformation, true
	set.Certify, set.Progress, set.Reachable = false, nil, nil
	limited := func(l fault.Limit, _ *engine.Board) error { return c.s.Limited(l) }
	s, err := subject.New(ctx, &kind, nil, set, limited)
	if err != nil {
		return false, c.s.Fault(err)
	}
	defer s.Close()
	nothing := func(context.Context) (certify.Done, error) { return certify.Done{}, nil }
	a := NewStates(s, nothing).Check(ctx, f)
	return !a.Violated, a.Err
}

// sights are where agents have a choice in reachable states.
func (c *pruned) sights(ctx context.Context, limit int) ([]sight, error) {
	k := c.space.Manager().Calculator(ctx)
	defer k.Close()
	reached, _, _ := c.s.Search.Reached()
	var out []sight
	number := 1
	for agent, a := range c.sys.Agents {
		if c.space.Actions[agent] < 0 {
			continue
		}
		seen := c.space.VariablesOf(agent)
		hidden := slices.DeleteFunc(slices.Clone(c.space.Vars), func(v bdd.VarID) bool { return slices.Contains(seen, v) })
		views, err := k.Result(c.space.Manager().VarSet(bdd.Current, hidden...).Exists(k, reached))
		if err != nil {
			return nil, err
		}
		c.space.Manager().Each(views, seen, func(codes []int) bool {
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
func (c *pruned) pruned(sights []sight, chosen []int) *interpreted.System {
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
