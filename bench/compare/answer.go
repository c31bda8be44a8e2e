package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
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

// An answer is what a program's output says.
type answer struct {
	verdicts map[string]string
	states   string
}

// ourAnswer reads the document that `check --json=-` writes. Numbers of states
// are looked at for ReachableStates only, verdicts for the other kinds.
func ourAnswer(output []byte, kind Kind) (answer, error) {
	var document struct {
		Runs []struct {
			Results []struct{ Name, Verdict, Reason string }
			Stats   struct {
				States string `json:"reachable_states"`
			}
		}
	}
	a := answer{verdicts: map[string]string{}}
	if err := json.Unmarshal(output, &document); err != nil {
		return a, fmt.Errorf("the output is not the document that was expected: %w", err)
	}
	if len(document.Runs) != 1 {
		return a, fmt.Errorf("the output is about %d files, not one", len(document.Runs))
	}
	run := document.Runs[0]
	if kind == ReachableStates {
		a.states = run.Stats.States
		if a.states == "" {
			return a, errors.New("the output has no number of states")
		}
		return a, nil
	}
	var reason error
	for _, r := range run.Results {
		if r.Verdict == holds || r.Verdict == violated {
			a.verdicts[r.Name] = r.Verdict
		} else {
			reason = fmt.Errorf("%s is %s: %s", r.Name, r.Verdict, r.Reason)
		}
	}
	return a, reason
}

// reachableLine is how NuSMV and nuXmv tell the number of reachable states.
var reachableLine = regexp.MustCompile(`(?m)^reachable states: (\S+) `)

// peerAnswer reads the output of NuSMV or nuXmv for specifications that stand
// for properties, by their places in names.
func peerAnswer(output []byte, kind Kind, specifications []smv.Specification, names []string) (answer, error) {
	a := answer{verdicts: map[string]string{}}
	if kind == ReachableStates {
		match := reachableLine.FindSubmatch(output)
		if match == nil {
			return a, errors.New("the output has no number of states")
		}
		a.states = string(match[1])
		return a, nil
	}
	verdicts, err := smv.Verdicts(string(output), specifications)
	for i, name := range names {
		if decided, known := verdicts[i]; known {
			a.verdicts[name] = verdict[decided]
		}
	}
	return a, err
}

// abcVerdict is how ABC tells a verdict.
var abcVerdict = regexp.MustCompile(`(?m)^(Property proved)|was asserted in frame \d+`)

// abcAnswer reads the output of ABC about one property.
func abcAnswer(output []byte, names []string) (answer, error) {
	a := answer{verdicts: map[string]string{}}
	match := abcVerdict.FindSubmatch(output)
	if match == nil {
		return a, errors.New("the output has no verdict")
	}
	a.verdicts[names[0]] = verdict[match[1] != nil]
	return a, nil
}

// outcomeOf makes a run of what became of a process. The names are those of the
// properties that were asked for, okay tells which exit statuses are regular.
func outcomeOf(o *limited.Outcome, a answer, failure error, kind Kind, names []string, okay func(status int) bool) Run {
	r := Run{Verdicts: a.verdicts, States: a.states, Seconds: o.Seconds, CPU: o.CPU, PeakBytes: o.PeakBytes}
	if failure == nil {
		failure = a.missing(kind, names)
	}
	switch {
	case o.Stopped == limited.OutOfTime:
		r.Outcome = TimeOut
	case o.Stopped == limited.OutOfSpace:
		r.Outcome = MemoryOut
	case !okay(o.ExitCode):
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
	return r
}

// missing tells what an answer lacks; nil if nothing.
func (a *answer) missing(kind Kind, names []string) error {
	if kind == ReachableStates {
		return nil // the readers see to it
	}
	for _, name := range names {
		if a.verdicts[name] == "" {
			return fmt.Errorf("no verdict for %s", name)
		}
	}
	return nil
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
