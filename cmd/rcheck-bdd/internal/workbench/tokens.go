package workbench

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// TokenTypes and TokenModifiers are the legend of semantic tokens.
var (
	TokenTypes = strings.Fields(`
	keyword comment number class enum enumMember event variable parameter property decorator
	function method operator type`)
	TokenModifiers = []string{"declaration", "readonly"}
)

// SemanticTokens are the names, words, numbers and comments of the document in the protocol's form:
// five numbers for each, lines and columns relative to the one before.
func SemanticTokens(d *Document) []int {
	var parts []semanticToken
	named := map[int]*occurrence{}
	for i := range d.text().index.occurrences {
		o := &d.text().index.occurrences[i]
		named[o.start] = o
	}
	eachWord(d, func(start, end int, number bool) {
		word, o := d.Text[start:end], named[start]
		switch text, _ := d.wordText(start, word); {
		case o != nil:
			k := kindFacts[o.symbol.kind]
			if o.declared {
				k.modifiers |= 1
			}
			parts = append(parts, semanticToken{start, end, k.token, k.modifiers})
		case number:
			parts = append(parts, semanticToken{start, end, "number", 0})
		case text != "" || isLiteral(word):
			parts = append(parts, semanticToken{start, end, "keyword", 0})
		}
	})
	for _, c := range d.comments() {
		parts = append(parts, semanticToken{c[0], c[1], "comment", 0})
	}
	return semantic(&d.lines, parts)
}

// eachWord visits the words and numbers outside of comments, in order.
func eachWord(d *Document, visit func(start, end int, number bool)) {
	if !d.ISPL {
		s := d.text().syntax
		for _, t := range s.tokens.All() {
			if t.Kind == token.Word || t.Kind == token.Int {
				visit(s.file.Offset(t.Pos), s.file.Offset(t.End()), t.Kind == token.Int)
			}
		}
		return
	}
	comments := d.comments()
	for _, at := range jointWord().FindAllStringIndex(d.Text, -1) {
		for len(comments) > 0 && comments[0][1] <= at[0] {
			comments = comments[1:]
		}
		if len(comments) == 0 || comments[0][0] > at[0] {
			visit(at[0], at[1], '0' <= d.Text[at[0]] && d.Text[at[0]] <= '9')
		}
	}
}

// jointWord is a word or a number.
var jointWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\w+`) })

// A semanticToken is one from a byte to another, with the name of its type.
type semanticToken struct {
	start, end int
	typ        string
	bits       int
}

// semantic writes tokens in the protocol's form. Those that take several lines become one for each.
func semantic(l *lines, list []semanticToken) []int {
	data := []int{}
	var parts []semanticToken
	for _, t := range list {
		start, end := t.start, t.end
		for start < end { // line by line
			line := l.position(start).Line
			stop := end
			if line+1 < len(l.starts) {
				stop = min(end, l.starts[line+1])
			}
			parts = append(parts, semanticToken{start, stop, t.typ, t.bits})
			start = stop
		}
	}
	slices.SortFunc(parts, func(a, b semanticToken) int { return cmp.Compare(a.start, b.start) })
	var last Position
	for _, p := range parts {
		at, end := l.position(p.start), l.position(p.end)
		length := end.Character - at.Character
		if end.Line > at.Line { // the end of the line belongs to a comment's token
			end = l.position(l.offset(Position{at.Line, 1 << 30}))
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
