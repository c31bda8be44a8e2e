package main

import (
	"cmp"
	"context"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// The exit statuses of check, beside cli.Failed and 0; the first that applies of failed, violated, undecided counts.
const (
	violated  = 1
	undecided = 3
)

// checkFlags are the flags of check.
type checkFlags struct {
	model modelFlags

	props      []string
	propsFiles []string
	run        string
	conjunct   int // 0 without the flag
	deadlock   bool

	expect expectations
	deny   denyFlag

	engine          engineFlags
	propertyTimeout time.Duration
	symmetry        string
	jobs            int
	certify         int // states to compare; 0 without the flag
	load, save      string

	ability      string // what `can` asks for
	abilitySteps int    // of the search for a uniform strategy; 0 is the default

	ends string // what a state without a step does in ISPL

	documents  documentFlags
	view       viewFlags
	stats      bool
	witness    bool
	quiet      bool
	warnings   string
	progress   time.Duration // 0 if the flag gives none
	noProgress bool
	watch      bool
}

func checkCommand() *cli.Command {
	flags := &checkFlags{}
	return &cli.Command{
		Name:      "check",
		Arguments: "FILE...",
		Short:     "Decide the properties of models, with a counterexample for each that is violated",
		Long: "Prints one line per property (holds, violated or unknown; its name or number; time; size of the\n" +
			"search in nodes of decision diagrams), then a trace for each violated one. `-` is standard input.\n" +
			"Every good file is checked, even if another is bad.\n\n" +
			"Exit status, over all files: 2 bad input or usage or an internal error; else 1 a property is\n" +
			"violated, or is not as it is expected to be, or there is a warning that --deny names; else 3 a\n" +
			"property is undecided; else 0.",
		Flags: flags.declare,
		Run:   heeding("check", flags.check),
	}
}

func (c *checkFlags) declare(f *cli.Flags) {
	f.Group("What to check")
	f.StringArrayVar(&c.props, "prop", nil, "check this `FORMULA` too (repeatable)")
	f.StringArrayVar(&c.propsFiles, "props", nil, "check the properties of this `FILE` too (repeatable)")
	f.StringVar(&c.run, "run", "", "check only properties whose name matches this `REGEXP`, or whose number matches all of it")
	f.Count(&c.conjunct, "conjunct", "check only the conjunct of this `NUMBER` of each property; a property holds if all its conjuncts do")
	f.BoolVar(&c.deadlock, deadlockFree, false, "check G !deadlock too, as a property of this name")

	f.Group("What is expected")
	f.Assignments(&c.expect.verdicts, "expect", "the property `NAME=VERDICT`, by name or number, is expected to be violated or unknown (repeatable);\na comment before it, //rcheck: expect violated, says so in the model")
	c.deny.declare(f)

	f.Group("Limits")
	c.engine.declareLimits(f, " for each file")
	f.Duration(&c.propertyTimeout, "timeout-property", "`TIME` for each property")

	f.Group("How to check")
	c.engine.declareEngine(f)
	f.Choice(&c.symmetry, "symmetry", "use of interchangeable agents, `auto|off|orbits`: orbits explores states one by one, up to exchanging\nagents; auto does so beside the diagrams where these take long, and checks one of several conjuncts\nthat differ by exchanging agents", "auto", "off", "orbits")
	f.IntVarP(&c.jobs, "jobs", "j", 1, "decide this `NUMBER` of properties at the same time; the limit on nodes holds for each, that on\nmemory for all together")
	f.Count(&c.certify, "certify", "decide in a second way what holds, and test `NUMBER` reachable states against the explicit\nsemantics (1000 if no number is given)")
	f.Optional("certify", "1000")

	f.Choice(&c.ability, "ability", "`perfect|uniform|objective|pruned`: who can bring something about knows the whole state, acts by what\neach of its agents sees and knows that it succeeds, or acts so and succeeds; pruned, in ISPL, is what\nthe published tool calls -uniform", "perfect", "uniform", "objective", "pruned")
	f.IntVar(&c.abilitySteps, "ability-steps", 10_000, "look for a strategy by what agents see for this `NUMBER` of steps, then leave the property open;\n-1 for ever")

	f.Choice(&c.ends, "deadlock", "`repeat|mcmas|error`: in ISPL, states without a successor repeat for ever, paths end there as the\npublished tool has it, or the model is refused", "repeat", "mcmas", "error")

	f.StringVar(&c.save, "save-reachable", "", "write the reachable states to `PATH`")
	f.StringVar(&c.load, "load-reachable", "", "take the reachable states from this `FILE` instead of exploring, if they are of the same system")

	f.Group("What to print")
	c.documents.declare(f)
	f.StringVar(&c.documents.html, "html", "", "write the verdicts, and the runs behind them to look at and step through, as one page for the\nbrowser to `PATH`")
	f.BoolVar(&c.witness, "witness", false, "show a run for each property that holds, if possible one on which it has something to say")
	c.view.declare(f)
	f.BoolVar(&c.stats, "stats", false, "print figures about each file")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "print the lines of the properties only: no traces, no warnings")
	f.Choice(&c.warnings, "warnings", "`auto|all|none`: look for deadlocks, what never happens, and what holds for trivial reasons;\nauto ends when that has taken an eighth of the work", "auto", "all", "none")
	f.Func("progress", "show what is going on every `TIME` (1s if none is given); that is the default on terminals,\n--progress=off is never", c.setProgress)
	f.Optional("progress", "1s")
	f.BoolVar(&c.watch, "watch", false, "check again whenever a file has changed, until an interrupt")

	c.model.declare(f)
}

