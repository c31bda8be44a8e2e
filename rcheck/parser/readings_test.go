package parser_test

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// readingModels are models in which a and b have Boolean variables x, y, z and numbers n, m, in
// either dialect.
func readingModel(t *testing.T, files *token.FileSet, d ast.Dialect) *ast.File {
	t.Helper()
	guard := "<x>"
	if d == ast.Current {
		guard = "{x}"
	}
	src := "message-structure: M : 0..3, B : bool\nproperty-variables: p : 0..3\n" +
		"agent A local: x : bool, y : bool, z : bool, n : 0..3, m : 0..3 repeat: s: " + guard +
		" *! true()[]\nsystem = A(a, true) || A(b, true)\n"
	f, list := parser.ParseFile(files, "m.rcp", []byte(src), parser.Options{})
	require.Empty(t, list)
	return f
}

// Formulas as this program reads them, and as others do: current files where the model is classic
// and classic files where it is current (other), the published tool's grammar of the model's
// dialect (tool). An empty reading is the same as ours, or none.
func TestReadingsOfFormulas(t *testing.T) {
	const classic, current = ast.Classic, ast.Current
	for _, test := range []struct {
		dialect                   ast.Dialect
		formula, own, other, tool string
	}{
		// The examples of the language definition.
		{classic, `!a-n = 1`, `!(a-n = 1)`, ``, ``},
		{classic, `a-x U b-x & a-y`, `(a-x U b-x) & a-y`, ``, `a-x U (b-x & a-y)`},
		{classic, `G a-x -> b-x`, `(G a-x) -> b-x`, `G (a-x -> b-x)`, `G (a-x -> b-x)`},
		{current, `G a-x -> b-x`, `G (a-x -> b-x)`, `(G a-x) -> b-x`, ``},
		{current, `a-x & F b-x | a-y`, `a-x & (F (b-x | a-y))`, `(a-x & (F b-x)) | a-y`, ``},
		// The tool's grammar of the classic dialect.
		{classic, `a-x & a-y -> b-x`, `(a-x & a-y) -> b-x`, ``, `a-x & (a-y -> b-x)`},
		{classic, `F a-x & F b-x | F b-y`, `((F a-x) & (F b-x)) | (F b-y)`, `F (a-x & (F (b-x | (F b-y))))`, `(F a-x) & ((F b-x) | (F b-y))`},
		{classic, `!a-x & b-x`, `(!a-x) & b-x`, ``, `!(a-x & b-x)`},
		{classic, `(!a-x) & b-x`, `(!a-x) & b-x`, ``, ``},
		{classic, `F a-x & b-x`, `(F a-x) & b-x`, `F (a-x & b-x)`, `F (a-x & b-x)`},
		{classic, `F a-x & F b-x`, `(F a-x) & (F b-x)`, `F (a-x & (F b-x))`, ``},
		{classic, `<true> true -> b-x`, `(<true> true) -> b-x`, `<true> (true -> b-x)`, `<true> (true -> b-x)`},
		{classic, `a-x U b-x U a-y`, `a-x U (b-x U a-y)`, ``, `(a-x U b-x) U a-y`},
		{classic, `a-x -> F b-x -> a-y`, `a-x -> ((F b-x) -> a-y)`, `a-x -> (F (b-x -> a-y))`, `a-x -> (F (b-x -> a-y))`},
		{classic, `a-x = b-x -> a-y`, `(a-x = b-x) -> a-y`, ``, `a-x = (b-x -> a-y)`},
		{classic, `a-n = b-n -> a-y`, `(a-n = b-n) -> a-y`, ``, ``},
		{classic, `a-s -> b-n = 1`, `a-s -> (b-n = 1)`, ``, ``},
		{classic, `G (a-n + 1 = b-n & a-x)`, `G (((a-n + 1) = b-n) & a-x)`, ``, ``},
		{classic, `(a-n + 1) * 2 = 4 -> (a-x)`, `(((a-n + 1) * 2) = 4) -> a-x`, ``, ``},
		{classic, `F !a-x`, `F (!a-x)`, ``, ``},
		{classic, `a-x & b-x & F a-y & b-y`, `a-x & b-x & (F a-y) & b-y`, `a-x & b-x & (F (a-y & b-y))`, `a-x & b-x & (F (a-y & b-y))`},
		{classic, `/\ k : A . F k-x & k-y`, `/\ k : A . ((F k-x) & k-y)`, `/\ k : A . (F (k-x & k-y))`, `/\ k : A . (F (k-x & k-y))`},
		{classic, `[M = 1 & B -> B] a-x`, `[((M = 1) & B) -> B] a-x`, ``, `[(M = 1) & (B -> B)] a-x`},
		{classic, `F a-x <-> F b-x <-> F a-y`, `((F a-x) <-> (F b-x)) <-> (F a-y)`, `F (a-x <-> (F (b-x <-> (F a-y))))`, ``},
		// What the tool does not have gets no reading of it.
		{classic, `a-x & (forall i : 0..3 . a-n = i -> a-x)`, `a-x & (forall i : 0..3 . ((a-n = i) -> a-x))`, ``, ``},
		{classic, `a-x & a-n % 2 = 1 -> b-x`, `(a-x & ((a-n % 2) = 1)) -> b-x`, ``, ``},
		// The tool's grammar of the current dialect.
		{current, `a-x | b-x & a-y`, `a-x | (b-x & a-y)`, ``, `(a-x | b-x) & a-y`},
		{current, `a-x & b-x -> a-y`, `(a-x & b-x) -> a-y`, ``, ``},
		{current, `a-x -> b-x -> a-y`, `a-x -> (b-x -> a-y)`, ``, `(a-x -> b-x) -> a-y`},
		{current, `G a-x -> b-x U a-y`, `G (a-x -> (b-x U a-y))`, `(G a-x) -> (b-x U a-y)`, `G ((a-x -> b-x) U a-y)`},
		{current, `a-n + 1 = 2`, `(a-n + 1) = 2`, ``, `a-n + (1 = 2)`},
		{current, `!a-n = 1`, `!(a-n = 1)`, ``, `(!a-n) = 1`},
		{current, `!a-x = b-x`, `!(a-x = b-x)`, ``, ``},
		{current, `a-x & b-x <-> a-y`, `(a-x & b-x) <-> a-y`, ``, ``},
		{current, `<<chan = * | p2p & sender = a>> true`, `<<(chan = *) | (p2p & (sender = a))>> true`, ``, `<<((chan = *) | p2p) & (sender = a)>> true`},
		{current, `<<!p2p | p2p & p2p>> true`, `<<(!p2p) | (p2p & p2p)>> true`, ``, ``},
		{current, `<<chan = * | M = 1 & sender = a>> true`, `<<(chan = *) | ((M = 1) & (sender = a))>> true`, ``, ``},
		{current, `forall k : A . F k-x & k-y`, `forall k : A . (F (k-x & k-y))`, `forall k : A . ((F k-x) & k-y)`, ``},
		{current, `G (forall k : A . k-x | k-y & k-z)`, `G (forall k : A . (k-x | (k-y & k-z)))`, ``, ``},
		{current, `[[p2p]] F a-x -> G b-x & b-y`, `[[p2p]] (F (a-x -> (G (b-x & b-y))))`, `([[p2p]] (F a-x)) -> ((G b-x) & b-y)`, ``},
		{current, `[[p2p]] F a-x`, `[[p2p]] (F a-x)`, ``, ``},
		{current, `[[exists(p = 1 | p = 2 & p = 3)]] true`, `[[exists((p = 1) | ((p = 2) & (p = 3)))]] true`, ``, `[[exists(((p = 1) | (p = 2)) & (p = 3))]] true`},
	} {
		t.Run(test.dialect.String()+" "+test.formula, func(t *testing.T) {
			files := token.NewFileSet()
			opts := parser.Options{Model: readingModel(t, files, test.dialect)}
			x, list := parser.ParseFormula(files, "formula", []byte(test.formula), opts)
			require.NoError(t, list.Err())
			assert.Equal(t, test.own, ast.Print(x, ast.Style{Full: true}))
			other, tool := foreignClaims(t, list.Error())
			assert.Equal(t, test.other, other, "other dialect")
			assert.Equal(t, test.tool, tool, "published tool")
			if test.other == "" && test.tool == "" {
				assert.Empty(t, list)
			} else {
				require.Len(t, list, 1)
				assert.Equal(t, parser.ReadingsDiffer, list[0].Code)
			}
		})
	}
}

