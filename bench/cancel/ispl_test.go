package cancel

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/draw"
	"github.com/rcheck-bdd/rcheck-bdd/mc/rcp"
	"github.com/rcheck-bdd/rcheck-bdd/mc/simulate"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
)

// crowd is n agents with a number and four actions each, one of which counts. With many agents
// there are 4^n joint actions in each state.
func crowd(n int, formulas string) string {
	var w strings.Builder
	var initial, all []string
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&w, `Agent P%d
  Vars: x : 0..9; end Vars
  Actions = {up, down, stay, rest};
  Protocol: x < 9 : {up, down, stay, rest}; Other : {down, stay, rest}; end Protocol
  Evolution: x = x + 1 if Action = up; x = x - 1 if Action = down and x > 0; end Evolution
end Agent
`, i)
		initial = append(initial, fmt.Sprintf("P%d.x = 0", i))
		all = append(all, fmt.Sprintf("P%d.x = 9", i))
	}
	fmt.Fprintf(&w, "Evaluation\n  top if %s;\n", strings.Join(all, " and "))
	fmt.Fprintf(&w, "  first if P1.x = 9;\nend Evaluation\n")
	fmt.Fprintf(&w, "InitStates %s; end InitStates\n", strings.Join(initial, " and "))
	fmt.Fprintf(&w, "Groups g = {P1}; end Groups\nFormulae %s end Formulae\n", formulas)
	return w.String()
}

// stuck is n agents, the last of which leaves its range whatever it and the one before do: no joint
// action leads anywhere, and 4^n of them have to be looked at to know it.
func stuck(n int) string {
	text := crowd(n, "AG !top;")
	last := fmt.Sprintf("Agent P%d\n", n)
	at := strings.Index(text, last)
	end := at + strings.Index(text[at:], "end Agent")
	return text[:at] + last + fmt.Sprintf(`  Vars: x : 0..9; end Vars
  Actions = {up, down, stay, rest};
  Protocol: Other : {up, down, stay, rest}; end Protocol
  Evolution:
    x = x + 10 if P%d.Action = up and Action = up;
    x = x - 10 if !(P%d.Action = up and Action = up);
  end Evolution
`, n-1, n-1) + text[end:]
}

// isplWorkloads go through what is asked of models in ISPL besides verdicts.
var isplWorkloads = []workload{
	{"ISPL: reading", func(*testing.T) func(context.Context) error {
		text := []byte(crowd(30, strings.Repeat("AG (top -> EF first);\n", 2000)))
		return func(ctx context.Context) error {
			_, _, err := ispl.ParseContext(ctx, "model.ispl", text, ispl.Options{})
			return err
		}
	}},
	{"ISPL: formatting", func(*testing.T) func(context.Context) error {
		text := []byte(crowd(30, strings.Repeat("AG (top -> EF first);\n", 2000)))
		return func(ctx context.Context) error {
			_, _, err := ispl.Format(ctx, "model.ispl", text)
			return err
		}
	}},
	{"ISPL: why AG fails", explaining(crowd(10, "AG !top;"))},
	{"ISPL: why AF fails", explaining(crowd(10, "AF first;"))},
	{"ISPL: state formulas", explaining(crowd(3, strings.Repeat("<g>F ", 300)+"top;"))},
	{"ISPL: pictures", exploring(crowd(2, "AG !top;"),
		func(ctx context.Context, in *interpreted.Interpreter) error {
			g, err := interpreted.Explore(ctx, in, interpreted.Limits{States: 2000, Steps: 100_000})
			if err != nil {
				return err
			}
			locals, err := draw.Locals(ctx, in, g)
			if err != nil {
				return err
			}
			if _, err := draw.Reachable(ctx, in, g, trace.TextOptions{}); err != nil {
				return err
			}
			_, err = draw.Scenes(ctx, locals[:1]...)
			return err
		})},
	{"ISPL: many joint actions", exploring(crowd(12, "AG !top;"),
		func(ctx context.Context, in *interpreted.Interpreter) error {
			_, err := interpreted.Explore(ctx, in, interpreted.Limits{})
			return err
		})},
	{"ISPL: goto", walking(crowd(8, "AG !top;"),
		func(ctx context.Context, w *simulate.JointWalk, p *ispl.Program) error {
			_, err := w.Seek(ctx, p.System.Propositions[0].When, 1000)
			return limited(err)
		})},
	{"ISPL: random steps", walking(crowd(10, "AG !top;"),
		func(ctx context.Context, w *simulate.JointWalk, _ *ispl.Program) error {
			_, _, err := w.Random(ctx, 3000, nil)
			return err
		})},
	{"ISPL: a random step where there is none", walking(stuck(7),
		func(ctx context.Context, w *simulate.JointWalk, _ *ispl.Program) error {
			_, _, err := w.Random(ctx, 1, nil)
			return err
		})},
	{"ISPL: choices", walking(crowd(12, "AG !top;"),
		func(ctx context.Context, w *simulate.JointWalk, _ *ispl.Program) error {
			_, err := w.Choices(ctx, 10_000)
			return limited(err)
		})},
}

