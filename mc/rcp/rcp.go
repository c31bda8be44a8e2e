// Package rcp joins the language and the checker: it turns what a model of package rcheck states
// into what package mc checks. These two do not know each other, so that systems can be checked
// that nobody wrote as text, and texts be read that nobody checks.
//
// From the text of a model to verdicts and traces it takes three steps: [rcheck.Parse] reads it,
// [Specification] says what it should satisfy, and [mc.Check] decides; see the example. Formulas
// that are no part of the model come in between, by [rcheck.Program.WithProperty], or afterwards,
// by [Property] and [mc.Checker.CheckProperty].
package rcp

import (
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Specification is what a model states: its properties, those that were added included, in their
// order, and its fairness. It is about the program's System.
func Specification(p *rcheck.Program) mc.Specification {
	spec := Fairness(p)
	for _, s := range p.Specs {
		spec.Properties = append(spec.Properties, Property(s))
	}
	return spec
}

// Fairness is the specification of a model without its properties, for a checker that is asked
// about one at a time.
func Fairness(p *rcheck.Program) mc.Specification {
	return mc.Specification{Justice: p.Justice, Compassion: p.Compassion, Red: p.Red, Sees: p.Sees}
}

// Property is one property of a model, with its number, name, text and place, about the runs that
// satisfy the assumptions of the model.
func Property(s *rcheck.Spec) mc.Property {
	return mc.Property{Index: s.Index, Name: s.Name, Text: s.Text, Formula: s.Claim(), State: s.State, Assumed: s.Assumed, Pos: s.Pos}
}

// OfISPL is what a model in ISPL states.
func OfISPL(p *ispl.Program) mc.JointSpecification {
	spec := mc.JointSpecification{Fairness: p.Fairness, Endless: p.Endless}
	for i, f := range p.Formulas {
		at := recipe.Position{File: f.Pos.Filename, Line: f.Pos.Line, Column: f.Pos.Column}
		spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Name: f.Name, Text: f.Text, State: f.Formula, Pos: at})
	}
	return spec
}

// OnRuns is what the properties of a model in ISPL, in their order, say of single runs, and which
// runs count: those that are fair. A property is nil if it says nothing of them. So are all
// properties if whether a run is fair depends on more than its states.
func OnRuns(p *ispl.Program) (properties, fairness []*ltol.Formula) {
	decided := true
	for _, f := range p.Fairness {
		decided = decided && f.Propositional()
		fairness = append(fairness, ltol.Globally(ltol.Finally(f.OnPaths())))
	}
	for _, x := range p.Formulas {
		f := x.Formula.OnPaths()
		if !decided || f.Op() == ltol.OpTrue {
			f = nil
		}
		properties = append(properties, f)
	}
	return properties, fairness
}
