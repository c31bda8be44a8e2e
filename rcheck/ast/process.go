package ast

import (
	"cmp"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

// Process is the behaviour of an agent type (P000 section 3): commands composed by `;`, `+` and
// `rep`. `rep` binds tighter than `;`, which binds tighter than `+`.
type Process interface {
	Node
	isProcess
}

type isProcess interface{ processNode() }

// The processes.
type (
	// Choice is `P1 + P2 + …`, of at least two alternatives.
	Choice struct {
		process
		Alternatives []Process
		Pluses       []token.Pos // one less than alternatives
	}

	// Sequence is `P1 ; P2 ; …`, of at least two steps. Each semicolon is a control state of its
	// own, numbered from 1 in the order of the agent's text.
	Sequence struct {
		process
		Steps []Process
		Semis []token.Pos // one less than steps
	}

	// Repetition is `rep P`.
	Repetition struct {
		process
		Rep  token.Pos
		Body Process
	}

	// ParenProcess is `( P )`.
	ParenProcess struct {
		process
		Lparen token.Pos
		X      Process
		Rparen token.Pos
	}

	// Command is `[label:] <psi> action` or `[label:] {psi} action`.
	Command struct {
		process
		Label  *Ident // nil if there is none
		Guard  *CommandGuard
		Action Action
	}
)

// CommandGuard is `<psi>` (Classic, also `⟨psi⟩`) or `{psi}` (Current).
type CommandGuard struct {
	Dialect Dialect
	Open    token.Pos
	Stop    token.Pos // just after the closing bracket
	Cond    Expr
}

func (g *CommandGuard) Pos() token.Pos { return g.Open }
func (g *CommandGuard) End() token.Pos { return g.Stop }

// Action is what a command does.
type Action interface {
	Node
	isAction
}

type isAction interface{ actionNode() }

// An action is part of every [Action].
type action struct{}

func (action) actionNode() {}

// The actions.
type (
	// Send is `c ! pi (D := e, …)[x := e, …]`. Chan is a [Star], an [Ident] or an [Index]; Data is
	// nil if the parentheses are omitted.
	Send struct {
		action
		Chan    Expr
		Guard   Expr
		Data    *AssignList
		Updates *AssignList
	}

	// Receive is `c ? [x := e, …]`.
	Receive struct {
		action
		Chan    Expr
		Updates *AssignList
	}

	// Get is `GET@e (D := e, …)[x := e, …]`, where Data is nil if omitted, or `Get(pi)@e …`, where
	// Pred is pi with its parentheses.
	Get struct {
		action
		Keyword // GET or Get
		Pred    *Paren
		From    Expr
		Data    *AssignList
		Updates *AssignList
	}

	// Supply is `SUPPLY@e (D := e, …)[x := e, …]`, where Data is nil if omitted.
	Supply struct {
		action
		Keyword // SUPPLY or Supply
		To      Expr
		Data    *AssignList
		Updates *AssignList
	}
)

// AssignList is `(D := e, …)` or `[x := e, …]`, possibly empty. Updates can also have spawns, and
// `stop`.
type AssignList struct {
	Open, Close token.Pos
	Assigns     []*Assign
	Spawns      []*Spawn
	Stop        *Stop // nil if there is none
}

func (l *AssignList) Pos() token.Pos { return l.Open }
func (l *AssignList) End() token.Pos { return l.Close + 1 }

// Updates lists what stands in the brackets, in source order: assignments, spawns and `stop`.
func (l *AssignList) Updates() []Node {
	var out []Node
	for _, a := range l.Assigns {
		out = append(out, a)
	}
	for _, s := range l.Spawns {
		out = append(out, s)
	}
	if l.Stop != nil {
		out = append(out, l.Stop)
	}
	slices.SortStableFunc(out, func(x, y Node) int { return cmp.Compare(x.Pos(), y.Pos()) })
	return out
}

// Spawn is `spawn T(x, cond)`: an absent agent of type T becomes present. Its name is assigned to
// x, a local of type location, or is not kept if x is `any`. Cond is nil if it is omitted.
type Spawn struct {
	Keyword
	Type   *Ident
	Name   *Ident
	Cond   Expr
	Rparen token.Pos
}

func (s *Spawn) End() token.Pos { return s.Rparen + 1 }

// Stop is the update `stop`: the agent becomes absent.
type Stop struct{ Keyword }

// Assign is `x := e` or, in a relabelling, `pv <- e`.
type Assign struct {
	Name  *Ident
	Value Expr
}

func (a *Assign) Pos() token.Pos { return a.Name.Pos() }
func (a *Assign) End() token.Pos { return a.Value.End() }

func (p *Choice) Pos() token.Pos       { return p.Alternatives[0].Pos() }
func (p *Sequence) Pos() token.Pos     { return p.Steps[0].Pos() }
func (p *Repetition) Pos() token.Pos   { return p.Rep }
func (p *ParenProcess) Pos() token.Pos { return p.Lparen }
func (p *Command) Pos() token.Pos {
	if p.Label != nil {
		return p.Label.Pos()
	}
	return p.Guard.Pos()
}

func (p *Choice) End() token.Pos       { return p.Alternatives[len(p.Alternatives)-1].End() }
func (p *Sequence) End() token.Pos     { return p.Steps[len(p.Steps)-1].End() }
func (p *Repetition) End() token.Pos   { return p.Body.End() }
func (p *ParenProcess) End() token.Pos { return p.Rparen + 1 }
func (p *Command) End() token.Pos      { return p.Action.End() }

func (a *Send) Pos() token.Pos    { return a.Chan.Pos() }
func (a *Receive) Pos() token.Pos { return a.Chan.Pos() }

func (a *Send) End() token.Pos    { return a.Updates.End() }
func (a *Receive) End() token.Pos { return a.Updates.End() }
func (a *Get) End() token.Pos     { return a.Updates.End() }
func (a *Supply) End() token.Pos  { return a.Updates.End() }