// setProgress reads the value of --progress.
func (c *checkFlags) setProgress(s string) (err error) {
	if c.progress, c.noProgress = 0, s == "off"; !c.noProgress {
		c.progress, err = cli.ParseDuration(s)
	}
	return err
}

// warn reports whether to look for what deserves a warning. Documents have the warnings even if the text has not.
func (c *checkFlags) warn() bool {
	return c.warnings != "none" && (!c.quiet || c.documents.any()) || c.deny.deniesOther("")
}

// warningEffort is how much may be done to find what deserves a warning.
func (c *checkFlags) warningEffort() mc.Effort {
	switch {
	case !c.warn():
		return mc.Nothing
	case c.warnings == "all" || c.deny.deniesOther(mc.CodeDeadlock):
		return mc.Everything
	}
	return mc.Little
}

// check runs the command on the files.
func (c *checkFlags) check(ctx context.Context, env *cli.Env, files []string) (int, error) {
	if len(files) == 0 {
		return cli.Failed, cli.Usage("which file? (`-` is standard input)")
	}
	if c.jobs < 1 {
		return cli.Failed, cli.Usage("--jobs %d: at least one property at a time", c.jobs)
	}
	if c.watch {
		return c.watching(ctx, env, files)
	}
	return c.once(ctx, env, files)
}

// once checks the files.
func (c *checkFlags) once(ctx context.Context, env *cli.Env, files []string) (int, error) {
	selected, err := newSelection(c.run)
	if err != nil {
		return cli.Failed, err
	}
	if err := c.expect.check(); err != nil {
		return cli.Failed, err
	}
	propertyFiles, err := c.readPropertyFiles(ctx, env)
	if err != nil {
		return cli.Failed, err
	}
	for _, name := range files {
		env.Files.Declare(name)
	}
	documents, text, err := c.documents.open(env)
	if err != nil {
		return cli.Failed, err
	}
	loaded, saved, err := c.reachableStates(ctx, env, files)
	if err != nil {
		return cli.Failed, err
	}

	s := &checkSession{
		loaded: loaded, saved: saved,
		flags: c, env: env, selected: selected, propertyFiles: propertyFiles,
		text: report.Text{
			W:       text,
			Style:   c.model.style(env, text),
			Columns: terminal.Width(text),
			View:    c.view.View,
		},
		errors:   c.model.style(env, env.Stderr),
		document: report.Document{Schema: report.Schema, Tool: tool()},
	}
	if c.progress > 0 || terminal.IsTerminal(env.Stderr) && !c.noProgress {
		s.progress = terminal.NewProgress(env.Stderr, cmp.Or(c.progress, time.Second))
	}
	for _, file := range files {
		if err := s.file(ctx, file, len(files) > 1); err != nil {
			return cli.Failed, err
		}
	}
	if s.good && report.Status(s.document.Runs) != cli.Failed { // or else something else was wrong with them
		if err := cmp.Or(selected.unused(), c.expect.unmet(selected.labels)); err != nil {
			return cli.Failed, err
		}
	}
	return report.Status(s.document.Runs), documents.write(&s.document)
}

// reachableStates reads those that are to be loaded, and opens the file for those that are to be saved.
func (c *checkFlags) reachableStates(ctx context.Context, env *cli.Env, files []string) (loaded []byte, saved *output.File, err error) {
	if (c.load != "" || c.save != "") && len(files) > 1 {
		return nil, nil, cli.Usage("--save-reachable and --load-reachable are about one file")
	}
	if c.load != "" {
		if loaded, err = env.Files.Read(ctx, c.load); err != nil {
			return nil, nil, err
		}
	}
	if c.save != "" {
		saved, err = createFile(env, c.save)
	}
	return loaded, saved, err
}
