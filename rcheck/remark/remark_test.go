package remark

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

var codes = []string{"RC0305", "deadlock"}

func known() []string { return codes }

func read(t *testing.T, text string) (*Set, diag.List) {
	t.Helper()
	f, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte(text), parser.Options{})
	require.NoError(t, list.Err())
	var s Set
	list = s.Read(f, known)
	return &s, list
}

func TestExpectations(t *testing.T) {
	s, list := read(t, `
SPEC G a; //rcheck: expect violated
// rcheck: expect unknown
// with a comment between

SPEC NAME n := F a;
SPEC X
  a //rcheck: expect holds
SPEC true;
`)
	require.Empty(t, list)
	for at, want := range map[string]string{"m.rcp:2:6": "violated", "m.rcp:6:16": "unknown", "m.rcp:7:6": "holds", "m.rcp:9:6": ""} {
		require.Equal(t, want, s.Expected(at), at)
	}
}

func TestOpenConstants(t *testing.T) {
	s, list := read(t, `
//rcheck: open
const N = 2;
const M = 3; //rcheck: open
const K = 4;
//rcheck: open
SPEC G a;
//rcheck: open N
const L = 5;
SPEC G b; const P = 1; //rcheck: open
//rcheck: open
`)
	require.Equal(t, []string{"N", "M", "P"}, s.Open())
	require.Empty(t, (*Set)(nil).Open())
	require.Len(t, list, 3)
	for i, want := range []string{"6:1 no constant follows", "8:1 `open` stands alone", "11:1 no constant follows"} {
		require.Contains(t, fmt.Sprintf("%d:%d %s", list[i].Start.Line, list[i].Start.Column, list[i].Message()), want)
	}
}

func TestAllowedWarnings(t *testing.T) {
	s, list := read(t, `
SPEC G a; //rcheck: allow RC0305, deadlock
//rcheck: allow deadlock

// why
SPEC F a;
SPEC F b;
`)
	require.Empty(t, list)
	allowed := func(line int) (out []string) {
		for _, c := range codes {
			if s.Allows(c, "m.rcp", line) {
				out = append(out, c)
			}
		}
		return out
	}
	require.Equal(t, codes, allowed(2))
	require.Equal(t, []string{"deadlock"}, allowed(6))
	require.Empty(t, allowed(7))
	require.False(t, s.Allows("deadlock", "other.rcp", 2))
	at := token.Position{Filename: "m.rcp", Line: 2}
	kept := diag.List{{Code: "RC0305", Severity: diag.Error, Start: at}, {Code: "RC0306", Severity: diag.Warning, Start: at}}
	require.Equal(t, kept, s.Filter(append(diag.List{{Code: "RC0305", Severity: diag.Warning, Start: at}}, kept...)))
}

func TestNoRemarks(t *testing.T) {
	var s *Set
	require.Empty(t, s.Expected("m.rcp:1:1"))
	require.False(t, s.Allows("deadlock", "m.rcp", 1))
	require.Empty(t, (&Set{}).Read(&ast.File{Source: token.NewFileSet().Add("m.rcp", nil)}, nil))
}

func TestWhatIsNoRemark(t *testing.T) {
	for text, want := range map[string]string{
		"//rcheck:\nSPEC a;":                            "a remark is `expect`",
		"//rcheck: expects violated\nSPEC a":            "there is no remark `expects`: remarks are `expect`, `allow` and `open`; did you mean `expect`?",
		"//rcheck: expect voilated\nSPEC a;":            "`expect` is followed by one of holds, violated, unknown; did you mean `violated`?",
		"//rcheck: expect\nSPEC a;":                     "`expect` is followed by one of",
		"SPEC a;\n//rcheck: expect violated":            "no property follows",
		"//rcheck: expect holds\nconst N = 3;\nSPEC a;": "no property follows",
		"//rcheck: allow\nSPEC a;":                      "`allow` is followed by the codes",
		"//rcheck: allow deadlok\nSPEC a;":              "there is no warning `deadlok`; did you mean `deadlock`?",
	} {
		_, list := read(t, text)
		require.Len(t, list, 1, text)
		require.Contains(t, list[0].Message(), want)
		require.Equal(t, notUnderstood, list[0].Code)
	}
	for _, text := range []string{"/*rcheck: expect nothing*/ SPEC a;", "// about rcheck: it is a tool\nSPEC a;"} {
		_, list := read(t, text)
		require.Empty(t, list, text)
	}
}

func TestRemarksInISPL(t *testing.T) {
	const model = `Agent P
  Vars: x : boolean; end Vars -- rcheck: allow deadlock
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = true if x = true; end Evolution
end Agent
Evaluation x if P.x = true; end Evaluation
InitStates P.x = true; end InitStates
Formulae
  AG x; --rcheck: expect holds
  -- rcheck: expect violated
  AF
    !x;
  x; -- rcheck: allow RC0305
end Formulae
`
	read := func(text string) (*Set, diag.List) {
		f, list := ispl.ParseFile(nil, token.NewFileSet(), "m.ispl", []byte(text))
		require.NoError(t, list.Err())
		var s Set
		return &s, s.ReadISPL(f, known)
	}
	s, list := read(model)
	require.Empty(t, list)
	for at, want := range map[string]string{"m.ispl:10:3": "holds", "m.ispl:12:3": "violated", "m.ispl:14:3": ""} {
		require.Equal(t, want, s.Expected(at), at)
	}
	require.True(t, s.Allows("deadlock", "m.ispl", 2))
	require.True(t, s.Allows("RC0305", "m.ispl", 14))
	require.False(t, s.Allows("RC0305", "m.ispl", 10))
	_, list = read(model + "-- rcheck: expect holds\n-- rcheck: expects\n")
	require.Len(t, list, 2)
	require.ErrorContains(t, list.Err(), "no property follows the remark")
}
