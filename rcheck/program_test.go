package rcheck

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

func readModel(t *testing.T, name string) []byte {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return src
}

// explore counts the reachable states, the layers and the deadlocks of a system.
func explore(t *testing.T, s *recipe.System) [3]int {
	t.Helper()
	g, err := recipe.Explore(context.Background(), recipe.NewInterpreter(s), 100_000)
	require.NoError(t, err)
	return [3]int{g.Len(), len(g.Layers), len(g.Deadlocks)}
}

// TestAllocation reads the case study of P000 section 4, whose structure automata are its Figures 3
// to 6.
func TestAllocation(t *testing.T) {
	p, list := Parse("allocation.rcp", readModel(t, "allocation.rcp"), Options{})
	require.Empty(t, list)
	s := p.System
	require.NoError(t, s.Check())
	require.Equal(t, [3]int{306, 22, 1}, explore(t, s))

	edges := map[string]string{}
	for _, a := range s.Agents {
		var list []string
		for _, k := range s.Commands[a.Commands.Start:a.Commands.End] {
			list = append(list, fmt.Sprintf("%d-%s-%d", k.From, k.Label, k.To))
		}
		edges[a.TypeName] = strings.Join(list, " ")
	}
	require.Equal(t, map[string]string{
		"Client":  "0-sReserve-1 0-rReserve-1 1-sRequest-2 2-rConnect-3 3-sRelease-4 4-sBuy-5 5-sSolve-0 5-rSolve-0 1-rRelease-0",
		"Manager": "0-rRequest-1 1-sForward-2 2-rConnect-0 2-rFull-3 3-sRequest-2",
		"Machine": "0-rForward-1 1-sConnect-0 1-sFull-0 1-rConnect-0 1-rFull-0 0-rBuy-0",
	}, edges)
	require.Equal(t, "sReserve: {cLink = c} * ! @pv = role (MSG := reserve)[]", s.CommandText(0))
	require.Equal(t, "{cLink = c & !asgn}", s.CommandText(s.Agents[4].Commands.Start + 1)[10:29])
	require.Equal(t, "!asgn & cLink = empty & (gLink = g1 & pLink = vmm1)", s.ExprString(s.Agents[4].Init, 4))
	require.Equal(t, "machine", s.ExprString(s.Agents[4].Relabel[0], 4))
	require.Equal(t, []int{0, 1}, s.Commands[s.Agents[0].Commands.Start+3].Mentions, "LNK and MSG")

	require.Len(t, p.Specs, 6)
	require.Equal(t, "reserve_request", p.Specs[0].Name)
	require.Equal(t, "G [[sender = client1 & MSG = reserve]] F <<sender = client1 & MSG = request>> true", p.print(p.Specs[0].Formula))
	require.Equal(t, "G [[sender = manager & MSG = request]] (machine1-cLink = c | machine2-cLink = c | machine3-cLink = c)",
		p.print(p.Specs[3].Formula))
	require.Contains(t, p.print(p.Specs[5].Formula), "[[sender != client2 & MSG = complete]] past(client2-rSolve)")
	require.Same(t, p.Commands[0], p.Commands[s.Agents[1].Commands.Start], "replicas share their source")
}

// TestReplicatedAllocation gives the case study a number of clients and machines.
func TestReplicatedAllocation(t *testing.T) {
	src := readModel(t, "allocation_n.rcp")
	p, list := Parse("allocation_n.rcp", src, Options{})
	require.Empty(t, list)
	single, _ := Parse("allocation.rcp", readModel(t, "allocation.rcp"), Options{})
	for i, a := range p.System.Agents {
		require.Equal(t, single.System.Agents[i].Name, a.Name)
	}
	require.Equal(t, [3]int{306, 22, 1}, explore(t, p.System))
	p, s, list := p.WithProperty("", "G (client[2]-sReserve -> machine3-cLink != vmm[3])")
	require.NoError(t, list.Err())
	require.Equal(t, "G (client2-sReserve -> !(machine3-cLink = vmm3))", p.print(s.Formula))

	p, list = Parse("allocation_n.rcp", src, Options{Set: map[string]int{"N": 4, "M": 7}})
	require.Empty(t, list)
	require.Len(t, p.System.Agents, 4+1+7)
	require.Equal(t, "!asgn & cLink = empty & (gLink = g2 & pLink = vmm6)", p.System.ExprString(p.System.Agents[10].Init, 10))
	require.Equal(t, "F !(client4-mLink = empty)", p.print(p.Specs[2].Formula))
}

