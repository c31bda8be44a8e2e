package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// propertyFile is a file of properties, read but not understood: what it means depends on the
// model.
type propertyFile struct {
	name string
	text []byte
}

// readPropertyFiles reads the files of --props.
func (c *checkFlags) readPropertyFiles(ctx context.Context, env *cli.Env) ([]propertyFile, error) {
	var out []propertyFile
	for _, name := range c.propsFiles {
		text, err := readInput(ctx, env, name)
		if err != nil {
			return nil, fmt.Errorf("--props: %w", err)
		}
		out = append(out, propertyFile{terminal.Name(name), text})
	}
	return out, nil
}

// addProperties adds the properties of --props and --prop to the model, in this order. Those with
// errors are left out.
func (s *checkSession) addProperties(ctx context.Context, m *model) (diag.List, error) {
	var list diag.List
	for _, f := range s.propertyFiles {
		more, err := m.addPropertyFile(ctx, f, s.flags.model.reading)
		if err != nil {
			return list, err
		}
		list = append(list, more...)
	}
	for _, text := range s.flags.props {
		_, more, err := m.addFormula(ctx, "", text, "")
		if err != nil {
			return list, err
		}
		if more.HasErrors() && slices.ContainsFunc(m.program.Specs, func(x *rcheck.Spec) bool { return x.Name == text }) {
			more[0].Detail = "`" + text + "` is the name of a property, and no formula; write --run " + text
		}
		list = append(list, more...)
	}
	if s.flags.deadlock {
		_, more, err := m.addFormula(ctx, deadlockFree, "G !deadlock", "")
		return append(list, more...), err
	}
	return list, nil
}

// addPropertyFile adds the properties of a file. If the file cannot be parsed none is added.
func (m *model) addPropertyFile(ctx context.Context, f propertyFile, reading string) (list diag.List, err error) {
	defer interrupt.Catch(&err)
	m.sources.Add(f.name, f.text)
	files := token.NewFileSet()
	options := parser.Options{Reading: readingChoice(reading), Model: m.program.File, Watch: interrupt.New(ctx, "parsing "+f.name)}
	tree, list := parser.ParseFile(files, f.name, f.text, options)
	if list.HasErrors() {
		return list, nil
	}
	remarks := m.remarks.Read(tree, workbench.WarningCodes)
	// What is said about readings is said again when the formula is added.
	list = remarks
	for _, d := range tree.Decls {
		spec, ok := d.(*ast.SpecDecl)
		if !ok {
			at := files.Position(d.Pos())
			list = append(list, &diag.Diagnostic{
				Code: notAProperty, Severity: diag.Error, Start: at, End: files.Position(d.End()),
				Summary: diag.Lookup(notAProperty).Summary,
				Detail:  "a file of properties can have only SPEC declarations; write this into the model",
			})
			continue
		}
		more, err := m.addSpec(ctx, tree.Source, spec)
		if err != nil {
			return list, err
		}
		list = append(list, more...)
	}
	return list, nil
}

// addSpec adds one property of a file, whose diagnostics speak of places in the file.
func (m *model) addSpec(ctx context.Context, file *token.File, spec *ast.SpecDecl) (diag.List, error) {
	start, end := file.Offset(spec.Formula.Pos()), file.Offset(spec.Formula.End())
	name := ""
	if spec.Name != nil {
		name = spec.Name.Name
	}
	added, list, err := m.with(ctx, spec.Keyword.Text, name, string(file.Source()[start:end]))
	place := func(p token.Position) token.Position { return file.Position(file.Pos(start + p.Offset)) }
	for _, d := range list {
		d.Start, d.End = place(d.Start), place(d.End)
	}
	if added != nil {
		at := file.Position(spec.Formula.Pos())
		added.Pos = recipe.Position{File: at.Filename, Line: at.Line, Column: at.Column}
	}
	return list, err
}

// notAProperty is the code of a declaration in a file of properties that is none.
const notAProperty diag.Code = "RC0701"
