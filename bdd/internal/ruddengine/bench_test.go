package ruddengine_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/bdd/internal/kernel"
)

// workloads are programs on the bare contract whose answers are known in closed form or from
// tables.
var workloads = []struct {
	name    string
	vars    int
	pairs   bool // variables 2i and 2i+1 are a pair
	run     func(w *work, n int) *big.Int
	n       int
	want    *big.Int
	inTests bool
}{
	{"queens/6", 36, false, queens, 6, big.NewInt(4), true},
	{"queens/8", 64, false, queens, 8, big.NewInt(92), false},
	{"queens/10", 100, false, queens, 10, big.NewInt(724), false},
	{"milner/chained/6", 36, true, milnerChained, 6, milnerStates(6), true},
	{"milner/chained/150", 900, true, milnerChained, 150, milnerStates(150), false},
	{"milner/monolithic/6", 36, true, milnerMonolithic, 6, milnerStates(6), true},
	{"milner/monolithic/60", 360, true, milnerMonolithic, 60, milnerStates(60), true},
	{"ring/chained/6", 36, true, ringChained, 6, ringStates(6), true},
	{"ring/chained/150", 900, true, ringChained, 150, ringStates(150), false},
	{"ring/monolithic/6", 36, true, ringMonolithic, 6, ringStates(6), true},
	{"ring/monolithic/40", 240, true, ringMonolithic, 40, ringStates(40), false},
}

func milnerStates(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(int64(n)), uint(n+1)) }

// ringStates: the token is at one of n stations, which waits, works or is idle; the others wait or
// are idle.
func ringStates(n int) *big.Int { return new(big.Int).Lsh(big.NewInt(int64(3*n)), uint(n-1)) }

// TestWorkloads runs some on both engines. The large one among them does not end within minutes on
// rudd where its table is only kept a fifth free.
func TestWorkloads(t *testing.T) {
	for _, l := range workloads {
		if !l.inTests {
			continue
		}
		for _, name := range []string{"native", "rudd"} {
			w := newWork(t, name, l.vars, l.pairs)
			require.Equal(t, l.want, l.run(w, l.n), "%s on %s", l.name, name)
			w.e.Close()
		}
	}
}

// BenchmarkWorkloads compares the engines. Median milliseconds (and peak megabytes) of seven runs
// on a two-core Linux VM (AMD EPYC, Go 1.26), by
//
//	go test [-tags buddy] -run '^$' -bench Workloads -benchtime 1x -count 7 ./bdd/internal/ruddengine
//
//	workload                 native        rudd, tag buddy   rudd, default
//	queens/8                   4.3  (2.0)       8.6   (8.0)       30  (11)
//	queens/10                   91   (32)       284   (128)      755 (170)
//	milner/chained/150          13  (0.4)        41   (2.0)      192 (2.7)
//	milner/monolithic/60        58  (1.0)       108   (8.0)      307  (11)
//	ring/chained/150            14  (0.4)        44   (2.0)      186 (2.7)
//	ring/monolithic/40          36  (0.4)        51   (4.0)      146 (5.3)
//
// Making an engine is within the time. Of rudd's time, the handles' finalizers, set by rudd and
// taken off again, take about 0.1 µs per operation.
func BenchmarkWorkloads(b *testing.B) {
	for _, l := range workloads {
		if l.n <= 6 {
			continue
		}
		for _, name := range []string{"native", "rudd"} {
			b.Run(l.name+"/"+name, func(b *testing.B) {
				var peak int64
				for b.Loop() {
					w := newWork(b, name, l.vars, l.pairs)
					require.Equal(b, l.want, l.run(w, l.n))
					peak = w.e.Stats().PeakBytes
					w.e.Close()
				}
				b.ReportMetric(float64(peak)/(1<<20), "MB-peak")
			})
		}
	}
}

// work is one engine at work on one program.
type work struct {
	t     testing.TB
	e     engine.Engine
	pairs []engine.Pair
	roots []engine.Ref // kept besides what a collection is given
}

func newWork(t testing.TB, name string, vars int, pairs bool) *work {
	c := engine.Config{NumVars: vars}
	if pairs {
		for v := 0; v < vars; v += 2 {
			c.Pairs = append(c.Pairs, engine.Pair{Current: engine.Var(v), Next: engine.Var(v + 1)})
		}
	}
	w := &work{t: t, pairs: c.Pairs}
	var err error
	if name == "native" {
		w.e, err = kernel.New(c)
	} else {
		w.e, err = newEngine(c)
	}
	require.NoError(t, err)
	return w
}

func (w *work) collect(live ...engine.Ref) {
	if !w.e.WantsCollect() {
		return
	}
	require.NoError(w.t, w.e.Collect(ctx, func(visit func(engine.Ref)) {
		for _, n := range w.roots {
			visit(n)
		}
		for _, n := range live {
			visit(n)
		}
	}))
}

// count is the number of assignments to the variables (to the current ones, if there are pairs)
// under which n is true.
func (w *work) count(n engine.Ref) *big.Int {
	step := 1
	if w.pairs != nil {
		step = 2
	}
	position := func(n engine.Ref) int {
		if n <= engine.True {
			return w.e.NumVars() / step
		}
		return int(w.e.Top(n)) / step
	}
	known := map[engine.Ref]*big.Int{engine.False: big.NewInt(0), engine.True: big.NewInt(1)}
	var below func(n engine.Ref) *big.Int // over the variables from n's on
	below = func(n engine.Ref) *big.Int {
		if c, ok := known[n]; ok {
			return c
		}
		c := new(big.Int)
		for _, child := range []engine.Ref{w.e.Low(n), w.e.High(n)} {
			c.Add(c, new(big.Int).Lsh(below(child), uint(position(child)-position(n)-1)))
		}
		known[n] = c
		return c
	}
	return new(big.Int).Lsh(below(n), uint(position(n)))
}

