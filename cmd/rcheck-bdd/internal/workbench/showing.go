package workbench

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Showing writes runs and explanations of one program as JSON for a page. A page has a largest
// size: what does not fit is left out, with the reason.
type Showing struct {
	limits Thresholds
	left   int   // bytes
	view   *view // nil for a model in ISPL
	scene  scene
}

// NewShowing is a showing of a program that was read from the document's text.
func NewShowing(d *Document, p *rcheck.Program, limits Thresholds) *Showing {
	if n := len(p.Specs); n > 0 {
		limits.Statuses = min(limits.Statuses, limits.PageStatuses/n)
	}
	v := newView(d, p)
	return &Showing{limits, limits.PageBytes, v, v}
}

// NewJointShowing is a showing of a model in ISPL.
func NewJointShowing(d *Document, p *ispl.Program, limits Thresholds) *Showing {
	return &Showing{limits, limits.PageBytes, nil, newJointView(d, p)}
}

// Run is a run as data for pages, with the statuses of the program's properties along it, that of
// the given one first. If it is nil, the text says why.
func (s *Showing) Run(ctx context.Context, t *trace.Trace, property int) (json.RawMessage, string) {
	return s.Log(ctx, t, property, nil)
}

// Log is [Showing.Run] for a run that explains a log: each of its steps has an entry, as [Step]
// says.
func (s *Showing) Log(ctx context.Context, t *trace.Trace, property int, entries []string) (json.RawMessage, string) {
	if s.left <= 0 {
		return nil, s.full()
	}
	var shown *Shown
	err := ctx.Err()
	if err == nil {
		shown, err = s.view.show(ctx, t, property, s.limits)
	}
	if err != nil {
		return nil, "The page does not show the run: " + err.Error() + "."
	}
	for i, e := range entries {
		shown.Run.Steps[i].Entry = e
	}
	return s.written(shown)
}

// States are some states as data for pages, one after the other. If they are nil, the text says
// why.
func (s *Showing) States(list []recipe.State) (json.RawMessage, string) {
	if s.left <= 0 {
		return nil, s.full()
	}
	out := &Shown{System: s.view.system, Run: Run{Loop: -1, Lost: -1, Steps: []Step{}}, Statuses: []Status{}}
	for _, state := range list {
		out.Run.States = append(out.Run.States, s.view.state(state))
	}
	return s.written(out)
}

// Views are the states and runs of an explanation as data for pages. If they are nil, the text says
// why.
func (s *Showing) Views(ctx context.Context, w *branch.Witness) (json.RawMessage, string) {
	switch {
	case s.left <= 0:
		return nil, s.full()
	case ctx.Err() != nil:
		return nil, "The page does not show why: " + ctx.Err().Error() + "."
	}
	shown, err := views(ctx, s.scene, w)
	if err != nil {
		return nil, "The page does not show why: " + err.Error() + "."
	}
	return s.written(shown)
}

// written is the JSON of something for which there must be room.
func (s *Showing) written(what any) (json.RawMessage, string) {
	text, err := json.Marshal(what)
	if err != nil {
		return nil, "The page does not show the run: " + err.Error() + "."
	}
	if s.left -= len(text); s.left < 0 {
		return nil, s.full()
	}
	return text, ""
}

func (s *Showing) full() string {
	return fmt.Sprintf("The page does not show the run: the runs of one file may take %d kB here. "+
		"Select properties with --run, or write --json.", s.limits.PageBytes/1000)
}
