// Compare measures this tool next to NuSMV, nuXmv and ABC on the families of package
// bench, and reports.
//
//	go run ./bench/cmd/compare -quick
//	go run ./bench/cmd/compare plan
//	go run ./bench/cmd/compare -plan bench/results/plan.json -o results.json -report report
//	go run ./bench/cmd/compare merge A.json B.json -o C.json
//	go run ./bench/cmd/compare report C.json -o report
//
// The first form is a run of some seconds. The second prints what a run would
// do: every command line, and how long it could take. It needs no peer. A run
// measures the peers that are there (in the PATH, or where -nusmv and -nuxmv
// say) and names those that are not; this tool it builds from the checkout that
// it stands in. Results are written now and then, and at an interrupt (Ctrl-C);
// -resume continues. What is measured and how, and the rules that make it fair,
// is told in package bench/compare and in each report.
//
// The results in bench/results were made by
//
//	taskset -c 0 go run ./bench/cmd/compare -plan bench/results/plan.json -machine "two-core Linux VM, one core used" \
//		-o bench/results/results.json -report bench/results
//
// which takes about 13 minutes with NuSMV and ABC, the other core being busy.
//
// Results of several runs and machines can be merged: your own measurements
// with nuXmv join those of bench/results,
//
//	go run ./bench/cmd/compare -plan bench/results/plan.json -nuxmv PATH -o mine.json
//	go run ./bench/cmd/compare merge bench/results/results.json mine.json -o both.json
//	go run ./bench/cmd/compare report both.json -o report
//
// Medians are never taken across machines, and answers are compared across all
// of them.
//
// An SMV file of the published tool joins in as
//
//	-published FAMILY:SIZE:NAME,NAME,…=FILE
//
// where the names say which properties of the family its LTLSPECs are, in the
// order of the file, "-" for none of them.
//
// The exit status is 1 if answers differ, 2 if something went wrong, 3 if the
// run was interrupted, and 0 otherwise; that a peer reached a limit or crashed
// is a result like others.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
)

// The exit statuses.
const (
	agreed      = 0
	disagreed   = 1
	failed      = 2
	interrupted = 3
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(command(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// command carries out a command line and returns the exit status.
func command(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	name := "run"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	var results *compare.Results
	var err error
	switch name {
	case "run":
		results, err = run(ctx, args, stdout, stderr)
	case "plan":
		err = dryRun(args, stdout, stderr)
	case "merge":
		results, err = merge(args, stderr)
	case "report":
		results, err = report(args, stderr)
	default:
		err = fmt.Errorf("there is no command %q: there are run, plan, merge, report", name)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return agreed
	case err != nil && !errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "compare:", err)
		return failed
	}
	status := agreed
	if err != nil {
		fmt.Fprintln(stderr, "compare: interrupted")
		status = interrupted
	}
	if results != nil && !agree(results, stderr) {
		return disagreed
	}
	return status
}

// agree says whether all answers agree, loudly if not.
func agree(results *compare.Results, stderr io.Writer) bool {
	a := results.Agreement()
	for _, d := range a.Disagreements {
		fmt.Fprintln(stderr, "compare: ANSWERS DIFFER:", d)
	}
	fmt.Fprintf(stderr, "%d answers were given by several configurations, %d by one; %d of the former differ.\n",
		a.Compared, a.Alone, len(a.Disagreements))
	return len(a.Disagreements) == 0
}

// merge joins files of results.
func merge(args []string, stderr io.Writer) (*compare.Results, error) {
	f := newFlags("merge RESULTS...", stderr)
	output := f.String("o", "", "write the merged results to this `file`")
	results, err := read(f, args, output, "merge: files of results, and -o FILE, please")
	if err != nil {
		return nil, err
	}
	return results, write(results, *output)
}

// report makes a report of files of results.
func report(args []string, stderr io.Writer) (*compare.Results, error) {
	f := newFlags("report RESULTS...", stderr)
	output := f.String("o", "", "write the report to this `directory`")
	baseline := f.String("baseline", compare.BaselineName, "`configuration` to compare the others with")
	results, err := read(f, args, output, "report: files of results, and -o DIRECTORY, please")
	if err != nil {
		return nil, err
	}
	return results, compare.WriteReport(results, *output, *baseline)
}

// read parses flags and joins the files of results among them. The advice is for who gives no file, or no output.
func read(f *flag.FlagSet, args []string, output *string, advice string) (*compare.Results, error) {
	files, err := parseMixed(f, args)
	if err != nil {
		return nil, err
	}
	if *output == "" || len(files) == 0 {
		return nil, errors.New(advice)
	}
	var all []*compare.Results
	for _, path := range files {
		r, err := compare.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return compare.Merge(all...)
}

// write writes results as JSON, and as CSV beside it.
func write(results *compare.Results, path string) error {
	if err := results.WriteFile(path); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := results.WriteCSV(&text); err != nil {
		return err
	}
	return output.WriteFile(strings.TrimSuffix(path, ".json")+".csv", text.Bytes())
}

func newFlags(usage string, stderr io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("compare", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintf(stderr, "usage: compare %s [flags]\n", usage)
		f.PrintDefaults()
	}
	return f
}

// parseMixed parses flags that may stand before, between and after the other
// arguments, and returns those.
func parseMixed(f *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for {
		if err := f.Parse(args); err != nil {
			return nil, err
		}
		if f.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, f.Arg(0)), f.Args()[1:]
	}
}
