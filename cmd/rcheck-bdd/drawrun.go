package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/page"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/mc/witness"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// trace draws what a file has: an explanation, or runs.
func (c *drawFlags) trace(ctx context.Context, env *cli.Env, args []string, text []byte) error {
	kind := c.picture.kind()
	switch {
	case c.what == "picture":
		return c.grids(ctx, env, args, text)
	case c.what != "" && c.what != "dependencies":
		return cli.Usage("--what=%s works only for models, and %s is a trace", c.what, args[0])
	case c.what != "" && (kind == "html" || len(c.agents) > 0):
		return cli.Usage("--what=dependencies can be drawn as text, svg or dot only, and without --agents")
	case kind == "dot" && c.what == "":
		return cli.Usage("a run can be drawn as text, svg or html only; --what=dependencies can be drawn as dot, too")
	case kind == "html" && len(c.agents) > 0:
		return cli.Usage("--agents cannot be used for html: on the page, you choose the agents yourself")
	}
	property, err := c.chosen(0, 1)
	if err != nil {
		return err
	}
	if explanation := report.ReadExplanation(text, property); explanation != nil {
		if c.what != "" || c.sort == "agents" {
			return cli.Usage("--what=dependencies and --sort work only for runs, and %s has an explanation of a formula about states", args[0])
		}
		return c.explanation(ctx, env, explanation)
	}
	runs, err := c.runs(ctx, env, args, text, property)
	if err == nil {
		err = c.order(ctx, env, runs...)
	}
	if err != nil {
		return err
	}
	if kind == "html" {
		return c.page(ctx, env, runs)
	}
	if kind == "svg" || c.what == "dependencies" {
		r, err := oneRun(args[0], property, runs)
		if err != nil {
			return err
		}
		runs = []*savedRun{r}
	}
	if c.what == "dependencies" {
		return c.dependencies(ctx, env, runs[0])
	}
	var pictures []draw.Sequence
	var headings []string
	for _, r := range runs {
		q, err := c.folded(ctx, r)
		if err != nil {
			return err
		}
		pictures, headings = append(pictures, q...), append(headings, r.heading())
	}
	return c.sequences(ctx, env, pictures, headings)
}

// chosen is the property whose trace is drawn of file i of so many; empty if the flag names none.
func (c *drawFlags) chosen(i, files int) (string, error) {
	switch n := len(c.property); {
	case n == 0:
		return "", nil
	case n == 1:
		return c.property[0], nil
	case n == files:
		return c.property[i], nil
	}
	return "", cli.Usage("--property names %s, but there is %s; give one name, or one for each file", counted(len(c.property), "trace"), counted(files, "file"))
}

// runs are the runs of a file that can be drawn as sequences of messages.
func (c *drawFlags) runs(ctx context.Context, env *cli.Env, args []string, text []byte, property string) ([]*savedRun, error) {
	runs, err := c.model.readRuns(ctx, env, args, text, property)
	for _, r := range runs {
		if r.joint != nil {
			return nil, fmt.Errorf("%s is a run of a model in ISPL, which has no messages to draw; `replay` prints it", terminal.Name(args[0]))
		}
	}
	return runs, err
}

