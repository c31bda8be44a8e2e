package ast

import "slices"

// Inspect calls f for every node of the tree in source order, a node before its parts. The parts of a node are left out if f
// returns false for it. Of an [Ambiguous] expression all alternatives are visited.
func Inspect(n Node, f func(Node) bool) {
	if isNil(n) || !f(n) {
		return
	}
	for _, c := range Children(n) {
		Inspect(c, f)
	}
}

// Children returns the nodes directly below n in source order.
func Children(n Node) []Node {
	var c children
	switch n := n.(type) {
	case *File:
		addAll(&c, n.Decls)
	case *DeclName:
		c.add(n.Name, n.Var, n.Lo, n.Hi)
	case *Field:
		c.add(n.Name, n.Type)
	case *NamedType:
		c.add(n.Name)
	case *RangeType:
		c.add(n.Lo, n.Hi)
	case Decl:
		c.addDecl(n)
	case Section:
		c.addSection(n)
	case *RelabelEntry:
		c.add(n.Name, n.Value)
	case *Instance:
		c.add(n.Type, n.Name, n.Cond)
	case Process:
		c.addProcess(n)
	case *CommandGuard:
		c.add(n.Cond)
	case Action:
		c.addAction(n)
	case *AssignList:
		addAll(&c, n.Assigns)
	case *Assign:
		c.add(n.Name, n.Value)
	case Expr:
		c.addExpr(n)
	}
	return c
}

type children []Node

func (c *children) add(nodes ...Node) {
	*c = slices.Grow(*c, len(nodes))
	for _, n := range nodes {
		if !isNil(n) {
			*c = append(*c, n)
		}
	}
}

func (c *children) addDecl(d Decl) {
	switch d := d.(type) {
	case *ConstDecl:
		c.add(d.Name, d.Value)
	case *ChannelsDecl:
		addAll(c, d.Names)
	case *EnumDecl:
		c.add(d.Name)
		addAll(c, d.Values)
	case *MessageDecl:
		addAll(c, d.Fields)
	case *PropertyDecl:
		addAll(c, d.Fields)
	case *GuardDecl:
		c.add(d.Name)
		addAll(c, d.Params)
		c.add(d.Body)
	case *AgentDecl:
		c.add(d.Name)
		addAll(c, d.Sections)
	case *SystemDecl:
		addAll(c, d.Instances)
	case *GroupDecl:
		c.add(d.Name, d.Members)
	case *SpecDecl:
		c.add(d.Name, d.Formula)
	case *FairnessDecl:
		c.add(d.Cond)
	case *CompassionDecl:
		c.add(d.If, d.Then)
	}
}

func (c *children) addSection(s Section) {
	switch s := s.(type) {
	case *LocalSection:
		addAll(c, s.Fields)
	case *CondSection:
		c.add(s.Cond)
	case *RelabelSection:
		addAll(c, s.Entries)
	case *ObserveSection:
		addAll(c, s.Names)
	case *RepeatSection:
		c.add(s.Body)
	}
}

func (c *children) addProcess(p Process) {
	switch p := p.(type) {
	case *Choice:
		addAll(c, p.Alternatives)
	case *Sequence:
		addAll(c, p.Steps)
	case *Repetition:
		c.add(p.Body)
	case *ParenProcess:
		c.add(p.X)
	case *Command:
		c.add(p.Label, p.Guard, p.Action)
	}
}

func (c *children) addAction(a Action) {
	switch a := a.(type) {
	case *Send:
		c.add(a.Chan, a.Guard, a.Data, a.Updates)
	case *Receive:
		c.add(a.Chan, a.Updates)
	case *Get:
		c.add(a.Pred, a.From, a.Data, a.Updates)
	case *Supply:
		c.add(a.To, a.Data, a.Updates)
	}
}

func (c *children) addExpr(x Expr) {
	switch x := x.(type) {
	case *Index:
		c.add(x.Name, x.X)
	case *PropertyRef:
		c.add(x.Name)
	case *Qualified:
		c.add(x.Agent, x.Name)
	case *Unary:
		c.add(x.X)
	case *Binary:
		c.add(x.X, x.Y)
	case *Conditional:
		c.add(x.Cond, x.Then, x.Else)
	case *Call:
		c.add(x.Fun)
		addAll(c, x.Args)
	case *Group:
		addAll(c, x.Members)
	case *Observe:
		c.add(x.Obs, x.X)
	case *Quantifier:
		addAll(c, x.Vars)
		addAll(c, x.Types)
		c.add(x.Lo, x.Hi, x.X)
	case *PredicateQuantifier:
		c.add(x.X)
	case *Paren:
		c.add(x.X)
	case *Ambiguous:
		addAll(c, x.Alternatives)
	}
}

func addAll[N Node](c *children, nodes []N) {
	*c = slices.Grow(*c, len(nodes))
	for _, n := range nodes {
		c.add(n)
	}
}

// isNil reports whether n is nil or a nil pointer of one of the types that optional parts have.
func isNil(n Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *Ident:
		return n == nil
	case *AssignList:
		return n == nil
	case *Paren:
		return n == nil
	}
	return false
}
