package branch

import (
	"context"
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/ltol/ltoltest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// What coalitions can bring about in generated ISPL models by what they see is what some strategy
// among all that there are does, in all reachable states and in the initial ones alone; the
// strategies that are shown win.
func TestUniformAbilityOfJointSteps(t *testing.T) {
	ctx := context.Background()
	tried, harder, searched := 0, 0, 0
	var count shown
	for seed := range recipetest.Number(t, "BRANCH_UNIFORM", 150) {
		r := rand.New(rand.NewSource(int64(30000 + seed)))
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(ispltest.Generate(r, ispltest.Options{Formulas: 1, NoFairness: true})), ispl.Options{})
		require.NoError(t, list.Err())
		w := newJointTwin(t, p, seed)
		if w == nil || len(w.report.Graph.States) > 60 {
			continue
		}
		w.labels.opts.Ability, w.labels.opts.SearchSteps = Uniform+Ability(seed%2), -1
		e := w.report.Evaluator
		perfect := *e
		e.Uniform, e.Objective, e.MaxStrategies = true, seed%2 == 1, 300
		for range 6 {
			f := ltol.Can(group(r, len(p.System.Agents)), goals[r.Intn(len(goals))], ltol.StateProp(r.Intn(len(p.System.Propositions))),
				ltol.StateProp(r.Intn(len(p.System.Propositions))))
			want, err := e.States(f)
			if err != nil {
				require.ErrorIs(t, err, ltoltest.ErrStrategies)
				continue
			}
			w.compare(f, seed)
			tried++
			easy, err := perfect.States(ltol.Can(f.Agents(), f.Path(), f.Args()...))
			require.NoError(t, err)
			if !slices.Equal(want, easy) {
				harder++
			}
			c := w.sp.Manager().Calculator(ctx)
			g, err := w.labels.contest(c, f.Agents())
			require.NoError(t, err)
			parts := []bdd.Node{}
			for _, a := range f.Args() {
				set, err := w.labels.States(ctx, a)
				require.NoError(t, err)
				parts = append(parts, set)
			}
			require.NoError(t, g.aim(c, f.Path(), parts))
			if len(f.Agents()) > 0 && g.within(c, g.lower(c)) != w.set(c.Scope(), want) {
				searched++
			}
			c.Close()
			for s := range min(3, len(want)) {
				x, err := w.labels.Explain(ctx, f, w.report.Graph.States[s])
				require.NoError(t, err, "seed %d: %s", seed, f)
				w.check(x, p, &count)
			}
		}
		w.close()
	}
	t.Logf("%d formulas, %d harder than with perfect information, %d beyond the lower bound; %+v", tried, harder, searched, count)
	require.Greater(t, harder, 10)
	require.Greater(t, searched, 3)
	require.Greater(t, min(count.strategies, count.answers), 20)
}

var goals = func() []*ltol.Formula {
	p, q := ltol.Prop(ltol.Atom{Kind: ltol.State}), ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})
	return []*ltol.Formula{ltol.Next(p), ltol.Finally(p), ltol.Globally(p), ltol.Until(p, q), ltol.Finally(ltol.And(p, q))}
}()

// group is a set of numbers below n with one of them at least.
func group(r *rand.Rand, n int) []int {
	out := []int{r.Intn(n)}
	for k := range n {
		if r.Intn(3) == 0 && k != out[0] {
			out = append(out, k)
		}
	}
	return out
}

