package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/cli"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/cmd/rcheck-bdd/internal/terminal"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/cores"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
)

// whyFlags are the flags of explain --why and --mutants.
type whyFlags struct {
	name     *string // what --why says; nil without the flag
	mutants  bool
	json     string
	progress progressFlag
	engine   engineFlags
	model    modelFlags
}

// options are those of the checks of a model and of changed ones, whose progress is shown.
func (c *whyFlags) options(m *model, shown *terminal.Progress) []mc.Option {
	return []mc.Option{mc.WithEncoding(c.engine.encoding()), mc.WithProgress(func(p mc.Progress) {
		shown.Show(func() string { return describe(m.name, p) })
	})}
}

func (c *whyFlags) declare(f *cli.Flags) {
	f.Group("Why a property holds")
	f.Func("why", "explain what this property of a MODEL rests on: `NAME` is its name or number; or else a condition or a\nlabel that never comes true, such as 'client1-send'", c.setName)
	f.BoolVar(&c.mutants, "mutants", false, "list changes of the MODEL that leave the verdicts of all its properties as they are: a guard is dropped\nor negated, an update is dropped, a channel is exchanged")
	f.StringVar(&c.json, "json", "", "write the explanation as JSON to `PATH`; - is standard output, which then has nothing else")
	c.progress.declare(f)
	c.engine.declare(f, "How to check")
	c.model.declare(f)
}

// setName reads the value of --why.
func (c *whyFlags) setName(s string) error {
	if c.name = &s; strings.TrimSpace(s) == "" {
		return errors.New("the name or number of a property is missing; `check` lists all properties")
	}
	return nil
}

// A whyDocument is the JSON of explain --why.
type whyDocument struct {
	Schema   int         `json:"schema"`
	Tool     report.Tool `json:"tool"`
	File     string      `json:"file"`
	Property string      `json:"property"`
	Formula  string      `json:"formula"`
	Verdict  string      `json:"verdict"`
	Reason   string      `json:"reason,omitempty"`
	// Core are the elements that the property rests on, Free is the number of all others. Minimal
	// tells that no element of the core can be left out.
	Core    []whyElement `json:"core"`
	Free    int          `json:"free"`
	Minimal bool         `json:"minimal"`
}

type whyElement struct {
	Kind     string `json:"kind"`
	Change   string `json:"change,omitempty"`
	Position string `json:"position"`
	Agent    string `json:"agent"`
	Command  string `json:"command,omitempty"`
	Text     string `json:"text"`
}

// A mutantsDocument is the JSON of explain --mutants.
type mutantsDocument struct {
	Schema int         `json:"schema"`
	Tool   report.Tool `json:"tool"`
	File   string      `json:"file"`
	// LeftOut are properties that are unknown of the model as it is. They may notice the changes that
	// follow.
	LeftOut []skipped `json:"left_out"`
	// Unnoticed are changes that no verdict notices, Undecided those of which a limit kept this from
	// being known. Noticed is the number of all others.
	Unnoticed []whyElement `json:"unnoticed"`
	Undecided []whyElement `json:"undecided"`
	Noticed   int          `json:"noticed"`
}

// A skipped is a property that changes are not compared with, and why.
type skipped struct {
	Property string `json:"property"`
	Reason   string `json:"reason"`
}

// asJSON writes a document.
func asJSON[T any](d T, w io.Writer) error { return report.WriteJSON(w, d, "") }

func elementOf(e cores.Element, change string) whyElement {
	return whyElement{e.Kind.String(), change, e.Pos.String(), e.Agent, e.Command, e.Text}
}

func (e whyElement) String() string {
	what := strings.TrimSpace(e.Kind + " " + e.Change)
	return terminal.Escape(fmt.Sprintf("  %-17s  %s: %s  %s", what, strings.TrimSpace(e.Agent+" "+e.Command), e.Text, e.Position))
}

func (c *whyFlags) run(ctx context.Context, env *cli.Env, args []string) error {
	switch {
	case c.name != nil && c.mutants:
		return cli.Usage("--why and --mutants cannot be used together; leave one of them out")
	case len(args) != 1:
		return cli.Usage("give exactly one MODEL with --why or --mutants")
	}
	m, err := c.model.onlyModel(ctx, env, args[0])
	if err != nil {
		return err
	}
	if err := c.engine.order.check(m.program.System, true); err != nil {
		return cli.Usage("%w", err)
	}
	if _, any := m.program.System.Unbounded(); any {
		return errors.New("--why and --mutants change the model, whose integers have no range then; give them one with `lo..hi` or --int")
	}
	if c.mutants {
		return c.survey(ctx, env, m)
	}
	p, err := c.property(ctx, env, m)
	if err != nil {
		return err
	}
	files, err := openOutputs(env, outputs[*whyDocument]{{path: c.json, write: short(asJSON[*whyDocument])}})
	if err != nil {
		return err
	}
	shown := c.progress.shown(env)
	core, result, err := cores.Find(ctx, m.program.System, rcp.Fairness(m.program), p, c.options(m, shown)...)
	shown.Clear()
	if err != nil {
		return err
	}
	d := &whyDocument{
		Schema: report.Schema, Tool: tool(), File: args[0], Property: label(p.Name, p.Index), Formula: p.Text,
		Verdict: result.Verdict.String(), Reason: result.Reason, Core: []whyElement{},
	}
	if core != nil {
		for _, e := range core.Elements {
			d.Core = append(d.Core, elementOf(e, ""))
		}
		d.Free, d.Minimal = len(core.Others), core.Minimal
	}
	if c.json != stdinName {
		d.text(env.Stdout)
	}
	status := map[mc.Verdict]int{mc.Violated: violated, mc.Unknown: undecided}[result.Verdict]
	if core != nil && !core.Minimal {
		status = undecided
	}
	return cmp.Or(files.write(reporting(ctx, now()), d), exit(status))
}

