package rcheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// pairs is a system to state properties about.
const pairs = `channels: c, d
enum roles { mgr, clnt }
message-structure: M : 0..3, F : bool, WHO : location
property-variables: pv : roles, ready : bool
agent A
  local: x : 0..3, b : bool, l : location, ch : channel
  relabel: pv <- mgr  ready <- b
  repeat: send: <b> c! (pv = mgr & @ready) (M := x) []; take: <M = x> c? [x := M];
    both: <b> *! (TRUE) (F := b, WHO := l) [] + both: <F> *? [l := WHO] + get: <b> GET@l [] + give: <b> SUPPLY@any () [] + give: <b> ch! (TRUE) () []
agent B
  local: x : 0..3
  repeat: <x = 0> GET@any []
agent Idle
  local: x : 0..3
  repeat: <x = 0> c! (TRUE) () []
system = A(a1, TRUE) | A(a2, TRUE) | B(b, TRUE)
`

// properties checks what formulas are lowered to.
func properties(t *testing.T, cases [][2]string) {
	t.Helper()
	p := parse(t, pairs)
	for _, tt := range cases {
		p, s, list := p.WithProperty("", tt[0])
		if s == nil {
			t.Errorf("%s: %v", tt[0], list)
			continue
		}
		require.Equal(t, tt[1], p.print(s.Formula), "%s", tt[0])
		require.NoError(t, p.System.Check(), "%s", tt[0])
		require.Equal(t, tt[0], s.Text)
	}
}

func TestStateAtoms(t *testing.T) {
	properties(t, [][2]string{
		{"G a1-b", "G a1-b"},
		{"G !a1-b", "G !a1-b"},
		{"a1-x = 1", "a1-x = 1"},
		{"a1-x != 1", "!(a1-x = 1)"},
		{"F (a1-x + a2-x > b-x * 2)", "F (a1-x + a2-x > b-x * 2)"},
		{"F (a1-x - b-x > 0)", "F (a1-x - b-x > 0)"},
		{"F (a1-l = a2)", "F (a1-l = a2)"},
		{"F (a1-ch = *)", "F (a1-ch = *)"},
		{"F (a1-name = a1)", "F true"},
		{"G (a1-automaton-state = 1)", "G (a1-automaton-state = 1)"},
		{"F deadlock", "F deadlock"},
		{"G PROGRESS", "G !deadlock"},
		{"G (a1-b & a2-b | a1-x = 2)", "G (a1-b & a2-b | a1-x = 2)"},
		{"G (a1-b -> a2-b)", "G (a1-b -> a2-b)"},
		{"G (a1-b & F a2-b)", "G (a1-b & F a2-b)"},
		{"G (a1-b = (a2-x = 1))", "G (a1-b <-> a2-x = 1)"},
		{"G (a1-b != F a2-b)", "G !(a1-b <-> F a2-b)"},
		{"G (a1-b ? a2-b : a2-x = 0)", "G (a1-b ? a2-b : a2-x = 0)"},
		{"G (a1-b ? F a2-b : X a2-b)", "G ((a1-b -> F a2-b) & (!a1-b -> X a2-b))"},
		{"a1-b U a2-b W b-x = 1 R a1-b", "a1-b U (a2-b W ((b-x = 1) R a1-b))"},
		{"X X a1-b <-> a2-b", "(X X a1-b) <-> a2-b"},
		{"true", "true"},
		{"F FALSE", "F false"},
		{"G (TRUE -> F a1-b)", "G F a1-b"},
		{"G (a1 = a2 -> F a1-b)", "G true"},
	})
}

