package mc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
)

// wideForms are the ways in which a send may read a local of many values: as
// data, in data of another type, in its predicate, and in all of them.
var wideForms = []struct{ name, predicate, data string }{
	{"data", "TRUE", "V := k, B := TRUE"},
	{"comparison", "TRUE", "V := 3, B := k > 5"},
	{"predicate", "@z & k > 3", "V := 3, B := TRUE"},
	{"all", "@z & k != 4 | @w = k", "V := k, B := k % 3 = 1"},
	{"arithmetic", "@w < k", "V := max(k / 2, k - 100), B := k * k > 16"},
}

// wideSource is a model in which a counter from lo to hi takes few of its values, but the value
// flow cannot tell.
func wideSource(lo, hi int, form int) string {
	f := wideForms[form]
	return fmt.Sprintf(`channels: c
message-structure: V : %[1]d..%[2]d, B : bool
communication-variables: z : bool, w : %[1]d..%[2]d
agent T
  local: k : %[1]d..%[2]d, j : 0..5
  init: j = 0 & (k = 1 | k = 5 | k = %[2]d)
  relabel: z <- TRUE w <- k
  repeat: ( s: <j < 5 & k < %[2]d> c! (%[3]s)(%[4]s)[k := k + 1, j := j + 1] )
agent U
  local: x : %[1]d..%[2]d, b : bool
  init: x = 2 & !b
  relabel: z <- !b w <- x
  receive-guard: TRUE
  repeat: ( r: <V != 5> c? [x := V, b := B] + q: <b> *! (FALSE)()[b := FALSE, x := max(x / 2, 0)] )
system = T(t, TRUE) | U(u, TRUE)
SPEC G (t-k < %[2]d)
SPEC G (t-k = 1)
SPEC G (t-k <= 10 | t-k = %[2]d)
SPEC G !t-s
SPEC G !u-r
SPEC G !u-b
SPEC G u-x < t-k
SPEC G !u-q
SPEC F (u-x = 1)
`, lo, hi, f.predicate, f.data)
}

// Whatever a send reads of a local of many values, and however many these are: verdicts are those
// of the explicit decision. At each size either side of a table's limit, the encoding takes another
// form.
func TestWideData(t *testing.T) {
	for form := range wideForms {
		for at, bounds := range [][2]int{{0, 127}, {0, 128}, {-60, 70}, {-200, 99}, {-1, 600}, {0, 4095}} {
			if bounds[1] == 4095 && wideForms[form].name != "all" {
				continue // all of them together are enough of the largest
			}
			t.Run(fmt.Sprintf("%s/%d..%d", wideForms[form].name, bounds[0], bounds[1]), func(t *testing.T) {
				n := map[string]int{}
				m := rchecktest.Model{Text: wideSource(bounds[0], bounds[1], form)}
				require.NoError(t, compareSource(m, ways[(at+form)%len(ways)], n))
				require.Positive(t, n["holds"])
				require.Positive(t, n["violated"])
			})
		}
	}
}

// Agents may have more control states than a table has values, some of which cannot be reached.
func TestManyControlStates(t *testing.T) {
	for way, states := range []int{127, 129, 128, 180} {
		var body strings.Builder
		for i := range states - 1 {
			fmt.Fprintf(&body, "s%d: <x < 5> *! (TRUE)(V := x)[x := (x + 1) %% 4] ; ", i)
			if i == 40 { // a state that is skipped
				body.WriteString("( n: <FALSE> *! (TRUE)(V := x)[] ; m: <TRUE> *! (TRUE)(V := x)[] + o: <TRUE> *! (TRUE)(V := x)[] ) ; ")
			}
		}
		text := `channels: c
message-structure: V : 0..5
communication-variables: p : bool
agent T
  local: x : 0..5
  init: x = 0
  repeat: ( ` + body.String() + ` e: <TRUE> *! (TRUE)(V := x)[x := 0] )
agent U
  local: y : 0..5
  init: y = 0
  repeat: ( r: <TRUE> *? [y := V] )
system = T(t, TRUE) | U(u, TRUE)
` + fmt.Sprintf(`SPEC G !t-e
SPEC F t-e
SPEC G (t-automaton-state < %d)
SPEC G (t-automaton-state = 0 -> u-y = 0)
SPEC G (t-automaton-state != 77)
SPEC G (u-y < 3)
SPEC F t-s120
`, states-1)
		t.Run(fmt.Sprint(states), func(t *testing.T) {
			n := map[string]int{}
			require.NoError(t, compareSource(rchecktest.Model{Text: text}, ways[way], n))
			require.Positive(t, n["holds"])
			require.Positive(t, n["violated"])
		})
	}
}
