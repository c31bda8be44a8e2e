package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// A function with two mutations begins with two choices. Its copies stand at the end.
func TestSchema(t *testing.T) {
	text, alone, err := schema([]byte(`package p

var zero = 0

func (s *Set[K]) Add(_ K, more ...int) (n int) { return len(more) + zero }

func init() { zero = 1 }
`), []numbered{
		{Mutation{Old: "+ zero", New: "- zero"}, 3},
		{Mutation{Old: "len(more)", New: "0"}, 5},
		{Mutation{Old: "zero = 0", New: "zero = 2"}, 6},
		{Mutation{Old: "zero = 1", New: "zero = 2"}, 7},
		{Mutation{Old: "(n int)", New: "(m int)"}, 8},
		{Mutation{Old: "zero }", New: "zero }\n\nfunc more() { }"}, 9},
	})
	require.NoError(t, err)
	require.Equal(t, []int{6, 7, 8, 9}, alone)
	require.Equal(t, `package p

var zero = 0

func (s *Set[K]) Add(mutantArgument0 K, more ...int) (n int) { if mutantChosen == 3 { return s.mutant3_Add(mutantArgument0, more...) }; if mutantChosen == 5 { return s.mutant5_Add(mutantArgument0, more...) }; return len(more) + zero }

func init() { zero = 1 }

//line mutant3.go:1
func (s *Set[K]) mutant3_Add(_ K, more ...int) (n int) { return len(more) - zero }

//line mutant5.go:1
func (s *Set[K]) mutant5_Add(_ K, more ...int) (n int) { return 0 + zero }
`, string(text))
}

// What its functions return is all that the tests of this module tell.
const small = `
-- go.mod --
module small

go 1.25
-- shapes/shapes.go --
package shapes

import "strconv"

var table = []int{2, 3, 5}

func Table(i int) int { return table[i] }

func Sum(first int, more ...int) (sum int) {
	sum = first
	for _, x := range more {
		sum += x
	}
	return
}

func Factorial(n int) int {
	if n == 0 {
		return 1
	}
	return n * Factorial(n-1)
}

func Ignore(int, string) string { return "ignored " + strconv.Itoa(len(table)) }

func Blank(_ int, x, _ string) (string, error) { return x, nil }

func Map[K comparable, V any](keys []K, f func(K) V) map[K]V {
	out := map[K]V{}
	for _, k := range keys {
		out[k] = f(k)
	}
	return out
}

func Zero[T any](int) (zero T, ok bool) { return zero, true }

type Counter struct{ N int }

func (c *Counter) Add(n int) { c.N += n }

func (c Counter) Twice() int { c.N *= 2; return c.N }

func (Counter) Name() string { return "counter" }

func (c Counter) Each(yield func(int) bool) {
	for i := range c.N {
		if !yield(i) {
			return
		}
	}
}

type Stack[T any] struct{ all []T }

func (s *Stack[T]) Push(x ...T) *Stack[T] { s.all = append(s.all, x...); return s }

func (s *Stack[_]) Len() int { return len(s.all) }

var early = late()

func late() int { return 7 }

func Early() int { return early }

func init() { table[1] = 4 }

func Recovered() (s string) { defer recovers(&s); panic("no") }

func recovers(s *string) { *s = "recovered " + recover().(string) }

func Panics(x int) int { return 6 / x }
-- names.go --
package small

import "small/shapes"

func Name(x int) string { return shapes.Ignore(x, "") }
-- small_test.go --
package small

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"small/shapes"
)

func results() string {
	c := shapes.Counter{N: 3}
	c.Add(4)
	blank, _ := shapes.Blank(1, "x", "y")
	zero, ok := shapes.Zero[string](1)
	each := 0
	for i := range c.Each {
		each += i
	}
	s := &shapes.Stack[string]{}
	return fmt.Sprint([]any{shapes.Table(1), shapes.Sum(1, 2, 3), shapes.Factorial(4), blank, zero, ok, each, c.Twice(), c.N,
		c.Name(), s.Push("a", "b").Len(), shapes.Map([]int{1, 2}, func(n int) string { return fmt.Sprint(n + 1) }),
		shapes.Early(), shapes.Recovered(), Name(1), shapes.Panics(2)})
}

func TestResults(t *testing.T) {
	want := "[4 6 24 x  true 21 14 7 counter 2 map[1:2 2:3] 7 recovered no ignored 3 3]"
	if got := results(); got != want {
		t.Fatalf("got %s", got)
	}
}

// A child process that gets no environment.
func TestChild(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run", "TestResults")
	cmd.Env = []string{"GOCOVERDIR="}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
}

func TestNothing(t *testing.T) {}

func TestFails(t *testing.T) { t.Fatal("always") }
`

