package jointtest

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symmetry"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// copies is a model with agents of one text, T1, T2 and perhaps T3. The environment has a variable
// for each of them, and a variable whose values name them. Now and then one of them differs from
// the others.
type copies struct {
	*rand.Rand
	n int
}

// each writes a text once for each agent, with its number in place of #.
func (g *copies) each(text, between string) string {
	var parts []string
	for i := range g.n {
		parts = append(parts, strings.ReplaceAll(text, "#", fmt.Sprint(i+1)))
	}
	return strings.Join(parts, between)
}

func (g *copies) one(of ...string) string { return of[g.Intn(len(of))] }

// condition is one on what the agent with the number # sees.
func (g *copies) condition() string {
	basic := func() string {
		return g.one("s = idle", "s = wait", "s = in", "c = 0", "c < 2", "Environment.line# = 1", "Environment.free = true", "Environment.holder = t#")
	}
	return g.one("", "!") + "(" + basic() + g.one(" and ", " or ") + basic() + ")"
}

func (g *copies) agent() string {
	text := "Agent T#\n  Lobsvars = {line#, u};\n  Vars:\n    s : {idle, wait, in};\n    c : 0..2;\n  end Vars\n  Actions = {enter, take, rest};\n  Protocol:\n"
	for range 1 + g.Intn(3) {
		text += fmt.Sprintf("    %s : {%s};\n", g.condition(), g.one("enter", "take", "rest", "enter, take", "take, rest"))
	}
	text += "    Other : {rest};\n  end Protocol\n  Evolution:\n"
	for range 2 + g.Intn(3) {
		text += fmt.Sprintf("    %s if %s and %s;\n", g.one("s = wait", "s = in", "s = idle", "c = c + 1", "c = 0"), g.condition(), g.one("Action = enter", "Action = take", "Environment.Action = go"))
	}
	return text + "  end Evolution\nend Agent\n"
}

// changed is the text of an agent with one word changed.
func (g *copies) changed(agent string) string {
	for _, i := range g.Perm(len(changes)) {
		if strings.Contains(agent, changes[i][0]) {
			return strings.Replace(agent, changes[i][0], changes[i][1], 1)
		}
	}
	return agent
}

var changes = [][2]string{
	{"Other : {rest}", "Other : {take}"}, {"c = 0", "c = 1"}, {": {enter", ": {rest"}, {": {rest};", ": {enter};"}, {": {take", ": {rest"},
	{"Action = take", "Action = rest"}, {"Action = enter", "Action = rest"}, {"    s = in if", "    s = wait if"}, {"    s = wait if", "    s = in if"},
	{"{line#, u}", "{line#, w}"}, {"{line#, u}", "{line#, w}"},
}

