package main

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/output"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
)

// checkFlags are the flags of check.
type checkFlags struct {
	model modelFlags

	props      []string
	propsFiles []string
	run        string
	conjunct   int      // 0 without the flag
	all        []string // constants that are open
	deadlock   bool

	expect expectations
	deny   denyFlag

	engine          engineFlags
	propertyTimeout time.Duration
	symmetry        string
	by              []string // the engines that decide; all if there are none
	jobs            int
	certify         int // states to compare; 0 without the flag
	load, save      string

	ability      string // what `can` asks for
	abilitySteps int    // of the search for a uniform strategy; 0 is the default

	ends string // what a state without a step does in ISPL

	documents documentFlags
	view      viewFlags
	sort      sortFlag
	shortest  bool
	// counterexamples are how many runs to look for of each violated property.
	counterexamples int
	stats           bool
	witness         bool
	quiet           bool
	warnings        string
	progress        progressFlag
	given           *cli.Flags // by which one knows which flags were given
	watch           bool
}

func checkCommand() *cli.Command {
	flags := &checkFlags{}
	return &cli.Command{
		Name:      "check",
		Arguments: "FILE...",
		Short:     "Check the properties of models, and show a counterexample for each violated one",
		Long: "Prints one line for each property: the verdict (holds, violated or unknown), the name or number,\n" +
			"the time, and the size of the search in BDD nodes. Then it prints a trace for each violated\n" +
			"property. A FILE named `-` is standard input. If one file has errors, the others are still checked.\n\n" +
			"Exit status, for all files together; the first line that applies counts:\n" +
			"  2  wrong usage, wrong input or an internal error\n" +
			"  1  a property is violated, a verdict is not the expected one, or --deny names a warning\n" +
			"  3  a property is undecided\n" +
			"  0  otherwise",
		Flags: flags.declare,
		Run:   flags.check,
	}
}

func (c *checkFlags) declare(f *cli.Flags) {
	c.given = f
	f.Group("What to check")
	f.StringArrayVar(&c.props, "prop", nil, "also check this `FORMULA` (repeatable)")
	f.StringArrayVar(&c.propsFiles, "props", nil, "also check the properties in this `FILE` (repeatable)")
	f.StringVar(&c.run, "run", "", "check only some properties: `REGEXP` matches a part of the name or the whole number; the whole name of a\nproperty selects it alone")
	f.Count(&c.conjunct, "conjunct", "check only conjunct `NUMBER` of each property; a property holds if all its conjuncts hold")
	f.Func("all", "check the properties for all values from 1 on of these `CONSTANTS`, which count agents: N, or N,M for two, or open for\nthose that the model marks with //rcheck: open", c.setAll)
	f.BoolVar(&c.deadlock, deadlockFree, false, "also check the property G !deadlock, under the name deadlock-free")

	f.Group("What is expected")
	f.Assignments(&c.expect.verdicts, "expect", "expect this verdict: `NAME=VERDICT`, where NAME is the name or number of a property and VERDICT is\nviolated or unknown (repeatable); in a model, write //rcheck: expect violated before the property")
	c.deny.declare(f)

	f.Group("Limits")
	c.engine.declareLimits(f, " for each file")
	f.Duration(&c.propertyTimeout, "timeout-property", "stop the check of a property after this `TIME`")

	f.Group("How to check")
	c.engine.declareEngine(f)
	f.Choice(&c.symmetry, "symmetry", "how to use agents that can be exchanged, `auto|off|orbits`: orbits explores one state of each orbit,\nwithout BDDs; auto also explores orbits if the BDDs take long, and checks only one of several conjuncts\nthat differ by an exchange of agents; off does neither", "auto", "off", "orbits")
	f.Choices(&c.by, "by", "use only these `ENGINES` for verdicts, separated by commas: walks, bounded, induction,\nlocalization, views, orbits, diagrams;\nwhat they do not decide is unknown", mc.EngineNames()...)
	f.IntVarP(&c.jobs, "jobs", "j", 1, "check this `NUMBER` of properties at the same time; the limit on nodes applies to each property, the\nlimit on memory to all together")
	f.Count(&c.certify, "certify", "verify each property that holds by a second method, and compare `NUMBER` reachable states with the\nexplicit semantics (1000 if you give no number)")
	f.Optional("certify", "1000")

	f.Choice(&c.ability, "ability", "what a coalition knows when it chooses its actions, `perfect|uniform|objective|pruned`:\nperfect: the whole state; uniform: what its agents see, and it must know that the strategy works;\nobjective: what its agents see, and the strategy must work; pruned: in ISPL, the option -uniform of MCMAS", "perfect", "uniform", "objective", "pruned")
	f.IntVar(&c.abilitySteps, "ability-steps", 10_000, "search for a uniform strategy for at most this `NUMBER` of steps; the verdict is then unknown; -1 is no limit")

	f.Choice(&c.ends, "deadlock", "in ISPL, what happens in a state without a successor, `repeat|mcmas|error`: repeat: the state repeats\nfor ever; mcmas: paths end there, as in MCMAS; error: the model is rejected", "repeat", "mcmas", "error")

	f.StringVar(&c.save, "save-reachable", "", "write the reachable states to `PATH`")
	f.StringVar(&c.load, "load-reachable", "", "read the reachable states from this `FILE` instead of exploring; it must belong to the same system")

	f.Group("What to print")
	c.documents.declare(f)
	f.StringVar(&c.documents.html, "html", "", "write the verdicts and their runs to `PATH`, as one page in which a browser shows the runs step by step")
	f.BoolVar(&c.witness, "witness", false, "show a run for each property that holds, if possible one on which it does not hold trivially")
	c.view.declare(f)
	c.sort.declare(f)
	f.IntVar(&c.counterexamples, "counterexamples", 1, "show up to this `NUMBER` of counterexamples of each violated property; each does without a command, in\nISPL an action, of each one before")
	f.BoolVar(&c.shortest, "shortest", false, "search for shortest counterexamples to the end, however long that takes")
	f.BoolVar(&c.stats, "stats", false, "print the number of reachable states and other figures for each file")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "print only the lines of the properties: no traces, no warnings")
	f.Choice(&c.warnings, "warnings", "look for deadlocks, commands that are never executed and properties that hold trivially,\n`auto|all|none`: auto stops when the search has taken an eighth of the work", "auto", "all", "none")
	c.progress.declare(f)
	f.BoolVar(&c.watch, "watch", false, "check again whenever a file changes, until you interrupt it")

	c.model.declare(f)
}

