package search

import (
	"context"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A System is what the searches of one system share: its encoding, the
// fairness, its reachable states once they are known, and what was found out
// about them on the way. It is not safe for concurrent use.
type System struct {
	model *symbolic.Model
	in    *recipe.Interpreter // of the system that the model encodes
	fair  Fairness
	opts  Options

	// reached and dead are the reachable states and those among them without a
	// step, once haveReached; kept.
	reached, dead bdd.Node
	haveReached   bool
	// cycles are the states from which each of the model's interactions may
	// lie on a cycle; kept, nil until they are needed.
	cycles predicates
	alone  *graph // see systemGraph
	// layers are the first breadth-first layers of the reachable states, as
	// far as they were needed, and layered their union; kept.
	layers  []bdd.Node
	layered bdd.Node

	effort effort
}

// Options are how a system is searched.
type Options struct {
	Thresholds Thresholds
	// Enter, if it is not nil, is told which stage of a search begins.
	Enter func(Stage)
	// Tick, if it is not nil, is called now and then while a search works.
	Tick func()
}

// A Stage is a part of a search.
type Stage uint8

const (
	StageProduct Stage = iota // building the product
	StageExplore              // exploring the product
	StageHull                 // searching for fair cycles
	StageTrace                // building the trace
	StageCertify              // testing that there is no fair cycle
)

// NewSystem begins with a system of which nothing is known but its encoding
// and its interpreter.
func NewSystem(model *symbolic.Model, in *recipe.Interpreter, fair Fairness, opts Options) *System {
	s := &System{model: model, in: in, fair: fair, opts: opts}
	s.opts.Thresholds.setDefaults()
	s.Restart()
	return s
}

func (s *System) enter(stage Stage) {
	if s.opts.Enter != nil {
		s.opts.Enter(stage)
	}
}

// Restart forgets the effort of earlier work.
func (s *System) Restart() {
	s.effort = effort{tick: s.opts.Tick, stepsBeforePreparing: s.opts.Thresholds.StepsBeforePreparing}
}

// Effort is what was done since the last [System.Restart]: images and
// preimages, rounds of fair hulls, and passes over a set by a closure.
func (s *System) Effort() (images, rounds, passes int) {
	return s.effort.images, s.effort.rounds, s.effort.passes
}

// Reached are the reachable states and those among them that have no step; ok
// is false if they are not known. They are kept by the system.
func (s *System) Reached() (reached, dead bdd.Node, ok bool) {
	return s.reached, s.dead, s.haveReached
}

// Adopt tells the system its reachable states and those without a step, and
// keeps them.
func (s *System) Adopt(reached, dead bdd.Node) {
	man := s.model.Manager
	s.reached, s.dead, s.haveReached = man.Keep(reached), man.Keep(dead), true
}

// Explore computes the reachable states, unless they are known. If layered is
// set, that is done breadth first, and the number of layers returned.
func (s *System) Explore(ctx context.Context, layered bool) (layers int, err error) {
	if s.haveReached {
		return len(s.layers), nil
	}
	z, layers, err := s.exploreAll(ctx, layered)
	if err != nil {
		return 0, err
	}
	defer z.release()
	dead, err := s.deadlocksIn(ctx, z.part[0])
	if err != nil {
		return 0, err
	}
	s.Adopt(z.part[0], dead)
	s.model.Manager.Release(dead)
	return layers, nil
}
