package rcheck

import "strings"

// CommandSource returns the text of a command from the agent type in the source, on one line and
// without comments. In it, `myself` stands for each instance. The text is empty if the system has
// no such command.
func (p *Program) CommandSource(id int) string {
	if p == nil || id < 0 || id >= len(p.Commands) {
		return ""
	}
	c, src := p.Commands[id], p.File.Source.Source()
	at, end := p.File.Source.Offset(c.Pos()), p.File.Source.Offset(c.End())
	var b strings.Builder
	for _, x := range p.File.Comments {
		if from := p.File.Source.Offset(x.Pos); from >= at && from < end {
			b.Write(src[at:from])
			b.WriteByte(' ')
			at = p.File.Source.Offset(x.End())
		}
	}
	b.Write(src[at:end])
	return strings.Join(strings.Fields(b.String()), " ")
}
