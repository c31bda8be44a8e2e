package mc_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// asked is a question that one state, agent or formula answers for all that exchanging agents makes
// of it.
type asked struct {
	// question is what is asked.
	question string
	// same is why the answer is the same for all of them.
	same string
	// test compares the answers with those that do without the use of symmetry.
	test string
}

// askedOfRepresentatives lists all such questions of this folder, by the function that asks and
// the method it asks with. A condition that may name an agent, such as fairness, must decide which
// agents are exchanged: Find, Survey and NewRenaming take it for that.
var askedOfRepresentatives = map[string]asked{
	"countOrbits Finder.Count": {
		"how many states and deadlocks there are", "whether there is a step does not depend on names", "mc TestSymmetryChangesNothing"},
	"run finder.Count": {
		"the same, in addition to diagrams", "as above", "mc TestSchedulesOfOrbitsChangeNothing"},
	"foresee finder.Estimate": {
		"what the properties will cost", "it decides who goes first, and no answer", "mc TestSchedulesOfOrbitsChangeNothing"},
	"findOnOrbits Finder.Find": {
		"whether a property, an antecedent, or fairness alone is met by a run, under fairness",
		"Find exchanges agents only where the formula stays the same, fairness included", "mc TestWarningsAgainstExplicitStates"},
	"answer finder.Find": {
		"the same, in addition to diagrams", "as above", "mc TestSchedulesOfOrbitsChangeNothing"},
	"deadlocksWhere Finder.Survey": {
		"which deadlocks fairness discards, and a run to one", "the survey keeps the conditions of fairness", "mc TestFairnessTellsAlikeDeadlocksApart"},
	"idleOnOrbits Finder.Survey": {
		"what is never executed or reached", "fairness has no part in it, and what an agent does counts for those like it", "mc TestWarningsOfOrbits"},
	"rangesOnOrbits Finder.Survey": {
		"where a range keeps a command from a step", "fairness has no part in it, and one report counts for all alike", "mc TestWarningsOfOrbits"},
	"staleOnOrbits Finder.Survey": {
		"where an agent keeps the name of an absent one", "fairness has no part in it, and agents that are exchanged have the same declarations",
		"mc TestGrowingWarnings"},
	"sampleReachable Finder.Sample": {
		"a reachable state to compare with the interpreter", "any state will do", "mc TestSourcesEndToEnd"},
	"inside Finder.Contains": {
		"whether a state is reachable", "the image of a reachable state is reachable", "mc TestSourcesEndToEnd"},
	"useSymmetry quotient.NewRenaming": {
		"which agents are exchanged in the formulas below", "the conditions of fairness stay the same", "mc TestConsequencesThatAreUnlike"},
	"Conjuncts Renaming.Conjuncts": {
		"whether one conjunct of a property stands for others", "agents are exchanged only where fairness stays the same", "mc TestConsequencesThatAreUnlike"},
	"shiftReturns Renaming.Shift": {
		"whether one conjunct stands for those of the other nodes of a ring", "shifted initial states are reachable", "mc TestWhatTellsNodesApart"},
	"questions renaming.Merged": {
		"which conjuncts are one question", "none stands for others: exchanges keep all together", "mc TestSchedulesOfOrbitsChangeNothing"},
	"questions renaming.Conjuncts": {
		"the same, in addition to diagrams", "as above", "mc TestSchedulesOfOrbitsChangeNothing"},
	"find renaming.InOrder": {
		"in which states a formula about an interpreted system holds", "those of another one are exchanged with the agents, and fairness stays the same",
		"mc/internal/jointtest TestExchangesChangeNothing"},
	"find renaming.Image": {
		"the same", "as above", "mc/internal/jointtest TestExchangesAreAutomorphisms"},
	"Occurs Renaming.InOrder": {
		"whether an antecedent was met that differs by exchanging agents", "as above", "mc TestWarningsAgainstExplicitStates"},
}

// TestEveryQuestionToRepresentativesIsListed finds the calls that ask orbits or renamed formulas.
func TestEveryQuestionToRepresentativesIsListed(t *testing.T) {
	harmless := map[string]bool{"Effort": true, "MaxOrbits": true, "System": true, "Classes": true}
	found := map[string]bool{}
	var files []string
	require.NoError(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if d.IsDir() && path != "quotient" {
			files = append(files, sources(t, filepath.Join("mc", path), false)...)
		}
		return err
	}))
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if of, method := callee(call); (strings.EqualFold(of, "finder") || strings.EqualFold(of, "renaming") || method == "NewRenaming") && !harmless[method] {
						found[fn.Name.Name+" "+of+"."+method] = true
					}
				}
				return true
			})
		}
	}
	for key := range found {
		require.Contains(t, askedOfRepresentatives, key, "it asks a representative: say in the list why the answer is the same for all it stands for")
	}
	for key, a := range askedOfRepresentatives {
		require.True(t, found[key], "%s is in the list, but gone", key)
		require.NotEmpty(t, a.question+a.same, key)
		dir, name, _ := strings.Cut(a.test, " ")
		require.True(t, hasTest(t, dir, name), "%s: there is no test %s", key, a.test)
	}
}

// callee is the last name before the dot of a call, and the one after it.
func callee(call *ast.CallExpr) (of, method string) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	switch x := sel.X.(type) {
	case *ast.Ident:
		of = x.Name
	case *ast.SelectorExpr:
		of = x.Sel.Name
	}
	return of, sel.Sel.Name
}

// hasTest reports whether a package declares a test.
func hasTest(t *testing.T, dir, name string) bool {
	for _, file := range sources(t, dir, true) {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Clean(file), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == name {
				return true
			}
		}
	}
	return false
}
