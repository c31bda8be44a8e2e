package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/bench/compare"
	"github.com/rcheck-bdd/rcheck-bdd/bench/limited"
)

// saveEvery is how often results are written at most while measuring.
const saveEvery = 10 * time.Second

// run measures.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (results *compare.Results, err error) {
	s, err := parseRun("[run]", args, stderr)
	if err != nil {
		return nil, err
	}
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
	session, err := compare.NewSession(s.plan, machine, tools, s.published, time.Now())
	if err != nil {
		return nil, err
	}
	announce(session, stderr)
	results = compare.NewResults(session)
	if s.resume != "" {
		if session, results, err = resume(s.resume, session); err != nil {
			return nil, err
		}
	}
	if err := s.writable(results); err != nil {
		return nil, err
	}
	r := &compare.Runner{
		Tools: tools, Published: s.published, Directory: directory, Every: saveEvery,
		Progress: func(step compare.Step) { fmt.Fprintln(stderr, progress(step)) },
		Save:     func() error { return write(results, s.output) },
	}
	err = r.Measure(ctx, session)
	if err != nil && !errors.Is(err, context.Canceled) {
		return nil, err
	}
	fmt.Fprintf(stdout, "Results are in %s.\n", s.output)
	if s.report != "" {
		err = errors.Join(err, compare.WriteReport(results, s.report, compare.BaselineName))
		fmt.Fprintf(stdout, "The report is in %s.\n", s.report)
	}
	return results, err
}

// writable sees to it that results will have a place, before they take hours.
func (s *settings) writable(results *compare.Results) error {
	if s.report != "" {
		if err := os.MkdirAll(s.report, 0o777); err != nil {
			return err
		}
	}
	return write(results, s.output)
}

// tools builds this tool and looks for the peers.
func (s *settings) tools(ctx context.Context, directory string, stderr io.Writer) ([]*compare.Tool, error) {
	var ours *compare.Tool
	var err error
	if s.ours != "" {
		ours, err = compare.OpenOurs(ctx, s.ours)
	} else {
		fmt.Fprintln(stderr, "building", compare.Ours)
		ours, err = compare.BuildOurs(ctx, directory, s.tags)
	}
	if err != nil {
		return nil, err
	}
	tools := []*compare.Tool{ours}
	for _, peer := range []struct{ name, path string }{{compare.NuSMV, s.nusmv}, {compare.NuXmv, s.nuxmv}, {compare.ABC, s.abc}} {
		t, err := compare.FindPeer(ctx, peer.name, peer.path)
		if err != nil {
			return nil, err
		}
		if t != nil {
			tools = append(tools, t)
		}
	}
	return tools, nil
}

// announce says what takes part and what does not.
func announce(s *compare.Session, stderr io.Writer) {
	for _, t := range s.Tools {
		fmt.Fprintf(stderr, "%s %s\n", t.Name, t.Version)
	}
	for _, name := range s.Absent {
		fmt.Fprintf(stderr, "%s is not in the PATH (-%s PATH says where it is): it is not measured\n", name, strings.TrimPrefix(strings.ToLower(name), "berkeley-"))
	}
	if len(s.Tools) == 1 {
		fmt.Fprintln(stderr, "There is no peer: this measures", compare.Ours, "alone. `compare plan` prints what peers would be asked.")
	}
}

// resume finds the session that a new one continues.
func resume(path string, session *compare.Session) (*compare.Session, *compare.Results, error) {
	results, err := compare.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	err = errors.New("it has no session that is not complete")
	for _, s := range results.Sessions {
		if s.Complete {
			continue
		}
		if err = s.CanResume(session); err == nil {
			return s, results, nil
		}
	}
	return nil, nil, fmt.Errorf("-resume %s: %w", path, err)
}

// progress is a line about a step.
func progress(s compare.Step) string {
	what := "left out"
	switch {
	case s.Run != nil:
		what = fmt.Sprintf("%s, %.3f s, %d MiB", s.Run.Outcome, s.Run.Seconds, s.Run.PeakBytes>>20)
		if s.Run.Message != "" {
			what += ", " + s.Run.Message
		}
	case s.Case.Skipped != "":
		what += ": " + s.Case.Skipped
	}
	return fmt.Sprintf("[%d/%d, about %v left] %v, %s: %s", s.Done, s.Total, s.Left.Round(time.Second), s.Case.Question, s.Case.Configuration, what)
}

// dryRun prints what a run would do.
func dryRun(args []string, stdout, stderr io.Writer) error {
	s, err := parseRun("plan", args, stderr)
	if err != nil {
		return err
	}
	return compare.WritePlan(stdout, s.plan, s.published)
}
