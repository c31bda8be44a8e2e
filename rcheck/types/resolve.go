package types

import (
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
	// Int, if it is set, bounds every variable declared `int`. Without it a range has to follow from the model.
	Int *Interval
	// Reading says how far F, G, X and observations reach to the right in formulas.
	Reading parser.ReadingChoice
	Limits  Limits
}

// Interval holds the integers from Lo to Hi, both included.
type Interval struct{ Lo, Hi int }

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

// Resolve gives a file a meaning; list holds what the parser reported about it, and files resolves its places. The diagnostics,
// those of the parser included, are ordered by position. The program is nil if there is an error outside of properties; a property
// with an error is left out. The watch, which may be nil, ends the work by a panic (see [interrupt.Catch]).
func Resolve(watch *interrupt.Watch, files *token.FileSet, file *ast.File, list diag.List, o Options) (*Program, diag.List) {
	c := newChecker(newProgram(file, o), watch, files, list)
	complete := c.finish(c.resolve)
	c.rep.List.Sort()
	if !complete || c.broken() {
		return nil, c.rep.List
	}
	return c.Program, c.rep.List
}

// Formula resolves one more formula over the program; list holds what the parser reported about it. The formula is nil exactly if
// there is an error among the diagnostics.
func (p *Program) Formula(watch *interrupt.Watch, files *token.FileSet, e ast.Expr, list diag.List) (*Formula, diag.List) {
	c := newChecker(p, watch, files, list)
	var f *Formula
	c.finish(func() { f = c.property(e) })
	c.rep.List.Sort()
	if c.rep.List.HasErrors() {
		return nil, c.rep.List
	}
	closed := closer{nil, watch, map[*recipe.Expr]*recipe.Expr{}}
	return closed.formulas([]*Formula{f})[0], c.rep.List
}

// resolve runs the phases. Each of them goes on after errors of those before, except that values are analysed only in a system that
// is complete.
func (c *checker) resolve() {
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
	if c.broken() {
		return
	}
	c.watch.Phase("analysing the flow of values")
	c.analyse()
	if c.broken() {
		return
	}
	c.checkInitialStates()
	if !c.rep.List.HasErrors() {
		c.checkUse()
	}
}

// broken reports whether something other than a property has an error.
func (c *checker) broken() bool { return c.file.Broken || c.errors > c.inProperties }

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
					c.rep.Relate(c.reportAt(DuplicateName, d.Name, "two properties are called `%s`", d.Name.Name),
						ast.Span(other.Formula), "the other one")
				} else {
					named[d.Name.Name] = d
				}
			}
			if f := c.property(d.Formula); f != nil && c.errors == before {
				c.Stated = append(c.Stated, Stated{d, c.Declared, []*Formula{f}})
			}
			c.inProperties += c.errors - before
		case *ast.FairnessDecl:
			c.Stated = append(c.Stated, Stated{d, 0, []*Formula{c.fairness(d.Cond)}})
		case *ast.CompassionDecl:
			c.Stated = append(c.Stated, Stated{d, 0, []*Formula{c.fairness(d.If), c.fairness(d.Then)}})
		}
	}
}

func (c *checker) property(e ast.Expr) *Formula {
	defer c.warnEmptyQuantifiers()
	return operand((&scope{c: c, place: placeState}).formula(e), e)
}

// fairness elaborates a condition on a state, on the step that leaves it, or on both. An observation may be given without the
// brackets and `true` of `<O> true`.
func (c *checker) fairness(e ast.Expr) *Formula {
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
		return step.atom(o, e)
	}
	return operand(state.formula(e), e)
}