// limited leaves out that a limit on states or steps was reached, which is an end like others.
func limited(err error) error {
	if errors.Is(err, interpreted.ErrStateLimit) || errors.Is(err, interpreted.ErrStepLimit) {
		return nil
	}
	return err
}

func exploring(
	text string, work func(context.Context, *interpreted.Interpreter) error,
) func(*testing.T) func(context.Context) error {
	return func(t *testing.T) func(context.Context) error {
		p, list := ispl.Parse("model.ispl", []byte(text), ispl.Options{})
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		return func(ctx context.Context) error { return work(ctx, in) }
	}
}

func walking(
	text string, work func(context.Context, *simulate.JointWalk, *ispl.Program) error,
) func(*testing.T) func(context.Context) error {
	return func(t *testing.T) func(context.Context) error {
		p, list := ispl.Parse("model.ispl", []byte(text), ispl.Options{})
		require.NoError(t, list.Err())
		in := interpreted.NewInterpreter(p.System)
		return func(ctx context.Context) error {
			w, err := simulate.NewJointWalk(in, make(interpreted.State, len(p.System.Vars)), 1)
			if err != nil {
				return err
			}
			return work(ctx, w, p)
		}
	}
}

// explaining decides the first formula of a model, shows why, looks for what deserves a warning,
// and certifies.
func explaining(text string) func(*testing.T) func(context.Context) error {
	return func(t *testing.T) func(context.Context) error {
		p, list := ispl.Parse("model.ispl", []byte(text), ispl.Options{})
		require.NoError(t, list.Err())
		return func(ctx context.Context) error {
			spec := rcp.OfISPL(p)
			c, err := mc.NewJointChecker(ctx, p.System, spec)
			if err != nil {
				return err
			}
			defer c.Close()
			r := c.CheckProperty(ctx, spec.Properties[0]) // which shows why, if it is violated
			if r.Err != nil {
				return r.Err
			}
			if err := c.Show(ctx, &r); err != nil {
				return err
			}
			if _, err = c.Warnings(ctx); err != nil {
				return err
			}
			_, err = c.Compare(ctx)
			return err
		}
	}
}

// Their times are measured with those of the others.
func init() { workloads = append(append(workloads, isplWorkloads...), runWorkloads...) }

// An ending is a context that is done after so many looks. It counts those that come after, and
// notes what had been allocated.
type ending struct {
	context.Context
	left  int
	after int
	begun uint64
}

func (e *ending) Err() error {
	if e.left--; e.left >= 0 {
		return nil
	}
	if e.after++; e.after == 1 {
		e.begun = allocated()
	}
	return context.Canceled
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// What may be done after a cancellation: so many more looks at the context on the way out, and so
// many bytes allocated.
const (
	looksAfter = 2000
	bytesAfter = 8 << 20
)

// TestWorkAfterCancellation: wherever a look at the context finds that it is done, work for models
// in ISPL ends, and so does what is shown of runs. It counts what is done after that, not time:
// looks at the context and allocated bytes.
func TestWorkAfterCancellation(t *testing.T) {
	for _, w := range append(slices.Clone(isplWorkloads), runWorkloads...) {
		t.Run(w.name, func(t *testing.T) {
			run := w.prepare(t)
			whole := &ending{Context: context.Background(), left: 1 << 40}
			if strings.HasSuffix(w.name, "many joint actions") {
				whole.left = 20_000 // it has no end
			}
			err := run(whole)
			looks := 1<<40 - whole.left
			if whole.after > 0 {
				require.ErrorIs(t, err, context.Canceled)
				looks = 20_000
			} else {
				require.NoError(t, err)
			}
			require.Greater(t, looks, 10)
			for i := range 12 {
				ctx := &ending{Context: context.Background(), left: looks * i / 12}
				require.ErrorIs(t, run(ctx), context.Canceled, "after %d of %d looks", looks*i/12, looks)
				bytes := allocated() - ctx.begun
				require.Less(t, ctx.after, looksAfter, "after %d of %d looks", looks*i/12, looks)
				require.Less(t, bytes, uint64(bytesAfter), "after %d of %d looks", looks*i/12, looks)
			}
			t.Logf("%d looks at the context", looks)
		})
	}
}