// A search for a strategy by what agents see ends where it may take no more steps, and leaves open
// what it has not decided. What is decided without one needs fewer. The guesser does not see the
// card: a wrong guess in the first round loses, so that it has to pass, and then to guess
// differently in two rounds. Whether it is lucky without a guess it does not know either.
func TestSearchForStrategiesEnds(t *testing.T) {
	p, list := ispl.Parse("cards", []byte(`Agent Environment
  Obsvars: round : 0..4; end Obsvars
  Vars: card : {none, ace, king}; won : boolean; lost : boolean; lucky : boolean; end Vars
  Actions = {wait};
  Protocol: Other : {wait}; end Protocol
  Evolution:
    card = ace and round = 1 if round = 0;
    card = king and round = 1 if round = 0;
    won = true and round = round + 1 if round > 0 and round < 4 and lost = false and
      (card = ace and Guesser.Action = ace or card = king and Guesser.Action = king);
    lost = true and round = 2 if round = 1 and (card = king and Guesser.Action = ace or card = ace and Guesser.Action = king);
    round = 2 if round = 1 and Guesser.Action = pass;
    round = round + 1 if round > 1 and round < 4 and !(lost = false and
      (card = ace and Guesser.Action = ace or card = king and Guesser.Action = king));
  end Evolution
end Agent
Agent Guesser
  Vars: null : boolean; end Vars
  Actions = {ace, king, pass};
  Protocol: Other : {ace, king, pass}; end Protocol
  Evolution: null = null if null = true; end Evolution
end Agent
Evaluation
  won if Environment.won = true; late if Environment.round = 4; early if Environment.round <= 2;
  happy if Environment.won = true or Environment.lucky = true;
end Evaluation
InitStates
  Environment.card = none and Environment.round = 0 and Environment.won = false and Environment.lost = false and Guesser.null = true;
end InitStates
Groups g = {Guesser}; end Groups
Formulae <g> F won; <g> X won; !<g> X won; <g> F late; <g> (early U won); <g> (early U happy); end Formulae`), ispl.Options{})
	require.NoError(t, list.Err())
	ctx := context.Background()
	for steps, decided := range map[int][]bool{1: {false, true, true, true, false, false}, -1: {true, true, true, true, true, true}} {
		w := newJointTwin(t, p, 0)
		w.labels.opts.Ability, w.labels.opts.SearchSteps = Uniform, steps
		for i, want := range []bool{true, false, true, true, false, false} {
			set, whole, err := w.labels.Initially(ctx, p.Formulas[i].Formula)
			require.False(t, whole)
			if !decided[i] {
				require.ErrorIs(t, err, ErrStrategy)
				require.ErrorContains(t, err, "the search for a uniform strategy stopped after 1 steps without an answer")
				continue
			}
			require.NoError(t, err)
			require.Equal(t, want, set != bdd.False, p.Formulas[i].Text)
		}
		w.close()
	}
}

// A stage is one of the choices that a step is made of, in the explicit game of turns.
type stage struct {
	kind   space.Occasion
	player func(e recipe.Edge) int
	of     func(e recipe.Edge) int
	choice func(e recipe.Edge) int
}

// A choice is what a player is asked: it depends on nothing but that. Views and options are texts
// of what is seen and what is possible.
type choice struct {
	kind          space.Occasion
	player, of    int
	view, options string
}

// stages are those of a system, the receives of each member of a coalition one by one.
func stages(sys *recipe.System, coalition []int) []stage {
	scheduler := len(sys.Agents)
	always := func(n int) func(recipe.Edge) int { return func(recipe.Edge) int { return n } }
	initiator := func(e recipe.Edge) int { return e.Step.Initiator }
	command := func(e recipe.Edge) int { return e.Step.Command }
	supply := func(e recipe.Edge) *recipe.Participant {
		if e.Step.Kind != recipe.PointToPointStep {
			return nil
		}
		return &e.Step.Participants[0]
	}
	supplier := func(e recipe.Edge) int {
		if p := supply(e); p != nil {
			return p.Agent
		}
		return scheduler
	}
	out := []stage{
		{space.ChoosingInitiator, always(scheduler), always(-1), initiator},
		{space.Acting, initiator, always(-1), command},
		{space.ChoosingSupplier, always(scheduler), command, supplier},
		{space.Supplying, supplier, command, func(e recipe.Edge) int {
			if p := supply(e); p != nil {
				return p.Command
			}
			return -1
		}},
	}
	for _, k := range coalition {
		if k != scheduler {
			out = append(out, stage{space.Receiving, always(k), command, func(e recipe.Edge) int {
				for _, p := range e.Step.Participants {
					if p.Agent == k && e.Step.Kind != recipe.PointToPointStep {
						return p.Command
					}
				}
				return -1
			}})
		}
	}
	return out
}

// explicitTurns is the explicit game of turns of a coalition whose choices a function makes; ok is
// false if it makes none.
type explicitTurns struct {
	w         *twin
	sys       *recipe.System
	coalition []int
	blind     bool
	choose    func(at int, c choice, options []int) (option int, ok bool)
	edges     [][]recipe.Edge // by state
}

// turnsOf is the game of a coalition in a system.
func (w *twin) turnsOf(sys *recipe.System, coalition []int, blind bool) *explicitTurns {
	g := &explicitTurns{w: w, sys: sys, coalition: coalition, blind: blind}
	for s := range w.graph.Len() {
		g.edges = append(g.edges, w.graph.Edges(s))
	}
	return g
}

// pre is where all that the choices leave leads into x.
func (g *explicitTurns) pre(x []bool) []bool {
	out := make([]bool, len(x))
	for s := range out {
		out[s] = g.wins(s, g.edges[s], stages(g.sys, g.coalition), x)
	}
	return out
}

