package mc

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/circuits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/orbits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A Checker is a session with one system: it is encoded once, and its reachable states are computed
// once, for any number of questions. It is not safe for concurrent use.
type Checker struct {
	sys    *recipe.System // the caller's, with propositions of the checker's own
	spec   Specification
	fair   search.Fairness
	in     *recipe.Interpreter
	model  *symbolic.Model
	space  Encoding  // of any system; that of model if the system is a ReCiPe system
	kind   Formalism // nil if the system is a ReCiPe system; else sys, in and model are nil
	set    settings
	closed bool

	// search holds what is known of the reachable states.
	search   *search.System
	labels   *branch.Labelling // of search's states; nil until it is needed
	assumed  bool              // the fairness of kind is known to search
	reachErr error             // a limit that will not go away
	explicit *explicit
	// sched lets the other engines work while diagrams do; circuit is what two of them share, nil
	// where there are none but diagrams.
	sched   *schedule.Scheduler
	circuit *circuits.Shared
	frozen  bool // no engine but diagrams works
	polled  int  // the work on diagrams when they last asked
	inJobs  int  // the work on diagrams of jobs
	budget  int  // the effort at which all work ends; 0 for no end
	most    int  // the same for questions within a share, in place of budget
	// byCommand are the model's interactions by the initiator's command; nil until they are needed.
	byCommand [][]*symbolic.Interaction
	stats     SystemStats

	renaming *quotient.Renaming               // nil if symmetry is off
	finder   *quotient.Finder                 // nil if orbits are not used
	answers  map[*ltol.Formula]*orbits.Answer // what orbits answered in turns with diagrams
	// occurring tells of formulas, by their keys up to exchanging agents, whether some fair
	// computation satisfies them.
	occurring map[string]bool

	phase    Phase
	property int
}

// stages are the phases that the stages of a search belong to.
var stages = map[search.Stage]Phase{
	search.StageProduct: PhaseProduct, search.StageExplore: PhaseExplore, search.StageHull: PhaseHull,
	search.StageTrace: PhaseTrace, search.StageCertify: PhaseCertify,
}

// adoptModel takes an encoding of the ReCiPe system as the checker's.
func (c *Checker) adoptModel(model *symbolic.Model) {
	c.model, c.space = model, space.OfRecipe(model, c.in)
	model.Manager.SetPoll(c.poll)
}

// newSearch begins to search the encoded system.
func (c *Checker) newSearch() {
	c.labels = nil
	how := search.Options{Thresholds: c.set.thresholds.Search, Tick: c.report}
	how.Enter = func(stage search.Stage) { c.enter(stages[stage]) }
	c.assumed = false
	c.search = search.NewSystem(c.space, c.fair, how)
}

func (c *Checker) haveReached() bool {
	_, _, ok := c.search.Reached()
	return ok
}

// effort is what the searches for one answer did: images, and rounds of hulls.
func (c *Checker) effort() (images, rounds int) {
	images, rounds, _ = c.search.Effort()
	return images, rounds
}

// Close frees the checker's memory. Closing twice does nothing; afterwards questions fail with
// [ErrMisuse].
func (c *Checker) Close() {
	c.endOrbits()
	if c != nil && c.space != nil && !c.closed {
		c.closed = true
		c.space.Close()
	}
}

// Interpreter is the explicit semantics of the checker's system.
func (c *Checker) Interpreter() *recipe.Interpreter {
	if c == nil {
		return nil
	}
	return c.in
}

// Model is the encoding of the checker's system. It belongs to the checker.
func (c *Checker) Model() *symbolic.Model {
	if c == nil {
		return nil
	}
	return c.model
}

// Order lists the encoded variables from the top of the diagrams.
func (c *Checker) Order() []string {
	switch {
	case c == nil || c.space == nil:
		return nil
	case c.model == nil:
		return c.space.Manager().Order()
	}
	return c.model.Order()
}

// Position is where the system is composed, or else its file.
func (c *Checker) Position() recipe.Position {
	switch {
	case c == nil || c.sys == nil && c.kind == nil:
		return recipe.Position{}
	case c.kind != nil:
		return c.kind.Position()
	}
	pos := c.sys.Agents[0].Pos
	if pos.Line == 0 {
		pos.File = c.sys.File
	}
	return pos
}

// usable says what keeps the checker from answering.
func (c *Checker) usable(ctx context.Context) error {
	switch {
	case c == nil || c.space == nil:
		return misuse("the checker is nil, or was not made by NewChecker")
	case c.closed:
		return misuse("the checker is closed")
	case ctx == nil:
		return misuse("there is no context")
	}
	return nil
}

