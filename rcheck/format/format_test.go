package format_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/format"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// structure writes a tree without positions, parentheses, spellings and what the dialects write
// differently.
func structure(f *ast.File) string {
	var b strings.Builder
	depth := 0
	var walk func(n ast.Node)
	walk = func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Paren:
			walk(n.X)
			return
		case *ast.ParenProcess:
			walk(n.X)
			return
		case *ast.Get: // Get(pi)@any is GET@(pi)
			if from, ok := ast.Unparen(n.From).(*ast.Ident); ok && from.Name == "any" && n.Pred != nil {
				get := *n
				get.From, get.Pred = n.Pred, nil
				walk(&get)
				return
			}
		}
		fmt.Fprintf(&b, "%s%s\n", strings.Repeat(" ", depth), describe(n))
		depth++
		for _, c := range ast.Children(n) {
			if l, ok := c.(*ast.AssignList); ok && len(l.Assigns) == 0 {
				continue // left out or empty
			}
			walk(c)
		}
		depth--
	}
	walk(f)
	return b.String()
}

func describe(n ast.Node) string {
	text := fmt.Sprintf("%T", n)
	switch n := n.(type) {
	case *ast.Ident:
		name := n.Name
		switch name {
		case "channel", "ch":
			name = "chan"
		case "self":
			name = "myself"
		case "boolean":
			name = "bool"
		case "integer":
			name = "int"
		}
		return name
	case *ast.BoolLit:
		if n.Value {
			return "any or true"
		}
		return "false"
	case *ast.IntLit:
		return n.Text
	case *ast.Unary:
		text += n.Op.String()
	case *ast.Binary:
		text += n.Op.String()
	case *ast.Observe:
		text += fmt.Sprint(n.Necessary)
	case *ast.Quantifier:
		text += fmt.Sprint(n.Universal, len(n.Vars), len(n.Types))
	case *ast.PredicateQuantifier:
		text += fmt.Sprint(n.Universal)
	}
	return text
}

// models returns the models of the parser's tests, and those of the published tool if
// RCHECK_REFERENCE names their folder.
func models(t *testing.T) map[string]string {
	t.Helper()
	patterns := []string{"../parser/testdata/models/*.rcp"}
	if dir := os.Getenv("RCHECK_REFERENCE"); dir != "" {
		patterns = append(patterns, filepath.Join(dir, "models", "*.rcp"))
	} else {
		t.Log("RCHECK_REFERENCE is not set: the models of the published tool are not formatted")
	}
	out := map[string]string{}
	for _, pattern := range patterns {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, paths)
		for _, path := range paths {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			out[filepath.Base(path)] = string(src)
		}
	}
	return out
}

func parse(t *testing.T, src string) *ast.File {
	t.Helper()
	f, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte(src), parser.Options{})
	require.NoError(t, list.Err(), src)
	return f
}

func formatted(t *testing.T, src string, opts format.Options) string {
	t.Helper()
	out, list := format.Source(token.NewFileSet(), "m.rcp", []byte(src), opts)
	require.NoError(t, list.Err())
	return string(out)
}

// Formatting keeps the tree, is idempotent, and a model that is converted to the other dialect and
// back is what it was.
func TestFormattingKeepsTheModel(t *testing.T) {
	for name, src := range models(t) {
		t.Run(name, func(t *testing.T) {
			want := strings.ReplaceAll(structure(parse(t, src)), "any or true", "any")
			same := func(text string) {
				t.Helper()
				got := strings.ReplaceAll(structure(parse(t, text)), "any or true", "any")
				assert.Empty(t, firstDifference(want, got))
			}
			plain := formatted(t, src, format.Options{})
			same(plain)
			assert.Empty(t, firstDifference(plain, formatted(t, plain, format.Options{})), "formatted again")
			for _, d := range []ast.Dialect{ast.Classic, ast.Current} {
				converted := formatted(t, src, format.Options{Dialect: d})
				same(converted)
				assert.Empty(t, firstDifference(converted, formatted(t, converted, format.Options{})), "%s, formatted again", d)
				f, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte(converted), parser.Options{})
				assert.Empty(t, list, "%s, converted", d)
				assert.Equal(t, d, f.Dialect)
				ast.Inspect(f, func(n ast.Node) bool {
					switch n := n.(type) {
					case *ast.CommandGuard:
						assert.Equal(t, d, n.Dialect)
					case *ast.Observe:
						assert.Equal(t, d, n.Dialect)
					case *ast.Quantifier:
						assert.Equal(t, d, n.Dialect)
					}
					return true
				})
				other := ast.Classic + ast.Current - d
				same(formatted(t, converted, format.Options{Dialect: other}))
			}
		})
	}
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(a, b string) string {
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(la), len(lb)) {
		if i >= len(la) || i >= len(lb) {
			return fmt.Sprintf("%d and %d lines", len(la), len(lb))
		}
		if la[i] != lb[i] {
			return fmt.Sprintf("line %d: %q and %q", i+1, la[i], lb[i])
		}
	}
	return ""
}