func (g *explicitTurns) wins(s int, edges []recipe.Edge, left []stage, x []bool) bool {
	if len(left) == 0 {
		return !slices.ContainsFunc(edges, func(e recipe.Edge) bool { return !x[e.To] })
	}
	parts := map[int][]recipe.Edge{}
	for _, e := range edges {
		parts[left[0].choice(e)] = append(parts[left[0].choice(e)], e)
	}
	options := slices.Sorted(maps.Keys(parts))
	player := left[0].player(edges[0])
	if len(options) > 1 && slices.Contains(g.coalition, player) {
		c := choice{left[0].kind, player, left[0].of(edges[0]), g.view(player, s), fmt.Sprint(options)}
		option, ok := g.choose(s, c, options)
		return ok && g.wins(s, parts[option], left[1:], x)
	}
	for _, option := range options {
		if !g.wins(s, parts[option], left[1:], x) {
			return false
		}
	}
	return true
}

func (g *explicitTurns) view(player, s int) string {
	at := g.w.graph.State(s)
	if player == len(g.sys.Agents) {
		return fmt.Sprint(s)
	}
	vars := g.sys.Agents[player].Vars
	if g.blind {
		return fmt.Sprint(at.Control[player])
	}
	return fmt.Sprint(at.Control[player], at.Locals[vars.Start:vars.End])
}

// everyUniform is where some strategy wins, by trying all of them: nil if there are many.
func (g *explicitTurns) everyUniform(op ltol.Op, goal []bool, objective bool) []bool {
	options := map[choice][]int{}
	var order []choice
	for { // until no choice is met that is new, whatever was chosen before
		before := len(order)
		for pick := range 8 {
			g.choose = func(_ int, c choice, list []int) (int, bool) {
				if options[c] == nil {
					options[c], order = list, append(order, c)
				}
				return list[pick%len(list)], true
			}
			for s := range goal {
				for _, e := range g.edges[s] { // as far as every single step goes
					g.along(s, e)
				}
			}
		}
		if len(order) == before {
			break
		}
	}
	number := 1
	for _, c := range order {
		if number *= len(options[c]); number > 100 {
			return nil
		}
	}
	chosen := map[choice]int{}
	g.choose = func(_ int, c choice, _ []int) (int, bool) { return chosen[c], true }
	out := make([]bool, len(goal))
	var try func(i int)
	try = func(i int) {
		if i < len(order) {
			for _, chosen[order[i]] = range options[order[i]] {
				try(i + 1)
			}
			return
		}
		won := solve(op, goal, g.pre)
		for s := range out {
			all := won[s]
			for other := range out {
				alike := !slices.ContainsFunc(g.coalition, func(k int) bool { return g.view(k, s) != g.view(k, other) })
				all = all && (objective || !alike || won[other])
			}
			out[s] = out[s] || all
		}
	}
	try(0)
	return out
}

// along asks for all choices on the way to a step.
func (g *explicitTurns) along(s int, e recipe.Edge) {
	edges := g.edges[s]
	for _, st := range stages(g.sys, g.coalition) {
		var options []int
		for _, other := range edges {
			options = append(options, st.choice(other))
		}
		slices.Sort(options)
		if options = slices.Compact(options); len(options) > 1 && slices.Contains(g.coalition, st.player(e)) {
			g.choose(s, choice{st.kind, st.player(e), st.of(e), g.view(st.player(e), s), fmt.Sprint(options)}, options)
		}
		edges = slices.DeleteFunc(slices.Clone(edges), func(other recipe.Edge) bool { return st.choice(other) != st.choice(e) })
	}
}