// property is the one that the flag names, or that a condition never comes true.
func (c *whyFlags) property(ctx context.Context, env *cli.Env, m *model) (mc.Property, error) {
	for _, p := range rcp.Specification(m.program).Properties {
		if *c.name == p.Name || *c.name == strconv.Itoa(p.Index) {
			return p, nil
		}
	}
	if _, err := strconv.Atoi(*c.name); err == nil {
		return mc.Property{}, fmt.Errorf("--why %s: the model has no property of this number; `check` lists all properties", *c.name)
	}
	spec, err := m.mustAdd(ctx, env, &c.model, *c.name, "--why")
	if err != nil {
		return mc.Property{}, err
	}
	f, err := spec.Path()
	if err != nil {
		return mc.Property{}, fmt.Errorf("--why: %w", err)
	}
	p := rcp.Property(spec)
	p.Name, p.Formula, p.Text = *c.name, ltol.Globally(ltol.Not(f)), "G !("+*c.name+")"
	return p, nil
}

// text prints the explanation.
func (d *whyDocument) text(w io.Writer) {
	fmt.Fprintln(w, terminal.Escape(d.Property+": "+d.Formula))
	switch {
	case d.Verdict == "violated":
		fmt.Fprintln(w, "is violated, so it rests on nothing; `check` shows a run.")
		return
	case d.Verdict == "unknown":
		fmt.Fprintln(w, "is unknown:", terminal.Escape(d.Reason))
		return
	case len(d.Core) == 0:
		fmt.Fprintf(w, "holds whatever the %d guards, initial conditions and updates are.\n", d.Free)
		return
	}
	fmt.Fprintf(w, "holds because of %d of %d guards, initial conditions and updates:\n", len(d.Core), len(d.Core)+d.Free)
	for _, e := range d.Core {
		fmt.Fprintln(w, e)
	}
	end := "If one of these is free as well, it is violated."
	if !d.Minimal {
		end = "A limit was reached: some of these may not be needed."
	}
	fmt.Fprintln(w, "It holds if all others are free.", end)
}

// survey lists the changes of a model that its properties do not notice.
func (c *whyFlags) survey(ctx context.Context, env *cli.Env, m *model) error {
	files, err := openOutputs(env, outputs[*mutantsDocument]{{path: c.json, write: short(asJSON[*mutantsDocument])}})
	if err != nil {
		return err
	}
	shown := c.progress.shown(env)
	found, err := cores.Mutants(ctx, m.program.System, rcp.Specification(m.program), c.options(m, shown)...)
	shown.Clear()
	if err != nil {
		return err
	}
	d := &mutantsDocument{
		Schema: report.Schema, Tool: tool(), File: m.name,
		LeftOut: []skipped{}, Unnoticed: []whyElement{}, Undecided: []whyElement{}, Noticed: found.Noticed,
	}
	for _, r := range found.LeftOut {
		d.LeftOut = append(d.LeftOut, skipped{label(r.Property.Name, r.Property.Index), withAdvice(r.Reason, r.Err)})
	}
	for _, x := range found.Unnoticed {
		d.Unnoticed = append(d.Unnoticed, elementOf(x.Element, x.Change))
	}
	for _, x := range found.Undecided {
		d.Undecided = append(d.Undecided, elementOf(x.Element, x.Change))
	}
	if c.json != stdinName {
		d.text(env.Stdout)
	}
	status := 0
	switch {
	case len(d.LeftOut) > 0:
		status = undecided
	case len(d.Unnoticed) > 0:
		status = violated
	case len(d.Undecided) > 0:
		status = undecided
	}
	return cmp.Or(files.write(reporting(ctx, now()), d), exit(status))
}

// text prints the changes.
func (d *mutantsDocument) text(w io.Writer) {
	whose := "all verdicts"
	if len(d.LeftOut) > 0 {
		whose = "the verdicts of all other properties"
	}
	for _, p := range d.LeftOut {
		fmt.Fprintln(w, terminal.Escape(fmt.Sprintf("Property %s is left out, because it is unknown: %s.", p.Property, p.Reason)))
	}
	all := len(d.Unnoticed) + len(d.Undecided) + d.Noticed
	fmt.Fprintf(w, "%d of %d changes leave %s as they are.\n", len(d.Unnoticed), all, whose)
	for _, e := range d.Unnoticed {
		fmt.Fprintln(w, e)
	}
	if len(d.Undecided) > 0 {
		fmt.Fprintf(w, "Of %d changes this is unknown, because a limit was reached.\n", len(d.Undecided))
	}
}
