package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/page"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/symbolic"
)

// drawFlags are the flags of draw.
type drawFlags struct {
	model    modelFlags
	limits   limitFlags
	what     string
	picture  pictureFlags
	property string
	maxNodes int
}

func drawCommand() *cli.Command {
	flags := &drawFlags{}
	return &cli.Command{
		Name:      "draw",
		Arguments: "MODEL | TRACE [MODEL]",
		Short:     "Draw the agents of a model and who can talk to whom, or a run",
		Long: "A model is drawn as the structure automata of its agent types and a table of who talks to whom on\n" +
			"which channels; a trace (what `check --json` or `simulate --save` wrote) as a sequence diagram with a\n" +
			"lane for each agent, or, of a formula about states, as the runs and states that explain its verdict.\n" +
			"Text is for the terminal, SVG needs no other program, DOT (of models) is for\n" +
			"Graphviz; a trace as HTML is a page for the browser to step through, of all runs in the file.",
		Flags: flags.declare,
		Run:   flags.limits.command("draw", flags.run),
	}
}

func (c *drawFlags) declare(f *cli.Flags) {
	f.Group("The picture")
	f.Choice(&c.what, "what", "of a model: `all|automata|talk|states` (all; DOT draws one of the others, first automata); states: of models in ISPL", "", "all", "automata", "talk", "states")
	f.StringVar(&c.property, "property", "", "of traces: only that of the property with this `NAME` or number; SVG shows one trace")
	c.picture.declare(f, "text", "svg", "dot", "html")
	c.limits.declare(f)
	c.maxNodes = 200_000
	f.Count(&c.maxNodes, "max-nodes", "`NUMBER` of nodes of decision diagrams to find out with who talks to whom in reachable states (200k); if more are needed, what the commands allow is drawn")
	c.model.declare(f)
}

// pictureFlags are the flags that say how and where something is drawn.
type pictureFlags struct{ format, output string }

func (p *pictureFlags) declare(f *cli.Flags, formats ...string) {
	list := strings.Join(formats, "|")
	f.Choice(&p.format, "format", "`"+list+"` (what the name of the output says, or text)", append([]string{""}, formats...)...)
	f.StringVarP(&p.output, "output", "o", "", "write to this `FILE` instead of standard output")
}

// kind is the format: the one that is asked for, the one of the output's name, or text.
func (p *pictureFlags) kind() string {
	switch ext := strings.ToLower(filepath.Ext(p.output)); {
	case p.format != "":
		return p.format
	case ext == ".svg" || ext == ".dot" || ext == ".hoa" || ext == ".html":
		return ext[1:]
	case ext == ".gv":
		return "dot"
	}
	return "text"
}

// write draws, unless a limit or an interrupt ends that, and writes the picture to where it belongs.
func (p *pictureFlags) write(ctx context.Context, env *cli.Env, draw func() (string, error)) (int, error) {
	text, err := awaited(ctx, "drawing", draw)
	if err != nil {
		return cli.Failed, err
	}
	if p.kind() == "svg" {
		text = terminal.EscapeXML(text)
	}
	return 0, writeOutput(env, p.output, text)
}

func (c *drawFlags) run(ctx context.Context, env *cli.Env, args []string) (int, error) {
	if len(args) != 1 && len(args) != 2 {
		return cli.Failed, cli.Usage("a model, or a trace")
	}
	if len(args) == 1 && isISPL(args[0]) {
		return c.ispl(ctx, env, args[0])
	}
	text, err := readInput(ctx, env, args[0])
	if err != nil {
		return cli.Failed, err
	}
	if isTrace(text) {
		return c.sequence(ctx, env, args, text)
	}
	if len(args) == 2 {
		return cli.Failed, cli.Usage("%s is no trace; one model, please", args[0])
	}
	m, err := c.model.parse(ctx, args[0], text)
	if err == nil {
		err = m.usable(env, &c.model)
	}
	if err != nil {
		return cli.Failed, err
	}
	if c.what == "states" {
		return cli.Failed, cli.Usage("--what=states is for models in ISPL")
	}
	if c.picture.kind() == "html" {
		return cli.Failed, cli.Usage("a model is drawn as text, SVG or DOT, and a page shows runs; `serve` opens the model in the browser")
	}
	return c.picture.write(ctx, env, func() (string, error) { return c.system(ctx, m) })
}

// isTrace reports whether a file is JSON, which no model is.
func isTrace(text []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) }

// system draws a model.
func (c *drawFlags) system(ctx context.Context, m *model) (string, error) {
	diagrams := draw.Structure(m.program.System, m.program.CommandSource)
	dot := c.picture.kind() == "dot"
	if dot && c.what != "talk" {
		return c.picture.drawn(diagrams, nil), nil
	}
	var talk *draw.Talk
	if c.what != "automata" {
		t, err := c.talk(ctx, m.program.System)
		if err != nil {
			return "", err
		}
		talk = &t
	}
	if dot {
		return talk.DOT(), nil
	}
	if c.what == "talk" {
		diagrams = nil
	}
	return c.picture.drawn(diagrams, talk), nil
}

