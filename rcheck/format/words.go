package format

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

// words replaces the words of one dialect by those of the other, where the model does not use them
// as names.
type words struct {
	declared map[string]bool
	names    map[string]string // in expressions
}

func newWords(f *ast.File, dialect ast.Dialect) words {
	w := words{declared: declared(f)}
	var pairs [][2]string
	switch dialect {
	case ast.Current:
		pairs = [][2]string{{"channel", "chan"}, {"ch", "chan"}, {"self", "myself"}, {"name", "myself"}}
	case ast.Classic:
		pairs = [][2]string{{"chan", "channel"}, {"ch", "channel"}}
	}
	w.names = map[string]string{}
	for _, p := range pairs {
		if !w.declared[p[0]] && !w.declared[p[1]] {
			w.names[p[0]] = p[1]
		}
	}
	return w
}

// declared returns every name that is declared anywhere in a file, quantified variables included.
func declared(f *ast.File) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ConstDecl:
			names[n.Name.Name] = true
		case *ast.DeclName:
			names[n.Name.Name] = true
			if n.Var != nil {
				names[n.Var.Name] = true
			}
		case *ast.EnumDecl:
			names[n.Name.Name] = true
		case *ast.Field:
			names[n.Name.Name] = true
		case *ast.GuardDecl:
			names[n.Name.Name] = true
		case *ast.AgentDecl:
			names[n.Name.Name] = true
		case *ast.GroupDecl:
			names[n.Name.Name] = true
		case *ast.Quantifier:
			for _, v := range n.Vars {
				names[v.Name] = true
			}
		}
		return true
	})
	return names
}

// typeName returns the usual word for a type.
func (w words) typeName(name string) string {
	if usual, ok := map[string]string{"boolean": "bool", "integer": "int"}[name]; ok && !w.declared[name] && !w.declared[usual] {
		return usual
	}
	return name
}

// isAny reports whether the locality of a get leaves open who supplies: `any`, or `true`.
func (w words) isAny(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BoolLit:
		return x.Value
	case *ast.Ident:
		return x.Name == "any" && !w.declared["any"]
	}
	return false
}

// supplier returns the locality of a supply in the current dialect: `true` there is `any`.
func (w words) supplier(x ast.Expr) ast.Expr {
	if b, ok := ast.Unparen(x).(*ast.BoolLit); ok && b.Value && !w.declared["any"] {
		return &ast.Ident{NamePos: b.ValuePos, Name: "any"}
	}
	return x
}

// convert returns an expression with the words of the dialect.
func (w words) convert(x ast.Expr) ast.Expr {
	if len(w.names) == 0 || x == nil {
		return x
	}
	if name, ok := x.(*ast.Ident); ok {
		if to, ok := w.names[name.Name]; ok {
			return &ast.Ident{NamePos: name.NamePos, Name: to}
		}
	}
	return ast.Rebuild(x, w.convert)
}
