package parser

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// closer is a `>` that can close an observation, and the descriptor before it.
type closer struct {
	at    int
	obs   ast.Expr
	diags diag.List
}

// picks is the choice of closing brackets in one attempt to read an expression.
type picks struct {
	made []pick
	next int
}

type pick struct {
	options, chosen int
}

// choose returns which of several options this attempt uses for the next choice, and notes that
// there is one.
func (k *picks) choose(options int) int {
	if options == 1 {
		return 0
	}
	if k.next == len(k.made) {
		k.made = append(k.made, pick{options: options})
	}
	k.next++
	return k.made[k.next-1].chosen
}

// advance moves on to the next attempt and reports whether there is one.
func (k *picks) advance() bool {
	k.made = k.made[:k.next]
	k.next = 0
	for n := len(k.made) - 1; n >= 0; n-- {
		if k.made[n].chosen++; k.made[n].chosen < k.made[n].options {
			return true
		}
		k.made = k.made[:n]
	}
	return false
}

// region is a place where an expression is parsed. Its result does not depend on how the
// expressions around it are read, so that attempts at these need not repeat it.
type region struct {
	start, limit int
	mode         mode
}

type regionResult struct {
	x     ast.Expr
	end   int
	err   *syntaxError
	diags diag.List
	// ambiguous reports whether there is an ast.Ambiguous in x. Such alternatives are not nested:
	// their number would grow exponentially with the depth.
	ambiguous bool
}
