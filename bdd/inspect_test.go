package bdd_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// Count, Pick and Each of random sets against explicit ones, asked in every order of the variables.
// The sets leave some variables free, so that codes which are not valid have to be left out.
func TestValuationsOfRandomSets(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		for seed := range uint64(rounds(12, 200)) {
			random := rand.New(rand.NewPCG(seed, 23))
			var l bdd.Layout
			var sizes []int
			var vars []bdd.VarID
			for i := range 3 {
				sizes = append(sizes, 1+random.IntN(6))
				vars = append(vars, l.Add(fmt.Sprint("v", i), sizes[i]))
			}
			m, s := open(t, &l, o)
			few := 1 + random.IntN(2)
			in, set := randomSet(s, random, vars[:few], sizes[:few], []int{0, 10, 50, 100}[random.IntN(4)])
			valid := set // Sample asks for valid codes
			for _, v := range vars {
				valid = s.Calculator().And(valid, v.Valid(s.Calculator(), bdd.Current))
			}
			for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
				var over []bdd.VarID
				var ordered []int
				for _, i := range order {
					over = append(over, vars[i])
					ordered = append(ordered, sizes[i])
				}
				var want [][]int
				valuations(ordered, func(codes []int) {
					byVar := make([]int, 3)
					for i, v := range order {
						byVar[v] = codes[i]
					}
					if in[indexOf(sizes[:few], byVar[:few])] {
						want = append(want, slices.Clone(codes))
					}
				})
				var got [][]int
				m.Each(set, over, func(codes []int) bool {
					got = append(got, slices.Clone(codes))
					return true
				})
				require.Equal(t, want, got)
				require.Equal(t, fmt.Sprint(len(want)), m.Count(set, over).String())
				codes, ok := m.Pick(set, over)
				require.Equal(t, len(want) > 0, ok)
				if ok {
					require.Equal(t, want[0], codes)
				}
				valid := set
				for _, v := range over {
					valid = s.Calculator().And(valid, v.Valid(s.Calculator(), bdd.Current))
				}
				sampled := map[string]bool{}
				throws := uint(0)
				for range 40 * len(want) {
					codes, ok = m.Sample(valid, over, func() bool { throws = throws*1_103_515_245 + 12_345; return throws>>16&1 == 1 })
					require.True(t, ok)
					require.Contains(t, want, codes)
					sampled[fmt.Sprint(codes)] = true
				}
				require.GreaterOrEqual(t, 2*len(sampled), len(want), "samples are few")
			}
		}
	})
}

// Each of pairs of random relations against explicit ones. One variable is free in some of the
// relations, so that codes which are not valid have to be left out.
func TestPairsOfRandomRelations(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		for seed := range uint64(rounds(20, 200)) {
			random := rand.New(rand.NewPCG(seed, 29))
			var l bdd.Layout
			sizes := []int{1 + random.IntN(5), 1 + random.IntN(3)}
			x, y := l.Add("x", sizes[0]), l.Add("y", sizes[1])
			m, s := open(t, &l, o)
			c := s.Calculator()
			relation := bdd.False
			want := map[[4]int]bool{}
			free := random.IntN(2) == 0 // the next copy of y
			valuations([]int{sizes[0], sizes[1], sizes[0], sizes[1]}, func(codes []int) {
				if random.IntN(3) > 0 || free && codes[3] > 0 {
					return
				}
				from := c.And(c.Eq(x, bdd.Current, codes[0]), c.Eq(y, bdd.Current, codes[1]))
				pair := c.And(from, c.Eq(x, bdd.Next, codes[2]))
				for code := range sizes[1] {
					if code == codes[3] || free {
						want[[4]int{codes[0], codes[1], codes[2], code}] = true
					}
				}
				if !free {
					pair = c.And(pair, c.Eq(y, bdd.Next, codes[3]))
				}
				relation = c.Or(relation, pair)
			})
			got, work := map[[4]int]bool{}, m.Work()
			m.Each(relation, []bdd.VarID{x, y}, func(codes []int) bool {
				got[[4]int(codes)] = true
				return true
			}, bdd.Current, bdd.Next)
			require.Equal(t, want, got)
			require.Equal(t, uint64(len(want)), m.Work()-work)
			back := map[[4]int]bool{}
			m.Each(relation, []bdd.VarID{y, x}, func(codes []int) bool {
				back[[4]int{codes[3], codes[2], codes[1], codes[0]}] = true
				return true
			}, bdd.Next, bdd.Current)
			require.Equal(t, want, back)
		}
	})
}

