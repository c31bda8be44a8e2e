package ltol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
)

// TestMappedFormulasAreEqual: a formula whose atoms are renamed is the one that is made of the new
// atoms.
func TestMappedFormulasAreEqual(t *testing.T) {
	renamed := ltol.Next(ltol.Prop(ltol.Atom{ID: 1})).MapAtoms(func(ltol.Atom) ltol.Atom { return ltol.Atom{ID: 7} })
	require.True(t, renamed.Equal(ltol.Next(ltol.Prop(ltol.Atom{ID: 7}))))
}
