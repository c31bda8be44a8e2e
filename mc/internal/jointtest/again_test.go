package jointtest

import (
	"context"
	"fmt"
	"math/rand"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/mc"
	"github.com/rcheck-bdd/rcheck-bdd/mc/branch"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/report"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl/ispltest"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// A question is one that a checker is asked, with the answer as a text.
type question struct {
	name string
	ask  func(ctx context.Context, c *Checker) (string, error)
}

// questions are all that there are about a model, each of its formulas in several ways.
func questions(p *ispl.Program) (list []question) {
	add := func(name string, ask func(ctx context.Context, c *Checker) (string, error)) {
		list = append(list, question{name, ask})
	}
	found := func(name string, find func(*Checker, context.Context) (*report.Found, error)) {
		add(name, func(ctx context.Context, c *Checker) (string, error) {
			f, err := find(c, ctx)
			if err != nil {
				return "", err
			}
			return fmt.Sprint(f.States, tellRun(f.Run)), nil
		})
	}
	for _, f := range p.Formulas {
		add("check "+f.Text, func(ctx context.Context, c *Checker) (string, error) {
			a, err := c.Check(ctx, f.Formula)
			if err != nil {
				return "", err
			}
			return fmt.Sprint(a.Holds, a.States, a.Example), nil
		})
		add("pruned "+f.Text, func(ctx context.Context, c *Checker) (string, error) {
			a, err := c.CheckPruned(ctx, f.Formula)
			if err != nil {
				return "", err
			}
			return fmt.Sprint(a.Holds), nil
		})
		add("vacuity of "+f.Text, func(ctx context.Context, c *Checker) (string, error) {
			w, err := c.Vacuity(ctx, f.Formula)
			return fmt.Sprint(w), err
		})
		add("witness of "+f.Text, func(ctx context.Context, c *Checker) (string, error) {
			a, err := c.Check(ctx, f.Formula)
			if err != nil || a.Example == nil {
				return "none", err
			}
			w, err := c.Witness(ctx, f.Formula, a.Example)
			if err != nil {
				return "", err
			}
			return tellWitness(w), nil
		})
	}
	for i := range p.System.Propositions {
		found(fmt.Sprint("where ", i), func(c *Checker, ctx context.Context) (*report.Found, error) {
			return c.Where(ctx, p.System.Propositions[i].When)
		})
	}
	found("deadlocks", (*Checker).Deadlocks)
	found("overflows", (*Checker).Overflows)
	add("values", func(ctx context.Context, c *Checker) (string, error) {
		taken, err := c.Taken(ctx)
		return fmt.Sprint(taken), err
	})
	add("certificate", func(ctx context.Context, c *Checker) (string, error) {
		_, err := c.Compare(ctx)
		return "", err
	})
	add("warnings", func(ctx context.Context, c *Checker) (string, error) {
		c.asked = nil
		for _, f := range p.Formulas {
			if _, err := c.Check(ctx, f.Formula); err != nil {
				return "", err
			}
		}
		list, err := c.Warnings(ctx)
		if err != nil {
			return "", err
		}
		s, err := c.Reach(ctx)
		return fmt.Sprint(list, s.States, s.Deadlocks), err
	})
	return list
}

func tellRun(r *branch.Run) string {
	if r == nil {
		return "no run"
	}
	return fmt.Sprint(r.States, r.Steps, r.Loop)
}

// tellWitness writes what a witness shows.
func tellWitness(w *branch.Witness) string {
	var b strings.Builder
	fmt.Fprint(&b, w.State, w.Holds, tellRun(w.Run), w.Unshown, w.Alike)
	for _, j := range w.Jumps {
		fmt.Fprint(&b, j.Agents, j.To, tellRun(j.Run))
	}
	if w.Strategy != nil {
		for _, r := range w.Strategy.Rules {
			fmt.Fprint(&b, r.Player, r.Option, r.Condition(" and "), ";")
		}
	}
	for _, p := range w.Parts {
		fmt.Fprint(&b, " (", tellWitness(p), ")")
	}
	return b.String()
}

// answer asks a question; panics are errors.
func (q question) answer(ctx context.Context, c *Checker) (text string, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: panic: %v\n%s", mc.ErrInternal, fault, debug.Stack())
		}
	}()
	return q.ask(ctx, c)
}

// drawnOptions are options for a model's checks, some thresholds at their extremes.
func drawnOptions(seed int, p *ispl.Program) Options {
	o := Options{
		PathsEnd: seed%2 == 1, Endless: p.Endless, Ability: branch.Ability(seed / 2 % 3),
		AbilitySteps: 60, Samples: 8,
	}
	recipetest.Extremes(recipetest.Seeded(uint64(seed)), &o.Encoding.Thresholds)
	switch seed % 5 {
	case 3:
		o.Encoding.BDD = bdd.Options{AutoReorder: true, Thresholds: bdd.Thresholds{FirstReorder: -1}}
	case 4:
		o.Encoding.BDD.Engine = "rudd"
	}
	return o
}

