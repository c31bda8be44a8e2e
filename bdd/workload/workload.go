// Package workload holds small programs over package bdd whose answers are known: the classics by
// which engines are compared, and systems on which an order matters. They are for measurements and
// tests; it is not internal to bdd, because bench measures with it.
//
// A [System] is a transition system to explore by one of several strategies; one program is a
// puzzle. [Programs] lists them as programs of one number, their size.
package workload

import (
	"context"
	"fmt"
	"math/big"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// A Program computes a set whose number of elements is known.
type Program struct {
	// Name is one word.
	Name string
	// Counts says what the size counts.
	Counts string
	// Run does the work in a manager with the given options, which the caller closes. The set is
	// kept in it. Errors are those of package bdd, or say that the answer was wrong; there is no
	// manager then.
	Run func(ctx context.Context, o bdd.Options, size int) (*Outcome, error)
}

// An Outcome is what a program has computed: Set is a node of Manager, which keeps it.
type Outcome struct {
	Manager *bdd.Manager
	Set     bdd.Node
	Count   *big.Int // of the valuations in Set
}

// Programs are all programs, in the order of tables.
func Programs() []Program {
	return []Program{
		{"queens", "queens", queens},
		{"milner", "cyclers", explored(Milner, Chained)},
		{"milner-mono", "cyclers", explored(milnerMonolithic, Chained)},
		{"milner-closure", "cyclers", explored(Milner, Closed)},
		{"milner-scrambled", "cyclers", explored(milnerScrambled, Chained)},
		{"tokens", "places", explored(Tokens, Layered)},
		{"tokens-all", "places", explored(Tokens, Together)},
		{"tokens-chained", "places", explored(Tokens, Chained)},
		{"tokens-closure", "places", explored(Tokens, Closed)},
		{"cells", "pairs", explored(Cells, Chained)},
	}
}

// Find is the program of a name; ok is false if there is none.
func Find(name string) (p Program, ok bool) {
	for _, p := range Programs() {
		if p.Name == name {
			return p, true
		}
	}
	return Program{}, false
}

// explored is the program that explores a system.
func explored(system func(size int) *System, how Strategy) func(context.Context, bdd.Options, int) (*Outcome, error) {
	return func(ctx context.Context, o bdd.Options, size int) (*Outcome, error) {
		y := system(size)
		i, err := y.Open(ctx, o)
		if err != nil {
			return nil, err
		}
		set, err := i.Explore(how)
		if err != nil {
			i.Manager.Close()
			return nil, err
		}
		i.Manager.Keep(set)
		i.Scope.Close()
		return finished(i.Manager, set, y.Vars, y.States)
	}
}

// finished counts and compares with the number wanted, if that is known.
func finished(m *bdd.Manager, set bdd.Node, over []bdd.VarID, want *big.Int) (*Outcome, error) {
	count := m.Count(set, over)
	if want != nil && count.Cmp(want) != 0 {
		m.Close()
		return nil, fmt.Errorf("workload: %v valuations, not %v", count, want)
	}
	return &Outcome{m, set, count}, nil
}

// A builder is a calculator that makes relations, too.
type builder struct{ *bdd.Calculator }

func (b builder) relation(trans bdd.Node, changed ...bdd.VarID) *bdd.Relation {
	r, err := b.NewRelation(trans, changed)
	b.Fail(err)
	return r
}
