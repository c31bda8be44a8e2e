package symbolic_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// tally counts what a comparison saw, so that it cannot pass by seeing nothing.
type tally struct {
	systems, states, steps, deadlocks, propositions, trues int
	kinds                                                  [4]int
	// Systems with integers of hundreds of values, of dozens of agents, with agents of hundreds of
	// control states.
	wide, crowded, long int
	torn                int // systems in whose order the bits of an integer are apart
	joined              int // steps that execute one of a set of receives
	conditional         int // steps that execute one of some receives under a condition
}

func (n *tally) large(sys *recipe.System, states int) {
	if slices.ContainsFunc(sys.Vars, func(v recipe.Var) bool { return v.Type.Size() > 128 }) && states > 10 {
		n.wide++
	}
	if len(sys.Agents) > 9 {
		n.crowded++
	}
	if slices.ContainsFunc(sys.Agents, func(a recipe.Agent) bool { return a.States > 128 }) && states > 128 {
		n.long++
	}
}

// TestFullAbstraction is P001 Theorem 3 and Corollary 1 as a test: on generated
// systems the symbolic model has the initial states, the reachable states, the
// deadlocks, and from every reachable state the successors of the explicit
// semantics, message by message and participant by participant; propositions
// have the same truth values. RCHECK_TRIALS sets the number of systems.
func TestFullAbstraction(t *testing.T) {
	trials := recipetest.Number(t, "RCHECK_TRIALS", 300)
	var seen tally
	for seed := range trials {
		sys := recipetest.System(recipetest.Seeded(uint64(seed)), recipetest.Shape{Propositions: 3, Large: true, Free: seed%3 == 0})
		o := encodings(sys)[seed%4]
		recipetest.Extremes(recipetest.Seeded(uint64(seed)), &o.Thresholds)
		if seed%4 == 0 {
			o.Thresholds.WideValues = -1 // the bits of all integers are put among each other
		}
		if !t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) { compareSemantics(t, sys, o, &seen) }) {
			return
		}
	}
	t.Logf("%+v", seen)
	require.Greater(t, seen.steps, 10*trials)
	for _, kind := range []recipe.StepKind{recipe.BroadcastStep, recipe.MulticastStep, recipe.PointToPointStep} {
		require.Greater(t, seen.kinds[kind], seen.steps/250, "steps of kind %s", kind)
	}
	require.Greater(t, seen.wide, seen.systems/50)
	require.Greater(t, seen.torn, seen.systems/60)
	require.Greater(t, seen.crowded, seen.systems/100)
	require.Greater(t, seen.long, seen.systems/500)
	require.Positive(t, seen.deadlocks)
	require.Greater(t, seen.joined, trials/2)
	require.Greater(t, seen.conditional, trials/4)
	require.Positive(t, min(seen.kinds[recipe.BroadcastStep], seen.kinds[recipe.MulticastStep], seen.kinds[recipe.PointToPointStep]))
	require.Greater(t, seen.trues, seen.propositions/20)
	require.Less(t, seen.trues, seen.propositions*19/20)
}

// encodings are ways to encode a system: in the order that is found, in another one given, with
// reordering, with the other engine.
func encodings(sys *recipe.System) [4]symbolic.Options {
	var backwards []string
	for _, a := range slices.Backward(sys.Agents) {
		backwards = append(backwards, a.Name)
	}
	return [4]symbolic.Options{
		{}, {Order: backwards}, {BDD: bdd.Options{Engine: "native", AutoReorder: true}}, {BDD: bdd.Options{Engine: "rudd"}, NoTrials: true},
	}
}

func interactionKey(it *symbolic.Interaction) recipetest.StepKey {
	receives := slices.DeleteFunc(slices.Clone(it.Executes), func(c int) bool { return c == it.Command })
	return recipetest.NewStepKey(it.Kind, it.Command, it.Supply, it.Channel, receives)
}

