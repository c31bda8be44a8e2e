package rcheck

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// knowers is a system to state what agents know, must and can bring about; names that could be
// operators are used as names.
const knowers = `enum channel { c }
enum word { K, GK, A, E, O, can, group, all }
message-structure: M : word, observe : bool
group duo = {a[1], a2};
group As = A;
guard EG(x : bool) := x;
agent A
  local: x : bool, y : 0..3, red : word
  init: !x & y = 0
  observe: automaton-state, x
  red: y = 3 & red != A
  repeat: s: { EG(!x) } c ! true (M := A) [x := true, y := (y + 1) % 4] + r: { x & M = E } c ? [x := false]
agent B
  local: z : bool
  repeat: s: { z } c ! true () []
system = A(a[1..2], true) || B(b, true)
`

// state writes a property about states with names.
func (p *Program) state(f *ltol.StateFormula) string {
	return f.Format(ltol.StateNotation{
		Atom: func(id int) string { return p.System.Propositions[id].Name },
		Agent: func(agent int) string {
			if agent == len(p.System.Agents) {
				return "scheduler"
			}
			return p.System.Agents[agent].Name
		},
	})
}

func TestStateFormulas(t *testing.T) {
	p := parse(t, knowers)
	for _, c := range [][2]string{
		{"AG (a1-x -> K(a1, a1-x))", "AG (a1-x -> K(a1, a1-x))"},
		{"A G (a1-x -> E F Kw(b, a1-x))", "AG (a1-x -> EF (K(b, a1-x) | K(b, !a1-x)))"},
		{"G (a1-s -> X K(a1, a1-x | b-z))", "AG (e2 -> X K(a1, a1-x | b-z))"},
		{"GK(duo, a1-red = A) | DK({b, a[2]}, !a1-x)", "GK({a1, a2}, a1-red = A) | DK({a2, b}, !a1-x)"},
		{"GCK(all, EF b-z)", "GCK({a1, a2, b}, EF b-z)"},
		{"GK(A, b-z) & GK(b, b-z)", "GK({a1, a2}, b-z) & GK({b}, b-z)"},
		{"forall k : A . K(k, k-x)", "K(a1, a1-x) & K(a2, a2-x)"},
		{"O(a1, a1-green) & KO(a1, a2, a1-x)", "O(a1, !a1-red) & K(a1, !a2-red -> a1-x)"},
		{"can({a1, scheduler}, a1-x U b-z)", "can({a1, scheduler}, a1-x U b-z)"},
		{"can(As, X a1-x) <-> can(all, G (a1-x -> b-z))", "can({a1, a2}, X a1-x) <-> can({a1, a2, b}, G (a1-x -> b-z))"},
		{"can({b}, F AX a1-x) = TRUE", "can({b}, F AX a1-x) <-> true"},
		{"E <<sender = a1>> K(a1, true)", "E (<<e2>> K(a1, true))"},
		{"A X a1-r", "AX past.e2"},
		{"G (a1-r -> K(a1, b-z))", "AG (past.e2 -> K(a1, b-z))"},
		{"A(F a1-x)", "AF a1-x"},
		{"EX (a1-x & E a1-s)", "EX (a1-x & E (e3))"},
		{"K(a1, a1-x) ? a1-x : F b-z", "A ((K(a1, a1-x) -> a1-x) & (!K(a1, a1-x) -> F b-z))"},
	} {
		q, s, list := p.WithProperty("", c[0])
		require.NoError(t, list.Err(), c[0])
		require.Nil(t, s.Formula)
		require.Equal(t, c[1], q.state(s.State), c[0])
		if strings.Contains(c[1], "e2") || strings.Contains(c[1], "e3") || strings.Contains(c[1], "red ->") {
			continue // it names propositions that the model does not
		}
		again, s, list := p.WithProperty("", c[1]) // what is printed is read as the same formula
		require.NoError(t, list.Err(), c[1])
		require.Equal(t, c[1], again.state(s.State))
	}
	_, s, list := p.WithProperty("", "F (a1-red = K & a1-red != can)")
	require.NoError(t, list.Err())
	require.Nil(t, s.State)
	require.Equal(t, &recipe.View{Vars: []int{0}, Control: true}, p.Sees[0])
	require.Nil(t, p.Sees[2])
	require.Equal(t, -1, p.Red[2])
	require.Equal(t, "a2-y = 3 & a2-red != A", p.System.ExprString(p.System.Propositions[p.Red[1]].Expr, -1))
	require.Equal(t, []int{0, 1}, p.Groups[0].Agents)
}

