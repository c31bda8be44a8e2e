package rchecktest_test

import (
	"fmt"
	goast "go/ast"
	goparser "go/parser"
	gotoken "go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
)

// constructs walks over a tree and calls see for every construct and the place it stands in.
func constructs(n ast.Node, place string, see func(construct, place string)) {
	for _, c := range ast.Children(n) {
		at := placeOf(n, c, place)
		for _, name := range namesOf(c) {
			see(name, at)
		}
		constructs(c, at, see)
	}
}

// placeOf is the place of a part of a node.
func placeOf(parent, child ast.Node, place string) string {
	switch p := parent.(type) {
	case *ast.ConstDecl, *ast.ChannelsDecl, *ast.EnumDecl, *ast.GroupDecl, *ast.SystemDecl, *ast.GuardDecl, *ast.SpecDecl, *ast.FairnessDecl, *ast.CompassionDecl,
		*ast.RelabelSection:
		return strings.TrimSuffix(strings.TrimSuffix(kindOf(p), "Decl"), "Section")
	case *ast.CondSection:
		return map[string]string{"init": "Init", "receive-guard": "ReceiveGuard", "red": "Red", "violation": "Red"}[p.Keyword.Text]
	case *ast.RangeType:
		return "range"
	case *ast.Command:
		if p.Guard == child {
			return kindOf(p.Action) + " guard"
		}
		return kindOf(p.Action)
	case *ast.Send:
		return partOf(place, child, map[ast.Node]string{p.Chan: "channel", p.Guard: "predicate"}, p.Data, p.Updates)
	case *ast.Receive:
		return partOf(place, child, map[ast.Node]string{p.Chan: "channel"}, nil, p.Updates)
	case *ast.Get:
		return partOf(place, child, map[ast.Node]string{p.From: "from"}, p.Data, p.Updates)
	case *ast.Supply:
		return partOf(place, child, map[ast.Node]string{p.To: "to"}, p.Data, p.Updates)
	case *ast.Observe:
		if p.Obs == child {
			return "observation"
		}
	case *ast.PredicateQuantifier:
		return "quantified observation"
	}
	return place
}

func partOf(place string, child ast.Node, named map[ast.Node]string, data, updates *ast.AssignList) string {
	switch {
	case named[child] != "":
		return place + " " + named[child]
	case child == ast.Node(data):
		return place + " data"
	case child == ast.Node(updates):
		return place + " updates"
	}
	return place + " predicate"
}

