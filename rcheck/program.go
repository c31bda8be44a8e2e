package rcheck

import (
	"context"
	"slices"
	"strconv"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Options control how a model is read. The zero value is right for most.
type Options struct {
	// Set overrides constants: `const N = 3;` has the value Set["N"] if that is given. A name that the model does not declare is
	// an error.
	Set map[string]int
	// IntLo and IntHi, when both are set, are the inclusive bounds of every variable declared `int`. Without them a range has to
	// follow from the model.
	IntLo, IntHi *int
	// Reading says how far F, G, X and observations reach to the right in formulas: "tight" (like `!`), "wide" (to the end of the
	// bracket), or "" for what the dialect of the model does.
	Reading string
	Limits  Limits
}

// Limits bound what a model may grow to before it is given up with a diagnostic. A zero field means its default.
type Limits struct {
	// Expansion is the number of expression nodes, with guards, replicas and quantifiers written out; by default 2 000 000.
	Expansion int
	// Domain is the number of values of one integer type; by default 1 048 576.
	Domain int
	// Replicas is the number of members of one replicated name; by default 10 000.
	Replicas int
	// Nesting is how deep guards may call each other; by default 200.
	Nesting int
	// Search is the number of partial assignments tried to find an initial state of one agent; by default 1 000 000. Where it is
	// not enough, nothing is said about initial states.
	Search int
	// Errors is the number of errors after which nothing more is looked at; by default [parser.MaxErrors].
	Errors int
	// Flow is the number of expressions evaluated to find out which values can reach which variables; by default 5 000 000. Where
	// it is not enough, every value of its type is taken to reach a variable.
	Flow int
}

func (l Limits) orDefaults() Limits {
	for _, f := range []struct {
		field *int
		value int
	}{
		{&l.Expansion, 2_000_000}, {&l.Domain, 1 << 20}, {&l.Replicas, 10_000}, {&l.Nesting, 200}, {&l.Search, 1_000_000},
		{&l.Flow, 5_000_000}, {&l.Errors, parser.MaxErrors},
	} {
		if *f.field <= 0 {
			*f.field = f.value
		}
	}
	return l
}

// Program is a model that has a meaning: the system it composes and the properties it states. It is read-only but for
// [Program.AddProperty], and safe for concurrent use while that is not called.
type Program struct {
	// File is the syntax tree, whose positions Files resolves.
	File  *ast.File
	Files *token.FileSet
	// System is the closed system. The atoms of all formulas index its Propositions: an [ltol.State] atom a state proposition, an
	// [ltol.Step] or [ltol.PastStep] atom a step proposition.
	System *recipe.System
	// Commands holds, for every command of the system, where it is in the syntax tree; replicas share one.
	Commands []*ast.Command
	// Specs are the properties in the order of the file, then the added ones. Their indices ascend, with gaps where an added
	// property was rejected.
	Specs []*Spec
	// Justice holds the conditions of `FAIRNESS e`: computations on which one of them holds only finitely often are not considered.
	// Compassion holds those of `COMPASSION (p, q)`: if p holds infinitely often, so does q. Both are Boolean combinations of atoms,
	// without temporal operators.
	Justice    []*ltol.Formula
	Compassion [][2]*ltol.Formula

	checker *checker
	added   int // calls of AddProperty
}

// Spec is one property.
type Spec struct {
	Index   int    // from 1, in order of the file; then those added, in the order of the calls
	Name    string // as given by NAME or by the caller; empty if there is none
	Text    string // the formula as it was written
	Formula *ltol.Formula
	Expr    ast.Expr
	Pos     recipe.Position
}

// Parse reads a model in either dialect: it parses src, resolves names, checks types, and lowers agents to a [recipe.System] and
// properties to LTOL. The name is used in diagnostics only. The diagnostics are ordered by position; the program is nil exactly if
// there is an error among them.
func Parse(name string, src []byte, o Options) (*Program, diag.List) {
	p, list, err := ParseContext(context.Background(), name, src, o)
	if err != nil {
		panic(err) // the background never ends
	}
	return p, list
}

// ParseContext is [Parse] until ctx ends. The error, an [interrupt.Error], then names the phase, and there are no other results.
func ParseContext(ctx context.Context, name string, src []byte, o Options) (p *Program, list diag.List, err error) {
	if ctx == nil {
		return nil, nil, misuse("there is no context")
	}
	defer interrupt.Catch(&err)
	watch := interrupt.New(ctx, "parsing")
	watch.Phase("parsing")
	files := token.NewFileSet()
	file, mistakes := parser.ParseFile(files, name, src, parser.Options{Reading: o.reading(), Watch: watch})
	p, list = check(watch, files, file, mistakes, o)
	return p, list, nil
}

// Check is the part of [Parse] after parsing: list holds what the parser reported about file. A file whose parsing failed is checked
// as far as it goes, so that all its errors are reported at once.
func Check(files *token.FileSet, file *ast.File, list diag.List, o Options) (*Program, diag.List) {
	if files == nil || file == nil || file.Source == nil || slices.Contains(list, nil) {
		panic(misuse("Check: there is no file that the parser made, or a diagnostic is nil"))
	}
	return check(nil, files, file, list, o)
}

func check(watch *interrupt.Watch, files *token.FileSet, file *ast.File, list diag.List, o Options) (*Program, diag.List) {
	rep := &diag.Reporter{Files: files, List: list}
	c := newChecker(o, rep, file, watch)
	p := &Program{File: file, Files: files, checker: c}
	c.finish(func() { c.check(p) })
	c.watch = nil
	rep.List.Sort()
	if rep.List.HasErrors() {
		return nil, rep.List
	}
	p.System, p.Commands = c.system, c.commands
	return p, rep.List
}

func (o Options) reading() parser.ReadingChoice {
	switch o.Reading {
	case "tight":
		return parser.ForceTight
	case "wide":
		return parser.ForceWide
	}
	return parser.ByDialect
}

// check runs the phases. Each of them goes on after errors of those before, except that values are analysed only in a system that
// is complete.
func (c *checker) check(p *Program) {
	c.watch.Phase("expanding the model")
	c.declare()
	c.checkShadowing()
	c.checkGuards()
	c.system = &recipe.System{File: c.file.Source.Name(), Symbols: c.symbols, Channel: c.channel, Location: c.location}
	for _, d := range c.data {
		c.system.Data = append(c.system.Data, recipe.DataVar{Name: d.name, Type: d.typ})
	}
	for _, d := range c.props {
		c.system.Properties = append(c.system.Properties, recipe.PropertyVar{Name: d.name, Type: d.typ})
	}
	c.lowerAgents()
	c.watch.Phase("expanding the properties")
	c.lowerProperties(p)
	if c.rep.List.HasErrors() {
		return
	}
	c.system.Symbols = c.symbols
	c.watch.Phase("analysing the flow of values")
	c.analyse()
	if c.rep.List.HasErrors() {
		return
	}
	c.checkInitialStates()
	c.checkUse()
}

// lowerProperties elaborates properties and fairness conditions.
func (c *checker) lowerProperties(p *Program) {
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *ast.SpecDecl:
			s := &Spec{Index: len(p.Specs) + 1, Text: c.text(d.Formula), Expr: d.Formula, Pos: c.position(d.Formula.Pos())}
			if d.Name != nil {
				s.Name = d.Name.Name
				for _, other := range p.Specs {
					if other.Name == s.Name {
						c.rep.Relate(c.reportAt(DuplicateName, d.Name, "two properties are called `%s`", s.Name),
							ast.Span(other.Expr), "the other one")
					}
				}
			}
			s.Formula = c.property(d.Formula)
			p.Specs = append(p.Specs, s)
		case *ast.FairnessDecl:
			p.Justice = append(p.Justice, c.fairness(d.Cond))
		case *ast.CompassionDecl:
			p.Compassion = append(p.Compassion, [2]*ltol.Formula{c.fairness(d.If), c.fairness(d.Then)})
		}
	}
}

