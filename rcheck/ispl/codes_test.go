package ispl_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
)

// codes are those of this package.
func codes() []diag.Info {
	return slices.DeleteFunc(diag.All(), func(i diag.Info) bool { return !strings.HasPrefix(string(i.Code), "RC08") })
}

// TestExamplesOfCodes checks that the example of every code gets that diagnostic and no other.
func TestExamplesOfCodes(t *testing.T) {
	for _, info := range codes() {
		t.Run(string(info.Code), func(t *testing.T) {
			require.NotEmpty(t, info.Summary)
			require.NotEmpty(t, info.Explanation)
			if info.Example == "" {
				require.Contains(t, []diag.Code{"RC0803", "RC0807"}, info.Code)
				return
			}
			p, list := ispl.Parse("example.ispl", []byte(info.Example), ispl.Options{})
			require.NotEmpty(t, list)
			for _, d := range list {
				require.Equal(t, info.Code, d.Code, "%s", d)
				require.Equal(t, info.Severity, d.Severity)
				require.True(t, d.Start.IsValid())
			}
			require.Equal(t, info.Severity == diag.Warning, p != nil)
		})
	}
}

// model puts lines of one agent's sections and formulas into a model whose other parts have no
// mistakes.
func model(vars, protocol, evolution, evaluation, formulae string) string {
	return fmt.Sprintf(`Agent Environment
  Obsvars: o : boolean; end Obsvars
  Vars: v : {up, down}; w : 0..3; end Vars
  Actions = {};
  Protocol: end Protocol
  Evolution: end Evolution
end Agent
Agent P
  Lobsvars = {v};
  Vars: x : 0..2; b : boolean; %s end Vars
  Actions = {go, stay};
  Protocol: %s Other : {go, stay}; end Protocol
  Evolution: x = x + 1 if x < 2; %s end Evolution
end Agent
Evaluation done if P.x = 2; %s end Evaluation
InitStates P.x = 0; end InitStates
Groups g = {P}; end Groups
Formulae %s GK(g, done) or AF done; end Formulae
`, vars, protocol, evolution, evaluation, formulae)
}

// TestMessages shows what is said about common mistakes.
func TestMessages(t *testing.T) {
	for _, test := range []struct {
		name                                           string
		vars, protocol, evolution, evaluation, formula string
		want                                           []string
	}{
		{name: "misspelt section word", vars: "y : bolean;", want: []string{"found name `bolean`; did you mean `boolean`?"}},
		{name: "double equality", protocol: "x == 1 : {go};", want: []string{"equality is written `=`"}},
		{name: "reserved name", vars: "K : boolean;", want: []string{"a word of the language cannot be a name"}},
		{name: "bare boolean", protocol: "b : {go};", want: []string{"expected a condition, found a truth value; write `b = true`"}},
		{name: "unknown variable", protocol: "z = 1 : {go};", want: []string{"neither a variable of the agent `P` nor a value"}},
		{name: "misspelt value", protocol: "Environment.v = uq : {go};", want: []string{"did you mean `up`?"}},
		{name: "environment without prefix", protocol: "v = up : {go};", want: []string{"write `Environment.v`"}},
		{name: "invisible", protocol: "Environment.w = 1 : {go};", want: []string{"write `Lobsvars = {w};` in the agent"}},
		{name: "own prefix", protocol: "P.x = 1 : {go};", want: []string{"write `x`"}},
		{name: "misspelt action", protocol: "x = 1 : {goo};", want: []string{"the agent `P` has no action `goo`; did you mean `go`?"}},
		{name: "action in a protocol", protocol: "Action = go : {go};", want: []string{"actions can be tested in evolutions only"}},
		{name: "misplaced Other", protocol: "Other : {go};", want: []string{"`Other` is not the last line of the protocol"}},
		{name: "types", protocol: "x = true : {go};", want: []string{"a number cannot be compared with a truth value"}},
		{name: "order of values", protocol: "Environment.v < up : {go};", want: []string{"`<` needs numbers"}},
		{name: "arithmetic", protocol: "b + 1 = 2 : {go};", want: []string{"`+` needs numbers, found a truth value"}},
		{name: "assigned type", evolution: "b = 1 if x = 0;", want: []string{"`b` is boolean and cannot be given a number"}},
		{name: "assigned range", evolution: "x = -1 if x = 0;", want: []string{"the value -1 is out of the range 0..2 of `x`"}},
		{name: "assigned environment", evolution: "o = true if x = 0;", want: []string{"the agent `P` has no variable `o`"}},
		{name: "large products", evaluation: "p if P.x * 1000000000 * 1000000000 * 1000000000 > 0;", formula: "AF p;",
			want: []string{"the value can be larger than 2 to the power of 62"}},
		{name: "missing semicolon", evaluation: "p if P.x = 1", want: []string{"expected `;`, found `end`"}},
		{name: "unqualified", evaluation: "p if x = 1;", want: []string{"write `P.x`"}},
		{name: "misspelt agent", evaluation: "p if Q.x = 1;", want: []string{"there is no agent `Q`"}},
		{name: "misspelt proposition", formula: "AG doen;", want: []string{"did you mean `done`?"}},
		{name: "misspelt group", formula: "DK(h, done);", want: []string{"there is no group `h`"}},
		{name: "agent as a group", formula: "GCK(P, done);", want: []string{"declare a group of this agent"}},
		{name: "until alone", formula: "(done U done);", want: []string{"write `A (f U g)` or `E (f U g)`"}},
		{name: "paths in CTL", formula: "G done;", want: []string{"begin the formula with `LTL` or `CTL*`"}},
		{name: "states in LTL", formula: "LTL AG done;", want: []string{"`A`, `E`, `G`, `F` and `X` are separate words"}},
		{name: "a bare path", formula: "CTL* F done;", want: []string{"`F` is about a path, but no path is given"}},
		{name: "a variable in a formula", formula: "AG P.x = 1;", want: []string{"declare a proposition in Evaluation"}},
		{name: "several at once", vars: "y : bolean; z : 3..1;", protocol: "x == 1 : {go};", formula: "AG done done;",
			want: []string{"did you mean `boolean`?", "equality is written `=`", "expected `;`, found name `done`"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			src := model(test.vars, test.protocol, test.evolution, test.evaluation, test.formula)
			p, list := ispl.Parse("m.ispl", []byte(src), ispl.Options{})
			require.Nil(t, p)
			require.Len(t, list.Errors(), len(test.want), "%v", list)
			for i, want := range test.want {
				assert.Contains(t, list.Errors()[i].Message(), want)
			}
		})
	}
}

