package symmetry

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Key writes the image of an expression. Equal texts have equal meanings. Operands whose order does
// not matter are sorted.
func (p *Permutation) Key(x *interpreted.Expr) string { return p.key(x, false) }

// commutes tells of operators whether the order of their operands does not matter.
var commutes = map[interpreted.Op]bool{
	interpreted.OpAnd: true, interpreted.OpOr: true, interpreted.OpXor: true, interpreted.OpEq: true,
	interpreted.OpPlus: true, interpreted.OpTimes: true,
}

// key is Key of an expression whose value may be a constant of an enumeration.
func (p *Permutation) key(x *interpreted.Expr, symbol bool) string {
	if x == nil {
		return "-"
	}
	switch x.Op {
	case interpreted.OpConst:
		if symbol {
			return "s" + strconv.Itoa(int(p.Symbols[x.Value]))
		}
		return "k" + strconv.Itoa(int(x.Value))
	case interpreted.OpVar:
		return "v" + strconv.Itoa(p.Vars[x.Index])
	case interpreted.OpAction:
		return fmt.Sprintf("a%d.%d", p.Agents[x.Index], p.Actions[x.Index][x.Value])
	}
	operands := p.operands(x, x.Op)
	if commutes[x.Op] {
		slices.Sort(operands)
	}
	return strconv.Itoa(int(x.Op)) + "(" + strings.Join(operands, " ") + ")"
}

// operands are the keys of the operands, those of nested conjunctions or disjunctions in their
// place.
func (p *Permutation) operands(x *interpreted.Expr, op interpreted.Op) (out []string) {
	symbols := op == interpreted.OpEq && slices.ContainsFunc(x.Args, p.enumerated)
	for _, a := range x.Args {
		if a.Op == op && (op == interpreted.OpAnd || op == interpreted.OpOr) {
			out = append(out, p.operands(a, op)...)
			continue
		}
		out = append(out, p.key(a, symbols))
	}
	return out
}

// enumerated reports whether an expression is a variable of an enumeration.
func (p *Permutation) enumerated(x *interpreted.Expr) bool {
	return x.Op == interpreted.OpVar && p.sys.Vars[x.Index].Type.Kind == recipe.Enum
}

// agentKey writes the image of an agent, as the agent it is mapped to would be written by the
// identity.
func (p *Permutation) agentKey(agent int) string {
	a := &p.sys.Agents[agent]
	sees := images(a.Sees, p.Vars)
	allowed := func(list []int) string {
		if list == nil {
			return "-"
		}
		return fmt.Sprint(slices.Compact(images(list, p.Actions[agent])))
	}
	parts := []string{fmt.Sprint(sees, len(a.Actions)), allowed(a.Other), p.Key(a.Red)}
	var lines []string
	for _, l := range a.Protocol {
		lines = append(lines, p.Key(l.When)+":"+allowed(l.Actions))
	}
	slices.Sort(lines)
	parts = append(parts, lines...)
	lines = nil
	for _, l := range a.Evolution {
		var sets []string
		for _, to := range l.Assign {
			sets = append(sets, fmt.Sprintf("v%d=%s", p.Vars[to.Var], p.key(to.Value, p.sys.Vars[to.Var].Type.Kind == recipe.Enum)))
		}
		slices.Sort(sets)
		lines = append(lines, strings.Join(sets, ",")+" if "+p.Key(l.When))
	}
	slices.Sort(lines)
	return strings.Join(append(parts, lines...), "\n")
}

// images are those of a list of numbers, ascending.
func images(list, by []int) (out []int) {
	for _, x := range list {
		out = append(out, by[x])
	}
	slices.Sort(out)
	return out
}

// sameType reports whether the image of the values of a variable are the values of its image, which
// is of the agent's image.
func (p *Permutation) sameType(v int) bool {
	x, y := &p.sys.Vars[v], &p.sys.Vars[p.Vars[v]]
	if p.Agents[x.Agent] != y.Agent || x.Type.Kind != y.Type.Kind || x.Type.Size() != y.Type.Size() {
		return false
	}
	for code := range x.Type.Size() {
		if !y.Type.Contains(p.Value(x.Type, x.Type.Value(code))) {
			return false
		}
	}
	return true
}
