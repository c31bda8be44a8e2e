package bench

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// ReadProperties is a program with the properties of a file, by its path below
// the directory models, in place of its own.
func ReadProperties(p *rcheck.Program, name string) (*rcheck.Program, error) {
	text, err := models.Source(name)
	if err != nil {
		return nil, err
	}
	tree, list := parser.ParseFile(token.NewFileSet(), name, text, parser.Options{Model: p.File})
	plain := *p
	plain.Specs = nil
	p = &plain
	for _, d := range tree.Decls {
		spec, ok := d.(*ast.SpecDecl)
		if !ok || list.HasErrors() {
			break
		}
		from, to := tree.Source.Offset(spec.Formula.Pos()), tree.Source.Offset(spec.Formula.End())
		p, _, list = p.WithProperty(spec.Name.Name, string(text[from:to]))
	}
	return p, list.Err()
}

// Read reads a model file with the given values of constants. The error names
// the first diagnostic that is an error.
func Read(name string, set map[string]int) (*rcheck.Program, error) {
	text, err := models.Source(name)
	if err != nil {
		return nil, err
	}
	program, list := rcheck.Parse("bench/models/"+name, text, rcheck.Options{Set: set})
	if list.HasErrors() {
		first := list.Errors()[0]
		return nil, fmt.Errorf("%s: %s", first.Start, first.Message())
	}
	return program, nil
}
