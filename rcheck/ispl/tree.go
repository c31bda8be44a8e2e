package ispl

import "github.com/rcheck-bdd/rcheck-bdd/rcheck/token"

// File is the syntax tree of a model. Sections that the text lacks are nil.
type File struct {
	Source     *token.File
	Comments   []token.Token // from `--`, without blanks at the end
	Semantics  *Semantics
	Agents     []*Agent // the environment, if there is one, first
	Evaluation *Section[*Proposition]
	InitStates *Section[*Formula]
	Groups     *Section[*Group]
	Fairness   *Section[*Formula]
	Formulae   *Section[*Formula]
}

// Section is a part of a file or an agent. It begins with a keyword, and ends with `end` and the
// keyword.
type Section[T any] struct {
	Span  token.Span
	Items []T
}

// List returns the items of a section. If the text has no such section, there are none.
func (s *Section[T]) List() []T {
	if s == nil {
		return nil
	}
	return s.Items
}

// Semantics says how several lines of an evolution work together.
type Semantics struct {
	Span   token.Span
	Single bool // SingleAssignment, not MultiAssignment
}

// Ident is a name and its place. The word Environment is reserved, but it is the name of an agent,
// too.
type Ident struct {
	Name string
	Span token.Span
}

// EnvironmentName is the name of the agent that is the environment.
const EnvironmentName = "Environment"

// Agent is a section `Agent …`.
type Agent struct {
	Span      token.Span
	Name      Ident
	Obsvars   *Section[*Variable]
	Lobsvars  *Section[Ident]
	Vars      *Section[*Variable]
	RedStates *Section[*Formula]
	Actions   *Section[Ident]
	Protocol  *Section[*ProtocolLine]
	Evolution *Section[*EvolutionLine]
}

// IsEnvironment tells the environment from the other agents.
func (a *Agent) IsEnvironment() bool { return a.Name.Name == EnvironmentName }

// Variable is a declaration `x : boolean;`, `x : 0..3;` or `x : {a, b};`.
type Variable struct {
	Span   token.Span
	Name   Ident
	Type   token.Span // of what stands after the colon
	Kind   TypeKind
	Lo, Hi int     // of a range
	Values []Ident // of an enumeration
}

// TypeKind tells the three types apart.
type TypeKind uint8

// The types of variables.
const (
	Boolean TypeKind = iota
	Range
	Enumeration
)

// ProtocolLine is `condition : {a, b};` or, with a nil condition, `Other : {a, b};`.
type ProtocolLine struct {
	Span    token.Span
	When    *Expr
	Actions []Ident
}

// EvolutionLine is `x = 1 and y = 2 if condition;`.
type EvolutionLine struct {
	Span   token.Span
	Assign []Assignment
	When   *Expr
}

// Assignment is `x = value` on the left of an evolution's line.
type Assignment struct {
	Variable Ident
	Value    *Expr
}

// Proposition is `p if condition;`.
type Proposition struct {
	Span token.Span
	Name Ident
	When *Expr
}

// Group is `g = {a, b};`.
type Group struct {
	Span    token.Span
	Name    Ident
	Members []Ident
}

// Formula is a condition or a formula with its semicolon.
type Formula struct {
	Span token.Span
	Expr *Expr
}

// Op is what an expression is.
type Op uint8

