package direct

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// number builds the structure automaton of an agent type (P000 Definition 3): control state 0 is
// where the whole process starts and returns to, and the k-th semicolon of the text is control
// state k.
func (m *Model) number(t *agentType) {
	t.states = 1
	if t.decl.Repeat == nil {
		return
	}
	var semicolons []token.Pos
	ast.Inspect(t.decl.Repeat, func(n ast.Node) bool {
		if s, ok := n.(*ast.Sequence); ok {
			semicolons = append(semicolons, s.Semis...)
		}
		return true
	})
	slices.Sort(semicolons)
	states := map[token.Pos]int{} // by semicolon
	for k, semicolon := range semicolons {
		states[semicolon] = k + 1
	}
	t.states += len(states)
	m.edges(t, t.decl.Repeat.Body, 0, 0, states)
}

// edges adds the commands of a process that leads from one control state to another.
func (m *Model) edges(t *agentType, p ast.Process, from, to int, states map[token.Pos]int) {
	switch p := p.(type) {
	case *ast.Command:
		c := &command{from: from, to: to, syntax: p}
		if p.Label != nil {
			c.label = p.Label.Name
		}
		c.mentions = m.mentions(t, p)
		t.commands = append(t.commands, c)
	case *ast.Choice:
		for _, a := range p.Alternatives {
			m.edges(t, a, from, to, states)
		}
	case *ast.Sequence:
		for i, s := range p.Steps {
			target := to
			if i < len(p.Semis) {
				target = states[p.Semis[i]]
			}
			m.edges(t, s, from, target, states)
			from = target
		}
	case *ast.Repetition:
		m.edges(t, p.Body, from, from, states)
	case *ast.ParenProcess:
		m.edges(t, p.X, from, to, states)
	default:
		fail("a process of type %T", p)
	}
}

// parts are the updates of an action, and where its guard and they stand.
func parts(a ast.Action) (updates *ast.AssignList, may reads) {
	switch a := a.(type) {
	case *ast.Send:
		return a.Updates, inSend
	case *ast.Receive:
		return a.Updates, inReceive
	case *ast.Get:
		return a.Updates, inExchange
	case *ast.Supply:
		return a.Updates, inExchange
	}
	fail("an action of type %T", a)
	return nil, reads{}
}

// mentions are the data variables that the guard and the updates of a command mention, guards
// written out: it is enabled only for messages that carry them all.
func (m *Model) mentions(t *agentType, c *ast.Command) map[string]bool {
	out := map[string]bool{}
	updates, may := parts(c.Action)
	n := &env{m: m, may: may, self: &instance{typ: t}}
	if c.Guard != nil {
		n.mentioned(c.Guard.Cond, out)
	}
	if updates != nil {
		for _, a := range updates.Assigns {
			n.mentioned(a.Value, out)
		}
		for _, s := range updates.Spawns {
			if s.Cond != nil {
				inner := *n
				inner.creates = &instance{typ: m.types[s.Type.Name]}
				inner.mentioned(s.Cond, out)
			}
		}
	}
	return out
}

// mentioned collects the names in e that denote data variables.
func (n *env) mentioned(e ast.Expr, out map[string]bool) {
	switch e := e.(type) {
	case *ast.Ident:
		if arg, ok := n.argument(e.Name); ok {
			n.frame.caller.mentioned(arg, out)
		} else if n.may.data && find(n.self.typ.locals, e.Name) < 0 &&
			(n.creates == nil || find(n.creates.typ.locals, e.Name) < 0) && find(n.m.data, e.Name) >= 0 {
			out[e.Name] = true
		}
	case *ast.Call:
		if g := n.m.guards[e.Fun.Name]; g != nil {
			n.inside(g, e).mentioned(g.Body, out)
			return
		}
		for _, a := range e.Args {
			n.mentioned(a, out)
		}
	case *ast.Paren, *ast.Unary, *ast.Binary, *ast.Conditional:
		for _, part := range ast.Children(e) {
			n.mentioned(part.(ast.Expr), out)
		}
	}
}
