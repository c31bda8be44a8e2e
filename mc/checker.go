package mc

import (
	"context"
	"errors"
	"io"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/decide"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/fault"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/subject"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Checker answers questions about one system: it is encoded once, and its reachable states are
// computed once, for any number of questions. It is not safe for concurrent use.
type Checker struct {
	spec   Specification
	sys    *recipe.System // nil if the system is an interpreted one
	s      *subject.Subject
	core   *decide.Checker
	closed bool
	// If integers of the given system have no range, ranges are those of the checker's, by local.
	given  *recipe.System
	ranges []recipe.Interval
}

// newChecker encodes a system whose integers have ranges.
func newChecker(ctx context.Context, sys *recipe.System, spec Specification, set settings.Settings) (*Checker, error) {
	kind := &formalism.Recipe{
		System: sys, Interpreter: recipe.NewQuickInterpreter(sys),
		Justice: spec.Justice, Compassion: spec.Compassion, Red: spec.Red, Sees: spec.Sees,
	}
	return open(ctx, &Checker{spec: spec, sys: sys}, kind, set, false)
}

// open encodes the system of a checker, which may be about pruned systems.
func open(ctx context.Context, c *Checker, kind formalism.System, set settings.Settings, pruned bool) (*Checker, error) {
	if err := checkProperties(kind, c.spec.Properties); err != nil {
		return nil, err
	}
	var targets []*engine.Target
	for i, p := range c.spec.Properties {
		if !pruned { // then formulas are about other systems
			targets = append(targets, &engine.Target{Index: i, Formula: p.Formula, State: p.State})
		}
	}
	s, err := subject.New(ctx, kind, targets, set, limitError)
	if limit := (*LimitError)(nil); errors.As(err, &limit) {
		limit.subject = s
	}
	if err != nil {
		return nil, err
	}
	c.s, c.core = s, decide.NewChecker(s, len(c.spec.Properties))
	c.core.Pruned = pruned
	return c, nil
}

// limitError is the error of a limit, with what engines have answered all the same.
func limitError(l fault.Limit, board *engine.Board) error {
	if limit := (*LimitError)(nil); errors.As(l.Err, &limit) {
		limit.Found = limit.Found || l.Found
		return l.Err
	}
	return &LimitError{
		Phase: l.Phase, Images: l.Images, Rounds: l.Rounds, Nodes: l.Nodes, Found: l.Found,
		Err: l.Err, board: board,
	}
}

// Close frees the checker's memory. Closing twice does nothing. Later questions get [ErrMisuse].
func (c *Checker) Close() {
	if c != nil && c.s != nil && !c.closed {
		c.closed = true
		c.s.Close()
	}
}

// Interpreter is the explicit semantics of the checker's system; nil if that is no ReCiPe system.
func (c *Checker) Interpreter() *recipe.Interpreter {
	if c == nil || c.sys == nil || c.s == nil {
		return nil
	}
	return c.s.Recipe.Interpreter
}

// Model is the checker's own encoding of its system; nil if that is no ReCiPe system.
func (c *Checker) Model() *symbolic.Model {
	if c == nil || c.s == nil {
		return nil
	}
	return c.s.Model
}

// Order lists the encoded variables from the top of the diagrams.
func (c *Checker) Order() []string {
	if c == nil || c.s == nil {
		return nil
	}
	return c.s.Order()
}

// Position is where the system is composed, or else its file.
func (c *Checker) Position() recipe.Position {
	if c == nil || c.s == nil {
		return recipe.Position{}
	}
	return c.s.Kind.Position()
}

// Bytes is the memory that the tables of the checker's diagrams take; 0 if there are none.
func (c *Checker) Bytes() int64 {
	if c.usable(context.Background()) != nil {
		return 0
	}
	return c.s.Space.Manager().Stats().Bytes
}

// usable says what keeps the checker from answering.
func (c *Checker) usable(ctx context.Context) error {
	switch {
	case c == nil || c.s == nil:
		return misuse("the checker is nil, or was not made by NewChecker")
	case c.closed:
		return misuse("the checker is closed")
	case ctx == nil:
		return misuse("there is no context")
	}
	return nil
}

// about says what keeps the checker from answering about formulas on runs.
func (c *Checker) about(ctx context.Context, formulas ...*ltol.Formula) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if c.s.Recipe == nil {
		return misuse("the question is about ReCiPe systems, and the checker has a system of another kind")
	}
	for _, f := range formulas {
		if err := formalism.CheckProperty(c.s.Kind, f, nil); err != nil {
			return misuse("the formula %v", err)
		}
	}
	return nil
}

