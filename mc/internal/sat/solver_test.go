package sat

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// formula are clauses over few variables, judged by trying all values.
type formula [][]Lit

func (f formula) holds(is func(Lit) bool) bool {
	for _, clause := range f {
		some := false
		for _, l := range clause {
			some = some || is(l)
		}
		if !some {
			return false
		}
	}
	return true
}

func (f formula) satisfiable(variables int) bool {
	for values := range 1 << variables {
		if f.holds(func(l Lit) bool { return values>>(l>>1)&1 != int(l&1) }) {
			return true
		}
	}
	return false
}

// Random clauses, added between searches under random assumptions, are satisfiable when trying all
// values says so. Searches with little work go on where they ended. Clauses are dropped early.
func TestSearchesAgreeWithTrying(t *testing.T) {
	const variables = 10
	random := rand.New(rand.NewPCG(1, 2))
	draw := func() Lit { return Lit(random.IntN(2 * variables)) }
	count := map[Status]int{}
	reduced := 0
	for range 400 {
		s := &Solver{}
		for range variables {
			s.Variable()
		}
		s.keep = random.IntN(5) * 4
		var f formula
		for range 12 {
			for range 1 + random.IntN(8) {
				clause := make([]Lit, 1+random.IntN(4))
				if random.IntN(8) > 0 {
					clause = make([]Lit, 3)
				}
				for i := range clause {
					clause[i] = draw()
				}
				f = append(f, clause)
				s.Add(clause...)
			}
			with := f[:len(f):len(f)]
			var assumptions []Lit
			for range random.IntN(3) {
				assumptions = append(assumptions, draw())
				with = append(with, assumptions[len(assumptions)-1:])
			}
			want := Unsatisfiable
			if with.satisfiable(variables) {
				want = Satisfiable
			}
			got := Unknown
			for step := 1 + random.IntN(100); got == Unknown; {
				count[Unknown]++
				got = s.Solve(s.Work()+step, assumptions...)
				step *= 2
			}
			require.Equal(t, want, got)
			if count[got]++; got == Satisfiable {
				require.True(t, with.holds(s.Is))
			}
			if got == Unsatisfiable {
				blamed := f[:len(f):len(f)]
				for _, l := range s.failed {
					require.Contains(t, assumptions, l)
					blamed = append(blamed, []Lit{l})
				}
				require.False(t, blamed.satisfiable(variables), "what failed cannot be satisfied together")
			}
			if len(s.learnt) > 0 && s.keep < 4 {
				reduced++
			}
		}
	}
	require.Greater(t, min(count[Satisfiable], count[Unsatisfiable], count[Unknown]), 500)
	require.Positive(t, reduced)
}

// Pigeons that do not fit need many conflicts, restarts and clauses that are dropped.
func TestPigeons(t *testing.T) {
	const holes = 7
	s := &Solver{}
	in := [holes + 1][holes]Lit{}
	for p := range in {
		for h := range in[p] {
			in[p][h] = s.Variable()
		}
		s.Add(in[p][:]...)
	}
	s.keep = 10
	for h := range holes {
		for p := range in {
			for q := range p {
				s.Add(in[p][h].Not(), in[q][h].Not())
			}
		}
	}
	require.Equal(t, Unknown, s.Solve(1000))
	work := s.Work()
	require.Equal(t, Satisfiable, func() Status { // with one pigeon less
		t := &Solver{}
		t.Add(t.Variable())
		return t.Solve(1000)
	}())
	require.Equal(t, Unsatisfiable, s.Solve(1<<40))
	require.Greater(t, s.Work(), work)
	require.Greater(t, s.conflicts, restart)
	require.Equal(t, Unsatisfiable, s.Solve(1<<40), "for good")
}

func TestLuby(t *testing.T) {
	var got []int
	for i := 1; i <= 15; i++ {
		got = append(got, luby(i))
	}
	require.Equal(t, []int{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}, got)
}
