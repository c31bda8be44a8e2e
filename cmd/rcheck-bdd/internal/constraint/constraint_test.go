package constraint

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFormula(t *testing.T) {
	for _, c := range []struct{ constraint, formula string }{
		{"", ""},
		{"client1-sReserve", "client1-sReserve"},
		{"next(client1-cLink) = c", "(X ((client1-cLink) = c))"},
		{"c = next(client1-cLink)", "(X (c = (client1-cLink)))"},
		{"next(a-x) = next(b-x)", "(X ((a-x) = (b-x)))"},
		{"next(a-x + 1) <= 2 & a-x = 1", "(X ((a-x + 1) <= 2)) & a-x = 1"},
		{"!next(a-on) | !(next(b-on) -> a-sBuy)", "!(X ((a-on))) | !((X ((b-on))) -> a-sBuy)"},
		{"(next(a-x)) = 1", "((X ((a-x)))) = 1"},
		{"(a-x + 1) = 2 && next(a-y) = (2) - 1", "(a-x + 1) = 2 && (X ((a-y) = (2) - 1))"},
		{"next(a-rBuy)", "(X ((a-rBuy)))"},
		{"next = next-x", "next = next-x"},
		{"next(a-x", "next(a-x"},
		{"next(a-x)) = 1", "(X ((a-x)))) = 1"},
		{"(next(a-x)) next(b-x)", "((X ((a-x)))) (X ((b-x)))"},
		{") next(a-x)", ") (X ((a-x)))"},
	} {
		got, err := Formula(c.constraint)
		require.NoError(t, err, c.constraint)
		require.Equal(t, c.formula, got)
	}
	_, err := Formula("next(a-x) = b-y")
	require.ErrorContains(t, err, "`b-y` is about the current state")
}

func FuzzFormula(f *testing.F) {
	f.Add("next(a-x) = b & !(next(c-d)) -> next(")
	f.Add("))next(next(x)next(y))((")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := Formula(text); err != nil {
			require.NotEmpty(t, err.Error())
		}
	})
}