// aboutStates says what keeps the checker from answering about a formula on states.
func (c *Checker) aboutStates(ctx context.Context, f *ltol.StateFormula) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if err := c.s.Kind.CheckState(f); err != nil {
		return misuse("the formula %v", err)
	}
	return nil
}

// Reach computes the reachable states, unless that is done, and returns the figures of the system.
// A [*LimitError] says that it was interrupted, which does not spoil later calls.
func (c *Checker) Reach(ctx context.Context) (SystemStats, error) {
	if err := c.usable(ctx); err != nil {
		return SystemStats{}, err
	}
	err := c.s.Known(ctx)
	c.s.Stats.Engine, c.s.Stats.Steps = c.s.Space.Manager().Stats(), c.s.Engines.Meter.All()
	return SystemStats(c.s.Stats), err
}

// Layers is the number of breadth-first layers of the reachable states, the initial one included.
// To count them may take a thousand times what reaching all states takes; see [Checker.Within].
// They are explored even if every property was decided without (see [WithEngines]). Errors are
// [*LimitError] or wrap [ErrInternal].
func (c *Checker) Layers(ctx context.Context) (int, error) {
	if err := c.usable(ctx); err != nil {
		return 0, err
	}
	return c.s.Layers(ctx)
}

// FewLayers is [Checker.Layers] of a ReCiPe system with at most 20 000 reachable states, which
// takes next to no time; 0 if there are more, or they are not known.
func (c *Checker) FewLayers(ctx context.Context) int {
	if c.usable(ctx) != nil {
		return 0
	}
	return c.s.FewLayers(ctx)
}

// SaveReachable computes the reachable states, unless that is done, and writes them in a form that
// [WithReachable] reads. Errors are those of [Checker.Reach] and of the writer.
func (c *Checker) SaveReachable(ctx context.Context, w io.Writer) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if w == nil {
		return misuse("there is nothing to write to")
	}
	return c.s.Save(ctx, w)
}

// Compare compares the system with the explicit interpreter, unless that is done, and says what was
// compared so far. Of an interpreted system these are 50 reachable states, or as many as
// [WithCertificates] asks for, and then also the formulas that were decided. Of a ReCiPe system:
// initial states; the steps of reachable states, some of them sampled and some on random walks;
// with [WithCertificates] also one image of all of them. It is what a checker does before it says
// that a property holds. Where limits keep the reachable states from being known, walks from
// initial states are what is left. Errors are [*LimitError] or wrap [ErrInternal].
func (c *Checker) Compare(ctx context.Context) (Certificate, error) {
	if err := c.usable(ctx); err != nil {
		return Certificate{Reason: err.Error()}, err
	}
	done, err := c.core.Compare(ctx)
	return Certificate(done), err
}

// Work is how much the checker has done so far, in steps of diagrams: look-ups of results (see
// [bdd.Manager.Work]), and what orbits cost in these. It is the same in every run.
//
// [bdd.Manager.Work]: https://pkg.go.dev/github.com/rcheck-bdd/rcheck-bdd/bdd#Manager.Work
func (c *Checker) Work() int {
	if c.usable(context.Background()) != nil {
		return 0
	}
	return c.s.Engines.Meter.Work()
}

// Within has the questions that do asks of the checker end with [ErrShare], wrapped, when the
// checker has done so many more steps of diagrams. Questions that are worth only a part of the
// work, such as warnings, so end at the same place in every run, and [WithBudget] does not count
// what they take. The error is that of do.
func (c *Checker) Within(steps int, do func() error) error {
	if do == nil {
		return misuse("Within: there is nothing to do")
	}
	if err := c.usable(context.Background()); err != nil {
		return err
	}
	return c.s.Engines.Meter.Within(steps, do)
}
