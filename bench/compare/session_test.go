package compare_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// small is a plan for the played tools.
func small(configurations string, sizes ...int) *compare.Plan {
	return &compare.Plan{Runs: 1, Seconds: 20, MebiBytes: 1024, Groups: []compare.Group{{
		Families:   []compare.FamilySizes{{Family: "ring", Sizes: sizes}},
		Kinds:      []compare.Kind{compare.OneProperty, compare.AllProperties, compare.ReachableStates},
		Properties: "^(mutual_exclusion|rests|never_lost)$", Configurations: configurations,
	}}}
}

var date = time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)

func session(t *testing.T, plan *compare.Plan, tools []*compare.Tool, published ...compare.PublishedFile) *compare.Session {
	s, err := compare.NewSession(plan, compare.Machine{Name: "test", Hardware: limited.Hardware{Cores: 2, System: "any"}}, tools, published, date)
	require.NoError(t, err)
	return s
}

// measure carries out a plan with the played tools.
func measure(t *testing.T, plan *compare.Plan, tools []*compare.Tool, published ...compare.PublishedFile) *compare.Results {
	s := session(t, plan, tools, published...)
	r := &compare.Runner{Tools: tools, Published: published, Directory: t.TempDir()}
	require.NoError(t, r.Measure(t.Context(), s))
	require.True(t, s.Complete)
	return compare.NewResults(s)
}

func find(t *testing.T, r *compare.Results, configuration string, kind compare.Kind, property string) *compare.Case {
	for _, c := range r.Sessions[0].Cases {
		if c.Configuration == configuration && c.Kind == kind && c.Property == property {
			return c
		}
	}
	require.Fail(t, "no case", "%s %s %s", configuration, kind, property)
	return nil
}

func TestHonestTools(t *testing.T) {
	truth(t)
	results := measure(t, small("", 2), tools(t, compare.NuSMV))
	a := results.Agreement()
	require.Empty(t, a.Disagreements)
	require.Equal(t, 13, a.Compared) // twelve properties, and the states
	require.Zero(t, a.Alone)
	require.Equal(t, []string{compare.NuXmv, compare.ABC}, results.Sessions[0].Absent)
	for _, c := range results.Sessions[0].Cases {
		require.Empty(t, c.Skipped)
		require.Len(t, c.Runs, 1)
		require.Equal(t, compare.Answered, c.Runs[0].Outcome, "%v %v", c, c.Runs)
		require.NotContains(t, c.Command+c.Input, string(filepath.Separator)+"tmp", "a place of this machine")
		require.True(t, strings.HasPrefix(c.Command, "rcheck-bdd ") || strings.HasPrefix(c.Command, "NuSMV "), c.Command)
	}
	require.Equal(t, "NuSMV -dcx -df ring-2-rests.disjunctive.smv", find(t, results, "nusmv-df", compare.OneProperty, "rests").Command)
	all := find(t, results, "nusmv-cache", compare.AllProperties, "")
	require.Equal(t, "NuSMV -dcx -source nusmv-cache-16.cmd ring-2-all.disjunctive.smv", all.Command)
	require.Equal(t, "rcheck-bdd export smv --relation=disjunctive --set=N=2 --output=ring-2-all.disjunctive.smv bench/models/ring.rcp", all.Input)
}

// TestOursAlone measures without any peer.
func TestOursAlone(t *testing.T) {
	truth(t)
	results := measure(t, small("", 2), tools(t))
	require.Len(t, results.Sessions[0].Configurations, 4)
	require.Equal(t, []string{compare.NuSMV, compare.NuXmv, compare.ABC}, results.Sessions[0].Absent)
	require.Len(t, results.Sessions[0].Cases, 4*5)
}

// TestABC asks ABC, which takes one property at a time, of either kind.
func TestABC(t *testing.T) {
	for what, want := range map[string]compare.Outcome{"": compare.Answered, lies: compare.Answered, babbles: compare.Unanswered, crashes: compare.Crashed} {
		truth(t, fault{"pdr", what})
		results := measure(t, small("native|abc-pdr", 2), tools(t, compare.ABC))
		disagreements := 0
		if what == lies {
			disagreements = 3
		}
		require.Len(t, results.Agreement().Disagreements, disagreements, what)
		for name, script := range map[string]string{"mutual_exclusion": "pdr", "never_lost": "pdr", "rests": "l2s; strash; pdr"} {
			c := find(t, results, "abc-pdr", compare.OneProperty, name)
			require.Equal(t, want, c.Runs[0].Outcome, what)
			require.Equal(t, "berkeley-abc -c 'read_aiger ring-2-"+name+".aig; "+script+"'", c.Command)
			require.Contains(t, c.Input, "rcheck-bdd export aiger --binary --dialect=abc --set=N=2 --run=")
		}
	}
}

