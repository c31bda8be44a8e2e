package direct

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
)

// A Model is a syntax tree with its declarations written out.
type Model struct {
	file      *ast.File
	options   Options
	constants map[string]ast.Expr
	enums     map[string][]string
	channels  []string        // the declared ones, then the broadcast channel
	declared  map[string]bool // symbols by spelling
	data      []variable
	props     []variable
	guards    map[string]*ast.GuardDecl
	groups    map[string]ast.Expr
	types     map[string]*agentType
	instances []*instance
	named     map[string]*instance
	specs     []ast.Expr

	justice    []ast.Expr
	compassion [][2]ast.Expr

	work int // expressions evaluated so far
}

// ErrTooLarge is the error of a question that would need more work than it may.
var ErrTooLarge = errors.New("direct: too large")

// Options are what a command line can add to a model.
type Options struct {
	Set map[string]int // overrides constants
	Int *Interval      // bounds of variables declared int
	// Work is the number of expressions that may be evaluated before a question is given up with
	// [ErrTooLarge]; 0 for any.
	Work int
}

// Interval holds the integers from Lo to Hi.
type Interval struct{ Lo, Hi int }

type variable struct {
	name string
	typ  domain
}

// agentType is one agent declaration.
type agentType struct {
	name     string
	decl     *ast.AgentDecl
	locals   []variable
	states   int
	commands []*command
}

// command is one edge of a structure automaton.
type command struct {
	from, to int
	label    string
	syntax   *ast.Command
	mentions map[string]bool // data variables that guard and updates mention
}

// instance is one agent of the system.
type instance struct {
	name   string
	number int // in order of composition
	first  int // index of its first local in states
	typ    *agentType
	cond   ast.Expr
	index  *binding
	absent bool // at first
}

// binding gives a name a value: the index of a replica, a quantified agent or number.
type binding struct {
	name  string
	value Value
	outer *binding
}

func (b *binding) lookup(name string) (Value, bool) {
	for ; b != nil; b = b.outer {
		if b.name == name {
			return b.value, true
		}
	}
	return Value{}, false
}

// fault is what stops the evaluation of a model that has no meaning.
type fault struct{ error }

func fail(format string, args ...any) { panic(fault{fmt.Errorf("direct: "+format, args...)}) }

// spend counts an evaluation.
func (m *Model) spend() {
	if m.work++; m.options.Work > 0 && m.work > m.options.Work {
		panic(fault{ErrTooLarge})
	}
}

// rescue turns a fault, or whatever else goes wrong in a model without meaning, into an error.
func rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case fault:
		*err = r.error
	default:
		*err = fmt.Errorf("direct: %v", r)
	}
}

// New writes out the declarations of a file.
func New(file *ast.File, o Options) (m *Model, err error) {
	defer rescue(&err)
	m = &Model{
		file: file, options: o, constants: map[string]ast.Expr{}, enums: map[string][]string{}, declared: map[string]bool{"*": true},
		guards: map[string]*ast.GuardDecl{}, groups: map[string]ast.Expr{}, types: map[string]*agentType{}, named: map[string]*instance{},
	}
	m.declareNames()
	m.declareInstances()
	m.declareVariables()
	for _, t := range m.types {
		m.number(t)
	}
	return m, nil
}

func (m *Model) declareNames() {
	for _, d := range m.file.Decls {
		if d, ok := d.(*ast.ConstDecl); ok {
			m.constants[d.Name.Name] = d.Value
		}
	}
	for _, d := range m.file.Decls {
		switch d := d.(type) {
		case *ast.ChannelsDecl:
			m.channels = append(m.channels, m.members(d.Names)...)
		case *ast.EnumDecl:
			m.enums[d.Name.Name] = m.members(d.Values)
		case *ast.GuardDecl:
			m.guards[d.Name.Name] = d
		case *ast.GroupDecl:
			m.groups[d.Name.Name] = d.Members
		case *ast.AgentDecl:
			m.types[d.Name.Name] = &agentType{name: d.Name.Name, decl: d}
		case *ast.SpecDecl:
			m.specs = append(m.specs, d.Formula)
		case *ast.FairnessDecl:
			m.justice = append(m.justice, d.Cond)
		case *ast.CompassionDecl:
			m.compassion = append(m.compassion, [2]ast.Expr{d.If, d.Then})
		}
	}
	m.channels = append(m.channels, "*")
}

