package parser

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// checkRepetitions warns, in files of the current dialect, about the first `rep` of a process that is followed by something in
// the same parentheses: the published tool's editor takes all that into the repetition.
func (p *parser) checkRepetitions(body ast.Process) {
	if p.dialect != ast.Current {
		return
	}
	if r, group := openRepetition(body, body); r != nil {
		here, there := p.skeleton(group, nil), p.skeleton(group, r)
		p.rep.Report(RepetitionDiffers, token.Span{Start: r.Rep, End: r.Rep + 3},
			"this is read as `%s`; the published R-CHECK tool would read it as `%s`", here, there).
			Suggest("put in the parentheses you mean")
	}
}

// openRepetition returns the first repetition below x that is not the end of its parentheses, and what is in these.
func openRepetition(x, group ast.Process) (*ast.Repetition, ast.Process) {
	switch x := x.(type) {
	case *ast.ParenProcess:
		return openRepetition(x.X, x.X)
	case *ast.Repetition:
		if x.End() < group.End() {
			return x, group
		}
		return openRepetition(x.Body, group)
	case *ast.Sequence:
		for _, s := range x.Steps {
			if r, g := openRepetition(s, group); r != nil {
				return r, g
			}
		}
	case *ast.Choice:
		for _, a := range x.Alternatives {
			if r, g := openRepetition(a, group); r != nil {
				return r, g
			}
		}
	}
	return nil, nil
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
