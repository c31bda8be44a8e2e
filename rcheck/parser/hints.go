package parser

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// declared says, for every word that begins a declaration, how that is written; it is empty where the word tells.
var declared = map[string]string{
	"message": "did you mean `message-structure:`?", "communication": "did you mean `communication-variables:`?",
	"property": "did you mean `property-variables:`?",
	"channels": "channels are declared as `channels: a, b` or `enum channel { a, b }`",
	"channel":  "channels are declared as `channels: a, b` or `enum channel { a, b }`",
	"enum":     "an enumeration is declared as `enum NAME { a, b }`",
	"const":    "a constant is declared as `const NAME = 3;`",
	"guard":    "a guard is defined as `guard NAME(p : T) := condition;`",
	"agent":    "an agent type is declared as `agent NAME` and its sections",
	"group":    "a group of agents is declared as `group NAME = {a, b}` or `group NAME = TYPE`",
	"system":   "the system is composed as `system = A(a, true) | B(b, true)`",
	"SPEC":     "", "LTLSPEC": "", "LTL": "", "LTOL": "", "CTLSPEC": "", "ATLSPEC": "", "FAIRNESS": "", "COMPASSION": "",
	"message-structure": "", "communication-variables": "", "property-variables": "",
}

var declarationWords = slices.Collect(maps.Keys(declared))

// declarationHint suggests the keyword that the word at token i may have been meant to be, or what should follow it.
func (p *parser) declarationHint(i int) string {
	t := p.toks[min(i, len(p.toks)-1)]
	if t.Kind != token.Word {
		return ""
	}
	if hint, ok := declared[t.Text]; ok {
		return hint
	}
	if hint := p.macroHint(i); hint != "" {
		return hint
	}
	return didYouMean(t.Text, declarationWords)
}

// didYouMean suggests the closest of several keywords, in the form in which it is written.
func didYouMean(found string, words []string) string {
	switch closest := diag.Closest(found, words); closest {
	case "message", "communication", "property":
		return declared[closest]
	case "receive", "receive-guard":
		return "did you mean `receive-guard:`?"
	}
	return diag.DidYouMean(found, words)
}

var sectionWords = []string{"local", "init", "relabel", "receive", "receive-guard", "observe", "red", "violation", "repeat"}

// keywords are the words that begin something.
var keywords = slices.Concat(declarationWords, sectionWords)

// sectionHint suggests the section that the word at token i may have been meant to begin.
func (p *parser) sectionHint(i int) string {
	t := p.toks[min(i, len(p.toks)-1)]
	if t.Kind == token.LBrace {
		return "an agent has no braces: its sections follow its name"
	}
	if t.Kind != token.Word {
		return ""
	}
	switch {
	case t.Text == "receive":
		return "did you mean `receive-guard:`?"
	case slices.Contains(sectionWords, t.Text):
		return "did you mean `" + t.Text + ":`?"
	case foreignSections[t.Text] != "":
		return "write `" + foreignSections[t.Text] + ":`"
	}
	return didYouMean(t.Text, sectionWords)
}

// operators holds the words that other languages have for operators, with what to write instead.
var operators = map[string]string{
	"and": "conjunction is written `&`", "or": "disjunction is written `|`", "not": "negation is written `!`",
	"implies": "implication is written `->`", "iff": "equivalence is written `<->`",
	"xor": "exclusive disjunction is written `!=`", "mod": "the remainder is written `%`",
	"wu": "weak until is written `W`", "unless": "weak until is written `W`",
	"release": "`p release q` is written `p R q`", "releases": "`p releases q` is written `p R q`",
	"else": "write `+` between two commands with different guards",
}

// elsewhere holds the words that other logics put before a formula, with what to write instead.
var elsewhere = map[string]string{
	"always": "`always p` is written `G p`", "globally": "`globally p` is written `G p`",
	"eventually": "`eventually p` is written `F p`", "finally": "`finally p` is written `F p`",
	"never": "`never p` is written `G !p`", "next": "`next p` is written `X p`",
	"GF": "`GF p` is written `G F p`", "FG": "`FG p` is written `F G p`",
	"not": operators["not"], "NOT": operators["not"],
}

// temporal holds the operators that other logics bound, as in `F[0,5] p`.
var temporal = map[string]bool{"F": true, "G": true, "U": true, "X": true, "R": true}

const probabilityHint = "there are no probabilities: `F p` is about every run, `E F p` about " +
	"some run"

