package format

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/token"
)

const sample = "channels: c\nproperty-variables: p : bool\nagent A local: x : boolean, y : bool init: x & (y | TRUE)\nrelabel: p <- x\n" +
	"repeat: s: <x> c! (@p & ch = c)()[x := FALSE] ; <y> GET@true[] + <x> Get(@p)@any[]\nsystem = A(a, true) | A(b, true)\n" +
	"SPEC G (a-x -> F <sender = a> true); // why\n"

// What changes the meaning of a model is found, what does not is not.
func TestDifferencesAreFound(t *testing.T) {
	compare := func(old, new string) string {
		require.Contains(t, sample, old)
		a, list := parser.ParseFile(token.NewFileSet(), "a", []byte(sample), parser.Options{})
		require.NoError(t, list.Err())
		changed := strings.Replace(sample, old, new, 1)
		b, list := parser.ParseFile(token.NewFileSet(), "b", []byte(changed), parser.Options{})
		require.NoError(t, list.Err(), changed)
		return difference(a, b, nil)
	}
	for _, c := range [][2]string{
		{"SPEC G (a-x -> F <sender = a> true)", "LTLSPEC (G ((a-x) -> (F (<sender = a> (true)))))"},
		{"boolean", "bool"}, {"ch = c", "channel = c"}, {"GET@true[]", "GET@(any)()[]"}, {"Get(@p)@any", "GET@(@p)"}, {"// why", "//  why"},
	} {
		require.Empty(t, compare(c[0], c[1]), "%s", c[1])
	}
	for _, c := range [][2]string{
		{"x & (y | TRUE)", "x & y | TRUE"}, {"x := FALSE", "x := TRUE"}, {"c! ", "*! "}, {" s: ", " r: "}, {" s: ", " "}, {"GET@true", "GET@FALSE"},
		{"A(b, true)", "A(b, false)"}, {" | A(b, true)", ""}, {"F <sender", "X <sender"}, {"<sender = a>", "[sender = a]"}, {"// why", "// not"},
		{" // why", ""}, {"; <y>", "+ <y>"}, {"p <- x", "p <- y"}, {"SPEC G", "SPEC NAME n := G"}, {"channels: c", "channels: c, d"}, {"[x := FALSE]", "[]"},
	} {
		require.NotEmpty(t, compare(c[0], c[1]), "%s for %s", c[1], c[0])
	}
}
