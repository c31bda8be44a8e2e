package rcheck

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/lint"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/internal/lower"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

type (
	// Options control how a model is read. The zero value is right for most.
	Options = types.Options
	// Interval is a range of integers. It is the range of `int` if the options say so.
	Interval = types.Interval
	// Limits bound the size of a model after families and quantifiers are written out. The zero
	// value is right for most models.
	Limits = types.Limits
)

// Program is a model without errors: its system, and its properties. It is immutable and safe for
// concurrent use. To add a property, make another program (see [Program.WithProperty]).
type Program struct {
	// File is the syntax tree, whose positions Files resolves.
	File  *ast.File
	Files *token.FileSet
	// System is the closed system. The atoms of all formulas index its Propositions: an
	// [ltol.State] atom a state proposition, an [ltol.Step] or [ltol.PastStep] atom a step
	// proposition.
	System *recipe.System
	// Commands holds, for every command of the system, where it is in the syntax tree; replicas
	// share one.
	Commands []*ast.Command
	// Specs are the properties: first those of the file, in order, then the added ones. Their
	// indices increase. If a property has an error, its index is missing.
	Specs []*Spec
	// Justice holds the conditions of `FAIRNESS e`: each must hold infinitely often on a fair
	// computation. Compassion holds those of `COMPASSION (p, q)`: if p holds infinitely often, so
	// does q. All are Boolean combinations of atoms, without temporal operators.
	Justice    []*ltol.Formula
	Compassion [][2]*ltol.Formula
	// Assumed is what all assumptions of the file say together; nil if there are none. Properties are
	// about the runs that satisfy it.
	Assumed *ltol.Formula
	// Groups are the declared groups of agents. Sees holds, for each agent, what the agent sees of
	// itself; nil means everything. An agent knows what holds in all states that look the same to
	// it.
	Groups []*types.Group
	Sees   []*recipe.View
	// Red holds, for each agent, the number of the proposition that the agent violates its norms.
	// It is -1 if the type of the agent states no norms.
	Red []int
	// Pictures say for each agent where it stands on a grid; nil if its type does not say.
	Pictures []*recipe.Picture

	typed   *types.Program
	target  *lower.Target
	reading parser.ReadingChoice
	last    int // index of the last property, rejected ones included
}

// Constant is the value of a constant of the model, as the options set it or the model declares it;
// ok is false if there is none of this name.
func (p *Program) Constant(name string) (value int, ok bool) {
	if p == nil || p.typed == nil {
		return 0, false
	}
	return p.typed.Constant(name)
}

// Spec is one property.
type Spec struct {
	Index   int    // from 1, in order of the file; then those added, in the order of the calls
	Name    string // as given by NAME or by the caller; empty if there is none
	Text    string // the formula as it was written
	Formula *ltol.Formula
	// State is a property in which operators about states occur, such as K or E. Formula is nil
	// then. Agents have the numbers of the system, and the scheduler has the next number.
	// Propositions are those of the system. The property holds if it is true in all initial states.
	// A receive label is false at the beginning of the paths from these states.
	State *ltol.StateFormula
	// Assumed is [Program.Assumed]: what a run must satisfy for the property to be about it.
	Assumed *ltol.Formula
	Expr    ast.Expr
	Pos     recipe.Position
}

// Claim is what the property says of all runs: that those that satisfy Assumed satisfy Formula. It
// is nil if the property is about states.
func (s *Spec) Claim() *ltol.Formula {
	if s.Assumed == nil || s.Formula == nil {
		return s.Formula
	}
	return ltol.Implies(s.Assumed, s.Formula)
}

// Path returns the formula about paths. It is an error if the property is about states.
func (s *Spec) Path() (*ltol.Formula, error) {
	if s.Formula == nil {
		return nil, fmt.Errorf("`%s` is about states: it has A, E, can, or what agents know or must; only `check` accepts such a formula", s.Text)
	}
	return s.Formula, nil
}

