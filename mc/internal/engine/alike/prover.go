package alike

import (
	"context"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/counters"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/views"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/family"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Prover proves conjuncts, and notes what the proofs rest on.
type Prover struct {
	// Beside is the largest number of agents of each class that views have beside the tracked ones.
	Beside int
	// Work is how many steps of diagrams one set of views may take.
	Work uint64
	// Locals is the largest number of local states of a class in which agents are counted. If it is
	// negative, agents are not counted.
	Locals int
	// Confirm is called for each proof; may be nil. An error of it ends the work.
	Confirm func(ctx context.Context, proof Proof) error
	// Encoding is how views are encoded. Its Poll is asked while their diagrams work.
	Encoding symbolic.Options

	// Views is the largest number of views that were needed, and Kept the largest number of agents of
	// one class in them. Counted is the largest number of local states of a class in which agents were
	// counted, 0 if no proof rests on counters.
	Views         *big.Int
	Kept, Counted int
	// Nodes is the largest size of a set of views.
	Nodes int
}

// A Proof is what shows that a conjunct holds: views, or counters of agents in them.
type Proof struct {
	Family *family.Family
	Views  *views.Views
	// Condition holds in all views; nil if the conjunct says more than that. Settled is that of the
	// selection of agents.
	Condition *ltol.Formula
	Settled   bool
	// Question is what counters were asked, nil if views show it, and Slots the agents that were
	// counted.
	Question *counters.Question
	Slots    []int
}

// saw notes how many views there are.
func (p *Prover) saw(v *views.Views) {
	p.Nodes = max(p.Nodes, v.Nodes())
	if n := v.Count(); p.Views == nil || n.Cmp(p.Views) > 0 {
		p.Views = n
	}
}

// shown has a proof confirmed.
func (p *Prover) shown(ctx context.Context, proof Proof) error {
	if p.Confirm == nil {
		return nil
	}
	return p.Confirm(ctx, proof)
}

// WithOwnPropositions is a system to which propositions can be added.
func WithOwnPropositions(sys *recipe.System) *recipe.System {
	own := *sys
	own.Propositions = slices.Clone(sys.Propositions)
	return &own
}
