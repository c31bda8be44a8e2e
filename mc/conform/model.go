package conform

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/space"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Thresholds bound what is kept. A field that is zero stands for its default.
type Thresholds struct {
	// Kept is the number of sets of steps whose transitions are kept for later entries, and that of
	// explicit beliefs and of what entries make of any belief; 4096. It changes the work only.
	Kept int
	// Repeated is the number of beliefs that are kept as diagrams, so that what entries make of them
	// is known where they come again; 64. It changes the work only.
	Repeated int
	// Explicit is the number of states up to which they are listed; 16. Beyond it they are a
	// diagram. It changes the work only. Below 0, all are diagrams.
	Explicit int
	// Explained is the number of states of a belief in which [Tracker.Depart] looks for steps; 2000.
	Explained int
	// Open is the number of ways to settle the order of entries and the names of agents that are
	// followed at a time; 20000. Beyond it the error wraps [ErrTooMany].
	Open int
}

// Options say what a log is held against.
type Options struct {
	Encoding   symbolic.Options
	Thresholds Thresholds
	// Hidden is a step proposition: the steps that the log may leave out. Nil is none. A step
	// may be hidden and be recorded elsewhere.
	Hidden *recipe.Expr
	// Justice are to hold infinitely often; of the pairs of Compassion, the second is if the first
	// does. They make a computation fair.
	Justice    []*ltol.Formula
	Compassion [][2]*ltol.Formula
	// Properties are decided along the log. Their atoms are propositions of the system.
	Properties  []*ltol.Formula
	Translation ltol.Options
}

// A track is an automaton that is followed along the log. A set of nodes of its product with the
// system is a list of sets of states, one for each state of the automaton.
type track struct {
	m   *Model
	aut *ltol.Automaton
	// win are the states from which a fair computation goes on that the automaton accepts from each
	// of its states; nil if that is asked of none.
	win    []bdd.Node
	arcs   map[string]arcs // by what is said of the step
	hidden arcs            // of hidden steps, once they are asked for
}

// A Model is a system prepared for logs. It is not safe for concurrent use.
type Model struct {
	sys        *recipe.System
	in         *recipe.Interpreter
	enc        *symbolic.Model
	space      *space.Recipe
	thresholds Thresholds
	hidden     int
	dead       bdd.Node
	numbers    map[*recipe.Expr]int // of propositions added
	tracks     []*track             // the first one accepts every run
	fair       []int                // tracks; nil if every computation is fair
	properties []property
	kept       int
	offsets    []int // by track the number of its first automaton state
	memory     *memory
}

// A property has tracks for itself and for its negation.
type property struct{ holds, fails []int }

// New encodes a system, which passes its own checks, and prepares the properties. The caller closes
// the model. With fairness or properties it explores the reachable states.
func New(ctx context.Context, sys *recipe.System, o Options) (*Model, error) {
	if ctx == nil || sys == nil {
		return nil, misuse("New: there is no context, or no system")
	}
	own := *sys
	own.Propositions = slices.Clone(sys.Propositions)
	m := &Model{
		sys: &own, numbers: map[*recipe.Expr]int{}, hidden: -1,
		thresholds: Thresholds{
			Kept:     cmp.Or(o.Thresholds.Kept, 4096),
			Explicit: cmp.Or(o.Thresholds.Explicit, 16), Explained: cmp.Or(o.Thresholds.Explained, 2000),
			Open: cmp.Or(o.Thresholds.Open, 20000)},
	}
	if o.Hidden != nil {
		m.hidden = m.proposition(recipe.StepProposition, o.Hidden)
	}
	if err := own.Check(); err != nil {
		return nil, err
	}
	var err error
	if m.enc, err = symbolic.Encode(ctx, m.sys, o.Encoding); err != nil {
		return nil, err
	}
	m.memory = &memory{manager: m.enc.Manager, kept: m.thresholds.Kept, repeated: cmp.Or(o.Thresholds.Repeated, 64), listed: map[string]*explicit{}}
	m.in = recipe.NewInterpreter(m.sys)
	m.space = space.OfRecipe(m.enc, m.in)
	if err := m.prepare(ctx, o); err != nil {
		m.Close()
		return nil, err
	}
	states := 0
	for _, t := range m.tracks {
		m.offsets = append(m.offsets, states)
		states += len(t.aut.States)
	}
	return m, nil
}

