package mc_test

import (
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settings"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/settingstest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// A way is a way to check, in which verdicts must be the same as in any other.
type way struct {
	name    string
	options []mc.Option
}

// drawnWay draws a way to check: an engine, whether it reorders, what use is made of symmetry,
// certificates, jobs, and every threshold at one of its extremes.
func drawnWay(source recipetest.Source) way {
	var t settings.Thresholds
	recipetest.Extremes(source, &t)
	// All of it is spent.
	t.WalkFirst, t.WalkPairs, t.ExtraLeast = min(t.WalkFirst, 1<<17), min(t.WalkPairs, 1<<10), min(t.ExtraLeast, 1<<18)
	t.BoundedSteps = min(t.BoundedSteps, 1<<7)
	t.ShortestBudget, t.ShortestWalks = min(t.ShortestBudget, 1<<20), min(t.ShortestWalks, 1<<17)
	t.IntegersFirst, t.IntegersMost, t.IntegersWork = 0, 0, 0 // small ones leave integers without a range
	var translation ltol.Options
	recipetest.Extremes(source, &translation.Thresholds)
	encoding := symbolic.Options{NoTrials: source.Intn(2) == 0}
	recipetest.Extremes(source, &encoding.Thresholds)
	if source.Intn(4) == 0 {
		encoding.BDD = bdd.Options{Engine: "rudd"}
	} else {
		encoding.BDD = bdd.Options{AutoReorder: source.Intn(3) == 0}
	}
	recipetest.Extremes(source, &encoding.BDD.Thresholds)
	encoding.BDD.Thresholds.MinCache = min(encoding.BDD.Thresholds.MinCache, 1<<12) // entries are memory
	symmetry := []mc.Symmetry{mc.SymmetryOff, mc.SymmetryConjuncts, mc.SymmetryOrbits, mc.SymmetryAuto}[source.Intn(4)]
	jobs := 1 + source.Intn(2)
	w := way{
		name: fmt.Sprintf("drawn: %+v, %+v, %+v, symmetry %d, jobs %d", t, translation.Thresholds, encoding, symmetry, jobs),
		options: []mc.Option{
			settingstest.WithThresholds(t), mc.WithTranslation(translation), mc.WithEncoding(encoding), mc.WithSymmetry(symmetry),
			mc.WithJobs(jobs), mc.WithFound(func(int, *trace.Trace) {}),
		},
	}
	if source.Intn(3) == 0 {
		w.name += ", certified"
		w.options = append(w.options, mc.WithCertificates(3))
	}
	switch source.Intn(3) {
	case 0:
		w.name += ", with figures"
		w.options = append(w.options, mc.WithFigures())
	case 1:
		w.name += ", verdicts alone"
		w.options = append(w.options, mc.WithVerdictsAlone())
	}
	return w
}
