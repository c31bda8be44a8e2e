package smv_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// growing is the text of a random model whose integers have no range.
func growing(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	number := func(more ...string) string {
		a, b := pick(append(more, "x", "x", "b")...), pick(append(more, "1", "2", "x")...)
		return pick(a+" + "+b, a+" - "+b, "max("+a+", "+b+")", a+" % 3", "-"+a, "(b = 0 ? "+a+" : "+b+")", a+" / 2")
	}
	condition := func(more ...string) string {
		return number(more...) + pick(" < ", " >= ", " = ", " != ") + pick("x", "2", "5")
	}
	out := "enum channel { c }\nmessage-structure: V : int\nproperty-variables: p : int\n"
	for _, name := range []string{"A", "B"} {
		out += fmt.Sprintf(`agent %s
    local: x : int, b : 0..2
    init: x = %d & b != 2
    relabel: p <- %s
    receive-guard: chan = c
    repeat: (one: {%s} %s! (@p < %s)(V := %s)[x := %s, b := 2 - b]
        %s two: {true} *! (true)(V := 3)[x := %s]
        + three: {%s} %s? [x := %s])
`, name, r.IntN(3), number(), condition(), pick("*", "c"), number(), number(), number(), pick("+", ";"), number(), condition("V"),
			pick("*", "c"), number("V"))
	}
	return out + "system = A(a) || B(d)\nSPEC G (a-x < 9);\nSPEC G [[V > 3]] (d-x != 4);\nSPEC G (a-one -> F d-three);\n"
}

// The text for nuXmv has the initial states and the steps of the interpreter over all integers,
// also where no range is large enough. Only integers whose values are bounded have a range in it.
func TestIntegersWithoutRange(t *testing.T) {
	states, integers := 0, 0
	for seed := range uint64(60) {
		source := growing(rand.New(rand.NewPCG(seed, 3)))
		p, list := rcheck.Parse("growing.rcp", []byte(source), rcheck.Options{})
		require.NoError(t, list.Err(), source)
		spec := watching(p.System)
		spec.Properties = append(spec.Properties, rcp.Specification(p).Properties...)
		m, err := smv.Translate(context.Background(), p.System, spec, smv.Options{Dialect: smv.NuXmv, Relation: smv.Relation(seed % 2)})
		require.NoError(t, err, source)
		text := readText(t, m.String())
		want, initial := interpreted(t, recipe.NewInterpreter(p.System), text, m, 12)
		for i := range text.vars {
			d := &text.vars[i]
			if !slices.Equal(d.values, []string{"integer"}) {
				continue
			}
			integers++
			near := map[int]bool{}
			note := func(state string) {
				n, err := strconv.Atoi(strings.Fields(state)[i])
				require.NoError(t, err)
				near[n-1], near[n], near[n+1] = true, true, true
			}
			for s, next := range want {
				note(s)
				for _, s := range next {
					note(s)
				}
			}
			d.values = nil
			for n := range near {
				d.values = append(d.values, strconv.Itoa(n))
			}
		}
		got := text.initial()
		slices.Sort(got)
		require.Equal(t, initial, got, "%s\n%s", source, m)
		for s, next := range want {
			got := text.successors(s)
			slices.Sort(got)
			require.Equal(t, next, got, "%s\n%s\n%s", s, source, m)
			states++
		}
	}
	require.Greater(t, states, 300)
	require.Greater(t, integers, 15)
}

// What nuXmv cannot say of integers without a range is refused.
func TestUnboundedErrors(t *testing.T) {
	translated := func(properties string, o smv.Options) error {
		source := growing(rand.New(rand.NewPCG(1, 3)))
		p, list := rcheck.Parse("growing.rcp", []byte(source[:strings.Index(source, "SPEC")]+properties), rcheck.Options{})
		require.NoError(t, list.Err())
		_, err := smv.Translate(context.Background(), p.System, rcp.Specification(p), o)
		return err
	}
	nuXmv := smv.Options{Dialect: smv.NuXmv}
	require.NoError(t, translated("SPEC G (a-x < 9);", nuXmv))
	require.ErrorIs(t, translated("SPEC G (a-x < 9);", smv.Options{}), smv.ErrNoRange)
	require.ErrorIs(t, translated("SPEC AG EF (a-x < 9);", nuXmv), smv.ErrNotCTL)
	require.ErrorIs(t, translated("SPEC G <exists(@p > 3)> true;", nuXmv), smv.ErrTooLarge)
}
