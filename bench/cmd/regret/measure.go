package main

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// plain stands for the command without --by.
const plain = "plain"

// An answer is what one way to ask a question gave.
type answer struct {
	verdict string // "" if a limit ended it
	seconds float64
}

// decided reports whether there is a verdict.
func (a answer) decided() bool { return a.verdict == "holds" || a.verdict == "violated" }

// A meter asks questions in processes of their own.
type meter struct {
	program string
	limits  limited.Limits
	runs    int
	// least is what the plain command must take, so that engines are asked alone.
	least time.Duration
}

// ask asks a question in the plain way and by every engine that could give the same verdict. The
// error says that two of them give different verdicts, or that the command failed.
func (m *meter) ask(ctx context.Context, q *question) error {
	q.answers = map[string]answer{}
	var all [][]answer
	ways := append([]string{plain}, mc.EngineNames()...)
	for range m.runs {
		for i, way := range ways {
			if len(all) <= i {
				all = append(all, nil)
			}
			first := answer{}
			if len(all[0]) > 0 {
				first = all[0][0]
			}
			if !able(way, first.verdict) || len(all[i]) > 0 && !all[i][0].decided() {
				continue
			}
			if way != plain && first.seconds < m.least.Seconds() {
				continue
			}
			a, err := m.once(ctx, q, way, m.patience(way, first))
			if err != nil {
				return fmt.Errorf("%s by %s: %w", q.name, way, err)
			}
			if a.decided() && first.decided() && a.verdict != first.verdict {
				return fmt.Errorf("%s %s by %s, and %s otherwise", q.name, a.verdict, way, first.verdict)
			}
			all[i] = append(all[i], a)
		}
	}
	for i, way := range ways {
		if len(all[i]) > 0 {
			slices.SortFunc(all[i], func(a, b answer) int { return int(1e6 * (a.seconds - b.seconds)) })
			q.answers[way] = all[i][len(all[i])/2]
		}
	}
	return nil
}

// patience is the limit of a way, given what the plain command took first: an engine that takes
// longer than that is of no interest.
func (m *meter) patience(way string, first answer) limited.Limits {
	limits := m.limits
	if way != plain && first.decided() {
		most := time.Duration(1.25*first.seconds*float64(time.Second)) + time.Second/10
		limits.CPU = min(limits.CPU, most)
	}
	return limits
}

// able reports whether an engine can give a verdict at all.
func able(way, verdict string) bool {
	finders := way == "walks" || way == "bounded"
	return verdict != "holds" || !finders
}

// once asks a question once.
func (m *meter) once(
	ctx context.Context, q *question, way string, limits limited.Limits,
) (answer, error) {
	arguments := q.arguments()
	if way != plain {
		arguments = append(arguments, "--by="+way)
	}
	o, err := limited.Run(ctx, exec.Command(m.program, arguments...), limits)
	if err != nil {
		return answer{}, err
	}
	out := answer{seconds: o.CPU}
	if o.Stopped != limited.NotStopped {
		return out, nil
	}
	out.verdict, _, _ = strings.Cut(string(o.Stdout), " ")
	if !slices.Contains([]string{"holds", "violated", "unknown"}, out.verdict) {
		return out, fmt.Errorf("exit status %d: %s", o.ExitCode, strings.TrimSpace(string(o.Stderr)))
	}
	return out, nil
}

// best is the engine that gave a verdict in the least time; "" if none did.
func (q *question) best() string {
	best := ""
	for _, name := range mc.EngineNames() {
		if a, ok := q.answers[name]; ok && a.decided() && (best == "" || a.seconds < q.answers[best].seconds) {
			best = name
		}
	}
	return best
}

// regret is false if no engine alone gave a verdict. What the plain command did not answer within
// the limit counts as what it took until then.
func (q *question) regret() (float64, bool) {
	best := q.best()
	if best == "" {
		return 0, false
	}
	return q.answers[plain].seconds / q.answers[best].seconds, true
}

// String is a line that tells what was measured.
func (q *question) String() string {
	out := fmt.Sprintf("%-40s", q.name)
	for _, way := range append([]string{plain}, mc.EngineNames()...) {
		if a, ok := q.answers[way]; ok {
			out += fmt.Sprintf("  %s %s %.3f s", way, a.verdict, a.seconds)
		}
	}
	return out
}