// The kinds of expressions: what conditions, values and formulas are made of.
const (
	OpBad    Op = iota // could not be read; never in a tree without errors
	OpParen            // ( Args[0] )
	OpName             // Name, of Agent if that is not empty
	OpNumber           // Value
	OpTrue
	OpFalse
	OpAction // Action or Agent.Action
	OpRed    // Agent.RedStates
	OpGreen  // Agent.GreenStates

	OpImplies
	OpOr
	OpAnd
	OpNot

	OpEq
	OpNeq
	OpLt
	OpLe
	OpGt
	OpGe

	OpBitOr
	OpBitXor
	OpBitAnd
	OpBitNot
	OpPlus
	OpMinus
	OpTimes
	OpDivide

	OpAG
	OpEG
	OpAX
	OpEX
	OpAF
	OpEF
	OpAllUntil    // A ( Args[0] U Args[1] )
	OpExistsUntil // E ( Args[0] U Args[1] )
	OpKnows       // K ( Name, Args[0] ), Name an agent
	OpEveryone    // GK ( Name, Args[0] ), Name a group here and below
	OpCommon      // GCK
	OpDistributed // DK
	OpObliged     // O ( Name, Args[0] ), Name an agent
	OpCanNext     // <Name> X Args[0]
	OpCanFinally
	OpCanGlobally
	OpCanUntil // <Name> ( Args[0] U Args[1] )

	OpLTL     // LTL Args[0]
	OpCTLStar // CTL* Args[0]
	OpAll     // A path
	OpExists  // E path
	OpNext    // X path
	OpFinally
	OpGlobally
	OpUntil
)

// Expr is a condition, a value or a formula. OpAnd and OpOr have two or more arguments, the
// operators of values one or two.
type Expr struct {
	Op    Op
	Span  token.Span
	Args  []*Expr
	Agent Ident // before the dot, if there is one
	Name  Ident
	Value int
}

// opTexts are the spellings of operators that are one sign or word.
var opTexts = [...]string{
	OpTrue: "true", OpFalse: "false", OpAction: "Action", OpRed: "RedStates", OpGreen: "GreenStates",
	OpImplies: "->", OpOr: "or", OpAnd: "and", OpNot: "!",
	OpEq: "=", OpNeq: "<>", OpLt: "<", OpLe: "<=", OpGt: ">", OpGe: ">=",
	OpBitOr: "|", OpBitXor: "^", OpBitAnd: "&", OpBitNot: "~", OpPlus: "+", OpMinus: "-", OpTimes: "*", OpDivide: "/",
	OpAG: "AG", OpEG: "EG", OpAX: "AX", OpEX: "EX", OpAF: "AF", OpEF: "EF", OpAllUntil: "A", OpExistsUntil: "E",
	OpKnows: "K", OpEveryone: "GK", OpCommon: "GCK", OpDistributed: "DK", OpObliged: "O", OpCanNext: "X", OpCanFinally: "F",
	OpCanGlobally: "G", OpLTL: "LTL", OpCTLStar: "CTL*", OpAll: "A", OpExists: "E", OpNext: "X", OpFinally: "F", OpGlobally: "G",
	OpUntil: "U",
}

// levels say how tightly operators bind, from the loosest; what is not listed binds tightest.
// Comparisons stand between `!` and the operators of values, so `! x = 1` is `!(x = 1)`; the
// operators of paths and states bind tighter than `!`, so `! AG p and q` is `(!(AG p)) and q`, and
// `! p U q` is `!(p U q)`.
var levels = map[Op]int{
	OpLTL: 1, OpCTLStar: 1, OpImplies: 2, OpOr: 3, OpAnd: 4, OpNot: 5,
	OpEq: 6, OpNeq: 6, OpLt: 6, OpLe: 6, OpGt: 6, OpGe: 6,
	OpUntil: 6, OpAll: 8, OpExists: 8, OpAG: 8, OpEG: 8, OpAX: 8, OpEX: 8, OpAF: 8, OpEF: 8,
	OpNext: 8, OpFinally: 8, OpGlobally: 8, OpCanNext: 8, OpCanFinally: 8, OpCanGlobally: 8, OpCanUntil: 8,
	OpBitOr: 9, OpBitXor: 9, OpBitAnd: 10, OpBitNot: 11, OpPlus: 12, OpMinus: 12, OpTimes: 13, OpDivide: 13,
}

const tightest = 14

func (op Op) level() int {
	if l, ok := levels[op]; ok {
		return l
	}
	return tightest
}

// Unparen returns x without parentheses around it.
func Unparen(x *Expr) *Expr {
	for x.Op == OpParen {
		x = x.Args[0]
	}
	return x
}
