package bdd_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// workload is a small program over the public interface whose answer is known.
type workload struct {
	name string
	run  func(t testing.TB, o bdd.Options) *bdd.Manager
}

var workloads = []workload{
	{"queens8", func(t testing.TB, o bdd.Options) *bdd.Manager { return queens(t, o, 8, 92) }},
	{"milner32", func(t testing.TB, o bdd.Options) *bdd.Manager { return milner(t, o, 32, chained) }},
	{"milner12mono", func(t testing.TB, o bdd.Options) *bdd.Manager { return milner(t, o, 12, monolithic) }},
	{"milner32closure", func(t testing.TB, o bdd.Options) *bdd.Manager { return milner(t, o, 32, closed) }},
	{"tokens8closure", func(t testing.TB, o bdd.Options) *bdd.Manager { return tokens(t, o, 8, closed, tokens8) }},
	{"tokens8", func(t testing.TB, o bdd.Options) *bdd.Manager { return tokens(t, o, 8, layered, tokens8) }},
	{"queens10", func(t testing.TB, o bdd.Options) *bdd.Manager { return queens(t, o, 10, 724) }},
	{"queens11", func(t testing.TB, o bdd.Options) *bdd.Manager { return queens(t, o, 11, 2680) }},
	{"milner100", func(t testing.TB, o bdd.Options) *bdd.Manager { return milner(t, o, 100, chained) }},
	{"milner40mono", func(t testing.TB, o bdd.Options) *bdd.Manager { return milner(t, o, 40, monolithic) }},
	{"milner100closure", func(t testing.TB, o bdd.Options) *bdd.Manager { return milner(t, o, 100, closed) }},
	{"tokens14", func(t testing.TB, o bdd.Options) *bdd.Manager { return tokens(t, o, 14, layered, tokens14) }},
	{"tokens14all", func(t testing.TB, o bdd.Options) *bdd.Manager { return tokens(t, o, 14, together, tokens14) }},
	{"tokens18", func(t testing.TB, o bdd.Options) *bdd.Manager { return tokens(t, o, 18, layered, tokens18) }},
	{"tokens18chained", func(t testing.TB, o bdd.Options) *bdd.Manager { return tokens(t, o, 18, chained, tokens18) }},
	{"tokens18closure", func(t testing.TB, o bdd.Options) *bdd.Manager { return tokens(t, o, 18, closed, tokens18) }},
}

// Numbers of states that tokens reaches, on which all strategies and both engines agree.
const (
	tokens8  = 95
	tokens14 = 70_218
	tokens18 = 5_953_982
	tokens22 = 251_645_588
	tokens26 = 7_652_672_860
)

// strategy is a way to explore.
type strategy int

const (
	chained    strategy = iota // one relation after the other, each applied to what the round has found so far
	monolithic                 // the same with a single relation
	layered                    // breadth first, the images under all relations one by one
	together                   // breadth first by ImageAll
	closed                     // by Forward
)

// BenchmarkWorkloads measures both engines on the same programs. Least milliseconds (and peak megabytes of tables) of five runs on a two-core
// Linux VM that others used too (AMD EPYC, Go 1.26), by
//
//	go test [-tags buddy] -run '^$' -bench Workloads -benchtime 1x -count 5 ./bdd
//
//	workload             native      rudd, tag buddy   rudd, default
//	queens8            6.2  (1)         29   (8)          36  (11)
//	queens10            95 (16)        386 (128)        1269 (170)
//	queens11          1381 (129)      3213 (384)        8074 (510)
//	milner32           0.9 (0.4)       3.4   (2)         9.1   (3)
//	milner100           11  (4)         36  (16)         306  (21)
//	milner12mono       0.9 (0.4)       2.4   (2)         7.6   (3)
//	milner40mono        16  (4)         43  (16)         152  (21)
//	milner100closure   2.0 (0.4)        35  (16)         216  (21)
//	tokens14            21  (1)         63   (8)         190  (11)
//	tokens14all         20  (2)         57   (8)         192  (11)
//	tokens18           900 (32)       6499  (64)       17155 (170)
//	tokens18chained     88 (16)        781  (64)        2541  (85)
//	tokens18closure     88  (2)        811  (64)        2587  (85)
//
// Where rudd has no operation of its own (closure, all), it does one image after the other.
func BenchmarkWorkloads(b *testing.B) {
	for _, w := range workloads {
		for _, engine := range []string{"native", "rudd"} {
			b.Run(w.name+"/"+engine, func(b *testing.B) {
				var peak int64
				for range b.N {
					m := w.run(b, bdd.Options{Engine: engine})
					peak = m.Stats().PeakBytes
					m.Close()
				}
				b.ReportMetric(float64(peak)/(1<<20), "MB-peak")
			})
		}
	}
}