// members lists the names that declared names stand for, and declares them.
func (m *Model) members(list []*ast.DeclName) []string {
	var out []string
	for _, n := range list {
		m.family(n, func(name string, _ *binding) {
			out = append(out, name)
			m.declared[name] = true
		})
	}
	return out
}

func (m *Model) family(n *ast.DeclName, visit func(name string, index *binding)) {
	if !n.Replicated() {
		visit(n.Name.Name, nil)
		return
	}
	for i := m.constant(n.Lo, nil); i <= m.constant(n.Hi, nil); i++ {
		var index *binding
		if n.Var != nil {
			index = &binding{name: n.Var.Name, value: integer(i)}
		}
		visit(n.Name.Name+strconv.Itoa(i), index)
	}
}

// constant evaluates a number that does not depend on states.
func (m *Model) constant(e ast.Expr, binds *binding) int {
	v := (&env{m: m, binds: binds}).eval(e)
	if !v.isNumber() {
		fail("%s is no constant", ast.Print(e, ast.Style{}))
	}
	return v.n
}

func (m *Model) declareInstances() {
	for _, d := range m.file.Decls {
		d, ok := d.(*ast.SystemDecl)
		if !ok {
			continue
		}
		for _, i := range d.Instances {
			t := m.types[i.Type.Name]
			if t == nil {
				fail("no agent type %s", i.Type.Name)
			}
			m.family(i.Name, func(name string, index *binding) {
				in := &instance{name: name, number: len(m.instances), typ: t, cond: i.Cond, index: index, absent: i.Absent != nil}
				m.instances = append(m.instances, in)
				m.named[name] = in
				m.declared[name] = true
			})
		}
	}
}

func (m *Model) declareVariables() {
	for _, d := range m.file.Decls {
		switch d := d.(type) {
		case *ast.MessageDecl:
			m.data = append(m.data, m.variables(d.Fields)...)
		case *ast.PropertyDecl:
			m.props = append(m.props, m.variables(d.Fields)...)
		case *ast.AgentDecl:
			if d.Local != nil {
				m.types[d.Name.Name].locals = m.variables(d.Local.Fields)
			}
		}
	}
	first := 0
	for _, in := range m.instances {
		in.first = first
		first += len(in.typ.locals)
	}
}

func (m *Model) variables(fields []*ast.Field) []variable {
	var out []variable
	for _, f := range fields {
		out = append(out, variable{f.Name.Name, m.domain(f.Type)})
	}
	return out
}

func (m *Model) domain(t ast.Type) domain {
	switch t := t.(type) {
	case *ast.RangeType:
		return numbers(m.constant(t.Lo, nil), m.constant(t.Hi, nil))
	case *ast.Ident:
		if values, ok := m.enums[t.Name]; ok {
			return symbols(values)
		}
		switch strings.ToLower(t.Name) {
		case "bool", "boolean":
			return domain{values: []Value{boolean(false), boolean(true)}}
		case "channel":
			return symbols(m.channels)
		case "location":
			var names []string
			for _, in := range m.instances {
				names = append(names, in.name)
			}
			return symbols(names)
		case "int", "integer":
			if i := m.options.Int; i != nil {
				return numbers(i.Lo, i.Hi)
			}
			return domain{unbounded: true}
		}
		fail("no type %s", t.Name)
	}
	return domain{}
}

func find(list []variable, name string) int {
	return slices.IndexFunc(list, func(v variable) bool { return v.name == name })
}