var (
	otherClaim = regexp.MustCompile("(?:classic|current) files(?: and the published R-CHECK tool)? would read it as `(.*?)`")
	toolClaim  = regexp.MustCompile("the published R-CHECK tool would read it as `(.*?)`")
)

func foreignClaims(t *testing.T, message string) (other, tool string) {
	t.Helper()
	if m := otherClaim.FindStringSubmatch(message); m != nil {
		other = m[1]
	}
	if m := toolClaim.FindStringSubmatch(message); m != nil {
		tool = m[1]
	}
	return other, tool
}

func TestReadingsOfGuards(t *testing.T) {
	for _, test := range []struct {
		name, src, tool string
	}{
		{"current receive guard", `agent A local: c : channel receive-guard: (chan == *) & (@p == 1) | (chan == c) & (@p == 2) | (chan == c) repeat: {true} c? []`,
			`((((chan = *) & (@p = 1)) | (chan = c)) & (@p = 2)) | (chan = c)`},
		{"classic receive guard", `agent A local: c : channel receive-guard: (channel == *) & (@p == 1) | (channel == c) & (@p == 2) repeat: <true> c? []`, ``},
		{"classic init", `agent A local: x : bool, y : bool init: x & y -> x repeat: <true> *? []`, `x & (y -> x)`},
		{"classic negation", `agent A local: x : bool, y : bool init: !x & y repeat: <true> *? []`, ``},
		{"update", `agent A local: x : bool, n : 0..3 repeat: {n + 1 = 2} *? []`, `n + (1 = 2)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte(test.src), parser.Options{})
			require.NoError(t, list.Err())
			_, tool := foreignClaims(t, list.Error())
			assert.Equal(t, test.tool, tool)
		})
	}
}

func TestReadingsOfRepetitions(t *testing.T) {
	for _, test := range []struct{ process, claim string }{
		{"rep a: {x} *? [] + b: {x} *? []", "this is read as `(rep a) + b`; the published R-CHECK tool would read it as `rep (a + b)`"},
		{"rep (a: {x} *? [] ; b: {x} *? []) + c: {x} *? []", "this is read as `(rep (a ; b)) + c`; the published R-CHECK tool would read it as `rep ((a ; b) + c)`"},
		{"(c: {x} *? [] + rep a: {x} *? [] ; b: {x} *? [])", "this is read as `c + (rep a) ; b`; the published R-CHECK tool would read it as `c + rep (a ; b)`"},
		{"(rep a: {x} *? []) + b: {x} *? []", ""},
		{"a: {x} *? [] ; rep (a: {x} *? [] + b: {x} *? [])", ""},
		{"rep a: <x> *? [] + b: <x> *? []", ""},
	} {
		_, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte("agent A local: x : bool repeat: "+test.process), parser.Options{})
		if test.claim == "" {
			assert.Empty(t, list, test.process)
			continue
		}
		require.Len(t, list, 1, test.process)
		assert.Equal(t, parser.RepetitionDiffers, list[0].Code)
		assert.Equal(t, test.claim, list[0].Detail)
	}
}

// Every repetition that is read differently elsewhere is told, and the readings of what is in one
// pair of parentheses once.
func TestAllRepetitionsAreTold(t *testing.T) {
	const process = "rep a: {x} *? [] ; (rep b: {x} *? [] + c: {x} *? []) ; rep d: {x} *? [] ; rep e: {x} *? []"
	_, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte("agent A local: x : bool repeat: "+process), parser.Options{})
	var columns []int
	for _, d := range list {
		require.Equal(t, parser.RepetitionDiffers, d.Code)
		columns = append(columns, d.Start.Column-len("agent A local: x : bool repeat: "))
	}
	assert.Equal(t, []int{1, 21, 56}, columns)
	assert.Contains(t, list[2].Detail, "this repetition also")
}

// Brackets of classic observations that are also comparisons.
func TestBracketsOfObservations(t *testing.T) {
	for _, test := range []struct {
		formula string
		want    []string // more than one: alternatives for the types to decide
	}{
		{`<M > 1> true`, []string{`<(M > 1)> true`}},
		{`<M > 1 & B> a-n > 2`, []string{`<(M > 1) & B> (a-n > 2)`}},
		{`<B> a-n > b-n`, []string{`<B> (a-n > b-n)`}},
		{`<p2p & M > 1> a-x & a-n > 1`, []string{`(<p2p & (M > 1)> a-x) & (a-n > 1)`}},
		{`<B & M > m> m`, []string{`<B & (M > m)> m`, `<B & M> (m > m)`}},
		{`<B & M> m > c | <B> true`, []string{`(<B & (M > m)> c) | (<B> true)`, `(<B & M> (m > c)) | (<B> true)`}},
		{`<(B & M > m)> m`, []string{`<B & (M > m)> m`}},
		{`<B> <B> <M > 1> true`, []string{`<B> (<B> (<(M > 1)> true))`}},
		{`<B>a-x -> <B>b-x`, []string{`(<B> a-x) -> (<B> b-x)`}},
	} {
		t.Run(test.formula, func(t *testing.T) {
			files := token.NewFileSet()
			opts := parser.Options{Model: readingModel(t, files, ast.Classic)}
			x, list := parser.ParseFormula(files, "formula", []byte(test.formula), opts)
			require.NoError(t, list.Err())
			alternatives := []ast.Expr{x}
			if amb, ok := x.(*ast.Ambiguous); ok {
				alternatives = amb.Alternatives
			}
			var got []string
			for _, a := range alternatives {
				got = append(got, ast.Print(a, ast.Style{Full: true}))
			}
			assert.Equal(t, test.want, got)
		})
	}
}
