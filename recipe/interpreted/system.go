// Package interpreted is the formalism behind ISPL: interpreted systems, in which agents with
// variables, protocols and evolutions take joint steps (Fagin, Halpern, Moses, Vardi, "Reasoning
// About Knowledge", 1995; Lomuscio, Qu, Raimondi, "MCMAS: an open-source model checker for the
// verification of multi-agent systems", STTT 19(1), 2017, doi:10.1007/s10009-015-0378-x).
//
// A global state has a value for every variable. In each step, every agent performs an action that
// its protocol allows. All variables change at the same time, as the evolution of each agent says.
// An agent sees its own variables, and those of the environment that it observes. This is its
// extended local state. Protocols, red states and knowledge depend only on it. Evolutions can also
// test the actions of other agents.
//
// [Interpreter] implements this semantics by its definition, independently of any encoding.
package interpreted

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// System is an interpreted system. It is not changed after [System.Check] has accepted it.
type System struct {
	// Symbols are the spellings of the constants of enumerations, by [recipe.Value].
	Symbols []string
	Vars    []Variable
	Agents  []Agent // the environment, if there is one, first
	// Single selects SingleAssignment: each variable has its own lines. Otherwise an agent follows
	// one line at a time (MultiAssignment).
	Single       bool
	Init         *Expr // a condition on global states
	Propositions []Proposition
}

// Variable is a variable of an agent.
type Variable struct {
	Name  string // unique within its agent
	Agent int    // index in System.Agents
	Type  *recipe.Type
	Pos   recipe.Position
}

// Agent is an agent or the environment.
type Agent struct {
	Name string
	// Sees are the variables of the extended local state, its own among them, in increasing order.
	Sees     []int
	Actions  []string // empty for an agent that does nothing, which restricts no joint action
	Protocol []ProtocolLine
	// Other are the actions that are allowed if no line of the protocol applies. It is nil if the
	// protocol has no such line.
	Other     []int
	Evolution []EvolutionLine
	Red       *Expr // the states that violate the agent's norms; nil if none does
	Pos       recipe.Position
}

// ProtocolLine allows actions where a condition on the extended local state holds.
type ProtocolLine struct {
	When    *Expr
	Actions []int
	Pos     recipe.Position
}

// EvolutionLine changes variables where a condition on the extended local state and the joint
// action holds.
type EvolutionLine struct {
	Assign []Assignment
	When   *Expr
	Pos    recipe.Position
}

// Assignment gives a variable of the agent a value for the next state.
type Assignment struct {
	Var   int
	Value *Expr
}

// Proposition is a named set of global states.
type Proposition struct {
	Name string
	// Deadlock says that these are the states without a successor; otherwise When is their condition.
	Deadlock bool
	When     *Expr
	Pos      recipe.Position
}

// Op is what an expression is.
type Op uint8

// The kinds of expressions. Comparisons and what joins them are conditions, with the values 0 and
// 1.
const (
	OpConst  Op = iota // Value
	OpVar              // Vars[Index]
	OpAction           // agent Index performs the action Value
	OpNot              // of one argument
	OpAnd              // of any number
	OpOr
	OpXor // of two arguments, like all that follow
	OpEq
	OpLt
	OpLe
	OpPlus
	OpMinus
	OpTimes
	OpDivide // towards zero; no value if the divisor is 0
)

// Expr is a typed expression: immutable, and possibly shared.
type Expr struct {
	Op    Op
	Index int
	Value recipe.Value
	Args  []*Expr
}

// Const is the value v.
func Const(v recipe.Value) *Expr { return &Expr{Op: OpConst, Value: v} }

// Var is the value of variable v.
func Var(v int) *Expr { return &Expr{Op: OpVar, Index: v} }

// Performs is the condition that the agent performs the action.
func Performs(agent, action int) *Expr {
	return &Expr{Op: OpAction, Index: agent, Value: recipe.Value(action)}
}