// What has no meaning is told at its place, with a way out.
func TestStateFormulasWithoutMeaning(t *testing.T) {
	p := parse(t, knowers)
	for _, c := range [][2]string{
		{"K(a1, a1-s)", "property 1:1:7: error[RC0509]: `K` needs a formula about states, but `a1-s` is about a step; write `enabled(a1-s)` for whether the step is possible, or `E a1-s` for whether a path begins with it"},
		{"K(a1, a1-r)", "property 1:1:7: error[RC0509]: `K` needs a formula about states, but `a1-r` is about the previous step; record the step in a local variable, and use this variable"},
		{"G K(a1, b-z & F a1-x)", "property 1:1:15: error[RC0509]: `K` needs a formula about states, but `F a1-x` is about a path; write `A` or `E` before it"},
		{"K(a1, <<true>> a1-x)", "property 1:1:7: error[RC0509]: `K` needs a formula about states, but `<<true>> a1-x` is about a path; write `A` or `E` before it"},
		{"GK(dua, a1-x)", "property 1:1:4: error[RC0302]: there is no group `dua`; did you mean `duo`?"},
		{"GK(nobody, a1-x)", "property 1:1:4: error[RC0302]: there is no group `nobody`; declare it, as in `group nobody = {a, b}`, or list the agents, as in `{a, b}`"},
		{"GK({a1, a3}, a1-x)", "property 1:1:9: error[RC0302]: there is no agent `a3`; did you mean `a1`?"},
		{"DK({a1, scheduler}, a1-x)", "property 1:1:9: error[RC0302]: there is no agent `scheduler`; only `can` accepts the scheduler"},
		{"O(scheduler, a1-x)", "property 1:1:3: error[RC0302]: there is no agent `scheduler`; only `can` accepts the scheduler"},
		{"K({a1}, a1-x)", "property 1:1:3: error[RC0401]: an agent is needed as the first operand of `K`; `GK`, `DK`, `GCK` and `can` take groups"},
		{"K(duo, a1-x)", "property 1:1:3: error[RC0302]: there is no agent `duo`; `duo` is a group; `GK(duo, f)` says what each of its agents knows, `DK` what they know together, `GCK` what is common knowledge"},
		{"Kw(all, a1-x)", "property 1:1:4: error[RC0302]: there is no agent `all`; `all` is a group; `GK(all, f)` says what each of its agents knows"},
		{"K(B, a1-x)", "property 1:1:3: error[RC0302]: there is no agent `B`; `B` is a type of agents; write `forall k : B . … k …`, or name an instance"},
		{"GK({b, duo}, a1-x)", "property 1:1:8: error[RC0302]: there is no agent `duo`; `duo` is a group; write its agents instead: `a1, a2`"},
		{"can({B, a1}, X a1-x)", "property 1:1:6: error[RC0302]: there is no agent `B`; leave out the braces: `B` is a group by itself"},
		{"K(a1)", "property 1:1:1: error[RC0407]: `K` is used as `K(k, f)`"},
		{"GK(all, a1-x, a2-x)", "property 1:1:1: error[RC0407]: `GK` is used as `GK(G, f)`"},
		{"can({}, F a1-x)", "property 1:1:5: error[RC0511]: the group `{}` has no members; write `A` for what always happens, and `E` for what can happen"},
		{"GCK({}, a1-x)", "property 1:1:5: error[RC0511]: the group `{}` has no members; list its agents, as in `{a, b}`, or name a type that has instances"},
		{"can({a1}, a1-x)", "property 1:1:11: error[RC0510]: `a1-x` cannot be a goal of `can`: a goal is `X f`, `F f`, `G f` or `f U g`, where f and g are about states"},
		{"can({a1}, F a1-s)", "property 1:1:13: error[RC0509]: `can` needs a formula about states, but `a1-s` is about a step; write `enabled(a1-s)` for whether the step is possible, or `E a1-s` for whether a path begins with it"},
		{"A (a1-r & F b-z)", "property 1:1:4: error[RC0512]: `a1-r` is about the previous step, but the paths of `A` begin without one; put it under `X` or an observation, as in `X a1-r`"},
		{"b-red", "property 1:1:3: error[RC0302]: agent type `B` has no local variable or label `red`"},
		{"A", "property 1:1:1: error[RC0401]: expected a truth value, found a constant `A`"},
	} {
		_, s, list := p.WithProperty("", c[0])
		require.Nil(t, s, c[0])
		require.Contains(t, list.Errors()[0].Error(), c[1], c[0])
	}
	_, f, list := p.WithProperty("", "can({a1, scheduler, a1}, F a1-x)")
	require.Equal(t, []int{0, 3}, f.State.Agents())
	require.Equal(t, "property 1:1:21: warning[RC0538]: `a1` is in the group already; remove it, or write another agent", list[0].Error())
	_, list = Parse("test.rcp", []byte(knowers+"FAIRNESS K(a1, a1-x);\nFAIRNESS E a1-s;"), Options{})
	require.Len(t, list.Errors(), 2)
	require.Equal(t, diag.Code("RC0507"), list.Errors()[0].Code)
}

