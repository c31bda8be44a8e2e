package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

func drawCommand() *cli.Command {
	flags := &drawFlags{}
	return &cli.Command{
		Name:      "draw",
		Arguments: "MODEL | TRACE [MODEL] | TRACE TRACE",
		Short:     "Draw the agents of a model and who communicates with whom, or draw a run",
		Long: "For a MODEL, it draws the structure automata of the agent types, and a table of who communicates with\n" +
			"whom on which channels. A TRACE is a file that `check --json` or `simulate --save` wrote. For a trace,\n" +
			"it draws a sequence diagram with one column for each agent. Agents whose columns are the same share\n" +
			"one, and agents to which nothing happens are counted below. If the trace explains a formula about\n" +
			"states, it draws the runs and states of the explanation. Of two traces of one model, it marks what\n" +
			"differs.\n\n" +
			"Formats: text for the terminal; SVG for any browser; DOT for Graphviz (not for sequence diagrams); HTML is a page\n" +
			"that shows all runs of a trace file step by step.",
		Flags: flags.declare,
		Run:   flags.limits.command(flags.run),
	}
}

func (c *drawFlags) declare(f *cli.Flags) {
	f.Group("The picture")
	f.Choice(&c.what, "what", "what to draw, `all|automata|talk|states|cts|dependencies|picture` (default of a model: all; for DOT: automata);\ntalk: who communicates with whom; states: the reachable states of a small model; cts: the channelled\ntransition system of a small model, messages from outside as holes; dependencies: which steps of a run\ndepend on which; picture: a grid for each state of a run, by the sections `picture:` of the model", "", "all", "automata", "talk", "states", "cts", "dependencies", "picture")
	f.StringSliceVar(&c.property, "property", nil, "draw only the trace of the property with this `NAME` or number; SVG shows one trace. For two\nfiles, give one for both, or two names separated by a comma")
	f.StringSliceVar(&c.agents, "agents", nil, "draw runs and states of only these agents: `NAMES` of agents or of agent types, separated by commas")
	c.sort.declare(f)
	c.picture.declare(f, "text", "svg", "dot", "html")
	c.limits.declare(f)
	c.maxNodes = 200_000
	f.Count(&c.maxNodes, "max-nodes", "use at most this `NUMBER` of BDD nodes to find out who communicates in reachable states (default: 200k);\nif that is not enough, the table shows what the commands allow")
	c.model.declare(f)
}

func (c *drawFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	if len(args) != 1 && len(args) != 2 {
		return cli.Usage("give a MODEL or a TRACE")
	}
	if len(args) == 1 && isISPL(args[0]) {
		return c.ispl(ctx, env, args[0])
	}
	text, err := readInput(ctx, env, args[0])
	if err != nil {
		return err
	}
	if isTrace(text) {
		if len(args) == 2 && !isISPL(args[1]) {
			other, err := readInput(ctx, env, args[1])
			if err == nil && isTrace(other) {
				return c.compare(ctx, env, args, text, other)
			}
		}
		return c.trace(ctx, env, args, text)
	}
	if len(args) == 2 {
		return cli.Usage("%s is not a trace; give exactly one MODEL", args[0])
	}
	m, err := c.model.parse(ctx, args[0], text)
	if err == nil {
		err = m.usable(env, &c.model)
	}
	if err != nil {
		return err
	}
	if c.what == "dependencies" || c.sort == "agents" {
		return cli.Usage("--what=dependencies and --sort work only for runs, and %s is a model; `check --json=TRACE` writes runs", args[0])
	}
	if len(c.agents) > 0 && c.what != "states" && c.what != "cts" {
		return cli.Usage("--agents works only for runs and with --what=states or --what=cts")
	}
	if c.picture.kind() == "html" {
		return cli.Usage("--format=html works only for traces; use text, svg or dot for a model, or open it with `serve`")
	}
	if c.what == "picture" {
		return cli.Usage("--what=picture works only for runs; `simulate --save` writes one")
	}
	if c.what == "states" || c.what == "cts" {
		return c.states(ctx, env, m)
	}
	return c.picture.write(ctx, env, func(w io.Writer) error { return c.system(ctx, m, w) })
}

// What a model may have to be drawn: so many reachable states, and so many steps that leave them.
const (
	drawnStates = 2000
	drawnSteps  = 100_000
)

// tooMany is the error about a model with too many states or steps; other errors stay as they are.
func tooMany(err error, name string) error {
	switch {
	case errors.Is(err, recipe.ErrStateLimit), errors.Is(err, interpreted.ErrStateLimit):
		return fmt.Errorf("%s has more than %d reachable states, too many to draw; make its constants smaller, "+
			"walk through the states with `simulate`, or count them with `reach`", terminal.Name(name), drawnStates)
	case errors.Is(err, interpreted.ErrStepLimit):
		return fmt.Errorf("more than %d steps leave the reachable states of %s, too many to draw; `simulate` walks through them",
			drawnSteps, terminal.Name(name))
	}
	return err
}

