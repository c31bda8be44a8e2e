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
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/bench/markdown"
	"github.com/rcheck-bdd/rcheck-bdd/bench/plot"
)

// compared are the sizes of each family that both tools check, from the smallest on; of a family no
// more are taken once the peer has reached the limit. The largest are chosen such that the peer
// reaches a limit of two minutes.
var compared = map[string][]int{
	"bits": {1, 4, 8, 16, 24, 32, 40, 48, 56, 64}, "cards": {4, 6, 8, 10, 12, 14}, "contract": {2, 8, 16, 32, 64, 128, 256, 400},
	"cryptographers": {3, 8, 16, 24, 32, 48, 64, 80, 100}, "cryptographers-xor": {3, 5, 8, 10, 12, 14, 20, 28, 40},
	"muddy": {3, 6, 10, 15, 20, 25, 30, 35, 40, 50}, "prisoners": {3, 5, 7, 8, 9, 10, 11},
	"robot": {10, 60, 300}, "robots": {10, 60, 300}, "voting": {3, 4, 5, 6, 7}, "voting-3": {3, 4, 5, 6, 7}, "tianji": {3, 6, 10, 15, 20, 30, 35, 40, 50},
}

// large are sizes that only this tool is asked about: those at which the published times of MCMAS
// (STTT 2017) end, and above.
var large = map[string][]int{
	"cards": {12, 14, 16}, "cryptographers": {100, 250}, "cryptographers-xor": {100, 250}, "muddy": {120}, "prisoners": {20, 25}, "tianji": {40},
}