// The scheduler may be a member of a declared group, which only `can` takes.
func TestGroupsWithTheScheduler(t *testing.T) {
	p := parse(t, knowers+"group led = {a1, scheduler};\ngroup sole = {scheduler};\n")
	_, f, list := p.WithProperty("", "can(led, F a1-x)")
	require.NoError(t, list.Err())
	require.Equal(t, []int{0, 3}, f.State.Agents())
	_, f, list = p.WithProperty("", "can(sole, F a1-x)")
	require.NoError(t, list.Err())
	require.Equal(t, []int{3}, f.State.Agents())
	for _, operator := range []string{"GK", "DK", "GCK"} {
		_, s, list := p.WithProperty("", operator+"(led, a1-x)")
		require.Nil(t, s)
		require.ErrorContains(t, list.Errors()[0], "error[RC0302]: the group `led` has the scheduler as a member, but the scheduler is not an agent; "+
			"only `can` accepts the scheduler")
	}
	for _, operator := range []string{"K(led, a1-x)", "O(led, a1-x)", "KO(a1, led, a1-x)"} {
		_, s, list := p.WithProperty("", operator)
		require.Nil(t, s)
		require.Equal(t, diag.Code("RC0302"), list.Errors()[0].Code, operator)
	}
	_, _, list = p.WithProperty("", "can({led}, F a1-x)")
	require.ErrorContains(t, list.Errors()[0], "write its agents instead: `a1, scheduler`")
}

// CTLSPEC and ATLSPEC are properties in which the whole logic is allowed; a formula about paths
// needs A or E under CTLSPEC.
func TestWordsForProperties(t *testing.T) {
	p := parse(t, knowers+"CTLSPEC NAME one := AG (a1-x -> K(a1, a1-x));\nATLSPEC can({a1}, F a1-x);\nCTLSPEC a1-x;\nATLSPEC G a1-x;\n")
	texts := []string{}
	for _, s := range p.Specs[len(p.Specs)-4:] {
		texts = append(texts, s.Text)
	}
	require.Equal(t, []string{"AG (a1-x -> K(a1, a1-x))", "can({a1}, F a1-x)", "a1-x", "G a1-x"}, texts)
	_, list := Parse("test.rcp", []byte(knowers+"CTLSPEC G (a1-x -> F a1-x);"), Options{})
	require.Len(t, list.Errors(), 1)
	require.ErrorContains(t, list.Errors()[0], "error[RC0509]: `CTLSPEC` needs a formula about states, but `G (a1-x -> F a1-x)` is about a path; write `A` or `E` before it")
}

// A section `violation:` is a section `red:`.
func TestViolationIsRed(t *testing.T) {
	red := parse(t, knowers)
	violation := parse(t, strings.Replace(knowers, "  red:", "  violation:", 1))
	require.Positive(t, strings.Count(knowers, "  red:"))
	require.Equal(t, red.Red, violation.Red)
	require.Equal(t, red.System.String(), violation.System.String())
}

// What could be said before there were operators about states means what it did: a guard, a
// constant, an agent or a local of such a name.
func TestOperatorsHiddenByNames(t *testing.T) {
	p := parse(t, `const A = 1;
const EF = 2;
enum channel { c }
guard K(x : bool, y : bool) := x & y;
guard can(x : bool) := x;
agent B
  local:
    red : bool, observe : 0..3
  init: can(red)
  repeat: red: { K(red, observe > A) } c ! true [] + observe: { true } c ? []
system = B(E, true) || B(O, true) || B(AG[1..2], true)
`)
	for _, c := range [][2]string{
		{"F K(E-red, O-red)", "F (E-red & O-red)"},
		{"G can(AG[1]-red)", "G AG1-red"},
		{"F (EF > O-observe)", "F (2 > O-observe)"},
		{"G (A < E-observe & E-observe < EF)", "G (1 < E-observe & E-observe < 2)"},
		{"F (O-observe = A - 1)", "F (O-observe = 0)"},
		{"F E-red", "F E-red"},
		{"F <<sender = E>> AG2-red", "F <<sender = E>> AG2-red"},
	} {
		q, s, list := p.WithProperty("", c[0])
		require.NoError(t, list.Err(), c[0])
		require.Nil(t, s.State, c[0])
		require.Equal(t, c[1], q.print(s.Formula), c[0])
	}
	q, s, list := p.WithProperty("", "E F E-red & AG O-red & E(AG[1]-red U O-red)")
	require.NoError(t, list.Err())
	require.Equal(t, "EF (E-red & AG (O-red & E (AG1-red U O-red)))", q.state(s.State))
}
