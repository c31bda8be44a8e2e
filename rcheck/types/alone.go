package types

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// An Alone is a file in which an agent of a contract's type is alone in any environment, for all
// agents with the same initial condition.
type Alone struct {
	File   *ast.File
	Agents []string
}

// Alone returns a file for each initial condition that agents of the contract's type have. Its only
// property is that the agent keeps the contract: the guarantee is true at each step if the
// assumption was true at all steps before. That the assumption is true at the step itself does not
// count. So agents whose guarantees rest on each other can be joined (Misra, Chandy, "Proofs of
// networks of processes", IEEE TSE 7, 1981, doi:10.1109/TSE.1981.230844).
//
// The agent has a name that no text of the model mentions. What the type says of agents by their
// names has no meaning in the file, and is an error there.
func (p *Program) Alone(k *Contract) []Alone {
	t := p.typeNamed[k.Decl.Type.Name]
	names, decls := p.needed(t, k.Decl)
	for _, in := range t.instances {
		names = append(names, identifiers(in.cond)...)
	}
	// Agents of a family have an index behind their name.
	name := strings.ToLower(t.name)
	for slices.ContainsFunc(names, func(n string) bool { return strings.HasPrefix(n, name) }) {
		name = "one_" + name
	}
	var out []Alone
	known := map[string]int{}
	for _, in := range t.instances {
		inst, key := renamed(in, name)
		if i, is := memo.Number(known, key); is {
			out[i].Agents = append(out[i].Agents, in.name)
			continue
		}
		file := *p.file
		open := &ast.Ident{NamePos: inst.Pos(), Name: "open"}
		file.Decls = append(decls[:len(decls):len(decls)],
			&ast.SystemDecl{DeclHead: k.Decl.DeclHead, Instances: []*ast.Instance{inst}, Bars: []string{"||"}, Open: open},
			&ast.SpecDecl{DeclHead: k.Decl.DeclHead, Formula: kept(k.Decl)})
		out = append(out, Alone{&file, []string{in.name}})
	}
	return out
}

// kept is the formula that an agent keeps its contract: !assume R guarantee.
func kept(d *ast.ContractDecl) ast.Expr {
	assume := &ast.Paren{X: assumption(d)}
	fails := &ast.Unary{Op: ast.Not, OpPos: assume.Pos(), Text: "!", X: assume}
	keeps := &ast.Binary{Op: ast.Release, OpPos: d.Guarantee.Pos(), Text: "R", X: fails, Y: &ast.Paren{X: d.Guarantee}}
	return &ast.Quantifier{Universal: true, QuantPos: d.Pos(), Text: "forall", Vars: []*ast.Ident{d.Var}, Types: []*ast.Ident{d.Type}, X: keeps}
}

// needed are the declarations of a file in which there is one agent type only, without its
// composition and properties. The names are all that occur there.
func (p *Program) needed(t *agentType, k *ast.ContractDecl) (names []string, decls []ast.Decl) {
	names = slices.Concat(identifiers(t.decl), identifiers(k))
	for i := 0; i < len(names); i++ {
		if g := p.guards[names[i]]; g != nil && !slices.Contains(decls, ast.Decl(g.decl)) {
			decls, names = append(decls, g.decl), append(names, identifiers(g.decl)...)
		}
	}
	decls = append(decls, t.decl)
	for _, d := range p.file.Decls {
		switch d.(type) {
		case *ast.ConstDecl, *ast.ChannelsDecl, *ast.EnumDecl, *ast.MessageDecl, *ast.PropertyDecl:
			decls, names = append(decls, d), append(names, identifiers(d)...)
		}
	}
	return names, decls
}

// identifiers lists the names in a part of a file.
func identifiers(n ast.Node) (out []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if x, is := n.(*ast.Ident); is {
			out = append(out, x.Name)
		}
		return true
	})
	return out
}

// renamed is the declaration of one instance under another name. Instances with the same key have
// the same initial condition.
func renamed(in *instance, name string) (*ast.Instance, string) {
	inst, d := *in.decl, *in.decl.Name
	d.Name = &ast.Ident{NamePos: d.Name.NamePos, Name: name}
	key := ""
	if inst.Cond != nil {
		key = ast.Print(inst.Cond, ast.Style{Full: true})
	}
	if in.index == nil {
		d.Var, d.Lo, d.Hi = nil, nil, nil
	} else {
		text := strconv.Itoa(int(in.index.value))
		at := &ast.IntLit{Literal: ast.Literal{ValuePos: d.Lo.Pos(), Text: text}, Value: int64(in.index.value)}
		d.Lo, d.Hi = at, at
		if slices.Contains(identifiers(inst.Cond), d.Var.Name) {
			key += " " + d.Var.Name + " " + text
		}
	}
	inst.Name = &d
	return &inst, key
}