// Every golden file holds a model and what it is formatted to: as it is, and converted.
func TestLayout(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			require.NoError(t, err)
			in := string(archive.Files[0].Data)
			update := os.Getenv("UPDATE") != ""
			for i, file := range archive.Files[1:] {
				dialect, ok := map[string]ast.Dialect{"own": ast.NoDialect, "classic": ast.Classic, "current": ast.Current}[file.Name]
				require.True(t, ok, file.Name)
				got := formatted(t, in, format.Options{Dialect: dialect})
				if update {
					archive.Files[i+1].Data = []byte(got)
					continue
				}
				assert.Equal(t, string(file.Data), got, file.Name)
				assert.Equal(t, got, formatted(t, got, format.Options{}), "%s, formatted again", file.Name)
			}
			if update {
				require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
			}
		})
	}
}

// No comment is lost, wherever it stands: a comment is put at the beginning and the end of every
// node of a model in turn.
func TestCommentsAnywhere(t *testing.T) {
	for _, src := range []string{
		"const N = 2;\nchannels: a, b[1..N]\nenum e { x, y }\nmessage-structure: M : e\nproperty-variables: p : e\n" +
			"guard g(v : e) := v = x;\nagent A local: l : e, c : channel init: l = x relabel: p <- l receive-guard: chan = c\n" +
			"repeat: (s: <l = x & c = a> c! g(l)(M := l)[l := y] ; rep (<M = x> c? [])) + <l = y> GET@any[]\n" +
			"system = A(one, true) | A(many[i : 1..N], c = b[i])\nSPEC NAME q := G (one-l = x -> F <sender = one> true);\nFAIRNESS one-s;\n",
		"enum channel { a, b }\nagent A local: l : 0..3 repeat: ({l = 0} a ! true ()[l := 1] + ({l = 1} b ? []))\n" +
			"agent B repeat: ({true} * ? [])\nagent C repeat: rep {true} * ? []\nsystem = A(one) || B(two)\n" +
			"SPEC forall k : A | B . <<chan = a>> true\nSPEC one-l = 1 ? true : false\nCOMPASSION (one-l = 0, one-l = 1);\n",
	} {
		want := structure(parse(t, src))
		for _, at := range places(t, src) {
			for _, comment := range []string{"/* here */", "// here\n", "\n// here\n", "/* here\n    there */\n"} {
				text := src[:at] + comment + src[at:]
				out := formatted(t, text, format.Options{})
				assert.Equal(t, 1, strings.Count(strings.ReplaceAll(out, "there", ""), "here"), "%s\n%s", text, out)
				assert.Empty(t, firstDifference(want, structure(parse(t, out))), "%s\n%s", text, out)
				assert.Empty(t, firstDifference(out, formatted(t, out, format.Options{})), "%s\nformatted again", text)
			}
		}
	}
}

// places returns the offsets at which nodes begin and end.
func places(t *testing.T, src string) []int {
	t.Helper()
	var out []int
	f := parse(t, src)
	seen := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		for _, at := range []int{f.Source.Offset(n.Pos()), f.Source.Offset(n.End())} {
			if !seen[at] {
				seen[at] = true
				out = append(out, at)
			}
		}
		return true
	})
	return out
}

func TestAmbiguousFormulas(t *testing.T) {
	src := "message-structure: B : bool, M : 0..3\nagent A local: x : 0..3 repeat: <x = 1> *! true()[]\nsystem = A(a, true)\n" +
		"SPEC <B & M> m > n;\n"
	assert.Contains(t, formatted(t, src, format.Options{}), "SPEC <B & M > m> n;\n", "the same tokens")
	out, list := format.Source(token.NewFileSet(), "m.rcp", []byte(src), format.Options{Dialect: ast.Current})
	assert.Nil(t, out)
	require.Len(t, list, 1)
	assert.Equal(t, diag.Code("RC0601"), list[0].Code)
}

func TestExampleOfTheCode(t *testing.T) {
	info := diag.Lookup("RC0601")
	_, list := format.Source(token.NewFileSet(), "example.rcp", []byte(info.Example), format.Options{Dialect: ast.Current})
	require.Len(t, list, 1)
	assert.Equal(t, info.Code, list[0].Code)
}

func TestErrorsAreNotFormatted(t *testing.T) {
	out, list := format.Source(token.NewFileSet(), "m.rcp", []byte("agent A local x"), format.Options{})
	assert.Nil(t, out)
	assert.Error(t, list.Err())
}

