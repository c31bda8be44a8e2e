package ltol

import (
	"slices"
	"strings"
	"testing"
)

// ruleNames are the names of all rules, in the order in which they are tried.
func ruleNames() []string {
	var names []string
	for _, r := range andRules {
		names = append(names, r.name)
	}
	for _, r := range nextRules {
		names = append(names, r.name)
	}
	for _, r := range untilRules {
		names = append(names, r.name)
	}
	return names
}

// rewriteTests has for every rule, named by what stands before the colon and the connective it is
// about, formulas that it rewrites, with the result.
var rewriteTests = map[string][][2]string{
	"contradiction: a & b = false if a ⇒ !b": {
		{"(G (s0 & s1)) & F !s0", "false"},
		{"(G s0) & !s0", "false"},
		{"(F (s0 | s1)) | G !s0", "true"},
		{"(s0 U s1) & G !s1", "false"},
	},
	"absorption: a & b = a if a ⇒ b": {
		{"s0 & F s0", "s0"},
		{"s0 | F s0", "F s0"},
		{"(G s0) & (s0 R s1) & s1", "(G s0) & (s0 R s1)"},
		{"(G F s0) & F s0", "G F s0"},
	},
	"resolution: a & (b | c) = a & c if a ⇒ !b": {
		{"s0 & (!s0 | s1)", "s0 & s1"},
		{"s0 | (!s0 & s1)", "s0 | s1"},
		{"(G s0) & (e0 | X F s1 | F !s0)", "(G s0) & (e0 | X F s1)"},
	},
	"folding: b & (a | X (a R b)) = a R b": {
		{"s1 & (s0 | X (s0 R s1))", "s0 R s1"},
		{"s1 | (s0 & X (s0 U s1))", "s0 U s1"},
		{"s0 & X G s0", "G s0"},
		{"s0 | X F s0", "F s0"},
		{"s0 & s1 & e0 & X G (s0 & s1)", "e0 & G (s0 & s1)"},
	},
	"next of and: X a & X b = X (a & b)": {
		{"(X s0) & X s1", "X (s0 & s1)"},
		{"(X s0) | X s1", "X (s0 | s1)"},
		{"(<e0> s0) & <e1> s1", "e0 & e1 & X (s0 & s1)"},
	},
	"release of and: (a R b) & (a R c) = a R (b & c)": {
		{"(s0 R s1) & (s0 R e0)", "s0 R (s1 & e0)"},
		{"(s0 U s1) | (s0 U e0)", "s0 U (s1 | e0)"},
		{"(G s0) & G s1", "G (s0 & s1)"},
		{"(F s0) | F s1", "F (s0 | s1)"},
		{"(G F s0) & G F s1", "(G F s0) & G F s1"},
	},
	"until of and: (a U c) & (b U c) = (a & b) U c": {
		{"(s0 U e0) & (s1 U e0)", "(s0 & s1) U e0"},
		{"(s0 R e0) | (s1 R e0)", "(s0 | s1) R e0"},
	},
	"persistence of and: F G a & F G b = F G (a & b)": {
		{"(F G s0) & F G s1", "F G (s0 & s1)"},
		{"(G F s0) | G F s1", "G F (s0 | s1)"},
	},
	"past: X past(p) = step(p)": {
		{"X past.e0", "e0"},
		{"X !past.e0", "!e0"},
		{"<e0> past.e1", "e0 & e1"},
		{"[e0] past.e1", "!e0 | e1"},
		{"X X past.e0", "X e0"},
	},
	"suspension: X q = q": {
		{"X G F s0", "G F s0"},
		{"X F G s0", "F G s0"},
		{"X ((G F s0) | F G s1)", "(G F s0) | F G s1"},
	},
	"next of parts: X (a & b) = X a & X b if a is past or suspendable": {
		{"X (past.e0 & s0)", "e0 & X s0"},
		{"X (past.e0 | s0)", "e0 | X s0"},
		{"X (s0 & G F s1)", "(G F s1) & X s0"},
	},
	"eventuality: a U e = e": {
		{"s0 U F s1", "F s1"},
		{"s0 R G s1", "G s1"},
		{"G F G F s0", "G F s0"},
		{"F G F s0", "G F s0"},
		{"F X F s0", "X F s0"},
	},
	"immediacy: a U b = b if a ⇒ b": {
		{"s0 U s0", "s0"},
		{"(s0 & s1) U s0", "s0"},
		{"s0 R s0", "s0"},
		{"(G s0) U s0", "s0"},
	},
	"left operand: (a & b) U c = a U c if !c ⇒ b; (a | b) U c = a U c if b ⇒ c": {
		{"!s0 U s0", "F s0"},
		{"(s1 & !s0) U s0", "s1 U s0"},
		{"(s1 | s0) U s0", "s1 U s0"},
		{"(s0 | !s1) R s1", "s0 R s1"},
		{"(s0 & s1) R s1", "s0 R s1"},
	},
	"nesting to the right: a U (b U c) = b U c if a ⇒ b": {
		{"s0 U (s0 U s1)", "s0 U s1"},
		{"(s0 & e0) U (s0 U s1)", "s0 U s1"},
		{"s0 R (s0 R s1)", "s0 R s1"},
	},
	"nesting to the left: (a U b) U b = a U b": {
		{"(s0 U s1) U s1", "s0 U s1"},
		{"(s0 R s1) R s1", "s0 R s1"},
	},
	"finally of until: F (a U b) = F b": {
		{"F (s0 U s1)", "F s1"},
		{"G (s0 R s1)", "G s1"},
	},
	"until of next: (X a) U (X b) = X (a U b)": {
		{"(X s0) U X s1", "X (s0 U s1)"},
		{"F X s0", "X F s0"},
		{"G X s0", "X G s0"},
		{"(X s0) R X s1", "X (s0 R s1)"},
	},
	"past: a U past(p) = past(p) | a U (a & step(p))": {
		{"s0 U past.e0", "past.e0 | (e0 M s0)"},
		{"F past.e0", "past.e0 | F e0"},
		{"G !past.e0", "!past.e0 & G !e0"},
		{"s0 R past.e0", "past.e0 & (e0 W s0)"},
		{"F (s0 | past.e0)", "past.e0 | F (s0 | e0)"},
		{"X G !past.e0", "G !e0"},
	},
	"suspension: a U (b & q) = (a U b) & q": {
		{"s0 U (s1 & G F e0)", "(G F e0) & (s0 U s1)"},
		{"G (s1 | F G e0)", "(F G e0) | G s1"},
	},
	"eventuality of a part: a U (b | e) = (a U b) | e": {
		{"s0 U (s1 | X F e0)", "(X F e0) | (s0 U s1)"},
		{"s0 R (s1 & X G e0)", "(X G e0) & (s0 R s1)"},
	},
	"finally of universal: F (a | u) = F a | F u": {
		{"F (s0 | G s1)", "(F G s1) | F s0"},
		{"G (s0 & F s1)", "(G F s1) & G s0"},
	},
	"persistence of past: F (past(p) & G (a & step(p))) = F G (a & step(p))": {
		{"F G past.e0", "F G e0"},
		{"G F past.e0", "G F e0"},
		{"G F (past.e0 | past.e1)", "G F (e0 | e1)"},
		{"F G (!past.e0 & s0)", "F G (s0 & !e0)"},
		{"F (past.e0 & G s0)", "F (past.e0 & G s0)"},
		{"F (past.e0 & (F s1) & G e0)", "F (past.e0 & (F s1) & G e0)"},
	},
	"persistence of past conditions: F G (past(a) & b) = F G (step(a) & b)": {
		{"F G (past.e0 | !past.e1)", "F G (e0 | !e1)"},
		{"G F (past.e0 & past.e1)", "G F (e0 & e1)"},
		{"F G ((past.e0 | !past.e1) & (s0 | past.e1))", "F G ((past.e1 | s0) & (e0 | !e1))"},
		{"G F (past.e0 & s0)", "G F (past.e0 & s0)"},
		{"F G (past.e0 | e1)", "F G (past.e0 | e1)"},
	},
	"persistence of universal: F G (a | u) = F G a | F u": {
		{"F G (s0 | G s1)", "(F G s1) | F G s0"},
		{"G F (s0 & F s1)", "(G F s1) & G F s0"},
	},
}