// withoutUntil is a model without its formulas about a strategic until, at which the published tool
// ends with a fault.
func withoutUntil(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if formula := strings.TrimSpace(line); !strings.HasPrefix(formula, "<") || !strings.Contains(formula, " U ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}

// plain are the sizes that are also checked by the command without flags, which explains what it
// finds: the smallest of each family, which is in bench/models/ispl, and those of robots and votes.
func plain() map[string][]int {
	sizes := map[string][]int{}
	for _, f := range ispl.Families {
		sizes[f.Name] = []int{f.Least}
	}
	for _, name := range []string{"robot", "robots", "voting", "voting-3"} {
		sizes[name] = append(sizes[name], compared[name]...)
	}
	return sizes
}

// A check is made that often, but not again once checks of the same model took enough; the median
// counts. The plain command is measured on small models, of which the start of a process is most.
const (
	runs, plainRuns = 5, 51
	enough          = 10 // seconds of CPU
)

// A measurement is what became of a check: F, T or ? for each formula.
type measurement struct {
	verdicts string
	seconds  float64 // of CPU, the median
	bytes    int64
}

// measure runs a command several times, an odd number of them.
func measure(ctx context.Context, runs int, limit time.Duration, verdicts func(out string) string, path string, args ...string) (measurement, error) {
	var all []float64
	var m measurement
	for sum := 0.0; len(all) < runs && (sum < enough || len(all)%2 == 0); sum += all[len(all)-1] {
		o, err := limited.Run(ctx, exec.CommandContext(ctx, path, args...), limited.Limits{CPU: limit, Time: 10 * limit})
		if err != nil {
			return m, err
		}
		all, m.bytes = append(all, o.CPU), max(m.bytes, o.PeakBytes)
		m.verdicts = verdicts(string(o.Stdout))
		if o.Stopped != limited.NotStopped {
			return measurement{seconds: math.Inf(1), bytes: m.bytes}, nil
		}
	}
	slices.Sort(all)
	m.seconds = all[len(all)/2]
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
	flags      []string      // of this tool
	runs       int           // checks of each model
	limit      time.Duration // of the CPU time of one check
	sizes      map[string][]int
	large      map[string][]int // of which the peer is not asked
	log        io.Writer        // gets a line for each model
}

// against compares this tool, built as releases are, with MCMAS, which must be where programs are.
// Without a picture it compares by the plain command. The working directory must be in the module.
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
	ours, err := compare.BuildOurs(ctx, directory)
	if err != nil {
		return err
	}
	installed, err := install(ours)
	if err != nil {
		return err
	}
	c := &contest{ours: installed, peer: peer, limit: limit, log: os.Stderr}
	if picture == "" {
		c.runs, c.sizes = plainRuns, plain()
		return c.run(ctx, directory, w, filepath.Join(directory, "plain.svg"))
	}
	c.runs, c.flags, c.sizes, c.large = runs, []string{"-q"}, compared, large
	return errors.Join(c.run(ctx, directory, w, picture), c.alone(ctx, directory, w))
}

// install copies a program, as an installation does. What the linker writes lies in small pieces in
// the memory for files, which makes every start of the program half a millisecond longer.
func install(path string) (string, error) {
	program, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	return path + "-installed", os.WriteFile(path+"-installed", program, 0o755)
}

// measureOurs writes a model into a directory and measures this tool on it.
func (c *contest) measureOurs(ctx context.Context, directory string, f ispl.Family, n int) (m measurement, path string, err error) {
	path = filepath.Join(directory, fmt.Sprintf("%s-%d.ispl", f.Name, n))
	if err := os.WriteFile(path, []byte(withoutUntil(f.Write(n))), 0o644); err != nil {
		return m, path, err
	}
	m, err = measure(ctx, c.runs, c.limit, verdictsBy(ourVerdict), c.ours, slices.Concat([]string{"check"}, c.flags, []string{path})...)
	return m, path, err
}

// alone checks the large models, and writes a table.
func (c *contest) alone(ctx context.Context, directory string, w io.Writer) error {
	fmt.Fprint(w, "\nLarger sizes, without MCMAS:\n\n")
	table := &markdown.Table{}
	table.Row("family", "n", "rcheck-bdd", "memory", "verdicts")
	for _, f := range ispl.Families {
		for _, n := range c.large[f.Name] {
			m, _, err := c.measureOurs(ctx, directory, f, n)
			if err != nil {
				return err
			}
			fmt.Fprintf(c.log, "%s %d: %s\n", f.Name, n, inSeconds(m))
			table.Row(f.Name, strconv.Itoa(n), inSeconds(m), mebibytes(m), m.verdicts)
		}
	}
	table.Write(w)
	return nil
}

// run checks the models, which are written to a directory, and writes a table to w and a picture to
// a file. Verdicts that differ are an error.
func (c *contest) run(ctx context.Context, directory string, w io.Writer, picture string) error {
	table := &markdown.Table{}
	table.Row("family", "n", "rcheck-bdd", "MCMAS", "ratio", "memory", "MCMAS's", "verdicts", "MCMAS's")
	axis := plot.Axis{Min: 0.005, Max: 3 * c.limit.Seconds(), Log: true, Beyond: "limit"} // with room before the limit, for its name
	panel := plot.Panel{Title: "seconds of CPU", Diagonals: []float64{1, 10, 100}, X: axis, Y: axis}
	panel.X.Label, panel.Y.Label = "rcheck-bdd", "MCMAS"
	logs, both, slower, differ := 0.0, 0, 0, 0
	for style, f := range ispl.Families {
		series := plot.Series{Name: f.Name, Style: style}
		for _, n := range c.sizes[f.Name] {
			a, path, err := c.measureOurs(ctx, directory, f, n)
			if err != nil {
				return err
			}
			b, err := measure(ctx, c.runs, c.limit, verdictsBy(theirVerdict), c.peer, path)
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
			if math.IsInf(a.seconds, 1) && !math.IsInf(b.seconds, 1) {
				slower++ // there is no ratio, and the other tool has an answer
			}
			fmt.Fprintf(c.log, "%s %d: %s and %s\n", f.Name, n, inSeconds(a), inSeconds(b))
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
		fmt.Fprintf(w, "\nThe ratio of times is %.1f in the geometric mean of the %d models that both answer within %v of CPU time, of which this tool is slower on %d. Verdicts differ on %d.\n",
			math.Exp(logs/float64(both)), both, c.limit, slower, differ)
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
