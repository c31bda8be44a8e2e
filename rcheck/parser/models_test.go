package parser_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

func readModels(t testing.TB) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/models/*.rcp")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	models := map[string]string{}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		require.NoError(t, err)
		models[filepath.Base(path)] = string(src)
	}
	return models
}

func TestModelsParse(t *testing.T) {
	for name, src := range readModels(t) {
		t.Run(name, func(t *testing.T) {
			f, list := parser.ParseFile(token.NewFileSet(), name, []byte(src), parser.Options{})
			assert.NoError(t, list.Err())
			for _, d := range f.Decls {
				assert.NotNil(t, d)
			}
		})
	}
}

// formulas returns the specifications of a model, printed with all parentheses.
func formulas(f *ast.File) []string {
	var out []string
	for _, d := range f.Decls {
		if s, ok := d.(*ast.SpecDecl); ok {
			out = append(out, ast.Print(s.Formula, ast.Style{Full: true}))
		}
	}
	return out
}

func parseModel(t *testing.T, name, src string) *ast.File {
	t.Helper()
	f, list := parser.ParseFile(token.NewFileSet(), name, []byte(src), parser.Options{})
	require.NoError(t, list.Err())
	return f
}

func TestNamesThatAreWordsElsewhere(t *testing.T) {
	f := parseModel(t, "names.rcp", readModels(t)["names.rcp"])
	assert.Equal(t, []string{
		"(R-F = 1) U (F-F = 2)",
		"G ((F-repeat = U) -> (X R-rep))",
		"F (F-system & (X (X R-init)))",
		"G (<<(min = X) & exists(forall = U)>> (local-U U R-U))",
		"[[chan = F]] ((R-sender = SPEC) & (local-automaton-state = 1))",
	}, formulas(f))
	agent := f.Decls[6].(*ast.AgentDecl)
	assert.Equal(t, "exists", agent.Relabel.Entries[1].Name.Name)
	assert.Equal(t, "F < -1", ast.Print(agent.Relabel.Entries[1].Value, ast.Style{}))
	labels := []string{}
	ast.Inspect(agent, func(n ast.Node) bool {
		if c, ok := n.(*ast.Command); ok {
			labels = append(labels, c.Label.Name)
		}
		return true
	})
	assert.Equal(t, []string{"rep", "init", "GET", "U"}, labels)
}

func TestPaperSpellings(t *testing.T) {
	f := parseModel(t, "pointtopoint.rcp", readModels(t)["pointtopoint.rcp"])
	assert.Equal(t, ast.Classic, f.Dialect)
	assert.Equal(t, []string{
		`/\ k : Server . ((k-partner = one) -> (G ([(getter = k) & p2p] (F (<(sender = k) & (ch != *)> true)))))`,
		`F (G (/\ k : Server . (k-partner != k)))`,
		`((one-rating = H) U (two-rating = H)) & (true R ((one-rating = L) W true))`,
		`G (<(supplier = one) & (supplier-demand = H)> true)`,
		`G (F ([exists(demand = H) & forall(demand = L)] (X true)))`,
		`G (one-get -> (F (<(initiator != two) & (producer = one) & (locality = any)> true)))`,
	}, formulas(f))
	var actions []string
	ast.Inspect(f, func(n ast.Node) bool {
		describe := func(kind string, at ast.Expr, pred *ast.Paren, data *ast.AssignList) {
			s := kind + " " + ast.Print(at, ast.Style{})
			if pred != nil {
				s += " pred " + ast.Print(pred.X, ast.Style{})
			}
			if data != nil {
				s += " data"
				for _, a := range data.Assigns {
					s += " " + a.Name.Name
				}
			}
			actions = append(actions, s)
		}
		switch n := n.(type) {
		case *ast.Get:
			describe(n.Keyword.Text, n.From, n.Pred, n.Data)
		case *ast.Supply:
			describe(n.Keyword.Text, n.To, nil, n.Data)
		}
		return true
	})
	assert.Equal(t, []string{
		"Supply any data RT ID LNK",
		"SUPPLY self",
		"GET partner",
		"Get any pred @demand = H",
		"GET (@demand = H) data RT",
		"SUPPLY (myself) data",
		"SUPPLY true data RT",
	}, actions)
}

func TestReplication(t *testing.T) {
	f := parseModel(t, "allocation.rcp", readModels(t)["allocation.rcp"])
	var families []string
	ast.Inspect(f, func(n ast.Node) bool {
		if d, ok := n.(*ast.DeclName); ok && d.Replicated() {
			s := d.Name.Name + "["
			if d.Var != nil {
				s += d.Var.Name + " : "
			}
			families = append(families, s+ast.Print(d.Lo, ast.Style{})+".."+ast.Print(d.Hi, ast.Style{})+"]")
		}
		return true
	})
	assert.Equal(t, []string{"vmm[1..M]", "client[1..N]", "machine[i : 1..M]"}, families)
	system := f.Decls[11].(*ast.SystemDecl)
	assert.Equal(t, "(gLink = (((i % 3) = 0) ? g2 : g1)) & (pLink = vmm[i])", ast.Print(system.Instances[2].Cond, ast.Style{Full: true}))
	assert.Equal(t, "forall i : 1..N . (G ([(sender = client[i]) & (MSG = reserve)] (F (<(sender = client[i]) & (MSG = request)> true))))",
		formulas(f)[1])
	assert.Equal(t, "G (forall i : 1..M . ((client1-mLink = vmm[i]) -> machine[i]-asgn))", formulas(f)[4])
}

// The dialect of a file is that of its first command guard; without one its other constructs
// decide.
func TestDialectAndReading(t *testing.T) {
	body := func(channels, guards string) string {
		return channels + "\nagent A local: x : bool repeat: " + guards + "\nsystem = A(a, true)\nSPEC G a-x & a-x\n"
	}
	for _, test := range []struct {
		name, src string
		dialect   ast.Dialect
		reading   ast.Reading
		opts      parser.Options
	}{
		{"classic guard", body("enum channel { c }", "<x> c? []"), ast.Classic, ast.Tight, parser.Options{}},
		{"current guard", body("channels: c", "{x} c? []"), ast.Current, ast.Wide, parser.Options{}},
		{"first of two", body("channels: c", "{x} c? []; <x> c? []"), ast.Current, ast.Wide, parser.Options{}},
		{"paper brackets", body("enum channel { c }", "⟨x⟩ c? []"), ast.Classic, ast.Tight, parser.Options{}},
		{"no guard", "enum channel { c }\nSPEC G a-x & a-x\n", ast.Current, ast.Wide, parser.Options{}},
		{"nothing", "SPEC G a-x & a-x\n", ast.Classic, ast.Tight, parser.Options{}},
		{"forced", body("", "<x> c? []"), ast.Classic, ast.Wide, parser.Options{Reading: parser.ForceWide}},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte(test.src), test.opts)
			require.NoError(t, list.Err())
			assert.Equal(t, test.dialect, f.Dialect)
			assert.Equal(t, test.reading, f.Reading)
			want := map[ast.Reading]string{ast.Tight: "(G a-x) & a-x", ast.Wide: "G (a-x & a-x)"}
			assert.Equal(t, []string{want[test.reading]}, formulas(f))
		})
	}
}

func TestFormulaFollowsItsModel(t *testing.T) {
	files := token.NewFileSet()
	for _, test := range []struct {
		guard, want string
		warnings    int
		reading     parser.ReadingChoice
	}{
		{"<x>", "(G a-x) & ((4 - b) = 2)", 1, parser.ByDialect},
		{"{x}", "G (a-x & ((4 - b) = 2))", 1, parser.ByDialect},
		{"{x}", "(G a-x) & ((4 - b) = 2)", 0, parser.ForceTight},
	} {
		model, list := parser.ParseFile(files, "m.rcp", []byte("const b = 3;\nagent A local: x : bool repeat: "+test.guard+
			" *? []\nsystem = A(a, true)\n"), parser.Options{})
		require.NoError(t, list.Err())
		x, list := parser.ParseFormula(files, "formula", []byte("G a-x & 4-b = 2"), parser.Options{Model: model, Reading: test.reading})
		require.NoError(t, list.Err())
		assert.Equal(t, test.want, ast.Print(x, ast.Style{Full: true}))
		assert.Len(t, list.Warnings(), test.warnings, "%v", list)
	}
}
