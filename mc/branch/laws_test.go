package branch

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A law says that two formulas hold in the same states; always is for one that holds in all of
// them.
type law struct {
	name        string
	left, right *ltol.StateFormula
}

var (
	always = ltol.TrueState()
	not    = ltol.NotState
	both   = ltol.AndState
	either = ltol.OrState
	then   = ltol.ImpliesState
	first0 = ltol.Prop(ltol.Atom{Kind: ltol.State})
	second = ltol.Prop(ltol.Atom{ID: 1, Kind: ltol.State})
)

func all(path *ltol.Formula, parts ...*ltol.StateFormula) *ltol.StateFormula {
	return ltol.AllPaths(path, parts...)
}

func some(path *ltol.Formula, parts ...*ltol.StateFormula) *ltol.StateFormula {
	return ltol.ExistsPath(path, parts...)
}

// lawsOfKnowledge are those of S5 for every agent, of groups that grow, of common knowledge as a
// fixpoint, and of obligations; p and q are any formulas, small a part of large, own a proposition
// about what agent k sees, green that it violates no norm.
func lawsOfKnowledge(p, q *ltol.StateFormula, k int, small, large []int, own, green *ltol.StateFormula) []law {
	knows := func(f *ltol.StateFormula) *ltol.StateFormula { return ltol.Knows(k, f) }
	ought := func(f *ltol.StateFormula) *ltol.StateFormula { return ltol.Obliged(k, f) }
	every, shared, common := ltol.EveryoneKnows, ltol.DistributedKnows, ltol.CommonKnows
	one := []int{k}
	each := make([]*ltol.StateFormula, len(small))
	for i, a := range small {
		each[i] = ltol.Knows(a, p)
	}
	cp := common(small, p)
	out := []law{
		{"K distributes over implication", then(both(knows(then(p, q)), knows(p)), knows(q)), always},
		{"what is known is true", then(knows(p), p), always},
		{"who knows knows so", then(knows(p), knows(knows(p))), always},
		{"who does not know knows so", then(not(knows(p)), knows(not(knows(p)))), always},
		{"K of a conjunction", knows(both(p, q)), both(knows(p), knows(q))},
		{"K of what is true", knows(always), always},
		{"K is monotone", then(knows(both(p, q)), knows(p)), always},
		{"everyone is each", every(small, p), both(each...)},
		{"a group of one: everyone", every(one, p), knows(p)},
		{"a group of one: together", shared(one, p), knows(p)},
		{"a group of one: common", common(one, p), knows(p)},
		{"common knowledge is the greatest fixpoint", cp, both(p, every(small, both(p, cp)))},
		{"common knowledge is common", common(small, cp), cp},
		{"induction", then(common(small, then(p, every(small, p))), then(p, cp)), always},
		{"more see more together", then(shared(small, p), shared(large, p)), always},
		{"fewer are everyone sooner", then(every(large, p), every(small, p)), always},
		{"fewer have more in common", then(common(large, p), common(small, p)), always},
		{"an agent knows what it sees", either(knows(own), knows(not(own))), always},
		{"O distributes over implication", then(both(ought(then(p, q)), ought(p)), ought(q)), always},
		{"O is true of what is green", ought(green), always},
		{"O is the same everywhere", either(all(ltol.Globally(first0), ought(p)), all(ltol.Globally(first0), not(ought(p)))), always},
	}
	if len(small) > 0 {
		out = append(out, law{"common, everyone, one, together", both(
			then(cp, every(small, p)), then(every(small, p), ltol.Knows(small[0], p)), then(ltol.Knows(small[0], p), shared(small, p)), then(shared(small, p), p),
		), always})
	}
	return out
}

