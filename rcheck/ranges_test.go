package rcheck

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// ranges returns the types of the locals and data of a model by name.
func ranges(p *Program) map[string]string {
	out := map[string]string{}
	for _, v := range p.System.Vars {
		out[v.Name] = v.Type.Name
	}
	for _, d := range p.System.Data {
		out[d.Name] = d.Type.Name
	}
	for _, d := range p.System.Properties {
		out[d.Name] = d.Type.Name
	}
	return out
}

func TestRangesFollow(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      map[string]string
	}{
		{"from init", "agent A local: x : int init: x = 2 | x = 7 repeat: { x > 2 } * ! true () [] system = A(a, true)",
			map[string]string{"x": "2..7"}},
		{"from comparisons in init", "agent A local: x : int, y : int init: x >= -1 & 3 > x & y - 1 <= x & y > x repeat: { x = y } * ! true () [] system = A(a, true)",
			map[string]string{"x": "-1..2", "y": "0..3"}},
		{"from the instances", "agent A local: x : int repeat: { x = 0 } * ! true () [] system = A(a, x = 1) || A(b, x = 5)",
			map[string]string{"x": "1..5"}},
		{"counting up to a guard", "agent A local: x : int init: x = 0 repeat: { x < 4 } * ! true () [x := x + 1] system = A(a, true)",
			map[string]string{"x": "0..4"}},
		{"counting up to another variable", "agent A local: x : int, n : int init: x = 0 & n = 4 repeat: { x < n } * ! true () [x := x + 1] system = A(a, true)",
			map[string]string{"x": "0..4", "n": "4..4"}},
		{"counting far", "agent A local: x : int init: x = 0 repeat: { x < 5000 } * ! true () [x := x + 1] + { x >= 7 } * ! true () [x := x - 7] system = A(a, true)",
			map[string]string{"x": "0..5000"}},
		{"bounded by the sequence", "agent A local: x : int init: x = 0 repeat: { x = 0 } * ! true () [x := x + 1]; { true } * ! true () [x := x + 1]; { true } * ! true () [x := 0] system = A(a, true)",
			map[string]string{"x": "0..2"}},
		{"modulo", "agent A local: x : int init: x = 0 repeat: { x != 9 } * ! true () [x := (x + 1) % 5] system = A(a, true)",
			map[string]string{"x": "0..4"}},
		{"conditional", "agent A local: x : int init: x = 0 repeat: { x != 9 } * ! true () [x := x < 3 ? x + 1 : 0] system = A(a, true)",
			map[string]string{"x": "0..3"}},
		{"never executed", "agent A local: x : int init: x = 0 repeat: { x > 0 } * ! true () [x := x + 1] system = A(a, true)",
			map[string]string{"x": "0..0"}},
		{"through messages", `message-structure: M : int
property-variables: p : int
agent A local: x : int init: x = 1 relabel: p <- x + 1 repeat: { x > 0 } * ! p = 1 (M := x * 2) []
agent B local: y : int init: y = 0 relabel: p <- 9 repeat: { M > 0 } * ? [y := M + 1]
system = A(a, true) || B(b, true) SPEC F b-y = 3`,
			map[string]string{"x": "1..1", "M": "2..2", "y": "0..3", "p": "int"}},
		{"compared property identifiers", `property-variables: p : int, q : int
agent A local: x : int init: x = 1 relabel: p <- x q <- 0 repeat: { x > 0 } * ! p = 4 & @q = x () []
system = A(a, true) SPEC F <<exists(q != -2)>> true`,
			map[string]string{"x": "1..1", "p": "int", "q": "int"}},
		{"message and answer", `message-structure: M : int
enum channel { c, d }
agent A local: x : int init: x = 0 repeat: { x < 3 } c ! true (M := x) []; { M > x } d ? [x := M]
agent B local: y : int init: y = 0 repeat: { true } c ? [y := M]; { true } d ! true (M := y + 1) []
system = A(a, true) || B(b, true)`,
			map[string]string{"x": "0..3", "M": "0..3", "y": "0..2"}},
		{"through exchanges", `message-structure: M : int, N : int
agent A local: x : int init: x = 3 repeat: { N > 0 } GET@(true) (M := x) [x := N]
agent B local: y : int init: y = 1 repeat: { M != 4 } SUPPLY@(any) (N := y) [y := M]
system = A(a, true) || B(b, true)`,
			map[string]string{"x": "1..3", "y": "1..3", "M": "1..3", "N": "1..3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := parse(t, tt.src)
			require.Equal(t, tt.want, ranges(p))
		})
	}
}

