package types

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Resolve makes the typed tree of a file. The list has the diagnostics of the parser about it, and
// files resolves its positions. The result has these diagnostics and its own, ordered by position.
// The program is nil if there is an error outside of properties. A property with an error is left
// out. The watch, which may be nil, ends the work by a panic (see [interrupt.Catch]).
func Resolve(watch *interrupt.Watch, files *token.FileSet, file *ast.File, list diag.List, o Options) (*Program, diag.List) {
	c := newChecker(newProgram(file, o), watch, files, list)
	complete := c.finish(c.resolve)
	c.dropReadings()
	c.dropConsequences()
	c.List.Sort()
	if !complete || c.broken() {
		return nil, c.List
	}
	return c.Program, c.List
}

// Formula resolves one more formula over the program, after a keyword such as SPEC. The list has
// the diagnostics of the parser about it. The formula is nil if, and only if, the diagnostics have
// an error.
func (p *Program) Formula(watch *interrupt.Watch, files *token.FileSet, keyword string, e ast.Expr, list diag.List) (*Formula, diag.List) {
	c := newChecker(p, watch, files, list)
	var f *Formula
	c.finish(func() { f = c.property(keyword, e) })
	c.dropReadings()
	c.List.Sort()
	if c.List.HasErrors() {
		return nil, c.List
	}
	c.closeFormula(f)
	if c.checkQuantified(e, f); c.List.HasErrors() {
		return nil, c.List
	}
	return f, c.List
}

// Value resolves an expression about a state over the program, of whatever type. The list has the
// diagnostics of the parser about it. The result is nil if, and only if, the diagnostics have an
// error.
func (p *Program) Value(watch *interrupt.Watch, files *token.FileSet, e ast.Expr, list diag.List) (*recipe.Expr, diag.List) {
	c := newChecker(p, watch, files, list)
	var x *recipe.Expr
	c.finish(func() {
		x = c.scope(placeValue, nil).expr(e)
	})
	c.dropReadings()
	c.List.Sort()
	if c.List.HasErrors() {
		return nil, c.List
	}
	c.closeNumbers(x)
	return x, c.List
}

// resolve runs the phases. Each of them goes on after errors of those before, except that values
// are analysed only in a system that is complete.
func (c *checker) resolve() {
	c.elaborate()
	if c.broken() {
		return
	}
	c.watch.Phase("walking through the commands")
	c.analyse()
	if c.broken() {
		return
	}
	c.checkInitialStates()
	if !c.List.HasErrors() {
		c.checkUse()
	}
}

// elaborate runs the phases up to the values.
func (c *checker) elaborate() {
	c.watch.Phase("expanding the model")
	c.declare()
	c.checkShadowing()
	c.checkGuards()
	c.System = &recipe.System{File: c.file.Source.Name(), Symbols: c.symbols, Channel: c.channel, Location: c.location}
	for _, d := range c.data {
		c.System.Data = append(c.System.Data, recipe.DataVar{Name: d.name, Type: d.typ})
	}
	for _, d := range c.props {
		c.System.Properties = append(c.System.Properties, recipe.PropertyVar{Name: d.name, Type: d.typ})
	}
	c.resolveAgents()
	c.resolveGroups()
	c.watch.Phase("expanding the properties")
	c.resolveProperties()
	c.closeSystem()
}

// checkGuards elaborates every guard definition apart from its calls, with parameters of which only
// the type is known, so that its mistakes are reported once, at the definition, and calls of a bad
// guard say nothing more.
func (c *checker) checkGuards() {
	for _, g := range c.guardOrder {
		before := len(c.List.Errors())
		env := c.scope(placeGuardDef, nil)
		env.frame, env.standalone = &frame{guard: g}, true
		c.expanding[g] = true
		env.boolean(g.decl.Body)
		delete(c.expanding, g)
		g.bad = g.bad || len(c.List.Errors()) > before
	}
}

