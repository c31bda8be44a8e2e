package main

import (
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
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform"
	"github.com/rcheck-bdd/rcheck-bdd/mc/conform/logs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/monitor"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
)

// monitorFlags are the flags of monitor.
type monitorFlags struct {
	model  modelFlags
	engine engineFlags
	log    logFlags
	props  []string
	events []string
	format string
}

func monitorCommand() *cli.Command {
	flags := &monitorFlags{}
	return &cli.Command{
		Name:      "monitor",
		Arguments: "[MODEL]",
		Short:     "Decide properties while a program writes its log",
		Long: "Reads the log of a program as it is written, and prints each property whose verdict changes:\n" +
			"satisfied, if every fair run of the model that begins with the log satisfies it; violated, if every\n" +
			"one violates it; out of model, if there is no such run. Before that it is open. --map is as in\n" +
			"`conform`. Without a MODEL, give the names of the events with --events. In formulas, log-EVENT is\n" +
			"an event, as in 'G (log-open -> F log-close)'.\n\n" +
			"Exit status: 0 no property is violated, 1 one is violated, or no run begins with the log, 2 wrong\n" +
			"usage or input, 3 a limit was reached.",
		Flags: flags.declare,
		Run:   flags.engine.command(flags.run),
	}
}

func (c *monitorFlags) declare(f *cli.Flags) {
	f.Group("The log")
	c.log.declare(f)
	f.StringSliceVar(&c.events, "events", nil, "monitor without a model: the `NAMES` of the events, separated by commas; other events are skipped")
	f.Group("The properties")
	f.StringArrayVar(&c.props, "prop", nil, "monitor this `FORMULA` besides the properties of the model (repeatable)")
	f.Group("Output")
	f.Choice(&c.format, "format", "form of the output, `text|json`; json has a line for each change", "text", "json")
	c.engine.declare(f, "How to compute")
	c.model.declare(f)
}

func (c *monitorFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	switch {
	case len(c.log.logs) > 1:
		return cli.Usage("monitor reads one log; `conform` reads several")
	case len(args) > 1 || len(args) == 0 && len(c.events) == 0:
		return cli.Usage("give exactly one MODEL, or --events")
	case len(args) == 1 && len(c.events) > 0:
		return cli.Usage("--events stands for a model; give only one of the two")
	case len(args) == 1 && c.log.binder == "":
		return cli.Usage("give a map with --map, or write one with `conform --draft`")
	}
	if len(c.log.logs) == 0 {
		c.log.logs = []string{stdinName}
	}
	w := &monitoring{env: env, log: c.log.named(), json: c.format == "json"}
	var m *logs.Map
	var err error
	if len(args) == 0 {
		w.model, m, err = c.letters(ctx, env)
	} else if w.model, err = c.model.onlyModel(ctx, env, args[0]); err == nil {
		m, err = c.log.readMap(ctx, env)
	}
	if err != nil {
		return err
	}
	if err := w.add(ctx, &c.model, c.props, c.events); err != nil {
		return err
	}
	o := fairOptions(w.model, &c.engine)
	for _, s := range w.specs {
		o.Properties = append(o.Properties, s.Claim())
	}
	sys, err := mc.Bounded(ctx, w.model.program.System)
	if err != nil {
		return err
	}
	if w.monitor, err = monitor.New(ctx, sys, m, o); err != nil {
		return reported(env, err)
	}
	defer w.monitor.Close()
	readers, closeLogs, err := c.log.open(ctx, env)
	if err != nil {
		return err
	}
	defer closeLogs()
	return w.follow(ctx, readers[0])
}

// isEventName tells whether formulas can name an event: a letter, then letters, digits and _.
func isEventName(name string) bool {
	for i, r := range name {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || r != '_' && (r < '0' || r > '9')) {
			return false
		}
	}
	return name != ""
}

// letters is a model in which any of the events can happen at any time, and perhaps nothing more,
// with its map.
func (c *monitorFlags) letters(ctx context.Context, env *cli.Env) (*model, *logs.Map, error) {
	var commands []string
	given, err := c.given(ctx, env)
	if err != nil {
		return nil, nil, err
	}
	text := "hidden log-nothing_more\nskip *\n"
	for i, e := range c.events {
		switch {
		case !isEventName(e):
			return nil, nil, cli.Usage("--events: %q is no name of letters, digits and _; choose one, and say in a --map what it stands for", e)
		case slices.Contains(c.events[:i], e):
			return nil, nil, cli.Usage("--events: %q is there twice; name each event once", e)
		}
		commands = append(commands, e+": {!over} *! (true)()[]")
		if given.rules == nil || !given.rules.Has(e) {
			text += fmt.Sprintf("on %q\n  command log-%s\n", e, e)
		}
	}
	source := "agent Log\n    local: over : bool\n    init: !over\n    repeat: (\n        nothing_more: {!over} *! (true)()[over := true]\n        + " +
		strings.Join(commands, "\n        + ") + "\n    )\nsystem = Log(log, true)\n"
	m, err := c.model.parse(ctx, "the model of --events", []byte(source))
	if err == nil {
		err = m.usable(env, &c.model)
	}
	if err != nil {
		return nil, nil, err
	}
	rules, err := logs.ParseMap(given.name, given.text+text)
	return m, rules, err
}