func kindOf(n ast.Node) string { return strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.") }

// namesOf are the names that a node counts under.
func namesOf(n ast.Node) []string {
	kind := kindOf(n)
	switch n := n.(type) {
	case *ast.Unary:
		return []string{n.Op.String()}
	case *ast.Binary:
		return []string{n.Op.String()}
	case *ast.Call:
		return []string{kind, kind + " " + strings.TrimRight(n.Fun.Name, "0123456789")}
	case *ast.SpecDecl:
		return []string{kind, n.Keyword.Text}
	case *ast.CondSection:
		return []string{kind, n.Keyword.Text}
	case *ast.Ident:
		if slices.Contains(words, n.Name) {
			return []string{n.Name}
		}
	case *ast.Qualified:
		out := []string{kind}
		if n.Name.Name == "automaton-state" {
			out = append(out, "k-automaton-state")
		}
		if n.Name.Name == "red" || n.Name.Name == "green" {
			out = append(out, "k-red")
		}
		if x, ok := n.Agent.(*ast.Ident); ok && x.Name == "supplier" {
			out = append(out, "supplier-pv")
		}
		if x, ok := n.Agent.(*ast.Index); ok {
			if _, literal := x.X.(*ast.IntLit); !literal {
				out = append(out, "k[e]-x")
			}
		}
		return out
	case *ast.Observe:
		return []string{map[bool]string{false: "possible", true: "necessary"}[n.Necessary]}
	case *ast.Quantifier:
		return kindsOfQuantifiers(n)
	case *ast.PredicateQuantifier:
		return []string{map[bool]string{false: "exists(O)", true: "forall(O)"}[n.Universal]}
	case *ast.PropertyRef:
		return []string{kind, "@pv"}
	case *ast.Instance:
		if n.Cond == nil {
			return []string{kind, "Instance without condition"}
		}
	case *ast.DeclName:
		if n.Replicated() {
			return []string{kind, "family"}
		}
	}
	return []string{kind}
}

func kindsOfQuantifiers(q *ast.Quantifier) []string {
	kind := map[bool]string{false: "some ", true: "all "}[q.Universal]
	var out []string
	switch {
	case len(q.Types) == 0:
		out = append(out, kind+"numbers")
	case len(q.Types) > 1:
		out = append(out, kind+"agents", "agents of several types")
	case q.Types[0].Name == "Agent":
		out = append(out, kind+"agents", "agents of any type")
	default:
		out = append(out, kind+"agents")
	}
	if len(q.Vars) > 1 {
		out = append(out, "several variables")
	}
	return out
}

// words are those that mean something in expressions without being declared.
var words = []string{
	"sender", "getter", "supplier", "initiator", "producer", "locality", "p2p", "any", "chan", "channel", "ch", "myself", "self", "name",
	"deadlock", "PROGRESS", "scheduler",
}

// leastModels says in how many of a thousand models a construct must occur somewhere, or in a
// place, where it is not the default of 5.
var leastModels = map[string]int{
	"Get predicate: @pv": 5, "quantified observation: exists(O)": 20, "quantified observation: forall(O)": 20, "System: Index": 15,
	"System: Instance without condition": 30, "options: int": 30, "options: reading": 30, "options: set": 30, "PROGRESS": 5,
}

// Every construct of the syntax tree, every operator and every word occurs in generated models that
// are accepted, and operators occur in every place that holds expressions of the model.
func TestGeneratedModelsUseTheLanguage(t *testing.T) {
	count := map[string]int{}
	total := 0
	eachProgram(t, 400, func(m rchecktest.Model, p *rcheck.Program) {
		seen := map[string]bool{
			"options: int": m.Options.Int != nil, "options: reading": m.Options.Reading != parser.ByDialect, "options: set": len(m.Options.Set) > 0,
		}
		constructs(p.File, "", func(construct, place string) { seen[construct], seen[place+": "+construct] = true, true })
		for what, there := range seen {
			if there {
				count[what]++
			}
		}
		total++
	})
	wanted := slices.Concat(kindsOfNodes(t), words, []string{
		"possible", "necessary", "exists(O)", "forall(O)", "some agents", "all agents", "some numbers", "all numbers", "several variables",
		"agents of several types", "agents of any type", "family", "k[e]-x", "k-automaton-state", "supplier-pv",
		"Call enabled", "Call min", "Call max", "Call g",
		"Call K", "Call Kw", "Call KO", "Call O", "Call GK", "Call DK", "Call GCK", "Call can", "k-red", "red", "violation", "SPEC", "LTLSPEC", "LTL", "LTOL", "CTLSPEC", "ATLSPEC", "Group: scheduler",
	}, slices.Collect(maps.Keys(leastModels)))
	for op := ast.Not; op <= ast.Iff; op++ {
		wanted = append(wanted, op.String())
		if op == ast.Until || op == ast.WeakUntil || op == ast.Release || op.IsTemporalPrefix() {
			continue
		}
		for _, place := range []string{
			"Send guard", "Receive guard", "Get guard", "Supply guard", "Send predicate", "Send data", "Send updates", "Receive updates",
			"ReceiveGuard", "Relabel", "Guard", "Spec", "quantified observation",
		} {
			wanted = append(wanted, place+": "+op.String())
		}
	}
	for _, what := range wanted {
		least, special := leastModels[what]
		if !special {
			least = 5
		}
		if count[what]*1000 < least*total {
			t.Errorf("%s in %d of %d models", what, count[what], total)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(count)) {
		if !strings.Contains(what, ": ") {
			t.Logf("%5.1f%% of models have %s", 100*float64(count[what])/float64(total), what)
		}
	}
	t.Logf("%d constructs in places", len(count))
}

// kindsOfNodes lists the types of nodes that package ast declares, but for those of sources with
// errors, and those that count under names of their own.
func kindsOfNodes(t *testing.T) []string {
	files, err := filepath.Glob("../../../rcheck/ast/*.go")
	require.NoError(t, err)
	var out []string
	for _, file := range files {
		f, err := goparser.ParseFile(gotoken.NewFileSet(), file, nil, goparser.SkipObjectResolution)
		require.NoError(t, err)
		add := func(name string) {
			if !slices.Contains(notInTrees, name) && !strings.HasPrefix(name, "Bad") && !strings.HasSuffix(name, "Head") {
				out = append(out, name)
			}
		}
		goast.Inspect(f, func(n goast.Node) bool {
			switch n := n.(type) {
			case *goast.FuncDecl: // its own Pos
				if n.Recv == nil || n.Name.Name != "Pos" {
					break
				}
				if star, ok := n.Recv.List[0].Type.(*goast.StarExpr); ok {
					add(star.X.(*goast.Ident).Name)
				}
			case *goast.TypeSpec: // that of an embedded head
				if s, ok := n.Type.(*goast.StructType); ok && len(s.Fields.List) > 0 && len(s.Fields.List[0].Names) == 0 {
					add(n.Name.Name)
				}
			}
			return true
		})
	}
	require.Greater(t, len(out), 40)
	return out
}

// notInTrees are types that count under other names, the root, and what no accepted model has.
var notInTrees = []string{
	"AssumeDecl",   // of open systems
	"ContractDecl", // which `check` does not use
	"File", "Comment", "Unary", "Binary", "Observe", "Quantifier", "PredicateQuantifier", "Ambiguous",
}