// Parse reads a model in either dialect. It parses src, resolves names, checks types, and makes a
// [recipe.System] of the agents and LTOL formulas of the properties. The name is used in
// diagnostics only. The diagnostics are ordered by position. A property with an error is not in the
// program. An error outside of the properties means that there is no program.
func Parse(name string, src []byte, o Options) (*Program, diag.List) {
	p, list, err := ParseContext(context.Background(), name, src, o)
	if err != nil {
		panic(err) // the background never ends
	}
	return p, list
}

// ParseContext is [Parse] with a context. If ctx ends first, the error is an [interrupt.Error] that
// names the phase, and there are no other results.
func ParseContext(ctx context.Context, name string, src []byte, o Options) (p *Program, list diag.List, err error) {
	if ctx == nil {
		return nil, nil, misuse("there is no context")
	}
	defer interrupt.Catch(&err)
	watch := interrupt.New(ctx, "parsing")
	watch.Phase("parsing")
	files := token.NewFileSet()
	file, mistakes := parser.ParseFile(files, name, src, parser.Options{Reading: o.Reading, Watch: watch})
	p, list = check(watch, files, file, mistakes, o)
	return p, list, nil
}

func check(watch *interrupt.Watch, files *token.FileSet, file *ast.File, list diag.List, o Options) (*Program, diag.List) {
	typed, list := types.Resolve(watch, files, file, list, o)
	if typed == nil {
		return nil, list
	}
	list = lint.File(files, file, list)
	list.Sort()
	var all []*types.Formula
	for _, d := range typed.Stated {
		all = append(all, d.Formulas...)
	}
	target, lowered := (&lower.Target{System: typed.System, Apart: typed.Apart()}).Formulas(all...)
	p := &Program{File: file, Files: files, Commands: typed.Commands, Groups: typed.Groups, Sees: typed.Sees, Pictures: typed.Pictures,
		typed: typed, reading: o.Reading, last: typed.Declared}
	for agent, red := range typed.Red {
		p.Red = append(p.Red, -1)
		if red != nil {
			target, p.Red[agent] = target.Condition(typed.System.Agents[agent].Name+"-red", red)
		}
	}
	p.target, p.System = target, target.System
	p.assume(typed.Stated, lowered)
	for _, d := range typed.Stated {
		fs := lowered[:len(d.Formulas)]
		lowered = lowered[len(d.Formulas):]
		switch decl := d.Decl.(type) {
		case *ast.SpecDecl:
			s := p.spec(d.Index, decl.Formula, fs[0])
			if decl.Name != nil {
				s.Name = decl.Name.Name
			}
			p.Specs = append(p.Specs, s)
		case *ast.FairnessDecl:
			p.Justice = append(p.Justice, fs[0].Path)
		case *ast.CompassionDecl:
			p.Compassion = append(p.Compassion, [2]*ltol.Formula{fs[0].Path, fs[1].Path})
		}
	}
	typed.Stated = nil // which may be large
	return p, list
}

// assume joins the assumptions among what the file states, in its order.
func (p *Program) assume(stated []types.Stated, lowered []lower.Formula) {
	for _, d := range stated {
		if _, is := d.Decl.(*ast.AssumeDecl); is && p.Assumed == nil {
			p.Assumed = lowered[0].Path
		} else if is {
			p.Assumed = ltol.And(p.Assumed, lowered[0].Path)
		}
		lowered = lowered[len(d.Formulas):]
	}
}

// Spec returns the property with a number, counted from 1, or nil if there is none.
func (p *Program) Spec(index int) *Spec {
	if p == nil {
		return nil
	}
	number := func(s *Spec, index int) int { return cmp.Compare(s.Index, index) }
	i, ok := slices.BinarySearchFunc(p.Specs, index, number)
	if !ok {
		return nil
	}
	return p.Specs[i]
}

