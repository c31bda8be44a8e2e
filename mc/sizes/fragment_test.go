package sizes_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp/families"
	"github.com/rcheck-bdd/rcheck-bdd/mc/sizes"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// Models whose sizes differ in more than the number of agents are never decided for all sizes. The
// reason has the place, and says what differs there.
func TestOutsideOfTheFragment(t *testing.T) {
	for _, c := range []struct{ model, constant, place, reason string }{
		{"ring", "N", "ring.rcp:47:52", "this name is that of a neighbour"},
		{"commit", "N", "commit.rcp:29:36", "there are more values with a larger `N`"},
		{"bakery", "T", "bakery.rcp:23:29", "there are more values with a larger `T`"},
	} {
		text, err := os.ReadFile("../../bench/models/" + c.model + ".rcp")
		require.NoError(t, err)
		read := func(_ context.Context, values []int) (*rcheck.Program, error) {
			p, list := rcheck.Parse(c.model+".rcp", text, rcheck.Options{Set: map[string]int{c.constant: values[0]}})
			return p, list.Err()
		}
		p, list := rcheck.Parse(c.model+".rcp", text, rcheck.Options{})
		require.NoError(t, list.Err())
		m := families.Family(p, []string{c.constant}, read)
		unknown := 0
		for _, s := range p.Specs[len(p.Specs)-4:] {
			a, err := sizes.Check(context.Background(), m, s.Index, sizes.Options{Singly: 2, Check: []mc.Option{mc.WithVerdictsAlone()}})
			require.NoError(t, err)
			if a.Verdict == mc.Violated {
				require.Positive(t, a.Size[0])
				continue
			}
			require.Equal(t, mc.Unknown, a.Verdict, "%s %s", c.model, s.Name)
			require.Contains(t, a.Reason, c.place)
			require.Contains(t, a.Reason, c.reason)
			unknown++
		}
		require.Positive(t, unknown, c.model)
	}
}

// The error of a size is that of reading the model.
func TestModelWithoutMeaning(t *testing.T) {
	p, list := rcheck.Parse("m.rcp", []byte("const N = 1;\nenum channel { c }\nmessage-structure: D : bool\nproperty-variables:\n"+
		"agent A local: x : bool init: x receive-guard: true repeat: {x} c! (true)(D := x)[]\nsystem = A(a[1..N], true)\nSPEC G a[1]-x;\n"), rcheck.Options{})
	require.NoError(t, list.Err())
	broken := errors.New("cannot be read")
	m := families.Family(p, []string{"N"}, func(context.Context, []int) (*rcheck.Program, error) { return nil, broken })
	_, err := sizes.Check(context.Background(), m, 1, sizes.Options{})
	require.ErrorIs(t, err, broken)
}