// Each stops when it is told to.
func TestEachStops(t *testing.T) {
	var l bdd.Layout
	v := l.Add("v", 7)
	m, _ := open(t, &l, bdd.Options{})
	var seen []int
	m.Each(bdd.True, []bdd.VarID{v}, func(codes []int) bool {
		seen = append(seen, codes[0])
		return len(seen) < 3
	})
	require.Equal(t, []int{0, 1, 2}, seen)
}

// Counts beyond the range of machine words.
func TestCountIsExact(t *testing.T) {
	var l bdd.Layout
	var vars []bdd.VarID
	for i := range 60 {
		vars = append(vars, l.Add(fmt.Sprint("v", i), 3))
	}
	m, s := open(t, &l, bdd.Options{})
	require.Equal(t, "42391158275216203514294433201", m.Count(bdd.True, vars).String()) // 3^60
	n := vars[0].Equals(s.Calculator(), bdd.Current, vars[59], bdd.Current)
	require.Equal(t, "14130386091738734504764811067", m.Count(n, vars).String()) // 3^59
}

func TestSupport(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x, y := l.Add("x", 4), l.AddSingle("y", 5)
		m, s := open(t, &l, o)
		n := s.Calculator().And(s.Calculator().Eq(x, bdd.Next, 2), y.OneOf(s.Calculator(), bdd.Current, 0, 1, 2, 3))
		require.Equal(t, []bdd.Bit{{Var: x, Copy: bdd.Next, Index: 0}, {Var: x, Copy: bdd.Next, Index: 1}, {Var: y, Copy: bdd.Current, Index: 0}}, m.Support(n))
		require.Empty(t, m.Support(bdd.True))
		require.Equal(t, 3, m.NodeCount(n))
		require.Equal(t, 5, m.NodeCount(n, bdd.True, s.Calculator().Eq(x, bdd.Next, 2), n)) // with the cube, which has two nodes of its own
	})
}

// The diagram of P002, Figure 2: five nodes with the two constants (Lomuscio, Qu, Raimondi, MCMAS,
// STTT 19, 2017).
func TestFigureOfMCMAS(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x1, x2, x3 := l.AddSingle("x1", 2), l.AddSingle("x2", 2), l.AddSingle("x3", 2)
		m, s := open(t, &l, o)
		c := s.Calculator()
		is := func(v bdd.VarID, code int) bdd.Node { return c.Eq(v, bdd.Current, code) }
		f := c.Or(is(x1, 0), c.AndAll(is(x1, 1), is(x2, 0), is(x3, 0)))
		require.NoError(t, c.Err())
		require.Equal(t, 3+2, m.NodeCount(f)+2)
		require.Equal(t, "5", m.Count(f, []bdd.VarID{x1, x2, x3}).String())
	})
}

// The quantifiers on a relation between two variables.
func TestQuantifiers(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		var l bdd.Layout
		x, y := l.Add("x", 8), l.Add("y", 8)
		m, s := open(t, &l, o)
		vx, vy := x.Number(s.Calculator(), bdd.Current, 0), y.Number(s.Calculator(), bdd.Current, 0)
		less := vx.Less(s.Calculator(), vy)
		overY := m.VarSet(bdd.Current, y)
		notMost := s.Calculator().Not(s.Calculator().Eq(x, bdd.Current, 7))
		require.Equal(t, notMost, overY.Exists(s.Calculator(), less))
		least := vx.AtMost(s.Calculator(), vy)
		require.Equal(t, s.Calculator().Eq(x, bdd.Current, 0), overY.Forall(s.Calculator(), least))
		even := y.OneOf(s.Calculator(), bdd.Current, 0, 2, 4, 6)
		require.Equal(t, vx.InRange(s.Calculator(), 0, 5), overY.AndExists(s.Calculator(), less, even))
		both := overY.Union(m.VarSet(bdd.Current, x))
		require.Equal(t, bdd.True, both.Exists(s.Calculator(), less))
		require.Equal(t, bdd.False, both.Forall(s.Calculator(), less))
		require.Equal(t, less, m.VarSet(bdd.Next, x, y).Exists(s.Calculator(), less))
		require.Equal(t, less, m.VarSet(bdd.Current).Exists(s.Calculator(), less))
		small := s.Calculator().Restrict(less, even)
		require.Equal(t, s.Calculator().And(less, even), s.Calculator().And(small, even))
		require.LessOrEqual(t, m.NodeCount(small), m.NodeCount(less))
		require.Equal(t, bdd.False, s.Calculator().Restrict(less, bdd.False))
	})
}
