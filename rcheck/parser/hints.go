package parser

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Hints word advice, which depends on what is being read.
type hints struct {
	outline
	mode   mode
	dashed []bool // for a token whether dashesBefore it, once that was asked
}

// How agents outside of a system are written.
const (
	outsideLast    = "agents outside are written last, as in `system = A(a, true) || open`"
	outsideUnnamed = "agents outside of the system have no name and no condition: write `open`"
)

// declared says, for every word that begins a declaration, how that is written; it is empty where
// the word tells.
var declared = map[string]string{
	"message": "did you mean `message-structure:`?", "communication": "did you mean `communication-variables:`?",
	"property":          "did you mean `property-variables:`?",
	"channels":          "channels are declared as `channels: a, b` or `enum channel { a, b }`",
	"channel":           "channels are declared as `channels: a, b` or `enum channel { a, b }`",
	"enum":              "an enumeration is declared as `enum NAME { a, b }`",
	"const":             "a constant is declared as `const NAME = 3;`",
	"guard":             "a guard is defined as `guard NAME(p : T) := condition;`",
	"agent":             "an agent type is declared as `agent NAME` and its sections",
	"group":             "a group of agents is declared as `group NAME = {a, b}` or `group NAME = TYPE`",
	"assume":            "an assumption about agents outside is written `assume NAME := G p;`",
	"contract":          "a contract is written `contract k : TYPE assume p guarantee q;`",
	"system":            "the system is composed as `system = A(a, true) | B(b, true)`",
	"message-structure": "", "communication-variables": "", "property-variables": "",
}

var declarationWords = slices.AppendSeq(slices.Collect(maps.Keys(declared)), maps.Keys(aboutRuns))

// declarationHint suggests the keyword that the word at token i may have been meant to be, or what
// should follow it.
func (p *hints) declarationHint(i int) string {
	t := p.At(min(i, p.end))
	if t.Kind != token.Word {
		return ""
	}
	if hint, ok := declared[t.Text]; ok || aboutRuns[t.Text] != noDecl {
		return hint
	}
	if hint := p.macroHint(i); hint != "" {
		return hint
	}
	return didYouMean(t.Text, declarationWords)
}

