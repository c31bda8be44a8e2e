package shell

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// moves lists the commands that take and undo steps in all conversations.
func (t *talk) moves() commands {
	return commands{
		{"next", "[N]", "take the next N steps of the trace that is replayed (1)", t.next},
		{"random", "[N]", "take N random steps (1)", t.randomly},
		{"until", "[N] COND", "take random steps until a condition is true, at most N (1000)", t.until},
		{"goto", "COND", "take a shortest run to a state where a condition is true", t.goTo},
		{"back", "[N]", "undo N steps (1)", t.back},
		{"reset", "", "undo all steps", t.reset},
	}
}

// ends lists the last commands of the help in all conversations.
func (t *talk) ends() commands {
	return commands{
		{"save", "FILE", "write the run so far to a file that `replay` reads", t.save},
		{"help", "", "show this", t.help},
		{"quit", "", "leave", t.quit},
	}
}

// Greet says what the model is and where the run is. The error is the context's.
func (t *talk) Greet(ctx context.Context, name string) error {
	fmt.Fprintf(t.Out, "%s: %s. `help` lists what you can do.\n", name, t.about)
	t.run.showState()
	return t.run.ShowSteps(ctx)
}

// Moved reports whether the run has changed since it was asked the last time.
func (t *talk) Moved() bool {
	moved := t.moved
	t.moved = false
	return moved
}

func (t *talk) stateHead(n int) string { return t.Style.Strong(fmt.Sprintf("state %d", n)) }

// numbered are the lines about a possible step, after its number; i counts from 0.
func (t *talk) numbered(i int, text string) string {
	head := t.Style.Strong(fmt.Sprintf("%3d", i+1))
	return head + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n   ") + "\n"
}

// changed are the lines about what a step changes.
func changed(text string) string {
	if text == "" {
		return "    (nothing changed)\n"
	}
	return text
}

// showLimit is how many steps are shown after a command that took many.
const showLimit = 100

// showRun shows the steps taken since there were so many; of many, the last ones.
func (t *talk) showRun(ctx context.Context, since int) error {
	taken := t.run.taken()
	t.moved = t.moved || taken > since
	if hidden := taken - showLimit - since; hidden > 0 {
		fmt.Fprintf(t.Out, "(%s before these; `trace` shows all)\n", steps(hidden))
		since += hidden
	}
	return t.run.showSince(ctx, since)
}

func (t *talk) list(ctx context.Context, _ string) error { return t.run.ShowSteps(ctx) }

func (t *talk) state(context.Context, string) error {
	t.run.showState()
	return nil
}

func (t *talk) randomly(ctx context.Context, rest string) error {
	n, err := number(rest)
	if err != nil {
		return err
	}
	return t.wander(ctx, n, "")
}

// untilLimit is how many random steps `until` takes at most by default.
const untilLimit = 1000

func (t *talk) until(ctx context.Context, rest string) error {
	limit := untilLimit
	if word, after, _ := strings.Cut(rest, " "); isNumber(word) {
		n, err := number(word)
		if err != nil {
			return err
		}
		limit, rest = n, strings.TrimSpace(after)
	}
	if err := t.present(rest); err != nil {
		return err
	}
	return t.wander(ctx, limit, rest)
}

// present is an error if a condition is missing.
func (t *talk) present(condition string) error {
	if condition == "" {
		return fmt.Errorf("a condition is missing, such as %s", t.example)
	}
	return nil
}

// wander takes random steps and shows them.
func (t *talk) wander(ctx context.Context, n int, until string) error {
	before := t.run.taken()
	met, stuck, err := t.run.random(ctx, n, until)
	if shown := t.showRun(context.WithoutCancel(ctx), before); err == nil { // these are few
		err = shown
	}
	taken := t.run.taken() - before
	switch {
	case err != nil:
		return err
	case stuck && !met && taken < n:
		fmt.Fprintf(t.Out, "deadlock after %s\n", steps(taken))
	}
	if until != "" && !met {
		return fmt.Errorf("the condition was not met in %s", steps(taken))
	}
	return nil
}

func (t *talk) goTo(ctx context.Context, rest string) error {
	if err := t.present(rest); err != nil {
		return err
	}
	before := t.run.taken()
	found, err := t.run.seek(ctx, rest)
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("it is met nowhere from here on")
	}
	return t.showRun(ctx, before)
}

func (t *talk) back(_ context.Context, rest string) error {
	n, err := number(rest)
	if err != nil {
		return err
	}
	return t.takeBack(n)
}

// The errors of [run.follow].
var (
	errNoRecord    = errors.New("there is no trace to replay")
	errOffRecord   = errors.New("the run has left the trace; `back` or `reset` first")
	errEndOfRecord = errors.New("the trace ends here")
)

// next takes steps of the run that is replayed.
func (t *talk) next(ctx context.Context, rest string) (err error) {
	n, err := number(rest)
	if err != nil {
		return err
	}
	before := t.run.taken()
	defer func() { err = errors.Join(err, t.showRun(context.WithoutCancel(ctx), before)) }()
	for range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.run.follow(); err != nil {
			return err
		}
	}
	return nil
}

func (t *talk) save(ctx context.Context, rest string) error {
	if rest == "" {
		return fmt.Errorf("save where? give a file")
	}
	run, err := t.run.Saved(ctx)
	if err == nil {
		err = t.Save(rest, run)
	}
	if err == nil {
		fmt.Fprintf(t.Out, "saved %s to %s\n", steps(t.run.taken()), rest)
	}
	return err
}

func (t *talk) reset(context.Context, string) error { return t.takeBack(t.run.taken()) }

func (t *talk) takeBack(n int) error {
	undone, err := t.run.undo(n)
	if err != nil {
		return err
	}
	t.moved = t.moved || undone > 0
	fmt.Fprintf(t.Out, "undid %s\n", steps(undone))
	t.run.showState()
	return nil
}