func TestTokenRing(t *testing.T) {
	src := readModel(t, "ring.rcp")
	for _, n := range []int{2, 5, 9} {
		p, list := Parse("ring.rcp", src, Options{Set: map[string]int{"N": n}})
		require.Empty(t, list)
		require.Equal(t, [3]int{n, n, 0}, explore(t, p.System))
	}
}

func TestSetUnknownConstant(t *testing.T) {
	p, list := Parse("ring.rcp", readModel(t, "ring.rcp"), Options{Set: map[string]int{"NN": 3}})
	require.Nil(t, p)
	require.Equal(t, "ring.rcp:1:1: error[RC0308]: the model has no constant `NN`; declare it by `const NN = 3;`; did you mean `N`?",
		list.Error())
}

// A property that is rejected keeps its index, so that those of later ones do not depend on what is
// wrong with it.
func TestRejectedPropertiesKeepTheirIndex(t *testing.T) {
	p, list := Parse("test.rcp", []byte("agent A local: x : bool repeat: { x } * ! true () [] system = A(a, true) SPEC F a-x"), Options{})
	require.NoError(t, list.Err())
	p, rejected, list := p.WithProperty("", "F a-y")
	require.Nil(t, rejected)
	require.Contains(t, list.Error(), "property 2:1:5: error[RC0302]")
	p, rejected, list = p.WithProperty("", " ;")
	require.Nil(t, rejected)
	require.Equal(t, "property 3:1:2: error[RC0105]: the formula is empty; write one, such as `G F client-served`", list.Error())
	p, added, list := p.WithProperty("", "G a-x")
	require.NoError(t, list.Err())
	require.Equal(t, 4, added.Index)
	require.Len(t, p.Specs, 2)
}

// A line that begins no declaration may be meant as a fairness condition. It takes no property with
// it, and no property is checked without it. A mistake in a property concerns that one alone.
func TestTextBehindProperty(t *testing.T) {
	const model = "agent A local: x : bool repeat: { x } * ! true () [] system = A(a, true)\nSPEC G a-x"
	cases := []struct {
		text    string
		outside bool
	}{
		{"COMPASION (a-x, a-x);", true}, {"FAIRNES G F a-x;", true}, {"fairness a-x;", true},
		{"assune b := G a-x;", true}, {"SPECC G a-x;", true}, {"JUSTICE a-x", true}, {"b;", true},
		{"COMPASSION forall k : A . (k-x, k-x);", true}, {"SPEC G (a-x & ;\nFAIRNES a-x;", true},
		{"SPEC G (a-x\nFAIRNES a-x;", true}, {"SPEC G (a-x; FAIRNES a-x;", true},
		{"SPEC G (a-x & ;", false}, {"SPEC G (a-x; a-x);", false}, {"SPEC G (a-x\n -> & F a-x);", false},
	}
	for _, c := range cases {
		for _, end := range []string{";\n", "\n"} {
			if c.text == "b;" && end == "\n" {
				continue // a mistake in the property before it, as nothing says that a declaration begins
			}
			p, list := Parse("test.rcp", []byte(model+end+c.text+"\nSPEC F a-x"), Options{})
			require.Error(t, list.Err(), c.text)
			if !c.outside {
				require.Len(t, p.Specs, 2, c.text)
				require.Len(t, list.Errors(), 1, c.text)
				continue
			}
			require.Nil(t, p, "%s", c.text)
			file, _ := parser.ParseFile(token.NewFileSet(), "test.rcp", []byte(model+end+c.text), parser.Options{})
			for _, d := range file.Decls {
				if s, ok := d.(*ast.SpecDecl); ok {
					require.Equal(t, "G a-x", ast.Print(s.Formula, ast.Style{}), c.text)
					break
				}
			}
		}
	}
}

