package parser

import (
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// opens reports whether token i is `open`, which stands for all agents outside of a system.
func (p *outline) opens(i int) bool { return p.isWord(i, "open") && p.kindAt(i+1) != token.LParen }

// foreignOutside are words for what is outside of a system, with which others end a composition.
var foreignOutside = strings.Fields("environment env outside others rest world any")

// outsideHint tells how agents outside are written where something else stands in a composition;
// it is empty where nothing shows that they are meant.
func (p *hints) outsideHint() string {
	i := p.pos
	switch p.kind() {
	case token.LParen, token.Comma, token.And, token.OrOr, token.Or, token.BigAnd:
		i++ // the word behind it
	case token.Word:
		if p.isWord(i, "and") {
			i++
		}
	default:
		return ""
	}
	if p.kindAt(i) != token.Word {
		return ""
	}
	word := strings.ToLower(p.peekAt(i).Text)
	near := func(of string) bool { return word == of || diag.Closest(word, []string{of}) != "" }
	switch {
	case p.isWord(p.pos-1, "open") && near("receptive"):
		return "write `open receptive`"
	case p.isWord(p.pos-1, "open") && near("open"):
		return "write `open` once"
	case near("receptive"), near("open"), slices.Contains(foreignOutside, word):
		return outsideLast
	}
	return ""
}