// TestWideQuotients relabels by quotients of a range that is no longer listed value by value. The
// first range of each pair is the smallest that holds the quotient.
func TestWideQuotients(t *testing.T) {
	for _, tt := range []struct{ relabel, fits, small string }{
		{"n / 2", "0..149", "0..148"},
		{"(n - 150) / 2", "-75..74", "-75..73"},
		{"(n - 150) / -2", "-74..75", "-74..74"},
		{"n / 7 * 7", "0..294", "0..293"},
		{"n / 2 + n % 2", "0..150", "0..149"},
		{"n % 100", "0..99", "0..98"},
		{"(n - 299) % 100", "-99..0", "-98..0"},
	} {
		model := func(w string) string {
			return "property-variables: w : " + w + " agent A local: n : 0..299 init: n = 0 relabel: w <- " + tt.relabel +
				" repeat: { n < 299 } * ! true () [n := n + 1] system = A(a, true)"
		}
		parse(t, model(tt.fits))
		_, list := Parse("small.rcp", []byte(model(tt.small)), Options{})
		require.Len(t, list.Errors(), 1, tt.relabel)
		require.Equal(t, diag.Code("RC0504"), list.Errors()[0].Code, tt.relabel)
	}
}

// Where no range follows, a variable has the type of all integers, and a local needs a finite
// initial value.
func TestNoRange(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		x         recipe.Interval // the initial values
		message   string
	}{
		{"growing", "agent A local: x : int init: x = 0 repeat: { x >= 0 } * ! true () [x := x + 1] system = A(a, true)", recipe.Interval{}, ""},
		{"several initial values", "agent A local: x : int init: x > -2 repeat: { true } * ! true () [x := x + 1] system = A(a, x < 4)", recipe.Interval{Lo: -1, Hi: 3}, ""},
		{"too many values", "agent A local: x : int init: x = 0 repeat: { x < 10000000 } * ! true () [x := x + 1] system = A(a, true)", recipe.Interval{}, ""},
		{"uninitialised", "agent A local: x : int repeat: { x = 0 } * ! true () [] system = A(a, true)", recipe.Interval{},
			"local variable `x` is declared `int`, and `init` gives it no finite initial value"},
		{"half open", "agent A local: x : int init: x > 3 repeat: { x = 0 } * ! true () [] system = A(a, true)", recipe.Interval{}, "no finite initial value"},
		{"too large", "agent A local: x : int init: x = 3 repeat: { true } * ! true () [x := x * x * x] system = A(a, true)", recipe.Interval{}, "may need more than 64 bits"},
		{"too large in a property", "agent A local: x : int init: x = 3 repeat: { true } * ! true () [x := x + 1] system = A(a, true) SPEC G (a-x * a-x * a-x < 4)",
			recipe.Interval{}, "may need more than 64 bits"},
		{"too large in an initial value", "agent A local: x : int init: x = 3 & x * x * x = 27 repeat: { true } * ! true () [x := x + 1] system = A(a, true)",
			recipe.Interval{}, "may need more than 64 bits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, list := Parse("test.rcp", []byte(tt.src), Options{})
			if tt.message == "" {
				require.NoError(t, list.Err())
				require.Equal(t, map[string]string{"x": "int"}, ranges(p))
				require.Equal(t, tt.x, p.System.Vars[0].Start)
				return
			}
			require.ErrorContains(t, list.Err(), tt.message)
			require.Len(t, list.Errors(), 1)
		})
	}
}

// What a quantifier says of all integers is decided if identifiers are only compared, in the
// formula and in all predicates, also in formulas that are added later.
func TestQuantifiedIntegers(t *testing.T) {
	const head = "property-variables: p : int, q : 0..3 agent A local: x : 0..1 init: x = 0 relabel: p <- x q <- x repeat: { true } * ! (PREDICATE) () [x := 1 - x] system = A(a, true) || A(b, true)\n"
	for _, tt := range []struct {
		predicate, formula string
		decided            bool
	}{
		{"@p = 1", "G ([exists(@p + 1 < 3)] true)", true},
		{"@p - @q = 1", "G ([exists(@q * 2 = 2)] true)", true},
		{"@p = 1", "G ([exists(@p * 2 = 2)] false)", false},
		{"@p % 2 = 1", "G ([forall(@p = 2)] false)", false},
		{"@p % 2 = 1", "G (a-x = 0)", true},
	} {
		src := strings.Replace(head, "PREDICATE", tt.predicate, 1)
		_, list := Parse("test.rcp", []byte(src+"SPEC "+tt.formula), Options{})
		p := parse(t, src)
		_, _, added := p.WithProperty("", tt.formula)
		for _, l := range []diag.List{list, added} {
			if tt.decided {
				require.NoError(t, l.Err(), tt.formula)
				continue
			}
			require.Len(t, l.Errors(), 1, "%v", l)
			require.Equal(t, diag.Code("RC0525"), l.Errors()[0].Code)
		}
	}
}

// Agents outside of an open system use every value of a property identifier.
func TestIdentifiersOfOpenSystems(t *testing.T) {
	_, list := Parse("test.rcp", []byte("property-variables: p : int\nagent A local: x : 0..1 init: x = 0 relabel: p <- x repeat: { true } * ! (@p = 1) () [x := 1 - x]\n"+
		"system = A(a, true) || open"), Options{})
	require.Len(t, list.Errors(), 1)
	require.ErrorContains(t, list.Err(), "[RC0521]: property identifier `p` needs a range")
}

