package ispl

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Condition reads a condition on the states of the model, as they stand in `Evaluation`; a proposition of the model, written alone, is
// one too. The name is what diagnostics call the text. The expression is nil if the list has errors.
func (p *Program) Condition(name, text string) (*interpreted.Expr, diag.List) {
	for _, known := range p.System.Propositions {
		if known.Name == text {
			return known.When, nil
		}
	}
	files := token.NewFileSet()
	read := &parser{source: files.Add(name, []byte(text)), rep: &diag.Reporter{Files: files, MaxErrors: MaxErrors}}
	read.items, _ = scan(read.source, read.rep)
	var x *Expr
	read.try(func() {
		x = read.condition()
		if read.peek().kind != endOfFile {
			read.failExpected("the end of the condition")
		}
	})
	var out *interpreted.Expr
	if !read.rep.List.HasErrors() {
		r := *p.names
		r.rep = read.rep
		out = r.condition(x, scope{agent: everywhere})
	}
	if list := read.rep.Finish(read.source, tooManyErrors); list.HasErrors() {
		return nil, list
	}
	return out, nil
}