// order orders the steps of runs as --sort says.
func (c *drawFlags) order(ctx context.Context, env *cli.Env, runs ...*savedRun) error {
	if c.sort != "agents" {
		return nil
	}
	for _, r := range runs {
		spec, err := r.formula(ctx, env, &c.model)
		if err == nil {
			err = r.order(ctx, env, c.sort, spec)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// title is what a picture of the run is called.
func (r *savedRun) title() string {
	name := filepath.Base(r.model.name)
	if r.saved.Property != "" {
		return r.saved.Property + " of " + name
	}
	return name
}

// dependencies draws which steps of a run depend on which.
func (c *drawFlags) dependencies(ctx context.Context, env *cli.Env, r *savedRun) error {
	d, err := draw.Dependencies(ctx, r.run)
	if err != nil {
		return err
	}
	d.Title = r.title()
	return c.picture.write(ctx, env, func(w io.Writer) error { return c.picture.drawn(ctx, w, []draw.Diagram{d}, nil) })
}

// explanation draws why a formula about states holds or not.
func (c *drawFlags) explanation(ctx context.Context, env *cli.Env, w *witness.Explanation) error {
	var names []string
	for _, a := range w.State {
		names = append(names, a.Agent)
	}
	view, err := report.View{Agents: c.agents}.Of(names, names)
	if err != nil {
		return cli.Usage("%w", err)
	}
	switch c.picture.kind() {
	case "html":
		return cli.Usage("an explanation of a formula about states can be drawn as text or svg only; `check --html=PATH` writes a page")
	case "svg":
		return c.picture.write(ctx, env, func(out io.Writer) error {
			return draw.Explanation(w, view.Selects()).WriteSVG(ctx, out)
		})
	}
	return c.picture.write(ctx, env, func(out io.Writer) error {
		if _, err := fmt.Fprintln(out, terminal.Escape(w.Formula)); err != nil {
			return err
		}
		return w.WriteText(ctx, terminal.NewWriter(out), trace.TextOptions{Agents: view.Selects()})
	})
}

// grids draws the states of a run by the pictures of the agents.
func (c *drawFlags) grids(ctx context.Context, env *cli.Env, args []string, text []byte) error {
	if kind := c.picture.kind(); kind != "text" && kind != "svg" || len(c.agents) > 0 {
		return cli.Usage("--what=picture draws text or svg, of all agents that have a picture")
	}
	property, err := c.chosen(0, 1)
	if err != nil {
		return err
	}
	runs, err := c.runs(ctx, env, args, text, property)
	if err != nil {
		return err
	}
	r, err := oneRun(args[0], property, runs)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(r.model.program.Pictures, func(p *recipe.Picture) bool { return p != nil }) {
		return fmt.Errorf("no agent of %s says where it stands; write `picture: COLUMN, ROW` into its type", terminal.Name(r.model.name))
	}
	g, err := draw.NewGrids(ctx, r.in, r.model.program.Pictures, r.run)
	if err != nil {
		return err
	}
	g.Title = filepath.Base(r.model.name)
	return c.picture.write(ctx, env, func(w io.Writer) error {
		if c.picture.kind() == "svg" {
			return writeScene(ctx, w, g.Scene)
		}
		return g.WriteText(ctx, w)
	})
}

// compare draws the runs of two files one below the other, and marks what differs.
func (c *drawFlags) compare(ctx context.Context, env *cli.Env, args []string, texts ...[]byte) error {
	if c.what != "" || c.picture.kind() != "text" && c.picture.kind() != "svg" {
		return cli.Usage("two runs can be drawn as text or svg only, without --what")
	}
	var runs []*savedRun
	for i, text := range texts {
		property, err := c.chosen(i, len(texts))
		if err != nil {
			return err
		}
		all, err := c.runs(ctx, env, args[i:i+1], text, property)
		if err != nil {
			return err
		}
		r, err := oneRun(args[i], property, all)
		if err != nil {
			return err
		}
		runs = append(runs, r)
	}
	if err := c.order(ctx, env, runs...); err != nil {
		return err
	}
	pictures, err := c.folded(ctx, runs...)
	if err != nil {
		return err
	}
	var headings []string
	for i := range pictures {
		pictures[i].Title = fmt.Sprintf("%s (%s)", filepath.Base(args[i]), pictures[i].Title)
		headings = append(headings, terminal.Escape(pictures[i].Title)+":")
	}
	return c.sequences(ctx, env, pictures, headings)
}

// folded are pictures of runs whose lanes are the same. What differs between two of them is marked.
func (c *drawFlags) folded(ctx context.Context, runs ...*savedRun) ([]draw.Sequence, error) {
	view, err := report.View{Agents: c.agents}.Of(runs[0].model.agents())
	if err != nil {
		return nil, cli.Usage("%w", err)
	}
	var whole []draw.Sequence
	for _, r := range runs {
		q, err := draw.NewSequence(ctx, r.run)
		if err != nil {
			return nil, err
		}
		q.Title = r.title()
		whole = append(whole, q)
	}
	out, err := draw.Fold(view.Selects(), whole...)
	if err == nil && len(out) == 2 {
		draw.Compare(&out[0], &out[1])
	}
	return out, err
}

// sequences writes pictures of runs; in text, of several each below its heading.
func (c *drawFlags) sequences(ctx context.Context, env *cli.Env, pictures []draw.Sequence, headings []string) error {
	return c.picture.write(ctx, env, func(w io.Writer) error {
		if c.picture.kind() == "svg" {
			return writeScene(ctx, w, func(ctx context.Context) (*draw.Scene, error) { return draw.Scenes(ctx, pictures...) })
		}
		for i, q := range pictures {
			if i > 0 {
				fmt.Fprintln(w) // what cannot be written shows in the next line
			}
			if len(pictures) > 1 {
				fmt.Fprintln(w, headings[i])
			}
			if err := q.WriteText(ctx, w); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeScene lays a scene out and writes it as SVG.
func writeScene(ctx context.Context, w io.Writer, scene func(context.Context) (*draw.Scene, error)) error {
	s, err := scene(ctx)
	if err != nil {
		return err
	}
	return s.WriteSVG(ctx, w)
}

// page writes runs as a page for the browser.
func (c *drawFlags) page(ctx context.Context, env *cli.Env, runs []*savedRun) error {
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
		err = page.WriteRuns(ctx, f, &d)
	}
	if err == nil {
		err = f.Commit()
	}
	return err
}
