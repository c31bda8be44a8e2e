package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/shell"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

func simulateCommand() *cli.Command {
	flags := &simulateFlags{}
	return &cli.Command{
		Name:      "simulate",
		Arguments: "MODEL",
		Short:     "Walk through the runs of a model, step by step or at random",
		Long: "On a terminal, it lists the possible steps and asks which one to take. Type `help` there to see all\n" +
			"commands. With --steps, it takes random steps and prints the run. With --script, it reads commands\n" +
			"from a file. If standard input is not a terminal, it reads commands from standard input.\n\n" +
			"With --runs, it takes many random runs and says which properties they violate, and which commands,\n" +
			"guards and transitions they cover.\n\n" +
			"With --logs, it writes runs that cover the model as logs into the folder of --save: tests for a\n" +
			"program. `conform` reads them with the map that is written next to them.",
		Flags: flags.declare,
		Run:   flags.limits.command(flags.simulate),
	}
}

func (c *simulateFlags) declare(f *cli.Flags) {
	f.Group("The run")
	f.StringVar(&c.start, "start", "", "begin in the first initial state that satisfies this `CONDITION`")
	f.BoolVar(&c.randomStart, "random-start", false, "begin in a random initial state")
	f.Count(&c.steps, "steps", "take this `NUMBER` of random steps, print the run and end; a deadlock ends the run earlier")
	f.Count(&c.runs, "runs", "take this `NUMBER` of random runs, of at most --steps steps each (default: 100), and compare them with all\nproperties; the exit status is 1 if some run violates one")
	f.StringVar(&c.json, "json", "", "write what --runs finds to this `PATH` (- is standard output), in the form of check --json")
	f.Count(&c.logs, "logs", "write at most this `NUMBER` of runs that cover the model into the folder of --save; with --steps, of at\nmost that number of steps (default: 100)")
	f.Choice(&c.cover, "cover", "what the runs of --logs cover, `commands|pairs|states`: all commands, all pairs of commands in a row, or\nall states", "commands", "pairs", "states")
	c.conversationFlags.declare(f)
}

func (c *simulateFlags) simulate(ctx context.Context, env *cli.Env, args []string) error {
	if len(args) != 1 {
		return cli.Usage("give exactly one MODEL")
	}
	if c.steps > 0 && c.script != "" {
		return cli.Usage("--steps and --script cannot be used together")
	}
	if (c.logs > 0 || c.runs > 0) && (c.start != "" || c.randomStart || c.script != "") {
		return cli.Usage("--logs and --runs choose their runs themselves; leave out --start, --random-start and --script")
	}
	if c.runs > 0 && (c.logs > 0 || c.saveTo != "") {
		return cli.Usage("--runs cannot be used with --logs or --save; --json=PATH writes the runs that violate a property")
	}
	if c.runs == 0 && c.json != "" {
		return cli.Usage("--json is for --runs; --save=FILE writes a single run")
	}
	if c.logs == 0 && c.cover != "commands" {
		return cli.Usage("--cover says what the runs of --logs cover; give --logs, too")
	}
	if isISPL(args[0]) {
		return c.ispl(ctx, env, args[0])
	}
	m, err := c.model.onlyModel(ctx, env, args[0])
	if err != nil {
		return err
	}
	if c.logs > 0 {
		return c.writeLogs(ctx, env, m)
	}
	if c.runs > 0 {
		return c.sample(ctx, env, m)
	}
	sh, err := c.newShell(ctx, env, m)
	if err != nil {
		return cli.Usage("%w", err)
	}
	_, err = awaited(ctx, "looking for initial states", func() (any, error) { return nil, sh.Start(ctx, c.start, c.randomStart) })
	if isLimit(err) {
		return err
	}
	if err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	if c.steps == 0 {
		return c.talk(ctx, env, sh, m)
	}
	return c.randomRun(ctx, env, sh, m)
}

// randomRun takes random steps and prints them as it goes, as many as a limit leaves time for.
func (c *simulateFlags) randomRun(ctx context.Context, env *cli.Env, sh *shell.Shell, m *model) error {
	if c.saveTo == "" {
		return sh.Random(ctx, c.steps)
	}
	return c.record(env, func(f *output.File) (end, err error) {
		saved, err := report.NewRunWriter(f, c.traceFile(m), m.program.System)
		if err != nil {
			return nil, err
		}
		return sh.Random(ctx, c.steps, saved), nil
	})
}

// record writes a run to the file of --save while it is being made, also if a limit ends it.
func (c *simulateFlags) record(env *cli.Env, make func(*output.File) (end, err error)) error {
	f, err := createFile(env, c.saveTo)
	if err != nil {
		return err
	}
	end, err := make(f)
	switch {
	case err != nil:
		return output.CannotWrite(c.saveTo, err)
	case end != nil && !isLimit(end):
		return end
	}
	return errors.Join(end, f.Commit())
}