func TestFaults(t *testing.T) {
	const mutual = "ring-2-mutual_exclusion"
	plan := small("native|nusmv|nusmv-cache", 2)
	plan.MebiBytes = 128
	plan.Groups[0].Properties = "^mutual_exclusion$"
	for _, c := range []struct {
		fault         fault
		configuration string
		kind          compare.Kind
		property      string
		outcome       compare.Outcome
		message       string
		verdicts      int
	}{
		{fault{"-dcx " + mutual, hangs}, "nusmv", compare.OneProperty, "mutual_exclusion", compare.TimeOut, "", 1},
		{fault{"check-16.cmd", hangs}, "nusmv", compare.AllProperties, "", compare.TimeOut, "", 1},
		{fault{"-dcx " + mutual, eats}, "nusmv", compare.OneProperty, "mutual_exclusion", compare.MemoryOut, "", 0},
		{fault{"-dcx " + mutual, babbles}, "nusmv", compare.OneProperty, "mutual_exclusion", compare.Unanswered, "no verdict for mutual_exclusion", 0},
		{fault{"ring-2-reach", babbles}, "nusmv", compare.ReachableStates, "", compare.Unanswered, "no number of states", 0},
		{fault{"-dcx " + mutual, crashes}, "nusmv", compare.OneProperty, "mutual_exclusion", compare.Crashed, "exit status 42: out of luck in model, NuSMV", 0},
		{fault{"-dcx " + mutual, exits}, "nusmv", compare.OneProperty, "mutual_exclusion", compare.Crashed, "exit status 1", 1},
		{fault{"-dcx " + mutual, prattles}, "nusmv", compare.OneProperty, "mutual_exclusion", compare.Unanswered, "verdicts for", 0},
		{fault{"^check .*--run=1 ", babbles}, "native", compare.OneProperty, "mutual_exclusion", compare.Unanswered, "not the document", 0},
		{fault{"^check .*--run=1 ", crashes}, "native", compare.OneProperty, "mutual_exclusion", compare.Crashed, "out of luck in model, rcheck-bdd", 0},
		{fault{"^check .*--run=1 ", hesitates}, "native", compare.OneProperty, "mutual_exclusion", compare.Unanswered, "is unknown: tired", 0},
	} {
		t.Run(c.fault.What+" "+c.fault.Match, func(t *testing.T) {
			if c.fault.What == eats && limited.OwnPeakBytes() == 0 {
				t.Log("the memory of processes is not watched here")
				return
			}
			truth(t, c.fault)
			plan.Seconds = 60 // much, for machines that are slow and busy
			if c.fault.What == hangs {
				plan.Seconds = 2
			}
			plan.Groups[0].Kinds = []compare.Kind{c.kind}
			results := measure(t, plan, tools(t, compare.NuSMV))
			require.Empty(t, results.Agreement().Disagreements)
			run := find(t, results, c.configuration, c.kind, c.property).Runs[0]
			require.Equal(t, c.outcome, run.Outcome, "%+v", run)
			require.Contains(t, run.Message, c.message)
			require.Len(t, run.Verdicts, c.verdicts)
			report := string(compare.Report(results, compare.BaselineName)["report.md"])
			require.Contains(t, report, "All answers agree")
			if c.message != "" {
				require.Contains(t, report, c.message)
			}
		})
	}
}

// TestLiesAreLoud finds wrong verdicts and numbers, whoever gives them, of one
// property or among all, also in one of the two ways to ask one tool.
func TestLiesAreLoud(t *testing.T) {
	for _, c := range []struct{ match, want string }{
		{"-dcx ring-2-rests.disjunctive.smv$", "ring 2, rests: violated (native, nusmv-cache, nusmv) but holds (nusmv)"},
		{"nusmv-cache-16.cmd", "ring 2, no_haste: holds (native, nusmv) but violated (nusmv-cache)"},
		{"-dcx -r ", "ring 2, reachable states: 32 (native, nusmv-cache) but 33 (nusmv)"},
		{"check .*--prop=true", "ring 2, reachable states: 320 (native) but 32 (nusmv, nusmv-cache)"},
	} {
		truth(t, fault{c.match, lies})
		results := measure(t, small("native|nusmv|nusmv-cache", 2), tools(t, compare.NuSMV))
		a := results.Agreement()
		require.Len(t, a.Disagreements, 1, c.match)
		require.Equal(t, c.want, a.Disagreements[0].String())
		report := string(compare.Report(results, compare.BaselineName)["report.md"])
		require.Contains(t, report, "ANSWERS DIFFER")
		require.Contains(t, report, c.want)
	}
}

