// Package contracts checks the contracts of agent types, and what follows from them for a whole
// model (P001 Section 4).
//
// Its one idea is an induction over the steps of a run. Assume that each assumption was true at all
// steps before. Then all guarantees are true at this step: each agent alone, in any environment,
// keeps its contract. And then all assumptions are true at this step, as they follow from the
// guarantees, whatever the agents do. So guarantees may rest on each other. No state of the whole
// model is explored: one agent at a time is, and the single steps of agents that do anything.
package contracts

import (
	"context"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/open"
)

// A Part is an agent of a type that is alone in any environment, for all agents of the type with its
// initial condition.
type Part struct {
	rcheck.Alone
	// Result says whether the agent keeps the contract.
	Result mc.Result
}

// A Contract is what became of one contract.
type Contract struct {
	*rcheck.Contract
	// Parts has one part for each initial condition of the agents.
	Parts []Part
	// Assumption says whether the assumptions of the agents follow from the guarantees of all.
	Assumption mc.Result
}

// Verdict is Holds if everything about the contract holds, and Violated if something is violated.
func (c *Contract) Verdict() mc.Verdict {
	out := c.Assumption.Verdict
	for _, p := range c.Parts {
		if v := p.Result.Verdict; v == mc.Violated || out == mc.Holds {
			out = v
		}
	}
	return out
}

// A Report says what became of all contracts of a model, and of its properties.
type Report struct {
	Contracts []*Contract
	// Properties has a result for each property of the model. The verdict is Holds if the property
	// follows from the contracts, and all of them hold. Otherwise it is Unknown.
	Properties []mc.Result
	// Size is the value of the constants at which the report is about the model, if Check was asked about
	// all values; otherwise 0. Verdicts that are Holds are then about all values.
	Size int
	// Anything is the system of agents that do anything, which the results of assumptions are about.
	Anything *recipe.System
}

// Check checks the contracts of a program. The diagnostics are the errors of agent types that cannot
// be read alone; then there is no report. Limits make verdicts Unknown and are no error.
func Check(ctx context.Context, p *rcheck.Program, opts ...mc.Option) (*Report, diag.List, error) {
	if p == nil || p.System == nil {
		return nil, nil, fmt.Errorf("contracts: %w: there is no program", mc.ErrMisuse)
	}
	sys, list := p.Contracts()
	r := &Report{}
	for _, k := range list {
		c := &Contract{Contract: k}
		r.Contracts = append(r.Contracts, c)
		parts, faults, err := p.Alone(ctx, k)
		if faults.HasErrors() || err != nil {
			return nil, faults, err
		}
		for _, part := range parts {
			out, err := mc.Check(ctx, part.System, rcp.Specification(part.Program), opts...)
			if err != nil {
				return nil, nil, err
			}
			c.Parts = append(c.Parts, Part{part, out.Results[0]})
		}
	}
	var err error
	if r.Anything, err = open.Anything(sys, 0); err != nil {
		return nil, nil, err
	}
	return r, nil, r.join(ctx, p, sys, opts)
}

// CheckAll checks contracts at all values of constants that count agents: see
// [rcheck.Program.UniformContracts]. Read reads the model with one value for all of them. If the
// contracts depend on the constants, the diagnostics say where, and there is no report.
func CheckAll(
	ctx context.Context, p *rcheck.Program, constants []string, read func(ctx context.Context, size int) (*rcheck.Program, error), opts ...mc.Option,
) (*Report, diag.List, error) {
	if p == nil || p.System == nil || read == nil {
		return nil, nil, fmt.Errorf("contracts: %w: there is no program, or none at other sizes", mc.ErrMisuse)
	}
	u := p.UniformContracts(constants...)
	if len(u.Differs) > 0 {
		return nil, u.Differs, nil
	}
	at, err := read(ctx, u.Size)
	if err != nil {
		return nil, nil, err
	}
	r, list, err := Check(ctx, at, opts...)
	if r == nil || err != nil {
		return nil, list, err
	}
	r.Size = u.Size
	for i := range r.Properties {
		if of := &r.Properties[i]; of.Verdict == mc.Holds && !slices.Contains(u.Properties, of.Property.Index) {
			of.Verdict, of.Reason = mc.Unknown, "contracts decide it for one number of agents at a time; they decide `G p` for all, where p is about single steps"
		}
	}
	return r, nil, nil
}

// join checks what the contracts say together.
func (r *Report) join(ctx context.Context, p *rcheck.Program, sys *recipe.System, opts []mc.Option) error {
	var guarantees, all []*ltol.Formula
	for _, c := range r.Contracts {
		guarantees, all = append(guarantees, c.Guarantee...), append(append(all, c.Guarantee...), c.Assume...)
	}
	var spec mc.Specification
	for i, c := range r.Contracts {
		f := ltol.Globally(ltol.Implies(ltol.And(guarantees...), ltol.And(c.Assume...)))
		spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Name: c.Type, Text: c.Text, Formula: f, Pos: c.Pos})
	}
	found, err := r.decide(ctx, spec, opts)
	if err != nil {
		return err
	}
	holds := len(r.Contracts) > 0
	for i, c := range r.Contracts {
		c.Assumption = found.Results[i]
		holds = holds && c.Verdict() == mc.Holds
	}
	lost := open.Lost(sys)
	var asked mc.Specification
	var of []int // the number of the result of each
	for i, s := range p.Specs {
		property := rcp.Property(s)
		out := mc.Result{Property: property}
		switch {
		case !holds:
			out.Reason = "not all contracts hold"
		case s.Formula == nil:
			out.Reason = "contracts say nothing about what agents know or can do"
		case slices.ContainsFunc(s.Formula.Atoms(), func(a ltol.Atom) bool { return slices.Contains(lost, a.ID) }):
			out.Reason = "contracts say nothing about labels, control states, deadlocks and property identifiers"
		default:
			property.Formula = ltol.Implies(ltol.Globally(ltol.And(all...)), property.Formula)
			asked.Properties, of = append(asked.Properties, property), append(of, i)
		}
		r.Properties = append(r.Properties, out)
	}
	if len(of) == 0 {
		return nil
	}
	if found, err = r.decide(ctx, asked, opts); err != nil {
		return err
	}
	for j, i := range of {
		out, follows := &r.Properties[i], &found.Results[j]
		if out.Verdict, out.Reason, out.Seconds = follows.Verdict, follows.Reason, follows.Seconds; out.Verdict == mc.Violated {
			out.Verdict, out.Reason = mc.Unknown, "it does not follow from the contracts"
		}
	}
	return nil
}

// decide checks properties of the agents that do anything, by diagrams alone. Other engines, and the
// search for short runs, would try all values of the locals one by one.
func (r *Report) decide(ctx context.Context, spec mc.Specification, opts []mc.Option) (*mc.Report, error) {
	opts = append(slices.Clip(opts), mc.WithEngines("diagrams"), mc.WithVerdictsAlone())
	session := mc.Session{Model: mc.ModelOf(r.Anything, spec, opts...), Properties: spec.Properties, Verdicts: true}
	return session.Run(ctx)
}
