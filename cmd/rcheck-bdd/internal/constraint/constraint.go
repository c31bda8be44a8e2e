// Package constraint reads what users of the simulator write about the state that a step leads to:
// next(client1-cLink) = c, as in P003 (Abd Alrahman, Azzopardi, Piterman, R-CHECK: A Model Checker
// for Verifying Reconfigurable MAS), Section 5.
package constraint

import (
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/scanner"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Formula turns a constraint into an LTOL formula: each comparison, or other operand of the Boolean
// connectives, with a next(e) becomes (X …) with e in place of next(e). Text without next(…) is
// returned as it is. The error is about a comparison that mixes the next state and the present one.
func Formula(text string) (string, error) {
	files := token.NewFileSet()
	file := files.Add("constraint", []byte(text))
	tokens, _ := scanner.Scan(file, &diag.Reporter{Files: files}, nil)
	r := &rewriter{file: file, tokens: tokens}
	r.match()
	return r.rewrite()
}

type rewriter struct {
	file   *token.File
	tokens token.Sequence
	// partner is the index of the bracket that belongs to the one with this index, or -1.
	partner []int
}

// match finds the partners of brackets.
func (r *rewriter) match() {
	r.partner = make([]int, r.tokens.Len())
	var open []int
	for i, t := range r.tokens.All() {
		r.partner[i] = -1
		switch t.Kind {
		case token.LParen:
			open = append(open, i)
		case token.RParen:
			if n := len(open); n > 0 {
				r.partner[i], r.partner[open[n-1]] = open[n-1], i
				open = open[:n-1]
			}
		}
	}
}

// isNext reports whether a closed `next(…)` begins at token i.
func (r *rewriter) isNext(i int) bool {
	return r.tokens.At(i).Kind == token.Word && r.tokens.At(i).Text == "next" && i+1 < r.tokens.Len() &&
		r.tokens.At(i+1).Kind == token.LParen && r.partner[i+1] >= 0
}

func (r *rewriter) rewrite() (string, error) {
	text := string(r.file.Source())
	var out strings.Builder
	copied, done := 0, 0 // bytes and tokens
	for i := 0; i < r.tokens.Len(); i++ {
		if !r.isNext(i) {
			continue
		}
		first, last := r.operand(i, done)
		if err := r.checkOperand(first, last); err != nil {
			return "", err
		}
		start, end := r.file.Offset(r.tokens.At(first).Pos), r.file.Offset(r.tokens.At(last).End())
		out.WriteString(text[copied:start] + "(X (")
		at := start
		for k := first; k <= last; k++ {
			if r.isNext(k) {
				word := r.file.Offset(r.tokens.At(k).Pos)
				out.WriteString(text[at:word])
				at = word + len("next")
			}
		}
		out.WriteString(text[at:end] + "))")
		copied, done = end, last+1
		i = last
	}
	out.WriteString(text[copied:])
	return out.String(), nil
}

// operand returns the first and last token of the operand of connectives around token i: up to a
// connective or the bracket that encloses it, but not before token from.
func (r *rewriter) operand(i, from int) (first, last int) {
	first, last = i, i
	for k := i - 1; k >= from && !connective(r.tokens.At(k).Kind) && r.tokens.At(k).Kind != token.LParen; k-- {
		if r.tokens.At(k).Kind == token.RParen {
			if k = r.partner[k]; k < from {
				break
			}
		}
		first = k
	}
	for k := i; !connective(r.tokens.At(k).Kind) && r.tokens.At(k).Kind != token.RParen; k++ {
		if r.tokens.At(k).Kind == token.LParen {
			if r.partner[k] < 0 {
				break
			}
			k = r.partner[k]
		}
		last = k
	}
	return first, last
}

func connective(k token.Kind) bool {
	switch k {
	case token.EOF, token.Semi, token.Not, token.And, token.Or, token.OrOr, token.Implies, token.Iff:
		return true
	}
	return false
}

// checkOperand tells whether the operand speaks of the present state (k-x outside of next) besides
// the next one.
func (r *rewriter) checkOperand(first, last int) error {
	for k := first; k <= last; k++ {
		if r.isNext(k) {
			k = r.partner[k+1]
			continue
		}
		if k+2 <= last && r.tokens.At(k).Kind == token.Word &&
			r.tokens.At(k+1).Kind == token.Minus && r.tokens.At(k+2).Kind == token.Word {
			return fmt.Errorf("`%s-%s` is about the current state and cannot be compared with next(…); compare it with a value",
				r.tokens.At(k).Text, r.tokens.At(k+2).Text)
		}
	}
	return nil
}
