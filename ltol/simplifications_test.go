package ltol

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
)

var dirOfPackage = os.DirFS(".")

// simplifications are the functions that make or change terms, edges or automata, each with the
// test that shows what it does. The rules for formulas have tests of their own, which TestRewrites
// asks for.
var simplifications = map[string]string{
	// terms of the alternating automaton
	"expand":         "TestTranslateAgainstEval",
	"expandTemporal": "TestTranslateAgainstEval",
	"expandAll":      "TestTranslateAgainstEval",
	"product":        "TestTermsLoseWhatOthersCover",
	"normal":         "TestTermsLoseWhatOthersCover",
	"joinFinally":    "TestAlternativesAreAwaitedTogether",
	"waiting":        "TestBreakpointConstruction",
	// alternating to Büchi automata
	"dealternate": "TestStatesWithTheSameEdgesAreOne",
	"finish":      "TestStatesWithTheSameEdgesAreOne",
	"automaton":   "TestClassicAutomata",
	// Büchi automata
	"reduce":           "TestPassesKeepLanguage",
	"reachable":        "TestReachable",
	"withoutDead":      "TestWithoutDead",
	"assignAcceptance": "TestAssignAcceptance",
	"mergeBisimilar":   "TestMergeBisimilar",
	"mergeSimilar":     "TestMergeSimilar",
	"pruneEdges":       "TestPruneEdges",
	"collapseTerminal": "TestCollapseTerminal",
	"withoutLetters":   "TestCollapseTerminal",
	"quotient":         "TestMergeBisimilar",
	"collapse":         "TestWithoutDead",
	"joinEdges":        "TestJoinEdges",
	"splitHistories":   "TestSplitHistories",
	"Degeneralize":     "TestDegeneralizeNamed",
	"Translate":        "TestTranslateAgainstEval",
	"compact":          "TestDeterminism",
	"onTable":          "TestDeterminism",
	"mapAtoms":         "TestTranslator",
	// words out of automata
	"acceptingCycle": "TestWordIsAccepted",
	"path":           "TestWordIsShort",
}

// TestEverySimplificationHasATest looks in the source for functions that return terms, edges or
// automata, or change their automaton, and wants a test for each.
func TestEverySimplificationHasATest(t *testing.T) {
	made := map[string]bool{}
	tests := map[string]bool{}
	files, err := fs.Glob(dirOfPackage, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		src, err := fs.ReadFile(dirOfPackage, name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			switch {
			case !ok:
			case strings.HasSuffix(name, "_test.go"):
				tests[fn.Name.Name] = true
			case simplifies(fn):
				made[fn.Name.Name] = true
			}
		}
	}
	for name := range made {
		if !tests[simplifications[name]] {
			t.Errorf("no test for %s: %q", name, simplifications[name])
		}
	}
	for name := range simplifications {
		if !made[name] {
			t.Errorf("a test for %s, which is no more", name)
		}
	}
	t.Logf("%d rules for formulas, %d functions on terms and automata", len(ruleNames()), len(made))
}

// simplifies reports whether a function returns terms, edges or an automaton, or is a method of
// automata that returns an error only. Methods that write an automaton are named so, and change
// none.
func simplifies(fn *ast.FuncDecl) bool {
	if fn.Type.Results == nil {
		return false
	}
	of := ""
	if fn.Recv != nil {
		of = typeText(fn.Recv.List[0].Type)
	}
	results := fn.Type.Results.List
	writes := strings.HasPrefix(fn.Name.Name, "Write")
	if of == "*Automaton" && !writes && len(results) == 1 && typeText(results[0].Type) == "error" {
		return true
	}
	return slices.ContainsFunc(results, func(r *ast.Field) bool {
		text := typeText(r.Type)
		return slices.Contains([]string{"*Automaton", "*rawAutomaton", "[]Edge", "[]term"}, text) ||
			text == "[]ob" && of == "*expander"
	})
}

func typeText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return "*" + typeText(e.X)
	case *ast.ArrayType:
		return "[]" + typeText(e.Elt)
	}
	return ""
}

func expanderOf(t *testing.T, text string) (*expander, ob) {
	t.Helper()
	c := newObligations(1000)
	x := c.encode(mustParse(t, text))
	return newExpander(context.Background(), c, x, Options{}.withDefaults()), x
}

