package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// namedTest is a test function of a package of the module.
type namedTest struct{ dir, name string }

// testsOfExamples have a case for the example of every code that begins so.
var testsOfExamples = map[string]namedTest{
	"RC01": {"rcheck/parser", "TestExamplesOfCodes"},
	"RC02": {"rcheck/parser", "TestExamplesOfCodes"},
	"RC03": {"rcheck", "TestCodeExamples"},
	"RC04": {"rcheck", "TestCodeExamples"},
	"RC05": {"rcheck", "TestCodeExamples"},
	"RC06": {"rcheck/format", "TestExampleOfTheCode"},
	"RC08": {"rcheck/ispl", "TestExamplesOfCodes"},
}

// testsOfCodes are those of the codes that no example shows.
var testsOfCodes = map[diag.Code]namedTest{
	"RC0110":                 {"rcheck/parser", "TestTooManyErrors"},
	"RC0308":                 {"rcheck", "TestSetUnknownConstant"},
	"RC0313":                 {"rcheck/types", "TestAmbiguousReading"},
	"RC0560":                 {"rcheck", "TestExpansionLimit"},
	"RC0602":                 {"rcheck/format", "TestDifferencesAreFound"},
	"RC0803":                 {"rcheck/ispl", "TestNesting"},
	"RC0807":                 {"rcheck/ispl", "TestTooManyErrors"},
	mc.CodeOverflow:          {"mc/internal/jointtest", "TestJointWarnings"},
	mc.CodeOverlap:           {"mc/internal/jointtest", "TestLines"},
	mc.CodeIdleLine:          {"mc/internal/jointtest", "TestLines"},
	mc.CodeDeadlock:          {"mc", "TestDeadlockReports"},
	mc.CodeUnfairDeadlock:    {"mc", "TestUnfairWarnings"},
	mc.CodeRangeFault:        {"mc", "TestRangeReports"},
	mc.CodeStaleName:         {"mc", "TestStaleNames"},
	mc.CodeIdleCommand:       {"mc", "TestIdleReports"},
	mc.CodeIdleState:         {"mc", "TestIdleReports"},
	mc.CodeNoFairComputation: {"mc", "TestUnfairWarnings"},
	mc.CodeAssumption:        {"mc", "TestAssumptions"},
	mc.CodeValid:             {"mc", "TestVacuityWarnings"},
	mc.CodeAntecedent:        {"mc", "TestVacuityWarnings"},
	mc.CodeObservation:       {"mc", "TestVacuityWarnings"},
	workbench.InternalCode:   {"cmd/rcheck-bdd", "TestPanicIsAnInternalError"},
}

// Every code of a diagnostic, of the front end or the checker, has a test of a
// known name, or a script that has it in its output; the names are those of
// tests that exist.
func TestEveryCodeHasATest(t *testing.T) {
	used := map[diag.Code]bool{}
	shown := 0
	scripts := allScripts(t)
	for _, info := range diag.All() {
		if _, ok := testsOfCodes[info.Code]; ok {
			require.Empty(t, info.Example, "%s has an example, and a test of its own all the same", info.Code)
			used[info.Code] = true
			continue
		}
		if _, ok := testsOfExamples[string(info.Code[:4])]; ok && info.Example != "" {
			shown++
			continue
		}
		require.Contains(t, scripts, string(info.Code), "%s has no example, no test of its own, and no script", info.Code)
	}
	for _, info := range workbench.CheckerCodes() {
		if _, ok := testsOfCodes[info.Code]; ok {
			used[info.Code] = true
			continue
		}
		require.Contains(t, scripts, `error\[`+string(info.Code)+`\]`, "no script shows %s", info.Code)
	}
	for code := range testsOfCodes {
		require.True(t, used[code], "a test for a code that is no more: %s", code)
	}
	for _, test := range testsOfExamples {
		requireTest(t, test)
	}
	for _, test := range testsOfCodes {
		requireTest(t, test)
	}
	t.Logf("%d codes shown by examples, %d by tests of their own", shown, len(testsOfCodes))
}

func allScripts(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "script", "*.txtar"))
	require.NoError(t, err)
	var out strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		out.Write(text)
	}
	return out.String()
}

func requireTest(t *testing.T, test namedTest) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(test.dir), "*_test.go"))
	require.NoError(t, err)
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == test.name {
				return
			}
		}
	}
	t.Errorf("there is no %s in %s", test.name, test.dir)
}
