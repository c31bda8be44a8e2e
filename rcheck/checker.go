package rcheck

import (
	"fmt"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// checker turns one syntax tree into one system. Its tables are filled by the declaration phase (declare.go) and read-only
// afterwards, but for what records use; expressions are elaborated from the tree straight into typed [recipe.Expr] once for
// every instance, and the diagnostics that repeat from instance to instance are reported once.
//
// An expression, type or declaration that has an error is nil from then on, and nothing is reported about nil: one mistake gives
// one diagnostic.
type checker struct {
	opts   Options
	limits Limits
	rep    *diag.Reporter
	seen   map[reported]bool
	file   *ast.File

	nodes     int  // expression nodes made so far, expansion included
	exhausted bool // the expansion limit has been reported

	symbols   []string
	symbolOf  map[string]recipe.Value
	declared  map[recipe.Value][]symbolDecl
	families  map[string][]*family
	badFamily map[string]bool // families whose members are unknown because of an error
	constants map[string]*constant
	enums     map[string]*recipe.Type
	channel   *recipe.Type
	location  *recipe.Type
	locations map[recipe.Value]*instance

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

	open          []*openType    // the variables declared int without a range
	used          map[any]bool   // declarations that some expression reads
	propositionOf map[string]int // propositions by printed expression and kind
	system        *recipe.System
	commands      []*ast.Command // of the source, by command of the system

	ranged     map[*ast.Quantifier]bool // the quantifiers of the property at hand, and whether they range over something
	positions  map[token.Pos]recipe.Position
	sourceFile *token.File // whose text sourceText is
	sourceText string
}

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

// field is a declared variable: a local of an agent type, a data variable, a property identifier or a guard's parameter.
type field struct {
	name  string
	index int // among its kind; for locals, within the agent type
	typ   *recipe.Type
	open  bool // declared int, without a range
	decl  *ast.Field
}

type guardDef struct {
	name      string
	decl      *ast.GuardDecl
	params    []*field
	bad       bool // the definition has an error of its own
	expanding bool
}

func newChecker(o Options, rep *diag.Reporter, file *ast.File) *checker {
	c := &checker{
		opts:          o,
		limits:        o.Limits.orDefaults(),
		rep:           rep,
		seen:          map[reported]bool{},
		file:          file,
		symbolOf:      map[string]recipe.Value{},
		declared:      map[recipe.Value][]symbolDecl{},
		families:      map[string][]*family{},
		badFamily:     map[string]bool{},
		constants:     map[string]*constant{},
		enums:         map[string]*recipe.Type{},
		locations:     map[recipe.Value]*instance{},
		dataNamed:     map[string]*field{},
		propNamed:     map[string]*field{},
		guards:        map[string]*guardDef{},
		typeNamed:     map[string]*agentType{},
		used:          map[any]bool{},
		propositionOf: map[string]int{},
		ranged:        map[*ast.Quantifier]bool{},
		positions:     map[token.Pos]recipe.Position{},
	}
	c.symbol("*")
	return c
}

// report adds a diagnostic unless the very same one is there already, and returns it for additions; a repeated one is returned
// outside of the list.
func (c *checker) report(code diag.Code, at token.Span, format string, args ...any) *diag.Diagnostic {
	key := reported{code, at, fmt.Sprintf(format, args...)}
	before := len(c.rep.List)
	d := c.rep.Report(code, at, format, args...)
	if c.seen[key] {
		c.rep.List = c.rep.List[:before]
	}
	c.seen[key] = true
	return d
}

func (c *checker) reportAt(code diag.Code, n ast.Node, format string, args ...any) *diag.Diagnostic {
	return c.report(code, ast.Span(n), format, args...)
}

// spend counts n expression nodes against the expansion limit and reports whether there is room for them. When there is not, it
// says so once, at the node at hand.
func (c *checker) spend(n int, at ast.Node) bool {
	if c.exhausted {
		return false
	}
	if c.nodes > c.limits.Expansion-n {
		c.exhausted = true
		c.reportAt(ExpansionLimit, at, "the model grows beyond %d expression nodes when guards, replicas and quantifiers are "+
			"written out", c.limits.Expansion)
		return false
	}
	c.nodes += n
	return true
}

// symbol returns the value spelled name, made on first use.
func (c *checker) symbol(name string) recipe.Value {
	if v, ok := c.symbolOf[name]; ok {
		return v
	}
	v := recipe.Value(len(c.symbols))
	c.symbols = append(c.symbols, name)
	c.symbolOf[name] = v
	return v
}

// position resolves a place. Replicas ask for the same places again and again.
func (c *checker) position(p token.Pos) recipe.Position {
	if at, ok := c.positions[p]; ok {
		return at
	}
	q := c.rep.Files.Position(p)
	at := recipe.Position{File: q.Filename, Line: q.Line, Column: q.Column}
	c.positions[p] = at
	return at
}

func (c *checker) text(n ast.Node) string {
	f := c.rep.Files.File(n.Pos())
	if f == nil {
		return ""
	}
	return string(f.Source()[f.Offset(n.Pos()):f.Offset(n.End())])
}

// valueText is a value of a type as users write it.
func (c *checker) valueText(t *recipe.Type, v recipe.Value) string {
	switch {
	case v == recipe.AnyLocality && t.Kind == recipe.Enum:
		return "any"
	case t.Kind == recipe.Bool:
		return strconv.FormatBool(v == recipe.True)
	case t.Kind == recipe.Int:
		return strconv.Itoa(int(v))
	}
	return c.symbols[v]
}

func kindName(k recipe.Kind) string {
	switch k {
	case recipe.Bool:
		return "a truth value"
	case recipe.Int:
		return "a number"
	}
	return "a constant"
}

// typeText is how a diagnostic names a type.
func typeText(t *recipe.Type) string {
	switch t.Kind {
	case recipe.Bool:
		return "bool"
	case recipe.Int:
		return "number"
	}
	return "`" + t.Name + "`"
}