// warn reports whether to look for what deserves a warning. Documents have the warnings even if the
// text has not.
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
func (c *checkFlags) check(ctx context.Context, env *cli.Env, files []string) error {
	if len(files) == 0 {
		return cli.Usage("a FILE is missing; `-` is standard input")
	}
	if c.jobs < 1 {
		return cli.Usage("--jobs %d: the number must be at least 1", c.jobs)
	}
	if c.counterexamples < 1 {
		return cli.Usage("--counterexamples %d: the number must be at least 1", c.counterexamples)
	}
	if err := cmp.Or(c.fitsAll(), c.fitsEngines()); err != nil {
		return err
	}
	keepThreadFree(c.jobs)
	return punctual(ctx, env, &c.engine.lasting, func() error {
		if c.watch {
			return c.watching(ctx, env, files)
		}
		return c.once(ctx, env, files)
	})
}

// fitsEngines returns an error about a flag that asks for an engine that --by leaves out.
func (c *checkFlags) fitsEngines() error {
	if len(c.by) == 0 {
		return nil
	}
	for _, f := range []struct {
		flag, engine string
		given        bool
	}{
		{"--symmetry=orbits", "orbits", c.symmetry == "orbits"},
		{"--save-reachable", "diagrams", c.save != ""}, {"--load-reachable", "diagrams", c.load != ""},
		{"--stats", "diagrams", c.stats}, {"--warnings=all", "diagrams", c.warnings == "all"}, {"--witness", "diagrams", c.witness},
	} {
		if f.given && !slices.Contains(c.by, f.engine) {
			return cli.Usage("%s needs the engine %s, which --by=%s leaves out", f.flag, f.engine, strings.Join(c.by, ","))
		}
	}
	proves := func(engine string) bool { return engine != "walks" && engine != "bounded" }
	if c.certify > 0 && !slices.ContainsFunc(c.by, proves) {
		return cli.Usage("--certify verifies properties that hold, and --by=%s finds violations only; add induction, orbits or diagrams",
			strings.Join(c.by, ","))
	}
	return nil
}

// once checks the files.
func (c *checkFlags) once(ctx context.Context, env *cli.Env, files []string) error {
	selected, err := newSelection(c.run)
	if err != nil {
		return err
	}
	if err := c.expect.check(); err != nil {
		return err
	}
	propertyFiles, err := c.readPropertyFiles(ctx, env)
	if err != nil {
		return err
	}
	for _, name := range files {
		env.Files.Declare(name)
	}
	documents, text, err := c.documents.open(env)
	if err != nil {
		return err
	}
	loaded, saved, err := c.reachableStates(ctx, env, files)
	if err != nil {
		return err
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
		document: report.Document{Schema: report.Schema, Tool: tool()}, progress: c.progress.shown(env),
	}
	last := len(files) - 1
	for _, file := range files[:last] {
		ctx, cancel := c.engine.limited(ctx)
		err := s.file(ctx, file, true)
		if cancel(); err != nil {
			return err
		}
	}
	// The limits of the last file are those of what is written in the end.
	ctx, cancel := c.engine.limited(ctx)
	defer cancel()
	return punctual(ctx, env, &c.engine.lasting, func() error {
		if err := s.file(ctx, files[last], last > 0); err != nil {
			return err
		}
		return s.finish(ctx, documents)
	})
}

// finish writes the documents, and returns the exit status.
func (s *checkSession) finish(ctx context.Context, documents outputs[*report.Document]) error {
	if s.good && report.Status(s.document.Runs) != cli.Failed { // or else something else was wrong with them
		if err := cmp.Or(s.selected.unused(), s.flags.expect.unmet(s.selected.labels)); err != nil {
			return err
		}
	}
	return cmp.Or(documents.write(reporting(ctx, s.begun), &s.document), exit(report.Status(s.document.Runs)))
}

// reachableStates reads those that are to be loaded, and opens the file for those that are to be
// saved.
func (c *checkFlags) reachableStates(ctx context.Context, env *cli.Env, files []string) (loaded []byte, saved *output.File, err error) {
	if (c.load != "" || c.save != "") && len(files) > 1 {
		return nil, nil, cli.Usage("--save-reachable and --load-reachable work with one FILE only")
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