// TestLimitsAreNotTriedAgain leaves out further runs, and larger sizes, of the
// same question for the same configuration, and nothing else.
func TestLimitsAreNotTriedAgain(t *testing.T) {
	truth(t, fault{"-dcx ring-3-rests", hangs})
	plan := small("native|nusmv|nusmv-df", 2, 3, 4)
	plan.Runs, plan.Seconds = 2, 1.5
	plan.Groups[0].Kinds = []compare.Kind{compare.OneProperty}
	results := measure(t, plan, tools(t, compare.NuSMV))
	for _, c := range results.Sessions[0].Cases {
		switch {
		case c.Configuration != "nusmv" || c.Property != "rests" || c.Size < 3:
			require.Len(t, c.Runs, 2, "%v %s", c.Question, c.Configuration)
		case c.Size == 3:
			require.Len(t, c.Runs, 1)
			require.Equal(t, compare.TimeOut, c.Runs[0].Outcome)
		default:
			require.Empty(t, c.Runs)
			require.Equal(t, "out of time at size 3", c.Skipped)
		}
	}
	report := compare.Report(results, compare.BaselineName)
	require.Contains(t, string(report["report.md"]), "| time ")
	require.Contains(t, string(report["ring.md"]), "not tried: out of time at size 3")
}

// TestTurns asks the configurations in turn, beginning with another in each
// round.
func TestTurns(t *testing.T) {
	truth(t)
	plan := small("native|nusmv|nusmv-df", 2)
	plan.Runs, plan.Groups[0].Kinds, plan.Groups[0].Properties = 2, []compare.Kind{compare.OneProperty}, "^rests$"
	s := session(t, plan, tools(t, compare.NuSMV))
	var order []string
	var totals []int
	r := &compare.Runner{Tools: tools(t, compare.NuSMV), Directory: t.TempDir(), Progress: func(step compare.Step) {
		order = append(order, step.Case.Configuration)
		totals = append(totals, step.Done, step.Total)
		require.Equal(t, compare.Answered, step.Run.Outcome)
	}}
	require.NoError(t, r.Measure(t.Context(), s))
	require.Equal(t, []string{"native", "nusmv", "nusmv-df", "nusmv", "nusmv-df", "native"}, order)
	require.Equal(t, []int{1, 6, 2, 6, 3, 6, 4, 6, 5, 6, 6, 6}, totals)
}

// TestInterruptAndResume keeps what there is, and goes on with the rest only.
func TestInterruptAndResume(t *testing.T) {
	truth(t)
	plan := small("native|nusmv", 2)
	plan.Runs = 2
	all := tools(t, compare.NuSMV)
	s := session(t, plan, all)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	path := filepath.Join(t.TempDir(), "results.json")
	steps, saves := 0, 0
	r := &compare.Runner{
		Tools: all, Directory: t.TempDir(),
		Progress: func(compare.Step) {
			if steps++; steps == 13 {
				cancel()
			}
		},
		Save: func() error { saves++; return compare.NewResults(s).WriteFile(path) },
	}
	require.ErrorIs(t, r.Measure(ctx, s), context.Canceled)
	require.Positive(t, saves)
	results, err := compare.ReadFile(path)
	require.NoError(t, err)
	half := results.Sessions[0]
	require.False(t, half.Complete)
	runs := func(s *compare.Session) (n int) {
		for _, c := range s.Cases {
			n += len(c.Runs)
		}
		return n
	}
	require.Equal(t, 13, runs(half))

	require.NoError(t, half.CanResume(session(t, plan, all)))
	other := *plan
	other.Seconds++
	require.ErrorContains(t, half.CanResume(session(t, &other, all)), "another plan")
	require.ErrorContains(t, half.CanResume(session(t, plan, tools(t))), "other tools")

	steps = 0
	r.Progress = func(compare.Step) { steps++ }
	require.NoError(t, r.Measure(t.Context(), half))
	require.True(t, half.Complete)
	require.Equal(t, 7, steps)
	require.Equal(t, 20, runs(half))

	merged, err := compare.Merge(compare.NewResults(s), compare.NewResults(half))
	require.NoError(t, err)
	require.Equal(t, []*compare.Session{half}, merged.Sessions, "the longer one of two that are the same")
}

