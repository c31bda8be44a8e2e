package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/sweep"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
)

// planFlags say which jobs a plan has.
type planFlags struct {
	set   []string
	split string
	dir   string
}

func (c *planFlags) declare(f *cli.Flags) {
	f.Group("What to check")
	f.StringArrayVar(&c.set, "set", nil, "give a constant several values: `NAME=VALUES`, such as N=2..8, N=2..32:2 or N=2,4,8\n(repeatable: sweep checks all combinations)")
	f.Choice(&c.split, "split", "what a job checks for one combination of values, `point|property|conjunct`: point: all properties;\nproperty: one property; conjunct: one conjunct of a property", string(sweep.ByPoint), string(sweep.ByProperty), string(sweep.ByConjunct))
}

// notForJobs are the flags of check that jobs of a plan have from the plan, or that make no sense
// for them: among them all that name a file, since nothing outside of the plan's folder is read or
// written.
var notForJobs = map[string]string{
	"set": "write it before --", "run": "a plan checks all properties", "conjunct": "use --split",
	"props": "put the properties into the model",
	"json":  "the folder of the plan has the results of the jobs", "junit": "", "sarif": "", "html": "", "watch": "", "progress": "",
	"save-reachable": "jobs write only their results", "load-reachable": "each job has other reachable states",
}

// flagsForJobs reads the flags of check that all jobs of a plan have, and refuses those that are
// not for jobs. The plan may be somebody else's.
func flagsForJobs(flags []string, split sweep.Split) (check *checkFlags, given []string, err error) {
	check = &checkFlags{}
	given, rest, err := cli.ParseFlags("check", check.declare, flags)
	if err != nil {
		return nil, nil, err
	}
	if len(rest) > 0 || slices.Contains(flags, "--") {
		return nil, nil, cli.Usage("%q: write models before the flags of check", strings.Join(append(rest, "--")[:1], ""))
	}
	for _, name := range given {
		if why, no := notForJobs[name]; no {
			return nil, nil, cli.Usage("--%s cannot be a flag of jobs%s", name, strings.TrimSuffix("; "+why, "; "))
		}
	}
	if (len(check.props) > 0 || check.deadlock) && split != sweep.ByPoint {
		return nil, nil, cli.Usage("--prop and --deadlock-free work only with --split=point; otherwise put the formula into the model as a property")
	}
	return check, given, nil
}