// TestPlainModelHasNoDiagnostics guards the frame that TestMessages puts mistakes into.
func TestPlainModelHasNoDiagnostics(t *testing.T) {
	p, list := ispl.Parse("m.ispl", []byte(model("", "", "", "", "")), ispl.Options{})
	assert.Empty(t, list)
	require.NotNil(t, p)
	assert.Equal(t, []int{0, 1, 3, 4}, p.System.Agents[1].Sees)
}

func TestGroupsHaveMembers(t *testing.T) {
	src := strings.Replace(model("", "", "", "", ""), "g = {P}", "g = {}", 1)
	_, list := ispl.Parse("m.ispl", []byte(src), ispl.Options{})
	require.Len(t, list, 1)
	assert.Equal(t, "the group `g` has no members; name at least one agent", list[0].Message())
}

// An assignment to what is no variable is none to the system's first one.
func TestUnknownVariableIsNotAssigned(t *testing.T) {
	_, list := ispl.Parse("m.ispl", []byte(`Agent P
  Vars: x : 0..3; end Vars
  Actions = {a};
  Protocol: Other : {a}; end Protocol
  Evolution: nosuch = 1 and x = 1 if Action = a; end Evolution
end Agent
Evaluation p if P.x = 1; end Evaluation
InitStates P.x = 0; end InitStates
Formulae AG p; end Formulae
`), ispl.Options{})
	require.Len(t, list, 1)
	assert.Equal(t, "the agent `P` has no variable `nosuch`", list[0].Message())
}

func TestTooManyErrors(t *testing.T) {
	_, list := ispl.Parse("m.ispl", []byte(strings.Repeat("Semantics = X;\n", 3*ispl.MaxErrors)), ispl.Options{})
	require.Len(t, list, ispl.MaxErrors+1)
	assert.Equal(t, diag.Code("RC0807"), list[len(list)-1].Code)
}

func TestNesting(t *testing.T) {
	deep := func(n int) string {
		return model("", "", "", "p if "+strings.Repeat("(", n)+"P.x = 1"+strings.Repeat(")", n)+";", "AF p;")
	}
	_, list := ispl.Parse("m.ispl", []byte(deep(ispl.MaxDepth-1)), ispl.Options{})
	assert.Empty(t, list)
	for _, src := range []string{
		deep(100 * ispl.MaxDepth),
		model("", "", strings.Repeat("(", 100000)+"x = 1", "", ""),
		model("", "", "", "", strings.Repeat("!", 100000)+"done;"),
		model("", "", "", "", strings.Repeat("AG ", 100000)+"done;"),
		model("", "", "", "", strings.Repeat("done -> ", 100000)+"done;"),
		model("", "", "", "", "LTL "+strings.Repeat("done U ", 100000)+"done;"),
		model("", "x = 1"+strings.Repeat("+ 1", 100000)+" : {go};", "", "", ""),
		model("", strings.Repeat("~", 100000)+"b = b : {go};", "", "", ""),
	} {
		_, list := ispl.Parse("m.ispl", []byte(src), ispl.Options{})
		require.Len(t, list, 1)
		assert.Equal(t, diag.Code("RC0803"), list[0].Code)
	}
	long := model("", "", "", "p if "+strings.Repeat("P.x = 1 or ", 100000)+"P.x = 1;", "AF p;")
	_, list = ispl.Parse("m.ispl", []byte(long), ispl.Options{})
	assert.Empty(t, list, "chains of `or` may be long")
}

// TestThresholds turns what warnings may cost to both extremes.
func TestThresholds(t *testing.T) {
	src := []byte(model("", "x = 1 and x = 2 : {go};", "", "", ""))
	_, list := ispl.Parse("m.ispl", src, ispl.Options{})
	require.Len(t, list, 1)
	assert.Equal(t, diag.Code("RC0831"), list[0].Code)
	_, list = ispl.Parse("m.ispl", src, ispl.Options{Vet: ispl.Thresholds{Valuations: -1}})
	assert.Empty(t, list)
	_, list = ispl.Parse("m.ispl", src, ispl.Options{Vet: ispl.Thresholds{Valuations: 1 << 40}})
	assert.Len(t, list, 1)
	// There are too many valuations of all variables, but few of those that one factor mentions.
	for when, never := range map[string]bool{"y = 2 or y = 4 and f < 0": true, "y = 2 or y = 3 and f < 9": false} {
		when = "f = 7 and (y = 1 or y = 3) and z = 7 and u = 7 and (" + when + ")"
		_, list = ispl.Parse("m.ispl", []byte(model("f : 0..100; y : 0..100; z : 0..100; u : 0..100;", when+" : {go};", "", "", "")), ispl.Options{})
		assert.Equal(t, never, slices.ContainsFunc(list, func(d *diag.Diagnostic) bool { return d.Code == "RC0831" }), when)
	}
}
