package ispl

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/layout"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// width is the number of code points after which conditions and lists are broken into several
// lines, where they can be.
const width = 120

const indentation = "  "

// Format writes a model in the canonical layout. It reads the result again and compares it with the
// model. The error says that the result would have another meaning, which is a mistake in this
// package, or that ctx has ended. If the source has errors, they are in the list, and the text is
// nil.
func Format(ctx context.Context, name string, src []byte) (text []byte, list diag.List, err error) {
	defer interrupt.Catch(&err)
	watch := interrupt.New(ctx, "formatting "+name)
	f, list := ParseFile(watch, token.NewFileSet(), name, src)
	if list.HasErrors() {
		return nil, list, nil
	}
	text = PrintFile(f)
	g, again := ParseFile(watch, token.NewFileSet(), name, text)
	if again.HasErrors() {
		return nil, list, fmt.Errorf("ispl: the formatted text of %s cannot be read: %w", name, again.Err())
	}
	if !f.Equal(g) || len(f.Comments) != len(g.Comments) {
		return nil, list, fmt.Errorf("ispl: the formatted text of %s means something else", name)
	}
	return text, list, nil
}

// PrintFile writes a tree without errors in the canonical layout, with its comments. Where the
// source has blank lines, the result has one. A tree that was not made from a source may have no
// Source.
func PrintFile(f *File) []byte {
	p := &filePrinter{Lines: layout.Lines{Source: f.Source, Comments: f.Comments, Indentation: indentation}}
	p.Apart = p.apart
	if s := f.Semantics; s != nil {
		mode := "MultiAssignment"
		if s.Single {
			mode = "SingleAssignment"
		}
		p.line(0, s.Span, "Semantics = "+mode+";")
	}
	for _, a := range f.Agents {
		p.agent(a)
	}
	printSection(p, 0, "Evaluation", "", f.Evaluation, func(x *Proposition) { p.conditional(x.Span, x.Name.Name+" if ", x.When) })
	printSection(p, 0, "InitStates", "", f.InitStates, p.formula)
	printSection(p, 0, "Groups", "", f.Groups, func(x *Group) { p.list(p.indent, x.Span, x.Name.Name+" = ", x.Members) })
	printSection(p, 0, "Fairness", "", f.Fairness, p.formula)
	printSection(p, 0, "Formulae", "", f.Formulae, p.formula)
	return p.Bytes()
}

type filePrinter struct {
	layout.Lines
	indent int // of the items of the current section
}

// apart says whether there are lines between two places in the source.
func (p *filePrinter) apart(from, to token.Pos) bool {
	return p.Source != nil && p.Source.Position(to).Line > p.Source.Position(from).Line+1
}

// line writes one line. Comments inside of it go before it.
func (p *filePrinter) line(indent int, at token.Span, text string) {
	p.Flush(at.Start, max(indent, p.indent))
	p.Close()
	p.Flush(at.End, max(indent, p.indent))
	p.Emit(at.Start, at.End, indent, text)
	p.indent = indent
}

func (p *filePrinter) agent(a *Agent) {
	p.SetOff()
	p.line(0, token.Span{Start: a.Span.Start, End: a.Name.Span.End}, "Agent "+a.Name.Name)
	printSection(p, 1, "Obsvars", ":", a.Obsvars, p.variable)
	p.names("Lobsvars", a.Lobsvars)
	printSection(p, 1, "Vars", ":", a.Vars, p.variable)
	printSection(p, 1, "RedStates", ":", a.RedStates, p.formula)
	p.names("Actions", a.Actions)
	printSection(p, 1, "Protocol", ":", a.Protocol, func(l *ProtocolLine) {
		when := "Other"
		if l.When != nil {
			when = Print(l.When)
		}
		p.list(p.indent, l.Span, when+" : ", l.Actions)
	})
	printSection(p, 1, "Evolution", ":", a.Evolution, func(l *EvolutionLine) {
		parts := make([]string, len(l.Assign))
		for i, as := range l.Assign {
			parts[i] = as.Variable.Name + " = " + Print(as.Value)
		}
		p.conditional(l.Span, strings.Join(parts, " and ")+" if ", l.When)
	})
	p.indent = 1
	p.line(0, endSpan(a.Span), "end Agent")
}

// endSpan is the end of a section.
func endSpan(at token.Span) token.Span { return token.Span{Start: at.End, End: at.End} }

func (p *filePrinter) names(what string, s *Section[Ident]) {
	if s != nil {
		p.list(1, s.Span, what+" = ", s.Items)
	}
}

func printSection[T any](p *filePrinter, indent int, what, colon string, s *Section[T], item func(T)) {
	if s == nil {
		return
	}
	if indent == 0 {
		p.SetOff()
	}
	p.line(indent, token.Span{Start: s.Span.Start, End: s.Span.Start + token.Pos(len(what))}, what+colon)
	p.indent = indent + 1
	for _, x := range s.Items {
		item(x)
	}
	p.line(indent, endSpan(s.Span), "end "+what)
}

