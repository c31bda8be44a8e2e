package symbolic_test

import (
	"context"
	"errors"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	family "github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted/symbolic"
)

// extremes turn each threshold to both ends, and the order of variables.
var extremes = []symbolic.Options{
	{},
	{Order: symbolic.ByAgent},
	{Thresholds: symbolic.Thresholds{ClusterNodes: -1}},
	{Thresholds: symbolic.Thresholds{ClusterNodes: 1 << 40}},
	{Thresholds: symbolic.Thresholds{ClusterNodes: 1, ClusterGrowth: -1}},
	{Thresholds: symbolic.Thresholds{ClusterNodes: 1, ClusterGrowth: 1 << 20}},
	{Thresholds: symbolic.Thresholds{Deterministic: -1}},
	{Thresholds: symbolic.Thresholds{Deterministic: -1, ClusterNodes: -1}, Order: symbolic.ByAgent},
	{Thresholds: symbolic.Thresholds{Deterministic: 1 << 40}},
	{Thresholds: symbolic.Thresholds{Totals: -1, Inside: -1}},
	{Thresholds: symbolic.Thresholds{Inside: 30, BeforeInside: -1}},
	{Thresholds: symbolic.Thresholds{BeforeInside: -1}},
	{Thresholds: symbolic.Thresholds{BeforeInside: 1 << 40}},
	{Thresholds: symbolic.Thresholds{Totals: 1 << 40}},
}

