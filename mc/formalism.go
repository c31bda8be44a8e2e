package mc

import (
	"context"
	"fmt"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Formalism is one system of a kind other than ReCiPe. All its properties are about states. Package
// joint has the formalism of interpreted systems.
type Formalism interface {
	// Encode encodes the system. Only the options of the diagrams matter.
	Encode(ctx context.Context, o bdd.Options) (Encoding, error)
	// Text differs if the reachable states of two systems differ.
	Text() string
	// Position is where warnings about the whole system are shown.
	Position() recipe.Position
	// Fairness are formulas about states. Each is to hold infinitely often on the paths that count.
	// A formula of this list is evaluated on all paths.
	Fairness() []*ltol.StateFormula
	// Labels says how the formulas of the system are read, on one of its encodings. The checker adds
	// the options of abilities.
	Labels(e Encoding) branch.Options
	// Notation is how formulas are written.
	Notation() ltol.StateNotation
}

// An Encoding is an encoded system with its explicit semantics.
type Encoding interface {
	space.Space
	// Sample draws a state of a set by tossing a coin. ok is false if the set is empty.
	Sample(set bdd.Node, coin func() bool) (s space.State, ok bool)
	// Close frees the diagrams.
	Close()
}

// PhaseFairness evaluates the fairness formulas of a [Formalism].
const PhaseFairness Phase = "labelling the fairness"

// NewCheckerOf encodes a system of another kind than ReCiPe. The questions that are about ReCiPe
// systems alone fail with [ErrMisuse]. Errors are those of [NewChecker]. The caller closes the
// checker.
func NewCheckerOf(ctx context.Context, kind Formalism, opts ...Option) (*Checker, error) {
	if ctx == nil || kind == nil {
		return nil, misuse("there is no context, or no system")
	}
	set, err := newSettings(opts)
	if err != nil {
		return nil, err
	}
	c := &Checker{kind: kind, set: set, budget: set.budget, explicit: &explicit{}}
	c.set.thresholds.setDefaults()
	c.set.diagramsOnly, c.frozen = true, true
	c.makeEngines()
	saved, err := readSaved(c.set.reachable, c.systemDigest)
	if err != nil {
		return nil, err
	}
	if order := c.set.symbolic.Order; len(order) > 0 {
		c.set.symbolic.BDD.Order = order
	}
	if saved != nil {
		c.set.symbolic.BDD.Order = saved.head.Order
	}
	c.prepare(PhaseEncode)
	start := time.Now()
	if err := c.encodeKind(ctx); err != nil {
		if IsLimit(err) {
			return nil, &LimitError{Phase: PhaseEncode, Err: err}
		}
		return nil, err
	}
	c.stats.EncodeSeconds = time.Since(start).Seconds()
	c.stats.Interactions, c.stats.Variables = len(c.space.Moves()), len(c.space.Variables())
	if saved != nil {
		if err := c.adopt(ctx, saved); err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// encodeKind encodes a system of another kind than ReCiPe, and begins to search it.
func (c *Checker) encodeKind(ctx context.Context) (err error) {
	if c.space, err = c.kind.Encode(ctx, c.set.symbolic.BDD); err != nil {
		return err
	}
	c.space.Manager().SetPoll(c.poll)
	c.newSearch()
	return nil
}

// assumeFairness labels the fairness formulas of a formalism, unless that is done. The reachable
// states must be known.
func (c *Checker) assumeFairness(ctx context.Context) error {
	if c.kind == nil || c.assumed {
		return nil
	}
	c.enter(PhaseFairness)
	plain := branch.New(c.search, c.space, search.Fairness{}, c.labelOptions())
	defer plain.Close()
	var justice []*ltol.Formula
	for _, f := range c.kind.Fairness() {
		set, err := plain.States(ctx, f)
		if err != nil {
			return err
		}
		justice = append(justice, ltol.Prop(c.search.Derive(set)))
	}
	c.fair = search.NewFairness(justice, nil)
	c.search.Assume(c.fair)
	c.assumed = true
	return nil
}

// Begin computes the reachable states, unless that is done, and begins a phase. It gives the packages
// of formalisms what they need for questions of their own. Errors are [*LimitError] or wrap
// [ErrInternal].
func (c *Checker) Begin(ctx context.Context, phase Phase) (*search.System, *branch.Labelling, error) {
	if err := c.usable(ctx); err != nil {
		return nil, nil, err
	}
	if err := c.reach(ctx); err != nil {
		return nil, nil, err
	}
	c.enter(phase)
	return c.search, c.labelling(), nil
}

// Fault gives an error the phase in which it happened. Errors that are no limits and that users have
// not caused wrap [ErrInternal].
func (c *Checker) Fault(err error) error {
	if misused := c.usable(context.Background()); misused != nil {
		return misused
	}
	return c.fault(err)
}

// ofRecipe says what keeps the checker from answering a question about ReCiPe systems.
func (c *Checker) ofRecipe(ctx context.Context) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if c.sys == nil {
		return misuse("the question is about ReCiPe systems, and the checker has a system of another kind")
	}
	return nil
}

// systemDigest identifies the system up to its propositions and its fairness.
func (c *Checker) systemDigest() string {
	if c.kind != nil {
		return digest([]byte(fmt.Sprintf("%T\n%s", c.kind, c.kind.Text())))
	}
	return digestOfSystem(c.sys)
}

// notation is how formulas about states are written.
func (c *Checker) notation() ltol.StateNotation {
	if c.kind != nil {
		return c.kind.Notation()
	}
	return ltol.StateNotation{
		Most:  ltol.LongText,
		Atom:  func(id int) string { return c.sys.Propositions[id].Name },
		Agent: c.player,
		Step:  func(a ltol.Atom) string { return c.sys.Propositions[a.ID].Name },
	}
}

// fits says why a formula about states is not one about the system.
func (c *Checker) fits(f *ltol.StateFormula) error {
	if c.kind != nil {
		return nil
	}
	return checkStateFormula("the formula", c.sys, f)
}

// Encoding is the encoded system of a [Formalism], or of a ReCiPe system. It belongs to the checker.
func (c *Checker) Encoding() Encoding {
	if c == nil {
		return nil
	}
	return c.space
}
