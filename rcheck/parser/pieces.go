package parser

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/token"

// declKind is what a declaration begins with.
type declKind uint8

const (
	noDecl declKind = iota
	constDecl
	channelsDecl
	enumDecl
	messageDecl
	propertyDecl
	guardDecl
	agentDecl
	systemDecl
	groupDecl
	specDecl
	assumeDecl
	agentContract
	fairnessDecl
	compassionDecl
)

// aboutRuns are the keywords that begin a property or a condition of fairness.
var aboutRuns = map[string]declKind{
	"SPEC": specDecl, "LTLSPEC": specDecl, "LTL": specDecl, "LTOL": specDecl, "CTLSPEC": specDecl, "ATLSPEC": specDecl,
	"FAIRNESS": fairnessDecl, "COMPASSION": compassionDecl,
}

// piece is a stretch of tokens that begins with a keyword.
type piece[K any] struct {
	kind       K
	start, end int // token indices
}

// declarations cuts the tokens where declarations begin. Tokens before the first one are a piece that
// is none.
func (p *outline) declarations() []piece[declKind] {
	var out []piece[declKind]
	section := noSection // that token i is in, as far as is known here
	for i := range p.end {
		if s := p.sectionAt(i); s != noSection && s != observeSection && s != redSection && s != pictureSection {
			section = s
		}
		if section == relabelSection && p.arrowAt(i+1) {
			continue // a property identifier, whatever its name
		}
		if k := p.declAt(i); k != noDecl || i == 0 {
			section = noSection
			if n := len(out); n > 0 {
				out[n-1].end = i
			}
			out = append(out, piece[declKind]{k, i, p.end})
		}
	}
	return out
}

// declAt returns the kind of the declaration that begins with token i. All its keywords can also be
// names, so that what stands before and after the keyword has to fit as well.
func (p *outline) declAt(i int) declKind {
	t := p.At(i)
	if t.Kind != token.Word || !p.mayBegin(i) {
		return noDecl
	}
	next, after := p.kindAt(i+1), p.kindAt(i+2)
	switch t.Text {
	case "const":
		if next == token.Word && after == token.Eq {
			return constDecl
		}
	case "channels", "channel":
		quantified := i > 0 && (p.isWord(i-1, "forall") || p.isWord(i-1, "exists"))
		if next == token.Colon && !quantified && (i == 0 || p.beginsLine(i) || p.At(i-1).Kind != token.Colon) {
			return channelsDecl
		}
	case "enum":
		if isName(next) && after == token.LBrace {
			return enumDecl
		}
	case "message":
		if p.hyphenated(i, "structure") && p.kindAt(i+3) == token.Colon {
			return messageDecl
		}
	case "communication", "property":
		if p.hyphenated(i, "variables") && p.kindAt(i+3) == token.Colon {
			return propertyDecl
		}
	case "guard":
		if next == token.Word && (after == token.LParen || after == token.Define) {
			return guardDecl
		}
	case "agent":
		if next == token.Word && (p.beginsLine(i) || p.sectionAt(i+2) != noSection) {
			return agentDecl
		}
	case "system":
		if next == token.Eq && (after == token.Word && p.kindAt(i+3) == token.LParen || p.beginsLine(i)) {
			return systemDecl
		}
	case "group":
		if next == token.Word && after == token.Eq && (p.kindAt(i+3) == token.LBrace || p.kindAt(i+3) == token.Word) {
			return groupDecl
		}
	case "assume":
		if next == token.Word && after == token.Define {
			return assumeDecl
		}
	case "contract":
		if next == token.Word && after == token.Colon && p.beginsLine(i) {
			return agentContract
		}
	default:
		k := aboutRuns[t.Text]
		named := next == token.Colon || next == token.Comma // declared, listed, or the label of a command
		if k != noDecl && (p.beginsLine(i) && !named || p.beginsOperand(i+1)) {
			return k
		}
	}
	return noDecl
}

