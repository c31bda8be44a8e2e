package rcheck_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/parser"
)

func TestParseFormula(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"G (p -> F q)", "G (p -> F q)"},
		{"a-x = 1 & a-x  =  1", "a-x = 1 & a-x = 1"},
		{"<sender = k & M = 1> true | [ sender = k & M=1 ] false", "(<<sender = k & M = 1>> true) | [[sender = k & M = 1]] false"},
		{"(F p) = q & (X p) != (c ? q : F q)", "((F p) <-> q) & !((X p) <-> ((c -> q) & (!c -> F q)))"},
		{"(p U q) W (r R !p)", "(p U q) W (r R !p)"},
		{"true <-> X FALSE", "true <-> X false"},
		{"max(x, 1) < y + 2", "max(x, 1) < y + 2"},
	} {
		f, list, err := rcheck.ParseFormula(context.Background(), c.text, rcheck.Options{Reading: parser.ForceTight})
		require.NoError(t, err, c.text)
		require.NoError(t, list.Err(), c.text)
		require.Equal(t, c.want, f.String(), c.text)
	}
}

// Without a model nothing tells how far F, G and X reach: they bind like `!`, and a warning says so.
func TestFormulasAloneAreReadTightly(t *testing.T) {
	for text, warned := range map[string]bool{"G p -> F q": true, "(G p) -> F q": false, "[[o]] p & q": true} {
		f, list, err := rcheck.ParseFormula(context.Background(), text, rcheck.Options{})
		require.NoError(t, err)
		require.Equal(t, warned, len(list) > 0, text)
		require.NotEqual(t, ltol.OpGlobally, f.Op())
	}
}

func TestEqualTextIsOneAtom(t *testing.T) {
	f, _, err := rcheck.ParseFormula(context.Background(), "a-x = 1 & F (a-x=1) & <a-x = 1> true", rcheck.Options{Reading: parser.ForceTight})
	require.NoError(t, err)
	require.Equal(t, []ltol.Atom{{ID: 0, Kind: ltol.State}, {ID: 0, Kind: ltol.Step}}, f.Atoms())
}

func TestWhatNeedsAModel(t *testing.T) {
	_, _, err := rcheck.ParseFormula(context.Background(), "/\\ k : T . F k-x", rcheck.Options{Reading: parser.ForceTight})
	require.ErrorContains(t, err, "no agents to quantify over")
	for _, part := range []string{"sender", "chan", "locality"} {
		text := "<x & exists(" + part + ")> true"
		_, _, err := rcheck.ParseFormula(context.Background(), text, rcheck.Options{Reading: parser.ForceTight})
		require.EqualError(t, err, part+" is a part of a step, which is not true or false; compare it, as in <<"+part+" = NAME>> true")
	}
	f, list, err := rcheck.ParseFormula(context.Background(), "F (", rcheck.Options{Reading: parser.ForceTight})
	require.NoError(t, err)
	require.Nil(t, f)
	require.True(t, list.HasErrors())
}

// A get that names its locality is asked about each assignment to the identifiers of a quantifier.
// Two values of each of eleven identifiers are few enough, those of thirteen are too many.
func TestAssignmentsAreBounded(t *testing.T) {
	text := "<<locality = a & exists(true"
	for i := range 13 {
		text += fmt.Sprintf(" & v%d != 0 & v%d != 1", i, i)
		_, _, err := rcheck.ParseFormula(context.Background(), text+")>> true", rcheck.Options{Reading: parser.ForceTight})
		if i < 11 {
			require.NoError(t, err)
		}
	}
	_, _, err := rcheck.ParseFormula(context.Background(), text+")>> true", rcheck.Options{Reading: parser.ForceTight})
	require.ErrorIs(t, err, ltol.ErrTooLarge)
}