func TestLabels(t *testing.T) {
	properties(t, [][2]string{
		{"G (a1-send -> X a2-take)", "G (a1-send -> X past(a2-take))"},
		{"G a1-both", "G (a1-both | past(a1-both))"},
		{"G (a1-give | a2-get)", "G (a1-give | a2-get)"},
		{"G enabled(a1-give)", "G enabled(a1-give)"},
		{"G (a1-send = TRUE)", "G (a1-send <-> true)"},
		{"forall k : A . F k-take", "(F past(a1-take)) & F past(a2-take)"},
	})
	p := parse(t, pairs)
	p, s, list := p.WithProperty("", "F a1-both | F a1-give")
	require.NoError(t, list.Err())
	var kinds []ltol.AtomKind
	for _, a := range s.Formula.Atoms() {
		x := p.System.Propositions[a.ID].Expr
		kinds = append(kinds, a.Kind)
		for _, id := range x.Commands {
			receives := p.System.Commands[id].Kind == recipe.Receive
			require.Equal(t, a.Kind == ltol.PastStep, receives, "receives are about the step that entered, the others about the one that leaves")
		}
	}
	require.ElementsMatch(t, []ltol.AtomKind{ltol.Step, ltol.Step, ltol.PastStep}, kinds)
	for _, a := range s.Formula.Atoms() {
		if name := p.System.Propositions[a.ID].Name; name == "a1-give" {
			require.Len(t, p.System.Propositions[a.ID].Expr.Commands, 2, "a label on several commands is any of them")
		}
	}
}

func TestObservations(t *testing.T) {
	properties(t, [][2]string{
		{"F <sender = a1> true", "F <<sender = a1>> true"},
		{"F <sender != a1 & getter = b | supplier = a2> true", "F <<sender != a1 & getter = b | supplier = a2>> true"},
		{"F <initiator = a1 -> producer = a1> true", "F <<(initiator = a1 -> producer = a1)>> true"},
		{"F <sender = getter> true", "F <<sender = getter>> true"},
		{"F <channel = c> true", "F <<chan = c>> true"},
		{"F <ch != *> true", "F <<chan != *>> true"},
		{"G [locality = any] a1-b", "G [[locality = any]] a1-b"},
		{"G [locality != a2] a1-b", "G [[locality != a2]] a1-b"},
		{"G [p2p] a1-b", "G [[p2p]] a1-b"},
		{"F <M = 2> true", "F <<M = 2>> true"},
		{"F <M + 1 < 3 & F> true", "F <<(M + 1 < 3 & F)>> true"},
		{"F <sender = WHO> true", "F <<sender = WHO>> true"},
		{"F <true> true", "F <<true>> true"},
		{"F [!(sender = a1)] false", "F [[!(sender = a1)]] false"},
		{"F <supplier-pv = mgr & !supplier-ready> true", "F <<supplier-pv = mgr & !supplier-ready>> true"},
		{"forall k : A . F <exists j : A . sender = j & k != j> true", "(F <<sender = a2>> true) & F <<sender = a1>> true"},
	})
}

// TestImplicitQuantifiers is P001 section 7: outside of quantifiers a property identifier stands
// for every assignment, its negation for some; the outermost quantifier decides.
func TestImplicitQuantifiers(t *testing.T) {
	properties(t, [][2]string{
		{"F <pv = mgr> true", "F <<forall(@pv = mgr)>> true"},
		{"F <!(pv = mgr)> true", "F <<!forall(@pv = mgr)>> true"},
		{"F <pv != mgr> true", "F <<!forall(@pv = mgr)>> true"},
		{"F <@ready> true", "F <<forall(@ready)>> true"},
		{"F <!ready> true", "F <<!forall(@ready)>> true"},
		{"F <!(ready & pv = mgr)> true", "F <<!(forall(@ready) & forall(@pv = mgr))>> true"},
		{"F <ready <-> M = 1> true", "F <<(forall(@ready) <-> M = 1)>> true"},
		{"F <ready = (M = 1)> true", "F <<(forall(@ready) <-> M = 1)>> true"},
		{"F <exists(pv = mgr & !ready)> true", "F <<exists(@pv = mgr & !@ready)>> true"},
		{"F <forall(pv != mgr | M = 1)> true", "F <<forall(@pv != mgr | M = 1)>> true"},
		{"F <exists(ready | forall(exists(pv = mgr)))> true", "F <<exists(@ready | @pv = mgr)>> true"},
		{"F <!exists(ready)> true", "F <<!exists(@ready)>> true"},
		{"F <exists(pv = mgr) & forall(pv = mgr)> true", "F <<exists(@pv = mgr) & forall(@pv = mgr)>> true"},
		{"F <forall(false) & ch = *> true", "F <<forall(false) & chan = *>> true"},
	})
}