func (p *filePrinter) variable(v *Variable) {
	switch v.Kind {
	case Boolean:
		p.line(p.indent, v.Span, v.Name.Name+" : boolean;")
	case Range:
		p.line(p.indent, v.Span, fmt.Sprintf("%s : %d..%d;", v.Name.Name, v.Lo, v.Hi))
	default:
		p.list(p.indent, v.Span, v.Name.Name+" : ", v.Values)
	}
}

// list writes `before {a, b};`, in several lines if it is too long for one.
func (p *filePrinter) list(indent int, at token.Span, before string, names []Ident) {
	text := before + "{"
	start := 2 * indent
	for i, n := range names {
		word := n.Name
		if i < len(names)-1 {
			word += ","
		}
		if i > 0 {
			if start+utf8.RuneCountInString(text)-strings.LastIndex(text, "\n")+len(word) > width {
				text += "\n" + strings.Repeat(indentation, indent+1)
				start = 0
			} else {
				text += " "
			}
		}
		text += word
	}
	p.line(indent, at, text+"};")
}

func (p *filePrinter) formula(x *Formula) { p.conditional(x.Span, "", x.Expr) }

// conditional writes `before condition;`, with one operand of `and`, `or` or `->` on each line if
// it is too long for one.
func (p *filePrinter) conditional(at token.Span, before string, x *Expr) {
	text := before + Print(x) + ";"
	indent := p.indent
	if 2*indent+utf8.RuneCountInString(text) > width && (x.Op == OpAnd || x.Op == OpOr) {
		var b strings.Builder
		b.WriteString(strings.TrimSpace(before))
		for i, a := range x.Args {
			if b.Len() > 0 {
				b.WriteString("\n" + strings.Repeat(indentation, indent+1))
			}
			var inner exprPrinter
			inner.expr(a, x.Op.level()+1)
			b.WriteString(inner.String())
			if i < len(x.Args)-1 {
				b.WriteString(" " + opTexts[x.Op])
			}
		}
		text = b.String() + ";"
	}
	p.line(indent, at, text)
}

// Equal reports whether two files are the same, apart from places, comments and parentheses.
func (f *File) Equal(g *File) bool {
	single := func(f *File) bool { return f.Semantics != nil && f.Semantics.Single }
	formula := func(x, y *Formula) bool { return x.Expr.Equal(y.Expr) }
	return single(f) == single(g) && slices.EqualFunc(f.Agents, g.Agents, equalAgents) &&
		equalSections(f.Evaluation, g.Evaluation, func(x, y *Proposition) bool {
			return x.Name.Name == y.Name.Name && x.When.Equal(y.When)
		}) &&
		equalSections(f.InitStates, g.InitStates, formula) &&
		equalSections(f.Groups, g.Groups, func(x, y *Group) bool {
			return x.Name.Name == y.Name.Name && equalNames(x.Members, y.Members)
		}) &&
		equalSections(f.Fairness, g.Fairness, formula) && equalSections(f.Formulae, g.Formulae, formula)
}

func equalNames(a, b []Ident) bool {
	return slices.EqualFunc(a, b, func(x, y Ident) bool { return x.Name == y.Name })
}

func equalSections[T any](a, b *Section[T], equal func(x, y T) bool) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return slices.EqualFunc(a.Items, b.Items, equal)
}

func equalAgents(a, b *Agent) bool {
	name := func(x, y Ident) bool { return x.Name == y.Name }
	variable := func(v, w *Variable) bool {
		return v.Name.Name == w.Name.Name && v.Kind == w.Kind && v.Lo == w.Lo && v.Hi == w.Hi && equalNames(v.Values, w.Values)
	}
	return a.Name.Name == b.Name.Name &&
		equalSections(a.Obsvars, b.Obsvars, variable) && equalSections(a.Lobsvars, b.Lobsvars, name) &&
		equalSections(a.Vars, b.Vars, variable) &&
		equalSections(a.RedStates, b.RedStates, func(x, y *Formula) bool { return x.Expr.Equal(y.Expr) }) &&
		equalSections(a.Actions, b.Actions, name) &&
		equalSections(a.Protocol, b.Protocol, func(x, y *ProtocolLine) bool {
			return (x.When == nil) == (y.When == nil) && (x.When == nil || x.When.Equal(y.When)) && equalNames(x.Actions, y.Actions)
		}) &&
		equalSections(a.Evolution, b.Evolution, func(x, y *EvolutionLine) bool {
			return x.When.Equal(y.When) && slices.EqualFunc(x.Assign, y.Assign, func(s, t Assignment) bool {
				return s.Variable.Name == t.Variable.Name && s.Value.Equal(t.Value)
			})
		})
}