func (g *copies) model() string {
	g.n = 2 + g.Intn(2)
	text := "Semantics = SingleAssignment;\nAgent Environment\n  Obsvars:\n    free : boolean;\n    holder : {nobody, " + g.each("t#", ", ") + "};\n  end Obsvars\n  Vars:\n    " +
		g.each("line# : 0..1;", " ") + " u : boolean; w : boolean;\n  end Vars\n  Actions = {go, stay};\n  Protocol: Other : {go, stay}; end Protocol\n  Evolution:\n" +
		g.one("", "    u = true if Action = go;\n", "    w = true if Action = go;\n")
	for range 2 + g.Intn(2) {
		text += g.each(g.one(
			"    line# = 1 if T#.Action = enter;\n", "    line# = 0 if T#.Action = rest and Action = go;\n", "    holder = t# if T#.Action = take;\n",
			"    free = false if T#.Action = take and holder = nobody;\n", "    holder = nobody if T#.Action = rest and holder = t#;\n"), "")
	}
	text += "  end Evolution\nend Agent\n"
	agent := g.agent()
	odd := g.Intn(2) == 0
	for i := range g.n {
		one := agent
		if odd && i == 1 {
			one = g.changed(agent)
		}
		text += strings.ReplaceAll(one, "#", fmt.Sprint(i+1))
	}
	text += "Evaluation\n" + g.each("  in# if T#.s = in;\n  low# if T#.c = 0;\n  has# if Environment.holder = t# or Environment.line# = 1;\n", "") + "  free if Environment.free = true;\n  odd if Environment.u = Environment.w;\nend Evaluation\n"
	text += "InitStates Environment.free = true and Environment.u = false and Environment.w = false and Environment.holder = nobody and " + g.each("Environment.line# = 0 and T#.s = idle", " and ")
	text += " and " + g.one(g.each("T#.c = 0", " and "), "("+g.each("T#.c = 1", " or ")+")", "T1.c = 1") + "; end InitStates\n"
	text += "Groups " + g.each("g# = {T#};", " ") + " all = {" + g.each("T#", ", ") + "}; end Groups\n"
	if g.Intn(2) == 0 {
		text += "Fairness " + g.one(g.each("!in#;", " "), "free;", "low1;", "!has1;", "!in1;") + " end Fairness\n"
	}
	text += "Formulae\n"
	for range 4 {
		f := g.one("AG (P -> AF Q)", "EF (P and EG Q)", "A(P U Q)", "AF AG P", "K(T#, EF P)", "GCK(all, P)", "EF K(T#, odd)",
			"AG (P -> K(T#, AF Q))", "<g#> F P", "<g#> G (P or <all> X Q)", "AF P and EF Q",
			"AG (in1 or K(T#, Q))", "EF (in1 and K(T#, Q))", "<g1> F (Q and K(T#, P))")
		proposition := func() string { return g.one("in#", "low#", "has#", "free", "in1", "!has#", "odd") }
		f = strings.NewReplacer("P", proposition(), "Q", proposition()).Replace(f)
		text += g.each("  "+f+";\n", "")
	}
	return text + "end Formulae\n"
}

// explored is the graph of a system that has at most 500 states.
func explored(sys *interpreted.System) (*interpreted.Graph, error) {
	return interpreted.Explore(context.Background(), interpreted.NewInterpreter(sys), interpreted.Limits{States: 500, Steps: 20_000})
}

// requireAutomorphism tests that a permutation maps initial states to such states, and steps to
// steps.
func requireAutomorphism(t *testing.T, g *interpreted.Graph, p *symmetry.Permutation, at string) {
	edges := map[[2]int]bool{}
	for from, moves := range g.Moves {
		for _, e := range moves {
			for _, to := range e.To {
				edges[[2]int{from, to}] = true
			}
		}
	}
	image := make([]int, len(g.States))
	for i, s := range g.States {
		image[i] = g.Index(p.State(s))
		require.GreaterOrEqual(t, image[i], 0, at)
		require.Equal(t, i < g.Initial, image[i] < g.Initial, at)
	}
	for e := range edges {
		require.True(t, edges[[2]int{image[e[0]], image[e[1]]}], at)
	}
}

