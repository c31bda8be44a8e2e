package parser

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// checkRepetitions warns, in files of the current dialect, about every `rep` of a process that is followed by something in the same
// parentheses: the published tool's editor takes all that into the repetition.
func (p *parser) checkRepetitions(body ast.Process) {
	if p.dialect == ast.Current {
		p.checkRepetitionsIn(body, body, new(bool))
	}
}

// checkRepetitionsIn is checkRepetitions below x, a part of the group in the innermost parentheses. The two readings of a group are
// shown once.
func (p *parser) checkRepetitionsIn(x, group ast.Process, shown *bool) {
	switch x := x.(type) {
	case *ast.ParenProcess:
		p.checkRepetitionsIn(x.X, x.X, new(bool))
	case *ast.Repetition:
		at := token.Span{Start: x.Rep, End: x.Rep + 3}
		switch {
		case x.End() >= group.End():
		case *shown:
			p.rep.Report(RepetitionDiffers, at, "this repetition, too, would take in what follows it in the published R-CHECK tool").
				Suggest("put in the parentheses you mean")
		default:
			here, there := p.skeleton(group, nil), p.skeleton(group, x)
			p.rep.Report(RepetitionDiffers, at, "this is read as `%s`; the published R-CHECK tool would read it as `%s`", here, there).
				Suggest("put in the parentheses you mean")
			*shown = true
		}
		p.checkRepetitionsIn(x.Body, group, shown)
	case *ast.Sequence:
		for _, s := range x.Steps {
			p.checkRepetitionsIn(s, group, shown)
		}
	case *ast.Choice:
		for _, a := range x.Alternatives {
			p.checkRepetitionsIn(a, group, shown)
		}
	}
}

// skeleton writes a process with labels for its commands and all parentheses. If wide is not nil, this repetition takes in all
// that follows it.
func (p *parser) skeleton(x ast.Process, wide *ast.Repetition) string {
	var b strings.Builder
	s := skeletonWriter{p: p, out: &b, wide: wide}
	s.write(x, true)
	for range s.open {
		b.WriteString(")")
	}
	return b.String()
}

type skeletonWriter struct {
	p    *parser
	out  *strings.Builder
	wide *ast.Repetition
	open int
}

func (s *skeletonWriter) write(x ast.Process, top bool) {
	switch x := x.(type) {
	case *ast.ParenProcess:
		s.inParens(x.X)
	case *ast.Repetition:
		switch {
		case x == s.wide:
			s.out.WriteString("rep (")
			s.open++
			s.write(x.Body, true)
		case top:
			s.out.WriteString("rep ")
			s.write(x.Body, false)
		default:
			s.out.WriteString("(rep ")
			s.write(x.Body, false)
			s.out.WriteString(")")
		}
	case *ast.Sequence:
		s.list(x.Steps, " ; ")
	case *ast.Choice:
		s.list(x.Alternatives, " + ")
	case *ast.Command:
		if x.Label != nil {
			s.out.WriteString(x.Label.Name)
		} else {
			s.out.WriteString("…")
		}
	default:
		s.out.WriteString("…")
	}
}

func (s *skeletonWriter) inParens(x ast.Process) {
	if _, single := x.(*ast.Command); single {
		s.write(x, true)
		return
	}
	s.out.WriteString("(")
	before := s.open
	s.write(x, true)
	for ; s.open > before; s.open-- {
		s.out.WriteString(")")
	}
	s.out.WriteString(")")
}

func (s *skeletonWriter) list(parts []ast.Process, sep string) {
	for i, x := range parts {
		if i > 0 {
			s.out.WriteString(sep)
		}
		s.write(x, false)
	}
}