func (c *checker) property(e ast.Expr) *ltol.Formula {
	defer c.warnEmptyQuantifiers()
	x := (&scope{c: c, place: placeState}).formula(e)
	if x == nil {
		return nil
	}
	return c.lift(x, e)
}

// fairness elaborates a condition on a state, on the step that leaves it, or on both. An observation may be given without the
// brackets and `true` of `<O> true`.
func (c *checker) fairness(e ast.Expr) *ltol.Formula {
	defer c.warnEmptyQuantifiers()
	state := &scope{c: c, place: placeState, static: true}
	step := &scope{c: c, place: placeObservation}
	t := c.begin()
	state.formula(e)
	asState := t.rollback()
	t = c.begin()
	step.observation(e)
	if asStep := t.rollback(); asStep < asState {
		o := step.observation(e)
		if o == nil {
			return nil
		}
		id := c.proposition(recipe.StepProposition, "", o)
		return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.Step}).WithSource(c.sourceOf(e))
	}
	x := state.formula(e)
	if x == nil {
		return nil
	}
	return c.lift(x, e)
}

// AddProperty adds a property that is no part of the file, such as one given on the command line, and the propositions it needs.
// It is read as the formulas of the model are. The name may be empty. Every call takes the next index, even if its formula is
// rejected: the index of a property does not depend on what is wrong with others. The diagnostics name the place `property NAME` or
// `property N`; the result is nil exactly if there is an error among them.
func (p *Program) AddProperty(name, text string) (*Spec, diag.List) {
	s, list, err := p.AddPropertyContext(context.Background(), name, text)
	if err != nil {
		panic(err) // the background never ends
	}
	return s, list
}

