package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/models"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/sweep"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// verdicts are those of properties, by their numbers.
type verdicts map[int]string

func (v verdicts) decided() (n int) {
	for _, verdict := range v {
		if verdict != mc.Unknown.String() {
			n++
		}
	}
	return n
}

// byLibrary are the verdicts of [mc.Check].
func byLibrary(t *testing.T, p *rcheck.Program, options ...mc.Option) verdicts {
	report, err := mc.Check(t.Context(), p.System, rcp.Specification(p), options...)
	require.NoError(t, err)
	out := verdicts{}
	for _, r := range report.Results {
		out[r.Property.Index] = r.Verdict.String()
	}
	return out
}

// byCommand are the verdicts of the command, or of a job of a sweep, with these flags.
func byCommand(t *testing.T, p *rcheck.Program, flags *checkFlags, budget mc.Option) verdicts {
	all, err := newSelection("")
	require.NoError(t, err)
	w := newWork(flags, &model{program: p}, all)
	return byLibrary(t, p, append(w.options(), budget)...)
}

// byPage are the verdicts that the page and the language server show.
func byPage(t *testing.T, f *bench.Family, set map[string]int, steps int) verdicts {
	text, err := models.Source(f.File())
	require.NoError(t, err)
	for name, value := range set {
		constant := regexp.MustCompile(`(?m)^const ` + name + ` = \d+`)
		require.Regexp(t, constant, string(text))
		text = constant.ReplaceAll(text, fmt.Appendf(nil, "const %s = %d", name, value))
	}
	d := workbench.NewDocument("file:///model.rcp", "", 1, string(text))
	out := verdicts{}
	_, err = workbench.Check(t.Context(), d, workbench.Question{Steps: steps}, workbench.DefaultThresholds(),
		workbench.Listener{
			Verdict:  func(v workbench.Verdict) { out[v.Index] = v.Verdict },
			Progress: func(workbench.Progress) {},
		})
	require.NoError(t, err)
	return out
}

// Within the same number of steps the library, the command, sweeps, the page and the language
// server decide the same properties in the same way.
func TestEveryFaceDecidesTheSame(t *testing.T) {
	command := &checkFlags{}
	_, _, err := cli.ParseFlags("check", command.declare, nil)
	require.NoError(t, err)
	job, _, err := flagsForJobs([]string{"--warnings=none"}, sweep.ByPoint)
	require.NoError(t, err)
	open := 0
	for _, f := range bench.Families() {
		size, most := f.Small[len(f.Small)-1], 0
		switch f.Name { // orbits and induction decide what diagrams do not
		case "allocation":
			size, most = f.Sizes[2], 10_000_000
		case "stable":
			size, most = f.Sizes[0], 10_000_000
		}
		set := f.Set(size)
		p, err := bench.Read(f.File(), set)
		require.NoError(t, err)
		budgets := []int{35_000}
		if most > budgets[0] {
			budgets = append(budgets, most)
		}
		for _, steps := range budgets {
			budget := mc.WithBudget(steps)
			want := byLibrary(t, p, budget)
			require.Equal(t, want, byCommand(t, p, command, budget), "%s %d: check", f.Name, size)
			require.Equal(t, want, byCommand(t, p, job, budget), "%s %d: sweep", f.Name, size)
			require.Equal(t, want, byPage(t, f, set, steps), "%s %d: page", f.Name, size)
			undecided := len(want) - want.decided()
			open += undecided
			require.False(t, steps == 10_000_000 && undecided > 0, "%s %d: %v", f.Name, size, want)
		}
	}
	require.Positive(t, open, "some budget is too small for some properties")
}

// No face chooses engines or thresholds of its own: a flag does.
func TestNoFaceHasItsOwnDefault(t *testing.T) {
	chosen := regexp.MustCompile(`mc\.With(Engines|Thresholds|Sampling|Translation|Symmetry)\b`)
	flags := 0
	require.NoError(t, filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, found := range chosen.FindAllString(string(text), -1) {
			require.Contains(t, []string{"mc.WithSymmetry", "mc.WithEngines"}, found, path)
			require.Equal(t, "work.go", path, "the flags --symmetry and --by of check")
			flags++
		}
		return nil
	}))
	require.Equal(t, 2, flags)
}