// Apply is an operator applied to arguments.
func Apply(op Op, args ...*Expr) *Expr { return &Expr{Op: op, Args: args} }

// Inspect calls f for x and for all expressions inside x, the outer ones first.
func (x *Expr) Inspect(f func(*Expr)) {
	f(x)
	for _, a := range x.Args {
		a.Inspect(f)
	}
}

// Conjuncts returns the conditions whose conjunction is x. If x is no conjunction, it returns x
// alone.
func (x *Expr) Conjuncts() (out []*Expr) {
	if x.Op != OpAnd {
		return []*Expr{x}
	}
	for _, a := range x.Args {
		out = append(out, a.Conjuncts()...)
	}
	return out
}

// signs are how operators between two arguments are written in ISPL.
var signs = [...]string{OpAnd: " and ", OpOr: " or ", OpXor: " ^ ", OpEq: " = ", OpLt: " < ", OpLe: " <= ",
	OpPlus: " + ", OpMinus: " - ", OpTimes: " * ", OpDivide: " / "}

// Text writes the expression with the names of the system, in ISPL.
func (s *System) Text(x *Expr) string {
	var w strings.Builder
	s.write(&w, x)
	return w.String()
}

func (s *System) write(w *strings.Builder, x *Expr) {
	switch x.Op {
	case OpConst:
		w.WriteString(strconv.Itoa(int(x.Value)))
	case OpVar:
		w.WriteString(s.VarName(x.Index))
	case OpAction:
		w.WriteString(s.Agents[x.Index].Name + ".Action = " + s.Agents[x.Index].Actions[x.Value])
	case OpNot:
		w.WriteString("!(")
		s.write(w, x.Args[0])
		w.WriteString(")")
	default:
		w.WriteString("(")
		for i, a := range x.Args {
			if i > 0 {
				w.WriteString(signs[x.Op])
			}
			if other := x.Args[len(x.Args)-1-i]; x.Op == OpEq && a.Op == OpConst && other.Op == OpVar {
				w.WriteString(s.Format(s.Vars[other.Index].Type, a.Value))
				continue
			}
			s.write(w, a)
		}
		w.WriteString(")")
	}
}

// VarName is the name of a variable with the name of its agent.
func (s *System) VarName(v int) string { return s.Agents[s.Vars[v].Agent].Name + "." + s.Vars[v].Name }

// Format writes a value of a type.
func (s *System) Format(t *recipe.Type, v recipe.Value) string {
	switch t.Kind {
	case recipe.Bool:
		return fmt.Sprint(v == recipe.True)
	case recipe.Enum:
		return s.Symbols[v]
	}
	return fmt.Sprint(int(v))
}

// Owns are the variables of an agent, in increasing order.
func (s *System) Owns(agent int) []int {
	var out []int
	for v := range s.Vars {
		if s.Vars[v].Agent == agent {
			out = append(out, v)
		}
	}
	return out
}

// Check reports the first fault: an index out of range, a condition about what an agent does not
// see, an assignment to a variable of another agent, or a protocol without an action of its agent.
// [NewInterpreter] relies on it.
func (s *System) Check() error {
	for v := range s.Vars {
		if a := s.Vars[v].Agent; a < 0 || a >= len(s.Agents) || s.Vars[v].Type == nil {
			return fmt.Errorf("interpreted: variable %d belongs to no agent or has no type", v)
		}
	}
	var err error
	for i := range s.Agents {
		err = cmp.Or(err, s.checkAgent(i))
	}
	global := func(what string, x *Expr) error {
		return s.checkExpr(what, x, func(x *Expr) bool { return x.Op != OpAction })
	}
	for _, p := range s.Propositions {
		if !p.Deadlock {
			err = cmp.Or(err, global("proposition "+p.Name, p.When))
		}
	}
	return cmp.Or(err, global("the initial states", s.Init))
}

