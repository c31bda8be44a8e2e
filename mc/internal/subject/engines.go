package subject

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/alike"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/circuits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/falsifier"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/localize"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine/orbits"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/formalism"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/schedule"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/quotient"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/circuit"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// Engines are those that work on a subject beside the diagrams, and the meter of all work.
type Engines struct {
	Scheduler *schedule.Scheduler
	Meter     *schedule.Meter
	// Frozen tells that no engine but diagrams works.
	Frozen bool
	// Answers are what orbits have answered while diagrams worked.
	Answers map[*ltol.Formula]*orbits.Answer
	// Prices say what explicit work costs; nothing where there are only diagrams.
	Prices runs.Prices

	circuit *circuits.Shared // what two engines share, nil where there are none but diagrams
	joint   *falsifier.Joint // of an interpreted system; nil where only diagrams work
	// local and views are nil if they do not work.
	local *localize.Localization
	views *alike.Engine
}

// Board is what the engines know.
func (e *Engines) Board() *engine.Board { return e.Scheduler.Board }

// add makes the engines besides diagrams and orbits that the settings ask for.
func (e *Engines) add(
	board *engine.Board, in *recipe.Interpreter, targets []*engine.Target, set *settings.Settings,
	encode localize.Encode, divide engine.Divide,
) {
	limits := &set.Thresholds
	for _, t := range targets {
		if t.State != nil {
			t.Formula, t.Decided = ltol.True(), true // walks and circuits decide nothing about states
		} else if set.Uses(settings.EngineOrbits) { // which decide at once what the first state settles
			if f, err := quotient.AtFirst(in, t.Formula); err == nil && f.Gathered().Op() == ltol.OpTrue {
				board.Holds(t, 0, 1)
			}
		}
		t.Parts = t.Formula.Conjuncts()
		board.Add(t)
	}
	walks := falsifier.New(board, limits.WalkFirst, limits.WalkPairs, limits.WalkAlone)
	engines := []schedule.Entry{{Name: settings.EngineWalks, Engine: walks, Grant: schedule.Walks(walks.First())}}
	engines = append(engines, e.onCircuits(board, circuits.OfRecipe(board, walks), set)...)
	e.local = localize.New(board, limits.LocalRounds, limits.LocalPasses, encode, divide)
	e.views = newViews(board, set, divide)
	e.schedule(board, set, append(engines,
		schedule.Entry{Name: settings.EngineLocalization, Engine: e.local, Grant: schedule.Localization},
		schedule.Entry{Name: settings.EngineViews, Engine: e.views, Grant: schedule.Views}))
}

// newViews makes the engine that explores views of a few agents, in diagrams of its own.
func newViews(board *engine.Board, set *settings.Settings, divide engine.Divide) *alike.Engine {
	limits := &set.Thresholds
	return alike.NewEngine(board, alike.Prover{
		Beside: max(limits.ViewsBeside, 0), Work: uint64(max(limits.ViewsWork, 0)), Locals: limits.ViewsLocals,
		Encoding: symbolic.Options{BDD: ownDiagrams(set)}, Confirm: alike.Confirming(max(limits.ViewsWork, 0)/4, nil),
	}, limits.ViewsAgents, divide)
}

// ownDiagrams are the limits of diagrams that an engine has besides those of the subject.
func ownDiagrams(set *settings.Settings) bdd.Options {
	o, most := set.Encoding.BDD, max(set.Thresholds.LocalNodes, 1)
	if o.MaxNodes == 0 || o.MaxNodes > most {
		o.MaxNodes = most
	}
	o.MaxBytes /= 4
	return o
}

