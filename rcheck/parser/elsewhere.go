package parser

import (
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// This file tells how what other languages have is written here: the suggestions of messages,
// with the text that the author has written wherever that is possible.

// valueText is the text of the token at i, or of all in the brackets that it opens.
func (p *hints) valueText(i int) string {
	t := p.peekAt(i)
	if end := p.match[min(i, len(p.match)-1)]; end > i {
		return p.textBetween(t.Pos, p.At(end).End())
	}
	if t.Kind == token.EOF {
		return "…"
	}
	return t.Text
}

// typeNames are the words for types here and in languages in which a type stands before the name.
var typeNames = map[string]string{
	"bool": "bool", "boolean": "bool", "int": "int", "integer": "int", "byte": "0..255",
	"short": "int", "unsigned": "int", "channel": "channel", "chan": "channel", "location": "location",
}

// fieldHint tells how the variable is declared after whose name something else than a colon stands.
func (p *hints) fieldHint(name string) string {
	switch p.kind() {
	case token.Word:
		typ, ok := typeNames[name]
		if !ok {
			typ = name
		}
		if ok || p.beginsField(p.pos+1) {
			return "the name comes first: write `" + p.peek().Text + " : " + typ + "`"
		}
	case token.LBrack:
		return arrayHint(name, "bool")
	case token.Comma:
		return "each variable has a type of its own: write `" + name + " : T, " + p.peekAt(p.pos+1).Text +
			" : T`"
	}
	return p.hint()
}

// beginsField reports whether token i can follow the name of a variable in the declarations of
// other languages.
func (p *hints) beginsField(i int) bool {
	switch p.kindAt(i) {
	case token.Comma, token.Semi, token.EOF, token.Eq:
		return true
	}
	return false
}

func arrayHint(name, element string) string {
	return fmt.Sprintf("there are no arrays: declare each element, as in `%s0 : %s, %s1 : %s`", name,
		element, name, element)
}

// typeHint tells how a type of another language is written; it is empty for types of this one.
func (p *hints) typeHint(variable string) string {
	switch {
	case p.isWord(p.pos, "array"):
		element := "bool"
		if of := p.nextOutside(p.pos, func(i int) bool { return p.isWord(i, "of") }); of > 0 {
			element = p.valueText(of + 1)
		}
		return arrayHint(variable, element)
	case p.kind() == token.LBrace:
		values := strings.TrimSpace(strings.Trim(p.valueText(p.pos), "{}"))
		return "declare `enum NAME { " + values + " }` and write `" + variable + " : NAME`"
	case p.kind() == token.LBrack && p.match[p.pos] > p.pos:
		inside := p.textBetween(p.At(p.pos).End(), p.At(p.match[p.pos]).Pos)
		return "a range is written without brackets: `" + variable + " : " + inside + "`"
	}
	return ""
}

// commandHint tells how a command begins where something else stands.
func (p *hints) commandHint() string {
	switch {
	case p.kind() == token.LBrack:
		return p.labelledHint()
	case p.kind() == token.Colon:
		return "write `+` between alternatives, as in `P + Q`"
	case p.pos > 0 && p.At(p.pos-1).Kind == token.Semi && p.pos == p.limit:
		return "`;` stands between two commands: write none after the last one"
	case isName(p.kind()) && opensGuard(p.kindAt(p.pos+1)):
		return "a label ends with `:`: write `" + p.peek().Text + ": " + p.At(p.pos+1).Text + "…`"
	case p.actionAt(p.pos):
		label := ""
		if p.pos > 1 && p.At(p.pos-1).Kind == token.Colon && isName(p.At(p.pos-2).Kind) {
			label = p.At(p.pos-2).Text + ": "
		}
		open, closing := p.guardSigns()
		return "a command has a guard: write `" + label + open + "true" + closing + " " +
			p.textBetween(p.At(p.pos).Pos,
				p.At(p.pos+1).End()) + " …`"
	}
	return p.hint()
}

// labelledHint tells how `[label] guard -> (x' = e)` is written.
func (p *hints) labelledHint() string {
	label, guard := "label", "guard"
	closing := p.match[p.pos]
	if closing == p.pos+2 {
		label = p.At(p.pos + 1).Text
	}
	if closing > p.pos {
		arrow := p.nextOutside(closing+1, p.Is(token.Implies))
		if arrow > closing+1 {
			guard = p.textBetween(p.At(closing+1).Pos, p.At(arrow-1).End())
		}
	}
	open, end := p.guardSigns()
	return "a command is written `" + label + ": " + open + guard + end + " channel! (true)()[x := e]`"
}

// guardSigns are the brackets of the guards in this file: those of the first command that can be
// read.
func (p *hints) guardSigns() (open, closing string) {
	for i, t := range p.All() {
		p.watch.Step()
		if t.Kind == token.RBrace && p.match[i] >= 0 && p.actionAt(i+1) {
			return "{", "}"
		}
		if t.Kind == token.Gt && p.actionAt(i+1) {
			return "<", ">"
		}
	}
	return "{", "}"
}

// receiveHint tells how a receive, or a send, is written that has parentheses after `?`.
func (p *hints) receiveHint() string {
	channel := p.At(p.pos - 2).Text
	i, pairs, data := p.pos, 0, false
	for ; p.kindAt(i) == token.LParen && p.match[i] > i; i = p.match[i] + 1 {
		pairs++
		data = data || p.looksLikeAssigns(i) && p.match[i] > i+1
	}
	updates := "[]"
	if p.kindAt(i) == token.LBrack {
		updates = p.valueText(i)
	}
	if pairs == 1 && data && p.kindAt(i) != token.LBrack {
		inside := p.textBetween(p.At(p.pos).End(), p.At(i-1).Pos)
		return "updates stand in brackets: write `" + channel + "? [" + inside + "]`"
	}
	if pairs > 1 || data {
		return "a send is written `" + channel + "! " + p.textBetween(p.At(p.pos).Pos,
			p.At(i-1).End()) + updates + "`"
	}
	return "a receive is written `" + channel +
		"? [x := DATA]`: its updates read the data of the message"
}

// targetHint tells how a send, get or supply is written that has nothing before its data or
// updates.
// The data, if any, stand from token end, the updates from open to closing.
func (p *hints) targetHint(end, open, closing int) string {
	before := p.At(p.pos - 1)
	if before.Kind != token.Not {
		return "write `" + before.Text + "(any)` or the name of a location"
	}
	if end < open {
		return "write `(true)" + p.textBetween(p.At(end).Pos, p.At(open-1).End()) +
			"` to send to everyone"
	}
	channel := p.At(p.pos - 2).Text
	updates := p.textBetween(p.At(open).Pos, p.At(closing).End())
	return "a receive is written `" + channel + "? " + updates + "`, a send to everyone `" + channel +
		"! (true)()" + updates + "`"
}

// betweenCommands tells what stands between two commands, if a command begins here.
func (p *hints) betweenCommands() string {
	if !p.beginsProcess(p.pos) || p.kind() == token.LParen && p.looksLikeAssigns(p.pos) {
		return ""
	}
	if p.kind() == token.Word {
		_, keyword := declared[p.peek().Text]
		if keyword || p.sectionAt(p.pos) != noSection || p.sectionHint(p.pos) != "" {
			return ""
		}
	}
	return "write `;` or `+` between two commands: `a ; b` does one after the other, `a + b` one of " +
		"them"
}