func TestExpansionLimit(t *testing.T) {
	const model = "agent A local: x : bool repeat: { x } * ! true () [] system = A(a[1..20], true)\n"
	src := model + "SPEC G (forall i : A . forall j : A . forall k : A . (i-x | j-x | k-x))"
	_, list := Parse("test.rcp", []byte(src), Options{})
	require.NoError(t, list.Err())
	_, list = Parse("test.rcp", []byte(src), Options{Limits: Limits{Expansion: 10_000}})
	require.Len(t, list.Errors(), 1)
	require.Equal(t, diag.Code("RC0560"), list.Errors()[0].Code)

	deep := "guard g0(x : bool) := x;\n"
	for i := 1; i < 300; i++ {
		deep += fmt.Sprintf("guard g%d(x : bool) := g%d(x);\n", i, i-1)
	}
	_, list = Parse("test.rcp", []byte(deep+"agent A repeat: { g299(true) } * ! true () [] system = A(a, true)"), Options{})
	require.Equal(t, diag.Code("RC0560"), list.Errors()[0].Code)
}

// What a limit just allows is read as without one; where it is one less, it is refused for that
// reason.
func TestLimitsAtTheirEdges(t *testing.T) {
	const rest = " repeat: { true } * ! true () [] "
	for name, c := range map[string]struct {
		src   string
		limit func(n int) Limits
		edge  int
		code  diag.Code
	}{
		"the values of a range": {
			"agent A local: x : -3..6 init: x = 0" + rest + "system = A(a, true) SPEC G a-x < 6",
			func(n int) Limits { return Limits{Domain: n} }, 10, "RC0561",
		},
		"the copies of an instance": {
			"agent A local: x : bool" + rest + "system = A(a[2..8], true) SPEC G a2-x",
			func(n int) Limits { return Limits{Replicas: n} }, 7, "RC0562",
		},
		"commands of agents outside": {
			"enum channel { c } message-structure: D : 0..3 agent A local: x : 0..3 init: x = 0 receive-guard: true " +
				"repeat: {true} c ? [x := D] system = A(a, true) || open SPEC G a-x < 3",
			func(n int) Limits { return Limits{Outside: n} }, 14, "RC0565",
		},
		"kinds of agents that messages from outside tell apart": {
			"enum channel { c } property-variables: p : 0..2 agent A local: x : 0..2 init: x = 0 relabel: p <- x receive-guard: true " +
				"repeat: {true} c ? [x := 1] system = A(a, true) || open SPEC G [[exists(p = 1)]] a-x < 3",
			func(n int) Limits { return Limits{Kinds: n} }, 3, "RC0565",
		},
		"the values with which a new agent begins": {
			"agent A repeat: {true} * ! true () [spawn B(any)] agent B local: x : 0..6, y : bool init: y" + rest +
				"system = A(a, true) || absent B(b, true) SPEC G b-x < 6",
			func(n int) Limits { return Limits{Starts: n} }, 7, "RC0563",
		},
		"guards in guards": {
			"guard f(x : bool) := x; guard g(x : bool) := f(x); guard h(x : bool) := g(x);\n" +
				"agent A local: x : bool repeat: { h(x) } * ! true () [] system = A(a, true) SPEC G a-x",
			func(n int) Limits { return Limits{Nesting: n} }, 3, "RC0560",
		},
	} {
		t.Run(name, func(t *testing.T) {
			free, list := Parse("test.rcp", []byte(c.src), Options{})
			require.NoError(t, list.Err())
			p, list := Parse("test.rcp", []byte(c.src), Options{Limits: c.limit(c.edge)})
			require.NoError(t, list.Err())
			require.Equal(t, free.System.String(), p.System.String())
			_, list = Parse("test.rcp", []byte(c.src), Options{Limits: c.limit(c.edge - 1)})
			require.NotEmpty(t, list.Errors())
			require.Equal(t, c.code, list.Errors()[0].Code)
		})
	}
}