// TestPublished measures peers on a file from elsewhere.
func TestPublished(t *testing.T) {
	truth(t)
	path := filepath.Join(t.TempDir(), "ring-2.smv")
	require.NoError(t, os.WriteFile(path, []byte("MODULE main\nLTLSPEC NAME rests := TRUE;\n  LTLSPEC NAME mine := FALSE;\nLTLSPEC NAME never_lost := TRUE\n"), 0o666))
	file, err := compare.ParsePublished("ring:2=" + path)
	require.NoError(t, err)
	require.Equal(t, []string{"rests", "-", "never_lost"}, file.Properties)
	results := measure(t, small("native|nusmv|published-nusmv.*|nusmv-published.*", 2), tools(t, compare.NuSMV), file)
	require.Empty(t, results.Agreement().Disagreements)
	require.Equal(t, "NuSMV -dcx -n 2 published-ring-2.smv", find(t, results, "nusmv-published", compare.OneProperty, "never_lost").Command)
	require.Equal(t, "NuSMV -dcx -source nusmv-published-cache-only-0.cmd published-ring-2.smv",
		find(t, results, "nusmv-published-cache", compare.OneProperty, "rests").Command)
	all := find(t, results, "nusmv-published-df", compare.AllProperties, "").Runs[0]
	require.Equal(t, map[string]string{"rests": "violated", "never_lost": "holds"}, all.Verdicts)
	for _, c := range results.Sessions[0].Cases {
		if strings.Contains(c.Configuration, "published") {
			require.NotEqual(t, "mutual_exclusion", c.Property, "the file does not have it")
			require.NotEqual(t, compare.ReachableStates, c.Kind)
		}
	}

	for text, want := range map[string]string{
		"ring:2":                         "not FAMILY:SIZE",
		"ring=" + path:                   "not FAMILY:SIZE",
		"king:2=" + path:                 "no family",
		"ring:x=" + path:                 "not a size",
		"ring:2=none.smv":                "none.smv",
		"ring:2:rests=" + path:           "1 names for 3 LTLSPECs",
		"ring:2:rests,nothing,-=" + path: `no property "nothing"`,
		"commit:2=" + path:               "say which properties",
	} {
		_, err := compare.ParsePublished(text)
		require.ErrorContains(t, err, want)
	}
	file, err = compare.ParsePublished("commit:2:decided,-,decided=" + path)
	require.NoError(t, err)
	require.Equal(t, []string{"decided", "-", "decided"}, file.Properties)

	require.NoError(t, os.WriteFile(path, []byte("LTLSPEC NAME served-1 := TRUE\nLTLSPEC NAME served-2 := TRUE\nLTLSPEC NAME rests-of := TRUE\n"), 0o666))
	file, err = compare.ParsePublished("ring:2=" + path)
	require.NoError(t, err)
	require.Equal(t, []string{"served", "served", "-"}, file.Properties, "conjuncts")
}

// TestFindPeer does not take one tool for another.
func TestFindPeer(t *testing.T) {
	truth(t)
	_, err := compare.FindPeer(t.Context(), compare.NuXmv, os.Args[0])
	require.ErrorContains(t, err, "is not nuXmv")
	_, err = compare.FindPeer(t.Context(), compare.NuSMV, filepath.Join(t.TempDir(), "none"))
	require.Error(t, err)
	t.Setenv("PATH", t.TempDir())
	peer, err := compare.FindPeer(t.Context(), compare.NuSMV, "")
	require.NoError(t, err)
	require.Nil(t, peer)
}

// TestDryRun prints all command lines without any tool.
func TestDryRun(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, compare.WritePlan(&out, small("", 2), nil))
	for _, line := range []string{
		"# ring 2, mutual_exclusion\n",
		"\nrcheck-bdd check --quiet --warnings=none --json=- --engine=native --symmetry=auto --set=N=2 --run=1 bench/models/ring.rcp\n",
		"\nrcheck-bdd check --quiet --warnings=none --json=- --engine=rudd --symmetry=auto --set=N=2 --prop=true --run=13 bench/models/ring.rcp\n",
		"\nNuSMV -dcx -coi ring-2-rests.disjunctive.smv\n",
		"\nNuSMV -dcx -r ring-2-reach.partitioned.smv\n",
		"\nrcheck-bdd export smv --dialect=nuxmv --relation=disjunctive --set=N=2 --run=7 --output=ring-2-rests.disjunctive.nuxmv.smv bench/models/ring.rcp\n",
		"\nnuXmv -source nuxmv-ic3-1.cmd ring-2-rests.disjunctive.nuxmv.smv\n",
		"\n#   CHECK_ic3\n",
	} {
		require.Contains(t, out.String(), line)
	}
	lines := strings.Split(out.String(), "\n")
	inputs := slices.DeleteFunc(lines, func(l string) bool { return !strings.HasPrefix(l, "rcheck-bdd export") })
	sorted := slices.Clone(inputs)
	slices.Sort(sorted)
	require.Len(t, slices.Compact(sorted), len(inputs), "an input twice")
	require.NotContains(t, out.String(), "published")
}