func TestAgentQuantifiers(t *testing.T) {
	properties(t, [][2]string{
		{"forall k : A . F k-b", "(F a1-b) & F a2-b"},
		{"exists k : A . F k-b", "(F a1-b) | F a2-b"},
		{"G exists k : A . k-b", "G (a1-b | a2-b)"},
		{"/\\ k : A | B . F (k-x = 1)", "(F (a1-x = 1)) & (F (a2-x = 1)) & F (b-x = 1)"},
		{"\\/ k : B | A . F (k-x = 1)", "(F (a1-x = 1)) | (F (a2-x = 1)) | F (b-x = 1)"},
		{"forall k : Agent . F (k-x = 1)", "(F (a1-x = 1)) & (F (a2-x = 1)) & F (b-x = 1)"},
		{"forall k, j : A . k != j -> F (k-l = j)", "(F (a1-l = a2)) & F (a2-l = a1)"},
		{"forall k : A . exists j : B . G (k-x = j-x)", "(G (a1-x = b-x)) & G (a2-x = b-x)"},
		{"forall k : Idle . F (k-x = 1)", "true"},
		{"exists k : Idle . F (k-x = 1)", "false"},
		{"forall i : 0..2 . F (a1-x = i)", "(F (a1-x = 0)) & (F (a1-x = 1)) & F (a1-x = 2)"},
		{"forall i : 0..2 . exists j : i..2 . F (a1-x = i & a2-x = j)",
			"((F (a1-x = 0 & a2-x = 0)) | (F (a1-x = 0 & a2-x = 1)) | F (a1-x = 0 & a2-x = 2)) & " +
				"((F (a1-x = 1 & a2-x = 1)) | F (a1-x = 1 & a2-x = 2)) & F (a1-x = 2 & a2-x = 2)"},
		{"G (forall k : A . k-b & F k-b)", "G ((a1-b & F a1-b) & (a2-b & F a2-b))"},
	})
}

