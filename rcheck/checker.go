package rcheck

import (
	"fmt"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
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
	watch  *interrupt.Watch
	rep    *diag.Reporter
	seen   map[reported]bool
	file   *ast.File

	nodes   int // expression nodes made so far, expansion included
	errors  int // diagnostics of that severity reported so far, by trials too
	trials  int // how many trials are going on, one within the other
	untried int // how many diagnostics there were when the outermost of them began

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

func newChecker(o Options, rep *diag.Reporter, file *ast.File, watch *interrupt.Watch) *checker {
	c := &checker{
		opts:          o,
		limits:        o.Limits.orDefaults(),
		watch:         watch,
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

// report adds a diagnostic and returns it for additions. It returns nil, to which everything can be added, for one that is there
// already: replicas repeat what is wrong with their type.
func (c *checker) report(code diag.Code, at token.Span, format string, args ...any) *diag.Diagnostic {
	c.watch.Step()
	key := reported{code, at, fmt.Sprintf(format, args...)}
	if c.seen[key] {
		return nil
	}
	c.seen[key] = true
	d := c.rep.Report(code, at, format, args...)
	if d.Severity == diag.Error {
		c.errors++
	}
	if c.errors > c.limits.Errors {
		c.rep.List = c.rep.List[:len(c.rep.List)-1]
		if c.trials == 0 {
			c.giveUp(parser.TooManyErrors, at, "the model is not looked at any further after %d errors; mend those first", c.limits.Errors)
		}
	}
	return d
}

// hint adds a suggestion to a diagnostic that is going to be seen. To look for one can take long.
func (c *checker) hint(d *diag.Diagnostic, suggestion func() string) {
	if d != nil && c.trials == 0 {
		d.Suggest(suggestion())
	}
}

// abandoned is what giveUp panics with.
type abandoned struct{}

// giveUp reports an error after which nothing more is looked at, drops what trials that are going on have reported, and leaves the
// work, to where the caller of finish catches it.
func (c *checker) giveUp(code diag.Code, at token.Span, format string, args ...any) {
	if c.trials > 0 {
		c.rep.List = c.rep.List[:c.untried]
	}
	c.rep.Report(code, at, format, args...)
	panic(abandoned{})
}

// finish runs work, unless it gives up.
func (c *checker) finish(work func()) {
	defer func() {
		c.trials = 0
		switch r := recover().(type) {
		case nil, abandoned:
		default:
			panic(r)
		}
	}()
	work()
}

func (c *checker) reportAt(code diag.Code, n ast.Node, format string, args ...any) *diag.Diagnostic {
	return c.report(code, ast.Span(n), format, args...)
}

// spend counts n expression nodes, or names, against the expansion limit. When there is no room for them, it says so at the node
// at hand and gives up.
func (c *checker) spend(n int, at ast.Node) {
	c.watch.Step()
	if c.nodes > c.limits.Expansion-n {
		c.giveUp(ExpansionLimit, ast.Span(at), "the model grows beyond %d expression nodes when guards, replicas and quantifiers are "+
			"written out", c.limits.Expansion)
	}
	c.nodes += n
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
