package ispl

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Condition reads a condition on the states of the model, written as in the section Evaluation. The
// name of a proposition alone is a condition, too. Diagnostics call the text by the given name. The
// expression is nil if the list has errors.
func (p *Program) Condition(name, text string) (*interpreted.Expr, diag.List) {
	for _, known := range p.System.Propositions {
		if known.Name == text && !known.Deadlock {
			return known.When, nil
		}
	}
	var x *Expr
	var out *interpreted.Expr
	list := p.read(name, text,
		func(read *parser) {
			x = read.condition()
			read.end("the condition")
		},
		func(r *resolver) { out = r.condition(x, scope{agent: everywhere}) })
	if list.HasErrors() {
		return nil, list
	}
	return out, list
}

// Properties reads formulas about the model, written as in the section Formulae. The last formula
// may have no semicolon. Diagnostics call the text by the given name. There are no formulas if the
// list has errors.
func (p *Program) Properties(name, text string) ([]Property, diag.List) {
	var formulas []*Expr
	var out []Property
	list := p.read(name, text,
		func(read *parser) {
			for len(formulas) == 0 || read.peek().kind != endOfFile {
				formulas = append(formulas, read.property())
				if !read.accept(";") {
					read.end("the formula, or `;`")
				}
			}
		},
		func(r *resolver) {
			for _, x := range formulas {
				out = append(out, Property{Text: Print(x), Pos: r.Files.Position(x.Span.Start), Formula: r.formula(x)})
			}
		})
	if list.HasErrors() {
		return nil, list
	}
	return out, list
}

// DeadlockFree is a formula: no reachable state is without a successor. It adds a proposition to
// the system of the model.
func (p *Program) DeadlockFree() Property {
	p.System.Propositions = append(p.System.Propositions, interpreted.Proposition{Name: "deadlock", Deadlock: true})
	free := ltol.NotState(ltol.StateProp(len(p.System.Propositions) - 1))
	return Property{Text: "AG !deadlock", Formula: ltol.AllPaths(ltol.Globally(ltol.Prop(ltol.Atom{})), free)}
}

// end demands the end of a text.
func (p *reader) end(of string) {
	if p.peek().kind != endOfFile {
		p.failExpected("the end of " + of)
	}
}

// read parses a text, and resolves its names, which are those of the model, if it has no errors.
func (p *Program) read(name, text string, parse func(*parser), resolve func(*resolver)) diag.List {
	files := token.NewFileSet()
	rep := &diag.Reporter{Files: files, MaxErrors: MaxErrors}
	read := &parser{}
	read.source, read.Reporter = files.Add(name, []byte(text)), rep
	read.items, _ = scan(nil, read.source, rep)
	read.try(func() { parse(read) })
	if !rep.List.HasErrors() {
		r := *p.names
		r.Reporter = rep
		resolve(&r)
	}
	if list := rep.Finish(read.source, tooManyErrors); list.HasErrors() {
		return list
	}
	return nil
}
