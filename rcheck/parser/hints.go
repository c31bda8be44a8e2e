package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

var declarationWords = []string{
	"channels", "channel", "enum", "message", "communication", "property", "const", "guard", "agent", "system", "SPEC", "LTLSPEC",
	"LTOL", "LTL", "FAIRNESS", "COMPASSION", "message-structure", "communication-variables", "property-variables",
}

// declarationHint suggests the keyword that the word at token i may have been meant to be.
func (p *parser) declarationHint(i int) string {
	t := p.toks[min(i, len(p.toks)-1)]
	if t.Kind != token.Word {
		return ""
	}
	switch t.Text {
	case "message", "communication", "property":
		return "did you mean `" + map[string]string{
			"message": "message-structure:", "communication": "communication-variables:", "property": "property-variables:",
		}[t.Text] + "`?"
	case "channels", "channel":
		return "channels are declared as `channels: a, b` or `enum channel { a, b }`"
	case "SPEC", "LTLSPEC", "LTL", "LTOL", "FAIRNESS", "COMPASSION":
		return ""
	}
	return diag.DidYouMean(t.Text, declarationWords)
}

var sectionWords = []string{"local", "init", "relabel", "receive", "receive-guard", "repeat"}

// keywords are the words that begin something.
var keywords = append(append([]string{}, declarationWords...), sectionWords...)

// sectionHint suggests the section that the word at token i may have been meant to begin.
func (p *parser) sectionHint(i int) string {
	t := p.toks[min(i, len(p.toks)-1)]
	if t.Kind != token.Word {
		return ""
	}
	for _, w := range sectionWords {
		if t.Text == w {
			if w == "receive" {
				w = "receive-guard"
			}
			return "did you mean `" + w + ":`?"
		}
	}
	return diag.DidYouMean(t.Text, sectionWords)
}
