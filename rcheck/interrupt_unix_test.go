//go:build unix

package rcheck

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/interrupt"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
)

// expiring is a context that ends when it has been asked often enough. It counts on.
type expiring struct {
	context.Context
	asked, end int64
}

func (e *expiring) Err() error {
	if n := atomic.AddInt64(&e.asked, 1); n >= e.end {
		return context.Canceled
	}
	return nil
}

func expiringAfter(n int64) *expiring { return &expiring{Context: context.Background(), end: n} }

// whole is a model with some of everything, large enough for every phase to be worth interrupting.
func whole() string {
	agent := func(name string) string {
		return "agent " + name + `
  local: b : bool, n : int, c : channel
  init: !b & n = 0 & c = d1
  relabel: p <- b
  repeat: (
      give: { n < 40 & near(n) } c ! @p (M := n) [n := n + 1]
    + take: { !b } * ? [b := M > 2, n := min(n, 7)]
    ; { b } GET@(any) () [b := FALSE] )
`
	}
	return "const N = 40;\nenum channel { d[1..N] }\nmessage-structure: M : int\nproperty-variables: p : bool\n" +
		"guard near(x : int) := x < 30 & (x > 2 | x = 0);\n" + agent("A") + agent("B") +
		"system = A(a[k : 1..N], n <= k) || B(z[1..N], TRUE)\n" +
		"SPEC forall k : A . F (k-b | k-n > 3 & k-c != *)\nSPEC exists i : 1..N . G (a[i]-n < 5 -> <p2p> TRUE)\nFAIRNESS a1-b\n"
}

// Wherever a context ends, reading ends with it, in a phase that has a name; and reading looks at
// it often.
func TestInterruptedReading(t *testing.T) {
	text := []byte(whole())
	all := expiringAfter(1 << 60)
	p, list, err := ParseContext(all, "m.rcp", text, Options{})
	require.NoError(t, err)
	require.NotNil(t, p, "%v", list)
	seen := map[string]int{}
	for n := int64(1); n <= all.asked; n++ {
		ctx := expiringAfter(n)
		p, list, err := ParseContext(ctx, "m.rcp", text, Options{})
		var end *interrupt.Error
		require.ErrorAs(t, err, &end, "instant %d", n)
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, p)
		require.Nil(t, list)
		require.Equal(t, n, ctx.asked, "nothing goes on after the end")
		require.Contains(t, err.Error(), "interrupted while "+end.Phase)
		seen[end.Phase]++
	}
	t.Log(seen)
	for _, phase := range []string{
		"parsing", "expanding the model", "expanding the properties", "analysing the flow of values", "looking for initial states",
	} {
		require.Positive(t, seen[phase], phase)
	}
}

// A property whose reading is interrupted leaves the program as it was, and the next one gets the
// number and the meaning that it would have got anyway.
func TestInterruptedProperty(t *testing.T) {
	const text = "forall k : A . forall i : 1..10 . G (k-n < i & z1-b -> F <p2p & M = i> k-b)"
	p, _ := Parse("m.rcp", []byte(whole()), Options{})
	propositions := len(p.System.Propositions)
	calls := 0
	for {
		calls++
		q, s, list, err := p.WithPropertyContext(expiringAfter(int64(calls)), "", text)
		if err == nil {
			require.NotNil(t, s, "%v", list)
			require.Equal(t, 3, s.Index)
			require.Greater(t, len(q.System.Propositions), propositions)
			p = q
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		require.Nil(t, q)
		require.Nil(t, s)
		require.Nil(t, list)
		require.Len(t, p.System.Propositions, propositions)
	}
	require.Greater(t, calls, 10)
	other, _ := Parse("m.rcp", []byte(whole()), Options{})
	other, s, _ := other.WithProperty("", text)
	require.Equal(t, other.print(s.Formula), p.print(p.Specs[2].Formula))
	require.Equal(t, len(other.System.Propositions), len(p.System.Propositions))
}

// One mistake in an agent type is one diagnostic, and looking for a similar name is work that is
// done once, however many instances the type has.
func TestMistakeInManyInstances(t *testing.T) {
	model := func(instances int) string {
		return fmt.Sprintf("agent A\n local: x : bool\n repeat: { x & yy } * ! true () [x := !z, w := x]\nsystem = A(a[1..%d], true)\n"+
			"SPEC forall k : A . k-yy | aa-x\n", instances)
	}
	steps := func(instances int) int64 {
		ctx := expiringAfter(1 << 60)
		_, list, err := ParseContext(ctx, "m.rcp", []byte(model(instances)), Options{})
		require.NoError(t, err)
		require.Len(t, list.Errors(), 5)
		return ctx.asked
	}
	few, many := steps(900), steps(9000)
	require.Less(t, many, 12*few)
	before := cpuTime(t)
	steps(9000)
	require.Less(t, cpuTime(t)-before, readingTime) // it took half a minute when every instance looked for similar names
}

// A model with very many mistakes is given up, and says so.
func TestTooManyErrors(t *testing.T) {
	var b strings.Builder
	b.WriteString("agent A\n local: x : bool\n repeat: { x } * ! true () []\nsystem = A(a, true)\n")
	for i := range 50 {
		fmt.Fprintf(&b, "SPEC F y%d\n", i)
	}
	_, list := Parse("m.rcp", []byte(b.String()), Options{Limits: Limits{Errors: 20}})
	require.Len(t, list.Errors(), 21)
	require.Equal(t, parser.TooManyErrors, list[20].Code)
	_, list = Parse("m.rcp", []byte(b.String()), Options{Limits: Limits{Errors: 50}})
	require.Len(t, list.Errors(), 50)
	_, list = Parse("m.rcp", []byte("agent A\n local: x : bool\n repeat: { x } * ! true () []\nsystem = A(a, true)\n"+
		"SPEC exists i : 1..1000000 . a[i]-x\n"), Options{})
	require.Len(t, list.Errors(), parser.MaxErrors+1)
}