// again is a model whose questions were answered by checkers that nothing has interrupted.
type again struct {
	t         *testing.T
	program   *ispl.Program
	options   Options
	questions []question
	want      []string
	looks     []int // that operations on diagrams take for each
	answers   int
	limits    int
}

// newAgain generates a model.
func newAgain(t *testing.T, seed int) *again {
	rng := rand.New(rand.NewSource(int64(5000 + seed)))
	model := ispltest.Generate(rng, ispltest.Options{Formulas: 3, NoFairness: seed%3 == 0})
	p := parse(t, string(ispl.PrintFile(model)))
	a := &again{t: t, program: p, options: drawnOptions(seed, p), questions: questions(p)}
	if a.options.Ability != branch.PerfectInformation {
		p.Fairness = nil
	}
	fresh, err := a.open(a.options)
	require.NoError(t, err)
	defer fresh.Close()
	for _, q := range a.questions {
		want, err := q.answer(context.Background(), fresh)
		if err != nil {
			require.ErrorIs(t, err, branch.ErrStrategy, "seed %d: %s", seed, q.name)
			want = err.Error()
		}
		alone, err := a.open(a.options)
		require.NoError(t, err)
		never := mctest.NewLimit(1<<40, 1)
		_, _ = q.answer(never, alone)
		alone.Close()
		a.want, a.looks = append(a.want, want), append(a.looks, max(1, never.Looks()))
	}
	return a
}

func (a *again) open(o Options) (*Checker, error) {
	return New(context.Background(), a.program.System, a.program.Fairness, o)
}

// ask demands that a checker's answer to a question is right, or that a limit keeps it from
// answering.
func (a *again) ask(ctx context.Context, c *Checker, i int, how string) (answered bool) {
	got, err := a.questions[i].answer(ctx, c)
	switch {
	case mc.IsLimit(err):
		a.limits++
		return false
	case err != nil:
		require.ErrorIs(a.t, err, branch.ErrStrategy, "%s: %s", how, a.questions[i].name)
		got = err.Error()
	}
	require.Equal(a.t, a.want[i], got, "%s: %s", how, a.questions[i].name)
	a.answers++
	return true
}

// Whatever an interrupt, or a limit that strikes single operations, has left of questions, the same
// checker answers them and all others as one does that was never interrupted.
func TestQuestionsAreAskedAgain(t *testing.T) {
	answers, limits := 0, 0
	for seed := range recipetest.Number(t, "JOINT_AGAIN", 15) {
		a, rng := newAgain(t, seed), rand.New(rand.NewSource(int64(seed)))
		for range recipetest.Number(t, "JOINT_ROUNDS", 6) {
			c, err := a.open(a.options)
			require.NoError(t, err)
			how := fmt.Sprintf("seed %d", seed)
			for range 1 + rng.Intn(8) {
				i, number := rng.Intn(len(a.questions)), 1+rng.Intn(4)
				first := 1 + rng.Intn(1+rng.Intn(a.looks[i]))
				ctx := mctest.NewLimit(first, number)
				if rng.Intn(2) == 0 {
					ctx, number = mctest.NewInterrupt(first), 0
				}
				how += fmt.Sprintf("; %q from look %d, %d", a.questions[i].name, first, number)
				a.ask(ctx, c, i, how)
			}
			if _, err := c.Reach(context.Background()); err != nil {
				require.True(t, mc.IsLimit(err), how) // a limit on the reachable states stays
				c.Close()
				continue
			}
			for _, i := range rng.Perm(len(a.questions)) {
				require.True(t, a.ask(context.Background(), c, i, how), "%s: %s", how, a.questions[i].name)
			}
			c.Close()
		}
		answers, limits = answers+a.answers, limits+a.limits
	}
	t.Log(answers, limits)
	require.Greater(t, limits, 100)
}

// However few nodes there are, or bytes, the answers that there are to all questions, one after the
// other, are right.
func TestQuestionsUnderLimits(t *testing.T) {
	answers, limits := 0, 0
	for seed := range recipetest.Number(t, "JOINT_LIMITS", 8) {
		a, rng := newAgain(t, seed), rand.New(rand.NewSource(int64(seed)))
		for size := 20; size < 5000; size += 1 + rng.Intn(size) {
			o := a.options
			if o.Encoding.BDD.MaxNodes = size; rng.Intn(3) == 0 {
				o.Encoding.BDD.MaxNodes, o.Encoding.BDD.MaxBytes = 0, int64(2000+80*size)
				o.Encoding.BDD.InitialNodes, o.Encoding.BDD.CacheSize = 16, 16
			}
			c, err := a.open(o)
			if err != nil {
				require.True(t, mc.IsLimit(err), "%v", err)
				continue
			}
			for range 2 {
				for _, i := range rng.Perm(len(a.questions)) {
					a.ask(context.Background(), c, i, fmt.Sprintf("seed %d, size %d", seed, size))
				}
			}
			c.Close()
		}
		answers, limits = answers+a.answers, limits+a.limits
	}
	t.Log(answers, limits)
	require.Greater(t, min(answers, limits), 100)
}