// AddPropertyContext is [Program.AddProperty] until ctx ends. The error, an [interrupt.Error], then names the phase, and the program
// is as if the property had been rejected.
func (p *Program) AddPropertyContext(ctx context.Context, name, text string) (s *Spec, list diag.List, err error) {
	switch {
	case p == nil || p.checker == nil:
		return nil, nil, misuse("the program is nil, or was not made by Parse or Check")
	case ctx == nil:
		return nil, nil, misuse("there is no context")
	}
	c := p.checker
	before := len(c.system.Propositions)
	p.added++
	defer func() {
		c.watch = nil
		if err != nil {
			c.trials = 0
			c.forget(before)
		}
	}()
	defer interrupt.Catch(&err)
	c.watch = interrupt.New(ctx, "reading the property")
	c.watch.Phase("reading the property")
	s, list = p.addProperty(name, text)
	return s, list, nil
}

func (p *Program) addProperty(name, text string) (*Spec, diag.List) {
	c := p.checker
	index := p.declared() + p.added
	where := "property " + name
	if name == "" {
		where = "property " + strconv.Itoa(index)
	}
	e, list := parser.ParseFormula(p.Files, where, []byte(text), parser.Options{Reading: c.opts.reading(), Model: p.File, Watch: c.watch})
	before := len(c.system.Propositions)
	c.rep.List, c.seen = list, map[reported]bool{}
	c.nodes, c.errors = 0, 0
	s := &Spec{Index: index, Name: name, Text: text, Expr: e, Pos: c.position(e.Pos())}
	for _, other := range p.Specs {
		if name != "" && other.Name == name {
			c.reportAt(DuplicateName, e, "two properties are called `%s`", name)
		}
	}
	c.finish(func() { s.Formula = c.property(e) })
	c.rep.List.Sort()
	list = c.rep.List
	if list.HasErrors() {
		c.forget(before)
		return nil, list
	}
	for i := before; i < len(c.system.Propositions); i++ {
		c.retype(c.system.Propositions[i].Expr)
	}
	p.Specs = append(p.Specs, s)
	return s, list
}

// declared is the number of properties in the file.
func (p *Program) declared() int {
	n := 0
	for _, d := range p.File.Decls {
		if _, ok := d.(*ast.SpecDecl); ok {
			n++
		}
	}
	return n
}
