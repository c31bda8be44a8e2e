package compare_test

import (
	"bytes"
	"context"
	"io"
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

func session(t *testing.T, plan *compare.Plan, tools []*compare.Tool) *compare.Session {
	s, err := compare.NewSession(plan, compare.Machine{Name: "test", Hardware: limited.Hardware{Cores: 2, System: "any"}}, tools, date)
	require.NoError(t, err)
	return s
}

// measure carries out a plan with the played tools.
func measure(t *testing.T, plan *compare.Plan, tools []*compare.Tool) *compare.Session {
	s := session(t, plan, tools)
	require.NoError(t, compare.Measure(t.Context(), s, t.TempDir(), io.Discard))
	require.True(t, s.Complete)
	return s
}

func agreement(s ...*compare.Session) compare.Agreement { return compare.Agree(s) }

func report(s ...*compare.Session) string { return compare.Report(s) }

func find(t *testing.T, s *compare.Session, configuration string, kind compare.Kind, property string) *compare.Case {
	for _, c := range s.Cases {
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
	a := agreement(results)
	require.Empty(t, a.Disagreements)
	require.Equal(t, 13, a.Compared) // twelve properties, and the states
	require.Zero(t, a.Alone)
	require.Equal(t, []string{compare.NuXmv, compare.ABC}, results.Absent)
	for _, c := range results.Cases {
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
	require.Len(t, results.Configurations, 4)
	require.Equal(t, []string{compare.NuSMV, compare.NuXmv, compare.ABC}, results.Absent)
	require.Len(t, results.Cases, 4*5)
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
		require.Len(t, agreement(results).Disagreements, disagreements, what)
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
			require.Empty(t, agreement(results).Disagreements)
			run := find(t, results, c.configuration, c.kind, c.property).Runs[0]
			require.Equal(t, c.outcome, run.Outcome, "%+v", run)
			require.Contains(t, run.Message, c.message)
			require.Len(t, run.Verdicts, c.verdicts)
			text := report(results)
			require.Contains(t, text, "All answers agree")
			if c.message != "" {
				require.Contains(t, text, c.message)
			}
		})
	}
}

// TestLiesAreLoud finds wrong verdicts and numbers of every tool, of one
// property or among all, also in one of the two ways to ask one tool.
func TestLiesAreLoud(t *testing.T) {
	for _, c := range []struct{ match, want string }{
		{"-dcx ring-2-rests.disjunctive.smv$", "ring 2, rests: holds (nusmv) but violated (native, nusmv-cache, nusmv)"},
		{"nusmv-cache-16.cmd", "ring 2, no_haste: holds (native, nusmv) but violated (nusmv-cache)"},
		{"-dcx -r ", "ring 2, reachable states: 32 (native, nusmv-cache) but 33 (nusmv)"},
		{"check .*--prop=true", "ring 2, reachable states: 32 (nusmv, nusmv-cache) but 320 (native)"},
	} {
		truth(t, fault{c.match, lies})
		results := measure(t, small("native|nusmv|nusmv-cache", 2), tools(t, compare.NuSMV))
		a := agreement(results)
		require.Len(t, a.Disagreements, 1, c.match)
		require.Equal(t, c.want, a.Disagreements[0])
		text := report(results)
		require.Contains(t, text, "ANSWERS DIFFER")
		require.Contains(t, text, c.want)
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
	for _, c := range results.Cases {
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
	text := report(results)
	require.Contains(t, text, "| time ")
	require.Contains(t, text, "| – ")
}

// TestOrder begins each round with another configuration.
func TestOrder(t *testing.T) {
	truth(t)
	plan := small("native|nusmv|nusmv-df", 2)
	plan.Runs, plan.Groups[0].Kinds, plan.Groups[0].Properties = 2, []compare.Kind{compare.OneProperty}, "^rests$"
	s := session(t, plan, tools(t, compare.NuSMV))
	var progress strings.Builder
	require.NoError(t, compare.Measure(t.Context(), s, t.TempDir(), &progress))
	require.Regexp(t, `(?s)^\[1/6\] ring 2, rests, native: answered, .*\[2/6\] ring 2, rests, nusmv: .*\[3/6\] ring 2, rests, nusmv-df: `+
		`.*\[4/6\] ring 2, rests, nusmv: .*\[5/6\] ring 2, rests, nusmv-df: .*\[6/6\] ring 2, rests, native: `, progress.String())
}

// TestInterrupt keeps what there is.
func TestInterrupt(t *testing.T) {
	truth(t)
	s := session(t, small("native|nusmv", 2), tools(t, compare.NuSMV))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	progress := writer(func(line string) {
		if strings.HasPrefix(line, "[4/") {
			cancel()
		}
	})
	require.ErrorIs(t, compare.Measure(ctx, s, t.TempDir(), progress), context.Canceled)
	require.False(t, s.Complete)
	require.Contains(t, report(s), "interrupted before its end")
	runs := 0
	for _, c := range s.Cases {
		runs += len(c.Runs)
	}
	require.Equal(t, 4, runs)
}

// A writer calls a function for all that is written.
type writer func(string)

func (w writer) Write(text []byte) (int, error) {
	w(string(text))
	return len(text), nil
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
	require.NoError(t, small("", 2).Write(&out))
	for _, line := range []string{
		"# ring 2, mutual_exclusion\n",
		"\nrcheck-bdd check --quiet --warnings=none --json=- --engine=native --symmetry=auto --set=N=2 --run=1 bench/models/ring.rcp\n",
		"\nrcheck-bdd check --quiet --warnings=none --json=- --engine=rudd --symmetry=auto --set=N=2 --prop=true --run=13 bench/models/ring.rcp\n",
		"\nNuSMV -dcx -coi ring-2-rests.disjunctive.smv\n",
		"\nNuSMV -dcx -r ring-2-reach.partitioned.smv\n",
		"\nrcheck-bdd export smv --dialect=nuxmv --relation=disjunctive --set=N=2 --run=7 --output=ring-2-rests.disjunctive.nuxmv.smv bench/models/ring.rcp\n",
		"\nnuXmv -source nuxmv-ic3-1.cmd ring-2-rests.disjunctive.nuxmv.smv\n",
	} {
		require.Contains(t, out.String(), line)
	}
	lines := strings.Split(out.String(), "\n")
	inputs := slices.DeleteFunc(lines, func(l string) bool { return !strings.HasPrefix(l, "rcheck-bdd export") })
	sorted := slices.Clone(inputs)
	slices.Sort(sorted)
	require.Len(t, slices.Compact(sorted), len(inputs), "an input twice")
}
