package parser_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// processText writes a process with all parentheses, and commands as guard | action | data |
// updates.
func processText(p ast.Process) string {
	list := func(parts []ast.Process, sep string) string {
		text := "("
		for i, x := range parts {
			if i > 0 {
				text += " " + sep + " "
			}
			text += processText(x)
		}
		return text + ")"
	}
	switch p := p.(type) {
	case *ast.Choice:
		return list(p.Alternatives, "+")
	case *ast.Sequence:
		return list(p.Steps, ";")
	case *ast.Repetition:
		return "rep " + processText(p.Body)
	case *ast.ParenProcess:
		return processText(p.X)
	case *ast.Command:
		text := ""
		if p.Label != nil {
			text = p.Label.Name + ": "
		}
		return text + exprText(p.Guard.Cond) + " | " + actionText(p.Action)
	}
	return fmt.Sprintf("%T", p)
}

func exprText(x ast.Expr) string { return ast.Print(x, ast.Style{Full: true}) }

func actionText(a ast.Action) string {
	switch a := a.(type) {
	case *ast.Send:
		return exprText(a.Chan) + " ! " + exprText(a.Guard) + listText(a.Data) + listText(a.Updates)
	case *ast.Receive:
		return exprText(a.Chan) + " ?" + listText(a.Updates)
	case *ast.Get:
		return "get " + exprText(a.From) + listText(a.Data) + listText(a.Updates)
	case *ast.Supply:
		return "supply " + exprText(a.To) + listText(a.Data) + listText(a.Updates)
	}
	return ""
}

func listText(l *ast.AssignList) string {
	if l == nil {
		return " | -"
	}
	text := " |"
	for _, a := range l.Assigns {
		text += " " + a.Name.Name + "=" + exprText(a.Value)
	}
	return text
}

func TestCommands(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		// Guards of sends without parentheses; the last parentheses hold the data.
		{`<x> *! TRUE(M := x)[y := 1]`, `x | * ! true | M=x | y=1`},
		{`<x> c! g(a,b)(M := x)[]`, `x | c ! g(a, b) | M=x |`},
		{`{x} c!g(a,b)()[]`, `x | c ! g(a, b) | |`},
		{`{x} c! g(a,b)[y := 1]`, `x | c ! g(a, b) | - | y=1`},
		{`{x} c! (true)[]`, `x | c ! true | - |`},
		{`{x} c! (true)()[]`, `x | c ! true | |`},
		{`{x} c! g()()[]`, `x | c ! g() | |`},
		{`{x} c! @p = 1 & !@q (M := 1)[]`, `x | c ! (@p = 1) & (!@q) | M=1 |`},
		{`{x} c! (@p = 1) & (!@q)[]`, `x | c ! (@p = 1) & (!@q) | - |`},
		{`{x} c! (@p = 1) & (!@q)()[]`, `x | c ! (@p = 1) & (!@q) | |`},
		{`{x} c! @p = vmm[1](M := 1)[]`, `x | c ! @p = vmm[1] | M=1 |`},
		{`{x} vmm[i + 1]! @p = 2(M := vmm[i], N := min(1, 2))[]`, `x | vmm[i + 1] ! @p = 2 | M=vmm[i] N=min(1, 2) |`},
		{`{x} vmm[1]? [y := x ? 1 : 2]`, `x | vmm[1] ? | y=x ? 1 : 2`},
		// Where the guard of a classic command ends.
		{`<no > 0> *? []`, `no > 0 | * ? |`},
		{`<no > 0 & x> c? [no := no - 1]`, `(no > 0) & x | c ? | no=no - 1`},
		{`<(no > c) ! = 1> c? []`, ``},
		{`<x >= 0> c? []`, `x >= 0 | c ? |`},
		{`<-1 < x> c? []`, `(-1) < x | c ? |`},
		{`<x > y ? a > 1 : b> c? []`, `(x > y) ? (a > 1) : b | c ? |`},
		{`<chan = *> *! x > 1 (M := 1)[]`, `chan = * | * ! x > 1 | M=1 |`},
		{`<a -> b> GET@x[]`, `a -> b | get x | - |`},
		{`<a <-> b> c! true()[]`, `a <-> b | c ! true | |`},
		{`⟨a > b⟩ SUPPLY@self(M := 1)[]`, `a > b | supply self | M=1 |`},
		// Get and supply.
		{`{x} GET@(true)(M := 1)[]`, `x | get true | M=1 |`},
		{`{x} GET@(true)[]`, `x | get true | - |`},
		{`{x} GET@g(a)[]`, `x | get g(a) | - |`},
		{`{x} GET@g(a)(M := 1)[]`, `x | get g(a) | M=1 |`},
		{`{x} GET@@p = 1[]`, `x | get @p = 1 | - |`},
		{`<x> SUPPLY@TRUE(M := 1)[]`, `x | supply true | M=1 |`},
		{`{x} SUPPLY@(any)()[]`, `x | supply any | |`},
		{`{x} SUPPLY@loc[2](M := 1)[z := 2]`, `x | supply loc[2] | M=1 | z=2`},
		// Names that are words elsewhere.
		{`GET: <x> GET! true()[]`, `GET: x | GET ! true | |`},
		{`rep: {rep} rep? [rep := U - F]`, `rep: rep | rep ? | rep=U - F`},
		{`1st: {x} 1st? []`, `1st: x | 1st ? |`},
		// Processes.
		{`{a} c?[] + {b} c?[] ; {d} c?[]`, `(a | c ? | + (b | c ? | ; d | c ? |))`},
		{`rep {a} c?[] ; {b} c?[]`, `(rep a | c ? | ; b | c ? |)`},
		{`rep rep ({a} c?[] + {b} c?[])`, `rep rep (a | c ? | + b | c ? |)`},
		{`({a} c?[]) ; ({b} c?[] ; {d} c?[])`, `(a | c ? | ; (b | c ? | ; d | c ? |))`},
	} {
		t.Run(test.src, func(t *testing.T) {
			f, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte("agent A repeat: "+test.src), parser.Options{})
			if test.want == "" {
				assert.Error(t, list.Err())
				return
			}
			require.NoError(t, list.Err())
			assert.Equal(t, test.want, processText(f.Decls[0].(*ast.AgentDecl).Repeat.Body))
		})
	}
}

