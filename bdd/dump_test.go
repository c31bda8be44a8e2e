package bdd_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
)

// What is dumped from one manager and loaded into another, with another order of variables, has the
// same valuations; what is loaded into the same one is the same node.
func TestDumpAndLoad(t *testing.T) {
	onEngines(t, func(t *testing.T, o bdd.Options) {
		random := rand.New(rand.NewPCG(12, 13))
		sizes := []int{4, 3, 5}
		var l, other bdd.Layout
		vars := []bdd.VarID{l.Add("x", 4), l.Add("y \"and\" more", 3), l.Add("z", 5)}
		there := []bdd.VarID{other.Add("z", 5), other.AddSingle("unused", 9), other.Add("x", 4), other.Add("y \"and\" more", 3)}
		m, s := open(t, &l, o)
		m2, s2 := open(t, &other, bdd.Options{})
		for range 10 {
			_, a := randomSet(s, random, vars, sizes, 30)
			b := s.Calculator().And(m.Renaming(bdd.Current, bdd.Next, vars...).Rename(s.Calculator(), a), s.Calculator().Eq(vars[0], bdd.Current, 1))
			var text, again, back bytes.Buffer
			require.NoError(t, m.Dump(&text, a, b, bdd.True, a))
			require.NoError(t, m.Dump(&again, a, b, bdd.True, a))
			require.Equal(t, text.String(), again.String())
			require.Equal(t, []bdd.Node{a, b, bdd.True, a}, must(s.Load(bytes.NewReader(text.Bytes()))))

			loaded := must(s2.Load(bytes.NewReader(text.Bytes())))
			require.Equal(t, m.Count(a, vars), m2.Count(loaded[0], []bdd.VarID{there[0], there[2], there[3]}))
			require.NoError(t, m2.Dump(&back, loaded...))
			require.Equal(t, []bdd.Node{a, b, bdd.True, a}, must(s.Load(&back)))
		}
	})
}

func TestLoadErrors(t *testing.T) {
	var l bdd.Layout
	l.Add("x", 3)
	_, s := open(t, &l, bdd.Options{})
	for text, want := range map[string]string{
		"":                                     "ends before its last line",
		"bdd 2\n":                              `line 1: found "bdd 2", expected "bdd 1"`,
		"bdd 1\nvar \"y\" 3\n":                 `line 2: the layout has no variable "y"`,
		"bdd 1\nvar \"x\" 4\n":                 `line 2: variable "x" has 3 values, expected 4`,
		"bdd 1\nvar x 3\n":                     "line 2: the name of the variable is not quoted",
		"bdd 1\nnode 0 0 0 0 1\n":              "line 2: variable 0 is not known",
		"bdd 1\nvar \"x\" 3\nnode 0 0 2 0 1\n": `line 3: variable "x" has no bit 2 of copy 0`,
		"bdd 1\nvar \"x\" 3\nnode 0 2 0 0 1\n": `line 3: variable "x" has no bit 0 of copy 2`,
		"bdd 1\nvar \"x\" 3\nnode 0 0 0 0 2\n": "line 3: node 2 is not known yet",
		"bdd 1\nroot -1\n":                     "line 2: node -1 is not known yet",
		"bdd 1\nroot\n":                        `line 2: found "", expected a number`,
		"bdd 1\nroot 1 1\n":                    "line 2: found 2 numbers, expected 1",
		"bdd 1\nend\nroot 1\n":                 "line 3: there is more after the end",
		"bdd 1\nfoo\n":                         `line 2: found "foo"`,
	} {
		_, err := s.Load(strings.NewReader(text))
		require.ErrorContains(t, err, want, "%q", text)
	}
}

// FuzzLoad checks that no text makes Load do anything but succeed or return an error.
func FuzzLoad(f *testing.F) {
	f.Add("bdd 1\nvar \"x\" 3\nnode 0 0 1 0 1\nnode 0 1 0 2 1\nroot 3\nend\n")
	f.Add("bdd 1\nend\n")
	f.Fuzz(func(t *testing.T, text string) {
		var l bdd.Layout
		l.Add("x", 3)
		m, err := bdd.New(&l, bdd.Options{MaxNodes: 1000})
		require.NoError(t, err)
		defer m.Close()
		s := m.NewScope(context.Background())
		defer s.Close()
		roots, err := s.Load(strings.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		require.NoError(t, m.Dump(&out, roots...))
		require.Equal(t, roots, must(s.Load(&out)))
	})
}
