package ispltest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
)

// one writes a model of one agent, with an environment that does nothing but hold boolean variables
// o, which all see, and h, which only its reader sees.
func one(semantics, agents, evaluation, initially, rest string) string {
	return fmt.Sprintf(`Semantics = %s;
Agent Environment
  Obsvars: o : boolean; end Obsvars
  Vars: h : boolean; end Vars
  Actions = {};
  Protocol: end Protocol
  Evolution: end Evolution
end Agent
%s
Evaluation %s o if Environment.o = true; h if Environment.h = true; end Evaluation
InitStates %s; end InitStates
%s
`, semantics, agents, evaluation, initially, rest)
}

const (
	closed = " and Environment.o = false and Environment.h = false"
	walker = `Agent P
  Vars: x : 0..2; y : 0..2; end Vars
  Actions = {a, b};
  Protocol: %s end Protocol
  Evolution: %s end Evolution
end Agent`
)

// TestSemantics decides small models by the definitions: how lines of evolutions, protocols and
// overflows are read, what is known, and what coalitions can do.
func TestSemantics(t *testing.T) {
	atom := func(name string, x, y int) string { return fmt.Sprintf("%s if P.x = %d and P.y = %d; ", name, x, y) }
	origin := "P.x = 0 and P.y = 0" + closed
	walks := func(protocol, evolution string) string { return fmt.Sprintf(walker, protocol, evolution) }
	both := "x = 1 if Action = a; y = 1 if Action = a;"
	for _, test := range []struct {
		name, semantics, agents, evaluation, initially, rest string
		verdicts                                             string
		states, deadlocks, overflows                         int
	}{
		{"one line at a time", "MA", walks("Other : {a};", both), atom("xy", 1, 1) + atom("x", 1, 0) + atom("y", 0, 1), origin,
			"Formulae EX x; EX y; EX xy; EF xy; AF xy; end Formulae", "TTFTF", 4, 0, 0},
		{"each variable on its own", "SA", walks("Other : {a};", both), atom("xy", 1, 1) + atom("x", 1, 0) + atom("y", 0, 1), origin,
			"Formulae EX x; EX y; AX xy; AG (xy -> AX xy); end Formulae", "FFTT", 2, 0, 0},
		{"values are those before the step", "SA", walks("Other : {a};", "x = y if Action = a; y = x if Action = a;"),
			atom("xy", 1, 2) + atom("yx", 2, 1), "P.x = 1 and P.y = 2" + closed,
			"Formulae AX yx; AX AX xy; end Formulae", "TT", 2, 0, 0},
		{"a choice between two lines for one variable", "SA", walks("Other : {a};", "x = 1 if x = 0; x = 2 if x = 0;"),
			atom("one", 1, 0) + atom("two", 2, 0), origin, "Formulae EX one; EX two; AX one; AX (one or two); end Formulae", "TTFT", 3, 0, 0},
		{"no line applies", "MA", walks("Other : {a};", "x = 1 if x = 2;"), atom("zero", 0, 0), origin,
			"Formulae AG zero; end Formulae", "T", 1, 0, 0},
		{"overlapping lines of protocols allow what any of them does", "MA",
			walks("x = 0 : {a}; y = 0 : {b}; Other : {a};", "x = 1 if Action = a; y = 1 if Action = b;"),
			atom("x", 1, 0) + atom("y", 0, 1), origin, "Formulae EX x; EX y; AG (x -> AX (x or y)); end Formulae", "TTF", 4, 0, 0},
		{"Other applies where no line does", "MA", walks("x = 0 : {a}; Other : {b};", "x = 1 if Action = a; y = 1 if Action = b;"),
			atom("xy", 1, 1) + atom("y", 0, 1), origin, "Formulae AX AX xy; EF y; end Formulae", "TF", 3, 0, 0},
		{"a protocol that allows nothing stops everything", "MA", walks("x = 0 : {a}; x = 2 : {b};", "x = 1 if Action = a; y = 1 if Action = b;"),
			atom("x", 1, 0), origin, "Formulae AF AG x; AX AX x; end Formulae", "TT", 2, 1, 0},
		{"an overflow is no step", "SA", walks("Other : {a, b};", "x = x + 1 if Action = a; y = y - 1 if Action = b and x = 2;"),
			atom("two", 2, 0), origin, "Formulae AG !(two and EX !two); EF two; end Formulae", "TT", 3, 1, 2},
		{"a division by zero is an overflow", "MA", walks("Other : {a, b};", "x = 1 / y if Action = a;"), atom("zero", 0, 0), origin,
			"Formulae AG zero; end Formulae", "T", 1, 0, 1},
		{"f and its negation can both be violated", "MA", walks("Other : {a};", "x = x if x = x;"), atom("zero", 0, 0),
			"P.y = 0" + closed, "Formulae zero; !zero; end Formulae", "FF", 3, 0, 0},
		{"what is seen is known", "MA", walks("Other : {a};", "x = x if x = x;"), atom("zero", 0, 0), "P.y = 0",
			"Groups g = {P, Environment}; end Groups Formulae K(P, zero) or K(P, !zero); K(P, o) or K(P, !o); K(P, h) or K(P, !h);" +
				" K(Environment, h) or K(Environment, !h); DK(g, h) or DK(g, !h); GK(g, o) or GK(g, !o); GK(g, h) or GK(g, !h); GCK(g, o) or GCK(g, !o); end Formulae",
			"TTFTTTFT", 12, 0, 0},
		{"Lobsvars", "MA", strings.Replace(walks("Other : {a};", "x = x if x = x;"), "Vars:", "Lobsvars = {h}; Vars:", 1), atom("zero", 0, 0), "P.y = 0",
			"Formulae K(P, h) or K(P, !h); end Formulae", "T", 12, 0, 0},
		{"obligations", "MA", strings.Replace(walks("Other : {a};", "x = x + 1 if x < 2;"), "Actions", "RedStates: x = 2; end RedStates Actions", 1),
			atom("two", 2, 0), origin, "Formulae O(P, !two); O(P, two); AF P.RedStates; P.GreenStates; O(Environment, two); end Formulae", "TFTTF", 3, 0, 0},
		{"fair paths", "MA", walks("Other : {a, b};", "x = 1 if Action = a; x = 0 if Action = b;"), atom("x", 1, 0), origin,
			"Groups g = {P}; none = {Environment}; end Groups Fairness x; end Fairness Formulae AF x; EG !x; <none> F x; <g> G !x; end Formulae", "TFTF", 2, 0, 0},
		{"paths", "MA", walks("Other : {a, b};", "x = 1 if Action = a; x = 0 if Action = b;"), atom("x", 1, 0), origin,
			"Groups g = {P}; none = {Environment}; end Groups Formulae AF x; EG !x; <none> F x; <g> G !x; end Formulae", "FTFT", 2, 0, 0},
		{"an overflow wins no game", "MA", walks("Other : {a, b};", "x = x + 1 if x < 2 and Action = a; y = y + 3 if Action = b;"), atom("x", 1, 0), origin,
			"Groups g = {P}; end Groups Formulae <g> X x; <g> X !x; <g> G !x; end Formulae", "TFF", 3, 0, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := one(test.semantics, test.agents, test.evaluation, test.initially, test.rest)
			p, list := ispl.Parse("m.ispl", []byte(src), ispl.Options{})
			require.NoError(t, list.Err(), src)
			r, err := ispltest.Check(p, 100, false)
			require.NoError(t, err)
			got := ""
			for _, v := range r.Verdicts {
				got += map[bool]string{true: "T", false: "F"}[v]
			}
			assert.Equal(t, test.verdicts, got)
			assert.Len(t, r.Graph.States, test.states)
			assert.Len(t, ispltest.Deadlocks(r.Graph), test.deadlocks)
			assert.Len(t, ispltest.Overflows(r.Graph), test.overflows)
		})
	}
}

