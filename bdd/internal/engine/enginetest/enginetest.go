// Package enginetest holds the tests which every implementation of engine.Engine has to pass. Its
// one idea: a function over few variables is a truth table in a machine word, on which every
// operation has an obviously right twin.
package enginetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
)

// New makes the engine under test.
type New func(engine.Config) (engine.Engine, error)

// Table is the truth table of a function over at most 6 variables: bit i is its value where
// variable v has the value of bit v of i.
type Table uint64

// Bench is an engine with the functions over its variables.
type Bench struct {
	T   testing.TB
	E   engine.Engine
	N   int // variables
	ctx context.Context

	compared int // results compared with their tables
}

// NewBench makes an engine over at most 6 variables.
func NewBench(t testing.TB, fresh New, c engine.Config) *Bench {
	e, err := fresh(c)
	require.NoError(t, err)
	t.Cleanup(e.Close)
	b := &Bench{T: t, E: e, N: c.NumVars, ctx: context.Background()}
	t.Cleanup(func() {
		if b.compared > 0 {
			t.Logf("%d results compared with truth tables over %d variables", b.compared, b.N)
		}
	})
	return b
}

// Mask is the table of True.
func (b *Bench) Mask() Table { return 1<<(1<<b.N) - 1 }

// rows is the number of rows of a table.
func (b *Bench) rows() int { return 1 << b.N }

// Table reads the table of a function off its diagram.
func (b *Bench) Table(n engine.Ref) Table {
	var t Table
	for i := range b.rows() {
		r := n
		for r > engine.True {
			v := b.E.Top(r)
			if i>>v&1 == 1 {
				r = b.E.High(r)
			} else {
				r = b.E.Low(r)
			}
		}
		t |= Table(r) << i
	}
	return t
}

// Build makes the function of a table, as a disjunction of cubes.
func (b *Bench) Build(t Table) engine.Ref {
	r := engine.False
	for i := range b.rows() {
		if t>>i&1 == 0 {
			continue
		}
		var cube []engine.Literal
		for v := range b.N {
			cube = append(cube, engine.Literal{Var: engine.Var(v), Value: i>>v&1 == 1})
		}
		c, err := b.E.Cube(b.ctx, cube)
		require.NoError(b.T, err)
		r, err = b.E.Apply(b.ctx, engine.Or, r, c)
		require.NoError(b.T, err)
	}
	return r
}

// all builds every function, if there are at most 3 variables.
func (b *Bench) all() []engine.Ref {
	refs := make([]engine.Ref, 1<<b.rows())
	for t := range refs {
		refs[t] = b.Build(Table(t))
	}
	return refs
}

// want fails the test unless n is the function of a table; known, if not nil, lists the canonical
// references by table.
func (b *Bench) want(known []engine.Ref, want Table, n engine.Ref, err error, what string, operands ...any) {
	b.compared++
	if err != nil {
		b.T.Helper() // which is slow, and this is called a million times
		b.T.Fatalf("%s%v: %v", what, operands, err)
	}
	if got := b.Table(n); got != want {
		b.T.Helper()
		b.T.Fatalf("%s%x: table %x instead of %x", what, operands, got, want)
	}
	if known != nil && known[want] != n {
		b.T.Helper()
		b.T.Fatalf("%s%x: reference %d is not canonical, table %x is already %d", what, operands, n, want, known[want])
	}
}

// twins are the connectives on tables, whose bits beyond the last row mean nothing.
var twins = [...]func(a, b Table) Table{
	engine.And:     func(a, b Table) Table { return a & b },
	engine.Or:      func(a, b Table) Table { return a | b },
	engine.Xor:     func(a, b Table) Table { return a ^ b },
	engine.Diff:    func(a, b Table) Table { return a &^ b },
	engine.Implies: func(a, b Table) Table { return ^a | b },
	engine.Equiv:   func(a, b Table) Table { return ^(a ^ b) },
}

// cofactor is t where v has the value given, as a function that no longer depends on v.
func (b *Bench) cofactor(t Table, v engine.Var, value bool) Table {
	var r Table
	for i := range b.rows() {
		j := i &^ (1 << v)
		if value {
			j |= 1 << v
		}
		r |= (t >> j & 1) << i
	}
	return r
}

func (b *Bench) exists(t Table, vars []engine.Var) Table {
	for _, v := range vars {
		t = b.cofactor(t, v, false) | b.cofactor(t, v, true)
	}
	return t
}

// rename is t with variables replaced: row i of the result is the row of t in which from[j] has the
// value that to[j] has in i.
func (b *Bench) rename(t Table, from, to []engine.Var) Table {
	var r Table
	for i := range b.rows() {
		row := i
		for j := range from {
			row = row&^(1<<from[j]) | (i>>to[j]&1)<<from[j]
		}
		r |= (t >> row & 1) << i
	}
	return r
}

// orders are the orders of n variables that tests are run with: declared, reversed, and one at
// random.
func orders(n int) [][]engine.Var {
	declared := subset(n, -1)
	reversed, shuffled := slices.Clone(declared), slices.Clone(declared)
	slices.Reverse(reversed)
	rand.New(rand.NewPCG(uint64(n), 1)).Shuffle(n, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	return [][]engine.Var{declared, reversed, shuffled}
}

// Run runs all tests on one engine. tiny holds sizes which make its tables grow and its cache
// forget as often as can be.
func Run(t *testing.T, fresh New, tiny engine.Config) {
	for i, order := range orders(3) {
		if i > 0 && tiny.CacheSize == 0 {
			break // other sizes of tables are not to be tried with each order again
		}
		config := tiny
		config.NumVars, config.Order = 3, order
		t.Run(fmt.Sprintf("AllFunctions/order%d", i), func(t *testing.T) { allFunctions(t, fresh, config) })
		t.Run(fmt.Sprintf("Quantifiers/order%d", i), func(t *testing.T) { quantifiers(t, fresh, config) })
		t.Run(fmt.Sprintf("Renaming/order%d", i), func(t *testing.T) { renamings(t, fresh, config) })
		t.Run(fmt.Sprintf("Restrict/order%d", i), func(t *testing.T) { restrict(t, fresh, config) })
	}
	t.Run("Exports", func(t *testing.T) { exports(t, fresh, tiny) })
	t.Run("Ite", func(t *testing.T) { ite(t, fresh, tiny) })
	t.Run("CubesAndNodes", func(t *testing.T) { cubes(t, fresh, tiny) })
	t.Run("Images", func(t *testing.T) { images(t, fresh, tiny) })
	t.Run("Collections", func(t *testing.T) { collections(t, fresh, tiny) })
	t.Run("Reorderings", func(t *testing.T) { reorderings(t, fresh, tiny) })
	t.Run("Extensions", func(t *testing.T) { extensions(t, fresh, tiny) })
	t.Run("Cancelled", func(t *testing.T) { cancelled(t, fresh, tiny) })
}
