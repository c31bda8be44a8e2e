package workbench

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// A CodeLens is a command offered at a place of the text.
type CodeLens struct {
	Range   Range   `json:"range"`
	Command Command `json:"command"`
}

// A Command is something that the client can have done.
type Command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// The commands of lenses. Their arguments are the document's URI and, but for simulate, the number
// of a property; 0 means all.
const (
	CheckCommand    = "rcheck-bdd.check"
	WitnessCommand  = "rcheck-bdd.witness"
	SimulateCommand = "rcheck-bdd.simulate"
)

// Lenses offers to check each property, to look for a run that satisfies it, and to simulate the
// system.
func Lenses(d *Document) []CodeLens {
	out := []CodeLens{}
	offer := func(at Range, title, command string, arguments ...any) {
		at.End = at.Start
		out = append(out, CodeLens{at, Command{title, command, append([]any{d.URI}, arguments...)}})
	}
	if d.ISPL {
		for i, f := range d.text().joints.tree.Formulae.List() {
			at := d.at(spot{f.Span})
			if i == 0 {
				offer(at, "check all", CheckCommand, 0)
				offer(at, "simulate", SimulateCommand)
			}
			offer(at, "check", CheckCommand, i+1)
		}
		return out
	}
	number := 0
	for _, decl := range d.text().syntax.tree.Decls {
		switch decl.(type) {
		case *ast.SystemDecl:
			offer(d.at(decl), "check all", CheckCommand, 0)
			offer(d.at(decl), "simulate", SimulateCommand)
		case *ast.SpecDecl:
			number++
			offer(d.at(decl), "check", CheckCommand, number)
			offer(d.at(decl), "witness", WitnessCommand, number)
		}
	}
	return out
}