// coveredStates is how many states are explored for runs that cover a model.
const coveredStates = 200_000

// writeLogs writes runs that cover a model as logs, with their map, and says what they cover.
func (c *simulateFlags) writeLogs(ctx context.Context, env *cli.Env, m *model) error {
	if c.saveTo == "" {
		return cli.Usage("give the folder for the logs with --save")
	}
	sys := m.program.System
	o := simulate.CoverOptions{Runs: c.logs, Length: cmp.Or(c.steps, 100), MaxStates: coveredStates}
	o.Goal = map[string]simulate.Goal{"commands": simulate.Commands, "pairs": simulate.Pairs, "states": simulate.States}[c.cover]
	found, err := simulate.CoverRuns(ctx, recipe.NewInterpreter(sys), o)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.saveTo, 0o777); err != nil {
		return output.CannotWrite(c.saveTo, err)
	}
	steps := 0
	write := func(path string, content func(io.Writer) error) error {
		f, err := createFile(env, path)
		if err != nil {
			return err
		}
		if err := content(f); err != nil {
			return err
		}
		return f.Commit()
	}
	for i, run := range found.Runs {
		steps += len(run.Steps) - 1
		if err := write(c.logName(i+1), func(w io.Writer) error { return logs.Write(w, run) }); err != nil {
			return err
		}
	}
	err = write(filepath.Join(c.saveTo, "log.map"), func(w io.Writer) error {
		_, err := io.WriteString(w, logs.FullMap(sys))
		return err
	})
	if err != nil {
		return err
	}
	fmt.Fprint(env.Stdout, terminal.Escape(coverText(c.cover, found, steps)))
	return c.removeLogs(env, len(found.Runs))
}

// logName is the file of a run, counted from 1.
func (c *simulateFlags) logName(run int) string {
	return filepath.Join(c.saveTo, fmt.Sprintf("run-%03d.jsonl", run))
}

// removeLogs removes logs that an earlier call has left in the folder after the last run of this
// one.
func (c *simulateFlags) removeLogs(env *cli.Env, runs int) error {
	removed := 0
	for i := runs + 1; ; i++ {
		info, err := os.Lstat(c.logName(i))
		if err != nil || !info.Mode().IsRegular() {
			break
		}
		if err := os.Remove(c.logName(i)); err != nil {
			return fmt.Errorf("%s is the log of an earlier call, and cannot be removed: %w", terminal.Name(c.logName(i)), err)
		}
		removed++
	}
	if removed > 0 {
		fmt.Fprintf(env.Stderr, "note: removed %s of an earlier call: %s and those after it\n", counted(removed, "log"), terminal.Name(c.logName(runs+1)))
	}
	return nil
}

// coverText says what runs cover.
func coverText(goal string, c *simulate.Cover, steps int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s: %d of %d %s covered\n", counted(len(c.Runs), "run"), counted(steps, "step"), c.Covered, c.Goals, goal)
	if !c.Complete {
		fmt.Fprintf(&b, "only the first %d states were explored; the model has more\n", coveredStates)
	}
	listMissed(&b, "not covered; give more runs or more steps", c.Missed)
	listMissed(&b, "never executed", c.Never)
	return b.String()
}

// ispl simulates a model in ISPL.
func (c *simulateFlags) ispl(ctx context.Context, env *cli.Env, name string) error {
	if err := unfit(map[string]bool{"--logs": c.logs > 0}); err != nil {
		return err
	}
	m, err := c.model.onlyISPL(ctx, env, name)
	if err != nil {
		return err
	}
	if c.runs > 0 {
		return c.sampleJoint(ctx, env, m)
	}
	where, err := m.condition(c.start)
	if err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	start, err := m.initial(ctx, where, c.randomStart, c.seed)
	if isLimit(err) {
		return err
	}
	if err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	walk, err := simulate.NewJointWalk(interpreted.NewInterpreter(m.ispl.System), start, c.seed)
	if err != nil {
		return err
	}
	sh, err := c.newJoint(ctx, env, m, walk)
	switch {
	case err != nil:
		return cli.Usage("%w", err)
	case c.steps == 0:
		return c.talk(ctx, env, sh, m)
	case c.saveTo == "":
		return sh.Random(ctx, c.steps)
	}
	return c.record(env, func(f *output.File) (end, err error) {
		saved, err := report.NewJointWriter(f, c.traceFile(m))
		if err != nil {
			return nil, err
		}
		return sh.Random(ctx, c.steps, saved), nil
	})
}
