package draw_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
)

func TestAlternatingDiagram(t *testing.T) {
	p, q := ltol.Atom{ID: 0}, ltol.Atom{ID: 1}
	n := ltol.Notation{Name: func(a ltol.Atom) string { return "pq"[a.ID : a.ID+1] }}
	b, err := ltol.Alternate(context.Background(), ltol.Globally(ltol.Implies(ltol.Prop(p), ltol.Finally(ltol.Prop(q)))), ltol.Options{})
	require.NoError(t, err)
	d := draw.Alternating("G (p -> F q)", b, n)
	require.Len(t, d.States, len(b.States)+1)
	require.True(t, d.States[0].Initial)
	edges := 0
	for _, s := range b.States {
		for _, e := range s.Edges {
			edges += max(len(e.To), 1)
		}
	}
	drawn := 0
	for _, s := range d.States {
		drawn += len(s.Edges)
	}
	require.Equal(t, edges, drawn)
	require.Contains(t, textOf(t, d.WriteText), "[with 1]")
	require.Equal(t, "nothing", d.States[len(d.States)-1].Name)
	_, _, found := overlap(laidOut(t)(d.Scene(t.Context())))
	require.False(t, found)

	g, err := ltol.Alternate(context.Background(), ltol.Globally(ltol.Prop(p)), ltol.Options{})
	require.NoError(t, err)
	require.Len(t, draw.Alternating("G p", g, n).States, 1, "nothing is owed never")
}