// lawsOfPaths are dualities and expansions.
func lawsOfPaths(p, q, deadlock *ltol.StateFormula) []law {
	next, finally, globally, until := ltol.Next(first0), ltol.Finally(first0), ltol.Globally(first0), ltol.Until(first0, second)
	weak, release := ltol.WeakUntil(first0, second), ltol.Release(first0, second)
	eu, au, ar := some(until, p, q), all(until, p, q), all(release, p, q)
	return []law{
		{"AX and EX", all(next, p), not(some(next, not(p)))},
		{"AG and EF", all(globally, p), not(some(finally, not(p)))},
		{"AF and EG", all(finally, p), not(some(globally, not(p)))},
		{"AU and EW", au, not(some(weak, not(q), both(not(p), not(q))))},
		{"AR and EU", ar, not(some(until, not(p), not(q)))},
		{"EF is EU", some(finally, p), some(until, always, p)},
		{"EU unfolds", eu, either(q, both(p, some(next, eu)))},
		{"AU unfolds", au, either(q, both(p, all(next, au)))},
		{"AR unfolds", ar, both(q, either(p, all(next, ar)))},
		{"EG unfolds", some(globally, p), both(p, some(next, some(globally, p)))},
		{"AG unfolds", all(globally, p), both(p, all(next, all(globally, p)))},
		{"EF twice", some(finally, some(finally, p)), some(finally, p)},
		{"AG twice", all(globally, all(globally, p)), all(globally, p)},
		{"EF is monotone", then(some(finally, both(p, q)), some(finally, p)), always},
		{"A implies E where there is a path", then(both(all(finally, p), some(ltol.True())), some(finally, p)), always},
		{"persistence of the future", then(all(finally, all(globally, p)), all(ltol.Finally(globally), p)), always},
		{"A over G and F", all(ltol.Globally(finally), p), all(globally, all(finally, p))},
		{"E over a conjunction", then(some(ltol.And(finally, ltol.Globally(second)), p, q), both(some(finally, p), some(globally, q))), always},
		{"A over a conjunction", all(ltol.And(finally, ltol.Globally(second)), p, q), both(all(finally, p), all(globally, q))},
		{"E over a disjunction", some(ltol.Or(globally, ltol.Finally(second)), p, q), either(some(globally, p), some(finally, q))},
		{"deadlocks repeat", then(deadlock, ltol.IffState(some(next, p), p)), always},
		{"a state formula is its own path formula", all(first0, p), p},
	}
}

// lawsOfAbility are about coalitions, of which small is a part of large, and other has no member of
// small; all players are there in everyone.
func lawsOfAbility(p, q *ltol.StateFormula, small, large, other, everyone []int, turns bool) []law {
	next, finally, globally, until := ltol.Next(first0), ltol.Finally(first0), ltol.Globally(first0), ltol.Until(first0, second)
	can := ltol.Can
	var out []law
	for _, goal := range []*ltol.Formula{next, finally, globally, until} {
		out = append(out,
			law{"nobody: A", can(nil, goal, p, q), all(goal, p, q)},
			law{"everybody: E", can(everyone, goal, p, q), some(goal, p, q)},
			law{"larger coalitions can do more", then(can(small, goal, p, q), can(large, goal, p, q)), always},
			law{"goals that say less are reached sooner", then(can(small, goal, both(p, q), both(p, q)), can(small, goal, p, q)), always},
		)
	}
	u := can(small, until, p, q)
	rest := slices.DeleteFunc(slices.Clone(everyone), func(k int) bool { return slices.Contains(small, k) })
	out = append(out,
		law{"can G unfolds", can(small, globally, p), both(p, can(small, next, can(small, globally, p)))},
		law{"can U unfolds", u, either(q, both(p, can(small, next, u)))},
		law{"can F is can U", can(small, finally, q), can(small, until, always, q)},
		law{"two coalitions can do both", then(both(can(small, next, p), can(other, next, q)), can(slices.Concat(small, other), next, both(p, q))), always},
		law{"not the contrary too", not(both(can(small, finally, p), can(rest, globally, not(p)))), always},
	)
	if turns {
		out = append(out,
			law{"games of turns are determined: X", can(small, next, p), not(can(rest, next, not(p)))},
			law{"games of turns are determined: F", can(small, finally, p), not(can(rest, globally, not(p)))},
		)
	}
	return out
}

// takesTurns reports whether no two agents choose a receive for one message: then the game is one
// of turns.
func takesTurns(g *recipe.Graph) bool {
	for s := range g.Len() {
		for _, a := range g.Edges(s) {
			differ := map[int]bool{}
			for _, b := range g.Edges(s) {
				if a.Step.Kind != b.Step.Kind || a.Step.Initiator != b.Step.Initiator || a.Step.Command != b.Step.Command || a.Step.Kind == recipe.PointToPointStep {
					continue
				}
				for i, p := range b.Step.Participants {
					if i < len(a.Step.Participants) && a.Step.Participants[i].Command != p.Command {
						differ[p.Agent] = true
					}
				}
			}
			if len(differ) > 1 {
				return false
			}
		}
	}
	return true
}

// addProposition adds a proposition about states to a system.
func addProposition(sys *recipe.System, name string, x *recipe.Expr) *ltol.StateFormula {
	sys.Propositions = append(sys.Propositions, recipe.Proposition{Name: name, Kind: recipe.StateProposition, Expr: x})
	return ltol.StateProp(len(sys.Propositions) - 1)
}

