package types

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// read resolves a text, whose walk may look at so many steps for each command, and writes all that
// it means and what is said of it. It tells whether the walk executes all that needs a counterpart.
func read(t *testing.T, name, text string, walk int) (all string, exercised bool) {
	files := token.NewFileSet()
	file, list := parser.ParseFile(files, name, []byte(text), parser.Options{})
	require.NoError(t, list.Err(), name)
	o := Options{Limits: Limits{Walk: walk}}
	p, list := Resolve(nil, files, file, list, o)
	for _, d := range list {
		all += d.Error() + "\n"
	}
	if p == nil {
		return all, false
	}
	c := newChecker(newProgram(file, o), nil, files, nil)
	c.finish(func() { c.elaborate(); c.closeTypes() })
	return all + typed(p.System), len(c.open) == 0 && c.relabelsInside() && c.exercised()
}

// typed writes a system with the types of all expressions.
func typed(s *recipe.System) string {
	text := s.String()
	for i := range s.Commands {
		k := &s.Commands[i]
		for _, e := range []*recipe.Expr{k.Guard, k.Predicate} {
			if e != nil {
				e.Walk(func(e *recipe.Expr) bool { text += fmt.Sprintln(i, e.Op, e.Type.Name); return true })
			}
		}
	}
	return text
}

// A walk that executes all commands stands for the analysis of values, and says the same.
func TestWalksStandForTheAnalysis(t *testing.T) {
	models, err := filepath.Glob("../../bench/models/*.rcp")
	require.NoError(t, err)
	walked := 0
	for _, name := range models {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		want, none := read(t, name, string(text), -1)
		require.False(t, none, name)
		for _, walk := range []int{0, 1, 4, 1000} {
			got, exercised := read(t, name, string(text), walk)
			require.True(t, want == got, "%s: a walk of %d", name, walk)
			if exercised {
				walked++
			}
		}
	}
	require.Greater(t, walked, len(models), "walks of the largest size, and some smaller ones")
}

// What a walk never executes is looked at: a receive that nothing reaches, a supply that nobody
// asks for, a relabelling that leaves its type, and an initial state that there is none of.
func TestWalksDoNotStandForTheAnalysis(t *testing.T) {
	const head = "enum channel { c, d }\nenum states { x, y }\nmessage-structure: m : 0..3\nproperty-variables: p : 0..3\n"
	agent := func(name, init, relabel, commands string) string {
		return "agent " + name + "\nlocal: n : 0..5\ninit: " + init + "\nrelabel: p <- " + relabel + "\nreceive-guard: chan = c | chan = d\nrepeat: (" + commands + ")\n"
	}
	for what, c := range map[string]struct {
		text, says string
		exercised  bool
	}{
		"all is executed":        {agent("A", "n = 0", "1", "{true} c! (true)(m := 1)[] + {true} c? []"), "", true},
		"nobody sends":           {agent("A", "n = 0", "1", "{true} c! (true)(m := 1)[] + {true} c? [] + {true} d? []"), "no send of another agent can be received", false},
		"a relabelling too wide": {agent("A", "true", "n", "{true} c! (true)(m := 1)[] + {true} c? []"), "`n` can be 4", false},
		"no initial state":       {agent("A", "n = 0 & n = 1", "1", "{true} c! (true)(m := 1)[] + {true} c? []"), "is never true", false},
	} {
		text := head + c.text + "system = A(a, true) || A(b, true)\n"
		want, _ := read(t, "test.rcp", text, -1)
		got, exercised := read(t, "test.rcp", text, 1000)
		require.Equal(t, want, got, what)
		require.Equal(t, c.exercised, exercised, what)
		require.Contains(t, got, c.says, what)
	}
}
