//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/sweep"
)

const pairOfProperties = `const N = 2;
agent Counter
    local: at : 0..N
    init: at = 0
    repeat: ( up: {at < N} *! (true)()[at := at + 1] + down: {at = N} *! (true)()[at := 0] )
system = Counter(counter, true)
SPEC NAME small := G counter-at <= N;
SPEC NAME within := G counter-at <= N & G counter-at < 2;
`

// hostileValues are what a foreign plan may say where a name, a path or a flag is expected.
var hostileValues = []string{
	"../victim", "../../victim", "--json=../victim", "--html=../victim", "--save-reachable=../victim", "--junit=victim", "--props=../victim", "-", "--", "",
	"x\ny", "$(touch victim)", "'; touch victim; '", "\x1b[2J", "N=3", "models/../../victim", "/dev/zero", "holds", "violated", "unknown", "--max-nodes=1", "--help", "--prop",
}

// verdictsOf are the verdicts that merge tells, by model, values and property. The status is that
// of the command.
func verdictsOf(t *testing.T, dir, folder string) (out map[string]string, status int) {
	text, status := hostileRun(t, dir, "merge", "--json=-", folder)
	var s sweep.Summary
	out = map[string]string{}
	if json.Unmarshal(text, &s) != nil {
		require.Equal(t, 2, status, "%s", text)
		return out, status
	}
	for _, o := range s.Outcomes {
		for _, v := range o.Verdicts {
			out[fmt.Sprint(o.Model, o.Set, v.Property)] = v.Verdict
		}
	}
	return out, status
}

// hostileRun runs a command on a folder that may be hostile: it must end by itself, without a
// panic, and drive no terminal.
func hostileRun(t *testing.T, dir string, args ...string) (stdout []byte, status int) {
	var errs bytes.Buffer
	run := exec.Command(programName, args...)
	run.Dir, run.Stderr = dir, &errs
	stdout, _ = run.Output()
	status = run.ProcessState.ExitCode()
	require.True(t, 0 <= status && status <= 3, "%d: %s", status, &errs)
	require.NotContains(t, errs.String(), "panic")
	require.NotContains(t, errs.String()+string(stdout), "\x1b")
	return stdout, status
}

// tree is what a folder holds but for the results of plans.
func tree(t *testing.T, dir string) map[string]string {
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && filepath.Base(filepath.Dir(path)) != "results" {
			text, err := os.ReadFile(path)
			out[path] = string(text)
			return err
		}
		out[path] = e.Type().String()
		if filepath.Base(path) == "results" {
			return nil
		}
		return err
	}))
	maps.DeleteFunc(out, func(path, _ string) bool { return filepath.Base(filepath.Dir(path)) == "results" })
	return out
}

// resigned is a plan or a result with the digest that its writer would give it, whatever it says;
// nil if it is neither.
func resigned(text []byte, plan bool) []byte {
	var p sweep.Plan
	var r sweep.Result
	var whole any = &r
	if plan {
		whole = &p
	}
	if json.Unmarshal(text, whole) != nil {
		return nil
	}
	p.Digest, r.Digest = "", ""
	bare, _ := json.Marshal(whole)
	sum := fmt.Sprintf("%x", sha256.Sum256(bare))
	p.Digest, r.Digest = sum[:16], sum
	out, _ := json.Marshal(whole)
	return out
}

// damaged is a text with bytes changed, lost, doubled or brought in.
func damaged(r *rand.Rand, text []byte) []byte {
	text = slices.Clone(text)
	a := r.IntN(len(text))
	b := min(len(text), a+1+r.IntN(40))
	switch r.IntN(5) {
	case 0:
		text[a] ^= 1 << r.IntN(8)
	case 1:
		text = text[:a]
	case 2:
		text = slices.Delete(text, a, b)
	case 3:
		text = slices.Insert(text, b, text[a:b]...)
	case 4:
		text = slices.Insert(text, a, []byte(hostileValues[r.IntN(len(hostileValues))])...)
	}
	return text
}