func TestWorkloads(t *testing.T) {
	for _, w := range workloads[:6] {
		t.Run(w.name, func(t *testing.T) { w.run(t, bdd.Options{}).Close() })
	}
}

// queens counts the ways to place n queens on an n×n board.
func queens(t testing.TB, o bdd.Options, n int, want int64) *bdd.Manager {
	var l bdd.Layout
	var all []bdd.VarID
	for row := range n {
		for column := range n {
			all = append(all, l.AddSingle(fmt.Sprintf("q%d.%d", row, column), 2))
		}
	}
	m, err := bdd.New(&l, o)
	require.NoError(t, err)
	s := m.NewScope(context.Background())
	defer s.Close()
	at := func(row, column, code int) bdd.Node {
		r, err := s.Eq(all[row*n+column], bdd.Current, code)
		require.NoError(t, err)
		return r
	}
	board := bdd.True
	for row := range n {
		some := bdd.False
		for column := range n {
			alone := at(row, column, 1)
			for r := range n {
				for c := range n {
					attacks := r == row || c == column || r-c == row-column || r+c == row+column
					if attacks && (r != row || c != column) {
						alone, err = s.And(alone, at(r, c, 0))
						require.NoError(t, err)
					}
				}
			}
			some, err = s.Or(some, alone)
			require.NoError(t, err)
		}
		board, err = s.And(board, some)
		require.NoError(t, err)
		s.Reset(board)
	}
	require.Equal(t, want, m.Count(board, all).Int64())
	return m
}

// milner explores the scheduler of n cyclers from R. Milner, "A Calculus of Communicating Systems" (LNCS 92, 1980, doi:10.1007/3-540-10235-3), in
// the form that BuDDy's example uses. A single relation covers all variables.
func milner(t testing.TB, o bdd.Options, n int, how strategy) *bdd.Manager {
	var l bdd.Layout
	var c, h, w, all []bdd.VarID
	for i := range n {
		c = append(c, l.Add(fmt.Sprintf("c%d", i), 2))
		w = append(w, l.Add(fmt.Sprintf("t%d", i), 2))
		h = append(h, l.Add(fmt.Sprintf("h%d", i), 2))
		all = append(all, c[i], w[i], h[i])
	}
	m, err := bdd.New(&l, o)
	require.NoError(t, err)
	s := m.NewScope(context.Background())
	defer s.Close()
	eq := func(v bdd.VarID, copy bdd.Copy, code int) bdd.Node {
		r, err := s.Eq(v, copy, code)
		require.NoError(t, err)
		return r
	}
	and := func(ns ...bdd.Node) bdd.Node {
		r, err := s.AndAll(ns...)
		require.NoError(t, err)
		return r
	}
	var relations []*bdd.Relation
	var steps []bdd.Node
	add := func(trans bdd.Node, changed ...bdd.VarID) {
		if how == monolithic {
			var same []bdd.VarID
			for _, v := range all {
				if !contains(changed, v) {
					same = append(same, v)
				}
			}
			frame, err := s.Same(same...)
			require.NoError(t, err)
			steps = append(steps, and(trans, frame))
			return
		}
		r, err := m.NewRelation(trans, changed)
		require.NoError(t, err)
		relations = append(relations, r)
	}
	for i := range n {
		add(and(eq(c[i], bdd.Current, 1), eq(c[i], bdd.Next, 0), eq(w[i], bdd.Current, 0), eq(w[i], bdd.Next, 1), eq(h[i], bdd.Next, 1)), c[i], w[i], h[i])
		j := (i + 1) % n
		add(and(eq(h[i], bdd.Current, 1), eq(h[i], bdd.Next, 0), eq(c[j], bdd.Next, 1)), h[i], c[j])
		add(and(eq(w[i], bdd.Current, 1), eq(w[i], bdd.Next, 0)), w[i])
	}
	if how == monolithic {
		all1, err := s.OrAll(steps...)
		require.NoError(t, err)
		r, err := m.NewRelation(all1, all)
		require.NoError(t, err)
		relations = append(relations, r)
	}
	var initial []bdd.Node
	for i := range n {
		first := 0
		if i == 0 {
			first = 1
		}
		initial = append(initial, eq(c[i], bdd.Current, first), eq(w[i], bdd.Current, 0), eq(h[i], bdd.Current, 0))
	}
	reached := explore(t, s, relations, and(initial...), how)
	want := int64(n) << (n + 1)
	if n > 55 {
		return m
	}
	require.Equal(t, want, m.Count(reached, all).Int64())
	return m
}

