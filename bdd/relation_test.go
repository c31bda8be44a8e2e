package bdd_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// stepsCase is a random relation over a few finite-domain variables, explicit and symbolic.
type stepsCase struct {
	sizes   []int
	vars    []bdd.VarID
	changed []bdd.VarID
	steps   [][2]int // states by their place in the order of valuations
	r       *bdd.Relation
}

// randomSteps picks the variables that change and some steps which leave the others alone.
func randomSteps(m *bdd.Manager, s *bdd.Scope, random *rand.Rand, vars []bdd.VarID, sizes []int) stepsCase {
	c := stepsCase{sizes: sizes, vars: vars}
	for _, v := range vars {
		if random.IntN(2) == 0 {
			c.changed = append(c.changed, v)
		}
	}
	trans := bdd.False
	for range 1 + random.IntN(12) {
		// A step is a cube: some variables' current codes are required, changed ones get a code or stay
		// anything at all.
		cube := bdd.True
		required, assigned := map[bdd.VarID]int{}, map[bdd.VarID]int{}
		for i, v := range vars {
			if random.IntN(2) == 0 {
				required[v] = random.IntN(sizes[i])
				cube = s.Calculator().And(cube, s.Calculator().Eq(v, bdd.Current, required[v]))
			}
		}
		for _, v := range c.changed {
			if random.IntN(4) > 0 {
				assigned[v] = random.IntN(sizes[v])
				cube = s.Calculator().And(cube, s.Calculator().Eq(v, bdd.Next, assigned[v]))
			} else {
				cube = s.Calculator().And(cube, v.Valid(s.Calculator(), bdd.Next))
			}
		}
		trans = s.Calculator().Or(trans, cube)
		c.addSteps(required, assigned)
	}
	c.r = must(m.NewRelation(trans, c.changed))
	return c
}

// addSteps lists the steps of a cube.
func (c *stepsCase) addSteps(required, assigned map[bdd.VarID]int) {
	changes := map[bdd.VarID]bool{}
	for _, v := range c.changed {
		changes[v] = true
	}
	valuations(c.sizes, func(from []int) {
		for v, code := range required {
			if from[v] != code {
				return
			}
		}
		before := indexOf(c.sizes, from)
		valuations(c.sizes, func(to []int) {
			for v := range from {
				code, set := assigned[bdd.VarID(v)]
				if !changes[bdd.VarID(v)] && to[v] != from[v] || set && to[v] != code {
					return
				}
			}
			c.steps = append(c.steps, [2]int{before, indexOf(c.sizes, to)})
		})
	})
}

// requireSet compares a node with an explicit set.
func (c *stepsCase) requireSet(t *testing.T, m *bdd.Manager, want []bool, n bdd.Node) {
	t.Helper()
	got := make([]bool, len(want))
	m.Each(n, c.vars, func(codes []int) bool {
		got[indexOf(c.sizes, codes)] = true
		return true
	})
	require.Equal(t, want, got)
}

// Images and preimages of random sets under random relations against explicit steps, with
// collections in between.
func TestImagesAgainstExplicitSteps(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		relations, steps := 0, 0
		for seed := range uint64(rounds(15, 300)) {
			random := rand.New(rand.NewPCG(seed, 17))
			var l bdd.Layout
			var sizes []int
			var vars []bdd.VarID
			for i := range 2 + random.IntN(3) {
				sizes = append(sizes, 1+random.IntN(5))
				vars = append(vars, l.Add(fmt.Sprint("v", i), sizes[i]))
			}
			m, s := open(t, &l, o)
			for range 4 {
				c := randomSteps(m, s, random, vars, sizes)
				relations, steps = relations+1, steps+len(c.steps)
				in, set := randomSet(s, random, vars, sizes, 20)
				post, pre := make([]bool, len(in)), make([]bool, len(in))
				for _, step := range c.steps {
					post[step[1]] = post[step[1]] || in[step[0]]
					pre[step[0]] = pre[step[0]] || in[step[1]]
				}
				s.Reset(set)
				if random.IntN(2) == 0 {
					require.NoError(t, m.Collect(context.Background()))
				}
				c.requireSet(t, m, post, c.r.Image(s.Calculator(), set))
				valid := bdd.True
				for _, v := range vars { // steps leave valid codes only as far as the cubes say
					valid = s.Calculator().And(valid, v.Valid(s.Calculator(), bdd.Current))
				}
				c.requireSet(t, m, pre, s.Calculator().And(valid, c.r.PreImage(s.Calculator(), set)))
				c.r.Release()
			}
		}
		t.Logf("images and preimages under %d relations of %d steps", relations, steps)
	})
}

// A relation must say nothing about the next copies of what it does not change.
func TestRelationErrors(t *testing.T) {
	var l bdd.Layout
	x, y := l.Add("x", 2), l.Add("y", 2)
	m, s := open(t, &l, bdd.Options{})
	both := s.Calculator().And(s.Calculator().Eq(x, bdd.Next, 1), s.Calculator().Eq(y, bdd.Next, 1))
	_, err := m.NewRelation(both, []bdd.VarID{x})
	require.ErrorContains(t, err, `does not change variable "y"`)
	r := must(m.NewRelation(both, []bdd.VarID{y, x, y}))
	require.Equal(t, []bdd.VarID{x, y}, r.Changed())
	require.Equal(t, both, r.Trans())
}