func (s *System) checkAgent(i int) error {
	a := &s.Agents[i]
	for _, v := range a.Sees {
		if v < 0 || v >= len(s.Vars) {
			return fmt.Errorf("interpreted: agent %s sees a variable that does not exist", a.Name)
		}
	}
	for _, v := range s.Owns(i) {
		if !slices.Contains(a.Sees, v) {
			return fmt.Errorf("interpreted: agent %s does not see its own variable %s", a.Name, s.Vars[v].Name)
		}
	}
	actions := func(list []int) error {
		for _, x := range list {
			if x < 0 || x >= len(a.Actions) {
				return fmt.Errorf("interpreted: the protocol of agent %s allows an action that does not exist", a.Name)
			}
		}
		return nil
	}
	sees := func(x *Expr) bool { return x.Op != OpVar || slices.Contains(a.Sees, x.Index) }
	local := func(x *Expr) bool { return x.Op != OpAction && sees(x) }
	var err error
	for _, l := range a.Protocol {
		err = cmp.Or(err, s.checkExpr("the protocol of agent "+a.Name, l.When, local), actions(l.Actions))
	}
	err = cmp.Or(err, actions(a.Other))
	if a.Red != nil {
		err = cmp.Or(err, s.checkExpr("the red states of agent "+a.Name, a.Red, local))
	}
	for _, l := range a.Evolution {
		err = cmp.Or(err, s.checkLine(i, l, sees))
	}
	return err
}

func (s *System) checkLine(i int, l EvolutionLine, sees func(*Expr) bool) error {
	what := "the evolution of agent " + s.Agents[i].Name
	if s.Single && len(l.Assign) != 1 {
		return fmt.Errorf("interpreted: a line of %s does not assign one variable", what)
	}
	seen := map[int]bool{}
	for _, as := range l.Assign {
		if as.Var < 0 || as.Var >= len(s.Vars) || s.Vars[as.Var].Agent != i || seen[as.Var] {
			return fmt.Errorf("interpreted: %s assigns a variable of another agent, or one twice", what)
		}
		seen[as.Var] = true
		if err := s.checkExpr(what, as.Value, func(x *Expr) bool { return x.Op != OpAction && sees(x) }); err != nil {
			return err
		}
	}
	return s.checkExpr(what, l.When, sees)
}

func (s *System) checkExpr(what string, x *Expr, may func(*Expr) bool) error {
	if x == nil {
		return fmt.Errorf("interpreted: %s has no condition", what)
	}
	var err error
	x.Inspect(func(x *Expr) {
		bad := x.Op == OpVar && (x.Index < 0 || x.Index >= len(s.Vars)) ||
			x.Op == OpAction && (x.Index < 0 || x.Index >= len(s.Agents) || x.Value < 0 || int(x.Value) >= len(s.Agents[x.Index].Actions)) ||
			x.Op == OpNot && len(x.Args) != 1 || x.Op > OpOr && len(x.Args) != 2
		if err == nil && (bad || !may(x)) {
			err = fmt.Errorf("interpreted: %s mentions what it may not", what)
		}
	})
	return err
}

// A Part is a conjunct of the rule for steps: variables of one agent that change together. Under
// MultiAssignment an agent has one part, under SingleAssignment one for each variable.
type Part struct {
	Agent int
	Vars  []int // in increasing order
	Lines []EvolutionLine
}

// Parts are those of all agents, in their order.
func (s *System) Parts() (out []Part) {
	for agent := range s.Agents {
		lines, owns := s.Agents[agent].Evolution, s.Owns(agent)
		if !s.Single {
			out = append(out, Part{agent, owns, lines})
			continue
		}
		for _, v := range owns {
			of := slices.DeleteFunc(slices.Clone(lines), func(l EvolutionLine) bool {
				return l.Assign[0].Var != v
			})
			out = append(out, Part{agent, []int{v}, of})
		}
	}
	return out
}

// A part is one that knows whose actions it depends on.
type part struct {
	Part
	last  int // the last agent whose action a line mentions, -1 if none is mentioned
	first int // the first one
}