// Who supplies what is out of the data's range does not take part, nor does who answers gets of
// somebody else.
func TestWhoSupplies(t *testing.T) {
	b := recipe.NewBuilder()
	d := b.Data("D", recipe.IntType(0, 1))
	source := b.Agent("source", "S")
	x := source.Local("x", recipe.IntType(0, 2))
	source.Send(0, 0, b.Broadcast()).Set(x, recipe.Mod(recipe.Add(x, recipe.IntExpr(1)), recipe.IntExpr(3)))
	source.Supply(0, 0).At(source.Location()).With(d, x)
	source.Supply(0, 0).At(recipe.Ite(recipe.Eq(x, recipe.IntExpr(1)), source.Location(), b.Location("sink"))).With(d, recipe.IntExpr(0)).Set(x, recipe.IntExpr(0))
	sink := b.Agent("sink", "T")
	sink.Get(0, 0).At(source.Location()).Set(sink.Local("y", recipe.IntType(0, 3)), recipe.Add(d, recipe.IntExpr(1)))
	sys, err := b.System()
	require.NoError(t, err)
	var seen tally
	for _, o := range encodings(sys) {
		compareSemantics(t, sys, o, &seen)
	}
	require.Positive(t, seen.steps)
}

// Who changes in a step is among those of whom the interaction says so.
func TestWhoChanges(t *testing.T) {
	changes := map[recipe.StepKind]int{}
	for seed := range uint64(60) {
		sys := recipetest.System(recipetest.Seeded(seed), recipetest.Shape{})
		g, err := recipe.Explore(t.Context(), recipe.NewInterpreter(sys), 300)
		if err != nil {
			continue
		}
		m, err := symbolic.Encode(t.Context(), sys, symbolic.Options{NoTrials: true})
		require.NoError(t, err)
		for i := range g.Len() {
			before := g.State(i)
			for _, e := range g.Edges(i) {
				after := g.State(e.To)
				said := func(agent int) bool {
					return slices.ContainsFunc(m.Interactions, func(it *symbolic.Interaction) bool {
						return it.Command == e.Step.Command && it.Kind == e.Step.Kind && slices.Contains(it.Changed, agent) &&
							(it.Supply < 0 || it.Supply == e.Step.Participants[0].Command)
					})
				}
				for agent := range sys.Agents {
					own := sys.Agents[agent].Vars
					if before.Control[agent] != after.Control[agent] ||
						!slices.Equal(before.Locals[own.Start:own.End], after.Locals[own.Start:own.End]) {
						require.True(t, said(agent), "seed %d: agent %d in %s", seed, agent, sys.StepString(e.Step))
						changes[e.Step.Kind]++
					}
				}
			}
		}
		m.Close()
	}
	require.Greater(t, min(changes[recipe.PointToPointStep], changes[recipe.BroadcastStep]), 20)
}

func compareSemantics(t *testing.T, sys *recipe.System, o symbolic.Options, seen *tally) {
	ctx := context.Background()
	in := recipe.NewInterpreter(sys)
	g, err := recipe.Explore(ctx, in, 3000)
	if err != nil {
		return // too large to enumerate, or no initial state
	}
	m, err := symbolic.Encode(ctx, sys, o)
	require.NoError(t, err)
	defer m.Close()
	seen.systems++
	seen.states += g.Len()
	seen.large(sys, g.Len())
	if slices.ContainsFunc(m.Order(), func(name string) bool { return strings.HasSuffix(name, "]") }) && o.BDD.Engine != "native" {
		seen.torn++ // not by reordering
	}

	compareSets(t, m, in, g.State(0), seen) // first, so that what is kept of it is of use to what asks for more
	var all []symbolic.Watch
	for id := range sys.Commands {
		if sys.Commands[id].Kind == recipe.Receive {
			all = append(all, symbolic.Watch{Receives: []int{id}, Proposition: -1})
		}
	}
	its, err := m.Refine(ctx, all)
	require.NoError(t, err)
	defer m.Discard(its)

	compareInitial(t, m, g)
	reached := reach(t, m)
	require.Equal(t, fmt.Sprint(g.Len()), m.Count(reached).String(), "reachable states")
	dead, err := m.Deadlock(ctx)
	require.NoError(t, err)
	sc := m.Manager.NewScope(ctx)
	defer sc.Close()
	c := sc.Calculator()
	reachedDead, err := c.Result(c.And(reached, dead))
	require.NoError(t, err)
	require.Equal(t, fmt.Sprint(len(g.Deadlocks)), m.Count(reachedDead).String(), "deadlocks")
	seen.deadlocks += len(g.Deadlocks)

	props := propositionsOf(t, m, sc, its)
	every := 1 + g.Len()*len(its)/20_000 // of the largest, a part of the states
	for i := 0; i < g.Len(); i += every {
		compareSuccessors(t, m, in, its, g.State(i), props, seen)
	}
	for i := 0; i < g.Len(); i += 3 * every {
		compareSets(t, m, in, g.State(i), seen)
	}
}