// ownProposition adds a proposition about the first local of an agent, or its control state.
func ownProposition(sys *recipe.System, k int) *ltol.StateFormula {
	a := sys.Agents[k]
	read := &recipe.Expr{Op: recipe.OpControl, Type: recipe.IntType(0, max(a.States-1, 0)), Index: k}
	value := recipe.Const(read.Type, 0)
	if a.Vars.Start < a.Vars.End {
		read = &recipe.Expr{Op: recipe.OpLocal, Type: sys.Vars[a.Vars.Start].Type, Index: a.Vars.Start}
		value = recipe.Const(read.Type, read.Type.Value(0))
	}
	return addProposition(sys, a.Name+"-own", &recipe.Expr{Op: recipe.OpEq, Type: recipe.BoolType, Args: []*recipe.Expr{read, value}})
}

// requireSteps requires that an observation can be made just where there is a step of which it is
// true, and a path begins with such a step.
func requireSteps(t *testing.T, w *twin, sys *recipe.System) {
	in := recipe.NewInterpreter(sys)
	for id, p := range sys.Propositions {
		if p.Kind != recipe.StepProposition {
			continue
		}
		want := make([]bool, w.graph.Len())
		for s := range want {
			for _, e := range w.graph.Edges(s) {
				holds, err := in.StepHolds(id, w.graph.State(s), e.Step)
				require.NoError(t, err)
				want[s] = want[s] || holds
			}
		}
		require.Equal(t, want, w.states(t, some(ltol.Possible(id, ltol.True()))), p.Name)
		require.Equal(t, want, w.states(t, some(ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step}))), p.Name)
		require.Equal(t, w.states(t, not(some(ltol.Possible(id, ltol.True())))), w.states(t, all(ltol.Necessary(id, ltol.False()))), p.Name)
	}
}

// alike is the same system under a fairness that should make no difference: if (true, p) for p, or
// true where there is none.
func (w *twin) alike(t *testing.T, fair []int) *twin {
	var compassion [][2]*ltol.Formula
	justice := []*ltol.Formula{ltol.True()}
	for _, id := range fair {
		justice = nil
		compassion = append(compassion, [2]*ltol.Formula{ltol.True(), ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State})})
	}
	fairness := search.NewFairness(justice, compassion)
	out := *w
	system := search.NewSystem(w.labels.sp, fairness, search.Options{})
	err := system.Explore(context.Background())
	require.NoError(t, err)
	out.labels = New(system, w.labels.sp, fairness, w.labels.opts)
	return &out
}