func TestReadingOption(t *testing.T) {
	const src = "agent A local: x : bool repeat: { x } * ! true () [] system = A(a, true) SPEC G a-x -> F a-x"
	for reading, want := range map[parser.ReadingChoice]string{
		parser.ByDialect: "G (a-x -> F a-x)", parser.ForceTight: "(G a-x) -> F a-x", parser.ForceWide: "G (a-x -> F a-x)",
	} {
		p, list := Parse("test.rcp", []byte(src), Options{Reading: reading})
		require.NoError(t, list.Err())
		require.Equal(t, want, p.print(p.Specs[0].Formula))
	}
}

// TestOneMistakeOneDiagnostic checks that what depends on a mistake is not reported again.
func TestOneMistakeOneDiagnostic(t *testing.T) {
	for _, src := range []string{
		"enum e { red } agent A local: x : colour init: x = red repeat: { x } * ! true () [x := x] system = A(a, x = 3) SPEC F a-x",
		"enum e { red } guard g(x : colour) := x = red; agent A local: y : bool repeat: { g(y) & g(3) } * ! g(y) () [y := g(y)] system = A(a, true)",
		"message-structure: M : colour agent A repeat: { true } * ! M (M := 3) [] agent B repeat: { M = 1 } * ? [] system = A(a, true) || B(b, true) SPEC F <<M>> true",
		"property-variables: p : colour agent A relabel: p <- 3 repeat: { true } * ! p & @p = 1 () [] system = A(a, true) SPEC F <<exists(p)>> true",
		"agent A local: x : bool repeat: { x } * ! true () [] system = AA(a, true) || A(b, true) SPEC F a-x & forall k : A . F k-x",
		"const N = M; enum channel { c[1..N] } agent A repeat: { true } c[1] ! true () [] + { true } c2 ? [] system = A(a[1..N], true) SPEC F a[1]-x",
		"agent A repeat: { true } SUPPLY@(myself) () [] system = A A(a, true)",
	} {
		p, list := Parse("test.rcp", []byte(src), Options{})
		require.Nil(t, p)
		require.Len(t, list.Errors(), 1, "%s\n%v", src, list)
	}
}

// A mistake in a property, whichever phase finds it, leaves that property out and no other; one in
// anything else leaves no program.
func TestBadPropertiesKeepNoOthers(t *testing.T) {
	const model = "agent A local: x : bool repeat: { x } * ! true () [] system = A(a, true)\n"
	good := "SPEC NAME first := F a-x;\n"
	for _, bad := range []string{
		"SPEC G a-y;", "SPEC G (a-x;", "SPEC G a-x);", "SPEC;", "SPEC NAME first := G a-x;", "SPEC G a-x ` ;", "SPEC a-x a-x;", "SPEC F a-x = 1 + true;",
	} {
		p, list := Parse("test.rcp", []byte(model+good+bad+"\nSPEC X a-x;"), Options{})
		require.Len(t, list.Errors(), 1, bad)
		require.NotNil(t, p, "%s: %v", bad, list)
		require.Len(t, p.Specs, 2, bad)
		require.Equal(t, []int{1, 3}, []int{p.Specs[0].Index, p.Specs[1].Index})
		require.NoError(t, p.System.Check())
		q, s, list := p.WithProperty("", "G a-x")
		require.NoError(t, list.Err())
		require.Equal(t, 4, s.Index)
		require.Len(t, q.Specs, 3)
		require.Len(t, p.Specs, 2, "a program is not changed")
	}
	for _, bad := range []string{"FAIRNESS a-y;", "FAIRNESS (a-x;", "agent B repeat: { y } * ! true () []", "SPEC G a-y; const N = M;", "enum e {}"} {
		p, list := Parse("test.rcp", []byte(model+good+bad), Options{})
		require.True(t, list.HasErrors(), bad)
		require.Nil(t, p, bad)
	}
}

// A property is found by its number.
func TestSpec(t *testing.T) {
	p, list := Parse("allocation.rcp", readModel(t, "allocation.rcp"), Options{})
	require.Empty(t, list)
	require.NotEmpty(t, p.Specs)
	for _, s := range p.Specs {
		require.Same(t, s, p.Spec(s.Index))
	}
	require.Nil(t, p.Spec(0))
	require.Nil(t, p.Spec(len(p.Specs)+1))
}
