package branch

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/mctest"
	"github.com/rcheck-bdd/rcheck-bdd/rcheck/ispl"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/interpreted"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

// Wherever a limit strikes while a strategy by what agents see is looked for, and shown, that is
// the error, unless the answer is right all the same; and the same labelling answers when it is
// asked again.
func TestLimitsOfSearchesForStrategies(t *testing.T) {
	limits, answers := 0, 0
	exchange := exchanging(t)
	for seed := range recipetest.Number(t, "BRANCH_AGAIN", 4) {
		r := rand.New(rand.NewSource(int64(seed)))
		sys := exchange
		if seed > 1 {
			shape := recipetest.Shape{Propositions: 3, Agents: 3, Commands: 5 + seed%5, States: 2}
			sys = recipetest.System(recipetest.Seeded(uint64(4100+seed)), shape)
		}
		w := newTwin(t, sys, nil)
		if w == nil {
			continue
		}
		if w.graph.Len() > 60 {
			w.close()
			continue
		}
		open := func() *Labelling {
			l := New(w.labels.sys, w.labels.sp, w.labels.fair, w.labels.opts)
			l.opts.Ability, l.opts.SearchSteps = Uniform+Ability(seed%2), 100
			l.opts.Sees = func(agent int) []bdd.VarID { return w.model.Seen(agent, nil, true) }
			return l
		}
		for range 4 {
			goal := ltol.StateProp(statePropositions(sys)[r.Intn(2)])
			f := ltol.Can(group(r, len(sys.Agents)+1), goals[r.Intn(3)], goal)
			at := w.graph.State(r.Intn(w.graph.Len()))
			ask := func(ctx context.Context, l *Labelling) (holds []bool, shown *Witness, err error) {
				set, err := l.States(ctx, f)
				if err != nil {
					return nil, nil, err
				}
				for s := range w.graph.Len() {
					holds = append(holds, w.model.Contains(set, w.graph.State(s)))
				}
				shown, err = l.Explain(ctx, f, at)
				return holds, shown, err
			}
			never, fresh := mctest.NewLimit(1<<40, 1), open()
			want, witness, err := ask(never, fresh)
			fresh.Close()
			if errors.Is(err, ErrStrategy) {
				continue
			}
			require.NoError(t, err)
			for k := 1; k <= never.Looks(); k += 1 + k/20 {
				l := open()
				how := fmt.Sprintf("seed %d, %s, look %d", seed, f, k)
				causes := []error{bdd.ErrNodeLimit, context.Canceled}
				for i, ctx := range []context.Context{mctest.NewLimit(k, 2+k%3), mctest.NewInterrupt(k)} {
					got, shown, err := ask(ctx, l)
					if err != nil {
						require.ErrorIs(t, err, causes[i], how)
						limits++
						continue
					}
					require.Equal(t, want, got, how)
					require.Equal(t, witness, shown, how)
				}
				got, shown, err := ask(context.Background(), l)
				require.NoError(t, err, how)
				require.Equal(t, want, got, how)
				require.Equal(t, witness, shown, how)
				answers++
				l.Close()
			}
		}
		w.close()
	}
	t.Log(limits, answers)
	require.Greater(t, limits, 500)
}

// Wherever an interrupt or a limit of nodes strikes while a chain of jumps is put together, that is
// the error. A limit goes by, so that nothing later notices it.
func TestInterruptsOfChains(t *testing.T) {
	p, list := ispl.Parse("chain", []byte(chain), ispl.Options{})
	require.NoError(t, list.Err())
	w := newJointTwin(t, p, 0)
	defer w.close()
	ask := func(ctx context.Context) (*Witness, error) {
		return w.labels.Explain(ctx, p.Formulas[0].Formula, interpreted.State{0, 0})
	}
	want, err := ask(context.Background())
	require.NoError(t, err)
	require.Len(t, want.Jumps, 2)
	never := mctest.NewInterrupt(1 << 40)
	_, err = ask(never)
	require.NoError(t, err)
	interrupted, limited := 0, 0
	for k := 1; k <= never.Looks(); k++ {
		if x, err := ask(mctest.NewInterrupt(k)); err != nil {
			require.ErrorIs(t, err, context.Canceled)
			interrupted++
		} else {
			require.Equal(t, want, x)
		}
		if x, err := ask(mctest.NewLimit(k, 2)); err != nil {
			require.ErrorIs(t, err, bdd.ErrNodeLimit)
			limited++
		} else {
			require.Equal(t, want, x, "limit at look %d", k)
		}
	}
	require.Greater(t, interrupted, 30)
	require.Positive(t, limited)
}
