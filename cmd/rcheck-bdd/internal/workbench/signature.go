package workbench

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// SignatureHelp shows what a call takes, and which of its arguments the place is in.
type SignatureHelp struct {
	Signatures      []Signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

// A Signature is that of an operator or of a guard.
type Signature struct {
	Label         string      `json:"label"`
	Documentation string      `json:"documentation,omitempty"`
	Parameters    []Parameter `json:"parameters"`
}

// A Parameter is a part of the label of its signature.
type Parameter struct {
	Label string `json:"label"`
}

// Signature tells what the call around the place takes; nil if there is none.
func (p *Place) Signature() *SignatureHelp {
	words, brackets := p.wordsBefore()
	depth, argument := 0, 0
	for i := len(words) - 1; i > 0; i-- {
		switch {
		case !brackets[i]:
		case strings.Contains(")]}", words[i]):
			depth++
		case words[i] == "," && depth == 0:
			argument++
		case strings.Contains("([{", words[i]):
			if depth--; depth >= 0 {
				continue
			}
			if s := p.signature(words[i-1]); s != nil && words[i] == "(" {
				argument = min(argument, len(s.Parameters)-1)
				return &SignatureHelp{Signatures: []Signature{*s}, ActiveParameter: max(argument, 0)}
			}
			depth, argument = 0, 0
		}
	}
	return nil
}

// wordsBefore are the words and signs before the place, and which of them are brackets or commas.
func (p *Place) wordsBefore() (words []string, brackets []bool) {
	if p.ISPL {
		words = placeIn(p.Text[:p.offset]).words
	} else {
		s := p.text().syntax
		for _, t := range s.tokens.All() {
			if s.file.Offset(t.Pos) < p.offset && t.Kind != token.EOF {
				words = append(words, t.Text)
			}
		}
	}
	for _, w := range words {
		brackets = append(brackets, len(w) == 1 && strings.Contains("()[]{},", w))
	}
	return words, brackets
}

// signature is that of an operator, or of a guard that the model declares; nil if the name is
// neither.
func (p *Place) signature(name string) *Signature {
	parameters, is := operators[p.ISPL][name]
	meaning := words[name]
	if p.ISPL {
		meaning = jointWords[name]
	}
	if !is && !p.ISPL {
		for _, s := range p.text().index.named("", guard) {
			g, ok := s.decls[0].(*ast.GuardDecl)
			if s.name != name || !ok {
				continue
			}
			is, meaning = true, "guard"
			for _, f := range g.Params {
				start, end := p.offsets(f)
				parameters = append(parameters, p.Text[start:end])
			}
		}
	}
	if !is {
		return nil
	}
	out := &Signature{Label: name + "(" + strings.Join(parameters, ", ") + ")", Documentation: meaning, Parameters: []Parameter{}}
	for _, text := range parameters {
		out.Parameters = append(out.Parameters, Parameter{text})
	}
	return out
}