// A reading that was asked for is written down with parentheses.
func TestForcedReading(t *testing.T) {
	src := "agent A local: x : bool repeat: <x> *! true()[]\nsystem = A(a, true)\nSPEC G a-x & a-x;\n"
	for choice, want := range map[parser.ReadingChoice]string{
		parser.ByDialect:  "SPEC (G a-x) & a-x;",
		parser.ForceTight: "SPEC (G a-x) & a-x;",
		parser.ForceWide:  "SPEC G (a-x & a-x);",
	} {
		assert.Contains(t, formatted(t, src, format.Options{Parse: parser.Options{Reading: choice}}), want)
	}
}

// What vet warns about, because it is read differently elsewhere, is laid out with the parentheses
// that it asks for. A name in a guard can be that of a process's word.
func TestParenthesesThatAreAskedFor(t *testing.T) {
	src := "const rep = 1;\nenum channel { c }\nagent A local: x : 0..3 init: x = 0 repeat: (rep s: {x + rep > 2} c! (true)()[x := 1] + " +
		"t: {x = 0 | x > 1 & x < 3} c? [])\nsystem = A(a, true) || A(b, true)\nSPEC G a-x = 1 & F a-x = 2 | b-x = 1;\n"
	for _, d := range []ast.Dialect{ast.NoDialect, ast.Classic, ast.Current} {
		out := formatted(t, src, format.Options{Dialect: d})
		_, list := parser.ParseFile(token.NewFileSet(), "m.rcp", []byte(out), parser.Options{})
		assert.Empty(t, list, "%s:\n%s", d, out)
		assert.Empty(t, firstDifference(structure(parse(t, src)), structure(parse(t, out))))
	}
}

// FuzzSource checks that a model that parses keeps its tree when it is formatted, and that
// formatting again changes nothing.
func FuzzSource(f *testing.F) {
	for _, pattern := range []string{"../parser/testdata/models/*.rcp", "testdata/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(f, err)
		for _, path := range paths {
			src, err := os.ReadFile(path)
			require.NoError(f, err)
			if strings.HasSuffix(path, ".txtar") {
				src = txtar.Parse(src).Files[0].Data
			}
			f.Add(string(src))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		files := token.NewFileSet()
		before, list := parser.ParseFile(files, "m.rcp", []byte(src), parser.Options{})
		if list.HasErrors() {
			return
		}
		out := format.File(before)
		after, list := parser.ParseFile(files, "formatted", out, parser.Options{})
		require.NoError(t, list.Err(), "%s", out)
		require.Empty(t, firstDifference(structure(before), structure(after)), "%s", out)
		require.Len(t, after.Comments, len(before.Comments), "%s", out)
		require.Equal(t, string(out), string(format.File(after)))
	})
}

// Names that are keywords at the beginning of a line keep their model, and a layout that could not
// would be refused.
func TestKeywordsAsNames(t *testing.T) {
	for _, word := range []string{"SPEC", "LTLSPEC", "LTL", "LTOL", "FAIRNESS"} {
		src := strings.ReplaceAll("channels: c, W[1..2]\nproperty-variables: W : bool\nagent A local: x : bool, W : bool init: x\n"+
			"relabel: W <- x repeat: W: <x> *! (@W)()[x := !x]\nsystem = A(a, true)\nSPEC true;\n", "W", word)
		src = strings.Replace(src, ", "+word+"[1..2]", "", 1)
		out := formatted(t, src, format.Options{})
		assert.Contains(t, out, "        "+word+" <- x\n")
		assert.Empty(t, firstDifference(structure(parse(t, src)), structure(parse(t, out))))

		long := strings.Replace(src, "channels: c", "channels: c, "+word+"[1..2], "+strings.Repeat("d", 120), 1)
		out = formatted(t, long, format.Options{})
		assert.Equal(t, word != "FAIRNESS", strings.Contains(out, "channels: c, "+word+"[1..2], ddd"), "a line that cannot be broken stays long")
		assert.Empty(t, firstDifference(structure(parse(t, long)), structure(parse(t, out))))
	}
}

// What is converted once stays as it is.
func TestConversionIsIdempotent(t *testing.T) {
	for _, action := range []string{
		"*! (!m = keen)(P := p)", "*! (m = keen)(P := p)", "*! !(m = keen)(P := p)", "*! (-m = 1 & !p)(P := p)", "*! (m = keen -> p | !p)(P := p)",
	} {
		for _, guard := range []string{"<p>", "{p}"} {
			src := "enum e { keen, mild }\nmessage-structure: P : bool\nagent A local: m : e, p : bool repeat: " + guard + " " + action +
				"[]\nsystem = A(a, true)\n"
			for _, d := range []ast.Dialect{ast.NoDialect, ast.Classic, ast.Current} {
				once := formatted(t, src, format.Options{Dialect: d})
				assert.Equal(t, once, formatted(t, once, format.Options{Dialect: d}), "%s", d)
				assert.Equal(t, once, formatted(t, once, format.Options{}), "%s", d)
			}
		}
	}
}
