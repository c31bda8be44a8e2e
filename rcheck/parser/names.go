package parser

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"

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
		if t, ok := f.Type.(*ast.NamedType); ok && (t.Name.Name == "bool" || t.Name.Name == "boolean") {
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
	base := len(name)
	for base > 0 && '0' <= name[base-1] && name[base-1] <= '9' {
		base--
	}
	for ; base < len(name); base++ {
		if n.families[name[:base]] {
			return true
		}
	}
	return false
}

// boundVariable is a variable of an enclosing quantifier.
type boundVariable struct {
	name  string
	agent bool // else an integer
}

// bound returns the innermost quantified variable of a name.
func (p *parser) bound(name string) (v boundVariable, ok bool) {
	for i := len(p.scope) - 1; i >= 0; i-- {
		if p.scope[i].name == name {
			return p.scope[i], true
		}
	}
	return boundVariable{}, false
}

// isAgent reports whether name is certainly an agent in the formula being parsed.
func (p *parser) isAgent(name string) bool {
	if v, ok := p.bound(name); ok {
		return v.agent
	}
	return p.names.isAgent(name)
}

// refersTo reports whether `name-x` in a property refers to something of an agent instead of subtracting. A name that is declared
// nowhere counts as an agent, because that is what the author most likely mistyped.
func (p *parser) refersTo(name string, indexed bool) bool {
	if v, ok := p.bound(name); ok {
		return v.agent
	}
	if indexed && p.names.families[name] || !indexed && p.names.isAgent(name) || name == "supplier" {
		return true
	}
	return !p.names.values[name]
}