// queens counts the ways to place n queens on an n×n board.
func queens(w *work, n int) *big.Int {
	board := engine.True
	for row := range n {
		some := engine.False
		for column := range n {
			alone := []engine.Literal{positive(engine.Var(row*n + column))}
			for r := range n {
				for c := range n {
					attacks := r == row || c == column || r-c == row-column || r+c == row+column
					if attacks && (r != row || c != column) {
						alone = append(alone, engine.Literal{Var: engine.Var(r*n + c)})
					}
				}
			}
			some = apply(w.t, w.e, engine.Or, some, cube(w.t, w.e, alone...))
		}
		board = apply(w.t, w.e, engine.And, board, some)
		w.collect(board)
	}
	return w.count(board)
}

// command is one step of a system: literals over the current and next variables of bits, of which
// it changes those in changed.
type command struct {
	literals []engine.Literal
	changed  []int // bits
}

// now and then are literals over the current and the next variable of a bit.
func now(bit int, value bool) engine.Literal {
	return engine.Literal{Var: engine.Var(2 * bit), Value: value}
}
func then(bit int, value bool) engine.Literal {
	return engine.Literal{Var: engine.Var(2*bit + 1), Value: value}
}

// milner is the scheduler of R. Milner, "A Calculus of Communicating Systems" (LNCS 92, 1980,
// doi:10.1007/3-540-10235-3), in the form of BuDDy's example: cycler i has the bits 3i (may start),
// 3i+1 (working) and 3i+2 (to hand over).
func milner(n int) (initial []engine.Literal, commands []command) {
	for i := range n {
		c, t, h, next := 3*i, 3*i+1, 3*i+2, 3*((i+1)%n)
		initial = append(initial, now(c, i == 0), now(t, false), now(h, false))
		commands = append(commands,
			command{[]engine.Literal{now(c, true), then(c, false), now(t, false), then(t, true), then(h, true)}, []int{c, t, h}},
			command{[]engine.Literal{now(h, true), then(h, false), then(next, true)}, []int{h, next}},
			command{[]engine.Literal{now(t, true), then(t, false)}, []int{t}})
	}
	return initial, commands
}

// ring is mutual exclusion by a token: station i has the bits 3i (has the token), 3i+1 (waits) and
// 3i+2 (works).
func ring(n int) (initial []engine.Literal, commands []command) {
	for i := range n {
		token, waits, works, next := 3*i, 3*i+1, 3*i+2, 3*((i+1)%n)
		initial = append(initial, now(token, i == 0), now(waits, false), now(works, false))
		commands = append(commands,
			command{[]engine.Literal{now(waits, false), now(works, false), then(waits, true)}, []int{waits}},
			command{[]engine.Literal{now(token, true), now(waits, true), then(waits, false), then(works, true)}, []int{waits, works}},
			command{[]engine.Literal{now(works, true), then(works, false)}, []int{works}},
			command{[]engine.Literal{now(token, true), now(works, false), then(token, false), then(next, true)}, []int{token, next}})
	}
	return initial, commands
}

func milnerChained(w *work, n int) *big.Int    { return w.chained(milner(n)) }
func milnerMonolithic(w *work, n int) *big.Int { return w.monolithic(milner(n)) }
func ringChained(w *work, n int) *big.Int      { return w.chained(ring(n)) }
func ringMonolithic(w *work, n int) *big.Int   { return w.monolithic(ring(n)) }

// chained explores with one relation per command over the bits it changes, each applied to all that
// was found before.
func (w *work) chained(initial []engine.Literal, commands []command) *big.Int {
	var frames []engine.Frame
	for _, c := range commands {
		w.roots = append(w.roots, cube(w.t, w.e, c.literals...))
		var changed []engine.Pair
		for _, bit := range c.changed {
			changed = append(changed, w.pairs[bit])
		}
		frames = append(frames, w.e.NewFrame(changed))
	}
	reached, before := cube(w.t, w.e, initial...), engine.False
	for reached != before {
		before = reached
		for i, frame := range frames {
			next, err := w.e.Image(ctx, frame, w.roots[i], reached)
			require.NoError(w.t, err)
			reached = apply(w.t, w.e, engine.Or, reached, next)
			w.collect(reached, before)
		}
	}
	return w.count(reached)
}

// monolithic explores breadth first with one relation over all bits.
func (w *work) monolithic(initial []engine.Literal, commands []command) *big.Int {
	relation := engine.False
	for _, c := range commands {
		changed := map[int]bool{}
		for _, bit := range c.changed {
			changed[bit] = true
		}
		step := engine.True
		for bit := len(w.pairs) - 1; bit >= 0; bit-- {
			if !changed[bit] {
				p := w.pairs[bit]
				step = apply(w.t, w.e, engine.And, equal(w.t, w.e, []engine.Var{p.Current}, []engine.Var{p.Next}), step)
			}
		}
		step = apply(w.t, w.e, engine.And, step, cube(w.t, w.e, c.literals...))
		relation = apply(w.t, w.e, engine.Or, relation, step)
		w.collect(relation)
	}
	w.roots = append(w.roots, relation)
	frame := w.e.NewFrame(w.pairs)
	reached, before := cube(w.t, w.e, initial...), engine.False
	for reached != before {
		before = reached
		next, err := w.e.Image(ctx, frame, relation, reached)
		require.NoError(w.t, err)
		reached = apply(w.t, w.e, engine.Or, reached, next)
		w.collect(reached, before)
	}
	return w.count(reached)
}