// In a binary with all mutations, a test tells the same of each mutation as in a binary with this one alone.
func TestTogetherIsAlone(t *testing.T) {
	root := t.TempDir()
	for _, file := range txtar.Parse([]byte(small)).Files {
		name := filepath.Join(root, file.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, file.Data, 0o666))
	}
	shape := func(old, new string) Mutation { return Mutation{"", "shapes/shapes.go", old, new, ".", "TestResults"} }
	list := []Mutation{
		shape("sum = first\n", "sum = 0\n"),
		shape("sum += x", "sum -= x"),
		shape("return 1\n", "return 2\n"),
		shape("n * Factorial", "1 + Factorial"),
		shape(`"ignored "`, `"looked at "`),
		shape("return x, nil", `return "", nil`),
		shape("f(k)\n", "*new(V)\n"),
		shape("return zero, true", "return zero, false"),
		shape("c.N += n", "c.N -= n"),
		shape("c.N *= 2; return c.N", "return c.N"),
		shape(`return "counter"`, `return "another"`),
		shape("if !yield(i) {", "if !yield(i) || i == 5 {"),
		shape("s.all = append(s.all, x...)", "s.all = x[1:]"),
		shape("len(s.all) }", "cap(s.all[1:]) }"),
		shape("return 7", "return 8"),
		shape("6 / x", "6 / (x - x)"),
		{"", "names.go", `shapes.Ignore(x, "")`, `shapes.Ignore(x, "") + "!"`, ".", "TestResults"},
	}
	outside := []Mutation{
		shape("2, 3, 5", "2, 3, 5, 7"),
		shape("table[1] = 4", "table[1] = 9"),
		shape(`"recovered "`, `"found "`),
		{"", "small_test.go", "c.Add(4)", "c.Add(5)", ".", "TestResults"},
	}
	broken := shape("range more {\n\t\tsum += x", "range more {\n\t\tsum++")
	unnoticed := Mutation{"", "shapes/shapes.go", "range keys {", "range keys[1:] {", ".", "TestNothing"}
	child := Mutation{"", "shapes/shapes.go", "for i := range c.N {", "for i := range c.N - 1 {", ".", "TestChild"}
	unsound := Mutation{"", "shapes/shapes.go", "n == 0", "n <= 1", ".", "TestFails"}
	missing := shape("no such text", "")

	var all []placed
	for _, m := range append(append(list, outside...), broken, unnoticed, child, unsound, missing) {
		all = append(all, placed{m, "small"})
	}
	ctx := t.Context()
	both, err := compileTogether(ctx, root, t.TempDir(), all)
	require.NoError(t, err)
	require.Equal(t, len(outside)+1, both.outside)
	require.Equal(t, 1, both.broken)
	require.Len(t, both.numbers, len(list)+3)

	w := runner{root: root, timeout: time.Minute, together: both, sound: map[soundness]func() error{}}
	told := regexp.MustCompile(`got .*|panic: .*`)
	for i, m := range list {
		together, _ := both.test(ctx, m, both.numbers[m], time.Minute)
		require.NotEmpty(t, told.FindString(together), "%s\n%s", m.New, together)
		if i%5 == 0 { // a few, since each takes a binary of its own
			flags, err := m.overlay(root, t.TempDir())
			require.NoError(t, err)
			alone, _ := m.test(ctx, root, time.Minute, flags...)
			require.Equal(t, told.FindString(alone), told.FindString(together), m.New)
		}
		note, err := w.try(ctx, m)
		require.NoError(t, err, m.New)
		require.Empty(t, note, m.New)
	}
	for _, m := range outside[2:] {
		note, err := w.try(ctx, m)
		require.NoError(t, err, m.New)
		require.Empty(t, note, m.New)
	}
	note, err := w.try(ctx, child)
	require.NoError(t, err)
	require.Equal(t, ", compiled alone", note)
	for message, m := range map[string]Mutation{
		"it does not compile": broken, "the test passes": unnoticed, "fails without any mutation": unsound, "no longer applies": missing,
	} {
		_, err := w.try(ctx, m)
		require.ErrorContains(t, err, message)
	}
}
