package workbench

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A cause names the part of a proposition that alone decides it, and all of it where every part
// counts.
func TestCausesNameWhatDecides(t *testing.T) {
	for formula, want := range map[string]string{
		"G !(exists k : A . k-go & k-x = 0)":                    "`a2-go & a2-x = 0` is true",
		"G !(exists k : A . k-go)":                              "`a2-go` is true",
		"G !(exists k : A . k-hear)":                            "`past a1-hear` is true",
		"X !((a1-hear | a2-hear) | (a1-rest | a2-rest))":        "`past a1-hear` is true",
		"X X (a1-hear | a2-hear)":                               "the second time, `past (a1-hear | a2-hear)` is false",
		"G (forall k : A . k-x = 0)":                            "`a2-x = 0` is false",
		"F (exists k : A . k-x = 1)":                            "`F (a1-x = 1 | a2-x = 1)` is not fulfilled from here on",
		"(exists k : A . k-x = 2)":                              "`a1-x = 2 | a2-x = 2` is false",
		"G (exists k : A . k-go & k-x = 0)":                     "`a1-go & a1-x = 0 | a2-go & a2-x = 0` is false",
		"G (exists k : A . k-x = 0) & (forall k : A . k-x < 2)": "`a2-x < 2` is false",
	} {
		p, list := rcheck.Parse("a.rcp", []byte(`agent A
    local: x : 0..2
    repeat: ( go: {myself = a2 & x = 0} *! (true)[x := 2] + hear: {true} *? [] + rest: {x = 2} *! (false)[] )
system = A(a1, x = 0) || A(a2, x = 0)
SPEC `+formula+";\n"), rcheck.Options{})
		require.NotNil(t, p, "%v", list.Err())
		r, err := mc.Check(t.Context(), p.System, rcp.Specification(p))
		require.NoError(t, err)
		require.Equal(t, mc.Violated, r.Results[0].Verdict, formula)
		_, texts, err := Explain(t.Context(), recipe.NewInterpreter(p.System), r.Results[0].Trace, p.Specs[0].Formula)
		require.NoError(t, err)
		require.Equal(t, []string{want}, texts, formula)
	}
}
