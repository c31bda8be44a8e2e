package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
	"github.com/rcheck-bdd/rcheck-bdd/bench/plot"
)

// compared are the sizes of each family that both tools check, from the smallest on; of a family no more are taken once the peer has reached
// the limit.
var compared = map[string][]int{
	"bits": {1, 2, 6, 10, 14}, "cards": {4, 6, 8, 10, 12}, "contract": {2, 8, 16}, "cryptographers": {3, 8, 12, 20, 30},
	"cryptographers-xor": {3, 5, 8, 10, 12}, "muddy": {3, 6, 10, 14, 20}, "prisoners": {3, 5, 8, 10, 12}, "tianji": {3, 6, 10, 15, 20},
}

// withoutUntil is a model without its formulas about a strategic until, at which the published tool ends with a fault.
func withoutUntil(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if formula := strings.TrimSpace(line); !strings.HasPrefix(formula, "<") || !strings.Contains(formula, " U ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// runs is how often each check is made; the median counts.
const runs = 3

// A measurement is what became of a check: F, T or ? for each formula.
type measurement struct {
	verdicts string
	seconds  float64 // of CPU, the median
	bytes    int64
}

// measure runs a command several times.
func measure(ctx context.Context, limit time.Duration, verdicts func(out string) string, path string, args ...string) (measurement, error) {
	var all [runs]float64
	var m measurement
	for i := range all {
		o, err := limited.Run(ctx, exec.CommandContext(ctx, path, args...), limited.Limits{CPU: limit, Time: 10 * limit})
		if err != nil {
			return m, err
		}
		all[i], m.bytes = o.CPU, max(m.bytes, o.PeakBytes)
		m.verdicts = verdicts(string(o.Stdout))
		if o.Stopped != limited.NotStopped {
			return measurement{seconds: math.Inf(1), bytes: m.bytes}, nil
		}
	}
	a, b, c := all[0], all[1], all[2]
	m.seconds = max(min(a, b), min(max(a, b), c))
	return m, nil
}

var ourVerdict = regexp.MustCompile(`(?m)^(holds|violated|unknown) `)
var theirVerdict = regexp.MustCompile(`is (TRUE|FALSE) in the model`)

func verdictsBy(pattern *regexp.Regexp) func(string) string {
	return func(out string) string {
		text := ""
		for _, m := range pattern.FindAllStringSubmatch(out, -1) {
			text += map[string]string{"holds": "T", "violated": "F", "unknown": "?", "TRUE": "T", "FALSE": "F"}[m[1]]
		}
		return text
	}
}

// A contest is between this tool and MCMAS.
type contest struct {
	ours, peer string        // commands
	limit      time.Duration // of the CPU time of one check
	sizes      map[string][]int
}

// against compares this tool, built as releases are, with MCMAS, which must be where programs are. The working directory must be in the
// module.
func against(ctx context.Context, w io.Writer, picture string, limit time.Duration) error {
	peer, err := exec.LookPath("mcmas")
	if err != nil {
		return errors.New("MCMAS is not where programs are; put `mcmas` into a directory of PATH")
	}
	directory, err := os.MkdirTemp("", "ispl")
	if err != nil {
		return err
	}
	defer os.RemoveAll(directory)
	if err := os.Setenv("CGO_ENABLED", "0"); err != nil {
		return err
	}
	ours, err := compare.BuildOurs(ctx, directory, "")
	if err != nil {
		return err
	}
	c := &contest{ours: ours.Path(), peer: peer, limit: limit, sizes: compared}
	return c.run(ctx, directory, w, picture)
}

// run checks the models, which are written to a directory, and writes a table to w and a picture to a file. Verdicts that differ are an error.
func (c *contest) run(ctx context.Context, directory string, w io.Writer, picture string) error {
	table := &markdown.Table{}
	table.Row("family", "n", "rcheck-bdd", "MCMAS", "ratio", "memory", "MCMAS's", "verdicts", "MCMAS's")
	panel := plot.Panel{Title: "seconds of CPU", Diagonals: []float64{1, 10, 100},
		X: plot.Axis{Label: "rcheck-bdd", Min: 0.005, Max: 100, Log: true, Beyond: "limit"}, Y: plot.Axis{Label: "MCMAS", Min: 0.005, Max: 100, Log: true, Beyond: "limit"}}
	logs, both, slower, differ := 0.0, 0, 0, 0
	for style, f := range ispl.Families {
		series := plot.Series{Name: f.Name, Style: style}
		for _, n := range c.sizes[f.Name] {
			path := filepath.Join(directory, fmt.Sprintf("%s-%d.ispl", f.Name, n))
			if err := os.WriteFile(path, []byte(withoutUntil(f.Write(n))), 0o644); err != nil {
				return err
			}
			a, err := measure(ctx, c.limit, verdictsBy(ourVerdict), c.ours, "check", "-q", path)
			if err != nil {
				return err
			}
			b, err := measure(ctx, c.limit, verdictsBy(theirVerdict), c.peer, path)
			if err != nil {
				return err
			}
			ratio := ""
			if a.verdicts != "" && len(a.verdicts) == len(b.verdicts) {
				logs, both = logs+math.Log(b.seconds/a.seconds), both+1
				if b.seconds < a.seconds {
					slower++
				}
				if a.verdicts != b.verdicts {
					differ++
				}
				ratio = strconv.FormatFloat(b.seconds/a.seconds, 'g', 2, 64)
			}
			table.Row(f.Name, strconv.Itoa(n), inSeconds(a), inSeconds(b), ratio, mebibytes(a), mebibytes(b), a.verdicts, b.verdicts)
			series.Points = append(series.Points, plot.Point{X: a.seconds, Y: b.seconds, BeyondX: math.IsInf(a.seconds, 1), BeyondY: math.IsInf(b.seconds, 1)})
			if math.IsInf(b.seconds, 1) {
				break
			}
		}
		panel.Series = append(panel.Series, series)
	}
	table.Write(w)
	if both > 0 {
		fmt.Fprintf(w, "\nThe ratio of times is %.1f in the geometric mean of the %d models that both answer, of which this tool is slower on %d. Verdicts differ on %d.\n",
			math.Exp(logs/float64(both)), both, slower, differ)
	}
	figure := plot.Figure{Title: "Models in ISPL", Panels: []plot.Panel{panel}}
	if err := os.WriteFile(picture, []byte(figure.SVG()), 0o644); err != nil || differ == 0 {
		return err
	}
	return fmt.Errorf("verdicts differ on %d models", differ)
}

func inSeconds(m measurement) string {
	if math.IsInf(m.seconds, 1) {
		return "limit"
	}
	return fmt.Sprintf("%.3f s", m.seconds)
}

func mebibytes(m measurement) string { return fmt.Sprintf("%d MiB", m.bytes>>20) }