func (p *Program) spec(index int, e ast.Expr, f lower.Formula) *Spec {
	at := p.Files.Position(e.Pos())
	pos := recipe.Position{File: at.Filename, Line: at.Line, Column: at.Column}
	return &Spec{Index: index, Text: p.Files.Text(ast.Span(e)), Formula: f.Path, State: f.State, Assumed: p.Assumed, Expr: e, Pos: pos}
}

// usable says what keeps a program from reading more.
func (p *Program) usable(ctx context.Context) error {
	switch {
	case p == nil || p.typed == nil:
		return misuse("the program is nil, or was not made by Parse")
	case ctx == nil:
		return misuse("there is no context")
	}
	return nil
}

// Expression reads an expression about a state of the model, such as `a-x + b-y`, of whatever type.
// Diagnostics call the text by the given name. The expression is nil if there is an error among
// them. If ctx ends first, the error is an [interrupt.Error].
func (p *Program) Expression(ctx context.Context, where, text string) (x *recipe.Expr, list diag.List, err error) {
	if err := p.usable(ctx); err != nil {
		return nil, nil, err
	}
	defer interrupt.Catch(&err)
	watch := interrupt.New(ctx, "reading the expression")
	e, list := parser.ParseFormula(p.Files, where, []byte(text), parser.Options{Reading: p.reading, Model: p.File, Watch: watch})
	x, list = p.typed.Value(watch, p.Files, e, list)
	return x, list, nil
}

// WithProperty returns the program with one more property that is not in the file, such as one from
// the command line, and with the propositions that the property needs. The property is read like
// the formulas of the model. The name may be empty. Every call uses the next index, even if the
// formula has an error, so that the index of a property does not depend on errors in others.
// Diagnostics name the place `property NAME` or `property N`. If there is an error among them, the
// property is nil, and the program has the same properties as before.
func (p *Program) WithProperty(name, text string) (*Program, *Spec, diag.List) {
	q, s, list, err := p.WithPropertyContext(context.Background(), name, text)
	if err != nil {
		panic(err) // the background never ends
	}
	return q, s, list
}

// WithPropertyContext is [Program.WithProperty] with a context. If ctx ends first, the error is an
// [interrupt.Error] that names the phase, and there are no other results.
func (p *Program) WithPropertyContext(ctx context.Context, name, text string) (q *Program, s *Spec, list diag.List, err error) {
	return p.WithDeclared(ctx, "SPEC", name, text)
}

// WithDeclared is [Program.WithPropertyContext] for a property with a keyword. After CTLSPEC, a
// formula about paths is an error.
func (p *Program) WithDeclared(ctx context.Context, keyword, name, text string) (q *Program, s *Spec, list diag.List, err error) {
	if err := p.usable(ctx); err != nil {
		return nil, nil, nil, err
	}
	defer interrupt.Catch(&err)
	watch := interrupt.New(ctx, "reading the property")
	watch.Phase("reading the property")
	extended := *p
	extended.last++
	where := "property " + name
	if name == "" {
		where = "property " + strconv.Itoa(extended.last)
	}
	e, list := parser.ParseFormula(p.Files, where, []byte(text), parser.Options{Reading: p.reading, Model: p.File, Watch: watch})
	if i := slices.IndexFunc(p.Specs, func(s *Spec) bool { return name != "" && s.Name == name }); i >= 0 {
		rep := diag.Reporter{Files: p.Files, List: list}
		d := rep.Report(types.DuplicateName, ast.Span(e), "two properties are called `%s`", name)
		rep.Relate(d, ast.Span(p.Specs[i].Expr), "the other one")
		list = rep.List
	}
	f, list := p.typed.Formula(watch, p.Files, keyword, e, list)
	if f == nil {
		return &extended, nil, list, nil
	}
	target, lowered := p.target.Formulas(f)
	extended.target, extended.System = target, target.System
	s = p.spec(extended.last, e, lowered[0])
	s.Name, s.Text = name, text
	extended.Specs = append(slices.Clip(p.Specs), s)
	return &extended, s, list, nil
}
