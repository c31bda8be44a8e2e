package mc_test

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/rchecktest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/diag"
)

// rules are the rules of the language page about steps and properties, in its
// order. Each has a model of that name in testdata/rules.txtar.
var rules = []string{
	// Agents and control states.
	"control-states", "repetition", "simultaneous-updates", "open-start", "one-interaction",
	// When a command is enabled.
	"enabled-where", "enabled-channel", "enabled-guard", "enabled-guard-data", "mentioned-data", "updates-in-range", "updates-divide",
	"data-in-range",
	// What a message does with the other agents.
	"takes-part", "not-connected", "broadcast-connects", "not-targeted", "not-ready", "multicast-blocked", "nobody-listens", "own-message",
	"broadcast-by-variable", "several-receives", "send-guard-reads", "send-guard-own-data", "not-relabelled",
	// Point to point.
	"named-get", "supply-elsewhere", "get-by-predicate", "ignored-predicate", "others-stay", "no-partner", "two-way-data", "self-get",
	"self-get-by-variable",
	// Deadlock, ranges, values.
	"deadlock", "deadlock-report", "range-report", "truncation", "lazy-evaluation", "relabelling-range", "locations",
	// Properties.
	"possible-and-necessary", "labels", "label-of-several", "enabled-label", "roles", "observed-data", "observed-predicate",
	"nested-quantifiers", "bare-identifiers", "supplier-identifiers", "agent-quantifiers", "fairness", "compassion",
	"fairness-and-deadlock", "reading-tight", "reading-wide",
}

var (
	annotatedVerdict = regexp.MustCompile(`// (holds|violated)$`)
	annotatedReport  = regexp.MustCompile(`^// (reports|rejects|warns): (.*)$`)
)

// Every rule has a model that shows it, whose properties have the verdicts
// written behind them: by the diagrams, by the tree, and with the same graph of
// states and steps.
func TestRules(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "rules.txtar"))
	require.NoError(t, err)
	var names []string
	for _, f := range archive.Files {
		names = append(names, f.Name)
	}
	require.Equal(t, rules, names, "the rules and their models")
	for _, f := range archive.Files {
		t.Run(f.Name, func(t *testing.T) { checkRule(t, f.Name, string(f.Data)) })
	}
}

func checkRule(t *testing.T, name, src string) {
	require.True(t, strings.HasPrefix(src, "// "), "a rule begins with its sentence")
	var want []string
	var reports, warns []string // codes of the front end, and of the checker about the system if they matter
	rejected := false
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		if m := annotatedVerdict.FindStringSubmatch(line); m != nil {
			want = append(want, m[1])
		}
		m := annotatedReport.FindStringSubmatch(line)
		switch {
		case m == nil:
		case m[1] == "warns":
			warns = strings.Fields(m[2])
		default:
			reports = strings.Fields(m[2])
			rejected = m[1] == "rejects"
		}
	}
	p, list := rcheck.Parse(name, []byte(src), rcheck.Options{})
	for _, code := range reports {
		require.True(t, slices.ContainsFunc(list, func(d *diag.Diagnostic) bool { return string(d.Code) == code }), "no %s in\n%v", code, list)
	}
	require.Equal(t, rejected, list.HasErrors(), "%v", list)
	if rejected {
		return
	}
	require.NotEmpty(t, want)
	require.Len(t, p.Specs, len(want))
	both, err := rchecktest.Compare(p, rcheck.Options{}, 1000)
	require.NoError(t, err)
	report, err := mc.Check(context.Background(), p.System, rcp.Specification(p), mc.WithCertificates(20), mc.WithVacuity())
	require.NoError(t, err)
	if len(warns) > 0 {
		var got []string
		for _, w := range report.Warnings {
			if w.Code != mc.CodeIdleCommand && w.Code != mc.CodeIdleState {
				got = append(got, w.Code)
			}
		}
		require.ElementsMatch(t, warns, got, "%v", report.Warnings)
	}
	for i, r := range report.Results {
		require.Equal(t, want[i], r.Verdict.String(), "%s\n%s", r.Property.Text, r.Reason)
		holds, err := both.Direct.Holds(p.Specs[i].Expr)
		require.NoError(t, err, r.Property.Text)
		require.Equal(t, want[i] == "holds", holds, r.Property.Text)
	}
}
