package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// sample takes random runs, and says what they show: as text, and as a document if one is asked for.
func (c *simulateFlags) sample(ctx context.Context, env *cli.Env, m *model) (int, error) {
	o := simulate.SampleOptions{
		Runs: c.runs, Length: cmp.Or(c.steps, 100), Seed: c.seed, Lassos: simulate.DefaultLassos, Fairness: rcp.Fairness(m.program).Conditions(),
	}
	for _, s := range m.program.Specs {
		o.Properties = append(o.Properties, s.Formula)
	}
	view, err := m.view(ctx, &c.view)
	if err != nil {
		return cli.Failed, cli.Usage("%w", err)
	}
	begun := now()
	found, end := simulate.RandomRuns(ctx, recipe.NewQuickInterpreter(m.program.System), o)
	if end != nil && !isLimit(end) {
		return cli.Failed, end
	}
	r := sampledRuns{c, m, found}
	document := r.document(context.WithoutCancel(ctx)) // what was found before a limit is told
	if c.json != "" {
		if err := r.save(context.WithoutCancel(ctx), env, document); err != nil {
			return cli.Failed, err
		}
	}
	if c.json != stdinName {
		known, style := reporting(ctx, begun), c.model.style(env, env.Stdout)
		fmt.Fprint(env.Stdout, terminal.Escape(r.text(&document.Runs[0])))
		for i, use := range found.Properties {
			if use.Trace == nil {
				continue
			}
			spec := m.program.Specs[i]
			fmt.Fprintf(env.Stdout, "\n%s\n", style.Strong(fmt.Sprintf("Run %d violates property %s: %s", use.First, label(spec.Name, spec.Index), terminal.Escape(spec.Text))))
			err := use.Trace.WriteText(known, terminal.NewWriter(env.Stdout), view.Options(style))
			end = cmp.Or(end, err)
		}
	}
	for _, use := range found.Properties {
		if use.Violated > 0 {
			return 1, end
		}
	}
	return 0, end
}

// label is the name of a property, or its number.
func label(name string, index int) string { return cmp.Or(name, fmt.Sprint(index)) }

// sampledRuns are random runs of a model.
type sampledRuns struct {
	flags *simulateFlags
	model *model
	found *simulate.Sample
}

// document is what the runs show, in the form of a check that knows no more. A run that violates a
// property has marks.
func (r sampledRuns) document(ctx context.Context) *report.Document {
	run := report.Run{
		File: r.model.name, Settings: r.flags.model.settings(), Warnings: []report.Notice{}, Results: []report.Result{},
		Simulation: report.SimulationOf(r.model.program.System, r.flags.seed, r.found),
	}
	for i, use := range r.found.Properties {
		spec := r.model.program.Specs[i]
		out := report.Result{Index: spec.Index, Name: spec.Name, Formula: spec.Text, Position: spec.Pos.String()}
		out.Sampled(use, spec.Formula != nil)
		if out.Trace != nil {
			mark(ctx, out.Trace, spec.Formula)
		}
		run.Results = append(run.Results, out)
	}
	return &report.Document{Schema: report.Schema, Tool: tool(), Runs: []report.Run{run}}
}

// save writes the document.
func (r sampledRuns) save(ctx context.Context, env *cli.Env, d *report.Document) error {
	f, err := createFile(env, r.flags.json)
	if err == nil {
		err = d.Write(ctx, f)
	}
	if err == nil {
		err = f.Commit()
	}
	return err
}

// text is what the runs show, but for the runs themselves.
func (r sampledRuns) text(run *report.Run) string {
	var b strings.Builder
	s := run.Simulation
	fmt.Fprintf(&b, "%s with seed %d: %s, %s and %s", counted(s.Runs, "random run"), s.Seed, counted(s.Steps, "step"), counted(s.States, "different state"),
		counted(s.Transitions, "different transition"))
	if s.Deadlocks > 0 {
		fmt.Fprintf(&b, "; %d ended in a deadlock", s.Deadlocks)
	}
	b.WriteString("\n")
	width := 0
	for i := range run.Results {
		width = max(width, len([]rune(run.Results[i].Label())))
	}
	for i := range run.Results {
		p := &run.Results[i]
		said := p.Reason
		if n := p.Runs; n != nil {
			said = fmt.Sprintf("%d violate it, %d satisfy it, %d are open", n.Violated, n.Satisfied, n.Open)
		}
		fmt.Fprintf(&b, "%-8s  %-*s  %s\n", p.Verdict, width, p.Label(), said)
	}
	r.uses(&b, s.Commands)
	return b.String()
}

// uses tells of commands and guards, but not of guards that are the same in all states, such as `true`.
func (r sampledRuns) uses(b *strings.Builder, commands []report.CommandUse) {
	executed, both := 0, 0
	var never, untrue, unfalse []string
	asked := 0
	for _, c := range commands {
		line := c.Command
		if c.Position != "" {
			line += "  " + c.Position
		}
		switch {
		case c.Executed > 0:
			executed++
		default:
			never = append(never, line)
		}
		if c.Constant {
			continue
		}
		if c.GuardTrue+c.GuardFalse > 0 {
			asked++
		}
		switch {
		case c.GuardTrue > 0 && c.GuardFalse > 0:
			both++
		case c.GuardFalse > 0:
			untrue = append(untrue, line)
		case c.GuardTrue > 0:
			unfalse = append(unfalse, line)
		}
	}
	fmt.Fprintf(b, "%d of %s executed, %d of %s both true and false\n", executed, counted(len(commands), "command"), both, counted(asked, "guard"))
	listMissed(b, "never executed", never)
	listMissed(b, "guards that were never true", untrue)
	listMissed(b, "guards that were never false", unfalse)
}

// shownMissed is how many lines of one kind are listed.
const shownMissed = 20

// listMissed writes lines below a title.
func listMissed(b *strings.Builder, title string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(b, "%s:\n", title)
	}
	for i, l := range lines {
		if i == shownMissed {
			fmt.Fprintf(b, "  and %d more\n", len(lines)-i)
			break
		}
		fmt.Fprintf(b, "  %s\n", l)
	}
}