func compareInitial(t *testing.T, m *symbolic.Model, g *recipe.Graph) {
	require.Equal(t, big.NewInt(int64(g.Initial())).String(), m.Count(m.Init).String(), "initial states")
	m.Each(m.Init, func(s recipe.State) bool {
		i := g.Index(s)
		require.True(t, i >= 0 && i < g.Initial(), "initial state %v", s)
		return true
	})
}

func reach(t *testing.T, m *symbolic.Model) bdd.Node {
	c := m.Manager.Calculator(context.Background())
	defer c.Close()
	reached := m.Init
	for {
		before := reached
		for _, it := range m.Interactions {
			reached = c.Or(reached, it.Relation.Image(c, reached))
		}
		require.NoError(t, c.Err())
		if reached == before {
			return m.Manager.Keep(reached)
		}
	}
}

// truths holds the sets in which the propositions hold, for steps by position
// in the list of interactions.
type truths struct {
	state map[int]bdd.Node
	step  map[int][]bdd.Node
}

func propositionsOf(t *testing.T, m *symbolic.Model, sc *bdd.Scope, its []*symbolic.Interaction) truths {
	out := truths{map[int]bdd.Node{}, map[int][]bdd.Node{}}
	for i, p := range m.System.Propositions {
		if p.Kind == recipe.StateProposition {
			n, err := m.StateProposition(sc, i)
			require.NoError(t, err)
			out.state[i] = n
			continue
		}
		for _, it := range its {
			n, err := m.StepProposition(sc, i, it)
			require.NoError(t, err)
			out.step[i] = append(out.step[i], n)
		}
	}
	return out
}

func compareSuccessors(t *testing.T, m *symbolic.Model, in *recipe.Interpreter, its []*symbolic.Interaction, s recipe.State, props truths, seen *tally) {
	sc := m.Manager.NewScope(context.Background())
	defer sc.Close()
	here, err := m.StateSet(sc, s)
	require.NoError(t, err)
	holds := func(n bdd.Node) bool {
		disjoint, err := sc.Calculator().Disjoint(here, n)
		require.NoError(t, err)
		return !disjoint
	}
	count := func(symbolic, explicit bool, p int) {
		require.Equal(t, explicit, symbolic, "proposition %s of state %v", m.System.Propositions[p].Name, s)
		seen.propositions++
		if explicit {
			seen.trues++
		}
	}
	for p := range m.System.Propositions {
		if n, ok := props.state[p]; ok {
			want, err := in.StateHolds(p, s)
			require.NoError(t, err)
			count(holds(n), want, p)
		}
	}
	transitions, err := in.Successors(s)
	require.NoError(t, err)
	want := map[recipetest.StepKey]map[string]recipe.Transition{}
	for _, tr := range transitions {
		if tr.Step.Kind == recipe.Stutter {
			continue
		}
		seen.steps++
		seen.kinds[tr.Step.Kind]++
		k := recipetest.KeyOf(tr.Step)
		if want[k] == nil {
			want[k] = map[string]recipe.Transition{}
		}
		want[k][in.Key(tr.Next)] = tr
	}
	got := map[recipetest.StepKey]map[string]bool{}
	for i, it := range its {
		c := sc.Calculator()
		img, err := c.Result(it.Relation.Image(c, here))
		require.NoError(t, err)
		require.Equal(t, holds(it.Enabled), img != bdd.False, "enabledness of interaction %d in %v", i, s)
		if img == bdd.False {
			continue
		}
		m.Each(img, func(next recipe.State) bool {
			k := interactionKey(it)
			if got[k] == nil {
				got[k] = map[string]bool{}
			}
			require.False(t, got[k][in.Key(next)], "step %+v of %v belongs to two interactions", k, s)
			got[k][in.Key(next)] = true
			tr, ok := want[k][in.Key(next)]
			require.True(t, ok, "symbolic step %+v of state %v to %v is no step", k, s, next)
			for p, sets := range props.step {
				explicit, err := in.StepHolds(p, s, tr.Step)
				require.NoError(t, err)
				count(holds(sets[i]), explicit, p)
			}
			return true
		})
	}
	for k, nexts := range want {
		require.Len(t, got[k], len(nexts), "steps %+v of state %v", k, s)
	}
}

