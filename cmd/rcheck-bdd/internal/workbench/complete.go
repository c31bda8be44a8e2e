package workbench

import (
	"sort"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
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

// snippets are the declarations that a model begins with.
var snippets = []struct{ label, text string }{
	{"const", "const ${1:N} = ${2:3};"},
	{"enum channel", "enum channel { ${1:c} }"},
	{"enum", "enum ${1:messages} { ${2:ask, grant} }"},
	{"message-structure", "message-structure: ${1:MSG} : ${2:messages}"},
	{"property-variables", "property-variables: ${1:idle} : ${2:bool}"},
	{"guard", "guard ${1:g}(${2:x} : ${3:bool}) := ${0:x};"},
	{"agent", "agent ${1:Name}\n    local: ${2:x} : ${3:bool}\n    init: ${4:!x}\n    receive-guard: ${5:true}\n    repeat: (\n" +
		"        ${6:sAsk}: {${7:true}} *! (${8:true})()[${0}]\n    )"},
	{"system", "system = ${1:Name}(${2:name}, ${3:true})"},
	{"SPEC", "SPEC NAME ${1:name} := ${0:G true};"},
	{"FAIRNESS", "FAIRNESS ${0:PROGRESS};"},
	{"assume", "assume ${1:name} := ${0:G true};"},
	{"contract", "contract ${1:k} : ${2:Type} assume ${3:true} guarantee ${0:true};"},
}

// sections are the words that begin parts of an agent.
var sections = strings.Fields("local init relabel receive-guard repeat")

// Complete lists what could stand at a place: what the declaration around it can name there.
func (d *Document) Complete(p Position) []CompletionItem {
	offset := d.lines.offset(p)
	start, end := wordAround(d.Text, offset)
	c := &completion{Document: d, index: d.text().index, offset: offset, at: d.lines.span(start, end), items: []CompletionItem{}, seen: map[string]bool{}}
	if d.ISPL {
		c.completeJoint(placeIn(d.Text[:start]))
		return c.items
	}
	if d.commented(offset) {
		return c.items
	}
	c.file = d.text().syntax.file
	c.before = sort.Search(len(d.text().syntax.tokens), func(i int) bool { return c.file.Offset(d.text().syntax.tokens[i].Pos) >= start })
	c.complete(start)
	return c.items
}

func isWordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
}

type completion struct {
	*Document
	index  *index
	file   *token.File
	offset int
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
	return c.text().syntax.tokens[c.before-n]
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

func (c *completion) complete(start int) {
	x := c.index
	lineStart, line := c.lines.line(c.at.Start.Line)
	first := strings.TrimSpace(line[:start-lineStart]) == ""
	var decl ast.Decl
	for _, d := range c.text().syntax.tree.Decls {
		if c.file.Offset(d.Pos()) <= start {
			decl = d
		}
	}
	if c.token(1).Kind == token.Minus && c.members() {
		return
	}
	agent := ""
	if a, is := decl.(*ast.AgentDecl); is {
		agent = a.Name.Name
	}
	c.expect(agent)
	if first {
		for _, s := range snippets {
			c.snippet(s.label, "declaration", s.text)
		}
	}
	switch d := decl.(type) {
	case *ast.ConstDecl:
		c.symbols(x.named("", constant)...)
	case *ast.MessageDecl, *ast.PropertyDecl:
		c.typeNames()
	case *ast.GuardDecl:
		c.typeNames()
		c.symbols(x.named(d.Name.Name, parameter)...)
		c.symbols(x.named("", append(values, datum, property, constant, guard)...)...)
		c.words("chan", "myself", "true", "false")
	case *ast.AgentDecl:
		c.inAgent(d, first)
	case *ast.SystemDecl:
		for _, i := range d.Instances {
			if c.file.Offset(i.Pos()) <= start {
				c.symbols(x.named(i.Type.Name, local)...)
			}
		}
		c.symbols(x.named("", append(values, agentType, constant)...)...)
		c.words("true", "false", "open", "receptive")
	case *ast.SpecDecl, *ast.AssumeDecl, *ast.ContractDecl, *ast.FairnessDecl, *ast.CompassionDecl:
		c.inProperty()
	}
}

func (c *completion) typeNames() {
	c.symbols(c.index.named("", enumeration)...)
	c.words("bool", "channel", "int", "location")
}

func (c *completion) inAgent(d *ast.AgentDecl, first bool) {
	x := c.index
	if first {
		c.words(sections...)
	}
	var section ast.Section
	for _, s := range d.Sections {
		if c.file.Offset(s.Pos()) <= c.offset {
			section = s
		}
	}
	switch section := section.(type) {
	case *ast.LocalSection:
		c.typeNames()
		c.symbols(x.named("", constant)...)
		return
	case *ast.RelabelSection:
		c.symbols(x.named("", property)...)
	case *ast.RepeatSection:
		c.symbols(x.named("", datum, property)...)
		c.words("chan", "GET", "SUPPLY", "rep", "myself", "any", "spawn", "stop")
	case *ast.CondSection:
		if section == d.ReceiveGuard {
			c.words("chan")
		}
	case nil:
		return
	}
	c.symbols(x.named(d.Name.Name, local)...)
	c.symbols(x.named("", append(values, constant, guard)...)...)
	c.words("true", "false")
}

func (c *completion) inProperty() {
	c.symbols(c.quantified()...)
	c.symbols(c.index.named("", append(values, datum, property, constant, guard, agentType, group)...)...)
	c.words("sender", "getter", "supplier", "chan", "p2p", "forall", "exists", "enabled", "deadlock", "PROGRESS", "Agent",
		"F", "G", "X", "U", "W", "R", "true", "false")
}

// members offers what `k-` can be followed by, if k is an agent, and reports whether it is one. In
// `enabled(k-` that is a label first.
func (c *completion) members() bool {
	types := c.agentTypes(2)
	for _, name := range types {
		if c.token(3).Kind == token.LParen && c.token(4).Text == "enabled" {
			c.firsts(name, label)
		} else {
			c.firsts(name, local)
		}
		c.symbols(c.index.named(name, local, label)...)
	}
	if len(types) > 0 {
		c.words("automaton-state")
	}
	return len(types) > 0
}