func TestTypes(t *testing.T) {
	f := parseModel(t, "m.rcp", "agent A local: a : bool, b : 0..3, c : -3..-1, d : 0...N - 1, e : channel, f : (1)..max(2, 3), g : F repeat: {a} *? []")
	var got []string
	for _, field := range f.Decls[0].(*ast.AgentDecl).Local.Fields {
		switch ty := field.Type.(type) {
		case *ast.Ident:
			got = append(got, ty.Name)
		case *ast.RangeType:
			got = append(got, exprText(ty.Lo)+".."+exprText(ty.Hi))
		}
	}
	assert.Equal(t, []string{"bool", "0..3", "-3..-1", "0..N - 1", "channel", "1..max(2, 3)", "F"}, got)
}

// Sections and declarations may come in any order, and specifications before the system whose
// instances they name.
func TestAnyOrder(t *testing.T) {
	f := parseModel(t, "m.rcp", `SPEC one-x = 2 - k
system = A(one, true) | A(two)
agent A repeat: <x> c? [] receive-guard: channel = c relabel: p <- x q <- - 1 r <- x - 1 init: x local: x : bool
const k = 1;
property-variables: p : bool, q : int
LTL two-x; LTLSPEC NAME n := one-x
communication-variables:
channels: c`)
	assert.Equal(t, []string{"one-x = (2 - k)", "two-x", "one-x"}, formulas(f))
	agent := f.Decls[2].(*ast.AgentDecl)
	assert.Len(t, agent.Sections, 5)
	require.Len(t, agent.Relabel.Entries, 3)
	assert.Equal(t, "x - 1", exprText(agent.Relabel.Entries[2].Value))
	assert.Nil(t, f.Decls[1].(*ast.SystemDecl).Instances[1].Cond)
	assert.Equal(t, "n", f.Decls[6].(*ast.SpecDecl).Name.Name)
	assert.Equal(t, "LTLSPEC", f.Decls[6].(*ast.SpecDecl).Keyword.Text)
	assert.Empty(t, f.Decls[7].(*ast.PropertyDecl).Fields)
}