// TestRewrites checks for every rule that it is used on its examples, that it gives what it should,
// and that example and result hold at the same positions of random lassos.
func TestRewrites(t *testing.T) {
	for _, name := range ruleNames() {
		if len(rewriteTests[name]) == 0 {
			t.Errorf("no test for %q", name)
		}
	}
	for name, cases := range rewriteTests {
		if !slices.Contains(ruleNames(), name) {
			t.Errorf("a test for a rule that is no more: %q", name)
		}
		for i, test := range cases {
			t.Run(name[:strings.Index(name, ":")]+"/"+test[0], func(t *testing.T) {
				f, want := mustParse(t, test[0]), mustParse(t, test[1])
				c := newObligations(1000)
				c.fired = map[string]int{}
				got := c.decode(c.encode(f))
				if !got.Equal(want) {
					t.Errorf("%v became %v, want %v", f, got, want)
				}
				if c.fired[name] == 0 && !f.Equal(want) {
					t.Errorf("%v was rewritten by others: %v", f, c.fired)
				}
				for seed := range uint64(200) {
					r := newSource(seed*1000 + uint64(i))
					if l := r.lasso(5); !sameEverywhere(f, want, l) {
						t.Fatalf("%v is not %v", f, want)
					}
				}
			})
		}
	}
}

