package mc_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// countersSource is a model of two counters up to n, of which the second follows the first or falls
// back, with properties for all their values.
func countersSource(n int) string {
	return fmt.Sprintf(`message-structure: V : 0..%[1]d
agent T
  local: k : 0..%[1]d
  init: k = 0
  repeat: ( up: <k < %[1]d> *! (TRUE)(V := k)[k := k + 1] + back: <k > %[1]d / 2> *! (TRUE)(V := 0)[k := 1] )
agent U
  local: x : -1..%[1]d, old : bool
  init: x = -1 & !old
  receive-guard: TRUE
  repeat: ( follow: <V > x> *? [x := V, old := FALSE] + fall: <V <= x> *? [x := V, old := !old] )
system = T(t, TRUE) | U(u, TRUE)
SPEC forall v : 0..%[1]d . G (t-k = v -> X (t-k >= v | t-k = 1))
SPEC forall v : 0..%[1]d . G (t-k = v -> X (t-k >= v | t-k = 2))
SPEC forall v : -1..%[1]d . G (u-x = v -> F u-x != v)
SPEC forall v : 1..%[1]d . (G F t-k = v) -> G F u-x < v
SPEC forall v : 0..%[1]d . G (u-x = v -> t-k != v + %[1]d / 2 + 1)
SPEC forall v : 0..%[1]d . G (u-follow & u-x = v -> X u-x > v)
SPEC forall v : 0..%[1]d . G (u-fall -> !(u-x = v & t-k > v + 1))
SPEC forall v : 0..%[1]d . forall w : 0..v . G (t-k = v -> X !(u-x = w & u-old))
`, n)
}

// Formulas of one form that one search looks for have the verdicts that they have when they are
// searched for one by one, and in small models those of the explicit decision.
func TestFormulasOfOneForm(t *testing.T) {
	limited := func(least, size int) mc.Option {
		limits := settings.Thresholds{Search: search.Thresholds{MinAlike: least}}
		if size%2 == 0 {
			limits.Search.MaxAutomaton = -1
		}
		return settingstest.WithThresholds(limits)
	}
	for _, size := range []int{2, 8, 11} {
		p, list := rcheck.Parse("model.rcp", []byte(countersSource(size)), rcheck.Options{})
		require.False(t, list.HasErrors(), "%v", list)
		spec, verdicts := rcp.Specification(p), map[mc.Verdict]int{}
		var alone *mc.Report
		for _, least := range []int{math.MaxInt, 1, 5} {
			options := []mc.Option{mc.WithEngines("diagrams"), limited(least, size), mc.WithCertificates(3)}
			r, err := mc.Check(context.Background(), p.System, spec, options...)
			require.NoError(t, err)
			if alone == nil {
				alone = r
			}
			for i, x := range r.Results {
				require.Equal(t, alone.Results[i].Verdict, x.Verdict, "size %d, at least %d alike: %s", size, least, x.Property.Name)
				verdicts[x.Verdict]++
			}
			if n := map[string]int{}; size < 3 && least == 1 {
				w := way{"alike", options}
				require.NoError(t, compareSource(rchecktest.Model{Text: countersSource(size)}, w, n))
				require.Greater(t, n["holds"]+n["violated"], 5, "%v", n)
			}
		}
		require.Zero(t, verdicts[mc.Unknown])
		require.Greater(t, min(verdicts[mc.Holds], verdicts[mc.Violated]), 7, "%v", verdicts)
	}
}