// Whether one of several agents does something is one question about the step that leaves a
// position, or about the one that entered it, however many agents there are and however their
// labels are put in brackets. Conditions on the state that the step leaves may belong to it.
func TestLabelsOfSeveralAgentsAreOneAtom(t *testing.T) {
	model := "channels: c\nmessage-structure: M : bool\nproperty-variables: p : bool\nagent A\n    local: x : 0..1, y : 0..1\n    repeat: (go: {true} c! (false)(M := true)[] + hear: {true} c? [y := 1 - y] + both: {true} c! (false)(M := true)[] + both: {true} c? [])\n" +
		"system = A(a[i : 1..20], true)\n"
	for formula, atoms := range map[string][]string{
		"G exists k : A . k-go":                                 {"step 20"},
		"G exists k : A . k-hear":                               {"past 20"},
		"G exists k : A . k-both":                               {"step 20", "past 20"},
		"G exists k : A . k-go | k-hear":                        {"step 20", "past 20"},
		"G (a[1]-go | (a[2]-go | !(a[3]-go | a[4]-go)))":        {"step 2", "step 2"},
		"G (a[1]-hear | (X a[2]-hear | a[3]-hear) | a[1]-hear)": {"past 2", "past 1"},
		"A G ((exists k : A . k-go) | E F exists k : A . k-go)": {"step 20"},
		"G (a[1]-go & a[2]-go | a[3]-go)":                       {"step 1 1 1"},
		"G (a[1]-go & a[2]-go | a[3]-hear & a[4]-hear)":         {"step 1", "step 1", "past 1", "past 1"},
		"G (a[1]-go & a[2]-hear | a[3]-go)":                     {"step 1", "past 1", "step 1"},
		"G exists k : A . k-go & k-x = 1":                       {"step" + strings.Repeat(" 1", 20)},
		"G exists k : A . (exists j : A . k-go & j-x = 1)":      {"step" + strings.Repeat(" 1", 400)},
		"G (a[1]-hear & a[1]-x = 1 | a[2]-hear & a[2]-x = 1)":   {"past 1 1"},
		"G (a[1]-hear & a[1]-y = 1 | a[2]-hear & a[1]-x = 1)":   {"past 1 1"},
		"G (a[1]-hear & a[2]-y = 1 | a[2]-hear & a[1]-x = 1)":   {"past 1", "past 1"},
		"G (a[1]-hear & a[1]-automaton-state = 0 | a[2]-hear)":  {"past 1", "past 1"},
		"G (a[1]-go & !(a[1]-x = 1) | a[2]-go | a[1]-x = 0)":    {"step 1 1"},
		"G (a[1]-go & (a[2]-go | a[3]-go) | a[4]-go)":           {"step 1 1 2"},
		"G ((a[1]-go & (F a[1]-go)) | a[2]-go)":                 {"step 1", "step 1"},
		"G (a[1]-go | X (a[2]-go | a[3]-go))":                   {"step 1", "step 2"},
		// What disjunctions have in common is seen, but for conjuncts, which are looked at one by one.
		"G (a[1]-hear -> (a[1]-hear | a[2]-hear))":                                  {"past 1", "past 1"},
		"G ((exists k : A . k-go) -> X a[1]-go)":                                    {"step 1", "step 19"},
		"G ((exists k : A . k-go) -> X (a[1]-go | a[2]-go | a[1]-go))":              {"step 2", "step 18"},
		"exists j : 1..3 . F (exists k : j..4 . a[k]-go)":                           {"step 1", "step 1", "step 2"},
		"(G (a[1]-go | a[2]-go)) & (G (a[2]-go | a[3]-go))":                         {"step 2", "step 2"},
		"G ((a[1]-go | a[2]-go | X deadlock) & (a[2]-go | a[3]-go))":                {"step 2", "step 2"},
		"G (a[1]-go & a[1]-x = 1 | a[2]-go & a[2]-x = 1) -> F a[2]-go":              {"step 1", "step 1"},
		"(G exists k : A . k-go & k-x = 1) -> F a[2]-go":                            {"step" + strings.Repeat(" 1", 20), "step 1"},
		"(G exists k : A . k-go & k-x = 1) -> F (a[2]-go & a[2]-x = 1 | X a[1]-go)": {"step 1", "step 1", "step" + strings.Repeat(" 1", 19)},
		"(F (a[1]-go & a[1]-x = 1 | a[2]-go)) | F (a[1]-go & a[1]-x = 1 | a[2]-go)": {"step 1 1"},
	} {
		p := parse(t, model+"SPEC "+formula+";")
		path := p.Specs[0].Formula
		if path == nil {
			path = p.Specs[0].State.Path()
		}
		var got []string
		for _, a := range path.Atoms() {
			if a.Kind != ltol.State {
				atom := map[ltol.AtomKind]string{ltol.Step: "step", ltol.PastStep: "past"}[a.Kind]
				p.System.Propositions[a.ID].Expr.Walk(func(x *recipe.Expr) bool {
					if x.Op == recipe.OpExecuted {
						require.True(t, slices.IsSorted(x.Commands))
						atom += fmt.Sprint(" ", len(x.Commands))
					}
					return true
				})
				got = append(got, atom)
			}
		}
		require.ElementsMatch(t, atoms, got, formula)
	}
}

func TestPropositionsAreShared(t *testing.T) {
	p := parse(t, pairs+"SPEC G (a1-x = 1 -> F a1-x = 1);\nSPEC F a1-x != 1;\nSPEC F <sender = a1> true & F [sender = a1] false;")
	require.Len(t, p.System.Propositions, 2)
	before := p.System.Propositions[0]
	p, _, list := p.WithProperty("again", "F (a1-x = 1)")
	require.NoError(t, list.Err())
	require.Len(t, p.System.Propositions, 2)
	p, _, list = p.WithProperty("wrong", "F (a1-x = 2) & F a1-y")
	require.Error(t, list.Err())
	require.Len(t, p.System.Propositions, 2, "nothing is left of a property with errors")
	require.Equal(t, before, p.System.Propositions[0])
	require.Len(t, p.Specs, 4)
	require.Equal(t, "again", p.Specs[3].Name)
	require.Equal(t, 4, p.Specs[3].Index)
}

