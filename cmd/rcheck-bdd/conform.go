package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// conformFlags are the flags of conform.
type conformFlags struct {
	model  modelFlags
	engine engineFlags
	log    logFlags
	draft  bool
	ended  bool
	json   string
	svg    string
	html   string
	quiet  bool
}

func conformCommand() *cli.Command {
	flags := &conformFlags{}
	return &cli.Command{
		Name:      "conform",
		Arguments: "MODEL",
		Short:     "Say whether a model explains the log of a program",
		Long: `Reads logs of a program, and says whether a run of the model explains them. --map names a file that
says what the events and fields of the log mean. Entries may say only a part of what happens, and
commands that the map calls hidden need no entry. If the log does not conform, it prints the
entry, the states in which the model may be, the nearest step of the model, and what blocks the
commands. The page "From the model to the program" has examples.

Exit status: 0 the log conforms, 1 it does not, 2 wrong usage or input, 3 a limit was reached.`,
		Flags: flags.declare,
		Run:   flags.engine.command(flags.run),
	}
}

func (c *conformFlags) declare(f *cli.Flags) {
	f.Group("The log")
	c.log.declare(f)
	f.BoolVar(&c.draft, "draft", false, "write a map for the log to standard output, and do nothing else; it needs your corrections")
	f.BoolVar(&c.ended, "ended", false, "the run of the program has ended: the model must be able to stop there, in a deadlock")
	f.Group("Output")
	f.StringVar(&c.json, "json", "", "write the result as JSON to `PATH`; - is standard output, which then has nothing else")
	f.StringVar(&c.svg, "svg", "", "if the log does not conform, draw the last entries and the one that is not possible as SVG to `PATH`")
	f.StringVar(&c.html, "html", "", "write the last entries, the one that is not possible, and the states before it to `PATH`, as one page for a browser")
	f.BoolVarP(&c.quiet, "quiet", "q", false, "print one line only")
	c.engine.declare(f, "How to compute")
	c.model.declare(f)
}

func (c *conformFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	switch {
	case len(args) != 1:
		return cli.Usage("give exactly one MODEL")
	case len(c.log.logs) == 0:
		return cli.Usage("give at least one log with --log")
	case c.draft && c.log.binder != "":
		return cli.Usage("--draft writes a map and reads none; leave out --map")
	case c.draft && len(c.log.logs) > 1:
		return cli.Usage("--draft reads one log; write a draft for each, and put their rules into one map")
	case c.draft:
		return c.writeDraft(ctx, env, args[0])
	case c.log.binder == "":
		return cli.Usage("give a map with --map, or write one with --draft")
	}
	m, err := c.log.bind(ctx, env, &c.model, &c.engine, args[0])
	if err != nil {
		return err
	}
	out, err := openOutputs(env, outputs[*conformResult]{
		{path: c.json, write: short(func(r *conformResult, w io.Writer) error { return r.document().write(w) })},
		{path: c.svg, write: (*conformResult).draw},
		{path: c.html, write: (*conformResult).page},
	})
	if err != nil {
		return err
	}
	readers, closeLogs, err := c.log.open(ctx, env)
	if err != nil {
		return err
	}
	defer closeLogs()
	against, err := conform.New(ctx, m.system(), m.Options)
	if err != nil {
		return err
	}
	defer against.Close()
	r, err := c.follow(ctx, m, against, readers)
	if err = tooMuch(reported(env, err)); err != nil && !isLimit(err) {
		return err
	}
	r.limit = err
	text := env.Stdout
	if slices.Contains([]string{c.json, c.svg, c.html}, stdinName) {
		text = io.Discard
	}
	fmt.Fprint(text, terminal.Escape(r.text(c.quiet)))
	if err == nil && r.conforms() {
		noteSilence(env, r.log.named(), r.explained, m.binder)
	}
	if err != nil {
		fmt.Fprintf(env.Stderr, "%s conform: %s\n", programName, terminal.Escape(withAdvice(limitText(err), err)))
	}
	return cmp.Or(out.write(ctx, r), exit(r.status()))
}

