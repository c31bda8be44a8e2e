// Compare measures this tool next to NuSMV, nuXmv and ABC on the families of package bench, and
// reports.
//
//	go run ./bench/cmd/compare -quick
//	go run ./bench/cmd/compare plan
//	go run ./bench/cmd/compare -plan bench/results/plan.json -o results.json -report report.md
//	go run ./bench/cmd/compare report results.json more.json -report report.md
//
// The first form is a run of some seconds. The second prints every command line of a run. It needs
// no peer. A run measures the peers that are there: in the PATH, or where -nusmv, -nuxmv and -abc
// say. It names those that are not there. It builds this tool from the checkout in which it runs.
// At an interrupt (Ctrl-C) it writes the results that there are. The last form makes a page of the
// results of several runs and machines, and compares all their answers. Package bench/compare and
// each report say what is measured and how.
//
// The results in bench/results were made by
//
//	taskset -c 0 go run ./bench/cmd/compare -plan bench/results/plan.json \
//		-machine "two-core Linux VM, one core used" \
//		-o bench/results/results.json -report bench/results/report.md
//
// which takes about 13 minutes with NuSMV and ABC, the other core being busy.
//
// The exit status is 1 if answers differ, 2 if something went wrong, 3 if the run was interrupted,
// and 0 otherwise; that a peer reached a limit or crashed is a result like others.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
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
	s, err := parse(name, args, stderr)
	var sessions []*compare.Session
	if err == nil {
		switch name {
		case "plan":
			err = s.plan.Write(stdout)
		case "report":
			sessions, err = s.reread()
		case "run":
			sessions, err = s.run(ctx, stderr)
		default:
			err = fmt.Errorf("there is no command %q: there are run, plan, report", name)
		}
	}
	if s != nil && s.report != "" && sessions != nil {
		err = errors.Join(err, output.WriteFile(s.report, []byte(compare.Report(sessions))))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return agreed
	case err != nil && !errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "compare:", err)
		return failed
	case sessions != nil && !agree(sessions, stderr):
		return disagreed
	case err != nil:
		fmt.Fprintln(stderr, "compare: interrupted")
		return interrupted
	}
	return agreed
}

// agree says whether all answers agree, loudly if not.
func agree(sessions []*compare.Session, stderr io.Writer) bool {
	a := compare.Agree(sessions)
	for _, d := range a.Disagreements {
		fmt.Fprintln(stderr, "compare: ANSWERS DIFFER:", d)
	}
	fmt.Fprintf(stderr, "%d answers were given by several configurations, %d by one; %d of the former differ.\n",
		a.Compared, a.Alone, len(a.Disagreements))
	return len(a.Disagreements) == 0
}

// reread joins files of results.
func (s *settings) reread() ([]*compare.Session, error) {
	if s.report == "" || len(s.files) == 0 {
		return nil, errors.New("report: files of results, and -report FILE, please")
	}
	var all []*compare.Session
	for _, path := range s.files {
		sessions, err := compare.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, sessions...)
	}
	return all, nil
}

// run measures. The results have a place before it begins.
func (s *settings) run(ctx context.Context, stderr io.Writer) (sessions []*compare.Session, err error) {
	directory, err := os.MkdirTemp("", "compare-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(directory)) }()
	tools, err := s.tools(ctx, directory, stderr)
	if err != nil {
		return nil, err
	}
	machine := compare.Machine{Name: s.machine, Hardware: limited.ThisMachine()}
	session, err := compare.NewSession(s.plan, machine, tools, time.Now())
	if err != nil {
		return nil, err
	}
	if err := compare.WriteFile(s.output, session); err != nil {
		return nil, err
	}
	for _, t := range session.Tools {
		fmt.Fprintf(stderr, "%s %s\n", t.Name, t.Version)
	}
	for _, name := range session.Absent {
		fmt.Fprintf(stderr, "%s is not in the PATH, and no flag says where it is: it is not measured\n", name)
	}
	err = compare.Measure(ctx, session, directory, stderr)
	return []*compare.Session{session}, errors.Join(err, compare.WriteFile(s.output, session))
}

// tools builds this tool and looks for the peers.
func (s *settings) tools(ctx context.Context, directory string, stderr io.Writer) ([]*compare.Tool, error) {
	if s.ours == "" {
		fmt.Fprintln(stderr, "building", compare.Ours)
		var err error
		if s.ours, err = compare.BuildOurs(ctx, directory); err != nil {
			return nil, err
		}
	}
	ours, err := compare.OpenOurs(ctx, s.ours)
	if err != nil {
		return nil, err
	}
	tools := []*compare.Tool{ours}
	for name, path := range map[string]string{compare.NuSMV: s.nusmv, compare.NuXmv: s.nuxmv, compare.ABC: s.abc} {
		t, err := compare.FindPeer(ctx, name, path)
		if err != nil {
			return nil, err
		}
		if t != nil {
			tools = append(tools, t)
		}
	}
	return tools, nil
}
