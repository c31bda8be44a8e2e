package ast

import "slices"

// Inspect calls f for every node of the tree in source order. A node comes before its parts. If f
// returns false, the parts of the node are skipped. For an [Ambiguous] expression, all alternatives
// are visited.
func Inspect(n Node, f func(Node) bool) {
	if isNil(n) || !f(n) {
		return
	}
	for _, c := range Children(n) {
		Inspect(c, f)
	}
}

// Children returns the nodes directly below n in source order. A node type that is not in this
// table has no parts.
func Children(n Node) []Node {
	var c children
	switch n := n.(type) {
	case *File:
		addAll(&c, n.Decls)
	case *DeclName:
		c.add(n.Name, n.Var, n.Lo, n.Hi)
	case *Field:
		c.add(n.Name, n.Type)
	case *RangeType:
		c.add(n.Lo, n.Hi)
	case *ConstDecl:
		c.add(n.Name, n.Value)
	case *ChannelsDecl:
		addAll(&c, n.Names)
	case *EnumDecl:
		c.add(n.Name)
		addAll(&c, n.Values)
	case *MessageDecl:
		addAll(&c, n.Fields)
	case *PropertyDecl:
		addAll(&c, n.Fields)
	case *GuardDecl:
		c.add(n.Name)
		addAll(&c, n.Params)
		c.add(n.Body)
	case *AgentDecl:
		c.add(n.Name)
		addAll(&c, n.Sections)
	case *SystemDecl:
		addAll(&c, n.Instances)
		c.add(n.Open, n.Receptive)
	case *GroupDecl:
		c.add(n.Name, n.Members)
	case *SpecDecl:
		c.add(n.Name, n.Formula)
	case *AssumeDecl:
		c.add(n.Name, n.Formula)
	case *ContractDecl:
		c.add(n.Var, n.Type, n.Assume, n.Guarantee)
	case *FairnessDecl:
		c.add(n.Cond)
	case *CompassionDecl:
		c.add(n.If, n.Then)
	case *LocalSection:
		addAll(&c, n.Fields)
	case *CondSection:
		c.add(n.Cond)
	case *RelabelSection:
		addAll(&c, n.Entries)
	case *PictureSection:
		addAll(&c, n.Exprs)
	case *ObserveSection:
		addAll(&c, n.Names)
	case *RepeatSection:
		c.add(n.Body)
	case *Instance:
		c.add(n.Type, n.Name, n.Cond)
	case *Choice:
		addAll(&c, n.Alternatives)
	case *Sequence:
		addAll(&c, n.Steps)
	case *Repetition:
		c.add(n.Body)
	case *ParenProcess:
		c.add(n.X)
	case *Command:
		c.add(n.Label, n.Guard, n.Action)
	case *CommandGuard:
		c.add(n.Cond)
	case *Send:
		c.add(n.Chan, n.Guard, n.Data, n.Updates)
	case *Receive:
		c.add(n.Chan, n.Updates)
	case *Get:
		c.add(n.Pred, n.From, n.Data, n.Updates)
	case *Supply:
		c.add(n.To, n.Data, n.Updates)
	case *AssignList:
		addAll(&c, n.Updates())
	case *Spawn:
		c.add(n.Type, n.Name, n.Cond)
	case *Assign:
		c.add(n.Name, n.Value)
	case *Index:
		c.add(n.Name, n.X)
	case *PropertyRef:
		c.add(n.Name)
	case *Qualified:
		c.add(n.Agent, n.Name)
	case *Unary:
		c.add(n.X)
	case *Binary:
		c.add(n.X, n.Y)
	case *Conditional:
		c.add(n.Cond, n.Then, n.Else)
	case *Call:
		c.add(n.Fun)
		addAll(&c, n.Args)
	case *Group:
		addAll(&c, n.Members)
	case *Observe:
		c.add(n.Obs, n.X)
	case *Quantifier:
		addAll(&c, n.Vars)
		addAll(&c, n.Types)
		c.add(n.Lo, n.Hi, n.X)
	case *PredicateQuantifier:
		c.add(n.X)
	case *Paren:
		c.add(n.X)
	case *Ambiguous:
		addAll(&c, n.Alternatives)
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