// TestPlayers: matching pennies has no winner, and the player that may answer wins.
func TestPlayers(t *testing.T) {
	player := func(name string) string {
		return "Agent " + name + " Vars: shows : {heads, tails}; end Vars Actions = {heads, tails}; Protocol: Other : {heads, tails}; end Protocol " +
			"Evolution: shows = heads if Action = heads; shows = tails if Action = tails; end Evolution end Agent "
	}
	src := player("P") + player("Q") + `Evaluation same if P.shows = Q.shows; head if P.shows = heads; end Evaluation
InitStates P.shows = heads and Q.shows = tails; end InitStates
Groups p = {P}; q = {Q}; pq = {P, Q}; end Groups
Formulae <p> X same; <q> X !same; <pq> X same; <p> X head; <q> X head; <p> F same; !<q> G !same; end Formulae`
	p, list := ispl.Parse("pennies.ispl", []byte(src), ispl.Options{})
	require.Empty(t, list)
	r, err := ispltest.Check(p, 0, false)
	require.NoError(t, err)
	assert.Equal(t, []bool{false, false, true, true, false, false, true}, r.Verdicts)
}

// TestDeadEnds: what the published tool says of states without successors, on request.
func TestDeadEnds(t *testing.T) {
	src := one("MA", fmt.Sprintf(walker, "x = 0 : {a};", "x = 1 if Action = a;"), "x if P.x = 1; ", "P.x = 0 and P.y = 0"+closed,
		"Groups g = {P}; end Groups Formulae AX AX h; AF h; EX EX x; <g> G (x or !x); LTL G F h; end Formulae")
	p, list := ispl.Parse("m.ispl", []byte(src), ispl.Options{})
	require.NoError(t, list.Err())
	for deadEnds, want := range map[bool][]bool{true: {true, true, false, false, true}, false: {false, false, true, true, false}} {
		r, err := ispltest.Check(p, 0, deadEnds)
		require.NoError(t, err)
		assert.Equal(t, want, r.Verdicts, "dead ends %t", deadEnds)
	}
}