// What coalitions can bring about in generated systems, where agents take turns, by what they see
// is what some strategy among all that there are does. Strategies that are shown, with perfect
// information too, and those of the opponents win in the explicit game.
func TestUniformAbilityInTurns(t *testing.T) {
	ctx := context.Background()
	compared, harder, strategies, answers, kinds := 0, 0, 0, 0, map[space.Occasion]int{}
	exchange := exchanging(t)
	for seed := range recipetest.Number(t, "BRANCH_UNIFORM_TURNS", 20) {
		r := rand.New(rand.NewSource(int64(seed)))
		sys := recipetest.System(recipetest.Seeded(uint64(4100+seed)), recipetest.Shape{Propositions: 3, Agents: 3, Commands: 5 + seed%5, States: 2})
		if seed%10 < 2 {
			sys = exchange
		}
		w := newTwin(t, sys, nil)
		if w == nil {
			continue
		}
		if w.graph.Len() > 60 {
			w.close()
			continue
		}
		w.labels.opts.SearchSteps = -1
		uniform := New(w.labels.sys, w.labels.sp, w.labels.fair, w.labels.opts)
		uniform.opts.Ability = Uniform + Ability(seed%2)
		blind := seed%4 < 2 // agents see no more of themselves than their control state
		if blind {
			uniform.opts.Sees = func(agent int) []bdd.VarID { return w.model.Seen(agent, nil, true) }
		}
		for range 6 {
			f := ltol.Can(group(r, len(sys.Agents)+1), goals[r.Intn(3)], ltol.StateProp(statePropositions(sys)[r.Intn(2)]))
			states := func(l *Labelling, f *ltol.StateFormula) []bool {
				set, err := l.States(ctx, f)
				require.NoError(t, err)
				got := make([]bool, w.graph.Len())
				w.model.Each(set, func(s recipe.State) bool { got[w.graph.Index(s)] = true; return true })
				return got
			}
			goal := states(w.labels, f.Args()[0])
			g := w.turnsOf(sys, f.Agents(), blind)
			if want := g.everyUniform(f.Path().Op(), goal, seed%2 == 1); want != nil {
				require.Equal(t, want, states(uniform, f), "seed %d: %s", seed, f)
				compared++
				if !slices.Equal(want, states(w.labels, f)) {
					harder++
				}
			}
			for s := range min(4, w.graph.Len()) {
				for _, l := range []*Labelling{w.labels, uniform} {
					x, err := l.Explain(ctx, f, w.graph.State(s))
					require.NoError(t, err, "seed %d: %s", seed, f)
					if x.Strategy == nil {
						require.False(t, x.Holds)
						continue
					}
					op := f.Path().Op()
					g.coalition = f.Agents()
					target := slices.Clone(goal)
					if strategies++; !x.Holds {
						answers++
						op = map[ltol.Op]ltol.Op{ltol.OpNext: ltol.OpNext, ltol.OpFinally: ltol.OpGlobally, ltol.OpGlobally: ltol.OpFinally}[op]
						for s := range target {
							target[s] = !target[s]
						}
						g.coalition = slices.DeleteFunc([]int{0, 1, 2, 3}, func(k int) bool { return slices.Contains(f.Agents(), k) || k > len(sys.Agents) })
					}
					for _, rule := range x.Strategy.Rules {
						kinds[rule.Kind]++
					}
					g.choose = w.byRules(x.Strategy)
					require.True(t, solve(op, target, g.pre)[s], "seed %d: %s by %+v", seed, f, x.Strategy)
				}
			}
		}
		uniform.Close()
		w.close()
	}
	t.Log(compared, harder, strategies, answers, kinds)
	require.Greater(t, compared, 60)
	require.Greater(t, harder, 5)
	require.Greater(t, answers, 30)
	require.Greater(t, strategies-answers, 30)
	require.Len(t, kinds, 5)
}

// exchanging is a system of gets and supplies: who gets, from whom and what, can be chosen.
func exchanging(t *testing.T) *recipe.System {
	p, list := rcheck.Parse("exchange.rcp", []byte(`message-structure: N : 0..2
property-variables: keeps : bool

agent Shop
  local: left : 0..2
  init: left = 2
  relabel: keeps <- true
  repeat:
    one: { left > 0 } SUPPLY@(any)(N := 1) [left := left - 1]
    + two: { left > 1 } SUPPLY@(any)(N := 2) [left := left - 2]

agent Client
  local: has : 0..3
  init: has = 0
  relabel: keeps <- false
  repeat:
    get: { has < 2 } GET@(keeps)() [has := has + N]
    + drop: { has > 1 } GET@(keeps)() [has := N]

system = Shop(a, true) || Shop(b, true) || Client(c, true)

SPEC G (a-left = b-left);
SPEC G (c-has = 2);
`), rcheck.Options{})
	require.NoError(t, list.Err())
	return p.System
}

// byRules chooses by the first rule that applies and whose option is possible.
func (w *twin) byRules(s *Strategy) func(at int, c choice, options []int) (int, bool) {
	return func(at int, c choice, options []int) (int, bool) {
		point := w.model.Point(w.graph.State(at))
		for _, r := range s.Rules {
			if r.Player != c.player || r.Kind != c.kind || r.Of != c.of || !slices.Contains(options, r.Option) {
				continue
			}
			applies := len(r.When) == 0
			for _, all := range r.When {
				applies = applies || !slices.ContainsFunc(all, func(x Condition) bool { return !slices.Contains(x.codes, point[x.variable]) })
			}
			if applies {
				return r.Option, true
			}
		}
		return 0, false
	}
}
