package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/mc/export/smv"
)

// The verdicts.
const (
	holds    = "holds"
	violated = "violated"
)

// verdict is whether a property holds, as a word.
var verdict = map[bool]string{true: holds, false: violated}

// ourAnswer reads the document that `check --json=-` writes. Numbers of states
// are looked at for ReachableStates only, verdicts for the other kinds.
func ourAnswer(output []byte, kind Kind) (Run, error) {
	var document struct {
		Runs []struct {
			Results []struct{ Name, Verdict, Reason string }
			Stats   struct {
				States string `json:"reachable_states"`
			}
		}
	}
	r := Run{Verdicts: map[string]string{}}
	if err := json.Unmarshal(output, &document); err != nil {
		return r, fmt.Errorf("the output is not the document that was expected: %w", err)
	}
	if len(document.Runs) != 1 {
		return r, fmt.Errorf("the output is about %d files, not one", len(document.Runs))
	}
	run := document.Runs[0]
	if kind == ReachableStates {
		r.States = run.Stats.States
		if r.States == "" {
			return r, errors.New("the output has no number of states")
		}
		return r, nil
	}
	var reason error
	for _, p := range run.Results {
		if p.Verdict == holds || p.Verdict == violated {
			r.Verdicts[p.Name] = p.Verdict
		} else {
			reason = fmt.Errorf("%s is %s: %s", p.Name, p.Verdict, p.Reason)
		}
	}
	return r, reason
}

// reachableLine is how NuSMV and nuXmv tell the number of reachable states.
var reachableLine = regexp.MustCompile(`(?m)^reachable states: (\S+) `)

// peerAnswer reads the output of NuSMV or nuXmv for specifications that stand
// for properties, by their places in names.
func peerAnswer(output []byte, kind Kind, specifications []smv.Specification, names []string) (Run, error) {
	r := Run{Verdicts: map[string]string{}}
	if kind == ReachableStates {
		match := reachableLine.FindSubmatch(output)
		if match == nil {
			return r, errors.New("the output has no number of states")
		}
		r.States = string(match[1])
		return r, nil
	}
	verdicts, err := smv.Verdicts(string(output), specifications)
	for i, name := range names {
		if decided, known := verdicts[i]; known {
			r.Verdicts[name] = verdict[decided]
		}
	}
	return r, err
}

// abcVerdict is how ABC tells a verdict.
var abcVerdict = regexp.MustCompile(`(?m)^(Property proved)|was asserted in frame \d+`)

// abcAnswer reads the output of ABC about one property.
func abcAnswer(output []byte, names []string) (Run, error) {
	r := Run{Verdicts: map[string]string{}}
	match := abcVerdict.FindSubmatch(output)
	if match == nil {
		return r, errors.New("the output has no verdict")
	}
	r.Verdicts[names[0]] = verdict[match[1] != nil]
	return r, nil
}

// conclude adds to an answer what became of the process that gave it; failure is what kept the
// answer from being read. The names are those of the properties that were asked for, regular are
// the exit statuses that do not tell of a crash.
func (r *Run) conclude(o *limited.Outcome, failure error, names []string, regular ...int) {
	r.Seconds, r.CPU, r.PeakBytes = o.Seconds, o.CPU, o.PeakBytes
	for _, name := range names {
		if failure == nil && r.Verdicts[name] == "" {
			failure = fmt.Errorf("no verdict for %s", name)
		}
	}
	switch {
	case o.Stopped == limited.OutOfTime:
		r.Outcome = TimeOut
	case o.Stopped == limited.OutOfSpace:
		r.Outcome = MemoryOut
	case !slices.Contains(regular, o.ExitCode):
		r.Outcome = Crashed
		r.Message = fmt.Sprintf("exit status %d", o.ExitCode)
		if o.ExitCode < 0 {
			r.Message = "ended by a signal"
		}
		if last := lastLine(o.Stderr, o.Stdout); last != "" {
			r.Message += ": " + last
		}
	case failure != nil:
		r.Outcome = Unanswered
		r.Message = failure.Error()
		if last := lastLine(o.Stderr); last != "" {
			r.Message += ": " + last
		}
	default:
		r.Outcome = Answered
	}
}

// longestMessage is how much of a line of output is kept, in bytes.
const longestMessage = 200

// lastLine is the last line that is not empty, of the first text that has one.
func lastLine(texts ...[]byte) string {
	for _, text := range texts {
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
			return strings.ToValidUTF8(last[:min(len(last), longestMessage)], "?")
		}
	}
	return ""
}