// plan makes the plan for the arguments: models, and after them flags of check.
func (c *planFlags) plan(ctx context.Context, env *cli.Env, args []string) (*sweep.Plan, error) {
	at := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") && a != stdinName })
	if at < 0 {
		at = len(args)
	}
	models, flags := args[:at], args[at:]
	if len(models) == 0 {
		return nil, cli.Usage("which models?")
	}
	check, given, err := flagsForJobs(flags, sweep.Split(c.split))
	if err != nil {
		return nil, err
	}
	if !slices.Contains(given, "warnings") {
		flags = append([]string{"--warnings=none"}, flags...)
	}
	var axes []sweep.Axis
	for _, s := range c.set {
		axis, err := sweep.ParseAxis(s)
		if err != nil {
			return nil, cli.Usage("--set %w", err)
		}
		axes = append(axes, axis)
	}
	p := sweep.NewPlan(tool(), axes, sweep.Split(c.split), flags)
	for _, name := range models {
		text, err := readInput(ctx, env, name)
		if err != nil {
			return nil, err
		}
		if err := p.Add(name, text, check.shape(ctx, env, p.Split, name, text)); err != nil {
			return nil, err
		}
		if err := noteCounting(ctx, env, name, text, axes); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// noteCounting says of which constants a sweep is not needed, perhaps.
func noteCounting(ctx context.Context, env *cli.Env, name string, text []byte, axes []sweep.Axis) error {
	if isISPL(name) {
		return nil
	}
	m, err := (&modelFlags{}).parse(ctx, name, text)
	if err != nil {
		return err
	}
	for _, a := range axes {
		if m.program != nil && m.program.CountsAgents(a.Name) {
			fmt.Fprintf(env.Stderr, "note: %s: %s only counts agents, and `check --all %s` may decide all its values at once\n", terminal.Name(name), a.Name, a.Name)
		}
	}
	return nil
}

// shape is that of a model under the flags.
func (c *checkFlags) shape(ctx context.Context, env *cli.Env, split sweep.Split, name string, text []byte) sweep.Shape {
	if isISPL(name) {
		return func(set map[string]int) ([]int, error) { return shapeISPL(ctx, split, name, text, set) }
	}
	flags := c.model
	return func(set map[string]int) ([]int, error) {
		flags.set = map[string]string{}
		for constant, value := range set {
			flags.set[constant] = strconv.Itoa(value)
		}
		m, err := flags.parse(ctx, name, text)
		if err != nil {
			return nil, err
		}
		if m.usable(env, &flags) != nil {
			var at []string
			for _, constant := range slices.Sorted(maps.Keys(set)) {
				at = append(at, fmt.Sprintf("%s=%d", constant, set[constant]))
			}
			return nil, fmt.Errorf("%s cannot be read as a model with %s", terminal.Name(name), strings.Join(at, ", "))
		}
		var out []int
		for _, p := range m.properties() {
			out = append(out, len(conjunctsOf(p)))
		}
		for range c.props {
			out = append(out, 1)
		}
		if c.deadlock {
			out = append(out, 1)
		}
		return out, nil
	}
}

// shapeISPL is the shape of a model in ISPL. One that cannot be read is a job, too, which tells
// what is wrong.
func shapeISPL(ctx context.Context, split sweep.Split, name string, text []byte, set map[string]int) ([]int, error) {
	if len(set) > 0 || split != sweep.ByPoint {
		return nil, cli.Usage("%s: a model in ISPL has no constants, so it cannot be swept", terminal.Name(name))
	}
	m, err := parseISPL(ctx, name, text)
	if err != nil || m.ispl == nil {
		return nil, err
	}
	out := make([]int, len(m.ispl.Formulas))
	for i := range out {
		out[i] = 1
	}
	return out, nil
}

func planCommand() *cli.Command {
	c := &planFlags{}
	return &cli.Command{
		Name: "plan", Arguments: "MODEL... [-- FLAGS]",
		Short: "Write the jobs of a sweep into a folder, to use many machines",
		Long: "Writes all files that the jobs need into the folder --dir. It also writes jobs.txt for GNU parallel,\n" +
			"slurm.sh for an array of SLURM, and kubernetes.yaml for an indexed Job of Kubernetes. These run the\n" +
			"jobs with `rcheck-bdd job`. Then `rcheck-bdd merge` shows the results. The flags after -- are flags of\n" +
			"check.",
		Flags: func(f *cli.Flags) {
			c.declare(f)
			f.Group("Where to")
			f.StringVar(&c.dir, "dir", "", "create this `FOLDER` and write the plan into it")
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) error {
			if c.dir == "" {
				return cli.Usage("--dir FOLDER is missing")
			}
			p, err := c.plan(ctx, env, args)
			if err == nil {
				err = p.Write(c.dir, programName)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(env.Stdout, "%s: %d jobs, %d of them without a result\n", terminal.Name(c.dir), len(p.Jobs), len(p.Open(c.dir)))
			return nil
		},
	}
}

func jobCommand() *cli.Command {
	return &cli.Command{
		Name: "job", Arguments: "FOLDER [NUMBER...]",
		Short: "Run jobs of a plan: the given numbers, or all jobs without a result",
		Long: `Writes the result of each job into the folder when the job ends.

Exit status: 0 if every job wrote a result, whatever its verdicts; 2 otherwise.`,
		Run: func(ctx context.Context, env *cli.Env, args []string) error {
			if len(args) == 0 {
				return cli.Usage("which folder?")
			}
			p, err := sweep.ReadPlan(args[0])
			if err != nil {
				return err
			}
			var jobs []sweep.Job
			for _, arg := range args[1:] {
				n, err := strconv.Atoi(arg)
				if err != nil || n < 1 || n > len(p.Jobs) {
					return cli.Usage("%q is not the number of a job; the numbers are 1 to %d", arg, len(p.Jobs))
				}
				jobs = append(jobs, p.Jobs[n-1])
			}
			if len(args) == 1 {
				jobs = p.Open(args[0])
			}
			if err := foreign(ctx, env, p, jobs); err != nil {
				return fmt.Errorf("%s: %w", terminal.Name(args[0]), err)
			}
			return doJobs(ctx, env, p, args[0], jobs, 1)
		},
	}
}

// foreign tells why a plan, which may be somebody else's, is none that `plan` makes: for its flags,
// or because the jobs are not those of their models.
func foreign(ctx context.Context, env *cli.Env, p *sweep.Plan, jobs []sweep.Job) error {
	check, _, err := flagsForJobs(p.Flags, p.Split)
	if err != nil {
		return err
	}
	for i, j := range jobs {
		if i > 0 && j.Model == jobs[i-1].Model && maps.Equal(j.Set, jobs[i-1].Set) {
			continue
		}
		path, text := p.Model(j)
		if err := p.Fits(j, check.shape(ctx, env, p.Split, path, text)); err != nil {
			return err
		}
	}
	return nil
}

// doJobs does jobs, each in a process of its own, and says what each came to.
func doJobs(ctx context.Context, env *cli.Env, p *sweep.Plan, dir string, jobs []sweep.Job, workers int) error {
	program, err := exec.LookPath(os.Args[0])
	if err != nil {
		if program, err = os.Executable(); err != nil {
			return err
		}
	}
	tried, done := 0, 0
	err = p.RunAll(ctx, program, dir, jobs, workers, func(j sweep.Job, r *sweep.Result, err error) {
		if tried++; err == nil {
			done++
			fmt.Fprintf(env.Stderr, "%d/%d  %s  %.2f s\n", tried, len(jobs), p.Describe(j), r.CPUSeconds)
		}
	})
	if ctx.Err() != nil {
		return fmt.Errorf("%d of %d jobs have no result: %w", len(jobs)-done, len(jobs), err)
	}
	return err
}

// summaryFlags say where the summary of a sweep goes.
type summaryFlags struct{ csv, json, chart string }

func (c *summaryFlags) declare(f *cli.Flags) {
	f.Group("What to write")
	f.StringVar(&c.csv, "csv", "", "write CSV to `PATH`, with a line for each property at each combination")
	f.StringVar(&c.json, "json", "", "write the summary as JSON to `PATH`")
	f.StringVar(&c.chart, "chart", "", "draw an SVG chart in `PATH`: the time and the number of states for each value of the first constant")
}

// open looks at the paths at once.
func (c *summaryFlags) open(env *cli.Env) (outputs[*sweep.Summary], error) {
	return openOutputs(env, outputs[*sweep.Summary]{
		{path: c.csv, write: short((*sweep.Summary).CSV)},
		{path: c.json, write: short((*sweep.Summary).JSON)},
		{path: c.chart, write: short((*sweep.Summary).Chart)},
	})
}

// write prints the summary and writes it where flags say; the status is that of check.
func (c *summaryFlags) write(ctx context.Context, env *cli.Env, files outputs[*sweep.Summary], dirs ...string) error {
	s, err := sweep.Merge(ctx, dirs...)
	if err != nil {
		return err
	}
	if c.csv != stdinName && c.json != stdinName && c.chart != stdinName {
		err = s.Text(env.Stdout)
	}
	return cmp.Or(errors.Join(err, files.write(ctx, s)), exit(s.Status()))
}

func mergeCommand() *cli.Command {
	c := &summaryFlags{}
	return &cli.Command{
		Name: "merge", Arguments: "FOLDER...",
		Short: "Show the results of a plan, from its folder or from copies of it",
		Long: `Prints a table of all results, and the jobs that have none.

Exit status: 2 a job failed, or two results contradict each other; else as for check, where a job
without a result is undecided.`,
		Flags: c.declare,
		Run: func(ctx context.Context, env *cli.Env, args []string) error {
			if len(args) == 0 {
				return cli.Usage("which folder?")
			}
			outputs, err := c.open(env)
			if err != nil {
				return err
			}
			return c.write(ctx, env, outputs, args...)
		},
	}
}

func sweepCommand() *cli.Command {
	c, summary, workers := &planFlags{}, &summaryFlags{}, 0
	return &cli.Command{
		Name: "sweep", Arguments: "MODEL... [-- FLAGS]",
		Short: "Check models for many values of their constants",
		Long: `Checks each model with each combination of values, and prints a table. Each job is a process. The
flags after -- are flags of check. With --dir, a second sweep runs only the jobs without a result.

Exit status: 2 a job failed; else as for check, for all jobs together.`,
		Flags: func(f *cli.Flags) {
			c.declare(f)
			f.Group("How to check")
			f.IntVarP(&workers, "workers", "j", runtime.GOMAXPROCS(0), "run this `NUMBER` of jobs at the same time")
			f.StringVar(&c.dir, "dir", "", "keep the plan and its results in this `FOLDER`; run only jobs that have no result there")
			summary.declare(f)
		},
		Run: func(ctx context.Context, env *cli.Env, args []string) error {
			if workers < 1 {
				return cli.Usage("--workers %d: the number must be at least 1", workers)
			}
			p, err := c.plan(ctx, env, args)
			if err != nil {
				return err
			}
			outputs, err := summary.open(env)
			if err != nil {
				return err
			}
			dir := c.dir
			if dir == "" {
				if dir, err = os.MkdirTemp("", programName+"-sweep-"); err != nil {
					return err
				}
				defer os.RemoveAll(dir)
				dir = filepath.Join(dir, "plan")
			}
			if err := p.Write(dir, programName); err != nil {
				return err
			}
			err = doJobs(ctx, env, p, dir, p.Open(dir), workers)
			if err != nil && ctx.Err() == nil {
				fmt.Fprintf(env.Stderr, "%s sweep: %s\n", programName, terminal.Message(err)) // the summary tells what is missing
			} else if err != nil {
				return err
			}
			return summary.write(ctx, env, outputs, dir)
		},
	}
}