// drawn are diagrams, and below them the talk of a system if there is one, which DOT does not show with them.
func (p *pictureFlags) drawn(diagrams []draw.Diagram, talk *draw.Talk) string {
	switch p.kind() {
	case "dot":
		return draw.DOT(diagrams...)
	case "svg":
		scene := draw.Scenes(diagrams...)
		if talk != nil {
			scene.Add(talk.Scene())
		}
		return scene.SVG()
	}
	var texts []string
	for _, d := range diagrams {
		texts = append(texts, d.Text())
	}
	if talk != nil {
		texts = append(texts, talk.Text())
	}
	return strings.Join(texts, "\n")
}

// talk is who talks to whom: in reachable states, or, where they need too many nodes, by what the commands allow.
func (c *drawFlags) talk(ctx context.Context, sys *recipe.System) (draw.Talk, error) {
	options := symbolic.Options{NoTrials: true, BDD: bdd.Options{MaxBytes: c.limits.memory(), MaxNodes: c.maxNodes}}
	checker, err := mc.NewChecker(ctx, sys, mc.Specification{}, mc.WithEncoding(options))
	if err == nil {
		defer checker.Close()
		var contacts []mc.Contact
		if contacts, err = checker.Contacts(ctx); err == nil {
			return draw.WhoTalked(sys, contacts), nil
		}
	}
	if !errors.Is(err, bdd.ErrNodeLimit) {
		return draw.Talk{}, err
	}
	options.BDD.MaxNodes = 0
	encoded, err := symbolic.Encode(ctx, sys, options)
	if err != nil {
		return draw.Talk{}, err
	}
	defer encoded.Close()
	return draw.WhoTalks(encoded), nil
}

// sequence draws a run.
func (c *drawFlags) sequence(ctx context.Context, env *cli.Env, args []string, text []byte) (int, error) {
	if c.what != "" {
		return cli.Failed, cli.Usage("--what is about models, and %s is a trace", args[0])
	}
	explanation := report.ReadExplanation(text, c.property)
	switch kind := c.picture.kind(); {
	case kind == "dot":
		return cli.Failed, cli.Usage("a run is drawn as text or SVG")
	case explanation != nil && kind == "html":
		return cli.Failed, cli.Usage("what explains a formula about states is drawn as text or SVG; `check --html=PATH` writes the page")
	case explanation != nil && kind == "svg":
		return c.picture.write(ctx, env, func() (string, error) { return explanation.Scene().SVG(), nil })
	case explanation != nil:
		return c.picture.write(ctx, env, func() (string, error) { return explanation.String(), nil })
	case kind == "svg":
		r, err := c.model.readOneRun(ctx, env, args, text, c.property)
		if err != nil {
			return cli.Failed, err
		}
		q := draw.NewSequence(r.run)
		if q.Title = filepath.Base(r.model.name); r.saved.Property != "" {
			q.Title = r.saved.Property + " of " + q.Title
		}
		return c.picture.write(ctx, env, func() (string, error) { return q.Scene().SVG(), nil })
	}
	runs, err := c.model.readRuns(ctx, env, args, text, c.property)
	if err != nil {
		return cli.Failed, err
	}
	if c.picture.kind() == "html" {
		return c.page(ctx, env, runs)
	}
	return c.picture.write(ctx, env, func() (string, error) {
		var texts []string
		for _, r := range runs {
			heading := ""
			if len(runs) > 1 {
				heading = r.heading() + "\n"
			}
			texts = append(texts, heading+draw.NewSequence(r.run).Text())
		}
		return strings.Join(texts, "\n"), nil
	})
}

// page writes runs as a page for the browser.
func (c *drawFlags) page(ctx context.Context, env *cli.Env, runs []*savedRun) (int, error) {
	d := report.Document{Schema: report.Schema, Tool: tool()}
	var showing *workbench.Showing
	for i, r := range runs {
		if i == 0 || r.model != runs[i-1].model {
			d.Runs = append(d.Runs, report.Run{
				File: r.model.name, Settings: r.flags.settings(), Source: r.model.sources.Text(terminal.Name(r.model.name)), Warnings: []report.Notice{},
			})
			is := &d.Runs[len(d.Runs)-1]
			showing = workbench.NewShowing(
				workbench.NewDocument(is.File, "rcheck", 0, is.Source), r.model.program, workbench.DefaultThresholds())
		}
		run := &d.Runs[len(d.Runs)-1]
		out := report.Result{Index: len(run.Results) + 1, Name: r.saved.Property, Formula: r.saved.Formula, Trace: r.run}
		violated := 0
		if s := r.stated(); s != nil {
			violated, out.Verdict = s.Index, mc.Violated.String()
		}
		out.Shown, out.NotShown = showing.Run(ctx, r.run, violated)
		run.Results = append(run.Results, out)
	}
	f, err := createFile(env, cmp.Or(c.picture.output, stdinName))
	if err == nil {
		err = page.WriteRuns(f, &d)
	}
	if err == nil {
		err = f.Commit()
	}
	return 0, err
}
