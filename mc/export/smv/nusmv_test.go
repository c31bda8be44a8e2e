package smv_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

var (
	nusmv = flag.String("nusmv", "", "path of NuSMV (default: the one in the PATH, if any)")
	nuxmv = flag.String("nuxmv", "", "path of nuXmv (default: the one in the PATH, if any)")
)

// A peer is a tool that reads modules.
type peer struct {
	path    string
	dialect smv.Dialect
}

// peers lists the tools that are there.
func peers(t *testing.T) []peer {
	var out []peer
	for _, p := range []struct {
		path, name string
		dialect    smv.Dialect
	}{{*nusmv, "NuSMV", smv.NuSMV}, {*nuxmv, "nuXmv", smv.NuXmv}} {
		if p.path == "" {
			p.path, _ = exec.LookPath(p.name)
		}
		if p.path == "" {
			t.Logf("%s is not installed: nothing is compared with it", p.name)
			continue
		}
		out = append(out, peer{p.path, p.dialect})
	}
	return out
}

// run gives a module to the tool and returns what it prints.
func (p peer) run(t *testing.T, m *smv.Module, args ...string) string {
	file := filepath.Join(t.TempDir(), "model.smv")
	require.NoError(t, os.WriteFile(file, []byte(m.String()), 0o666))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, p.path, append(args, file)...).CombinedOutput()
	require.NoError(t, err, "%s on\n%s\n%s", p.path, m, out)
	return string(out)
}

var reachableLine = regexp.MustCompile(`(?m)^reachable states: (\S+) `)

// compareCount checks that the tool finds as many reachable states as want.
func (p peer) compareCount(t *testing.T, sys *recipe.System, want *big.Int, relation smv.Relation) {
	m, err := smv.Translate(context.Background(), sys, mc.Specification{}, smv.Options{Dialect: p.dialect, Relation: relation})
	require.NoError(t, err)
	match := reachableLine.FindStringSubmatch(p.run(t, m, "-r"))
	require.NotNil(t, match)
	got, err := strconv.ParseFloat(match[1], 64)
	require.NoError(t, err)
	expected, _ := want.Float64()
	require.InEpsilon(t, expected, got, 1e-5, "reachable states of\n%s\n%s", sys, m) // six digits are printed
}

// compareVerdicts checks that the tool gives the verdicts of the results.
func (p peer) compareVerdicts(t *testing.T, sys *recipe.System, spec mc.Specification, results []mc.Result, relation smv.Relation) {
	m, err := smv.Translate(context.Background(), sys, spec, smv.Options{Dialect: p.dialect, Relation: relation})
	require.NoError(t, err)
	script := "set on_failure_script_quits\ngo\n"
	for i, s := range m.Specifications { // in this order, and not one that the tool chooses
		command := "check_ltlspec"
		if s.CTL {
			command = "check_ctlspec"
		}
		script += fmt.Sprintf("%s -n %d\n", command, i)
	}
	file := filepath.Join(t.TempDir(), "check.cmd")
	require.NoError(t, os.WriteFile(file, []byte(script+"quit\n"), 0o666))
	verdicts, err := smv.Verdicts(p.run(t, m, "-dcx", "-source", file), m.Specifications)
	require.NoError(t, err)
	for i, r := range results {
		holds, decided := verdicts[i]
		require.True(t, decided, "property %d of\n%s", i+1, m)
		require.Equal(t, r.Verdict == mc.Holds, holds, "property %d, %s%s, of\n%s\n%s", i+1, r.Property.Formula, r.Property.State, sys, m)
	}
}

// On generated systems, formulas and fairness, NuSMV and nuXmv agree with mc.
func TestPeersAgreeOnGeneratedSystems(t *testing.T) {
	tools := peers(t)
	systems := uint64(recipetest.Number(t, "SMV_SYSTEMS", 25))
	for seed := range systems {
		source := recipetest.Seeded(seed)
		sys := recipetest.System(source, recipetest.Shape{Propositions: 3})
		spec := specification(mctest.NewFormulas(source, sys), 6)
		if len(tools) == 0 {
			break
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		report, err := mc.Check(ctx, sys, spec)
		cancel()
		require.NoError(t, err, "seed %d", seed)
		for _, p := range tools {
			relation := smv.Relation(seed % 2)
			p.compareCount(t, sys, report.Stats.States, relation)
			p.compareVerdicts(t, sys, spec, report.Results, relation)
		}
	}
}

// repository is the top of the checkout.
const repository = "../../.."

// sizes make models smaller that would take a peer long in their own sizes.
var sizes = map[string]map[string]int{
	"bench/models/stable.rcp":   {"N": 2},
	"bench/models/election.rcp": {"N": 3},
}

// On every model of the repository, NuSMV and nuXmv agree with mc. Files that
// are there to be rejected are left out.
func TestPeersAgreeOnModels(t *testing.T) {
	tools := peers(t)
	models := 0
	require.NoError(t, filepath.WalkDir(repository, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != repository:
			return filepath.SkipDir
		case filepath.Ext(path) != ".rcp":
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(repository, path)
		if err != nil {
			return err
		}
		program, _ := rcheck.Parse(path, source, rcheck.Options{Set: sizes[filepath.ToSlash(name)]})
		if program != nil {
			models++
			compareModel(t, tools, name, program)
		}
		return nil
	}))
	require.Greater(t, models, 20)
	t.Logf("%d models, %d tools", models, len(tools))
}

// compareModel compares the number of states and each verdict; without any
// tool it asserts at least that there is a translation. Models that spawn agents have none.
func compareModel(t *testing.T, tools []peer, name string, program *rcheck.Program) {
	spec := rcp.Specification(program)
	if slices.ContainsFunc(program.System.Commands, func(c recipe.Command) bool { return len(c.Spawns) > 0 }) {
		_, err := smv.Translate(context.Background(), program.System, spec, smv.Options{})
		require.ErrorIs(t, err, smv.ErrSpawns, name)
		return
	}
	spec.Properties = slices.DeleteFunc(spec.Properties, func(p mc.Property) bool {
		one := spec
		one.Properties = []mc.Property{p}
		_, err := smv.Translate(context.Background(), program.System, one, smv.Options{})
		require.True(t, err == nil || p.State != nil && errors.Is(err, smv.ErrNotCTL), "%s: %v", name, err)
		return err != nil
	})
	_, err := smv.Translate(context.Background(), program.System, spec, smv.Options{})
	require.NoError(t, err, name)
	if len(tools) == 0 {
		return
	}
	report, err := mc.Check(context.Background(), program.System, spec)
	require.NoError(t, err, name)
	for _, p := range tools {
		p.compareCount(t, program.System, report.Stats.States, smv.Partitioned)
		for i := range report.Results { // one by one, so that none pays for the observations of others
			one := spec
			one.Properties = spec.Properties[i : i+1]
			p.compareVerdicts(t, program.System, one, report.Results[i:i+1], smv.Relation(i%2))
		}
	}
}

// specification draws properties, every other time under fairness.
func specification(f mctest.Formulas, properties int) mc.Specification {
	var spec mc.Specification
	for i := range properties {
		spec.Properties = append(spec.Properties, mc.Property{Index: i + 1, Formula: f.Property()})
	}
	if f.Intn(2) == 0 {
		return spec
	}
	for range f.Intn(3) {
		spec.Justice = append(spec.Justice, f.Formula(f.Intn(2)))
	}
	for range f.Intn(2) {
		spec.Compassion = append(spec.Compassion, [2]*ltol.Formula{f.Atom(), f.Atom()})
	}
	return spec
}
