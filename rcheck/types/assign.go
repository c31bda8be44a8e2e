package types

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// assignable reports whether an expression may be assigned to a variable of type t; if not, it says why. An expression that only
// sometimes has a value of t is fine: the command is not enabled when it has not (LANGUAGE §2).
func (env *scope) assignable(at ast.Expr, t *recipe.Type, x *recipe.Expr, to string) bool {
	c := env.c
	if x.Type.Kind != t.Kind {
		c.reportAt(TypeMismatch, at, "%s is %s, and `%s` is %s", to, typePhrase(t), c.shown(at), kindOf(x))
		return false
	}
	switch {
	case t.Kind == recipe.Bool || t.Name == "int":
		return true
	case isConst(x):
		if t.Contains(x.Value) {
			return true
		}
		d := c.reportAt(OutOfRange, at, "`%s` is not a value of %s, which is %s", c.valueText(x.Type, x.Value), to, typePhrase(t))
		if t.Kind == recipe.Enum {
			c.hint(d, func() string { return diag.DidYouMean(c.valueText(x.Type, x.Value), c.spellings(t)) })
		}
		return false
	case t.Kind == recipe.Enum && !overlap(t, x.Type):
		c.reportAt(TypeMismatch, at, "%s is %s, and `%s` is %s", to, typePhrase(t), c.shown(at), kindOf(x))
		return false
	}
	return true
}

func typePhrase(t *recipe.Type) string {
	switch {
	case t.Kind == recipe.Bool:
		return "a truth value"
	case t.Kind == recipe.Int && t.Name == "int":
		return "a number"
	}
	return "of type `" + t.Name + "`"
}

func overlap(a, b *recipe.Type) bool {
	for _, v := range a.Values {
		if b.Contains(v) {
			return true
		}
	}
	return false
}

func (c *checker) spellings(t *recipe.Type) []string {
	out := make([]string, len(t.Values))
	for i, v := range t.Values {
		out[i] = c.symbols[v]
	}
	return out
}

// assignments elaborates a list of assignments to the variables that the given names denote; what calls the variables in
// diagnostics. The result is in the order of the list; index maps a variable to its index in the system.
func (env *scope) assignments(l *ast.AssignList, named map[string]*field, what string, index func(*field) int) []recipe.Assignment {
	c := env.c
	if l == nil {
		return nil
	}
	var out []recipe.Assignment
	first := map[*field]*ast.Assign{}
	for _, a := range l.Assigns {
		f := named[a.Name.Name]
		x := env.expr(a.Value)
		switch {
		case f == nil:
			d := c.reportAt(UnknownName, a.Name, "there is no %s `%s`", what, a.Name.Name)
			c.hint(d, func() string { return diag.DidYouMean(a.Name.Name, keys(named)) })
			continue
		case first[f] != nil:
			c.rep.Relate(c.reportAt(DuplicateName, a.Name, "`%s` is assigned twice by one command", f.name),
				ast.Span(first[f]), "first assigned here")
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

// suggestOrList suggests a name that is close, or else tells which names there are, as far as they can be taken in.
func suggestOrList(found string, candidates []string) string {
	const most = 8
	if hint := diag.DidYouMean(found, candidates); hint != "" {
		return hint
	}
	if len(candidates) == 0 {
		return "it has none"
	}
	list := "`" + strings.Join(candidates[:min(len(candidates), most)], "`, `") + "`"
	if len(candidates) > most {
		list += ", …"
	}
	return "it has " + list
}
