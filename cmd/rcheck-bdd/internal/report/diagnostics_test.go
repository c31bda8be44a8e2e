package report

import (
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// printed is what is printed about a range of a text.
func printed(text string, start, end int) string {
	files := token.NewFileSet()
	f := files.Add("m.rcp", []byte(text))
	d := &diag.Diagnostic{
		Code: "RC0302", Start: files.Position(f.Pos(start)), End: files.Position(f.Pos(end)),
		Detail: "there is no `x`", Suggestion: "did you mean `y`?",
	}
	var sources Sources
	sources.Add("m.rcp", []byte(text))
	var b strings.Builder
	Diagnostics(&b, diag.List{d}, &sources, terminal.Style{})
	return b.String()
}

// A line of a program's making can be long, and wrong in many places: what that takes grows with
// the number of places.
func TestManyDiagnosticsOfALongLine(t *testing.T) {
	const places = 20_000
	text := strings.Repeat("wrong || ", places)
	files := token.NewFileSet()
	f := files.Add("m.rcp", []byte(text))
	var list diag.List
	for i := range places {
		at := files.Position(f.Pos(9 * i))
		list = append(list, &diag.Diagnostic{Code: "RC0302", Start: at, End: at, Detail: "there is no `wrong`"})
	}
	var sources Sources
	sources.Add("m.rcp", []byte(text))
	start := time.Now()
	Diagnostics(io.Discard, list, &sources, terminal.Style{})
	require.Less(t, time.Since(start), 10*time.Second) // a pass over the line for each place takes longer
}

func TestDiagnosticsShowTheLine(t *testing.T) {
	const head = ": error[RC0302]: there is no `x`; did you mean `y`?\n"
	long := strings.Repeat("a", 150) + "x" + strings.Repeat("b", 150)
	for _, c := range []struct {
		what, text string
		start, end int
		want       string
	}{
		{"a name", "one\n  x = 1\n", 6, 7, "m.rcp:2:3" + head + "    2 |   x = 1\n      |   ^\n"},
		{"several characters", "xyz = 1", 0, 3, "m.rcp:1:1" + head + "    1 | xyz = 1\n      | ^~~\n"},
		{"an empty range at the end", "abc", 3, 3, "m.rcp:1:4" + head + "    1 | abc\n      |    ^\n"},
		{"tabs keep their width", "\t\tx\n", 2, 3, "m.rcp:1:3" + head + "    1 | \t\tx\n      | \t\t^\n"},
		{"characters, not bytes", "äö x", 5, 6, "m.rcp:1:4" + head + "    1 | äö x\n      |    ^\n"},
		{"a range of several lines", "ab\ncd", 1, 4, "m.rcp:1:2" + head + "    1 | ab\n      |  ^\n"},
		{"carriage returns", "x\r\ny\r\n", 3, 4, "m.rcp:2:1" + head + "    2 | y\n      | ^\n"},
		{"what would drive the terminal", "\x1b[2Jx\x00", 4, 5, "m.rcp:1:5" + head + "    1 | \uFFFD[2Jx\uFFFD\n      |     ^\n"},
		{
			"a long line", long, 150, 151,
			"m.rcp:1:151" + head + "    1 | …" + long[117:217] + "…\n      |  " + strings.Repeat(" ", 33) + "^\n",
		},
	} {
		require.Equal(t, c.want, printed(c.text, c.start, c.end), c.what)
	}
}

func TestDiagnosticsOfUnknownSourcesHaveNoLine(t *testing.T) {
	var b strings.Builder
	d := &diag.Diagnostic{Code: "RC0001", Severity: diag.Warning, Summary: "odd", Start: token.Position{Filename: "gone.rcp", Line: 3, Column: 1}}
	d.Related = []diag.Related{{
		Start: token.Position{Filename: "m.rcp", Line: 1, Column: 2}, End: token.Position{Filename: "m.rcp", Line: 1, Column: 3}, Message: "see\nhere",
	}}
	var sources Sources
	sources.Add("m.rcp", []byte("abc"))
	Diagnostics(&b, diag.List{d}, &sources, terminal.Style{})
	require.Equal(t, "gone.rcp:3:1: warning[RC0001]: odd\nm.rcp:1:2: note: see here\n    1 | abc\n      |  ^\n", b.String())
}

func TestManyWarningsOfAKindShareALine(t *testing.T) {
	warnings := []mc.Warning{{Code: mc.CodeDeadlock, Message: "1 of 2 states has no step: a: waits; b: waits"}}
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		warnings = append(warnings, mc.Warning{Code: mc.CodeIdleCommand, Message: name + " is never executed"})
	}
	warnings = append(warnings, mc.Warning{Code: mc.CodeIdleState, Message: "a never reaches control state 1"})
	var b strings.Builder
	Warnings(&b, warnings, func(code string) bool { return code == mc.CodeIdleState }, terminal.Style{})
	require.Equal(t, strings.TrimPrefix(`
: warning[deadlock]: 1 of 2 states has no step:
    a: waits
    b: waits
: warning[never-executed]: a is never executed; the same for 4 more (`+"`rcheck-bdd reach`"+` lists them)
: error[never-reached]: a never reaches control state 1
`, "\n"), b.String())
}
