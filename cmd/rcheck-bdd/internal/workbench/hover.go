package workbench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// A Hover tells what stands at a place.
type Hover struct {
	Contents Markup `json:"contents"`
	Range    Range  `json:"range"`
}

// Markup is text in Markdown.
type Markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) Markup { return Markup{"markdown", text} }

// Hover tells what the name or word means; nil if there is none. If the document is a model without
// errors, that includes what only the model tells: values of constants, control states.
func (p *Place) Hover(ctx context.Context) (*Hover, error) {
	if p.named != nil && p.ISPL {
		return &Hover{markdown(p.describeJoint()), p.word()}, nil
	} else if p.named != nil {
		m, err := p.read(ctx)
		if err != nil {
			return nil, err
		}
		return &Hover{markdown(p.describe(m)), p.word()}, nil
	}
	text, key := p.wordText(p.start, p.Text[p.start:p.end])
	if text == "" || p.commented(p.start) {
		return nil, nil
	}
	return &Hover{markdown("`" + key + "`: " + text), p.word()}, nil
}

// describe says what the name means: its declaration, what that is, and the comment above it.
func (p *Place) describe(m *meaning) string {
	s := p.named.symbol
	var b strings.Builder
	fmt.Fprintf(&b, "```rcp\n%s\n```\n", strings.ReplaceAll(p.declaration(s), "```", "'''"))
	switch {
	case s.kind == local || s.kind == label:
		fmt.Fprintf(&b, "%s of agent type `%s`", s.kind, s.owner)
	case s.kind == parameter:
		fmt.Fprintf(&b, "parameter of guard `%s`", s.owner)
	case s.family:
		fmt.Fprintf(&b, "family of %ss", s.kind)
	default:
		b.WriteString(s.kind.String())
	}
	if more := fromProgram(s, m); more != "" {
		b.WriteString(more)
	}
	if c := p.commentAbove(s.decls[0]); c != "" {
		b.WriteString("\n\n" + plain.Replace(c))
	}
	return b.String()
}

// plain keeps a text from being HTML or links where Markdown is shown: it comes from models, which
// anybody may have written.
var plain = strings.NewReplacer("<", `\<`, "[", `\[`)

// fromProgram is what only a model without errors tells about a symbol.
func fromProgram(s *symbol, m *meaning) string {
	if m == nil || m.program == nil {
		return ""
	}
	sys := m.program.System
	switch s.kind {
	case constant:
		if m.program.CountsAgents(s.name) {
			return ", which only counts agents: `check --all " + s.name + "` decides properties for all its values"
		}
	case label:
		for i := range sys.Commands {
			c := &sys.Commands[i]
			if c.Label == s.name && sys.Agents[c.Agent].TypeName == s.owner {
				return fmt.Sprintf(", from control state %d to %d", c.From, c.To)
			}
		}
	case agentType:
		var names []string
		for i := range sys.Agents {
			if sys.Agents[i].TypeName == s.name {
				names = append(names, "`"+sys.Agents[i].Name+"`")
			}
		}
		if len(names) > 8 {
			names = append(names[:7], fmt.Sprintf("… (%d in all)", len(names)))
		}
		return ": " + strings.Join(names, ", ")
	}
	return ""
}

// declarationLength is how much of a declaration is shown.
const declarationLength = 300

// declaration is the text of a symbol's first declaration, of a long one its beginning.
func (p *Place) declaration(s *symbol) string {
	f := p.text().syntax.file
	n := s.decls[0]
	start, end := f.Offset(n.Pos()), f.Offset(n.End())
	switch n := n.(type) {
	case *ast.AgentDecl:
		end = f.Offset(n.Name.End())
	case *ast.Quantifier:
		end = f.Offset(n.X.Pos())
	case *ast.DeclName:
		if s.kind == channel {
			return "channel " + p.Text[start:end]
		}
	}
	return beginning(strings.TrimSpace(p.Text[start:max(start, end)]))
}

// beginning is a declaration as far as it is shown.
func beginning(text string) string {
	if len(text) > declarationLength {
		text = strings.ToValidUTF8(text[:declarationLength], "") + " …"
	}
	return text
}

// commentAbove is the text of the comments that stand alone on the lines before a node.
func (p *Place) commentAbove(n ast.Node) string {
	s := p.text().syntax
	next := p.lines.position(s.file.Offset(n.Pos())).Line
	var out []string
	for i := len(s.comments) - 1; i >= 0; i-- {
		c := s.comments[i]
		if c.Pos >= n.Pos() {
			continue
		}
		offset := s.file.Offset(c.Pos)
		first, last := p.lines.position(offset).Line, p.lines.position(s.file.Offset(c.End())).Line
		start, line := p.lines.line(first)
		if last != next-1 || strings.TrimSpace(line[:offset-start]) != "" {
			break
		}
		text := strings.TrimSuffix(strings.TrimPrefix(c.Text, "/*"), "*/")
		out = append(out, strings.TrimSpace(strings.TrimPrefix(text, "//")))
		next = first
	}
	slices.Reverse(out)
	return strings.Join(out, "\n")
}

// describeJoint is describe of a name in ISPL, whose comment is behind the declaration.
func (p *Place) describeJoint() string {
	n := p.named.symbol
	start, end := p.offsets(n.decls[0])
	out := fmt.Sprintf("```ispl\n%s\n```\n%s", beginning(p.Text[start:end]), jointKinds[n.kind])
	if n.owner != "" {
		out += " of agent `" + n.owner + "`"
	}
	if end >= 0 {
		line := p.lines.position(end).Line
		file, comments := p.text().source()
		for _, c := range comments {
			if at := file.Offset(c.Pos); at >= end && p.lines.position(at).Line == line {
				out += "\n\n" + plain.Replace(strings.TrimSpace(strings.TrimPrefix(c.Text, "--")))
			}
		}
	}
	return out
}
