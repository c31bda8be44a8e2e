package types

import (
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// Program is the typed tree of a file. It is immutable, and safe for concurrent use.
type Program struct {
	// System holds the agents and commands, and no propositions.
	System *recipe.System
	// Commands holds, for every command of the system, where it is in the syntax tree; replicas
	// share one. Agents outside of an open system are the last; their commands are in no text.
	Commands []*ast.Command
	// Stated are the properties and fairness conditions in the order of the file, without the
	// properties that have mistakes.
	Stated []Stated
	// Contracts are the contracts of agent types.
	Contracts []*Contract
	// Groups are the declared groups of agents. Sees holds, for each agent, what it sees of itself;
	// nil means everything. Red holds the condition under which an agent violates its norms; nil if
	// its type states none.
	Groups []*Group
	Sees   []*recipe.View
	Red    []*recipe.Expr
	// Pictures say for each agent where it stands on a grid; nil if its type does not say.
	Pictures []*recipe.Picture
	// Declared is the number of properties in the file.
	Declared int

	file   *ast.File
	opts   Options
	limits Limits

	symbols   []string
	symbolOf  map[string]recipe.Value
	declared  map[recipe.Value][]symbolDecl
	families  map[string][]*family
	badFamily map[string]bool // families whose members are unknown because of an error
	constants map[string]*constant
	enums     map[string]*recipe.Type
	channel   *recipe.Type
	location  *recipe.Type
	// environment is nil in closed systems.
	environment *environment
	locations   map[recipe.Value]*instance

	data       []*field
	dataNamed  map[string]*field
	props      []*field
	propNamed  map[string]*field
	guards     map[string]*guardDef
	types      []*agentType
	typeNamed  map[string]*agentType
	instances  []*instance
	guardOrder []*guardDef
	constOrder []*constant
}

// Apart is [Limits.Apart].
func (c *Program) Apart() int { return c.limits.Apart }

type reported struct {
	code    diag.Code
	at      token.Span
	message string
}

// symbolDecl is one of the places that declare a symbol: symbols are one namespace by spelling.
type symbolDecl struct {
	kind string // "channel", "constant of enum e" or "instance"
	at   token.Span
	typ  *recipe.Type // nil until known, and for instances
}

// family is a replicated declaration such as `vmm[1..3]`.
type family struct {
	name   string
	lo, hi int
	at     token.Span
}

// field is a declared variable: a local of an agent type, a data variable, a property identifier or
// a guard's parameter.
type field struct {
	name  string
	index int // among its kind; for locals, within the agent type
	typ   *recipe.Type
	decl  *ast.Field
}

type guardDef struct {
	name   string
	decl   *ast.GuardDecl
	params []*field
	bad    bool // the definition has an error of its own
}

// agentType is one `agent` declaration.
type agentType struct {
	name       string
	decl       *ast.AgentDecl
	locals     []*field
	localNamed map[string]*field
	relabels   []*ast.Assign // by property identifier; nil where the type has none
	automaton  *automaton
	instances  []*instance
}

// instance is one agent of the system.
type instance struct {
	name     string
	typ      *agentType
	location recipe.Value
	cond     ast.Expr // nil if omitted
	index    *binding // the replica's index, if it has a name
	decl     *ast.Instance
	agent    int // index in System.Agents, -1 for the stand-in of a type without instances
	vars     int // index of the first local in System.Vars
	presence int // index of the local that says whether it is there; -1 if it always is
	labels   map[string][]int
	red      *recipe.Expr    // where it violates its norms; nil if its type does not say
	picture  *recipe.Picture // where it stands on a grid; nil if its type does not say

	start   *recipe.Expr // the condition on its first values, if started; nil after an error
	started bool
}

// constant is a `const` declaration. Its value may refer to constants declared later.
type constant struct {
	name       string
	decl       *ast.ConstDecl
	value      int
	ok         bool
	evaluated  bool
	evaluating bool
}

// binding gives a name that stands for a value while something is written out: the index of a
// replica, a quantified integer, a quantified agent. Bindings form a list, the innermost first.
type binding struct {
	name  string
	ident *ast.Ident
	typ   *recipe.Type // of a quantified agent: location
	value recipe.Value
	outer *binding
}

func (b *binding) lookup(name string) *binding {
	for ; b != nil; b = b.outer {
		if b.name == name {
			return b
		}
	}
	return nil
}

// redness is the condition that an agent violates its norms.
func (in *instance) redness() *recipe.Expr {
	if in.red == nil {
		return recipe.FalseExpr
	}
	return in.red
}

// openType is the type of a variable declared int, whose bounds are found by value flow, and then
// filled in.
type openType struct {
	typ  *recipe.Type // of this variable alone, or of this local of all instances
	what string       // "agent type `A`: local variable `x`"
	at   token.Span
}

// assigned is the key under which [knowledge.used] records that some command assigns a data
// variable.
type assigned struct{ datum int }

// Constant is the value of a constant of the model; ok is false if there is none of this name.
func (p *Program) Constant(name string) (value int, ok bool) {
	if k := p.constants[name]; k != nil {
		return k.value, k.ok
	}
	return 0, false
}

func newProgram(file *ast.File, o Options) *Program {
	p := &Program{
		file:      file,
		opts:      o,
		limits:    o.Limits.orDefaults(),
		symbolOf:  map[string]recipe.Value{},
		declared:  map[recipe.Value][]symbolDecl{},
		families:  map[string][]*family{},
		badFamily: map[string]bool{},
		constants: map[string]*constant{},
		enums:     map[string]*recipe.Type{},
		locations: map[recipe.Value]*instance{},
		dataNamed: map[string]*field{},
		propNamed: map[string]*field{},
		guards:    map[string]*guardDef{},
		typeNamed: map[string]*agentType{},
	}
	p.symbol("*")
	return p
}

// declaredSymbol returns the channel, constant of an enumeration or instance of that name, if one
// is declared.
func (c *Program) declaredSymbol(name string) (v recipe.Value, declared bool) {
	v, ok := c.symbolOf[name]
	return v, ok && len(c.declared[v]) > 0
}

// symbol returns the value spelled name, made on first use.
func (c *Program) symbol(name string) recipe.Value {
	v, known := memo.Number(c.symbolOf, name)
	if !known {
		c.symbols = append(c.symbols, name)
	}
	return v
}

// An environment is `open` in the composition of a system: what is outside of it, and what the
// properties of the file observe of the messages from there.
type environment struct {
	decl        *ast.SystemDecl
	names       []recipe.Value // of agents outside
	observed    []int          // data variables
	assignments bool           // whether properties quantify over assignments of identifiers
}

// Outside returns where a model is open to agents outside of it, and whether these are receptive.
// It is nil if the model is closed.
func (c *Program) Outside() (at *ast.Ident, receptive bool) {
	if c.environment == nil {
		return nil, false
	}
	return c.environment.decl.Open, c.environment.decl.Receptive != nil
}

// Options are those with which the file was resolved.
func (p *Program) Options() Options { return p.opts }
