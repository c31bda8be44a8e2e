package workbench

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// A CompletionItem is a text that could stand at a place.
type CompletionItem struct {
	Label            string   `json:"label"`
	Kind             int      `json:"kind"`
	Detail           string   `json:"detail,omitempty"`
	SortText         string   `json:"sortText,omitempty"`
	InsertTextFormat int      `json:"insertTextFormat"` // 1 plain, 2 a snippet
	TextEdit         TextEdit `json:"textEdit"`
}

const (
	keywordKind = 14
	snippetKind = 15
)

// A completion collects what could stand at a place.
type completion struct {
	*Place
	index  *index
	file   *token.File
	before int // the token after the one before the word
	at     Range
	items  []CompletionItem
	seen   map[string]bool
}

// token is the n-th token before the word, from 1.
func (c *completion) token(n int) token.Token {
	if c.before < n {
		return token.Token{}
	}
	return c.text().syntax.tokens.At(c.before - n)
}

func (c *completion) item(text string, kind int, detail, rank string) {
	if c.seen[text] {
		return
	}
	c.seen[text] = true
	c.items = append(c.items, CompletionItem{
		Label: text, Kind: kind, Detail: detail, SortText: rank + text, InsertTextFormat: 1, TextEdit: TextEdit{c.at, text},
	})
}

// snippet offers a text with places to fill in.
func (c *completion) snippet(label, detail, text string) {
	c.items = append(c.items, CompletionItem{
		Label: label, Kind: snippetKind, Detail: detail, SortText: "3" + label, InsertTextFormat: 2, TextEdit: TextEdit{c.at, text},
	})
}

// words offers words of the document's language.
func (c *completion) words(list ...string) {
	meanings := words
	if c.ISPL {
		meanings = jointWords
	}
	for _, w := range list {
		c.item(w, keywordKind, meanings[w], "2")
	}
}

// symbols offers names, those declared in the agent first.
func (c *completion) symbols(list ...*symbol) {
	for _, s := range list {
		rank := "1"
		if s.kind == local || s.kind == bound || s.kind == parameter || s.kind == label {
			rank = "0"
		}
		detail := s.kind.String()
		if s.family {
			detail = "family of " + detail + "s"
		}
		c.item(s.name, kindFacts[s.kind].completion, detail, rank)
	}
}