// afterBroken returns the index of the first token behind a formula that cannot be read, where a
// declaration may be meant to begin, or the limit.
func (p *hints) afterBroken(start int) int {
	return p.limitOutside(start+1, func(i int) bool {
		ended, line := p.At(i-1).Kind == token.Semi, p.beginsLine(i)
		return p.At(i).Kind == token.Word && (ended || line) &&
			(ended && line || p.beginsOperand(i+1) && p.declarationHint(i) != "")
	})
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

var sectionWords = strings.Fields(`
	local init relabel receive receive-guard observe red violation picture repeat`)

// keywords are the words that begin something.
var keywords = slices.Concat(declarationWords, sectionWords)

// sectionHint suggests the section that the word at token i may have been meant to begin.
func (p *hints) sectionHint(i int) string {
	t := p.At(min(i, p.end))
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
func (p *hints) hint() string {
	t, before := p.found(), token.Token{}
	if p.pos > 0 {
		before = p.At(p.pos - 1)
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
		case "open":
			if next := p.At(min(p.pos+1, p.end)); next.Text == "system" {
				return outsideLast
			}
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
		if p.mode == observation && p.pos > 2 && temporal[p.At(p.pos-3).Text] {
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

// boxHint is how `[] p` or `<> p`, whose second sign is the current token, is written: on all paths
// or some behind A or E.
func (p *hints) boxHint(sign, written string) string {
	if path := p.pos - 2; path >= 0 && (p.isWord(path, "A") || p.isWord(path, "E")) {
		sign, written = p.At(path).Text+sign, p.At(path).Text+written
	}
	return "`" + sign + " p` is written `" + written + " p`"
}

// dashesBefore reports whether `--`, with which comments begin elsewhere, stands on the line of
// token i, at it or before it.
func (p *hints) dashesBefore(i int) bool {
	if p.dashed == nil { // once for all tokens: hints are made for every attempt at a line, which may be the only one
		p.dashed = make([]bool, p.Len())
		for k, t := range p.All() {
			p.dashed[k] = t.Kind == token.Minus && p.adjacent(k) && p.At(k+1).Kind == token.Minus ||
				k > 0 && p.dashed[k-1] && !p.beginsLine(k)
		}
	}
	return p.dashed[min(i, p.end)]
}

// compoundHint says how what a compound assignment means is written.
func (p *hints) compoundHint(name string) string {
	e := "…"
	if p.kindAt(p.pos+1) != token.Eq {
		e = "1"
	}
	return fmt.Sprintf("write `%s := %s %s %s`", name, name, p.peek().Kind, e)
}

// opensGuard reports whether the guard of a command can begin with a token of the kind.
func opensGuard(k token.Kind) bool {
	return k == token.LBrace || k == token.Lt || k == token.LAngle
}

// memberHint tells how `x in {a, b}` is written.
func (p *hints) memberHint() string {
	t := p.found()
	return scanner.Membership(p.source.Source(), p.source.Offset(t.Pos), p.source.Offset(t.End()))
}

// probability reports whether the tokens before the position are those of `P>=1` or `P=?`.
func (p *hints) probability() bool {
	for i := p.pos - 1; i >= max(0, p.pos-3); i-- {
		switch p.At(i).Text {
		case "P", "Pmin", "Pmax":
			return i+1 < p.pos && p.At(i+1).Kind >= token.Lt || p.kindAt(i+1) == token.Eq
		}
	}
	return false
}

// macroHint is what to write instead of a declaration of another language that begins at token i.
func (p *hints) macroHint(i int) string {
	t := p.At(min(i, p.end))
	name := "NAME"
	if p.kindAt(i+1) == token.Word {
		name = p.At(i + 1).Text
	}
	switch t.Text {
	case "ltl", "property":
		if p.At(i+1).Kind == token.Minus {
			return "" // the keyword property-variables
		}
		return "a property is written `SPEC NAME " + name + " := …`"
	case "formula", "label":
		end := p.nextOutside(i, p.Is(token.Semi))
		if p.kindAt(i+2) == token.Eq && end > i+3 {
			return "write `guard " + name + "() := " + p.textBetween(p.At(i+3).Pos, p.At(end).End()) +
				"`"
		}
		return "an abbreviation is `guard " + name + "() := condition;`"
	}
	return macroWords[t.Text]
}

// macroWords are the words with which other languages begin declarations, and what is written
// instead.
var macroWords = map[string]string{
	"INVARSPEC": "an invariant is written `SPEC G p`",
	"INVARIANT": "an invariant is written `SPEC G p`",
	"invariant": "an invariant is written `SPEC G p`", "assert": "an invariant is written `SPEC G p`",
	"PSLSPEC":  "a property is written `SPEC G p`",
	"PROPERTY": "a property is written `SPEC G p`", "THEOREM": "a property is written `SPEC G p`",
	"JUSTICE": "write `FAIRNESS p`", "MODULE": "an agent type begins with `agent NAME`",
	"module":     "an agent type begins with `agent NAME`",
	"proctype":   "an agent type begins with `agent NAME`",
	"active":     "an agent type begins with `agent NAME`",
	"process":    "an agent type begins with `agent NAME`",
	"Agent":      "an agent type begins with `agent NAME`",
	"end":        "an agent has no word at its end",
	"endmodule":  "an agent has no word at its end",
	"DEFINE":     "an abbreviation is `guard NAME() := condition;`",
	"CONSTANT":   "a constant is declared by `const N = 3;`",
	"CONSTANTS":  "a constant is declared by `const N = 3;`",
	"mtype":      "values are declared by `enum NAME { a, b }`",
	"typedef":    "values are declared by `enum NAME { a, b }`",
	"type":       "values are declared by `enum NAME { a, b }`",
	"chan":       "channels are declared by `enum channel { a, b }`",
	"Formulae":   "a property is written `SPEC AG p`",
	"Evaluation": "write conditions in the properties: `SPEC AG k-x = 1`",
	"Groups":     "a group is declared by `group NAME = {a, b}`",
	"InitStates": "initial conditions are sections `init:` of agents",
}

// foreignSections are the sections of agents in other languages, and what is written instead.
var foreignSections = map[string]string{
	"Vars": "local", "vars": "local", "VAR": "local", "var": "local", "variables": "local",
	"VARIABLES": "local",
	"Lobsvars":  "observe", "INIT": "init", "Init": "init", "InitStates": "init", "ASSIGN": "repeat",
	"TRANS":    "repeat",
	"Protocol": "repeat", "Evolution": "repeat", "Actions": "repeat", "RedStates": "red",
	"loop": "repeat",
}