// The laws of branching time, knowledge, obligations and abilities hold of generated systems and
// formulas as sets of states; both sides of each, and further formulas, hold in the states in which
// the explicit evaluator says they do, however the system is encoded, and have its verdict.
// BRANCH_LAWS is the number of systems: with 760 more than 30 000 formulas are compared, in some
// minutes.
func TestLawsOfStates(t *testing.T) {
	encodings := []symbolic.Options{
		{}, {BDD: bdd.Options{Engine: "rudd"}, NoTrials: true}, {Thresholds: symbolic.Thresholds{}, NoTrials: true}, {BDD: bdd.Options{AutoReorder: true}},
	}
	made, paths, names := map[ltol.StateOp]int{}, map[ltol.Op]int{}, map[string]int{}
	count := map[string]int{}
	for seed := range recipetest.Number(t, "BRANCH_LAWS", 48) {
		source := recipetest.Seeded(uint64(4000 + seed))
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3, Agents: 3})
		ids := statePropositions(sys)
		k := source.Intn(len(sys.Agents))
		var owns []int
		for a := range sys.Agents {
			owns = append(owns, ownProposition(sys, a).ID())
		}
		own := ltol.StateProp(owns[k])
		deadlock := addProposition(sys, "deadlock", &recipe.Expr{Op: recipe.OpDeadlock, Type: recipe.BoolType})
		fair := slices.DeleteFunc(slices.Clone(ids[:2]), func(int) bool { return source.Intn(3) > 0 })
		w := newTwin(t, sys, fair, encodings[seed%len(encodings)])
		if w == nil {
			continue
		}
		if w.graph.Len() < 8 {
			w.close()
			continue
		}
		count["systems"]++
		count["states"] += w.graph.Len()
		count["fair"] += min(1, len(fair))
		live := w.explicit.Live()
		seen := map[string]bool{}
		compare := func(f *ltol.StateFormula) []bool {
			states, verdict := w.compare(t, f, seed)
			if text := f.String(); !seen[text] {
				seen[text] = true
				count["formulas"]++
				tell(f, made, paths)
				switch {
				case verdict:
					count["hold"]++
				default:
					count["are violated"]++
				}
				if slices.Contains(states, true) && slices.Contains(states, false) {
					count["tell states apart"]++
				}
			}
			return states
		}
		d := &drawn{Source: source, ids: append(owns, ids[0]), agents: len(sys.Agents), games: true, made: map[ltol.StateOp]int{}}
		green := always
		if k%2 == 0 {
			green = not(ltol.StateProp(ids[k%len(ids)]))
		}
		small, other := d.players(), d.players()
		other = slices.DeleteFunc(other, func(a int) bool { return slices.Contains(small, a) })
		large := slices.Concat(small, d.players())
		everyone := make([]int, len(sys.Agents)+1)
		for a := range everyone {
			everyone[a] = a
		}
		agents := func(list []int) []int {
			return slices.DeleteFunc(slices.Clone(list), func(a int) bool { return a == len(sys.Agents) })
		}
		p, q := d.formula(2), d.formula(2)
		laws := slices.Concat(lawsOfKnowledge(p, q, k, agents(small), agents(large), own, green), lawsOfPaths(p, q, deadlock))
		if len(fair) == 0 {
			turns := takesTurns(w.graph)
			if turns {
				count["games of turns"]++
			}
			laws = append(laws, lawsOfAbility(p, q, small, large, other, everyone, turns)...)
			requireSteps(t, w, sys)
		}
		for _, l := range laws {
			left, right := compare(l.left), compare(l.right)
			for s, counts := range live {
				require.True(t, !counts || left[s] == right[s], "seed %d: %s, in %v: %s; %s", seed, l.name, w.graph.State(s), l.left, l.right)
			}
			names[l.name]++
		}
		for range 20 {
			compare(d.formula(3))
		}
		everybody := agents(everyone)
		for _, id := range owns { // what tells apart best
			x := ltol.StateProp(id)
			compare(ltol.CommonKnows(everybody, x))
			compare(ltol.CommonKnows(everybody, not(x)))
			for range 3 {
				compare(ltol.DistributedKnows(d.group(), either(x, not(ltol.StateProp(owns[d.Intn(len(owns))])))))
				compare(ltol.CommonKnows(d.group(), either(x, ltol.StateProp(owns[d.Intn(len(owns))]))))
				compare(ltol.Can(d.players(), d.goal(), x, not(x)))
				can := compare(ltol.Can(d.players(), d.goal(), not(x), x))
				if len(fair) > 0 && slices.Contains(can, true) && slices.Contains(can, false) {
					count["strategies under fairness"]++
				}
			}
		}
		alike := w.alike(t, fair)
		d.games = false
		for range 4 {
			f := d.formula(3)
			require.Equal(t, w.states(t, f), alike.states(t, f), "seed %d: %s", seed, f)
		}
		alike.labels.Close()
		w.close()
	}
	t.Logf("%v\noperators %v\npath operators %v\nlaws %v", count, made, paths, names)
	for op := ltol.StateTrue; op <= ltol.StateCan; op++ {
		require.Positive(t, made[op], "no formula has operator %d", op)
	}
	require.Positive(t, min(paths[ltol.OpNext], paths[ltol.OpFinally], paths[ltol.OpGlobally], paths[ltol.OpUntil], paths[ltol.OpWeakUntil], paths[ltol.OpNot], paths[ltol.OpAnd]))
	require.Greater(t, min(count["hold"], count["are violated"]), count["formulas"]/5)
	require.Greater(t, count["tell states apart"], count["formulas"]/8)
	require.Positive(t, count["strategies under fairness"])
	require.Greater(t, min(count["fair"], count["games of turns"], count["systems"]-count["fair"]), count["systems"]/20)
	require.Len(t, slices.Collect(maps.Keys(names)), 55, "laws")
}

// tell counts operators.
func tell(f *ltol.StateFormula, made map[ltol.StateOp]int, paths map[ltol.Op]int) {
	made[f.Op()]++
	for _, a := range f.Args() {
		tell(a, made, paths)
	}
	if f.Path() != nil {
		ltol.Fold(f.Path(), func(f *ltol.Formula, _ []struct{}) struct{} { paths[f.Op()]++; return struct{}{} })
	}
}