func TestAddedPropertyFollowsTheModel(t *testing.T) {
	classic := parse(t, pairs)
	classic, s, list := classic.WithProperty("", "G a1-b -> a2-b")
	require.NoError(t, list.Err())
	require.Equal(t, "(G a1-b) -> a2-b", classic.print(s.Formula))

	current := parse(t, "agent A local: b : bool repeat: { b } * ! true () [] system = A(a1, true) || A(a2, true)")
	current, s, list = current.WithProperty("", "G a1-b -> a2-b")
	require.NoError(t, list.Err())
	require.Equal(t, "G (a1-b -> a2-b)", current.print(s.Formula))

	current, _, list = current.WithProperty("p", "G a1-c")
	require.Equal(t, "property p:1:6: error[RC0302]: agent type `A` has no local variable or label `c`; it has `b`, `automaton-state`", list.Error())
	current, _, list = current.WithProperty("", "G (a1-b")
	require.Equal(t, "property 3", list[0].Start.Filename)
	current, _, list = current.WithProperty("p", "G a1-b")
	require.NoError(t, list.Err())
	_, _, list = current.WithProperty("p", "G a1-b")
	require.ErrorContains(t, list.Err(), "two properties are called `p`")
}

func TestSpecs(t *testing.T) {
	p := parse(t, pairs+`SPEC F a1-b
LTLSPEC NAME second := F a2-b;
LTOL F (a1-x
  = 1)`)
	require.Len(t, p.Specs, 3)
	for i, s := range p.Specs {
		require.Equal(t, i+1, s.Index)
	}
	require.Equal(t, []string{"", "second", ""}, []string{p.Specs[0].Name, p.Specs[1].Name, p.Specs[2].Name})
	require.Equal(t, "F (a1-x\n  = 1)", p.Specs[2].Text)
	require.Equal(t, recipe.Position{File: "test.rcp", Line: 18, Column: 24}, p.Specs[1].Pos)
	require.IsType(t, &ast.Unary{}, p.Specs[0].Expr)
}

func TestFairness(t *testing.T) {
	p := parse(t, pairs+`FAIRNESS a1-b;
FAIRNESS a1-send | a2-take;
FAIRNESS <sender = a1 & M = 1> true;
FAIRNESS sender = a1 & M = 1;
FAIRNESS [sender = a1] false;
FAIRNESS /\ k : A . !k-b;
COMPASSION (enabled(a1-give), a1-give);
COMPASSION (a1-x = 1 & deadlock, p2p)`)
	var got []string
	for _, f := range p.Justice {
		got = append(got, p.print(f))
	}
	require.Equal(t, []string{"a1-b", "a1-send | past(a2-take)", "sender = a1 & M = 1", "sender = a1 & M = 1", "!(sender = a1)",
		"!a1-b & !a2-b"}, got)
	require.Len(t, p.Compassion, 2)
	require.Equal(t, "enabled(a1-give)", p.print(p.Compassion[0][0]))
	require.Equal(t, "a1-give", p.print(p.Compassion[0][1]))
	require.Equal(t, "p2p", p.print(p.Compassion[1][1]))
	require.Equal(t, p.Justice[2].Atom(), p.Justice[3].Atom())
}

func TestRoleWordsAsNames(t *testing.T) {
	p := parse(t, `message-structure: locality : bool
agent A local: sender : bool, name : bool, ch : bool repeat: { sender & name & ch } * ! true (locality := sender) []
agent B local: x : bool repeat: { locality } * ? [x := !x]
system = A(producer, true) || B(supplier, true)
SPEC NAME roles := F <<sender = producer & producer = supplier & locality>> supplier-x;
SPEC NAME locals := F (producer-sender & producer-name & producer-ch)`)
	require.Equal(t, "F <<sender = producer & producer = supplier & locality>> supplier-x", p.print(p.Specs[0].Formula))
	x := p.System.Propositions[p.Specs[0].Formula.Args()[0].Atom().ID].Expr
	eq1, eq2 := x.Args[0].Args[0], x.Args[0].Args[1]
	require.Equal(t, []recipe.Op{recipe.OpSender, recipe.OpConst}, []recipe.Op{eq1.Args[0].Op, eq1.Args[1].Op})
	require.Equal(t, []recipe.Op{recipe.OpProducer, recipe.OpConst}, []recipe.Op{eq2.Args[0].Op, eq2.Args[1].Op})
}
