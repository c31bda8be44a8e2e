package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// difference says where two files do not say the same, and is empty if they do. Positions,
// parentheses, empty lists, and what the dialects write differently do not count. Comments do, but
// for the blanks at the ends of their lines.
func difference(before, after *ast.File, watch *interrupt.Watch) string {
	a, b := meaning(before, watch), meaning(after, watch)
	for i := range max(len(a), len(b)) {
		switch {
		case i >= len(a):
			return fmt.Sprintf("there is more: %s", b[i].text)
		case i >= len(b):
			return fmt.Sprintf("%s is missing", a[i].text)
		case a[i] != b[i]:
			return fmt.Sprintf("%s became %s", a[i].text, b[i].text)
		}
	}
	if !slices.Equal(commentTexts(before), commentTexts(after)) {
		return "a comment was lost, moved or changed"
	}
	return ""
}

// commentTexts are the words of the comments.
func commentTexts(f *ast.File) []string {
	out := make([]string, len(f.Comments))
	for i, c := range f.Comments {
		out[i] = strings.Join(strings.Fields(c.Text), " ")
	}
	return out
}

// meaning lists the nodes of a file, a node before its parts.
func meaning(f *ast.File, watch *interrupt.Watch) []entry {
	m := &meant{words: newWords(f, ast.NoDialect), watch: watch}
	m.node(f, 0)
	return m.entries
}

// entry is a node and how many others it is a part of.
type entry struct {
	depth int
	text  string
}

type meant struct {
	words   words
	entries []entry
	watch   *interrupt.Watch
}

func (m *meant) add(depth int, text string) { m.entries = append(m.entries, entry{depth, text}) }

func (m *meant) node(n ast.Node, depth int) {
	m.watch.Step()
	switch x := n.(type) {
	case *ast.Paren:
		m.node(x.X, depth)
		return
	case *ast.ParenProcess:
		m.node(x.X, depth)
		return
	case *ast.AssignList:
		if len(x.Updates()) == 0 {
			return // left out or empty
		}
	case *ast.Get:
		m.get(x, depth)
		return
	case *ast.Supply:
		m.add(depth, "supply to")
		m.locality(x.To, depth+1)
		m.lists(depth+1, x.Data, x.Updates)
		return
	}
	m.add(depth, m.describe(n))
	for _, c := range ast.Children(n) {
		m.node(c, depth+1)
	}
}

// get lists a get: Get(pi)@any is GET@(pi).
func (m *meant) get(x *ast.Get, depth int) {
	m.add(depth, "get from")
	switch {
	case x.Pred != nil && m.words.isAny(x.From):
		m.node(x.Pred.X, depth+1)
	case x.Pred != nil:
		m.node(x.Pred.X, depth+1)
		fallthrough
	default:
		m.locality(x.From, depth+1)
	}
	m.lists(depth+1, x.Data, x.Updates)
}

// locality lists a locality, in which `any` and `true` are one.
func (m *meant) locality(x ast.Expr, depth int) {
	if m.words.isAny(x) {
		m.add(depth, "any")
		return
	}
	m.node(x, depth)
}

func (m *meant) lists(depth int, data, updates *ast.AssignList) {
	for _, list := range []*ast.AssignList{data, updates} {
		m.add(depth, "list")
		if list != nil {
			m.node(list, depth+1)
		}
	}
}

// oneThing is what the names mean that the dialects have for one thing, where they are not
// declared.
var oneThing = map[string]string{
	"channel": "the channel", "ch": "the channel", "chan": "the channel", "self": "the agent", "name": "the agent", "myself": "the agent",
	"boolean": "truth values", "bool": "truth values", "integer": "integers", "int": "integers",
}

// describe says what a node is apart from its children.
func (m *meant) describe(n ast.Node) string {
	text := strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")
	switch n := n.(type) {
	case *ast.Ident:
		if thing, ok := oneThing[n.Name]; ok && !m.words.declared[n.Name] {
			return thing
		}
		return "`" + n.Name + "`"
	case *ast.CondSection:
		return n.Keyword.Text
	case *ast.Instance:
		return fmt.Sprintf("%s, absent: %t", text, n.Absent != nil)
	case *ast.BoolLit:
		return fmt.Sprint(n.Value)
	case *ast.IntLit:
		return n.Text
	case *ast.Unary:
		return text + " " + n.Op.String()
	case *ast.Binary:
		return text + " " + n.Op.String()
	case *ast.Observe:
		return fmt.Sprintf("%s, necessary: %t", text, n.Necessary)
	case *ast.Quantifier:
		return fmt.Sprintf("%s over %d variables and %d types, universal: %t", text, len(n.Vars), len(n.Types), n.Universal)
	case *ast.PredicateQuantifier:
		return fmt.Sprintf("%s, universal: %t", text, n.Universal)
	}
	return text
}