// mayBegin reports whether a keyword can stand at token i: at the beginning of a line, or after
// something that can end a declaration. After an operator there is only room for a name.
func (p *outline) mayBegin(i int) bool {
	if i == 0 {
		return true
	}
	switch p.At(i - 1).Kind {
	case token.Word, token.Int, token.RParen, token.RBrack, token.Semi, token.Star:
		return true
	case token.RBrace:
		return p.beginsLine(i) || p.closesList(i-1)
	case token.Until, token.WeakUntil, token.Release:
		return true // as after the words U, W and R, which could be names
	case token.Colon:
		return p.beginsLine(i)
	}
	// Not even a line may begin with a keyword in the middle of an expression; but a line that
	// begins with one whose own expression is plainly missing an operand is worth reporting as
	// that.
	return p.beginsLine(i) && !isName(p.kindAt(i-1)) && p.strongKeyword(i)
}

// closesList reports whether the brace at token i ends the declaration of an enum or a group;
// others end the guard of a command.
func (p *outline) closesList(i int) bool {
	for i--; i >= 2; i-- {
		switch p.At(i).Kind {
		case token.LBrace:
			return p.isWord(i-2, "enum") || i > 2 && p.isWord(i-3, "group") && p.kindAt(i-1) == token.Eq
		case token.RBrace:
			return false
		}
	}
	return false
}

// strongKeyword reports whether token i begins a line and is used as only a keyword would be.
func (p *outline) strongKeyword(i int) bool {
	switch p.At(i).Text {
	case "agent", "enum", "guard", "const":
		return isName(p.kindAt(i + 1))
	case "system":
		return p.kindAt(i+1) == token.Eq
	case "message", "communication", "property":
		return p.kindAt(i+1) == token.Minus
	}
	return aboutRuns[p.At(i).Text] == specDecl && p.beginsOperand(i+1)
}

// sectionKind is what a section of an agent begins with.
type sectionKind uint8

const (
	noSection sectionKind = iota
	localSection
	initSection
	relabelSection
	receiveGuardSection
	observeSection
	redSection
	pictureSection
	repeatSection
)

// sections cuts the tokens of an agent, which begin at start, where sections begin. Brackets are
// skipped.
func (p *outline) sections(start, end int) []piece[sectionKind] {
	var out []piece[sectionKind]
	conditional := false // in the current section, so that a colon may belong to it
	for i := start; i < end; i++ {
		if m := p.match[i]; m > i {
			i = m
			continue
		}
		if p.At(i).Kind == token.Question {
			conditional = true
		}
		k := p.sectionAt(i)
		if k == noSection || i > start && !p.mayBegin(i) && (conditional || !p.lacksOperand(i)) {
			continue
		}
		if n := len(out); n > 0 && k == repeatSection && out[n-1] == (piece[sectionKind]{repeatSection, i - 2, end}) {
			continue // the label of the first command
		}
		if n := len(out); n > 0 {
			out[n-1].end = i
		}
		out = append(out, piece[sectionKind]{k, i, end})
		conditional = false
	}
	return out
}

// lacksOperand reports whether the token before i is an operator: if a keyword follows it, its
// operand is missing.
func (p *outline) lacksOperand(i int) bool {
	k := p.At(i - 1).Kind
	return k >= token.Not && k <= token.Iff || k == token.LArrow
}

// sectionAt returns the kind of the section whose keyword and colon begin at token i. A word and a
// colon before a command guard are a label.
func (p *outline) sectionAt(i int) sectionKind {
	if p.kindAt(i) != token.Word {
		return noSection
	}
	kind, colon := noSection, i+1
	switch p.peekAt(i).Text {
	case "local", "locals":
		kind = localSection
	case "init":
		kind = initSection
	case "relabel":
		kind = relabelSection
	case "receive":
		if p.hyphenated(i, "guard") {
			kind, colon = receiveGuardSection, i+3
		}
	case "observe", "red", "violation", "picture":
		if i > 0 && p.At(i-1).Kind != token.Colon { // else the first local variable
			kind = map[string]sectionKind{"observe": observeSection, "picture": pictureSection,
				"red": redSection, "violation": redSection}[p.peekAt(i).Text]
		}
	case "repeat":
		kind = repeatSection
	}
	if p.kindAt(colon) != token.Colon {
		return noSection
	}
	if kind != repeatSection {
		switch p.kindAt(colon + 1) {
		case token.Lt, token.LAngle, token.LBrace:
			return noSection
		}
	}
	return kind
}
