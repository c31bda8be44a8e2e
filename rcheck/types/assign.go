package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// assignments elaborates a list of assignments to the variables that the given names denote; what
// calls the variables in diagnostics. The result is in the order of the list; index maps a variable
// to its index in the system.
func (env *scope) assignments(l *ast.AssignList, named map[string]*field, what string, index func(*field) int) []recipe.Assignment {
	c := env.c
	if l == nil {
		return nil
	}
	var out []recipe.Assignment
	first := map[*field]ast.Node{}
	for _, s := range l.Spawns {
		if f := named[s.Name.Name]; f != nil && first[f] == nil {
			first[f] = s
		} else if f != nil {
			c.duplicate(s.Name, first[f], "first assigned here", "`%s` is assigned twice by one command", f.name)
		}
	}
	for _, a := range l.Assigns {
		f := named[a.Name.Name]
		x := env.expr(a.Value)
		if f != nil {
			c.refersToField(a.Name, f)
		}
		switch {
		case f == nil && env.agent.typ.damaged():
			continue
		case f == nil:
			d := c.reportAt(unknownName, a.Name, "there is no %s `%s`", what, a.Name.Name)
			c.hint(d, func() string { return c.updateHint(a, what, named) })
			continue
		case first[f] != nil:
			c.duplicate(a.Name, first[f], "first assigned here", "`%s` is assigned twice by one command", f.name)
			continue
		}
		first[f] = a
		if x == nil || f.typ == nil || !env.assignable(a.Value, f.typ, x, what+" `"+f.name+"`") {
			continue
		}
		out = append(out, recipe.Assignment{Var: index(f), Expr: x, Pos: c.position(a.Pos())})
	}
	return out
}
