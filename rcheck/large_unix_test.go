//go:build unix

package rcheck

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// largeInputs are sources of up to 64 KiB that make some phase work hard.
func largeInputs() map[string]string {
	const size = 64 << 10
	fill := func(head, unit, tail string) string {
		return head + strings.Repeat(unit, max(1, (size-len(head)-len(tail))/len(unit))) + tail
	}
	numbered := func(head, tail, format string) string {
		var b strings.Builder
		b.WriteString(head)
		for i := 0; b.Len() < size-len(tail)-2*len(format); i++ {
			b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return b.String() + tail
	}
	const plain = "agent A\n local: x : bool\n repeat: { x } * ! true () []\nsystem = A(a[1..100], true)\n"
	doubling := "guard g0(x : bool) := x;\n"
	for i := 1; i <= 60; i++ {
		doubling += fmt.Sprintf("guard g%d(x : bool) := g%d(x) & g%d(!x);\n", i, i-1, i-1)
	}
	return map[string]string{
		"long guard":           fill("agent A\n local: x : bool\n repeat: { x", " & x", "} * ! true () []\nsystem = A(a, true)"),
		"long formula":         fill(plain+"SPEC G (a1-x", " & a2-x", ")"),
		"mixed formula":        fill(plain+"SPEC G (a1-x", " & F a2-x", ")"),
		"many specs":           fill(plain, "SPEC F a1-x;\n", ""),
		"doubling":             doubling + "agent A\n local: x : bool\n repeat: { g60(x) } * ! true () []\nsystem = A(a, true)",
		"nested quantifiers":   plain + "SPEC forall i : A . forall j : A . forall k : A . forall l : A . (i-x & j-x -> k-x | l-x)",
		"counting quantifiers": plain + "SPEC forall i : 1..1000000000 . forall j : 1..1000000000 . a1-x",
		"many instances":       numbered("agent A\n local: x : bool\n repeat: { x } * ! true () [x := !x] + { !x } * ? [x := !x]\nsystem = A(a, true)", "", " || A(b#, true)"),
		"replicas":             "agent A\n local: x : bool\n repeat: { x } * ! true () [x := !x] + { !x } * ? [x := !x]\nsystem = A(a[1..9999], true)",
		"idle replicas":        "agent A\n repeat: { true } * ! true () []\nsystem = A(a[1..9999], true)\nSPEC forall k : A . k != k",
		"many commands":        numbered("agent A\n local: x : 0..9\n repeat: { x = 0 } * ! true () []", "\nsystem = A(a, true) || A(b, true)", " + { x < 5 } * ! true () [x := x + 1] + { x > 3 } * ? [x := x - 1]"),
		"many messages":        numbered("message-structure: M : 0..1000000\nagent A\n local: x : 0..1000000\n repeat: { x = 0 } * ! true (M := x) []", "\nsystem = A(a, true) || A(b, true)", " + { x < 5 } * ! true (M := #) [] + { x > 3 } * ? [x := M]"),
		"open numbers":         numbered("message-structure: M : int\nagent A\n local: x : int, y : int\n init: x = 0 & y = 0\n repeat: { x = 0 } * ! true (M := x) []", "\nsystem = A(a, true) || A(b, true)", " + { x < # } * ! true (M := x + y) [x := x + 1] + { y < # } * ? [y := M + 1]"),
		"large enum":           numbered("enum e { v", " }\nmessage-structure: M : e\nagent A\n local: x : e, y : e\n repeat: { x != y } * ! true (M := x) [x := y] + { M != x } * ? [y := M]\nsystem = A(a[1..50], true)", ", v#"),
		"many locals":          numbered("agent A\n local: x : bool", "\n repeat: { x } * ! true () [x := !x] + { true } * ? [x := !x]\nsystem = A(a[1..50], true)", ", y# : bool"),
		"hard init":            numbered("agent A\n local: x : 0..1000", "\n init: x != x\n repeat: { x = 0 } * ! true () []\nsystem = A(a, true)", ", y# : 0..1000"),
		"pigeons":              pigeons(9),
		"one line":             strings.ReplaceAll(numbered("agent A local: x : bool repeat: { x } * ! true () []", " system = A(a, true) || A(b, true)", " + { x } * ! x () [x := !x] + { !x } * ? [x := x]"), "\n", " "),
		"unknown":              numbered("agent A\n local: x : bool\n repeat: { x", " } * ! true () []\nsystem = A(a, true)", " & y#"),
		"constants":            numbered("", plain, "const c# = 1;\n"),
		"cyclic":               numbered("const c0 = c1;\n", plain, "const d# = d# + 1;\n"),
		"const chain":          constChain(2500) + plain,
	}
}

// constChain declares constants each of which is the one after it.
func constChain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "const c%d = c%d;\n", i, i+1)
	}
	fmt.Fprintf(&b, "const c%d = 1;\n", n)
	return b.String()
}

// pigeons has an initial condition that n+1 numbers from 1 to n are distinct.
func pigeons(n int) string {
	var locals, distinct []string
	for i := 0; i <= n; i++ {
		locals = append(locals, fmt.Sprintf("p%d : 1..%d", i, n))
		for j := 0; j < i; j++ {
			distinct = append(distinct, fmt.Sprintf("p%d != p%d", i, j))
		}
	}
	return "agent A\n local: " + strings.Join(locals, ", ") + "\n init: " + strings.Join(distinct, " & ") +
		"\n repeat: { p0 = 1 } * ! true () []\nsystem = A(a, true)"
}

// readingTime is what reading a source may take, of processor time.
const readingTime = 10 * time.Second

// TestLargeInputs checks that inputs of up to 64 KiB are answered within 2 s of processor time on a
// machine of today; what is asked for is five times as much, for slow machines and instrumented
// code, and far less than the work that is avoided.
func TestLargeInputs(t *testing.T) {
	for name, src := range largeInputs() {
		t.Run(name, func(t *testing.T) {
			require.LessOrEqual(t, len(src), 70<<10)
			start := cpuTime(t)
			p, list := Parse("large.rcp", []byte(src), Options{})
			elapsed := cpuTime(t) - start
			require.True(t, p != nil || list.HasErrors())
			t.Logf("%d bytes, %d diagnostics, %v", len(src), len(list), elapsed)
			if len(list) > 0 {
				t.Logf("%.300s", list[0].Error())
			}
			require.Less(t, elapsed, readingTime)
		})
	}
}

// cpuTime is the processor time that this process has used. Other processes do not make it longer.
func cpuTime(t *testing.T) time.Duration {
	var u syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