// states draws the reachable states of a model.
func (c *drawFlags) states(ctx context.Context, env *cli.Env, m *model) error {
	view, err := report.View{Agents: c.agents}.Of(m.agents())
	if err != nil {
		return cli.Usage("%w", err)
	}
	in := recipe.NewInterpreter(m.program.System)
	graph, err := recipe.Explore(ctx, in, drawnStates)
	if err != nil {
		return tooMany(err, m.name)
	}
	drawn := draw.States
	if c.what == "cts" {
		drawn = draw.Channelled
	}
	diagrams, err := drawn(ctx, in, graph, trace.TextOptions{Agents: view.Selects()})
	if err != nil {
		return err
	}
	return c.picture.write(ctx, env, func(w io.Writer) error { return c.picture.drawn(ctx, w, diagrams, nil) })
}

// isTrace reports whether a file is JSON, which no model is.
func isTrace(text []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) }

// system draws a model.
func (c *drawFlags) system(ctx context.Context, m *model, w io.Writer) error {
	diagrams := draw.Structure(m.program.System, m.program.CommandSource)
	dot := c.picture.kind() == "dot"
	if dot && c.what != "talk" {
		return c.picture.drawn(ctx, w, diagrams, nil)
	}
	var talk *draw.Talk
	if c.what != "automata" {
		t, err := c.talk(ctx, m.program.System)
		if err != nil {
			return err
		}
		talk = t
	}
	if dot {
		return talk.WriteDOT(ctx, w)
	}
	if c.what == "talk" {
		diagrams = nil
	}
	return c.picture.drawn(ctx, w, diagrams, talk)
}

// talk is who talks to whom: in reachable states, or, where they need too many nodes, by what the
// commands allow. It is nil if automata are drawn as well, and integers grow without a bound.
func (c *drawFlags) talk(ctx context.Context, sys *recipe.System) (*draw.Talk, error) {
	options := symbolic.Options{NoTrials: true, BDD: bdd.Options{MaxBytes: c.limits.memory(), MaxNodes: c.maxNodes}}
	checker, err := mc.NewChecker(ctx, sys, mc.Specification{}, mc.WithEncoding(options))
	if err == nil {
		defer checker.Close()
		var contacts []mc.Contact
		if contacts, err = checker.Inspect().Contacts(ctx); err == nil {
			talk := draw.WhoTalked(sys, contacts)
			return &talk, nil
		}
	}
	if errors.Is(err, mc.ErrGrows) && c.what != "talk" {
		return nil, nil
	}
	if !errors.Is(err, bdd.ErrNodeLimit) {
		return nil, err
	}
	options.BDD.MaxNodes = 0
	encoded, err := symbolic.Encode(ctx, sys, options)
	if err != nil {
		return nil, err
	}
	defer encoded.Close()
	talk := draw.WhoTalks(encoded)
	return &talk, nil
}

// ispl draws a model in ISPL.
func (c *drawFlags) ispl(ctx context.Context, env *cli.Env, name string) error {
	if len(c.agents) > 0 && c.what != "states" {
		return cli.Usage("--agents works only for runs and with --what=states")
	}
	if err := unfit(map[string]bool{"--sort": c.sort == "agents"}); err != nil {
		return err
	}
	if c.what == "talk" || c.what == "cts" || c.what == "dependencies" || c.what == "picture" || c.picture.kind() == "html" || len(c.property) > 0 {
		return cli.Usage("a model in ISPL can be drawn as text, svg or dot only; --what=states draws its reachable states")
	}
	m, err := c.model.onlyISPL(ctx, env, name)
	if err != nil {
		return err
	}
	view, err := report.View{Agents: c.agents}.Of(m.agents())
	if err != nil {
		return cli.Usage("%w", err)
	}
	in := interpreted.NewInterpreter(m.ispl.System)
	g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: drawnStates, Steps: drawnSteps})
	if err != nil {
		return tooMany(err, name)
	}
	return c.picture.write(ctx, env, func(w io.Writer) error {
		var diagrams []draw.Diagram
		if c.what == "states" {
			diagrams, err = draw.Reachable(ctx, in, g, trace.TextOptions{Agents: view.Selects()})
		} else {
			diagrams, err = draw.Locals(ctx, in, g)
		}
		if err != nil {
			return err
		}
		return c.picture.drawn(ctx, w, diagrams, nil)
	})
}
