package parser

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// beginsOperand reports whether token i can begin an expression.
func (p *parser) beginsOperand(i int) bool {
	switch p.kindAt(i) {
	case token.Word:
		switch p.peekAt(i).Text {
		case "U", "W", "R":
			return !p.beginsOperand(i+1) || p.kindAt(i+1) == token.Minus && p.isAgent(p.peekAt(i).Text)
		}
		return true
	case token.Int, token.LParen, token.LBrack, token.Lt, token.LAngle, token.Not, token.Minus, token.At,
		token.BigAnd, token.BigOr, token.ForAll, token.Exists, token.BulletForAll, token.BulletExists,
		token.Finally, token.Globally, token.Next:
		return true
	case token.And, token.Or:
		return p.quantifierAt(i)
	}
	return false
}

// quantifierAt reports whether a quantifier over agents or integers begins at token i.
func (p *parser) quantifierAt(i int) bool {
	variable := p.kindAt(i+1) == token.Word
	declared := variable && (p.kindAt(i+2) == token.Colon || p.kindAt(i+2) == token.Comma || p.kindAt(i+2) == token.In)
	switch t := p.peekAt(i); t.Kind {
	case token.BigAnd, token.BigOr, token.ForAll, token.Exists:
		return true
	case token.And, token.Or:
		return declared && (t.Text == "∧" || t.Text == "∨")
	case token.Word:
		if t.Text != "forall" && t.Text != "exists" {
			return false
		}
		switch p.peekAt(i + 1).Text {
		case "U", "W", "R":
			return declared
		}
		return variable
	}
	return false
}

// updatesAt reports whether the bracket at token i holds updates and not an index.
func (p *parser) updatesAt(i int) bool {
	return p.looksLikeAssigns(i) || isName(p.kindAt(i+1)) && (p.kindAt(i+2) == token.Eq || p.compound(i+2) || p.isWord(i+1, "if"))
}

// looksLikeAssigns reports whether the bracket at token i is empty or begins with an assignment.
func (p *parser) looksLikeAssigns(i int) bool {
	return p.match[i] == i+1 || isName(p.kindAt(i+1)) && p.kindAt(i+2) == token.Define
}

func isName(k token.Kind) bool { return k == token.Word || k == token.Int }

// beginsProcess reports whether a process begins at token i.
func (p *parser) beginsProcess(i int) bool {
	switch p.kindAt(i) {
	case token.LParen, token.LBrace, token.Lt, token.LAngle:
		return true
	case token.Word, token.Int:
		return p.repAt(i) || p.kindAt(i+1) == token.Colon
	}
	return false
}

// repAt reports whether token i is the operator rep, and not a label of that name.
func (p *parser) repAt(i int) bool { return p.isWord(i, "rep") && p.kindAt(i+1) != token.Colon }

// arrowAt reports whether `<-` or `←` stands at token i.
func (p *parser) arrowAt(i int) bool {
	return p.kindAt(i) == token.LArrow || p.kindAt(i) == token.Lt && p.kindAt(i+1) == token.Minus && p.adjacent(i)
}

// hyphenated reports whether a word is followed by a hyphen and the given word.
func (p *parser) hyphenated(i int, word string) bool {
	return p.kindAt(i+1) == token.Minus && p.isWord(i+2, word)
}

// bound returns the innermost quantified variable of a name.
func (p *parser) bound(name string) (v boundVariable, ok bool) {
	for _, v := range slices.Backward(p.scope) {
		if v.name == name {
			return v, true
		}
	}
	return boundVariable{}, false
}

// isAgent reports whether name is certainly an agent in the formula being parsed.
func (p *parser) isAgent(name string) bool {
	if v, ok := p.bound(name); ok {
		return v.agent
	}
	return p.names.isAgent(name)
}

// refersTo reports whether `name-x` in a property refers to something of an agent instead of subtracting. A name that is declared
// nowhere counts as an agent, because that is what the author most likely mistyped.
func (p *parser) refersTo(name string, indexed bool) bool {
	if v, ok := p.bound(name); ok {
		return v.agent
	}
	if indexed && p.names.families[name] || !indexed && p.names.isAgent(name) || name == "supplier" {
		return true
	}
	return !p.names.values[name]
}
