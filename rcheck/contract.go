package rcheck

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ast"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/types"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Contract is what each agent of a type guarantees at each step, and what it assumes of the
// others (P001 Section 4).
type Contract struct {
	// Type is the agent type, and Text the contract as it is written.
	Type, Text string
	Pos        recipe.Position
	// Agents are the agents of the type, in order of composition. Assume and Guarantee have a
	// formula about one step for each of them, without temporal operators.
	Agents            []int
	Assume, Guarantee []*ltol.Formula

	typed *types.Contract
}

// Contracts returns the contracts of the model, in the order of the file, and its system with the
// propositions of the properties and of the contracts.
func (p *Program) Contracts() (*recipe.System, []*Contract) {
	if p == nil || p.typed == nil {
		return nil, nil
	}
	var all []*types.Formula
	for _, k := range p.typed.Contracts {
		all = append(append(all, k.Assume...), k.Guarantee...)
	}
	target, lowered := p.target.Formulas(all...)
	var out []*Contract
	next := func() *ltol.Formula {
		f := lowered[0].Path
		lowered = lowered[1:]
		return f
	}
	for _, k := range p.typed.Contracts {
		at := p.Files.Position(k.Decl.Pos())
		c := &Contract{
			Type: k.Decl.Type.Name, Text: p.Files.Text(ast.Span(k.Decl)), Agents: k.Agents, typed: k,
			Pos: recipe.Position{File: at.Filename, Line: at.Line, Column: at.Column},
		}
		for range k.Agents {
			c.Assume = append(c.Assume, next())
		}
		for range k.Agents {
			c.Guarantee = append(c.Guarantee, next())
		}
		out = append(out, c)
	}
	return target.System, out
}

// An Alone is a program in which an agent is alone in any environment. Agents are the names of
// those that it stands for: all of a type with the same initial condition.
type Alone struct {
	*Program
	Agents []string
}

// Alone returns programs in which an agent of a contract's type is alone in any environment: one
// for each initial condition of such agents. The only property of each is that the agent keeps the
// contract: its guarantee is true at each step if its assumption was true at all steps before. The
// list has errors if the type cannot be read alone, such as one that names other agents. If ctx
// ends first, the error is an [interrupt.Error].
func (p *Program) Alone(ctx context.Context, k *Contract) (parts []Alone, list diag.List, err error) {
	if err := p.usable(ctx); err != nil {
		return nil, nil, err
	}
	if k == nil || k.typed == nil {
		return nil, nil, misuse("Alone: the contract is none of the program")
	}
	defer interrupt.Catch(&err)
	watch := interrupt.New(ctx, "reading an agent type alone")
	for _, alone := range p.typed.Alone(k.typed) {
		part, list := check(watch, p.Files, alone.File, nil, p.typed.Options())
		if list.HasErrors() {
			return nil, list, nil
		}
		parts = append(parts, Alone{part, alone.Agents})
	}
	return parts, nil, nil
}
