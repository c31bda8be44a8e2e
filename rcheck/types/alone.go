package types

import (
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// Alone are files in which an agent of the contract's type is alone in any environment. There is
// one for each initial condition that agents of the type have. Its only property is that the agent
// keeps the contract: the guarantee is true at each step if the assumption was true at all steps
// before. That the assumption is true at the step itself does not count. So agents whose guarantees
// rest on each other can be joined (Misra, Chandy, "Proofs of networks of processes", IEEE TSE 7,
// 1981, doi:10.1109/TSE.1981.230844).
//
// The agent has a name that no text of the model mentions. What the type says of agents by their
// names has no meaning in the file, and is an error there.
func (p *Program) Alone(k *Contract) []*ast.File {
	t := p.typeNamed[k.Decl.Type.Name]
	names, decls := p.needed(t)
	for _, in := range t.instances {
		ast.Inspect(in.cond, func(n ast.Node) bool { return noteName(names, n) })
	}
	name := strings.ToLower(t.name)
	for begins(names, name) {
		name += "_"
	}
	var out []*ast.File
	seen := map[string]bool{}
	for _, in := range t.instances {
		inst, key := p.renamed(in, name)
		if seen[key] {
			continue
		}
		seen[key] = true
		file := *p.file
		open := &ast.Ident{NamePos: inst.Pos(), Name: "open"}
		file.Decls = append(decls[:len(decls):len(decls)],
			&ast.SystemDecl{DeclHead: k.Decl.DeclHead, Instances: []*ast.Instance{inst}, Bars: []string{"||"}, Open: open},
			&ast.SpecDecl{DeclHead: k.Decl.DeclHead, Formula: kept(k.Decl)})
		out = append(out, &file)
	}
	return out
}

// kept is the formula that an agent keeps its contract: !assume R guarantee.
func kept(d *ast.ContractDecl) ast.Expr {
	var assume ast.Expr = &ast.BoolLit{ValuePos: d.Pos(), Text: "true", Value: true}
	if d.Assume != nil {
		assume = &ast.Paren{X: d.Assume}
	}
	fails := &ast.Unary{Op: ast.Not, OpPos: assume.Pos(), Text: "!", X: assume}
	keeps := &ast.Binary{Op: ast.Release, OpPos: d.Guarantee.Pos(), Text: "R", X: fails, Y: &ast.Paren{X: d.Guarantee}}
	return &ast.Quantifier{Universal: true, QuantPos: d.Pos(), Text: "forall", Vars: []*ast.Ident{d.Var}, Types: []*ast.Ident{d.Type}, X: keeps}
}

// needed are the declarations of a file in which there is one agent type only, without its
// composition and properties. The names are all that occur there.
func (p *Program) needed(t *agentType) (names map[string]bool, decls []ast.Decl) {
	guards := map[string]bool{}
	var use func(n ast.Node) bool
	use = func(n ast.Node) bool {
		if x, is := n.(*ast.Ident); is && p.guards[x.Name] != nil && !guards[x.Name] {
			guards[x.Name] = true
			ast.Inspect(p.guards[x.Name].decl.Body, use)
		}
		return true
	}
	ast.Inspect(t.decl, use)
	for _, d := range p.file.Decls {
		if d, is := d.(*ast.ContractDecl); is && d.Type.Name == t.name {
			ast.Inspect(d, use)
		}
	}
	names = map[string]bool{}
	for _, d := range p.file.Decls {
		switch x := d.(type) {
		case *ast.ConstDecl, *ast.ChannelsDecl, *ast.EnumDecl, *ast.MessageDecl, *ast.PropertyDecl:
		case *ast.AgentDecl:
			if x != t.decl {
				continue
			}
		case *ast.GuardDecl:
			if !guards[x.Name.Name] {
				continue
			}
		default:
			continue
		}
		decls = append(decls, d)
		ast.Inspect(d, func(n ast.Node) bool { return noteName(names, n) })
	}
	return names, decls
}

// begins reports whether some name begins so. Agents of a family have an index behind their name.
func begins(names map[string]bool, prefix string) bool {
	for name := range names {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

func noteName(names map[string]bool, n ast.Node) bool {
	if x, is := n.(*ast.Ident); is {
		names[x.Name] = true
	}
	return true
}

// renamed is the declaration of one instance under another name. Instances with the same key have
// the same initial condition.
func (p *Program) renamed(in *instance, name string) (*ast.Instance, string) {
	inst, d := *in.decl, *in.decl.Name
	d.Name = &ast.Ident{NamePos: d.Name.NamePos, Name: name}
	key := strconv.Itoa(int(inst.Pos()))
	if in.index == nil {
		d.Var, d.Lo, d.Hi = nil, nil, nil
	} else {
		text := strconv.Itoa(int(in.index.value))
		at := &ast.IntLit{ValuePos: d.Lo.Pos(), Text: text, Value: int64(in.index.value)}
		d.Lo, d.Hi = at, at
		key += " " + text
	}
	inst.Name = &d
	return &inst, key
}