// writeDraft writes a map for the log.
func (c *conformFlags) writeDraft(ctx context.Context, env *cli.Env, name string) error {
	m, err := c.model.onlyModel(ctx, env, name)
	if err != nil {
		return err
	}
	readers, closeLogs, err := c.log.open(ctx, env)
	if err != nil {
		return err
	}
	defer closeLogs()
	text, err := logs.Draft(readers[0], m.program.System)
	if err != nil {
		return tooMuch(reported(env, err))
	}
	return writeOutput(env, "", text)
}

// tooMuch makes a limit of an error about a log that goes beyond one.
func tooMuch(err error) error {
	if errors.Is(err, logs.ErrTooLarge) || errors.Is(err, conform.ErrTooMany) {
		return &limitError{err}
	}
	return err
}

// A limitError is an error about a limit of logs.
type limitError struct{ error }

func (e *limitError) Is(target error) bool { return target == errLogLimit }

// A conformResult is what a log is found to be.
type conformResult struct {
	model     *logModel
	log       *logFlags
	explained int
	size      conform.Size
	departure *conform.Departure
	run       *conform.Run // that explains the last entries before it
	others    int          // how many other entries could have come next, and could not either
	unfair    bool
	goesOn    bool // though the log has ended
	limit     error
	after     []recipe.State // the first ones of the belief after the last entry
	limits    workbench.Thresholds
}

// conforms reports whether the log does.
func (r *conformResult) conforms() bool { return r.departure == nil && !r.unfair && !r.goesOn }

func (r *conformResult) status() int {
	switch {
	case r.limit != nil:
		return undecided
	case r.conforms():
		return 0
	}
	return violated
}

// follow moves the belief along the logs.
func (c *conformFlags) follow(ctx context.Context, m *logModel, against *conform.Model, readers []*logs.Reader) (*conformResult, error) {
	r := &conformResult{model: m, log: &c.log, limits: c.engine.pageLimits()}
	tracker, err := against.Start(ctx)
	if err != nil {
		return r, err
	}
	defer tracker.Close()
	tracker.Remember(drawnEntries)
	if m.binder.Streams(readers...) {
		err = r.stream(ctx, tracker, readers[0])
	} else {
		err = r.merge(ctx, tracker, readers)
	}
	if err != nil || r.departure != nil {
		return r, err
	}
	if r.size, err = tracker.Size(ctx); err != nil {
		return r, err
	}
	tracker.Each(func(s recipe.State) bool {
		r.after = append(r.after, s.Clone())
		return len(r.after) < conform.ShownStates
	})
	fair, err := tracker.Fair(ctx)
	if r.unfair = err == nil && !fair; r.unfair || err != nil || !c.ended {
		return r, err
	}
	ended, err := tracker.Ended(ctx)
	r.goesOn = err == nil && !ended
	return r, err
}

// stream follows one log, entry by entry.
func (r *conformResult) stream(ctx context.Context, tracker *conform.Tracker, from *logs.Reader) error {
	for {
		record, err := from.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		entry, ok, err := r.model.binder.Entry(record)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		tracker.Names(r.model.binder.Names()...)
		if ok, err = tracker.Step(ctx, entry); err != nil {
			return err
		}
		if !ok {
			return r.depart(ctx, tracker)(tracker.Depart(ctx, entry))
		}
		r.explained++
	}
}

// merge follows several logs, or one whose records are in no total order.
func (r *conformResult) merge(ctx context.Context, tracker *conform.Tracker, from []*logs.Reader) error {
	entries, err := r.model.binder.Merge(ctx, from...)
	if err != nil {
		return err
	}
	tracker.Names(r.model.binder.Names()...)
	done, next, err := tracker.Log(ctx, entries, func(done int) error { r.explained = done; return nil })
	if err != nil || done == len(entries) {
		return err
	}
	r.others = len(next) - 1
	return r.depart(ctx, tracker)(tracker.DepartNext(ctx, next[0]))
}

// depart keeps why an entry is not possible, with a run that explains the entries before it.
func (r *conformResult) depart(ctx context.Context, tracker *conform.Tracker) func(*conform.Departure, error) error {
	return func(d *conform.Departure, err error) error {
		if err != nil {
			return err
		}
		r.departure, r.run = d, &conform.Run{States: []recipe.State{d.At}}
		run, err := tracker.Run(ctx, d)
		if err == nil {
			r.run = run
		}
		return err
	}
}

