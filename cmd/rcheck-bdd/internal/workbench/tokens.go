package workbench

import (
	"regexp"
	"slices"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// TokenTypes and TokenModifiers are the legend of semantic tokens.
var (
	TokenTypes = []string{
		"keyword", "comment", "number", "class", "enum", "enumMember", "event", "variable", "parameter", "property", "decorator",
		"function", "method", "operator", "type",
	}
	TokenModifiers = []string{"declaration", "readonly"}
)

const readonly = 2 // a bit

// tokenType is the type of token and the modifiers that a kind of name has.
var tokenType = map[kind]struct {
	name string
	bits int
}{
	constant: {"variable", readonly}, enumeration: {"enum", 0}, channel: {"event", 0}, enumValue: {"enumMember", 0},
	instance: {"variable", readonly}, datum: {"property", 0}, property: {"decorator", 0}, guard: {"function", 0},
	parameter: {"parameter", 0}, agentType: {"class", 0}, local: {"variable", 0}, label: {"method", 0}, bound: {"parameter", 0},
	spec: {"function", 0}, group: {"type", 0},
}

// SemanticTokens are the names, words, numbers and comments of the document in the protocol's form:
// five numbers for each, lines and columns relative to the one before.
func (d *Document) SemanticTokens() []int {
	if d.ISPL {
		return d.semantic(d.joints().tokens())
	}
	x, s := d.index(), d.syntax()
	var parts []semanticToken
	add := func(start, end int, typ string, bits int) {
		parts = append(parts, semanticToken{start, end, typ, bits})
	}
	named := map[int]int{}
	for i, o := range x.occurrences {
		named[o.start] = i + 1
	}
	for _, t := range s.tokens {
		start, end := s.file.Offset(t.Pos), s.file.Offset(t.End())
		switch i := named[start]; {
		case i > 0:
			o := x.occurrences[i-1]
			k := tokenType[o.symbol.kind]
			if o.declared {
				k.bits |= 1
			}
			add(start, end, k.name, k.bits)
		case t.Kind == token.Int:
			add(start, end, "number", 0)
		case t.Kind == token.Word:
			if text, _ := d.wordText(&t); text != "" || isLiteral(t.Text) {
				add(start, end, "keyword", 0)
			}
		}
	}
	for _, c := range s.comments {
		add(s.file.Offset(c.Pos), s.file.Offset(c.End()), "comment", 0)
	}
	return d.semantic(parts)
}

// tokens are those of a model in ISPL.
func (x *jointIndex) tokens() (parts []semanticToken) {
	named := map[int]bool{}
	for _, u := range x.uses {
		k := tokenType[u.name.kind]
		if u.declared {
			k.bits |= 1
		}
		parts = append(parts, semanticToken{u.start, u.end, k.name, k.bits})
		named[u.start] = true
	}
	comments := x.tree.Comments
	span := func(c ispl.Comment) (start, end int) {
		start = x.tree.Source.Offset(c.Pos)
		return start, start + len(c.Text)
	}
	for _, c := range comments {
		start, end := span(c)
		parts = append(parts, semanticToken{start, end, "comment", 0})
	}
	for _, at := range jointWord.FindAllStringIndex(x.Text, -1) {
		for len(comments) > 0 {
			if _, end := span(comments[0]); end > at[0] {
				break
			}
			comments = comments[1:]
		}
		if len(comments) > 0 {
			if start, _ := span(comments[0]); start <= at[0] {
				continue
			}
		}
		switch word := x.Text[at[0]:at[1]]; {
		case named[at[0]]:
		case word[0] >= '0' && word[0] <= '9':
			parts = append(parts, semanticToken{at[0], at[1], "number", 0})
		case jointWords[word] != "" || isLiteral(word):
			parts = append(parts, semanticToken{at[0], at[1], "keyword", 0})
		}
	}
	return parts
}

// jointWord is a word or a number.
var jointWord = regexp.MustCompile(`\w+`)

// A semanticToken is one from a byte to another, with the name of its type.
type semanticToken struct {
	start, end int
	typ        string
	bits       int
}

// semantic writes tokens in the protocol's form. Those that take several lines become one for each.
func (d *Document) semantic(list []semanticToken) []int {
	data := []int{}
	var parts []semanticToken
	for _, t := range list {
		start, end := t.start, t.end
		for start < end { // line by line
			line := d.lines.position(start).Line
			stop := end
			if line+1 < len(d.lines.starts) {
				stop = min(end, d.lines.starts[line+1])
			}
			parts = append(parts, semanticToken{start, stop, t.typ, t.bits})
			start = stop
		}
	}
	sort.Slice(parts, func(i, j int) bool { return parts[i].start < parts[j].start })
	var last Position
	for _, p := range parts {
		at, end := d.lines.position(p.start), d.lines.position(p.end)
		length := end.Character - at.Character
		if end.Line > at.Line { // the end of the line belongs to a comment's token
			end = d.lines.position(d.lines.offset(Position{at.Line, 1 << 30}))
			length = end.Character - at.Character
		}
		if length <= 0 {
			continue
		}
		column := at.Character
		if at.Line == last.Line {
			column -= last.Character
		}
		data = append(data, at.Line-last.Line, column, length, slices.Index(TokenTypes, p.typ), p.bits)
		last = at
	}
	return data
}

func isLiteral(word string) bool {
	return word == "true" || word == "false" || word == "TRUE" || word == "FALSE"
}