// TestAgainstExplicitStates compares encodings of generated models with the interpreter: reachable
// states, successors and predecessors of every state under every joint action, deadlocks,
// propositions, and what can be forced.
func TestAgainstExplicitStates(t *testing.T) {
	models := 70
	if text := os.Getenv("ISPL_MODELS"); text != "" {
		var err error
		models, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	compared, states := 0, 0
	for seed := range models {
		f := ispltest.Generate(rand.New(rand.NewSource(int64(seed))), ispltest.Options{NoFairness: true})
		p, list := ispl.Parse("generated.ispl", ispl.PrintFile(f), ispl.Options{})
		require.NoError(t, list.Err())
		r, err := ispltest.Check(p, 300, false)
		if errors.Is(err, interpreted.ErrStateLimit) {
			continue
		}
		require.NoError(t, err)
		compare(t, p, r, extremes[seed%len(extremes)])
		compared++
		states += len(r.Graph.States)
	}
	t.Logf("%d models with %d states", compared, states)
	require.Greater(t, compared, models/2)
}

func TestFamiliesAgainstExplicitStates(t *testing.T) {
	for _, f := range family.Families {
		p, list := ispl.Parse(f.Name, []byte(f.Write(f.Small())), ispl.Options{})
		require.NoError(t, list.Err())
		r, err := ispltest.Check(p, 2000, false)
		require.NoError(t, err)
		for _, options := range extremes {
			compare(t, p, r, options)
		}
	}
}

// TestDivisionByZero: a comparison with what has no value is false, and an assignment of it no
// step.
func TestDivisionByZero(t *testing.T) {
	src := `Agent P
  Vars: x : -3..3; y : -3..3; end Vars
  Actions = {a, b};
  Protocol: x / y = -1 : {b}; !(x / y < 3) : {a}; Other : {a, b}; end Protocol
  Evolution: y = 3 / x if Action = b; x = x - 1 if Action = a and x / y <= 0; x = x + 1 if Action = a and x < 3; end Evolution
end Agent
Evaluation p if P.x / P.y = P.y; q if !(P.y / P.x = 0); end Evaluation
InitStates P.y >= 0 and P.x = 1; end InitStates
Formulae AG p; EF q; end Formulae`
	p, list := ispl.Parse("division", []byte(src), ispl.Options{})
	require.NoError(t, list.Err())
	r, err := ispltest.Check(p, 0, false)
	require.NoError(t, err)
	require.NotEmpty(t, ispltest.Overflows(r.Graph))
	for _, options := range extremes {
		compare(t, p, r, options)
	}
}

// TestComparedSums: sums compare with variables and numbers, on either side, whatever their ranges.
func TestComparedSums(t *testing.T) {
	src := `Agent P
  Vars: x : -1..2; y : 0..2; z : -3..1; b : 2..2; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = y if x + y + x < z and Action = go; end Evolution
end Agent
Evaluation
  equal if P.x + P.y + P.z = 1; less if P.z < P.x + P.y; most if P.y + P.x + P.b <= P.z + P.y; least if 2 <= P.b + P.z;
  twice if P.x + P.x = P.z + P.y; product if P.x + P.y < P.x * P.z; nothing if P.x + P.y = 2 / P.z; offset if P.x + P.y + 1 = P.z;
  yz if P.y + P.z = 1; xz if P.x + P.z = 1; xy if P.x + P.y = 1; xyz if 1 = P.x + P.y + P.z; above if P.y + P.z = P.x; below if P.x < P.z + P.y;
end Evaluation
InitStates P.x = P.x; end InitStates
Formulae AG equal; AG less; AG most; AG least; AG twice; AG product; AG nothing; AG offset; AG yz; AG xz; AG xy; AG xyz; AG above; AG below; end Formulae`
	p, list := ispl.Parse("sums", []byte(src), ispl.Options{})
	require.NoError(t, list.Err())
	r, err := ispltest.Check(p, 0, false)
	require.NoError(t, err)
	for _, options := range extremes {
		compare(t, p, r, options)
	}
}

// comparison is a model with its explicit states, and sets of them as diagrams.
type comparison struct {
	t   *testing.T
	m   *symbolic.Model
	sc  *bdd.Scope
	in  *interpreted.Interpreter
	r   *ispltest.Report
	one []bdd.Node // by state
}

func compare(t *testing.T, p *ispl.Program, r *ispltest.Report, options symbolic.Options) {
	t.Helper()
	m, err := symbolic.Encode(context.Background(), p.System, options)
	require.NoError(t, err)
	defer m.Close()
	c := &comparison{t: t, m: m, sc: m.Manager().NewScope(context.Background()), in: interpreted.NewInterpreter(p.System), r: r}
	for _, s := range r.Graph.States {
		one, err := m.StateSet(c.sc, s)
		require.NoError(t, err)
		c.one = append(c.one, one)
	}
	reach := c.set(func(int) bool { return true })
	require.Equal(t, strconv.Itoa(len(r.Graph.States)), m.Count(reach).String())
	require.Equal(t, c.set(func(s int) bool { return s < r.Graph.Initial }), m.Init)
	c.steps()
	c.stuck(reach)
	for i, proposition := range p.System.Propositions {
		states, err := m.Condition(c.sc, proposition.When)
		require.NoError(t, err)
		states = c.and(states, reach)
		require.Equal(t, c.set(func(s int) bool { return c.in.Holds(proposition.When, r.Graph.States[s]) }), states)
		if len(p.Fairness) == 0 {
			c.strategies(p, reach, states, i)
		}
	}
}

// set is the set of the explicit states of which something holds.
func (c *comparison) set(holds func(s int) bool) bdd.Node {
	var chosen []bdd.Node
	for s, one := range c.one {
		if holds(s) {
			chosen = append(chosen, one)
		}
	}
	return c.sc.Calculator().OrAll(chosen...)
}

func (c *comparison) of(numbers []int) bdd.Node {
	is := map[int]bool{}
	for _, s := range numbers {
		is[s] = true
	}
	return c.set(func(s int) bool { return is[s] })
}

// steps compares what single states have as successors, under all joint actions together and under
// each.
func (c *comparison) steps() {
	for s, edges := range c.r.Graph.Moves {
		var all []int
		for _, e := range edges {
			all = append(all, e.To...)
			acting := c.one[s]
			for agent, action := range e.Joint {
				if action >= 0 {
					performs, err := c.m.Condition(c.sc, interpreted.Performs(agent, action))
					require.NoError(c.t, err)
					acting = c.and(acting, performs)
				}
			}
			image, err := c.m.Image(c.sc, acting)
			require.NoError(c.t, err)
			require.Equal(c.t, c.of(e.To), image, "from %s by %v", c.in.Format(c.r.Graph.States[s]), e.Joint)
		}
		image, err := c.m.Image(c.sc, c.one[s])
		require.NoError(c.t, err)
		require.Equal(c.t, c.of(all), image, "from %s", c.in.Format(c.r.Graph.States[s]))
		picked, ok := c.m.Pick(image)
		require.Equal(c.t, len(all) > 0, ok)
		require.True(c.t, !ok || c.r.Graph.Index(picked) >= 0)
	}
	next := func(s, t int) bool {
		for _, e := range c.r.Graph.Moves[s] {
			if slices.Contains(e.To, t) {
				return true
			}
		}
		return false
	}
	reach := c.set(func(int) bool { return true })
	for t := range c.one {
		before, err := c.m.PreImage(c.sc, c.one[t], reach)
		require.NoError(c.t, err)
		require.Equal(c.t, c.set(func(s int) bool { return next(s, t) }), before, "to %s", c.in.Format(c.r.Graph.States[t]))
		for _, every := range []int{1, 3} { // of all reachable states, and of some
			some := func(s int) bool { return s%every == 0 }
			inside, err := c.m.PreImageInside(c.sc, c.one[t], c.set(some))
			require.NoError(c.t, err)
			require.Equal(c.t, c.set(func(s int) bool { return some(s) && next(s, t) }), inside)
		}
		before, err = c.m.PreImage(c.sc, c.one[t], bdd.True)
		require.NoError(c.t, err)
		require.Equal(c.t, before, c.and(before, c.m.Valid), "predecessors are states: every variable has a value of its type")
	}
}

func (c *comparison) and(a, b bdd.Node) bdd.Node {
	k := c.sc.Calculator()
	n, err := k.Result(k.And(a, b))
	require.NoError(c.t, err)
	return n
}

func (c *comparison) stuck(reach bdd.Node) {
	stuck, err := c.m.Stuck(c.sc)
	require.NoError(c.t, err)
	stuck = c.and(stuck, reach)
	require.Equal(c.t, c.of(ispltest.Deadlocks(c.r.Graph)), stuck)
	overflow, err := c.m.Overflow(c.sc, reach)
	require.NoError(c.t, err)
	require.Equal(c.t, c.of(ispltest.Overflows(c.r.Graph)), overflow)
}

// strategies compares what single agents, pairs of them and nobody can force at once and forever.
func (c *comparison) strategies(p *ispl.Program, reach, states bdd.Node, proposition int) {
	atom := ltol.StateProp(proposition)
	coalitions := [][]int{nil}
	for k := range p.System.Agents {
		coalitions = append(coalitions, []int{k}, []int{0, k})
	}
	for _, coalition := range coalitions {
		for _, path := range []*ltol.Formula{ltol.Next(ltol.Prop(ltol.Atom{})), ltol.Globally(ltol.Prop(ltol.Atom{}))} {
			forced, before := states, bdd.False
			for forced != before {
				next, err := c.m.Force(c.sc, symbolic.Coalition{Members: coalition}, forced)
				require.NoError(c.t, err)
				if path.Op() == ltol.OpNext {
					forced = c.and(next, reach)
					before = forced
				} else {
					before = forced
					forced = c.and(forced, next)
				}
			}
			f := ltol.Can(coalition, path, atom)
			explicit, err := c.r.Evaluator.States(f)
			require.NoError(c.t, err)
			require.Equal(c.t, c.set(func(s int) bool { return explicit[s] }), forced, "%s", f)
		}
	}
}

// member is the system of a family's model of size n.
func member(t *testing.T, name string, n int) *interpreted.System {
	f, err := family.Find(name)
	require.NoError(t, err)
	p, list := ispl.Parse(name, []byte(f.Write(n)), ispl.Options{})
	require.NoError(t, list.Err())
	return p.System
}

// TestDeterministicProtocolsHaveNoActions: only agents with a choice get variables for their
// actions, unless the threshold forbids to look.
func TestDeterministicProtocolsHaveNoActions(t *testing.T) {
	actions := func(name string, thresholds symbolic.Thresholds) int {
		m, err := symbolic.Encode(context.Background(), member(t, name, 4), symbolic.Options{Thresholds: thresholds})
		require.NoError(t, err)
		defer m.Close()
		count := 0
		for _, a := range m.Actions {
			if a >= 0 {
				count++
			}
		}
		return count
	}
	require.Equal(t, 0, actions("cryptographers", symbolic.Thresholds{}))
	require.Equal(t, 4, actions("cryptographers", symbolic.Thresholds{Deterministic: -1}))
	require.Equal(t, 1, actions("prisoners", symbolic.Thresholds{}))
	require.Equal(t, 3, actions("cards", symbolic.Thresholds{}))
}

// TestOrders: what bears the same number stands together, what has none at the top, and an action
// above its agent's variables.
func TestOrders(t *testing.T) {
	prisoners := member(t, "prisoners", 2)
	for order, want := range map[symbolic.Order][]string{
		symbolic.ByNumber: {"Environment.Action", "Environment.light", "Environment.inside", "Environment.fate", "Environment.been1",
			"Prisoner1.Action", "Prisoner1.count", "Environment.been2", "Prisoner2.Action", "Prisoner2.switched"},
		symbolic.ByAgent: {"Environment.Action", "Environment.light", "Environment.inside", "Environment.fate", "Environment.been1",
			"Environment.been2", "Prisoner1.Action", "Prisoner1.count", "Prisoner2.Action", "Prisoner2.switched"},
	} {
		m, err := symbolic.Encode(context.Background(), prisoners, symbolic.Options{Order: order})
		require.NoError(t, err)
		require.Equal(t, want, m.Manager().Order())
		m.Close()
	}
}

func TestLimitsAreErrors(t *testing.T) {
	cards := member(t, "cards", 6)
	_, err := symbolic.Encode(context.Background(), cards, symbolic.Options{BDD: bdd.Options{MaxNodes: 100}})
	require.ErrorIs(t, err, bdd.ErrNodeLimit)
	m, err := symbolic.Encode(context.Background(), cards, symbolic.Options{})
	require.NoError(t, err)
	defer m.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = m.Image(m.Manager().NewScope(ctx), m.Init)
	require.ErrorIs(t, err, context.Canceled)
}

// What agents do where no line of their protocols applies is added when something asks for it; an
// interrupt on the way takes nothing from what the lines allow.
func TestInterruptedActions(t *testing.T) {
	p, list := ispl.Parse("other.ispl", []byte(`Agent P
  Vars: x : 0..2; end Vars
  Actions = {a, b};
  Protocol: x = 0 : {a}; x = 1 : {b}; Other : {a}; end Protocol
  Evolution: x = x if x = 0; end Evolution
end Agent
Evaluation never if P.x > 2; end Evaluation
InitStates P.x = P.x; end InitStates
Formulae never; end Formulae`), ispl.Options{})
	require.NoError(t, list.Err())
	m, err := symbolic.Encode(context.Background(), p.System, symbolic.Options{})
	require.NoError(t, err)
	defer m.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = m.Condition(m.Manager().NewScope(ctx), interpreted.Performs(0, 0))
	require.ErrorIs(t, err, context.Canceled)
	set, err := m.Condition(m.Manager().NewScope(context.Background()), interpreted.Performs(0, 0))
	require.NoError(t, err)
	for x, want := range []bool{true, false, true} {
		require.Equal(t, want, m.Contains(set, interpreted.State{recipe.Value(x)}), "x = %d", x)
	}
}
