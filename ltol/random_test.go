package ltol

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
)

// source of random formulas and lassos, the same in every run.
type source struct {
	*rand.Rand
	states, steps int  // numbers of propositions
	past          bool // with past-step atoms?
}

func newSource(seed uint64) *source {
	return &source{Rand: rand.New(rand.NewPCG(seed, 0)), states: 2, steps: 2, past: true}
}

// extremes sets each threshold to less than anything there is, to a few, to its default or to more
// than anything.
func (r *source) extremes() Thresholds {
	one := func() int { return []int{-1, 1, 2, 2 + r.IntN(30), 0, math.MaxInt32}[r.IntN(6)] }
	return Thresholds{MaxConjuncts: one(), MaxCompared: one(), MaxSimulationWork: one(), MaxRecurrences: one(), MaxAlternatives: one()}
}

// formula makes a formula of about the given size.
func (r *source) formula(size int) *Formula {
	if size <= 1 {
		return r.leaf()
	}
	unary := func(op func(*Formula) *Formula) *Formula { return op(r.formula(size - 1)) }
	binary := func(op func(f, g *Formula) *Formula) *Formula {
		left := 1 + r.IntN(size-1)
		return op(r.formula(left), r.formula(size-left))
	}
	switch r.IntN(16) {
	case 0:
		return unary(Not)
	case 1, 2:
		return binary(func(f, g *Formula) *Formula { return And(f, g) })
	case 3, 4:
		return binary(func(f, g *Formula) *Formula { return Or(f, g) })
	case 5:
		return binary(Implies)
	case 6:
		if r.IntN(3) == 0 {
			return binary(Iff)
		}
		return binary(Until)
	case 7:
		return unary(Next)
	case 8:
		if r.IntN(3) == 0 {
			return unary(func(f *Formula) *Formula { return Finally(Globally(f)) })
		}
		return unary(Finally)
	case 9:
		if r.IntN(3) == 0 {
			return unary(func(f *Formula) *Formula { return Globally(Finally(f)) })
		}
		return unary(Globally)
	case 10:
		return binary(Until)
	case 11:
		return binary(WeakUntil)
	case 12:
		return binary(Release)
	case 13:
		return binary(StrongRelease)
	case 14:
		return unary(func(f *Formula) *Formula { return Possible(r.IntN(r.steps), f) })
	}
	return unary(func(f *Formula) *Formula { return Necessary(r.IntN(r.steps), f) })
}

func (r *source) leaf() *Formula {
	if r.IntN(12) == 0 {
		return []*Formula{True(), False()}[r.IntN(2)]
	}
	switch n := r.IntN(3); {
	case n == 0:
		return Prop(Atom{r.IntN(r.steps), Step})
	case n == 1 && r.past:
		return Prop(Atom{r.IntN(r.steps), PastStep})
	}
	return Prop(Atom{r.IntN(r.states), State})
}

// lasso makes a lasso of at most the given length with random letters, now and then the empty
// stutter.
func (r *source) lasso(length int) Lasso {
	n := 1 + r.IntN(length)
	state, step := make([][]bool, n), make([][]bool, n)
	row := func(n int) []bool {
		bits := make([]bool, n)
		for i := range bits {
			bits[i] = r.IntN(2) == 0
		}
		return bits
	}
	for i := range n {
		state[i], step[i] = row(r.states), row(r.steps)
		if r.IntN(6) == 0 {
			clear(step[i])
		}
	}
	return Lasso{
		Length: n, Loop: r.IntN(n),
		State: func(i, id int) bool { return state[i][id] },
		Step:  func(i, id int) bool { return step[i][id] },
	}
}

// longer is by how much the random tests multiply their numbers of cases: LTOL_LONGER in the
// environment, else 1.
func longer() int {
	if n, err := strconv.Atoi(os.Getenv("LTOL_LONGER")); err == nil && n > 0 {
		return n
	}
	return 1
}
