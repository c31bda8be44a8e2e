// Families measures the model families of package bench and prints tables in
// Markdown.
//
//	go run ./bench/cmd/families
//	go run ./bench/cmd/families -largest -timeout 0 -cpu 60s -mem 2GiB
//	go run ./bench/cmd/families -states -timeout 0 -cpu 60s
//	go run -tags buddy ./bench/cmd/families -engines -orders
//
// Each measurement is a process of its own under the limits of time and memory, process start
// included; of several runs, taken in turn, the medians are shown. The first form measures the
// command rcheck-bdd on three sizes of each family, as users type it and with some of what it does
// left out; the second looks for the largest sizes that end within the limits. The others measure
// the library in this program. `-states` is about properties of states, described where its table
// is printed. The last form compares the engines of package bdd, rudd with its faster tables, and
// orders of variables; programs of package workload are among what it measures.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// settings are the flags.
type settings struct {
	only     *regexp.Regexp
	purposes *regexp.Regexp
	runs     int
	limits   limited.Limits
	largest  bool
	engines  bool
	orders   bool
	states   bool
	json     string
	one      string
	profile  string
}

func main() {
	s, err := parse(os.Args[1:])
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		err = s.run(ctx, os.Stdout, os.Stderr)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "families:", err)
		os.Exit(2)
	}
}

func parse(args []string) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("families", flag.ContinueOnError)
	only := f.String("only", "", "families whose name matches this `regexp`")
	f.IntVar(&s.runs, "runs", 3, "`number` of runs of each measurement, of which medians are shown")
	f.DurationVar(&s.limits.Time, "timeout", time.Minute, "limit of real `time` for each run; 0 is none")
	f.DurationVar(&s.limits.CPU, "cpu", 0, "limit of processor `time` for each run, for machines that do other work as well; 0 is none")
	memory := f.String("mem", "2GiB", "limit of resident memory for each run, a number with `unit` MiB or GiB")
	f.BoolVar(&s.largest, "largest", false, "look for the largest sizes that end within the limits")
	purposes := f.String("for", "", "with -largest, only for what matches this `regexp`, such as '^all'")
	f.BoolVar(&s.engines, "engines", false, "compare the engines of decision diagrams, on models and on programs of package workload")
	f.BoolVar(&s.orders, "orders", false, "compare bad orders of variables without, with and after automatic reordering")
	f.BoolVar(&s.states, "states", false, "measure properties about states, one of each kind, by processor time")
	f.StringVar(&s.json, "json", "", "also write all measurements to this `file`")
	f.StringVar(&s.one, "case", "", "measure only this `case`, given in JSON, in this process, and write lines of JSON")
	f.StringVar(&s.profile, "cpuprofile", "", "with -case, write a profile for `go tool pprof` to this `file`")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	var err error
	if s.only, err = regexp.Compile(*only); err != nil {
		return nil, err
	}
	if s.purposes, err = regexp.Compile(*purposes); err != nil {
		return nil, err
	}
	if s.limits.Bytes, err = parseSize(*memory); err != nil {
		return nil, err
	}
	if s.runs < 1 {
		return nil, fmt.Errorf("-runs %d: there must be one at least", s.runs)
	}
	return s, nil
}

// parseSize reads a size of memory.
func parseSize(text string) (int64, error) {
	for unit, bytes := range map[string]float64{"MiB": 1 << 20, "GiB": 1 << 30} {
		if number, found := strings.CutSuffix(text, unit); found {
			n, err := strconv.ParseFloat(number, 64)
			if err == nil && n > 0 {
				return int64(n * bytes), nil
			}
		}
	}
	return 0, fmt.Errorf("-mem %s: not a size such as 512MiB or 2GiB", text)
}

func (s *settings) run(ctx context.Context, out, progress io.Writer) error {
	if s.one != "" {
		return s.measureHere(ctx, out)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	r := &runner{program: program, limits: s.limits, progress: progress}
	var families []*bench.Family
	for _, f := range bench.Families() {
		if s.only.MatchString(f.Name) {
			families = append(families, f)
		}
	}
	fmt.Fprintf(out, "%s. Limits: %v, ", limited.ThisMachine(), s.limits.Time)
	if s.limits.CPU > 0 {
		fmt.Fprintf(out, "%v of processor time, ", s.limits.CPU)
	}
	fmt.Fprintf(out, "%d MiB.\n\n", s.limits.Bytes>>20)
	if s.engines || s.orders {
		err = s.compare(ctx, r, out)
	} else if s.states {
		err = r.aboutStates(ctx, families, s.runs, out)
	} else {
		return s.commands(ctx, r, families, out)
	}
	if err != nil || s.json == "" {
		return err
	}
	return writeJSON(s.json, r.all)
}

// commands measures the command.
func (s *settings) commands(ctx context.Context, r *runner, families []*bench.Family, out io.Writer) error {
	b, err := openBencher(ctx, r)
	if err != nil {
		return err
	}
	defer b.close()
	if s.largest {
		err = b.largest(ctx, families, s.purposes, out)
	} else {
		err = b.sizes(ctx, families, s.runs, out)
	}
	if err != nil || s.json == "" {
		return err
	}
	return writeJSON(s.json, b.runs)
}

// compare prints the comparisons asked for.
func (s *settings) compare(ctx context.Context, r *runner, out io.Writer) error {
	if s.engines {
		all, err := subjects(s.only, compared)
		if err == nil {
			err = r.engines(ctx, all, s.runs, out)
		}
		if err != nil || !s.orders {
			return err
		}
		fmt.Fprintln(out)
	}
	all, err := subjects(s.only, reordered)
	if err != nil {
		return err
	}
	return r.orders(ctx, all, out)
}

// measureHere measures one case in this process.
func (s *settings) measureHere(ctx context.Context, out io.Writer) error {
	if s.limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.limits.Time)
		defer cancel()
	}
	if s.profile == "" {
		return measure(ctx, s.one, out)
	}
	file, err := os.Create(s.profile)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	return measure(ctx, s.one, out)
}

func writeJSON(path string, all any) error {
	text, err := json.MarshalIndent(struct {
		Machine string `json:"machine"`
		Results any    `json:"results"`
	}{limited.ThisMachine().String(), all}, "", "\t")
	if err != nil {
		return err
	}
	return output.WriteFile(path, append(text, '\n'))
}