// compareSets refines by what the propositions ask about receives, no further: of each class of
// steps, told by message and by what is watched of them, the successors and the values of
// propositions are the explicit ones.
func compareSets(t *testing.T, m *symbolic.Model, in *recipe.Interpreter, s recipe.State, seen *tally) {
	var all []int
	for p := range m.System.Propositions {
		all = append(all, p)
	}
	watched := m.Watched(all)
	its, err := m.Refine(context.Background(), watched)
	require.NoError(t, err)
	defer m.Discard(its)
	type class struct {
		step recipetest.StepKey
		sets string
	}
	told := func(does func(symbolic.Watch) bool) (out string) {
		for _, w := range watched {
			out += fmt.Sprint(does(w), " ")
		}
		return out
	}
	transitions, err := in.Successors(s)
	require.NoError(t, err)
	want := map[class]map[string]recipe.Step{}
	for _, tr := range transitions {
		if tr.Step.Kind == recipe.Stutter {
			continue
		}
		k := class{recipetest.KeyOf(tr.Step), told(func(w symbolic.Watch) bool {
			if !w.Conditional() {
				return tr.Step.Executes(w.Receives...)
			}
			does, err := in.StepHolds(w.Proposition, s, tr.Step)
			require.NoError(t, err)
			if does {
				seen.conditional++
			}
			return does
		})}
		if k.step.Receives = ""; want[k] == nil {
			want[k] = map[string]recipe.Step{}
		}
		want[k][in.Key(tr.Next)] = tr.Step
		for _, w := range watched {
			if !w.Conditional() && len(w.Receives) > 1 && tr.Step.Executes(w.Receives...) {
				seen.joined++
			}
		}
	}
	c := m.Manager.Calculator(context.Background())
	defer c.Close()
	here := c.Take(m.StateSet(c.Scope(), s))
	for _, it := range its {
		k := class{recipetest.NewStepKey(it.Kind, it.Command, it.Supply, it.Channel, nil), told(it.Tells)}
		k.step.Receives = ""
		var truths []bool
		for p, about := range m.System.Propositions {
			truths = append(truths, about.Kind == recipe.StepProposition && c.And(here, c.Take(m.StepProposition(c.Scope(), p, it))) != bdd.False)
		}
		image := it.Relation.Image(c, here)
		require.NoError(t, c.Err())
		m.Each(image, func(next recipe.State) bool {
			step, ok := want[k][in.Key(next)]
			require.True(t, ok, "symbolic step %+v of state %v to %v is no step", k, s, next)
			delete(want[k], in.Key(next))
			for p, about := range m.System.Propositions {
				if about.Kind == recipe.StepProposition {
					explicit, err := in.StepHolds(p, s, step)
					require.NoError(t, err)
					require.Equal(t, explicit, truths[p], "proposition %s", about.Name)
				}
			}
			return true
		})
	}
	for k, rest := range want {
		require.Empty(t, rest, "steps %+v of state %v", k, s)
	}
}