// before is the run of the last entries before the one that is not possible.
func (r *conformResult) before() *trace.Trace {
	return trace.Of(r.model.system(), r.run.States, r.run.Steps, -1)
}

// drawnEntries is how many entries a picture shows before the one that is not possible.
const drawnEntries = 12

// draw draws a run of the last entries, and below it the one that is not possible.
func (r *conformResult) draw(ctx context.Context, w io.Writer) error {
	q := draw.Sequence{Title: "The log conforms.", Loop: -1}
	if r.departure != nil {
		var err error
		if q, err = draw.NewSequence(ctx, r.before()); err != nil {
			return err
		}
		folded, err := draw.Fold(nil, q)
		if err != nil {
			return err
		}
		q = folded[0]
		q.Title = fmt.Sprintf("%s is not possible in %s", r.departure.Place, terminal.Name(r.model.name))
		for i, p := range r.run.Places {
			q.Steps[i].Label += "  " + cmp.Or(p, "hidden")
		}
		q.Steps = append(q.Steps, draw.SequenceStep{
			From: -1, Label: r.departure.Place + ": this entry is not possible:", Remarks: r.says(),
			Doing: make([]string, len(q.Agents)), Changes: make([][]string, len(q.Agents)),
		})
	}
	pieces := bufio.NewWriter(w)
	return cmp.Or(writeScene(ctx, xmlWriter{pieces}, q.Scene), pieces.Flush())
}

// text is the result for people.
func (r *conformResult) text(quiet bool) string {
	var b strings.Builder
	model := terminal.Name(r.model.name)
	verb := "conforms"
	if len(r.log.logs) > 1 {
		verb = "conform"
	}
	switch {
	case r.departure != nil:
		fmt.Fprintf(&b, "%s: this entry is not possible in %s after %s\n", r.departure.Place, model, counted(r.explained, "entry"))
	case r.limit != nil:
		fmt.Fprintf(&b, "%s: undecided; %s possible in %s so far\n", r.log.named(), counted(r.explained, "entry"), model)
	case r.unfair:
		fmt.Fprintf(&b, "%s: no fair run of %s goes on after %s\n", r.log.named(), model, counted(r.explained, "entry"))
	case r.goesOn:
		fmt.Fprintf(&b, "%s: the run has ended after %s, but %s can always take another step there\n", r.log.named(), counted(r.explained, "entry"), model)
	default:
		fmt.Fprintf(&b, "%s %s to %s: %s, after which the model may be in %s\n", r.log.named(), verb, model, counted(r.explained, "entry"),
			counted(r.size.States, "state"))
	}
	if r.departure != nil && !quiet {
		b.WriteString(r.departureText())
	}
	return b.String()
}

// says is what the entry that is not possible says.
func (r *conformResult) says() (facts []string) {
	for _, c := range r.departure.Says.Conditions {
		facts = append(facts, c.Name)
	}
	if len(facts) == 0 {
		facts = []string{"nothing but that a step happens"}
	}
	return facts
}

// writtenStates is how many states of a belief are written for people.
const writtenStates = 3

// A section is one part of what there is to say about an entry that is not possible.
type section struct {
	title string
	lines []string
	// show is the section as data for pages, if it has any; the text says why there is none.
	show func(context.Context, *workbench.Showing) (json.RawMessage, string)
}

