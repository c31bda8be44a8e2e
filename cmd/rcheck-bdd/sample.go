package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/workbench"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// options say which runs are taken.
func (c *simulateFlags) options() simulate.SampleOptions {
	return simulate.SampleOptions{Runs: c.runs, Length: cmp.Or(c.steps, 100), Seed: c.seed, Lassos: simulate.DefaultLassos}
}

// sample takes random runs, and says what they show: as text, and as a document if one is asked
// for.
func (c *simulateFlags) sample(ctx context.Context, env *cli.Env, m *model) error {
	o, begun := c.options(), now()
	o.Fairness = rcp.Fairness(m.program).Conditions()
	for _, s := range m.program.Specs {
		o.Properties = append(o.Properties, s.Claim())
	}
	assumed := m.program.Assumed
	if assumed != nil {
		o.Properties = append(o.Properties, ltol.Not(assumed))
	}
	found, end := simulate.RandomRuns(ctx, recipe.NewQuickInterpreter(m.program.System), o)
	if end != nil && !isLimit(end) {
		return end
	}
	var warnings []mc.Warning
	if assumed != nil {
		last := len(m.program.Specs)
		warnings, found.Properties = unassumed(m, found, found.Properties[last]), found.Properties[:last]
	}
	covered, results := report.RunsOf(m.program, c.seed, found)
	for i := range results {
		if results[i].Trace != nil {
			mark(context.WithoutCancel(ctx), results[i].Trace, m.program.Specs[i].Claim())
		}
	}
	r := sampledRuns{c, m, "commands", "guards", covered, results, warnings}
	return r.tell(ctx, env, begun, end)
}

// unassumed warns if no random run satisfies the assumptions, by what the runs say of their
// negation.
func unassumed(m *model, found *simulate.Sample, not simulate.PropertyUse) []mc.Warning {
	if found.Runs == 0 || not.Violated > 0 {
		return nil
	}
	return []mc.Warning{{
		Code: mc.CodeAssumption, Pos: recipe.Position{File: m.name},
		Message: fmt.Sprintf("of the %s, none is known to satisfy the assumptions, and %d violate them; so none can violate a property",
			counted(found.Runs, "random run"), not.Satisfied),
	}}
}

// sampleJoint is sample of a model in ISPL.
func (c *simulateFlags) sampleJoint(ctx context.Context, env *cli.Env, m *model) error {
	o, sys, begun := c.options(), m.ispl.System, now()
	o.Properties, o.Fairness = rcp.OnRuns(m.ispl)
	draw, release, err := workbench.DrawInitial(ctx, sys)
	if err != nil {
		return err
	}
	defer release()
	found, end := simulate.JointRuns(ctx, interpreted.NewInterpreter(sys), draw, o)
	if end != nil && !isLimit(end) {
		return end
	}
	covered, results, _, err := report.JointRunsOf(context.WithoutCancel(ctx), m.ispl, o, found)
	if err != nil {
		return err
	}
	r := sampledRuns{c, m, "actions and lines", "conditions", covered, results, nil}
	return r.tell(ctx, env, begun, end)
}

// label is the name of a property, or its number.
func label(name string, index int) string { return cmp.Or(name, fmt.Sprint(index)) }

// sampledRuns are random runs of a model. What it does, and when, is called by words of its
// language.
type sampledRuns struct {
	flags       *simulateFlags
	model       *model
	done, guard string
	covered     *report.Simulation
	results     []report.Result
	warnings    []mc.Warning
}

// tell writes what the runs show. What was found before a limit is told.
func (r sampledRuns) tell(ctx context.Context, env *cli.Env, begun moment, end error) error {
	whole := context.WithoutCancel(ctx)
	view, err := r.model.view(whole, &r.flags.view)
	if err != nil {
		return cli.Usage("%w", err)
	}
	document := &report.Document{Schema: report.Schema, Tool: tool(), Runs: []report.Run{{
		File: r.model.name, Settings: r.flags.model.settings(), Warnings: []report.Notice{}, Results: r.results, Simulation: r.covered,
	}}}
	for _, w := range r.warnings {
		run := &document.Runs[0]
		run.Warnings = append(run.Warnings, report.Notice{Code: w.Code, Position: w.Pos.String(), Message: w.Message})
	}
	report.Warnings(env.Stderr, r.warnings, func(string) bool { return false }, r.flags.model.style(env, env.Stderr))
	files, text, err := (&documentFlags{json: r.flags.json}).open(env)
	if err = cmp.Or(err, files.write(whole, document)); err != nil {
		return err
	}
	known, style, status := reporting(ctx, begun), r.flags.model.style(env, env.Stdout), 0
	fmt.Fprint(text, terminal.Escape(r.text()))
	for i := range r.results {
		p, out := &r.results[i], terminal.NewWriter(text)
		if p.Trace == nil && p.Explanation == nil {
			continue
		}
		status = violated
		title := fmt.Sprintf("Run %d violates property %s: %s", p.Runs.First, label(p.Name, p.Index), terminal.Escape(p.Formula))
		fmt.Fprintf(text, "\n%s\n", style.Strong(title))
		if p.Trace != nil {
			err = p.Trace.WriteText(known, out, view.Options(style))
		} else {
			err = p.Explanation.Run.WriteText(known, out, view.Options(style))
		}
		end = cmp.Or(end, err)
	}
	return cmp.Or(end, exit(status))
}

// text is what the runs show, but for the runs themselves.
func (r sampledRuns) text() string {
	var b strings.Builder
	s := r.covered
	fmt.Fprintf(&b, "%s with seed %d: %s, %s and %s", counted(s.Runs, "random run"), s.Seed, counted(s.Steps, "step"), counted(s.States, "different state"),
		counted(s.Transitions, "different transition"))
	if s.Deadlocks > 0 {
		fmt.Fprintf(&b, "; %d ended in a deadlock", s.Deadlocks)
	}
	b.WriteString("\n")
	width := 0
	for i := range r.results {
		width = max(width, len([]rune(r.results[i].Label())))
	}
	for i := range r.results {
		p := &r.results[i]
		said := p.Reason
		if n := p.Runs; n != nil {
			said = fmt.Sprintf("%d violate it, %d satisfy it, %d are open", n.Violated, n.Satisfied, n.Open)
		}
		fmt.Fprintf(&b, "%-8s  %-*s  %s\n", p.Verdict, width, p.Label(), said)
	}
	r.uses(&b, s.Commands)
	return b.String()
}

// uses tells of commands and guards, but not of guards that are the same in all states, such as
// `true`.
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
	fmt.Fprintf(b, "%d of %d %s executed, %d of %d %s both true and false\n", executed, len(commands), r.done, both, asked, r.guard)
	listMissed(b, "never executed", never)
	listMissed(b, r.guard+" that were never true", untrue)
	listMissed(b, r.guard+" that were never false", unfalse)
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
