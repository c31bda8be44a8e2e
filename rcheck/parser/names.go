package parser

import (
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
)

// names holds, by name, what the declarations of a model say about the left side of `k-x` in
// properties.
type names map[string]role

// A role is what a name is declared as; a name may have several.
type role uint8

const (
	anAgent   role = 1 << iota // an instance
	aFamily                    // replicated instances
	aValue                     // a constant, channel, enum value, data variable, property identifier, or family of such
	ofBool                     // a variable of type bool
	ofAnother                  // a variable of another type
	aGuard
)

func (n names) is(name string, r role) bool { return n[name]&r != 0 }

func (n names) add(name *ast.Ident, r role) { n[name.Name] |= r }

// addFile takes in the declarations of a file.
func (n names) addFile(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.ConstDecl:
			n.add(d.Name, aValue)
		case *ast.ChannelsDecl:
			n.addValues(d.Names)
		case *ast.EnumDecl:
			n.addValues(d.Values)
		case *ast.MessageDecl:
			n.addFields(d.Fields, aValue)
		case *ast.PropertyDecl:
			n.addFields(d.Fields, aValue)
		case *ast.GuardDecl:
			n.add(d.Name, aGuard)
			n.addFields(d.Params, 0)
		case *ast.AgentDecl:
			if d.Local != nil {
				n.addFields(d.Local.Fields, 0)
			}
		case *ast.SystemDecl:
			for _, inst := range d.Instances {
				r := anAgent
				if inst.Name.Replicated() {
					r = aFamily
				}
				n.add(inst.Name.Name, r)
			}
		}
	}
}

func (n names) addValues(list []*ast.DeclName) {
	for _, v := range list {
		n.add(v.Name, aValue)
	}
}

// addFields takes in variables that have a role besides that by their type.
func (n names) addFields(list []*ast.Field, r role) {
	for _, f := range list {
		byType := ofAnother
		if t, ok := f.Type.(*ast.Ident); ok && (t.Name == "bool" || t.Name == "boolean") {
			byType = ofBool
		}
		n.add(f.Name, r|byType)
	}
}

// isBoolean reports whether every variable of that name is declared as bool.
func (n names) isBoolean(name string) bool { return n[name]&(ofBool|ofAnother) == ofBool }

// isAgent reports whether name is an instance of the model, perhaps one of a replicated family.
func (n names) isAgent(name string) bool {
	if n.is(name, anAgent) {
		return true
	}
	for base := len(strings.TrimRight(name, "0123456789")); base < len(name); base++ {
		if n.is(name[:base], aFamily) {
			return true
		}
	}
	return false
}

// looksBoolean reports whether an expression is a truth value by its form or by what the model
// declares.
func (n names) looksBoolean(x ast.Expr) bool {
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
		return n.isBoolean(name) || !n.is(name, ofAnother) && name != "automaton-state"
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
	names   names
	clock   *interrupt.Watch
}
