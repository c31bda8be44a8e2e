package rcheck

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// The example of the code about constants that do not count agents gets it, and no other.
func TestNotCountingExample(t *testing.T) {
	all := diag.All()
	info := all[slices.IndexFunc(all, func(i diag.Info) bool { return i.Code == NotCounting })]
	p, list := Parse("example.rcp", []byte(info.Example), Options{})
	require.NoError(t, list.Err())
	c := p.Counting("N")
	list = slices.Concat(c.Elsewhere, c.InProperties[1])
	require.Len(t, list, 2)
	for _, d := range list {
		require.Equal(t, NotCounting, d.Code)
		require.Equal(t, diag.Warning, d.Severity)
	}
}

// A range of values that grows with the number of agents is reported once, at the range.
func TestGrowingRange(t *testing.T) {
	p, list := Parse("m.rcp", []byte(`const N = 3;
enum channel { c }
message-structure: D : 0..1
property-variables:
agent A local: x : 0..N + 1 init: x = 0 receive-guard: true repeat: {x < 2} c! (true)(D := 0)[x := x + 1]
system = A(a[i : 1..N], true)
SPEC forall k : A . G (k-x >= 0);
`), Options{})
	require.NoError(t, list.Err())
	found := p.Counting("N").Elsewhere
	require.Len(t, found, 1)
	require.Equal(t, "m.rcp:5:20", found[0].Start.String())
	require.Contains(t, found[0].Message(), "there are more values with a larger `N`")
	require.Contains(t, found[0].Message(), "a multicast waits for all connected agents")
}

// What depends on a constant that counts agents is found, with its place; and so are the numbers
// that indices are compared with.
func TestCounting(t *testing.T) {
	const model = `const N = 4; const K = 3;
enum channel { c, link[1..N] }
message-structure: D : 0..1
property-variables:
agent A local: own : channel, x : 0..5 init: true receive-guard: chan = own
    repeat: {x < 5} c! (true)(D := 0)[x := x + 1]
system = A(a[i : 1..N], COND)
SPEC forall k : A . G (SAYS);
`
	for _, c := range []struct {
		cond, says    string
		least, period int
		found         []string // parts of the messages
	}{
		{"own = link[i]", "k-x = 0", 2, 1, nil},
		{"own = link[i] & x = (i = 2 ? 1 : 0)", "k-x = 0", 3, 1, nil},
		{"own = link[i] & x = (2 >= i ? 1 : 0)", "k-x = 0", 3, 1, nil},
		{"own = link[i] & x = (i < K ? 1 : 0)", "k-x = 0", 4, 1, nil},
		{"own = link[i] & x = (i = N ? 1 : 0)", "k-x = 0", 2, 1, nil},
		{"own = link[i] & x = (i % 2) + ((i) % K)", "k-x = 0", 2, 6, nil},
		{"own = link[2]", "a[5]-x = 0", 6, 1, nil},
		{"own = link[i]", "a[K]-x = 0", 4, 1, nil},
		{"own = link[i] & (x = i | x = 0)", "k-x = 0", 1, 1, []string{"the index `i` is a number here"}},
		{"own = link[i % N + 1]", "k-x = 0", 1, 1, []string{"this name is that of a neighbour"}},
		{"own = link[i] & x = (i < N ? 1 : 0)", "k-x = 0", 1, 1, []string{"the index `i` is a number here", "`N` does more"}},
		{"own = link[i] & x = (i = K + 2 ? 1 : 0)", "k-x = 0", 6, 1, nil},
		{"own = link[i] & x = (i = 3 * -(1 - K) ? 1 : 0)", "k-x = 0", 7, 1, nil},
		{"own = link[i] & x = (i % (9 / 2) = 1 ? 1 : 0)", "k-x = 0", 2, 4, nil},
		{"own = link[i]", "a[2 * K]-x = 0", 7, 1, nil},
		{"own = link[i] & x = (i = 5 * 5 ? 1 : 0)", "k-x = 0", 1, 1, []string{"the index `i` is a number here"}},
		{"own = link[i] & x = (i = K * N ? 1 : 0)", "k-x = 0", 1, 1, []string{"the index `i` is a number here", "`N` does more"}},
		{"own = link[i] & x = (i = N - 1 ? 1 : 0)", "k-x = 0", 1, 1, []string{"the index `i` is a number here", "`N` does more"}},
		{"own = link[i] & x = (i % 2 = i ? 1 : 0)", "k-x = 0", 1, 2, []string{"the index `i` is a number here"}},
		{"own = link[i]", "k-x < N", 1, 1, []string{"`N` does more"}},
		{"own = link[N]", "k-x = 0", 1, 1, []string{"`N` does more"}},
	} {
		p, list := Parse("m.rcp", []byte(strings.NewReplacer("COND", c.cond, "SAYS", c.says).Replace(model)), Options{Set: map[string]int{"N": 6}})
		require.NoError(t, list.Err(), c.cond)
		got := p.Counting("N")
		list = slices.Concat(got.Elsewhere, got.InProperties[1])
		require.Len(t, list, len(c.found), "%s: %v", c.cond, list)
		for i, d := range list {
			require.Contains(t, d.Message(), c.found[i], c.cond)
			require.Greater(t, d.Start.Line, 6)
		}
		if len(c.found) == 0 {
			require.Equal(t, [2]int{c.least, c.period}, [2]int{got.Least, got.Period}, c.cond)
		}
	}
	p, _ := Parse("m.rcp", []byte(strings.NewReplacer("COND", "own = link[i]", "SAYS", "k-x = 0").Replace(model)), Options{})
	for says, want := range map[string][2]int{"G a[4]-x = 0": {5, 1}, "forall i : 1..3 . G a[i]-x = 0": {4, 1}} {
		q, _, added := p.WithProperty("", says)
		require.NoError(t, added.Err(), says)
		got := q.Counting("N")
		require.Empty(t, got.Elsewhere, says)
		require.Empty(t, got.InProperties, says)
		require.Equal(t, want, [2]int{got.Least, got.Period}, says)
	}
	for _, says := range []string{"N < 12 | (G a[1]-x = 0)", "forall i : 3..N . G a[i]-x = 0"} {
		q, _, added := p.WithProperty("", says)
		require.NoError(t, added.Err(), says)
		got := q.Counting("N")
		require.Empty(t, got.Elsewhere, says)
		require.Len(t, got.InProperties, 1, says)
		require.ErrorContains(t, errorOf(got.InProperties[2]), "`N` does more", says)
		require.False(t, q.CountsAgents("N"))
	}
	require.EqualError(t, p.RequireConstants("N", "M"), "the model has no constant `M`")
	require.ErrorContains(t, p.RequireConstants("NN"), "did you mean `N`?")
	require.NoError(t, p.RequireConstants("K", "N"))
	require.Empty(t, p.Counting("K").Elsewhere)
	require.True(t, p.CountsAgents("N"))
	require.False(t, p.CountsAgents("K"), "no name has it as its bound")
	require.Equal(t, []string{"N", "M"}, CountingNames(" N,M, N,"))
}

func errorOf(list diag.List) error { return &diagError{list} }

type diagError struct{ list diag.List }

func (e *diagError) Error() string { return e.list[0].Message() }
