package workbench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// A DocumentSymbol is a declaration in an outline.
type DocumentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          Range            `json:"range"`
	SelectionRange Range            `json:"selectionRange"`
	Children       []DocumentSymbol `json:"children,omitempty"`
}

// Symbols is the outline of the document.
func Symbols(d *Document) []DocumentSymbol {
	if d.ISPL {
		return jointSymbols(d)
	}
	out := []DocumentSymbol{}
	number := 0
	for _, decl := range d.text().syntax.tree.Decls {
		if _, ok := decl.(*ast.SpecDecl); ok {
			number++
		}
		out = append(out, outlined(d, decl, number)...)
	}
	return out
}

// outlined is what a declaration declares; values of an enumeration, locals and labels stand below
// what they belong to.
func outlined(d *Document, x ast.Decl, number int) []DocumentSymbol {
	if x, ok := x.(*ast.SpecDecl); ok {
		name, at := fmt.Sprintf("property %d", number), d.at(x)
		selected := at
		if x.Name != nil {
			name, selected = x.Name.Name, d.at(x.Name)
		}
		return []DocumentSymbol{{Name: name, Detail: "property", Kind: kindFacts[spec].symbol, Range: at, SelectionRange: selected}}
	}
	var out []DocumentSymbol
	eachDeclared(x, func(n declared) {
		if n.name == nil || n.name.Name == "" || n.kind == parameter || n.kind == bound {
			return
		}
		s := DocumentSymbol{Name: n.name.Name, Kind: kindFacts[n.kind].symbol, Range: d.at(n.node), SelectionRange: d.at(n.name)}
		switch field, _ := n.node.(*ast.Field); {
		case field != nil && field.Type != nil:
			start, end := d.offsets(field.Type)
			s.Detail = d.Text[start:max(start, end)]
		case n.kind == agentType:
			s.Detail = "agent type"
		case n.kind == instance:
			s.Detail = n.types[0]
		}
		if n.kind != enumValue && n.kind != local && n.kind != label {
			out = append(out, s)
		} else if len(out) > 0 {
			out[0].Children = append(out[0].Children, s)
		}
	})
	return out
}

func jointSymbols(d *Document) []DocumentSymbol {
	tree := d.text().joints.tree
	out := []DocumentSymbol{}
	symbol := func(k kind, n ispl.Ident, whole token.Span) DocumentSymbol {
		return DocumentSymbol{Name: n.Name, Detail: jointKinds[k], Kind: kindFacts[k].symbol, Range: d.at(spot{whole}), SelectionRange: d.at(spot{n.Span})}
	}
	for _, a := range tree.Agents {
		s := symbol(instance, a.Name, a.Span)
		for _, v := range slices.Concat(a.Obsvars.List(), a.Vars.List()) {
			s.Children = append(s.Children, symbol(local, v.Name, v.Span))
		}
		for _, n := range a.Actions.List() {
			s.Children = append(s.Children, symbol(label, n, n.Span))
		}
		if s.Name != "" {
			out = append(out, s)
		}
	}
	for _, p := range tree.Evaluation.List() {
		out = append(out, symbol(spec, p.Name, p.Span))
	}
	for _, g := range tree.Groups.List() {
		out = append(out, symbol(group, g.Name, g.Span))
	}
	for i, f := range tree.Formulae.List() {
		name := fmt.Sprintf("property %d", i+1)
		at := d.at(spot{f.Span})
		out = append(out, DocumentSymbol{Name: name, Detail: ispl.Print(f.Expr), Kind: kindFacts[spec].symbol, Range: at, SelectionRange: at})
	}
	return out
}

// A WorkspaceSymbol is a declaration of some open document.
type WorkspaceSymbol struct {
	Name          string   `json:"name"`
	Kind          int      `json:"kind"`
	ContainerName string   `json:"containerName,omitempty"`
	Location      Location `json:"location"`
}

// Find lists the declarations of the document whose names have the letters of a query, in its
// order.
func Find(d *Document, query string) []WorkspaceSymbol {
	out := []WorkspaceSymbol{}
	var visit func(list []DocumentSymbol, container string)
	visit = func(list []DocumentSymbol, container string) {
		for _, s := range list {
			if hasLetters(s.Name, query) {
				out = append(out, WorkspaceSymbol{s.Name, s.Kind, container, Location{d.URI, s.SelectionRange}})
			}
			visit(s.Children, s.Name)
		}
	}
	visit(Symbols(d), d.Name())
	return out
}

// hasLetters reports whether a name has the letters of a query in this order, in any case.
func hasLetters(name, query string) bool {
	letters := []rune(strings.ToLower(query))
	for _, r := range strings.ToLower(name) {
		if len(letters) > 0 && r == letters[0] {
			letters = slices.Delete(letters, 0, 1)
		}
	}
	return len(letters) == 0
}
