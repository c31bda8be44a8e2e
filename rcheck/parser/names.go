package parser

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// names holds what the declarations of a model say about the left side of `k-x` in properties.
type names struct {
	agents   map[string]bool // instances
	families map[string]bool // replicated instances
	values   map[string]bool // constants, channels, enum values, data variables, property identifiers, families of such
	booleans map[string]bool // names whose every declaration is of type bool
	others   map[string]bool // names with a declaration of another type
	guards   map[string]bool
}

func newNames() *names {
	return &names{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
}

// addFile takes in the declarations of a file.
func (n *names) addFile(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.ConstDecl:
			n.values[d.Name.Name] = true
		case *ast.ChannelsDecl:
			n.addValues(d.Names)
		case *ast.EnumDecl:
			n.addValues(d.Values)
		case *ast.MessageDecl:
			n.addFields(d.Fields, true)
		case *ast.PropertyDecl:
			n.addFields(d.Fields, true)
		case *ast.GuardDecl:
			n.guards[d.Name.Name] = true
			n.addFields(d.Params, false)
		case *ast.AgentDecl:
			if d.Local != nil {
				n.addFields(d.Local.Fields, false)
			}
		case *ast.SystemDecl:
			for _, inst := range d.Instances {
				if inst.Name.Replicated() {
					n.families[inst.Name.Name.Name] = true
				} else {
					n.agents[inst.Name.Name.Name] = true
				}
			}
		}
	}
}

func (n *names) addValues(list []*ast.DeclName) {
	for _, v := range list {
		n.values[v.Name.Name] = true
	}
}

func (n *names) addFields(list []*ast.Field, values bool) {
	for _, f := range list {
		if values {
			n.values[f.Name.Name] = true
		}
		if t, ok := f.Type.(*ast.Ident); ok && (t.Name == "bool" || t.Name == "boolean") {
			n.booleans[f.Name.Name] = true
		} else {
			n.others[f.Name.Name] = true
		}
	}
}

// isBoolean reports whether every variable of that name is declared as bool.
func (n *names) isBoolean(name string) bool { return n.booleans[name] && !n.others[name] }

// isAgent reports whether name is an instance of the model, perhaps one of a replicated family.
func (n *names) isAgent(name string) bool {
	if n.agents[name] {
		return true
	}
	for base := len(strings.TrimRight(name, "0123456789")); base < len(name); base++ {
		if n.families[name[:base]] {
			return true
		}
	}
	return false
}

// looksBoolean reports whether an expression is a truth value by its form or by what the model
// declares.
func (n *names) looksBoolean(x ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.BoolLit, *ast.Observe, *ast.Quantifier, *ast.PredicateQuantifier:
		return true
	case *ast.Unary:
		return x.Op != ast.Neg
	case *ast.Binary:
		return !x.Op.IsArithmetic()
	case *ast.Ident:
		return n.isBoolean(x.Name) || x.Name == "p2p" || x.Name == "deadlock" || x.Name == "PROGRESS"
	case *ast.PropertyRef:
		return n.isBoolean(x.Name.Name)
	case *ast.Qualified:
		name := x.Name.Name
		return n.isBoolean(name) || !n.others[name] && name != "automaton-state"
	case *ast.Call:
		return x.Fun.Name != "min" && x.Fun.Name != "max"
	}
	return false
}

// A language says how operators are grouped in a file, and what its words are.
type language struct {
	dialect ast.Dialect
	reading ast.Reading
	forced  bool // the reading was asked for
	names   *names
	clock   *interrupt.Watch
}