// sections tell of an entry that is not possible.
func (r *conformResult) sections() []section {
	d, sys := r.departure, r.model.system()
	states := func(list ...recipe.State) func(context.Context, *workbench.Showing) (json.RawMessage, string) {
		return func(_ context.Context, s *workbench.Showing) (json.RawMessage, string) { return s.States(list) }
	}
	out := []section{{"the entry says", r.says(), r.showRun}}
	if r.others > 0 {
		out = append(out, section{title: fmt.Sprintf("%s could come next in the order of the logs, and none of them is possible", counted(r.others+1, "entry"))})
	}
	title := fmt.Sprintf("before it, the model may be in %s", counted(d.Belief.States, "state"))
	written := d.States[:min(len(d.States), writtenStates)]
	if d.Belief.States.IsInt64() && d.Belief.States.Int64() > int64(len(written)) {
		title += fmt.Sprintf(", such as these %d", len(written))
	}
	out = append(out, section{title, stateLines(sys, written), states(d.States...)})
	lines, title := []string(nil), "no step is possible there"
	for _, id := range d.Possible {
		lines, title = append(lines, sys.CommandString(id)), "commands that may begin a step there"
	}
	out = append(out, section{title: title, lines: lines})
	if n := d.Nearest; n != nil {
		lines := linesOf(trace.StepText(sys, trace.Step{State: n.From, Message: n.Step}, trace.TextOptions{}), 2)
		if changes := trace.StateText(sys, n.To, &n.From, trace.TextOptions{}); changes != "" {
			lines = append(append(lines, "it changes:"), linesOf(changes, 2)...)
		} else {
			lines = append(lines, "it changes nothing")
		}
		for _, w := range n.Wrong {
			line := "it does not have: " + w.Condition.Name
			if w.Instead != "" {
				line += "; it has " + w.Instead
			}
			lines = append(lines, line)
		}
		title := "the nearest step of the model"
		if !d.All {
			title += " among the states that were looked at"
		}
		out = append(out, section{title, lines, func(ctx context.Context, s *workbench.Showing) (json.RawMessage, string) {
			return s.Run(ctx, nearestRun(sys, n), 0)
		}})
	}
	if blocked := r.blocked(); len(blocked) > 0 {
		out = append(out, section{"where that step begins, these commands of the entry take part in no step", blocked, states(d.At)})
	}
	return out
}

// stateLines are states in the layout of runs: of several the first one, and how the others differ
// from it.
func stateLines(sys *recipe.System, list []recipe.State) (lines []string) {
	if len(list) == 1 {
		return linesOf(trace.StateText(sys, list[0], nil, trace.TextOptions{}), 4)
	}
	for i, s := range list {
		name, before := fmt.Sprint(i+1), (*recipe.State)(nil)
		if i > 0 {
			name, before = name+"  like 1, but for:", &list[0]
		}
		lines = append(append(lines, name), linesOf(trace.StateText(sys, s, before, trace.TextOptions{}), 0)...)
	}
	return lines
}

// linesOf are the lines of a text without some blanks at their beginnings.
func linesOf(text string, blanks int) (lines []string) {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		lines = append(lines, strings.TrimPrefix(line, strings.Repeat(" ", blanks)))
	}
	return lines
}

// departureText tells of an entry that is not possible.
func (r *conformResult) departureText() string {
	var b strings.Builder
	for _, s := range r.sections() {
		fmt.Fprintf(&b, "\n%s:\n", s.title)
		for _, l := range s.lines {
			fmt.Fprintf(&b, "  %s\n", l)
		}
	}
	return b.String()
}

// nearestRun is the run of a nearest step.
func nearestRun(sys *recipe.System, n *conform.Nearest) *trace.Trace {
	return &trace.Trace{System: sys, Steps: []trace.Step{{State: n.From, Message: n.Step}, {State: n.To}}, Loop: -1}
}

// showRun shows the run before the entry, whose steps have the places of their entries.
func (r *conformResult) showRun(ctx context.Context, s *workbench.Showing) (json.RawMessage, string) {
	var entries []string
	for _, place := range r.run.Places {
		entries = append(entries, cmp.Or(place, "hidden"))
	}
	return s.Log(ctx, r.before(), 0, entries)
}

// blocked says why commands of the entry take part in no step, or, if the entry names none, why
// others do not.
func (r *conformResult) blocked() []string {
	lines := []string{}
	d, sys := r.departure, r.model.system()
	named := r.departure.Says.Commands()
	for _, report := range d.Blocked {
		for _, c := range report.Commands {
			if len(named) > 0 && !slices.Contains(named, c.Command) {
				continue
			}
			if c.Obstacle != 0 {
				lines = append(lines, c.Reason(sys))
			}
			for _, o := range c.Others {
				lines = append(lines, "  "+o.Reason(sys))
			}
		}
	}
	for _, id := range named {
		if c := sys.Commands[id]; c.From != d.At.Control[c.Agent] {
			lines = append(lines, fmt.Sprintf("%s: it begins in control state %d, but %s is in %d", sys.CommandString(id), c.From,
				sys.Agents[c.Agent].Name, d.At.Control[c.Agent]))
		}
	}
	return lines
}
