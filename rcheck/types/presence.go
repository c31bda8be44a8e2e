package types

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// presentName is the name of the local that says whether an agent is there.
const presentName = "present"

// comes reports whether an agent can be absent: it is at first, or its type has the update `stop`.
func (in *instance) comes() bool {
	return in.decl != nil && in.decl.Absent != nil || in.typ != nil && in.typ.stops()
}

// stops reports whether some command of the type has the update `stop`.
func (t *agentType) stops() bool {
	return slices.ContainsFunc(t.automaton.edges, func(e edge) bool {
		list := updatesOf(e.command.Action)
		return list != nil && list.Stop != nil
	})
}

// updatesOf are the updates of an action.
func updatesOf(a ast.Action) *ast.AssignList {
	switch a := a.(type) {
	case *ast.Send:
		return a.Updates
	case *ast.Receive:
		return a.Updates
	case *ast.Get:
		return a.Updates
	case *ast.Supply:
		return a.Updates
	}
	return nil
}

// comeAndGo reports whether some agent of the type can be absent.
func (t *agentType) comeAndGo() bool { return slices.ContainsFunc(t.instances, (*instance).comes) }

// present is the condition that an agent is there.
func (in *instance) present() *recipe.Expr {
	if in.presence < 0 {
		return recipe.TrueExpr
	}
	return &recipe.Expr{Op: recipe.OpLocal, Type: recipe.BoolType, Index: in.presence}
}

// isPresent is the condition that an agent is there, of a type whose agents come and go; nil for
// other types.
func (in *instance) isPresent() *recipe.Expr {
	if !in.typ.comeAndGo() {
		return nil
	}
	return in.present()
}
