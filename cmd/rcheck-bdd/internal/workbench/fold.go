package workbench

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// A FoldingRange is a part of the text that can be folded, by lines.
type FoldingRange struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

// Folds are the declarations, sections, processes in brackets and comments that take several lines.
func Folds(d *Document) []FoldingRange {
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
