package format

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

func (p *printer) repeat(s *ast.RepeatSection) {
	switch s.Body.(type) {
	case *ast.Sequence, *ast.Choice:
		p.Emit(s.Pos(), s.Keyword.KeyEnd, 1, "repeat:")
		p.process(s.Body, 2, "", "", false)
	default:
		p.Flush(s.Pos(), 1)
		p.process(s.Body, 1, "repeat: ", "", false)
	}
}

// process writes a process with a text before its first line and one after its last. More tells
// whether something follows in the same parentheses: in the current dialect a repetition there gets
// its own, because the published tool would take that in.
func (p *printer) process(x ast.Process, indent int, prefix, suffix string, more bool) {
	switch x := x.(type) {
	case *ast.Command:
		p.command(x, indent, prefix, suffix)
	case *ast.ParenProcess:
		if hugged(x.X) && !p.commentWithin(x.Pos(), x.End()) {
			p.process(x.X, indent, prefix+"(", ")"+suffix, false)
			p.Reach(x.End())
			return
		}
		p.parens(x, indent, prefix, suffix)
	case *ast.Repetition:
		if more && p.written.Dialect == ast.Current {
			p.process(x.Body, indent, prefix+"(rep ", ")"+suffix, false)
			return
		}
		p.process(x.Body, indent, prefix+"rep ", suffix, more)
	case *ast.Sequence:
		for i, step := range x.Steps {
			after := ";"
			if i+1 == len(x.Steps) {
				after = suffix
			}
			p.process(step, indent, prefix, after, more || i+1 < len(x.Steps))
			prefix = ""
		}
	case *ast.Choice:
		for i, a := range x.Alternatives {
			if i > 0 {
				p.Emit(x.Pluses[i-1], x.Pluses[i-1]+1, indent, "+")
				prefix = ""
			}
			after := ""
			if i+1 == len(x.Alternatives) {
				after = suffix
			}
			p.process(a, indent, prefix, after, more || i+1 < len(x.Alternatives))
		}
	}
}

// hugged reports whether the parentheses around a process stand on its own lines.
func hugged(x ast.Process) bool {
	switch x.(type) {
	case *ast.Command, *ast.Repetition:
		return true
	}
	return false
}

func (p *printer) parens(x *ast.ParenProcess, indent int, prefix, suffix string) {
	p.Emit(x.Pos(), x.Pos()+1, indent, prefix+"(")
	p.process(x.X, indent+1, "", "", false)
	p.Emit(x.End()-1, x.End(), indent, ")"+suffix)
}

func (p *printer) command(c *ast.Command, indent int, prefix, suffix string) {
	head := prefix
	if c.Label != nil {
		head += c.Label.Name + ": "
	}
	switch cond := p.expr(c.Guard.Cond); {
	case p.dialectOr(c.Guard.Dialect) == ast.Current:
		head += "{" + cond + "}"
	case namesRep(c.Guard.Cond):
		head += "<(" + cond + ")>"
	default:
		head += "<" + cond + ">"
	}
	action := p.action(c.Action, p.dialectOr(c.Guard.Dialect))
	if whole := head + " " + action + suffix; p.fits(indent, whole) {
		p.Emit(c.Pos(), c.End(), indent, whole)
		return
	}
	p.condition(c.Pos(), c.End(), indent, head)
	p.Continue(indent+1, action+suffix)
}

// namesRep reports whether a condition names something that is called `rep`, outside of
// parentheses: behind a plus that would be taken for the beginning of a process where guards end
// with `>`.
func namesRep(cond ast.Expr) (found bool) {
	ast.Inspect(cond, func(n ast.Node) bool {
		name, ok := n.(*ast.Ident)
		found = found || ok && name.Name == "rep"
		_, closed := n.(*ast.Paren)
		return !closed
	})
	return found
}

// action returns the text of an action in a dialect. Data that are left out become `()` where the
// dialect wants them.
func (p *printer) action(a ast.Action, dialect ast.Dialect) string {
	switch a := a.(type) {
	case *ast.Send:
		return p.expr(a.Chan) + "! " + p.target(a.Guard, false) + p.data(a.Data, true) + p.updates(a.Updates)
	case *ast.Receive:
		return p.expr(a.Chan) + "? " + p.updates(a.Updates)
	case *ast.Get:
		text, from := "GET", a.From
		switch {
		case a.Pred != nil && p.dialect == ast.Current && p.words.isAny(from):
			from = a.Pred
		case a.Pred != nil:
			text = "Get(" + p.expr(a.Pred.X) + ")"
		}
		return text + "@" + p.target(from, dialect == ast.Current) + p.data(a.Data, dialect == ast.Current) + p.updates(a.Updates)
	case *ast.Supply:
		to := a.To
		if p.dialect == ast.Current {
			to = p.words.supplier(to)
		}
		return "SUPPLY@" + p.target(to, dialect == ast.Current) + p.data(a.Data, dialect == ast.Current) + p.updates(a.Updates)
	}
	return ""
}

// target returns the text of a send guard or a locality, in parentheses if it has several parts or
// if they are asked for, so that what follows it is not taken for a part of it.
func (p *printer) target(x ast.Expr, parens bool) string {
	text := p.expr(x)
	switch x.(type) {
	case *ast.Paren:
		return text
	case *ast.Ident, *ast.BoolLit, *ast.Call, *ast.PropertyRef, *ast.Index:
		if !parens {
			return text
		}
	}
	return "(" + text + ")"
}

func (p *printer) data(list *ast.AssignList, wanted bool) string {
	if list == nil && !wanted {
		return ""
	}
	return "(" + p.assigns(list) + ")"
}

func (p *printer) updates(list *ast.AssignList) string { return "[" + p.assigns(list) + "]" }

func (p *printer) assigns(list *ast.AssignList) string {
	if list == nil {
		return ""
	}
	return joined(elements(list.Updates(), p.update))
}

func (p *printer) update(n ast.Node) string {
	switch x := n.(type) {
	case *ast.Assign:
		return x.Name.Name + " := " + p.expr(x.Value)
	case *ast.Spawn:
		text := "spawn " + x.Type.Name + "(" + x.Name.Name
		if x.Cond != nil {
			text += ", " + p.expr(x.Cond)
		}
		return text + ")"
	}
	return "stop"
}