func contains(vs []bdd.VarID, v bdd.VarID) bool {
	for _, w := range vs {
		if w == v {
			return true
		}
	}
	return false
}

// explore computes what relations reach from set.
func explore(t testing.TB, s *bdd.Scope, relations []*bdd.Relation, set bdd.Node, how strategy) bdd.Node {
	m := s.Manager()
	c := m.NewClosure(relations...)
	defer c.Release()
	switch how {
	case closed:
		return must(s.Forward(c, set, bdd.True))
	case chained, monolithic:
		for {
			before := set
			for _, r := range relations {
				set = must(s.Or(set, must(s.Image(r, set))))
			}
			s.Reset(set)
			if set == before {
				return set
			}
		}
	}
	for frontier := set; frontier != bdd.False; s.Reset(set, frontier) {
		found := bdd.False
		if how == together {
			found = must(s.ImageAll(c, frontier))
		} else {
			for _, r := range relations {
				found = must(s.Or(found, must(s.Image(r, frontier))))
			}
		}
		frontier = must(s.Diff(found, set))
		set = must(s.Or(set, frontier))
	}
	return set
}

// tokens explores n places of capacity 3 on a ring, across which tokens move one by one: sets with many nodes, relations with few.
func tokens(t testing.TB, o bdd.Options, n int, how strategy, want int64) *bdd.Manager {
	var l bdd.Layout
	var all []bdd.VarID
	for i := range n {
		all = append(all, l.Add(fmt.Sprintf("p%d", i), 4))
	}
	m, err := bdd.New(&l, o)
	require.NoError(t, err)
	s := m.NewScope(context.Background())
	defer s.Close()
	var relations []*bdd.Relation
	set := bdd.True
	for i := range n {
		j := (i + n/2 + i%2) % n
		trans := bdd.False
		for from := 1; from < 4; from++ {
			for to := range 3 {
				step := bdd.True
				for _, eq := range []struct {
					v    bdd.VarID
					c    bdd.Copy
					code int
				}{{all[i], bdd.Current, from}, {all[i], bdd.Next, from - 1}, {all[j], bdd.Current, to}, {all[j], bdd.Next, to + 1}} {
					x, err := s.Eq(eq.v, eq.c, eq.code)
					require.NoError(t, err)
					step, err = s.And(step, x)
					require.NoError(t, err)
				}
				trans, err = s.Or(trans, step)
				require.NoError(t, err)
			}
		}
		r, err := m.NewRelation(trans, []bdd.VarID{all[i], all[j]})
		require.NoError(t, err)
		relations = append(relations, r)
		x, err := s.Eq(all[i], bdd.Current, i%3)
		require.NoError(t, err)
		set, err = s.And(set, x)
		require.NoError(t, err)
	}
	require.Equal(t, want, m.Count(explore(t, s, relations, set, how), all).Int64())
	return m
}