// onCircuits are the engines that work on the system as a circuit.
func (e *Engines) onCircuits(board *engine.Board, system circuits.System, set *settings.Settings) []schedule.Entry {
	limits := &set.Thresholds
	e.circuit = circuits.NewShared(board, system, limits.CircuitFirst, limits.BoundedStates)
	bounded := circuits.NewBounded(e.circuit, limits.BoundedSteps)
	induction := circuits.NewInduction(e.circuit, !set.Uses(settings.EngineDiagrams))
	return []schedule.Entry{
		{Name: settings.EngineBounded, Engine: bounded, Grant: schedule.Bounded(bounded)},
		{Name: settings.EngineInduction, Engine: induction, Grant: schedule.Induction(induction)},
	}
}

// schedule makes the scheduler of those engines that the settings ask for, and returns their number.
func (e *Engines) schedule(board *engine.Board, set *settings.Settings, engines []schedule.Entry) int {
	engines = slices.DeleteFunc(engines, func(e schedule.Entry) bool { return !set.Uses(e.Name) })
	e.Scheduler = schedule.New(board, set.Thresholds.Policy, engines)
	return len(engines)
}

// addJoint makes the engines on an interpreted system besides diagrams that the settings ask for, if
// fairness is about single states. Circuits know no paths that end.
func (e *Engines) addJoint(
	board *engine.Board, kind *formalism.Interpreted, targets []*engine.Target, set *settings.Settings,
) {
	for _, f := range kind.Just {
		if !f.Propositional() {
			targets = nil
		}
		board.Justice = append(board.Justice, f.OnPaths())
		board.Fair = append(board.Fair, ltol.Globally(ltol.Finally(f.OnPaths())))
	}
	for _, t := range targets {
		t.Formula = t.State.OnPaths()
		t.Decided = t.Formula.Op() == ltol.OpTrue
		board.Add(t)
	}
	var engines []schedule.Entry
	if len(targets) > 0 {
		limits := &set.Thresholds
		walks := falsifier.NewJoint(board, kind.System, kind.PathsEnd, limits.WalkAlone)
		if set.Uses(settings.EngineWalks) {
			e.joint = walks
		}
		engines = append(engines, schedule.Entry{Name: settings.EngineWalks, Engine: walks, Grant: schedule.Walks(0)})
		if !kind.PathsEnd {
			engines = append(engines, e.onCircuits(board, circuits.OfJoint(board, kind.System, walks), set)...)
			e.circuit.Know(nil)
		}
	}
	e.Frozen = e.schedule(board, set, engines) == 0
}

// know tells the engines on circuits what values there are.
func (e *Engines) know(values *symbolic.Flow) {
	if e.circuit != nil {
		e.circuit.Know((*circuit.Flow)(values))
	}
}

// During has the engines work while diagrams do, until the returned function is called; see
// [schedule.Scheduler.During].
func (e *Engines) During(ctx context.Context, only *engine.Target, withOrbits bool) (end func()) {
	if e.Frozen {
		return func() {}
	}
	e.Meter.Begin()
	return e.Scheduler.During(ctx, only, withOrbits)
}

// An encoder is the work of encoding that is counted, by the managers of the orders that are tried.
type encoder map[*bdd.Manager]int

// stepsPerLook is about how many steps of diagrams take as long as what is done between two polls
// beside work on diagrams, while a system is encoded; stepsPerOperation counts that work in, for the
// engine that does not count its steps.
const stepsPerLook, stepsPerOperation = 16, 128

// since is the work since the last poll.
func (e encoder) since(m *bdd.Manager) int {
	if m.Engine() == "rudd" {
		return stepsPerOperation
	}
	now := int(m.Work())
	done := max(now-e[m], 0)
	e[m] = now
	return stepsPerLook + done
}

// close ends the engines that pause.
func (e *Engines) close() {
	e.endOrbits()
	if e.local != nil {
		e.local.Close()
		e.views.Close()
	}
}

// endOrbits ends the engine, and keeps what orbits have answered.
func (e *Engines) endOrbits() {
	if o := e.Scheduler.Orbits; o != nil {
		o.Close()
		e.Answers, e.Scheduler.Orbits = o.Answers(), nil
	}
}
