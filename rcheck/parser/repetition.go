package parser

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// checkRepetitions warns, in files of the current dialect, about every `rep` of a process that is
// followed by something in the same parentheses: the published tool's editor takes all that into
// the repetition.
func (p *mistakes) checkRepetitions(body ast.Process) {
	if p.dialect == ast.Current {
		p.checkRepetitionsIn(body, body, new(bool))
	}
}

// checkRepetitionsIn is checkRepetitions below x, a part of the group in the innermost parentheses.
// The two readings of a group are shown once.
func (p *mistakes) checkRepetitionsIn(x, group ast.Process, shown *bool) {
	switch x := x.(type) {
	case *ast.ParenProcess:
		p.checkRepetitionsIn(x.X, x.X, new(bool))
	case *ast.Repetition:
		at := token.Span{Start: x.Rep, End: x.Rep + 3}
		switch {
		case x.End() >= group.End():
		case *shown:
			p.Report(RepetitionDiffers, at, "in the published R-CHECK tool, this repetition also includes what follows it").
				Suggest("add the parentheses that you mean")
		default:
			here, there := skeleton(group, nil), skeleton(group, x)
			p.Report(RepetitionDiffers, at, "this is read as `%s`; the published R-CHECK tool would read it as `%s`", here, there).
				Suggest("add the parentheses that you mean")
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

// skeleton writes a process with labels for its commands and all parentheses. If wide is not nil,
// this repetition, which stands in no inner parentheses, takes in all that follows it.
func skeleton(group ast.Process, wide *ast.Repetition) string {
	text := spelledOut(group, wide, true)
	if wide != nil {
		text += ")"
	}
	return text
}

// spelledOut is skeleton without the end of the wide repetition. Top tells whether x is all that
// stands in its parentheses.
func spelledOut(x ast.Process, wide *ast.Repetition, top bool) string {
	list := func(parts []ast.Process, sep string) string {
		texts := make([]string, len(parts))
		for i, part := range parts {
			texts[i] = spelledOut(part, wide, false)
		}
		return strings.Join(texts, sep)
	}
	switch x := x.(type) {
	case *ast.ParenProcess:
		inner := spelledOut(x.X, wide, true)
		if _, single := x.X.(*ast.Command); single {
			return inner
		}
		return "(" + inner + ")"
	case *ast.Repetition:
		switch {
		case x == wide:
			return "rep (" + spelledOut(x.Body, wide, true)
		case top:
			return "rep " + spelledOut(x.Body, wide, false)
		}
		return "(rep " + spelledOut(x.Body, wide, false) + ")"
	case *ast.Sequence:
		return list(x.Steps, " ; ")
	case *ast.Choice:
		return list(x.Alternatives, " + ")
	case *ast.Command:
		if x.Label != nil {
			return x.Label.Name
		}
	}
	return "…"
}