// forged is JSON with one value replaced, dropped or doubled.
func forged(r *rand.Rand, text []byte) []byte {
	var whole any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&whole) != nil {
		return text
	}
	var changes []func()
	value := func() any {
		if r.IntN(2) == 0 {
			return hostileValues[r.IntN(len(hostileValues))]
		}
		return []any{nil, true, -1, 0, 1, 2, 3, 1e308, json.Number("1e400"), []any{}, map[string]any{}, "0", "1"}[r.IntN(13)]
	}
	var visit func(x any)
	visit = func(x any) {
		switch x := x.(type) {
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(x)) {
				changes = append(changes, func() { x[name] = value() }, func() { delete(x, name) })
				if list, ok := x[name].([]any); ok && len(list) > 0 {
					i := r.IntN(len(list))
					changes = append(changes, func() { x[name] = append(list, list[i]) }, func() { x[name] = slices.Delete(slices.Clone(list), i, i+1) },
						func() { x[name] = append(list, value()) }, func() { list[i] = value() }, func() { slices.Reverse(list) })
				}
				visit(x[name])
			}
		case []any:
			for _, y := range x {
				visit(y)
			}
		}
	}
	visit(whole)
	changes[r.IntN(len(changes))]()
	out, err := json.Marshal(whole)
	if err != nil {
		return text
	}
	return out
}

// Plans and results that are damaged, foreign or hostile are refused, or do no harm: no file is
// written but results, no command ends in a panic or drives a terminal, no verdict is told that is
// not true, and what `job` does afterwards gives the true verdicts. A result that somebody forged
// with its digest is the one exception: nobody can know what is true.
//
// SWEEP_MUTANTS is how many of them are tried. Of 2000, 1631 were refused and 369 did no harm.
func TestHostilePlansAndResults(t *testing.T) {
	n := hostileNumber("SWEEP_MUTANTS", 8)
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.rcp"), []byte(pairOfProperties), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "victim"), []byte("keep"), 0o600))
	truth := map[string]string{}
	plans := [][]string{{"point", "N=1,2"}, {"conjunct", "N=1,2"}, {"property", "N=1,3"}}
	for _, p := range plans {
		_, status := hostileRun(t, dir, "sweep", "m.rcp", "--set", p[1], "--split", p[0], "--dir", p[0])
		require.Equal(t, 1, status)
		verdicts, _ := verdictsOf(t, dir, p[0])
		require.Len(t, verdicts, 4)
		maps.Copy(truth, verdicts)
	}
	refused, harmless := 0, 0
	r := rand.New(rand.NewPCG(31, 4))
	for i := range n {
		original := plans[r.IntN(len(plans))][0]
		work := filepath.Join(dir, "work")
		require.NoError(t, os.RemoveAll(work))
		require.NoError(t, os.CopyFS(work, os.DirFS(filepath.Join(dir, original))))
		results, err := filepath.Glob(filepath.Join(work, "results", "*"))
		require.NoError(t, err)
		target, plan := results[r.IntN(len(results))], r.IntN(3) == 0
		if plan {
			target = filepath.Join(work, "plan.json")
		}
		text, err := os.ReadFile(target)
		require.NoError(t, err)
		signed := false
		switch kind := r.IntN(8); {
		case kind < 3:
			text = damaged(r, text)
		case kind < 6:
			text = forged(r, text)
			if again := resigned(text, plan); again != nil && r.IntN(2) == 0 {
				text, signed = again, true
			}
		case kind == 6: // of another job or plan
			others, err := filepath.Glob(filepath.Join(dir, "*", "results", "*"))
			require.NoError(t, err)
			text, err = os.ReadFile(others[r.IntN(len(others))])
			require.NoError(t, err)
		default: // no file at all
			require.NoError(t, os.Remove(target))
			switch r.IntN(5) {
			case 3:
				require.NoError(t, os.Symlink("../../victim", target))
			case 0:
				require.NoError(t, os.Symlink("/dev/zero", target))
			case 1:
				require.NoError(t, syscall.Mkfifo(target, 0o600))
			case 2:
				require.NoError(t, os.Mkdir(target, 0o700))
			}
			text = nil
		}
		if text != nil {
			require.NoError(t, os.WriteFile(target, text, 0o600))
		}
		before := tree(t, dir)
		said := fmt.Sprintf("input %d: %s", i, text)
		agree := func(verdicts map[string]string) {
			for key, v := range verdicts {
				if want, known := truth[key]; known && v != "unknown" {
					require.Equal(t, want, v, "%s: %s", key, said)
				}
			}
		}
		verdicts, status := verdictsOf(t, dir, "work")
		if !signed || plan {
			agree(verdicts)
		}
		if status == 1 && len(verdicts) == 4 {
			harmless++
		} else {
			refused++
		}
		_, status = hostileRun(t, dir, "job", "work")
		require.Equal(t, before, tree(t, dir), said)
		if status == 0 && (!signed || plan) {
			verdicts, _ = verdictsOf(t, dir, "work")
			agree(verdicts)
			if !strings.Contains(string(text), "max-nodes") {
				require.NotContains(t, slices.Collect(maps.Values(verdicts)), "unknown", said)
			}
		}
	}
	t.Logf("%d were refused, %d did no harm", refused, harmless)
	require.Positive(t, refused)
}
