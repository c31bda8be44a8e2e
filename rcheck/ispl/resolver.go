package ispl

import (
	"maps"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// Program is a model without errors. Its formulas are about the propositions of the system: those
// of Evaluation, after them one for the red states of each agent, and then those of
// [Program.DeadlockFree]. The agents of the formulas are those of the system.
type Program struct {
	File     *File
	System   *interpreted.System
	Fairness []*ltol.StateFormula // what holds again and again on the paths that count
	Formulas []Property

	names   *resolver // which knows what names mean
	endless map[*ltol.StateFormula]bool
}

// Endless reports whether f is an A or E in a formula of LTL or CTL*. If paths can end, such an
// operator is about infinite paths only. AG, EX and the like are also about paths that end.
func (p *Program) Endless(f *ltol.StateFormula) bool { return p.endless[f] }

// Property is one of a model's formulas.
type Property struct {
	Name    string // empty in the text of a model
	Text    string // on one line, as Print writes it
	Pos     token.Position
	Formula *ltol.StateFormula
}

// A resolver gives the conditions and formulas of a file their meaning.
type resolver struct {
	naming
	watch   *interrupt.Watch
	file    *File
	program *Program

	props      map[string]int
	groups     map[string][]int // the agents
	usedProps  map[int]bool
	usedGroups map[string]bool
}

// A naming knows what the names of agents, variables, actions and symbols stand for, and reports
// those that stand for nothing.
type naming struct {
	*diag.Reporter
	sys      *interpreted.System
	agents   map[string]int
	symbols  map[string]recipe.Value
	vars     []map[string]int // by agent
	actions  []map[string]int
	reported map[string]bool // names of agents that are reported as unknown, each once
}

// position is a place as the formalism has it.
func (r *naming) position(at token.Span) recipe.Position {
	p := r.Files.Position(at.Start)
	return recipe.Position{File: p.Filename, Line: p.Line, Column: p.Column}
}

// first reports a repeated declaration; before holds the places of the names declared so far.
func (r *naming) first(before map[string]token.Span, n Ident, what string) bool {
	at, twice := before[n.Name]
	if twice {
		d := r.Report(duplicateName, n.Span, "%s `%s` is declared already", what, n.Name)
		r.Relate(d, at, "the first one")
		return false
	}
	before[n.Name] = n.Span
	return true
}

func (r *naming) needed(at token.Span, section string, entries int) {
	if entries == 0 {
		r.Report(emptySection, at, "the section `%s` is empty", section).Suggest("it needs at least one entry; a dummy will do")
	}
}

// find looks a name up, and reports in the words given that it is not known.
func (r *naming) find(known map[string]int, n Ident, format string, args ...any) (int, bool) {
	x, ok := known[n.Name]
	if !ok {
		r.Report(unknownName, n.Span, format, args...).Suggest(diag.DidYouMean(n.Name, keys(known)))
	}
	return x, ok
}

// action finds an action of an agent by name.
func (r *naming) action(i int, n Ident) (int, bool) {
	return r.find(r.actions[i], n, "the agent `%s` has no action `%s`", r.sys.Agents[i].Name, n.Name)
}

func (r *naming) agentNamed(n Ident) (int, bool) {
	i, ok := r.agents[n.Name]
	if ok || r.reported[n.Name] {
		return i, ok
	}
	r.reported[n.Name] = true
	hint := diag.DidYouMean(n.Name, keys(r.agents))
	if n.Name == EnvironmentName {
		hint = "declare `Agent Environment`"
	}
	r.Report(unknownName, n.Span, "there is no agent `%s`", n.Name).Suggest(hint)
	return 0, false
}

func (r *naming) valueNames(t *recipe.Type) []string {
	var out []string
	for _, v := range t.Values {
		out = append(out, r.sys.Symbols[v])
	}
	return out
}

func keys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
