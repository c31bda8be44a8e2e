package rcheck_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

func TestCommandSource(t *testing.T) {
	p, list := rcheck.Parse("a.rcp", []byte(`agent A
    local: x : location
    repeat: ( l: {x = myself} // mine
        *! /* to
        all */ true [x := myself] + {x != myself} *? [] )
system = A(one, true) || A(two, true)
`), rcheck.Options{})
	require.NotNil(t, p, list)
	require.Len(t, p.Commands, 4)
	for _, first := range []int{0, 2} {
		require.Equal(t, "l: {x = myself} *! true [x := myself]", p.CommandSource(first))
		require.Equal(t, "{x != myself} *? []", p.CommandSource(first+1))
	}
}