// Close releases the model.
func (m *Model) Close() { m.enc.Close() }

// System is the system of the model, with the propositions of entries.
func (m *Model) System() *recipe.System { return m.sys }

// prepare makes the tracks.
func (m *Model) prepare(ctx context.Context, o Options) error {
	all, err := ltol.Translate(ctx, ltol.True(), o.Translation)
	if err != nil {
		return err
	}
	m.tracks = []*track{m.newTrack(all)}
	if m.dead, err = m.enc.Deadlock(ctx); err != nil {
		return err
	}
	fairness := search.NewFairness(o.Justice, o.Compassion)
	if fairness.Trivial() && len(o.Properties) == 0 {
		return nil
	}
	// Tracks follow automata.
	automata := search.Thresholds{MaxAutomaton: math.MaxInt}
	sys := search.NewSystem(m.space, fairness, search.Options{Thresholds: automata})
	if err := sys.Explore(ctx); err != nil {
		return fmt.Errorf("exploring the reachable states: %w", err)
	}
	goals := func(f *ltol.Formula) (out []int, err error) {
		list, err := sys.Goals(ctx, f, o.Translation)
		if err != nil {
			return nil, err
		}
		for _, g := range list {
			t := m.newTrack(g.Automaton)
			if err := t.prepare(ctx, sys, g); err != nil {
				return nil, err
			}
			out, m.tracks = append(out, len(m.tracks)), append(m.tracks, t)
		}
		return out, nil
	}
	if !fairness.Trivial() {
		if m.fair, err = goals(ltol.True()); err != nil {
			return err
		}
	}
	for _, f := range o.Properties {
		var p property
		if p.holds, err = goals(f); err != nil {
			return err
		}
		if p.fails, err = goals(ltol.Not(f)); err != nil {
			return err
		}
		m.properties = append(m.properties, p)
	}
	return nil
}

// prepare finds the winning states of a goal by a search for each state of its automaton.
func (t *track) prepare(ctx context.Context, sys *search.System, g search.Goal) error {
	t.win = make([]bdd.Node, len(t.aut.States))
	for q := range t.aut.States {
		from := *t.aut
		from.Initial = []int{q}
		g.Automaton = &from
		var err error
		if t.win[q], err = sys.Exists(ctx, g); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) newTrack(aut *ltol.Automaton) *track {
	return &track{m: m, aut: aut, arcs: map[string]arcs{}}
}

// proposition is the number of a proposition of the system. Numbers are never used again, because
// the encoding remembers what it made of them.
func (m *Model) proposition(kind recipe.PropositionKind, e *recipe.Expr) int {
	if p, ok := m.numbers[e]; ok {
		return p
	}
	p := len(m.sys.Propositions)
	m.sys.Propositions = append(m.sys.Propositions, recipe.Proposition{Kind: kind, Name: fmt.Sprint("condition ", p), Expr: e})
	m.numbers[e] = p
	return p
}

// condition is the proposition of a condition.
func (m *Model) condition(one Condition) int {
	kind := recipe.StateProposition
	if one.When == During {
		kind = recipe.StepProposition
	}
	return m.proposition(kind, one.Expr)
}

// about are the propositions of what an observation says about a moment.
func (m *Model) about(o Observation, when Moment) (out []int) {
	for _, one := range o.Conditions {
		if one.When == when {
			out = append(out, m.condition(one))
		}
	}
	return out
}

// misuse is an error about a call that makes no sense, which wraps [recipe.ErrMisuse].
func misuse(format string, args ...any) error {
	return fmt.Errorf("conform: %w: %s", recipe.ErrMisuse, fmt.Sprintf(format, args...))
}

type arc struct {
	from, to int
	steps    *bdd.Closure
}

// arcs are transitions between automaton states, each with the steps that it stands for.
type arcs []arc