// What the left side of `-` is decides between a reference and a subtraction.
func TestReferencesAndSubtractions(t *testing.T) {
	files := token.NewFileSet()
	model, list := parser.ParseFile(files, "m.rcp", []byte(`const N = 3;
enum e { v } message-structure: D : 0..3 property-variables: p : 0..3
agent A local: x : 0..3 repeat: <x - y = 0> *? []
system = A(a, true) | A(b[1..N], true) | A(v, true)`), parser.Options{})
	require.NoError(t, list.Err())
	for _, test := range []struct{ src, want string }{
		{`a-x = 1`, `ref(a-x) = 1`},
		{`a - x = 1`, `ref(a-x) = 1`},
		{`N-a-x = 1`, `(N - ref(a-x)) = 1`},
		{`a-x-1 = a-x-N`, `(ref(a-x) - 1) = (ref(a-x) - N)`},
		{`a-x-b1-x = b[N - 1]-x`, `(ref(a-x) - ref(b1-x)) = ref(b[N - 1]-x)`},
		{`b12-x = b-x`, `ref(b12-x) = ref(b-x)`}, // no instance, so that the message can say so
		{`clinet-x = 1`, `ref(clinet-x) = 1`},
		{`v-x = 1`, `ref(v-x) = 1`}, // an instance before a value
		{`a-automaton-state = 1`, `ref(a-automaton-state) = 1`},
		{`a-automaton - 1 = 1`, `(ref(a-automaton) - 1) = 1`},
		{`/\ N : A . N-x = 1`, `/\ N : A . (ref(N-x) = 1)`},
		{`/\ k : A . (forall a : 1..3 . a-N = k-x)`, `/\ k : A . (forall a : 1..3 . ((a - N) = ref(k-x)))`},
		{`(/\ D : A . D-x = 1) & D-p = 1`, `(/\ D : A . (ref(D-x) = 1)) & ((D - p) = 1)`},
		{`<D-p = 1 & supplier-p = 2> true`, `<((D - p) = 1) & (ref(supplier-p) = 2)> true`},
		{`enabled(a-s) & deadlock`, `enabled(ref(a-s)) & deadlock`},
		{`next(a-x) = max(a-x, N-1)`, `next(ref(a-x)) = max(ref(a-x), N - 1)`},
		{`SPEC a-x = 1;`, `ref(a-x) = 1`},
	} {
		x, list := parser.ParseFormula(files, "formula", []byte(test.src), parser.Options{Model: model})
		require.NoError(t, list.Err(), test.src)
		ast.Inspect(x, func(n ast.Node) bool {
			if q, ok := n.(*ast.Qualified); ok {
				q.Name = &ast.Ident{Name: q.Name.Name + ")"}
				switch k := q.Agent.(type) {
				case *ast.Ident:
					k.Name = "ref(" + k.Name
				case *ast.Index:
					k.Name.Name = "ref(" + k.Name.Name
				}
				return false
			}
			return true
		})
		assert.Equal(t, test.want, exprText(x), test.src)
	}
}

// A file of properties about a model takes over its dialect, its reading and its names.
func TestPropertiesInAFileOfTheirOwn(t *testing.T) {
	files := token.NewFileSet()
	model, list := parser.ParseFile(files, "m.rcp", []byte("agent A repeat: {true} *? []\nsystem = A(N, true)"), parser.Options{})
	require.NoError(t, list.Err())
	f, list := parser.ParseFile(files, "p.rcp", []byte("// one\nSPEC G N-x & true\nFAIRNESS N-x\n"), parser.Options{Model: model})
	require.NoError(t, list.Err())
	assert.Equal(t, ast.Current, f.Dialect)
	assert.Equal(t, []string{"G (N-x & true)"}, formulas(f))
	assert.Equal(t, "p.rcp:2:8", files.Position(f.Decls[0].(*ast.SpecDecl).Formula.(*ast.Unary).X.Pos()).String())
}
