package workbench

import (
	"fmt"
	"slices"

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
func (d *Document) Symbols() []DocumentSymbol {
	if d.ISPL {
		return d.jointSymbols()
	}
	out := []DocumentSymbol{}
	number := 0
	for _, decl := range d.text().syntax.tree.Decls {
		if _, ok := decl.(*ast.SpecDecl); ok {
			number++
		}
		out = append(out, d.outlined(decl, number)...)
	}
	return out
}

// outlined is what a declaration declares; values of an enumeration, locals and labels stand below
// what they belong to.
func (d *Document) outlined(x ast.Decl, number int) []DocumentSymbol {
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

func (d *Document) jointSymbols() []DocumentSymbol {
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

// A FoldingRange is a part of the text that can be folded, by lines.
type FoldingRange struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

// Folds are the declarations, sections, processes in brackets and comments that take several lines.
func (d *Document) Folds() []FoldingRange {
	out := []FoldingRange{}
	add := func(start, end int, kind string) {
		from, to := d.lines.position(start), d.lines.position(end)
		if from.Line < to.Line {
			out = append(out, FoldingRange{from.Line, to.Line, kind})
		}
	}
	if d.ISPL {
		for _, a := range d.text().joints.tree.Agents {
			start, end := d.offsets(spot{a.Span})
			add(start, end, "")
		}
		return out
	}
	s := d.text().syntax
	ast.Inspect(s.tree, func(n ast.Node) bool {
		switch n.(type) {
		case ast.Decl, ast.Section, *ast.ParenProcess:
			add(s.file.Offset(n.Pos()), s.file.Offset(n.End()), "")
		}
		return true
	})
	for i := 0; i < len(s.comments); i++ {
		first := i
		for i+1 < len(s.comments) && s.file.Position(s.comments[i+1].Pos).Line == s.file.Position(s.comments[i].Pos).Line+1 {
			i++
		}
		add(s.file.Offset(s.comments[first].Pos), s.file.Offset(s.comments[i].End()), "comment")
	}
	return out
}