// rewriteSchemas has the left-hand side of every rule; s0, s1, s2 stand for any formulas, s3 for F
// f, s4 for G f, s5 for G F f.
var rewriteSchemas = map[string][]string{
	"contradiction: a & b = false if a ⇒ !b":                                    {"(G (s0 & s1)) & F !s0", "s0 & s1 & X X G !s3 & s3"},
	"absorption: a & b = a if a ⇒ b":                                            {"(G (s0 & s1)) & X s0", "(s0 U s1) & (s0 | s1)", "(s0 R s1) & ((s0 | s2) R s1)"},
	"resolution: a & (b | c) = a & c if a ⇒ !b":                                 {"(G s0) & (s1 | F !s0)", "(s0 U s1) & (s2 | !(s0 | s1))"},
	"folding: b & (a | X (a R b)) = a R b":                                      {"s1 & (s0 | X (s0 R s1))"},
	"next of and: X a & X b = X (a & b)":                                        {"(X s0) & X s1"},
	"release of and: (a R b) & (a R c) = a R (b & c)":                           {"(s0 R s1) & (s0 R s2)"},
	"until of and: (a U c) & (b U c) = (a & b) U c":                             {"(s0 U s2) & (s1 U s2)"},
	"persistence of and: F G a & F G b = F G (a & b)":                           {"(F G s0) & F G s1"},
	"past: X past(p) = step(p)":                                                 {"X past.e0", "X !past.e0"},
	"suspension: X q = q":                                                       {"X s5"},
	"next of parts: X (a & b) = X a & X b if a is past or suspendable":          {"X (s0 & s5)", "X (past.e0 | s0)"},
	"eventuality: a U e = e":                                                    {"s0 U s3"},
	"immediacy: a U b = b if a ⇒ b":                                             {"(s0 & s1) U s0", "(s0 U s1) U (s0 | s1)"},
	"left operand: (a & b) U c = a U c if !c ⇒ b; (a | b) U c = a U c if b ⇒ c": {"(s0 & !s1) U (s1 | s2)", "(s0 | (s1 & s2)) U s1"},
	"nesting to the right: a U (b U c) = b U c if a ⇒ b":                        {"(s0 & s1) U (s0 U s2)"},
	"nesting to the left: (a U b) U b = a U b":                                  {"(s0 U s1) U s1"},
	"finally of until: F (a U b) = F b":                                         {"F (s0 U s1)"},
	"until of next: (X a) U (X b) = X (a U b)":                                  {"(X s0) U X s1", "F X s0"},
	"past: a U past(p) = past(p) | a U (a & step(p))":                           {"s0 U past.e0", "s0 U (s1 | !past.e1)"},
	"suspension: a U (b & q) = (a U b) & q":                                     {"s0 U (s1 & s5)"},
	"eventuality of a part: a U (b | e) = (a U b) | e":                          {"s0 U (s1 | s3)"},
	"finally of universal: F (a | u) = F a | F u":                               {"F (s0 | s4)"},
	"persistence of past: F (past(p) & G (a & step(p))) = F G (a & step(p))":    {"F G past.e0", "F G (!past.e1 & s0)"},
	"persistence of past conditions: F G (past(a) & b) = F G (step(a) & b)":     {"F G ((past.e0 | past.e1) & s0)", "F G (!past.e0 | past.e1)"},
	"persistence of universal: F G (a | u) = F G a | F u":                       {"F G (s0 | s4)"},
}

// TestRewriteSchemas puts random formulas into the left-hand side of every rule and checks that
// what comes out holds at the same positions, whichever rules were used on the way.
func TestRewriteSchemas(t *testing.T) {
	for _, name := range ruleNames() {
		fired := map[string]int{}
		for i, schema := range rewriteSchemas[name] {
			for seed := range uint64(100 * longer()) {
				r := newSource(seed*10 + uint64(i))
				part := func() *Formula { return r.formula(1 + r.IntN(4)) }
				f := substitute(mustParse(t, schema), []*Formula{
					part(), part(), part(), Finally(part()), Globally(part()), Globally(Finally(part())),
				})
				c := newObligations(10_000)
				c.fired = fired
				g := c.decode(c.encode(f))
				for range 10 {
					if l := r.lasso(6); !sameEverywhere(f, g, l) {
						t.Fatalf("%s, seed %d: %v is not %v", name, seed, f, g)
					}
				}
			}
		}
		t.Logf("%6d %s", fired[name], name)
		if fired[name] < 15 {
			t.Errorf("used %d times: %s", fired[name], name)
		}
	}
}

// substitute puts the i-th of the formulas in place of s<i>.
func substitute(f *Formula, by []*Formula) *Formula {
	if f.op == OpAtom && f.atom.Kind == State {
		return by[f.atom.ID]
	}
	var args []*Formula
	for _, a := range f.args {
		args = append(args, substitute(a, by))
	}
	return newFormula(f.op, f.atom, args...)
}

// TestRewritingIsIdempotent reads what rewriting gives and rewrites it: nothing is left to do.
func TestRewritingIsIdempotent(t *testing.T) {
	for seed := range uint64(1000 * longer()) {
		r := newSource(seed)
		f := r.formula(1 + r.IntN(12))
		c := newObligations(10_000)
		x := c.encode(f)
		if y := c.encode(c.decode(x)); x != y {
			t.Errorf("seed %d: %v became %v, then %v", seed, f, c.decode(x), c.decode(y))
		}
	}
}
