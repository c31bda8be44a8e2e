package workload

import (
	"context"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A System is a transition system.
type System struct {
	Layout *bdd.Layout
	Vars   []bdd.VarID // all variables
	// Order is the order to take where the options give none; nil is that of declaration.
	Order []string
	// States is the number of reachable states, nil if it is not known.
	States *big.Int
	build  func(b builder, i *Instance)
}

// An Instance is a system that [System.Open] has built in a manager: its steps are those of
// Relations, it starts in Initial, and Scope is where to compute with it. The manager keeps all of
// these nodes.
type Instance struct {
	Manager   *bdd.Manager
	Scope     *bdd.Scope
	Relations []*bdd.Relation
	Initial   bdd.Node
}

// Open makes a manager with the given options, which the caller closes, and builds the system in
// it.
func (y *System) Open(ctx context.Context, o bdd.Options) (*Instance, error) {
	if o.Order == nil {
		o.Order = y.Order
	}
	m, err := bdd.New(y.Layout, o)
	if err != nil {
		return nil, err
	}
	i := &Instance{Manager: m, Scope: m.NewScope(ctx)}
	b := builder{i.Scope.Calculator()}
	y.build(b, i)
	if b.Err() != nil {
		m.Close()
		return nil, b.Err()
	}
	m.Keep(i.Initial)
	i.Scope.Reset()
	return i, nil
}

// A Strategy is a way to explore.
type Strategy int

// The strategies.
const (
	Chained  Strategy = iota // one relation after the other, each applied to what the round has found so far
	Layered                  // breadth first, the images under all relations one by one
	Together                 // breadth first by Closure.Image
	Closed                   // by Forward
)

// Explore computes what is reachable from the initial states; the scope holds it.
func (i *Instance) Explore(how Strategy) (bdd.Node, error) {
	b := builder{i.Scope.Calculator()}
	switch how {
	case Closed:
		c := i.Manager.NewClosure(i.Relations...)
		defer c.Release()
		return b.Result(c.Forward(b.Calculator, i.Initial, bdd.True))
	case Chained:
		return i.chained(b)
	}
	return i.layered(b, how == Together)
}

func (i *Instance) chained(b builder) (bdd.Node, error) {
	set, before := i.Initial, bdd.False
	for set != before {
		before = set
		for _, r := range i.Relations {
			set = b.Or(set, r.Image(b.Calculator, set))
		}
		if b.Err() != nil {
			return bdd.False, b.Err()
		}
		b.Reset(set)
	}
	return set, nil
}

func (i *Instance) layered(b builder, together bool) (bdd.Node, error) {
	c := i.Manager.NewClosure(i.Relations...)
	defer c.Release()
	set := i.Initial
	for frontier := set; frontier != bdd.False; b.Reset(set, frontier) {
		found := bdd.False
		if together {
			found = c.Image(b.Calculator, frontier)
		} else {
			for _, r := range i.Relations {
				found = b.Or(found, r.Image(b.Calculator, frontier))
			}
		}
		frontier = b.Diff(found, set)
		set = b.Or(set, frontier)
		if b.Err() != nil {
			return bdd.False, b.Err()
		}
	}
	return set, nil
}