// TestTermsLoseWhatOthersCover has terms with the same debts, with more debts, and late with more.
func TestTermsLoseWhatOthersCover(t *testing.T) {
	e, _ := expanderOf(t, "s0 & s1 & e0 & F s0 & F s1")
	atom := func(text string) ref { return e.guard(e.encode(mustParse(t, text))) }
	one, other := e.encode(mustParse(t, "F s0")), e.encode(mustParse(t, "F s1"))
	both := obset{min(one, other), max(one, other)}
	s0, s1, e0 := atom("s0"), atom("s1"), atom("e0")
	for name, test := range map[string]struct{ from, want []term }{
		"the same debts":         {[]term{{s0, obset{one}, nil}, {s1, obset{one}, nil}}, []term{{e.table.or(s0, s1), obset{one}, nil}}},
		"more debts":             {[]term{{s0, obset{one}, nil}, {e0, both, nil}}, []term{{s0, obset{one}, nil}, {e.table.minus(e0, s0), both, nil}}},
		"more, on fewer letters": {[]term{{e.table.and(s0, e0), both, nil}, {s0, nil, nil}}, []term{{s0, nil, nil}}},
		"late with more":         {[]term{{s0, obset{one}, obset{one}}, {s0, obset{one}, nil}}, []term{{s0, obset{one}, nil}}},
		"late instead of owing":  {[]term{{s0, obset{one}, nil}, {s0, nil, obset{one}}}, []term{{s0, nil, obset{one}}, {s0, obset{one}, nil}}},
		"nothing in common":      {[]term{{s0, obset{one}, nil}, {s0, obset{other}, nil}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			want := test.want
			if want == nil {
				want = slices.Clone(test.from)
				slices.SortFunc(want, compareTerms)
			}
			if got := e.normal(test.from); keyOfTerms(got) != keyOfTerms(want) {
				t.Errorf("%v became %v, want %v", test.from, got, want)
			}
		})
	}
	product := e.product([]term{{s0, obset{one}, nil}, {always, both, nil}}, []term{{s1, nil, nil}, {e.table.minus(e0, s1), obset{one}, nil}})
	want := e.normal([]term{
		{e.table.and(s0, s1), obset{one}, nil}, {e.table.and(s0, e.table.minus(e0, s1)), obset{one}, nil},
		{s1, both, nil}, {e.table.minus(e0, s1), both, nil},
	})
	if keyOfTerms(product) != keyOfTerms(want) {
		t.Errorf("product %v, want %v", product, want)
	}
}

// TestAlternativesAreAwaitedTogether: that one of several things happens is one state, besides what
// is not awaited.
func TestAlternativesAreAwaitedTogether(t *testing.T) {
	for text, want := range map[string][]string{
		"(F G s0) | F G s1":      {"F ((G s0) | G s1)"},
		"(F G s0) | G s1":        {"F G s0", "G s1"},
		"e0 | (F G s0) | F G s1": {"e0", "F ((G s0) | G s1)"},
	} {
		e, x := expanderOf(t, text)
		if e.form(x) != formOr {
			t.Fatalf("%s is no disjunction", text)
		}
		var parts, wanted []*Formula
		for _, y := range e.joinFinally(e.args(x)) {
			parts = append(parts, e.decode(y))
		}
		for _, part := range want {
			wanted = append(wanted, mustParse(t, part))
		}
		if len(parts) != len(wanted) {
			t.Errorf("%s: %v, want %v", text, parts, wanted)
		}
		for seed := range uint64(300) {
			r := newSource(seed)
			if l := r.lasso(5); !sameEverywhere(Or(parts...), Or(wanted...), l) {
				t.Fatalf("%s: %v is not %v", text, parts, wanted)
			}
		}
	}
	if got := translate(t, mustParse(t, "(F G s0) | F G s1"), Options{}); len(got.States) != 3 {
		t.Errorf("waiting for one of two takes %d states", len(got.States))
	}
}

// TestStatesWithTheSameEdgesAreOne: what is owed differs, what follows does not.
func TestStatesWithTheSameEdgesAreOne(t *testing.T) {
	merged := 0
	for seed := range uint64(400) {
		r := newSource(seed)
		e, raw := rawOf(t, r.formula(3+r.IntN(7)))
		keys := map[string]bool{}
		for q, owed := range raw.owed {
			key := keyOfTerms(e.expandAll(owed))
			if keys[key] {
				t.Fatalf("seed %d: state %d has the edges of another", seed, q)
			}
			keys[key] = true
		}
		for q, edges := range raw.edges {
			terms := e.expandAll(raw.owed[q])
			if len(edges) != len(terms) {
				t.Fatalf("seed %d: %d edges, %d terms", seed, len(edges), len(terms))
			}
			for i, edge := range edges {
				if !slices.Equal(raw.owed[edge.to], terms[i].next) {
					merged++
					if keyOfTerms(e.expandAll(raw.owed[edge.to])) != keyOfTerms(e.expandAll(terms[i].next)) {
						t.Fatalf("seed %d: an edge of state %d leads to another state", seed, q)
					}
				}
			}
		}
	}
	t.Logf("%d edges to a state that stands for another", merged)
	if merged < 50 {
		t.Errorf("only %d edges to a state that stands for another", merged)
	}
}

func TestReachable(t *testing.T) {
	a := automatonOf(t, 0, "0: s0 -> 3\n1: s1 -> 2\n2: true -> 0\n3: e0 -> 0\n3: e1 -> 3")
	expectShape(t, a.reachable(), "0: s0 -> 1\n1: e0 -> 0\n1: e1 -> 1")
}

// TestPruneEdges has state 1 simulate state 2; an edge gives way to a better one on the letters of
// both, unless it is in more sets.
func TestPruneEdges(t *testing.T) {
	less := func(p, q int) bool { return p == 2 && q == 1 }
	for text, want := range map[string]string{
		"0: s0 -> 1\n0: s1 -> 2":         "0: s0 -> 1\n0: s1 & !s0 -> 2",
		"0: s0 -> 1\n0: s0 & s1 -> 2":    "0: s0 -> 1",
		"0: s0 -> 1\n0: s1 -> 2 {0}":     "0: s0 -> 1\n0: s1 -> 2 {0}",
		"0: s0 -> 1 {0}\n0: s1 -> 2 {0}": "0: s0 -> 1 {0}\n0: s1 & !s0 -> 2 {0}",
		"0: s0 -> 0\n0: s0 -> 1":         "0: s0 -> 0\n0: s0 -> 1",
	} {
		const others = "\n1: true -> 1\n2: s0 -> 2"
		a := automatonOf(t, 1, text+others)
		a.States[0] = a.pruneEdges(a.States[0], less)
		expectShape(t, a, want+others)
	}
}
