package parser_test

import (
	"bytes"
	"context"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// sources returns models and broken models to start from.
func sources(t testing.TB) [][]byte {
	t.Helper()
	var out [][]byte
	for _, pattern := range []string{"testdata/models/*.rcp", "testdata/errors/*.rcp"} {
		paths, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, path := range paths {
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			out = append(out, src)
		}
	}
	for _, info := range diag.All() {
		out = append(out, []byte(info.Example))
	}
	return out
}

// checkFile asserts what holds of the parse of any bytes.
func checkFile(t *testing.T, src []byte) { checkWatched(t, src, nil) }

// checkWatched is checkFile with a watch over the parser.
func checkWatched(t *testing.T, src []byte, watch *interrupt.Watch) {
	t.Helper()
	f, list := parser.ParseFile(token.NewFileSet(), "fuzz.rcp", src, parser.Options{Watch: watch})
	require.NotNil(t, f)
	require.LessOrEqual(t, len(list.Errors()), parser.MaxErrors+1)
	for _, d := range list {
		require.True(t, d.Start.IsValid(), "%v", d)
		require.GreaterOrEqual(t, d.End.Offset, d.Start.Offset, "%v", d)
		require.LessOrEqual(t, d.End.Offset, len(src))
		require.NotEmpty(t, diag.Lookup(d.Code).Explanation, "%v", d)
	}
	bad := false
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.Bad:
			bad = true
		}
		if n.Pos() > n.End() {
			t.Fatalf("%T at %d ends at %d", n, n.Pos(), n.End())
		}
		return true
	})
	require.True(t, !bad || list.HasErrors(), "a Bad node without an error")
}

func FuzzParser(f *testing.F) {
	for _, src := range sources(f) {
		f.Add(src)
	}
	f.Fuzz(checkFile)
}

func FuzzFormula(f *testing.F) {
	for name, src := range readModels(f) {
		file, list := parser.ParseFile(token.NewFileSet(), name, []byte(src), parser.Options{})
		require.NoError(f, list.Err())
		for _, d := range file.Decls {
			if s, ok := d.(*ast.SpecDecl); ok {
				at, end := file.Source.Offset(s.Formula.Pos()), file.Source.Offset(s.Formula.End())
				f.Add(src[at:end], true)
				f.Add(src[at:end], false)
			}
		}
	}
	files := token.NewFileSet()
	classic, current := roundTripModel(f, files, ast.Classic), roundTripModel(f, files, ast.Current)
	f.Fuzz(func(t *testing.T, src string, wide bool) {
		files := token.NewFileSet()
		opts := parser.Options{Model: classic}
		if wide {
			opts.Model = current
		}
		style := ast.Style{Reading: opts.Model.Reading}
		x, list := parser.ParseFormula(files, "formula", []byte(src), opts)
		require.NotNil(t, x)
		if list.HasErrors() {
			return
		}
		text := ast.Print(x, style)
		y, list := parser.ParseFormula(files, "printed", []byte(text), opts)
		require.NoError(t, list.Err(), text)
		require.Equal(t, text, ast.Print(y, style))
	})
}

// Damaged models: cut anywhere, with bytes changed, dropped, doubled or swapped.
func TestDamagedModels(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for _, src := range sources(t) {
		for range 40 {
			broken := bytes.Clone(src)
			if len(broken) == 0 {
				continue
			}
			switch i, j := rnd.Intn(len(broken)), rnd.Intn(len(broken)); rnd.Intn(5) {
			case 0:
				broken = broken[:i]
			case 1:
				broken[i] = byte(rnd.Intn(256))
			case 2:
				broken = append(broken[:i], broken[i+1:]...)
			case 3:
				broken = append(broken[:i:i], broken[min(i, j):]...)
			case 4:
				broken[i], broken[j] = broken[j], broken[i]
			}
			checkFile(t, broken)
		}
	}
}

func TestBinaryFiles(t *testing.T) {
	rnd := rand.New(rand.NewSource(2))
	noise := make([]byte, 64<<10)
	rnd.Read(noise)
	for name, src := range map[string][]byte{
		"noise":  noise,
		"zeros":  make([]byte, 64<<10),
		"high":   bytes.Repeat([]byte{0xff, 0xfe}, 32<<10),
		"utf-16": []byte("a\x00g\x00e\x00n\x00t\x00 \x00A\x00"),
	} {
		t.Run(name, func(t *testing.T) {
			checkFile(t, src)
			_, list := parser.ParseFile(token.NewFileSet(), name, src, parser.Options{})
			assert.Error(t, list.Err())
		})
	}
	f, list := parser.ParseFile(token.NewFileSet(), "bom", []byte("\uFEFFagent A repeat: {true} *? []"), parser.Options{})
	assert.Empty(t, list)
	assert.Len(t, f.Decls, 1)
}

// looks counts how often a watch looks at a context.
type looks struct {
	context.Context
	n int
}

func (l *looks) Err() error { l.n++; return nil }