// A givenMap is the map of --map; the rules of --events come after its text.
type givenMap struct {
	name, text string
	rules      *logs.Map // nil if there is no --map
}

func (c *monitorFlags) given(ctx context.Context, env *cli.Env) (out givenMap, err error) {
	if c.log.binder == "" {
		return givenMap{name: "the map of --events"}, nil
	}
	text, err := readInput(ctx, env, c.log.binder)
	if err != nil {
		return out, err
	}
	out = givenMap{name: terminal.Name(c.log.binder), text: string(text) + "\n"}
	out.rules, err = logs.ParseMap(out.name, out.text)
	return out, reported(env, err)
}

// A monitoring prints the verdicts of a monitor.
type monitoring struct {
	env     *cli.Env
	log     string // as it is called
	json    bool
	model   *model
	specs   []*rcheck.Spec
	monitor *monitor.Monitor
}

// add collects the properties. Those about states are none of single runs. The events are those of
// --events, if it is given.
func (w *monitoring) add(ctx context.Context, flags *modelFlags, props, events []string) error {
	for _, text := range props {
		if _, err := w.model.mustAdd(ctx, w.env, flags, text, "--prop"); err != nil {
			if len(events) > 0 && errors.Is(err, cli.ErrReported) {
				fmt.Fprintf(w.env.Stderr, "note: without a MODEL, a formula names an event as log-EVENT, such as log-%s\n", events[0])
			}
			return err
		}
	}
	for _, s := range w.model.program.Specs {
		if s.Formula == nil {
			fmt.Fprintf(w.env.Stderr, "property %s is about states, not about runs; it is not monitored\n", terminal.Escape(label(s.Name, s.Index)))
			continue
		}
		w.specs = append(w.specs, s)
	}
	if len(w.specs) == 0 {
		return fmt.Errorf("there is no property to monitor; give one with --prop")
	}
	return nil
}

// follow reads the log to its end.
func (w *monitoring) follow(ctx context.Context, from *logs.Reader) error {
	for i, v := range w.monitor.Verdicts() {
		if v != conform.Open {
			w.tell("before the log", i, v)
		}
	}
	var err error
	for err == nil && w.monitor.Departure() == nil {
		var record *logs.Record
		if record, err = from.Next(); err != nil {
			break
		}
		var changes []monitor.Change
		changes, err = w.monitor.Record(ctx, record)
		for _, c := range changes {
			w.tell(c.Place, c.Property, c.Verdict)
		}
	}
	if err == io.EOF {
		err = nil
	}
	status := w.end()
	if err == nil && w.monitor.Departure() == nil {
		noteSilence(w.env, w.log, w.monitor.Entries(), w.monitor)
	}
	return cmp.Or(tooMuch(reported(w.env, err)), exit(status))
}

// tell prints a verdict.
func (w *monitoring) tell(place string, property int, v conform.Verdict) {
	name := label(w.specs[property].Name, w.specs[property].Index)
	if !w.json {
		fmt.Fprintf(w.env.Stdout, "%s: %s: %s\n", terminal.Escape(place), terminal.Escape(name), v)
		return
	}
	line, _ := json.Marshal(struct { // which are texts and a number
		Place    string `json:"place"`
		Entries  int    `json:"entries"`
		Property string `json:"property"`
		Verdict  string `json:"verdict"`
	}{place, w.monitor.Entries(), name, v.String()})
	fmt.Fprintln(w.env.Stdout, terminal.EscapeJSON(string(line)))
}

// end prints how the properties stand and returns the exit status.
func (w *monitoring) end() int {
	status := 0
	open := 0
	for _, v := range w.monitor.Verdicts() {
		switch v {
		case conform.Violated, conform.OutOfModel:
			status = violated
		case conform.Open:
			open++
		}
	}
	if w.json {
		return status
	}
	if d := w.monitor.Departure(); d != nil {
		r := &conformResult{model: &logModel{model: w.model}, departure: d}
		fmt.Fprint(w.env.Stdout, terminal.Escape(r.departureText()))
		return status
	}
	fmt.Fprintf(w.env.Stdout, "%s, %s open\n", counted(w.monitor.Entries(), "entry"), counted(open, "property"))
	return status
}
