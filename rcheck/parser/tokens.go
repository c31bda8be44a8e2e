package parser

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// tokens are the tokens of a file. What is being read is those from pos up to but not including
// limit.
type tokens struct {
	token.Sequence
	source *token.File
	watch  *interrupt.Watch
	end    int   // index of the last token, which is an EOF
	match  []int // for a bracket the index of its partner, or -1
	pos    int   // index of the next token
	limit  int   // index of the first token that is not part of what is being read
}

// within runs f on the tokens from start up to but not including limit.
func (p *tokens) within(start, limit int, f func()) {
	before := p.limit
	p.pos, p.limit = start, limit
	f()
	p.limit = before
}

// peek returns the next token, which is an EOF at the end of what is being parsed.
func (p *tokens) peek() token.Token { return p.peekAt(p.pos) }

func (p *tokens) peekAt(i int) token.Token {
	p.watch.Step()
	if i >= p.limit {
		return token.Token{Kind: token.EOF, Pos: p.At(min(i, p.end)).Pos}
	}
	return p.At(i)
}

// found returns the token that stands at the position, even if it is beyond the limit.
func (p *tokens) found() token.Token { return p.At(min(p.pos, p.end)) }

func (p *tokens) foundSpan() token.Span { return p.found().Span() }

func (p *tokens) kind() token.Kind { return p.peek().Kind }

func (p *tokens) kindAt(i int) token.Kind { return p.peekAt(i).Kind }

// isWord reports whether token i is the given word.
func (p *tokens) isWord(i int, text string) bool {
	t := p.peekAt(i)
	return t.Kind == token.Word && t.Text == text
}

// adjacent reports whether no blank separates token i from the next.
func (p *tokens) adjacent(i int) bool {
	return i < p.end && p.At(i).End() == p.At(i+1).Pos
}

func (p *tokens) advance() token.Token {
	t := p.peek()
	if p.pos < p.limit {
		p.pos++
	}
	return t
}

func (p *tokens) accept(k token.Kind) bool {
	if p.kind() == k {
		p.pos++
		return true
	}
	return false
}

// lastEnd returns the end of the token before the position.
func (p *tokens) lastEnd() token.Pos {
	if p.pos == 0 {
		return p.source.Pos(0)
	}
	return p.At(p.pos - 1).End()
}

// nextOutside returns the index of the first token from i on, outside of all brackets, that
// satisfies a condition, or -1.
func (p *tokens) nextOutside(i int, ok func(int) bool) int {
	for ; i < p.limit; i++ {
		p.watch.Step()
		if p.match[i] > i {
			i = p.match[i]
		} else if ok(i) {
			return i
		}
	}
	return -1
}

// limitOutside is nextOutside with the limit in place of -1.
func (p *tokens) limitOutside(i int, ok func(int) bool) int {
	if i = p.nextOutside(i, ok); i < 0 {
		return p.limit
	}
	return i
}

// beginsLine reports whether token i is the first of its line.
func (p *tokens) beginsLine(i int) bool {
	if i == 0 {
		return true
	}
	src := p.source.Source()
	for off := p.source.Offset(p.At(i).Pos) - 1; off >= p.source.Offset(p.At(i-1).End()); off-- {
		if src[off] == '\n' {
			return true
		}
	}
	return false
}

// keyword consumes a word as a keyword.
func (p *tokens) keyword() ast.Keyword {
	t := p.advance()
	return ast.Keyword{KeyPos: t.Pos, KeyEnd: t.End(), Text: t.Text}
}

// hyphenatedKeyword consumes a keyword such as `message-structure` and its colon.
func (p *tokens) hyphenatedKeyword() ast.Keyword {
	first := p.advance()
	p.advance()
	second := p.advance()
	p.advance()
	return ast.Keyword{KeyPos: first.Pos, KeyEnd: second.End(), Text: first.Text + "-" + second.Text}
}

// limitBefore returns the index of the first token of a kind, or the limit.
func (p *tokens) limitBefore(k token.Kind) int { return p.before(k, p.limit) }

// before returns the index of the first token of a kind up to the given end, or that.
func (p *tokens) before(k token.Kind, end int) int {
	for i := p.pos; i < end; i++ {
		p.watch.Step()
		if p.At(i).Kind == k {
			return i
		}
	}
	return end
}

// textBetween is a text of the source, on one line and not too long.
func (p *tokens) textBetween(from, to token.Pos) string {
	src := p.source.Source()[p.source.Offset(from):p.source.Offset(to)]
	src = src[:min(len(src), 10*longestText)]
	return token.Clip(strings.Join(strings.Fields(string(src)), " "), longestText)
}

// matchBrackets pairs the parentheses, brackets and braces among the tokens from start up to but
// not including end. A closing bracket goes with the nearest open one of its kind; what was opened
// in between stays without a partner.
func (p *tokens) matchBrackets(start, end int) {
	var open []int
	for i := start; i < end; i++ {
		var opener token.Kind
		switch p.At(i).Kind {
		case token.LParen, token.LBrack, token.LBrace:
			open = append(open, i)
			continue
		case token.RParen:
			opener = token.LParen
		case token.RBrack:
			opener = token.LBrack
		case token.RBrace:
			opener = token.LBrace
		default:
			continue
		}
		n := len(open) - 1
		for n >= 0 && p.At(open[n]).Kind != opener {
			n--
		}
		if n >= 0 {
			p.match[i], p.match[open[n]] = open[n], i
			open = open[:n]
		}
	}
}

// longestText is how many characters of the source a suggestion repeats.
const longestText = 80

// mode says what the expression being parsed is part of, which decides what some words and brackets
// mean.
type mode uint8

const (
	command     mode = iota // guards, updates, initial conditions: no temporal operators, `-` subtracts
	property                // LTOL formulas and state conditions about them
	observation             // inside `<O>` and `[O]`
)

func literal(t token.Token) ast.Literal { return ast.Literal{ValuePos: t.Pos, Text: t.Text} }