func TestGivenIntRange(t *testing.T) {
	src := `message-structure: M : int
guard g(n : int) := n < 100;
agent A local: x : int repeat: { x = 0 & g(200) } * ! true (M := x) [x := x + 1] + { M > 0 } * ? []
system = A(a, true) || A(b, true)`
	p, list := Parse("test.rcp", []byte(src), Options{Int: &Interval{Lo: -1, Hi: 6}})
	require.NoError(t, list.Err())
	require.Equal(t, map[string]string{"x": "-1..6", "M": "-1..6"}, ranges(p))
}

func TestComputedTypesHaveBounds(t *testing.T) {
	p := parse(t, `agent A local: x : 0..5, y : int init: y = 3
repeat: { x + y * 2 > 1 & (x > 2 ? -x : y) = 1 } * ! true () [x := max(x, y) / 2 - min(1, x)] + { y = 1 } * ! true () [y := y + 0]
system = A(a, true) SPEC G (a-x - a-y < 9)`)
	k := p.System.Commands[0]
	require.Equal(t, "6..11", k.Guard.Args[0].Args[0].Type.Name)
	require.Equal(t, "-5..3", k.Guard.Args[1].Args[0].Type.Name)
	require.Equal(t, "-3..2", p.System.Propositions[0].Expr.Args[0].Type.Name)
	p, s, list := p.WithProperty("", "F (a-x + a-y = 3)")
	require.NoError(t, list.Err())
	require.Equal(t, "3..8", p.System.Propositions[s.Formula.Args()[0].Atom().ID].Expr.Args[0].Type.Name)
}

func TestRelabellingInRange(t *testing.T) {
	const model = `property-variables: p : 0..3
agent A
  local: x : 0..9
  init: x < 3
  relabel: p <- `
	const rest = "\n  repeat: { x < 3 } * ! p = 1 () [x := x + 1]\nsystem = A(a, true)"
	for _, relabelling := range []string{"x", "x % 4", "min(x, 3)", "x > 3 ? 0 : x", "3 - x", "x / 2"} {
		p, list := Parse("test.rcp", []byte(model+relabelling+rest), Options{})
		require.NotNil(t, p, "%s: %v", relabelling, list)
	}
	for relabelling, message := range map[string]string{
		"x + 1": "property identifier `p` has type `0..3`, and `x + 1` can be 4",
		"x - 1": "`x - 1` can be -1",
		"2 * x": "`2 * x` can be 4",
	} {
		_, list := Parse("test.rcp", []byte(model+relabelling+rest), Options{})
		require.ErrorContains(t, list.Err(), message)
	}
}

func TestInitialStates(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		bad       []string // the instances without initial values
	}{
		{"type and instance", "agent A local: x : 0..3 init: x > 1 repeat: { x = 0 } * ! true () [] system = A(a, x < 2) || A(b, x < 3) || A(c, x = 0)", []string{"`a`", "`c`"}},
		{"type alone", "agent A local: x : bool init: x & !x repeat: { x } * ! true () [] system = A(a, true)", []string{"`a`"}},
		{"no locals", "agent A init: 1 = 2 repeat: { true } * ! true () [] system = A(a, true)", []string{"`a`"}},
		{"distinct values", "agent A local: x : 0..1, y : 0..1, z : 0..1 init: x != y & y != z & x != z repeat: { x = 0 } * ! true () [] system = A(a, true)", []string{"`a`"}},
		{"enough values", "agent A local: x : 0..2, y : 0..2, z : 0..2 init: x != y & y != z & x != z repeat: { x = 0 } * ! true () [] system = A(a, true)", nil},
		{"division", "agent A local: x : 0..3, y : 0..3 init: x / y = 2 & y != 1 repeat: { x = 0 } * ! true () [] system = A(a, true)", []string{"`a`"}},
		{"undefined", "agent A local: x : 0..3 init: !(1 / x = 2) & x = 0 repeat: { x = 0 } * ! true () [] system = A(a, true)", []string{"`a`"}},
		{"family", "agent A local: x : 0..3 repeat: { x = 0 } * ! true () [] system = A(a[i : 2..5], x = i)", []string{"`a4` and `a5`"}},
		{"large family", "agent A local: x : 0..3 repeat: { x = 0 } * ! true () [] system = A(a[i : 2..7], x = i)", []string{"`a4`, `a5` and 2 more"}},
		{"large", "agent A local: x : 0..1000000, y : 0..1000000 init: x = y + 1 & x * 2 = 1000000 repeat: { x = 0 } * ! true () [] system = A(a, true)", nil},
		{"locations", "agent A local: l : location init: l != myself & l != b repeat: { l = b } * ! true () [] system = A(a, true) || A(b, true)", []string{"`a`"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, list := Parse("test.rcp", []byte(tt.src), Options{})
			var bad []string
			for _, d := range list.Errors() {
				require.Equal(t, diag.Code("RC0505"), d.Code, d.Error())
				names := strings.TrimPrefix(d.Detail, "the initial condition of ")
				names, found := strings.CutSuffix(names, " is never true: no values of its local variables satisfy it")
				require.True(t, found, d.Detail)
				bad = append(bad, names)
			}
			require.Equal(t, tt.bad, bad)
		})
	}
}