// The exchanges that are found are automorphisms of the explicit graph, and so are products of
// them. Copies are found, in whatever order their agents are put.
func TestExchangesAreAutomorphisms(t *testing.T) {
	ctx := context.Background()
	count := map[string]int{}
	for seed := range 3 * recipetest.Number(t, "JOINT_MODELS", 60) {
		g := &copies{Rand: rand.New(rand.NewSource(int64(100 + seed)))}
		text := g.model()
		if seed%4 == 3 {
			text = string(ispl.PrintFile(ispltest.Generate(g.Rand, ispltest.Options{})))
		}
		at := fmt.Sprintf("seed %d", seed)
		p := parse(t, text)
		graph, err := explored(p.System)
		if err != nil {
			continue
		}
		group, err := symmetry.Detect(ctx, p.System, nil)
		require.NoError(t, err)
		count["models"]++
		var all []*symmetry.Permutation
		for _, class := range group.Classes() {
			count["classes"]++
			if len(class) > 2 {
				count["large"]++
			}
			for i, a := range class {
				for _, b := range class[i+1:] {
					x := group.Exchange(a, b)
					require.Equal(t, [2]int{b, a}, [2]int{x.Agents[a], x.Agents[b]}, at)
					requireAutomorphism(t, graph, x, at)
					all = append(all, x)
				}
			}
		}
		for _, x := range all {
			for _, y := range all {
				product := x.Then(y)
				for _, s := range graph.States {
					require.Equal(t, y.State(x.State(s)), product.State(s), at)
					require.Equal(t, s, product.Inverse().State(product.State(s)), at)
				}
			}
		}
		if len(all) > 0 {
			order := g.Perm(len(p.System.Agents))
			p := group.InOrder(order)
			requireAutomorphism(t, graph, p, at)
			for _, class := range group.Classes() {
				next := 0
				for _, a := range order {
					if slices.Contains(class, a) {
						require.Equal(t, class[next], p.Agents[a], at)
						next++
					}
				}
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["classes"], count["models"]/3)
	require.Greater(t, count["large"], 5)
}

// The image of the set of one state under an exchange is the set of the state's image.
func TestImagesOfStatesUnderExchanges(t *testing.T) {
	ctx := context.Background()
	moved := 0
	for seed := range recipetest.Number(t, "JOINT_MODELS", 60) / 4 {
		p := parse(t, (&copies{Rand: rand.New(rand.NewSource(int64(100 + seed)))}).model())
		graph, err := explored(p.System)
		if err != nil {
			continue
		}
		f := &formalism.Interpreted{System: p.System, Exchanges: true}
		e, err := f.Encode(ctx, symbolic.Options{})
		require.NoError(t, err)
		encoded := e.(*space.Interpreted)
		renaming := f.Labels(e).Renaming
		group, err := symmetry.Detect(ctx, p.System, nil)
		require.NoError(t, err)
		c := encoded.Manager().Calculator(ctx)
		for _, class := range group.Classes() {
			x := group.Exchange(class[0], class[1])
			for _, s := range graph.States[:min(len(graph.States), 40)] {
				set := c.Take(encoded.StateSet(c.Scope(), s))
				want := c.Take(encoded.StateSet(c.Scope(), x.State(s)))
				require.Equal(t, want, renaming.Image(c, x, symmetry.Identity(p.System), set), "seed %d: %v", seed, s)
				if want != set {
					moved++
				}
			}
		}
		require.NoError(t, c.Err())
		c.Close()
		e.Close()
	}
	require.Greater(t, moved, 50)
}

// With exchanges of agents and without, everything that is said of formulas is the same, and
// verdicts are those of the explicit checker. Exchanges spare searches.
func TestExchangesChangeNothing(t *testing.T) {
	ctx := context.Background()
	count := map[string]int{}
	for seed := range recipetest.Number(t, "JOINT_MODELS", 60) {
		g := &copies{Rand: rand.New(rand.NewSource(int64(700 + seed)))}
		text := g.model()
		p := parse(t, text)
		if _, err := explored(p.System); err != nil {
			continue
		}
		deadEnds := seed%5 == 0
		explicit, err := ispltest.Check(p, 500, deadEnds)
		require.NoError(t, err)
		spec := mc.JointSpecification{Fairness: p.Fairness, PathsEnd: deadEnds, Endless: p.Endless}
		for i, f := range p.Formulas {
			spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, State: f.Formula})
		}
		check := func(options ...mc.Option) *mc.Report {
			s := mc.Session{Model: mc.JointModelOf(p.System, spec, append(options, mc.WithEngines("diagrams"))...), Properties: spec.Properties, Warnings: mc.Everything}
			report, err := s.Run(ctx)
			require.NoError(t, err)
			return report
		}
		after := settings.Thresholds{ExchangesAfter: []int{-1, 1 << 40}[seed/8%2]}
		with, without := check(settingstest.WithThresholds(after)), check(mc.WithSymmetry(mc.SymmetryOff))
		require.Equal(t, without.Warnings, with.Warnings)
		for i, r := range with.Results {
			at := fmt.Sprintf("seed %d: %s\n%s", seed, p.Formulas[i].Text, text)
			other := without.Results[i]
			require.Equal(t, other.Verdict, r.Verdict, at)
			require.Equal(t, other.States, r.States, at)
			require.Equal(t, other.Witness, r.Witness, at)
			require.Equal(t, other.Warnings, r.Warnings, at)
			if r.Err == nil {
				require.Equal(t, explicit.Verdicts[i], r.Verdict == mc.Holds, at)
				count[r.Verdict.String()]++
			}
			if r.Stats.Images < other.Stats.Images {
				count["spared"]++
			}
		}
	}
	t.Log(count)
	require.Greater(t, count["spared"], 30)
	require.Greater(t, count["holds"], 50)
	require.Greater(t, count["violated"], 50)
}
