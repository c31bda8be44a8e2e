package opaque

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"G (p -> F q)", "G (p -> F q)"},
		{"a-x = 1 & a-x  =  1", "a-x = 1 & a-x = 1"},
		{"<sender = k & M = 1> true | [ sender = k & M=1 ] false", "(<sender = k & M = 1> true) | [sender = k & M=1] false"},
		{"(p U q) W (r R !p)", "(p U q) W (r R !p)"},
		{"true <-> X FALSE", "true <-> X false"},
		{"max(x, 1) < y + 2", "max(x, 1) < y + 2"},
	} {
		f, list, err := Parse(context.Background(), "formula", c.text, parser.ForceTight)
		require.NoError(t, err, c.text)
		require.NoError(t, list.Err(), c.text)
		require.Equal(t, c.want, f.Format(ltol.Notation{Name: f.Name}), c.text)
	}
}

func TestEqualTextIsOneAtom(t *testing.T) {
	f, _, err := Parse(context.Background(), "formula", "a-x = 1 & F (a-x  = 1) & <a-x = 1> true", parser.ForceTight)
	require.NoError(t, err)
	require.Equal(t, []ltol.Atom{{ID: 0, Kind: ltol.State}, {ID: 0, Kind: ltol.Step}}, f.Atoms())
}

func TestWhatNeedsAModel(t *testing.T) {
	_, _, err := Parse(context.Background(), "formula", "/\\ k : T . F k-x", parser.ForceTight)
	require.ErrorContains(t, err, "no agents to quantify over")
	f, list, err := Parse(context.Background(), "formula", "F (", parser.ForceTight)
	require.NoError(t, err)
	require.Nil(t, f)
	require.True(t, list.HasErrors())
}
