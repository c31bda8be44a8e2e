package parser

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

// currentTool reads expressions as the editor of the published tool does. Its grammar has `+ -`
// loosest, then `* /`, then one level of `& | -> U R W` to the left, then one comparison, then
// prefix operators, of which F, G, X and observations take everything to their right; quantifiers
// stand at the beginning of a property only. Descriptors have one level of `& | -> <->`, and
// neither negation nor parentheses nor data.
var currentTool = regrouper{
	formula: func(items []item, root bool) ast.Expr {
		for _, it := range items {
			if it.quant != nil && (!root || it.quant.Lo != nil) {
				return nil
			}
		}
		return currentFormula.regroup(items)
	},
	descriptor: func(items []item, _ bool) ast.Expr {
		for i, it := range items {
			compared := i > 0 && (items[i-1].op == ast.Eq || items[i-1].op == ast.Neq)
			if it.kind == operandItem && !compared && !inCurrentDescriptor(items, i) {
				return nil
			}
		}
		return currentDescriptor.regroup(items)
	},
}

// inCurrentDescriptor reports whether the operand at items[i] is one that the tool has in
// descriptors: a truth value, p2p, what is said about property identifiers, and chan, sender and
// getter compared with something.
func inCurrentDescriptor(items []item, i int) bool {
	compares := i+1 < len(items) && (items[i+1].op == ast.Eq || items[i+1].op == ast.Neq)
	switch x := items[i].x.(type) {
	case *ast.BoolLit, *ast.PredicateQuantifier:
		return !compares
	case *ast.Ident:
		if compares {
			return x.Name == "chan" || x.Name == "sender" || x.Name == "getter"
		}
		return x.Name == "p2p"
	}
	return false
}

var currentFormula = newGrammar(5, 5, [][]ast.Op{
	1: {ast.Add, ast.Sub},
	2: {ast.Mul, ast.Div},
	3: {ast.And, ast.Or, ast.Implies, ast.Until, ast.WeakUntil, ast.Release},
	4: {ast.Eq, ast.Neq, ast.Lt, ast.Le, ast.Gt, ast.Ge},
})

var currentDescriptor = newGrammar(0, 0, [][]ast.Op{
	1: {ast.And, ast.Or, ast.Implies, ast.Iff},
	2: {ast.Eq, ast.Neq},
})

// newGrammar returns a grammar with wide prefix operators in which everything groups to the left.
// Without a level for negation it has none.
func newGrammar(negation, minus int, levels [][]ast.Op) *grammar {
	g := &grammar{negation: negation, minus: minus, wide: true}
	for level, ops := range levels {
		for _, op := range ops {
			g.levels[op] = level
		}
	}
	return g
}