// about says what keeps the checker from answering about formulas.
func (c *Checker) about(ctx context.Context, formulas ...*ltol.Formula) error {
	if err := c.ofRecipe(ctx); err != nil {
		return err
	}
	return checkFormulas("the formula", c.sys, formulas...)
}

// aboutStates says what keeps the checker from answering about a state proposition of its system.
func (c *Checker) aboutStates(ctx context.Context, proposition int) error {
	if err := c.ofRecipe(ctx); err != nil {
		return err
	}
	if proposition < 0 || proposition >= len(c.sys.Propositions) {
		return misuse("there is no proposition %d: the system has %d", proposition, len(c.sys.Propositions))
	}
	if p := &c.sys.Propositions[proposition]; p.Kind != recipe.StateProposition {
		return misuse("proposition %d, %s, is not about states", proposition, p.Name)
	}
	return nil
}

// work is how many steps the diagrams have taken so far.
func (c *Checker) work() int { return int(c.space.Manager().Work()) }

// prepare starts a phase that comes before there are diagrams.
func (c *Checker) prepare(p Phase) {
	c.phase = p
	if c.set.progress != nil {
		c.set.progress(Progress{Phase: p})
	}
}

// enter starts a phase.
func (c *Checker) enter(p Phase) {
	c.phase = p
	c.report()
}

func (c *Checker) report() {
	if c.set.progress != nil {
		images, rounds := c.effort()
		c.set.progress(Progress{
			Phase: c.phase, Property: c.property, Images: images, Rounds: rounds,
			Nodes: c.space.Manager().Stats().Nodes,
		})
	}
}

// fault turns the error of a phase into what callers see: limits get the phase and the counts, and
// whatever else is not known to be the user's is ours.
func (c *Checker) fault(err error) error {
	var limit *LimitError
	switch {
	case err == nil || errors.As(err, &limit) || errors.Is(err, ErrInternal) ||
		errors.Is(err, branch.ErrStrategy):
		return err
	case IsLimit(err):
		images, rounds := c.effort()
		return &LimitError{
			Phase: c.phase, Images: images, Rounds: rounds,
			Nodes: c.space.Manager().Stats().Nodes, Err: err, board: c.board(),
		}
	default:
		return internal("%s: %w", c.phase, err)
	}
}

// ForProperty is the context with the time that a property has; see [WithPropertyTimeout].
func (c *Checker) ForProperty(ctx context.Context) (context.Context, context.CancelFunc) {
	if c != nil && ctx != nil && c.set.propertyTimeout > 0 {
		return context.WithTimeout(ctx, c.set.propertyTimeout)
	}
	return ctx, func() {}
}

// labelling is the labelling of the reachable states, which must be known.
func (c *Checker) labelling() *branch.Labelling {
	if c.labels == nil {
		c.labels = branch.New(c.search, c.space, c.fair, c.labelOptions())
	}
	return c.labels
}

// labelOptions are those of the labelling.
func (c *Checker) labelOptions() branch.Options {
	var o branch.Options
	if c.kind != nil {
		o = c.kind.Labels(c.space)
	} else {
		o = c.recipeLabels(space.OfRecipe(c.model, c.in))
	}
	o.Translation = c.set.translation
	o.Ability, o.SearchSteps = c.set.ability, c.set.abilitySteps
	return o
}

// recipeLabels are the options that say what agents of a ReCiPe system see, and when they violate
// their norms.
func (c *Checker) recipeLabels(sp *space.Recipe) branch.Options {
	return branch.Options{
		Sees: func(agent int) []bdd.VarID {
			if view := c.view(agent); view != nil {
				return c.model.Seen(agent, view.Vars, view.Control)
			}
			return sp.VariablesOf(agent)
		},
		Looks: func(agent int, at space.State) string {
			view := c.view(agent)
			if view == nil {
				return sp.Local(agent, at)
			}
			s := at.(recipe.State)
			var seen []recipe.Value
			for _, v := range view.Vars {
				seen = append(seen, s.Locals[v])
			}
			if view.Control {
				seen = append(seen, recipe.Value(s.Control[agent]))
			}
			return fmt.Sprint(seen)
		},
		Green: func(sc *bdd.Scope, agent int) (bdd.Node, error) {
			if agent >= len(c.spec.Red) || c.spec.Red[agent] < 0 {
				return bdd.True, nil
			}
			k := sc.Calculator()
			return k.Result(k.Not(k.Take(sp.StateProposition(sc, c.spec.Red[agent]))))
		},
	}
}
