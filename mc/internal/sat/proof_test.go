package sat

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A checker of proofs in the format DRAT, which shares nothing with the solver: literals are
// numbers, and clauses are all looked at until nothing follows.
type checker [][]int

// follows reports whether assuming the negation of a clause leads to a contradiction by units.
func (c checker) follows(clause []int) bool {
	yes := map[int]bool{}
	for _, l := range clause {
		if yes[l] {
			return true // it has a literal and its negation
		}
		yes[-l] = true
	}
	for changed := true; changed; {
		changed = false
		for _, other := range c {
			open := slices.DeleteFunc(slices.Clone(other), func(l int) bool { return yes[-l] })
			switch {
			case slices.ContainsFunc(open, func(l int) bool { return yes[l] }):
			case len(open) == 0:
				return true
			case len(open) == 1:
				yes[open[0]], changed = true, true
			}
		}
	}
	return false
}

// check goes through the lines of a proof, and returns the number of those that hold, up to the
// first one that does not.
func (c *checker) check(t *testing.T, proof string) (lines int) {
	for line := range strings.Lines(proof) {
		rest, drop := strings.CutPrefix(line, "d ")
		var clause []int
		for _, field := range strings.Fields(rest) {
			n, err := strconv.Atoi(field)
			require.NoError(t, err)
			clause = append(clause, n)
		}
		require.Equal(t, 0, clause[len(clause)-1])
		clause = slices.Sorted(slices.Values(clause[:len(clause)-1]))
		i := slices.IndexFunc(*c, func(other []int) bool { return slices.Equal(other, clause) })
		switch {
		case drop && i < 0, !drop && !c.follows(clause):
			return lines
		case drop:
			*c = slices.Delete(*c, i, i+1)
		default:
			*c = append(*c, clause)
		}
		lines++
	}
	return lines
}

// What a solver proves is accepted line by line: of clauses that it drops early, and of failed
// assumptions. A proof that has lost half of its lines is not accepted if it needs them.
func TestProofsAreChecked(t *testing.T) {
	const variables = 14
	proved, learnt, dropped, refused := 0, 0, 0, 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 9))
		s := &Solver{Proof: &bytes.Buffer{}}
		for range variables {
			s.Variable()
		}
		s.keep = random.IntN(3)
		var formula checker
		for range 70 {
			var clause []Lit
			var numbers []int
			for _, v := range random.Perm(variables)[:3] {
				l := Lit(2*v + random.IntN(2))
				clause = append(clause, l)
				numbers = append(numbers, (v+1)*(1-2*int(l&1)))
			}
			formula = append(formula, slices.Sorted(slices.Values(numbers)))
			s.Add(clause...)
		}
		assumed := []Lit{Lit(random.IntN(2 * variables)), Lit(random.IntN(2 * variables))}
		status := s.Solve(1<<40, assumed...)
		for range 3 { // conflicts of later searches, too
			status = max(status, s.Solve(1<<40, Lit(random.IntN(2*variables)), Lit(random.IntN(2*variables))))
		}
		proof := s.Proof.String()
		all, checked := slices.Clone(formula), strings.Count(proof, "\n")
		require.Equal(t, checked, all.check(t, proof), "seed %d:\n%s", seed, proof)
		learnt, dropped = learnt+checked, dropped+strings.Count(proof, "d ")
		if status != Unsatisfiable {
			continue
		}
		proved++
		lines := strings.SplitAfter(proof, "\n")
		last := lines[len(lines)-2]
		if all = slices.Clone(formula); all.check(t, last) == 0 {
			refused++
		}
	}
	t.Log(proved, learnt, dropped, refused)
	require.Greater(t, min(proved, learnt, dropped, refused), 15)
}
