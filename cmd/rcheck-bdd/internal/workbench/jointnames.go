package workbench

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// jointKinds are what the kinds of names are called in ISPL.
var jointKinds = map[kind]string{instance: "agent", local: "variable", enumValue: "value", label: "action", spec: "proposition", group: "group"}

// A jointName is what tells the names of a model in ISPL apart: an agent's variables and actions
// belong to it, other names to nobody.
type jointName struct {
	kind        kind
	owner, name string
}

// A spot is a place as a node.
type spot struct{ token.Span }

func (s spot) Pos() token.Pos { return s.Start }
func (s spot) End() token.Pos { return s.Span.End }

// jointIndex is what the names of a model in ISPL mean, as far as its text can be read. The same
// value in several enumerations is one value, as the language has it.
type jointIndex struct {
	names *index
	tree  *ispl.File
	known map[jointName]*symbol // those of names
}

func newJointIndex(tree *ispl.File) *jointIndex {
	x := &jointIndex{names: &index{file: tree.Source}, tree: tree, known: map[jointName]*symbol{}}
	for _, a := range tree.Agents {
		x.declareAgent(a)
	}
	for _, p := range tree.Evaluation.List() {
		x.declare(spec, "", p.Name, p.Span)
	}
	for _, g := range tree.Groups.List() {
		x.declare(group, "", g.Name, g.Span)
	}
	for _, a := range tree.Agents {
		x.agent(a)
	}
	for _, p := range tree.Evaluation.List() {
		x.expr(p.When, "")
	}
	for _, f := range tree.InitStates.List() {
		x.expr(f.Expr, "")
	}
	for _, g := range tree.Groups.List() {
		x.use(instance, "", g.Members...)
	}
	for _, f := range slices.Concat(tree.Fairness.List(), tree.Formulae.List()) {
		x.formula(f.Expr)
	}
	x.names.sort()
	return x
}

func (x *jointIndex) declare(k kind, owner string, at ispl.Ident, decl token.Span) {
	key := jointName{k, owner, at.Name}
	n := x.known[key]
	if n == nil {
		n = &symbol{kind: k, name: at.Name, owner: owner}
		x.known[key] = n
		x.names.symbols = append(x.names.symbols, n)
	}
	n.decls = append(n.decls, spot{decl})
	x.occur(n, at, true)
}

func (x *jointIndex) occur(n *symbol, at ispl.Ident, declared bool) {
	if at.Span.Start.IsValid() {
		x.names.occurrences = append(x.names.occurrences, occurrence{x.tree.Source.Offset(at.Span.Start), x.tree.Source.Offset(at.Span.End), n, declared})
	}
}

// use enters where names of a kind are used, as far as they are declared.
func (x *jointIndex) use(k kind, owner string, names ...ispl.Ident) {
	for _, at := range names {
		if n := x.known[jointName{k, owner, at.Name}]; n != nil {
			x.occur(n, at, false)
		}
	}
}

func (x *jointIndex) declareAgent(a *ispl.Agent) {
	head := a.Name.Span
	head.Start = a.Span.Start
	x.declare(instance, "", a.Name, head)
	for _, v := range slices.Concat(a.Obsvars.List(), a.Vars.List()) {
		x.declare(local, a.Name.Name, v.Name, v.Span)
		for _, value := range v.Values {
			x.declare(enumValue, "", value, v.Span)
		}
	}
	for _, n := range a.Actions.List() {
		x.declare(label, a.Name.Name, n, n.Span)
	}
}

// agent finds what an agent mentions.
func (x *jointIndex) agent(a *ispl.Agent) {
	name := a.Name.Name
	x.use(local, ispl.EnvironmentName, a.Lobsvars.List()...)
	for _, f := range a.RedStates.List() {
		x.expr(f.Expr, name)
	}
	for _, l := range a.Protocol.List() {
		x.expr(l.When, name)
		x.use(label, name, l.Actions...)
	}
	for _, l := range a.Evolution.List() {
		for _, as := range l.Assign {
			x.use(local, name, as.Variable)
			x.expr(as.Value, name)
		}
		x.expr(l.When, name)
	}
}

// expr finds what a condition or value of an agent mentions, or, without an agent, one that
// mentions all.
func (x *jointIndex) expr(e *ispl.Expr, agent string) {
	if e == nil {
		return
	}
	switch e.Op {
	case ispl.OpName:
		x.variable(e, agent)
		return
	case ispl.OpAction, ispl.OpRed, ispl.OpGreen:
		x.use(instance, "", e.Agent)
		return
	case ispl.OpEq, ispl.OpNeq:
		if left, right := ispl.Unparen(e.Args[0]), ispl.Unparen(e.Args[1]); left.Op == ispl.OpAction && right.Op == ispl.OpName {
			x.expr(left, agent)
			if left.Agent.Name != "" {
				agent = left.Agent.Name
			}
			x.use(label, agent, right.Name)
			return
		}
	}
	for _, a := range e.Args {
		x.expr(a, agent)
	}
}

// variable finds a variable, or else a value.
func (x *jointIndex) variable(e *ispl.Expr, agent string) {
	if e.Agent.Name != "" {
		x.use(instance, "", e.Agent)
		agent = e.Agent.Name
	}
	if e.Agent.Name != "" || x.known[jointName{local, agent, e.Name.Name}] != nil {
		x.use(local, agent, e.Name)
	} else {
		x.use(enumValue, "", e.Name)
	}
}

// formula finds what a formula mentions.
func (x *jointIndex) formula(e *ispl.Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case ispl.OpName:
		x.use(spec, "", e.Name)
	case ispl.OpRed, ispl.OpGreen:
		x.use(instance, "", e.Agent)
	case ispl.OpKnows, ispl.OpObliged:
		x.use(instance, "", e.Name)
	default:
		x.use(group, "", e.Name)
	}
	for _, a := range e.Args {
		x.formula(a)
	}
}