// hint suggests what to write instead of something that other languages have for an operator.
func (p *parser) hint() string {
	t, before := p.found(), token.Token{}
	if p.pos > 0 {
		before = p.toks[p.pos-1]
	}
	if p.dashesBefore(p.pos) {
		return "comments are written `// …`"
	}
	switch t.Kind {
	case token.Colon:
		if p.mode == command && opensGuard(p.kindAt(p.pos+1)) {
			return "the commands of an agent follow `repeat:`"
		}
	case token.Define:
		return "values are compared with `=`; `:=` assigns"
	case token.In:
		return p.memberHint()
	case token.Word:
		if t.Text == "in" && p.kindAt(p.pos+1) == token.LBrace {
			return p.memberHint()
		}
		switch before.Text {
		case "case", "if":
			return "a value that depends on a condition is written `c ? a : b`"
		case "X", "F", "G":
			if p.mode == command {
				return "temporal operators are for properties, as in `SPEC G p`"
			}
		}
		if text := operators[strings.ToLower(t.Text)]; text != "" {
			return text
		}
		if strings.EqualFold(t.Text, "until") && p.mode == property {
			return "`p until q` is written `p U q`"
		}
		if text := elsewhere[before.Text]; text != "" && (p.mode == property || before.Text == "not") {
			return text
		}
		switch t.Text {
		case "local", "init", "relabel", "repeat":
			if p.kindAt(p.pos+1) != token.Colon {
				return "did you mean `" + t.Text + ":`?"
			}
		}
		return cmp.Or(p.macroHint(p.pos), didYouMean(t.Text, keywords))
	case token.Question:
		if p.probability() {
			return probabilityHint
		}
	case token.Comma:
		if p.mode == observation && p.pos > 2 && temporal[p.toks[p.pos-3].Text] {
			return "temporal operators have no bounds: write `F p`, or `X` once for each step"
		}
		if p.mode == observation {
			return "what agents can bring about is written `can({a, b}, F p)`"
		}
	case token.Gt:
		switch {
		case before.Kind == token.Eq:
			return "implication is written `->`"
		case before.Kind == token.Lt && p.mode != command:
			return p.boxHint("<>", "F")
		}
	case token.LBrack:
		if p.probability() {
			return probabilityHint
		}
	case token.RBrack:
		if before.Kind == token.LBrack && p.mode != command {
			return p.boxHint("[]", "G")
		}
	case token.Dot:
		switch after := p.peekAt(p.pos + 1); {
		case before.Kind != token.Word || after.Kind != token.Word:
		case p.mode == command:
			return "an agent reads only its own variables; another agent sends their values in a message"
		default:
			return "the variable of an agent stands after `-`: write `" + before.Text + "-" + after.Text +
				"`"
		}
	case token.BigAnd:
		return "conjunction is written `&`; `/\\ k : T .` quantifies over agents"
	case token.BigOr:
		return "disjunction is written `|`; `\\/ k : T .` quantifies over agents"
	}
	return ""
}

// boxHint is how `[] p` or `<> p`, whose second sign is the current token, is written: on all paths or some behind A or E.
func (p *parser) boxHint(sign, written string) string {
	if path := p.pos - 2; path >= 0 && (p.isWord(path, "A") || p.isWord(path, "E")) {
		sign, written = p.toks[path].Text+sign, p.toks[path].Text+written
	}
	return "`" + sign + " p` is written `" + written + " p`"
}

// dashesBefore reports whether `--`, with which comments begin elsewhere, stands on the line of token i, at it or before it.
func (p *parser) dashesBefore(i int) bool {
	if p.dashed == nil { // once for all tokens: hints are made for every attempt at a line, which may be the only one
		p.dashed = make([]bool, len(p.toks))
		for k, t := range p.toks {
			p.dashed[k] = t.Kind == token.Minus && p.adjacent(k) && p.toks[k+1].Kind == token.Minus || k > 0 && p.dashed[k-1] && !p.beginsLine(k)
		}
	}
	return p.dashed[min(i, len(p.toks)-1)]
}

// compound reports whether token i begins `+=`, `-=`, `++` and the like, which assign elsewhere.
func (p *parser) compound(i int) bool {
	switch k := p.kindAt(i); k {
	case token.Plus, token.Minus, token.Star, token.Slash:
		after := p.kindAt(i + 1)
		return p.adjacent(i) && (after == token.Eq || after == k && k != token.Star && k != token.Slash)
	}
	return false
}

// compoundHint says how what a compound assignment means is written.
func (p *parser) compoundHint(name string) string {
	e := "…"
	if p.kindAt(p.pos+1) != token.Eq {
		e = "1"
	}
	return fmt.Sprintf("write `%s := %s %s %s`", name, name, p.peek().Kind, e)
}

// failExpected leaves the construct being parsed because the next token is not what it should be.
func (p *parser) failExpected(what string) {
	p.fail(unexpectedToken, p.foundSpan(), p.hint(), "expected %s, found %s", what, p.found().Describe())
}

func (p *parser) expect(k token.Kind, what string) token.Token {
	if p.kind() != k {
		p.failExpected(what)
	}
	return p.advance()
}

func (p *parser) ident(what string) *ast.Ident {
	t := p.expect(token.Word, what)
	return &ast.Ident{NamePos: t.Pos, Name: t.Text}
}
