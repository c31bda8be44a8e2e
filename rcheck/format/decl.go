package format

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

func (p *printer) decl(d ast.Decl) {
	start, end := d.Pos(), d.End()
	switch d := d.(type) {
	case *ast.ConstDecl:
		p.condition(start, end, 0, "const "+d.Name.Name+" = "+p.expr(d.Value)+";")
	case *ast.ChannelsDecl:
		names := elements(d.Names, p.declName)
		switch {
		case p.dialectOr(d.Dialect) == ast.Current:
			p.list(start, end, 0, "enum channel { ", names, " }")
		case d.Dialect == ast.Current:
			p.list(start, end, 0, "channels: ", names, "")
		default:
			p.list(start, end, 0, d.Keyword.Text+": ", names, "")
		}
	case *ast.EnumDecl:
		p.list(start, end, 0, "enum "+d.Name.Name+" { ", elements(d.Values, p.declName), " }")
	case *ast.MessageDecl:
		p.list(start, end, 0, "message-structure: ", elements(d.Fields, p.field), "")
	case *ast.PropertyDecl:
		keyword := d.Keyword.Text
		switch p.dialect {
		case ast.Classic:
			keyword = "communication-variables"
		case ast.Current:
			keyword = "property-variables"
		}
		p.list(start, end, 0, keyword+": ", elements(d.Fields, p.field), "")
	case *ast.GuardDecl:
		params := joined(elements(d.Params, p.field))
		p.condition(start, end, 0, "guard "+d.Name.Name+"("+params+") := "+p.expr(d.Body)+";")
	case *ast.AgentDecl:
		p.agent(d)
	case *ast.SystemDecl:
		p.system(d)
	case *ast.GroupDecl:
		p.condition(start, end, 0, "group "+d.Name.Name+" = "+ast.Print(d.Members, p.style)+";")
	case *ast.SpecDecl:
		text := d.Keyword.Text
		if p.dialect == ast.Current && text != "CTLSPEC" && text != "ATLSPEC" {
			text = "SPEC"
		}
		if d.Name != nil {
			text += " NAME " + d.Name.Name + " :="
		}
		p.condition(start, end, 0, text+" "+p.formula(d.Formula)+";")
	case *ast.AssumeDecl:
		p.condition(start, end, 0, "assume "+d.Name.Name+" := "+p.formula(d.Formula)+";")
	case *ast.ContractDecl:
		text := "contract " + d.Var.Name + " : " + d.Type.Name
		if d.Assume != nil {
			text += " assume " + p.formula(d.Assume)
		}
		p.condition(start, end, 0, text+" guarantee "+p.formula(d.Guarantee)+";")
	case *ast.FairnessDecl:
		p.condition(start, end, 0, "FAIRNESS "+p.formula(d.Cond)+";")
	case *ast.CompassionDecl:
		p.Emit(start, end, 0, "COMPASSION ("+p.formula(d.If)+", "+p.formula(d.Then)+");")
	}
}

func (p *printer) declName(n *ast.DeclName) string {
	if !n.Replicated() {
		return n.Name.Name
	}
	text := n.Name.Name + "["
	if n.Var != nil {
		text += n.Var.Name + " : "
	}
	return text + p.expr(n.Lo) + ".." + p.expr(n.Hi) + "]"
}

func (p *printer) field(f *ast.Field) string { return f.Name.Name + " : " + p.typeText(f.Type) }

func (p *printer) typeText(t ast.Type) string {
	switch t := t.(type) {
	case *ast.RangeType:
		return p.expr(t.Lo) + ".." + p.expr(t.Hi)
	case *ast.Ident:
		return p.words.typeName(t.Name)
	}
	return ""
}

func (p *printer) agent(d *ast.AgentDecl) {
	p.Emit(d.Pos(), d.Name.End(), 0, "agent "+d.Name.Name)
	for _, s := range d.Sections {
		start, end := s.Pos(), s.End()
		switch s := s.(type) {
		case *ast.LocalSection:
			p.list(start, end, 1, "local: ", elements(s.Fields, p.field), "")
		case *ast.CondSection:
			p.condition(start, end, 1, s.Keyword.Text+": "+p.expr(s.Cond))
		case *ast.RelabelSection:
			p.Emit(start, start, 1, "relabel:")
			for _, e := range s.Entries {
				p.condition(e.Pos(), e.End(), 2, e.Name.Name+" <- "+p.expr(e.Value))
			}
		case *ast.ObserveSection:
			names := elements(s.Names, func(n *ast.Ident) string { return n.Name })
			p.list(start, end, 1, "observe: ", names, "")
		case *ast.PictureSection:
			p.list(start, end, 1, "picture: ", elements(s.Exprs, p.expr), "")
		case *ast.RepeatSection:
			p.repeat(s)
		}
	}
}

func (p *printer) system(d *ast.SystemDecl) {
	texts := make([]string, len(d.Instances))
	for i, inst := range d.Instances {
		if inst.Absent != nil {
			texts[i] = "absent "
		}
		texts[i] += inst.Type.Name + "(" + p.declName(inst.Name)
		if inst.Cond != nil {
			texts[i] += ", " + p.expr(inst.Cond)
		}
		texts[i] += ")"
	}
	if d.Open != nil {
		open := "open"
		if d.Receptive != nil {
			open += " receptive"
		}
		texts = append(texts, open)
	}
	bar := func(i int) string {
		switch p.dialect {
		case ast.Classic:
			return "|"
		case ast.Current:
			return "||"
		}
		if d.Bars[i] == "|" {
			return "|"
		}
		return "||"
	}
	whole := "system = " + texts[0]
	for i, t := range texts[1:] {
		whole += " " + bar(i) + " " + t
	}
	last := d.Instances[len(d.Instances)-1].Pos()
	if d.Open != nil {
		last = d.Open.Pos()
	}
	if p.fits(0, whole) && !p.commentWithin(d.Pos(), last) {
		p.Emit(d.Pos(), d.End(), 0, whole)
		return
	}
	for i, inst := range d.Instances {
		if i == 0 {
			p.condition(d.Pos(), inst.End(), 0, "system = "+texts[0])
		} else {
			p.condition(inst.Pos(), inst.End(), 1, bar(i-1)+" "+texts[i])
		}
	}
	if i := len(d.Instances); d.Open != nil {
		p.Emit(d.Open.Pos(), d.End(), 1, bar(i-1)+" "+texts[i])
	}
}