// Inputs of 64 KiB that invite backtracking, deep recursion or quadratic work take so many steps
// for each byte at most.
func TestLargeInputsTakeFewSteps(t *testing.T) {
	const size = 64 << 10
	fill := func(prefix, unit, suffix string) string {
		return prefix + strings.Repeat(unit, (size-len(prefix)-len(suffix))/len(unit)) + suffix
	}
	head := "agent A local: x : bool, n : 0..3 repeat: <x> *? []\nsystem = A(a, true)\n"
	for name, src := range map[string]string{
		"parentheses":              fill(head+"SPEC ", "(", ""),
		"closed parentheses":       head + "SPEC " + strings.Repeat("(", size/2) + "x" + strings.Repeat(")", size/2),
		"parentheses below depth":  fill(head+"SPEC ", strings.Repeat("(", 300)+"a-x"+strings.Repeat(")", 300)+" & ", "a-x"),
		"negations":                fill(head+"SPEC ", "!", "a-x"),
		"temporal":                 fill(head+"SPEC ", "F ", "a-x"),
		"possible":                 fill(head+"SPEC ", "<", ""),
		"observations":             fill(head+"SPEC ", "<p2p> ", "a-x"),
		"observations in sequence": fill(head+"SPEC ", "<p2p> a-x & ", "a-x"),
		"comparisons in brackets":  fill(head+"SPEC <p2p", " & n > 0", "> a-x"),
		"ambiguous observations":   fill(head+"SPEC ", "<b & c> d & ", "a-x"),
		"ambiguous comparisons":    fill(head+"SPEC ", "<b & c> d > e & ", "a-x"),
		"ambiguous in parentheses": fill(head+"SPEC ", "(<b & c> d > e) & ", "a-x"),
		"ambiguous below":          head + "SPEC " + strings.Repeat("(<b & c> d > e & ", 300) + "a-x" + strings.Repeat(")", 300),
		"current observations":     fill(head+"SPEC ", "<<", ""),
		"necessary":                fill(head+"SPEC ", "[", ""),
		"conjunctions":             fill(head+"SPEC ", "a-x & ", "a-x"),
		"disjunctions of both":     fill(head+"SPEC ", "a-x & a-x | ", "a-x"),
		"implications":             fill(head+"SPEC ", "a-x -> ", "a-x"),
		"temporal conjunctions":    fill(head+"SPEC ", "F a-x & ", "a-x"),
		"temporal disjunctions":    fill(head+"SPEC ", "F a-x & b-x | ", "a-x"),
		"comparisons":              fill(head+"SPEC ", "a < ", "a"),
		"additions":                fill(head+"SPEC a-n = ", "1 + ", "1"),
		"conditionals":             fill(head+"SPEC ", "x ? ", ""),
		"nested conditionals":      fill(head+"SPEC ", "x ? y : ", "y"),
		"quantifiers":              fill(head+"SPEC ", "/\\ k : A . ", "k-x"),
		"quantified integers":      fill(head+"SPEC ", "forall i : 1..3 . ", "a-x"),
		"calls":                    fill(head+"SPEC ", "g(", ""),
		"indices":                  fill(head+"SPEC ", "c[", ""),
		"processes":                fill("agent A repeat: ", "(", ""),
		"repetitions":              fill("agent A repeat: ", "rep ", "<x> *? []"),
		"guards":                   fill("agent A repeat: ", "<x > ", ""),
		"commands":                 fill("agent A repeat: <x> *? []", " + <x> *? []", ""),
		"commands without action":  fill("agent A repeat: <x> *? []", " + <x>", ""),
		"commands without updates": fill("agent A repeat: <x> c! true()", "; <x> c! true()", ""),
		"sends without brackets":   fill("agent A repeat: <x> c! ", "y + ", "1 = 2()[]"),
		"conditional guards":       fill("agent A repeat: <", "x > y ? ", "1"),
		"current commands":         fill("agent A repeat: {x} *? []", " + {x} *? []", ""),
		"repetitions and more":     fill("agent A repeat: {x} *? []", "+ rep {x} *? []", ""),
		"specifications":           fill(head, "SPEC G a-x & a-x\n", ""),
		"keywords":                 fill("", "SPEC ", ""),
		"agents":                   fill("", "agent A ", ""),
		"sections":                 fill("agent A ", "init: x ", ""),
		"enums":                    fill("", "enum a { b } ", ""),
		"names":                    fill("enum a { ", "b, ", "b }"),
		"open braces":              fill("", "{", ""),
		"mixed brackets":           fill(head+"SPEC ", "([{<", ""),
		"comments":                 fill("", "/* ", ""),
		"lines":                    fill("", "\n", "x"),
		"quotes":                   fill("", "\" ", ""),
	} {
		t.Run(name, func(t *testing.T) {
			looks := &looks{Context: context.Background()}
			checkWatched(t, []byte(src), interrupt.New(looks, "parsing"))
			assert.Less(t, looks.n*interrupt.Every, 200*len(src), "steps for %d bytes", len(src))
		})
	}
}
