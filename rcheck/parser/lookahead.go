package parser

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// beginsOperand reports whether token i can begin an expression.
func (p *outline) beginsOperand(i int) bool {
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
func (p *outline) quantifierAt(i int) bool {
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
func (p *tokens) updatesAt(i int) bool {
	return p.looksLikeAssigns(i) || isName(p.kindAt(i+1)) && (p.kindAt(i+2) == token.Eq || p.compound(i+2) || p.isWord(i+1, "if"))
}

// looksLikeAssigns reports whether the bracket at token i is empty or begins with an assignment.
func (p *tokens) looksLikeAssigns(i int) bool {
	return p.match[i] == i+1 || isName(p.kindAt(i+1)) && p.kindAt(i+2) == token.Define || p.comeAndGoAt(i)
}

// comeAndGoAt reports whether `[spawn T(` or the update `[stop` stands at token i. The update is
// also meant where arguments follow, which it does not have.
func (p *tokens) comeAndGoAt(i int) bool {
	next := p.kindAt(i + 2)
	switch {
	case p.kindAt(i) != token.LBrack:
		return false
	case p.isWord(i+1, "spawn"):
		return next == token.Word && p.kindAt(i+3) == token.LParen
	}
	return p.isWord(i+1, "stop") && (next == token.RBrack || next == token.Comma || next == token.LParen)
}

func isName(k token.Kind) bool { return k == token.Word || k == token.Int }

// beginsProcess reports whether a process begins at token i.
func (p *tokens) beginsProcess(i int) bool {
	switch p.kindAt(i) {
	case token.LParen, token.LBrace, token.Lt, token.LAngle:
		return true
	case token.Word, token.Int:
		return p.repAt(i) || p.kindAt(i+1) == token.Colon
	}
	return false
}

// repAt reports whether token i is the operator rep, and not a label of that name.
func (p *tokens) repAt(i int) bool { return p.isWord(i, "rep") && p.kindAt(i+1) != token.Colon }

// arrowAt reports whether `<-` or `←` stands at token i.
func (p *tokens) arrowAt(i int) bool {
	return p.kindAt(i) == token.LArrow || p.kindAt(i) == token.Lt && p.kindAt(i+1) == token.Minus && p.adjacent(i)
}

// hyphenated reports whether a word is followed by a hyphen and the given word.
func (p *tokens) hyphenated(i int, word string) bool {
	return p.kindAt(i+1) == token.Minus && p.isWord(i+2, word)
}

// bound returns the innermost quantified variable of a name.
func (p *outline) bound(name string) (v boundVariable, ok bool) {
	for _, v := range slices.Backward(p.scope) {
		if v.name == name {
			return v, true
		}
	}
	return boundVariable{}, false
}

// isAgent reports whether name is certainly an agent in the formula being parsed.
func (p *outline) isAgent(name string) bool {
	if v, ok := p.bound(name); ok {
		return v.agent
	}
	return p.names.isAgent(name)
}

// refersTo reports whether `name-x` in a property refers to something of an agent instead of
// subtracting. A name that is declared nowhere counts as an agent, because that is what the author
// most likely mistyped.
func (p *outline) refersTo(name string, indexed bool) bool {
	if v, ok := p.bound(name); ok {
		return v.agent
	}
	if indexed && p.names.is(name, aFamily) || !indexed && p.names.isAgent(name) || name == "supplier" {
		return true
	}
	return !p.names.is(name, aValue)
}

// actionAt reports whether the action of a command begins at token i: `c !`, `c ?`, `*!`, `*?`,
// `vmm[e] !`, GET or SUPPLY. What follows `?` tells a receive from a conditional expression.
func (p *outline) actionAt(i int) bool {
	switch p.kindAt(i) {
	case token.Star:
	case token.Word, token.Int:
		if p.pointToPointAt(i) {
			return true
		}
		if p.kindAt(i+1) == token.LBrack && p.match[i+1] > 0 {
			i = p.match[i+1]
		}
	default:
		return false
	}
	switch p.kindAt(i + 1) {
	case token.Not:
		return true
	case token.Question:
		switch p.kindAt(i + 2) {
		case token.LBrack, token.Semi, token.Plus, token.RParen, token.EOF:
			return true
		}
	}
	return false
}

// pointToPointAt reports whether GET or SUPPLY, with what has to follow it, stands at token i.
func (p *outline) pointToPointAt(i int) bool {
	switch p.peekAt(i).Text {
	case "GET", "Get":
		return p.kindAt(i+1) == token.At ||
			p.kindAt(i+1) == token.LParen && p.match[i+1] > 0 && p.kindAt(p.match[i+1]+1) == token.At
	case "SUPPLY", "Supply":
		return p.kindAt(i+1) == token.At
	}
	return false
}

// dataAt reports whether the parentheses that open at token o hold the data of a command whose
// guard or locality begins at start.
func (p *tokens) dataAt(o, start int, noCalls bool) bool {
	if p.looksLikeAssigns(o) {
		return true
	}
	if o == start {
		return false
	}
	switch before := p.At(o - 1); before.Kind {
	case token.RParen, token.RBrack, token.Int:
		return true
	case token.Word:
		return noCalls || isTruthValue(before.Text)
	}
	return false
}

// actsAsOperator reports whether F, G or X at token i is the operator and not a name: it has an
// operand, and the operand is no part of something that has that name.
func (p *outline) actsAsOperator(i int) bool {
	if !p.beginsOperand(i + 1) {
		return false
	}
	switch name := p.peekAt(i).Text; p.kindAt(i + 1) {
	case token.Minus:
		return !p.isAgent(name)
	case token.LBrack:
		return !p.names.is(name, aFamily)
	}
	return true
}

// quantifiesPaths reports whether a word such as A, E or AG at token i is the operator and not a
// name: it has an operand, and what has that name cannot be followed by what follows.
func (p *outline) quantifiesPaths(i int) bool {
	name := p.peekAt(i).Text
	_, bound := p.bound(name)
	switch p.kindAt(i + 1) {
	case token.Minus:
		return false
	case token.Lt:
		return !bound && !p.names.is(name, aValue) || p.kindAt(i+2) == token.Lt && p.adjacent(i+1)
	case token.LBrack:
		return !p.names.is(name, aValue) && !p.names.is(name, aFamily)
	case token.LParen:
		return !p.names.is(name, aGuard)
	}
	return p.beginsOperand(i + 1)
}

// compound reports whether token i begins `+=`, `-=`, `++` and the like, which assign elsewhere.
func (p *tokens) compound(i int) bool {
	switch k := p.kindAt(i); k {
	case token.Plus, token.Minus, token.Star, token.Slash:
		after := p.kindAt(i + 1)
		return p.adjacent(i) && (after == token.Eq || after == k && k != token.Star && k != token.Slash)
	}
	return false
}

// boundVariable is a variable of an enclosing quantifier.
type boundVariable struct {
	name  string
	agent bool // else an integer
}

// An outline looks ahead: it says where declarations and sections begin, what a bracket holds, and
// what a name refers to.
type outline struct {
	tokens
	language
	scope []boundVariable // those of the enclosing quantifiers
}

func isTruthValue(s string) bool {
	switch s {
	case "true", "TRUE", "True", "false", "FALSE", "False":
		return true
	}
	return false
}