// resolveProperties elaborates properties and fairness conditions.
func (c *checker) resolveProperties() {
	named := map[string]*ast.SpecDecl{}
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *ast.SpecDecl:
			c.Declared++
			before := c.errors
			if d.Name != nil {
				if other := named[d.Name.Name]; other != nil {
					c.duplicate(d.Name, other.Formula, "the other one", "two properties are called `%s`", d.Name.Name)
				} else {
					named[d.Name.Name] = d
				}
			}
			f := c.property(d.Keyword.Text, d.Formula)
			if f != nil && c.errors == before {
				c.Stated = append(c.Stated, Stated{d, c.Declared, []*Formula{f}})
			}
			c.inProperties += c.errors - before
		case *ast.AssumeDecl:
			c.assume(d)
		case *ast.ContractDecl:
			c.contract(d)
		case *ast.FairnessDecl:
			c.Stated = append(c.Stated, Stated{d, 0, []*Formula{c.fairness(d.Cond)}})
		case *ast.CompassionDecl:
			c.Stated = append(c.Stated, Stated{d, 0, []*Formula{c.fairness(d.If), c.fairness(d.Then)}})
		}
	}
}

// property elaborates the formula of a property, which is to be about states after CTLSPEC.
func (c *checker) property(keyword string, e ast.Expr) *Formula {
	defer c.warnEmptyQuantifiers()
	c.heading = nil
	for b, ok := e.(*ast.Binary); ok; b, ok = b.X.(*ast.Binary) {
		if b.Op == ast.Eq {
			c.heading = b.X
		}
	}
	env := c.formulas(placeState)
	f := operand(env.formula(e), e)
	if f != nil && keyword == "CTLSPEC" {
		env.isAboutState(f, keyword)
	}
	c.askable(f, e)
	return f
}

// assume elaborates an assumption about agents outside. It is an error of the model, not of a
// property.
func (c *checker) assume(d *ast.AssumeDecl) {
	if c.environment == nil {
		c.reportAt(noOutside, d.Name, "`%s` assumes something of agents outside, but the system is closed", d.Name.Name).
			Suggest("end the composition with `|| open`, or put the assumption before an arrow in each property")
		return
	}
	for _, s := range c.Stated {
		if other, is := s.Decl.(*ast.AssumeDecl); is && other.Name.Name == d.Name.Name {
			c.duplicate(d.Name, other.Name, "the other one", "two assumptions are called `%s`", d.Name.Name)
		}
	}
	if f := c.property(d.Keyword.Text, d.Formula); f != nil {
		c.Stated = append(c.Stated, Stated{d, 0, []*Formula{f}})
	}
}

// fairness elaborates a condition on a state, on the step that leaves it, or on both. An
// observation may be given without the brackets and `true` of `<O> true`.
func (c *checker) fairness(e ast.Expr) *Formula {
	defer c.warnEmptyQuantifiers()
	state, step := c.formulas(placeState), c.formulas(placeObservation)
	state.static = true
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
		return stepAtom(o, e)
	}
	return operand(state.formula(e), e)
}

// checker resolves a file, or one more formula over a program. Its tables, those of the program,
// are filled by the declaration phase (declare.go) and read-only afterwards; expressions are
// elaborated from the syntax tree straight into typed [recipe.Expr] once for every instance, and
// the diagnostics that repeat from instance to instance are reported once.
//
// An expression, type or declaration that has an error is nil from then on, and nothing is reported
// about nil: one mistake gives one diagnostic.
type checker struct{ ranges }

func newChecker(p *Program, watch *interrupt.Watch, files *token.FileSet, list diag.List) *checker {
	c := &checker{}
	c.journal = journal{
		Program:   p,
		watch:     watch,
		Reporter:  &diag.Reporter{Files: files, List: list},
		seen:      map[reported]bool{},
		ranged:    map[*ast.Quantifier]bool{},
		positions: map[token.Pos]recipe.Position{},
	}
	c.used, c.expanding = map[any]bool{}, map[*guardDef]bool{}
	c.noteReadings(list)
	return c
}

// References resolves a file, which may have errors, and returns what its names refer to, in the
// order of the text. A name refers to several declarations if it means another one for every agent,
// or if it is declared more than once. Names without a meaning are left out. So are names in the
// body of a quantifier that ranges over nothing. The watch is that of [Resolve].
func References(watch *interrupt.Watch, files *token.FileSet, file *ast.File, o Options) []token.Reference {
	o.Limits.Errors = math.MaxInt
	c := newChecker(newProgram(file, o), watch, files, nil)
	c.references = map[token.Reference]bool{}
	c.finish(c.elaborate)
	return slices.SortedFunc(maps.Keys(c.references), func(a, b token.Reference) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Declared, b.Declared))
	})
}
