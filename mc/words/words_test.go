package words_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/words"
	"github.com/rcheck-bdd/rcheck-bdd/recipe/recipetest"
)

func p(id int) *ltol.Formula { return ltol.Prop(ltol.Atom{ID: id, Kind: ltol.State}) }

// draw is a random formula over two atoms of each kind.
func draw(r *rand.Rand, size int) *ltol.Formula {
	if size == 0 {
		return ltol.Prop(ltol.Atom{ID: r.IntN(2), Kind: ltol.AtomKind(r.IntN(3))})
	}
	f, g := draw(r, r.IntN(size)), draw(r, r.IntN(size))
	return []*ltol.Formula{
		ltol.Not(f), ltol.And(f, g), ltol.Or(f, g), ltol.Implies(f, g), ltol.Next(f), ltol.Finally(f), ltol.Globally(f), ltol.Until(f, g),
		ltol.Release(f, g), ltol.WeakUntil(f, g), ltol.Globally(ltol.Finally(f)),
	}[r.IntN(11)]
}

// noBDD makes each search by BDDs fail.
var noBDD = bdd.Options{MaxNodes: 1}

// Words by bits are found where automata accept one, by BDDs and by SAT alone. What is found satisfies
// the formula. Where the engine takes no new variables, automata decide.
func TestWordsAgreeWithAutomata(t *testing.T) {
	count := map[bool]int{}
	for seed := range recipetest.Number(t, "MC_WORDS", 250) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		f := draw(r, 2+r.IntN(7))
		if seed%2 == 0 {
			f = ltol.And(f, ltol.Not(draw(r, 3)), ltol.Globally(draw(r, 3)))
		}
		want, err := ltol.Satisfiable(context.Background(), f, ltol.Options{})
		require.NoError(t, err)
		o := words.Options{MaxAutomaton: -1, MaxLasso: []int{-1, 1, 0}[r.IntN(3)]}
		if seed%10 == 0 {
			o.BDD.Engine = "rudd"
		}
		got, err := words.Satisfiable(context.Background(), f, o)
		require.NoError(t, err, "seed %d: %s", seed, f)
		require.Equal(t, want != nil, got != nil, "seed %d: %s", seed, f)
		if count[got != nil]++; got != nil {
			short, err := words.Satisfiable(context.Background(), f, words.Options{MaxAutomaton: -1, MaxLasso: 1 << 20, BDD: noBDD})
			require.NoError(t, err, "seed %d: %s", seed, f)
			require.NotNil(t, short)
			holds, err := ltol.Eval(f, got.Lasso())
			require.NoError(t, err)
			require.True(t, holds, "seed %d: %s on %s", seed, f, got)
		}
	}
	t.Log(count)
	require.Greater(t, min(count[true], count[false]), 30)
}

// families are formulas of which most automata are exponential (Geldenhuys, Hansen, "Larger automata
// and less work for LTL model checking", SPIN 2006, doi:10.1007/11691617_4; Rozier, Vardi, "LTL
// satisfiability checking", SPIN 2007, doi:10.1007/978-3-540-73370-6_11).
var families = map[string]func(n int) *ltol.Formula{
	"E": func(n int) *ltol.Formula {
		return joined(ltol.And, n, func(i int) *ltol.Formula { return ltol.Finally(p(i)) })
	},
	"S": func(n int) *ltol.Formula {
		return joined(ltol.And, n, func(i int) *ltol.Formula { return ltol.Globally(p(i)) })
	},
	"C1": func(n int) *ltol.Formula { return joined(ltol.Or, n, func(i int) *ltol.Formula { return again(p(i)) }) },
	"C2": func(n int) *ltol.Formula {
		return joined(ltol.And, n, func(i int) *ltol.Formula { return again(p(i)) })
	},
	"Q": func(n int) *ltol.Formula {
		return joined(ltol.And, n-1, func(i int) *ltol.Formula { return ltol.Or(ltol.Finally(p(i)), ltol.Globally(p(i+1))) })
	},
	"R": func(n int) *ltol.Formula {
		return joined(ltol.And, n-1, func(i int) *ltol.Formula { return ltol.Or(again(p(i)), ltol.Finally(ltol.Globally(p(i+1)))) })
	},
	"U": func(n int) *ltol.Formula {
		return chained(n, func(f, g *ltol.Formula) *ltol.Formula { return ltol.Until(f, g) })
	},
	"U2": func(n int) *ltol.Formula {
		f := p(n - 1)
		for i := n - 2; i >= 0; i-- {
			f = ltol.Until(p(i), f)
		}
		return f
	},
}

func again(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Finally(f)) }

func joined(op func(...*ltol.Formula) *ltol.Formula, n int, of func(int) *ltol.Formula) *ltol.Formula {
	var fs []*ltol.Formula
	for i := range n {
		fs = append(fs, of(i))
	}
	return op(fs...)
}

func chained(n int, op func(f, g *ltol.Formula) *ltol.Formula) *ltol.Formula {
	f := p(0)
	for i := 1; i < n; i++ {
		f = op(f, p(i))
	}
	return f
}

// All formulas of the families can be true, and false if they have atoms enough; with their negation
// they cannot.
func TestFamiliesOfFormulas(t *testing.T) {
	for name, family := range families {
		for _, n := range []int{2, 12, 20} {
			t.Run(fmt.Sprint(name, n), func(t *testing.T) {
				f := family(n)
				for _, g := range []*ltol.Formula{f, ltol.Not(f)} {
					w, err := words.Satisfiable(context.Background(), g, words.Options{})
					require.NoError(t, err)
					require.NotNil(t, w)
				}
				w, err := words.Satisfiable(context.Background(), ltol.And(f, ltol.Next(ltol.Not(f)), ltol.Globally(ltol.Iff(p(0), ltol.Next(p(0))))), words.Options{})
				require.NoError(t, err)
				if name == "C1" || name == "C2" || name == "R" {
					require.Nil(t, w, "what recurs does so from the next position on as well")
				}
			})
		}
	}
}

// A formula that can be true in one of many ways is one of these: 100 atoms need no automaton of all
// ways together. Where each way contradicts what the formula demands besides, it cannot be true.
func TestDisjunctionsOfWords(t *testing.T) {
	ctx := context.Background()
	f := ltol.Not(families["R"](100))
	also := ltol.Globally(ltol.And(p(0), ltol.Not(p(1)), p(2)))
	w, err := words.Satisfiable(ctx, f, words.Options{Also: also})
	require.NoError(t, err)
	holds, err := ltol.Eval(ltol.And(f, also), w.Lasso())
	require.NoError(t, err)
	require.True(t, holds)
	var ways []*ltol.Formula
	for i := range 30 {
		ways = append(ways, ltol.And(again(p(i)), ltol.Finally(ltol.Globally(ltol.Not(p(i))))))
	}
	w, err = words.Satisfiable(ctx, ltol.Or(ways...), words.Options{MaxAutomaton: -1})
	require.NoError(t, err)
	require.Nil(t, w)
}

// A formula may put off more than 64 eventualities, or as many responses. Each binds by BDDs: with one
// that cannot be there is no word, be it the first one or the last.
func TestManyConditions(t *testing.T) {
	ctx := context.Background()
	const n = 66
	never, asked := p(n+1), p(n+2)
	response := func(f *ltol.Formula) *ltol.Formula { return ltol.Globally(ltol.Implies(asked, ltol.Finally(f))) }
	for _, demand := range []func(*ltol.Formula) *ltol.Formula{ltol.Finally, response} {
		all := joined(ltol.And, n, func(i int) *ltol.Formula { return demand(p(i)) })
		for i, can := range map[int]bool{0: false, n - 1: false, n: true} {
			// After p(i), what is never true would be true.
			f := ltol.And(all, asked, ltol.Globally(ltol.And(ltol.Implies(p(i), ltol.Next(never)), ltol.Not(never))))
			tableau, err := ltol.Tabulate(ctx, f, ltol.Options{})
			require.NoError(t, err)
			require.Len(t, tableau.Conditions, n)
			w, err := words.Satisfiable(ctx, f, words.Options{MaxAutomaton: -1, MaxLasso: -1})
			require.NoError(t, err)
			require.Equal(t, can, w != nil, i)
		}
	}
}

// A short word is found without BDDs, also where the formula is long.
func TestShortWordsOfLongFormulas(t *testing.T) {
	for name, family := range families {
		t.Run(name, func(t *testing.T) {
			f := family(1000)
			w, err := words.Satisfiable(context.Background(), f, words.Options{BDD: noBDD})
			require.NoError(t, err)
			require.LessOrEqual(t, len(w.Letters), 3)
		})
	}
}

// Beginnings of words are enough to contradict some formulas (V. Schuppan, L. Darmawan, "Evaluating LTL
// satisfiability solvers", ATVA 2011, doi:10.1007/978-3-642-24372-1_28).
func TestContradictionsOfBeginnings(t *testing.T) {
	both := []*ltol.Formula{ltol.Globally(p(0)), ltol.Next(ltol.Next(ltol.Not(p(0))))}
	for i := range 1000 {
		both = append(both, ltol.Or(p(2*i+1), p(2*i+2)))
	}
	w, err := words.Satisfiable(context.Background(), ltol.And(both...), words.Options{BDD: noBDD})
	require.NoError(t, err)
	require.Nil(t, w)
}

// Limits are errors, and no verdicts.
func TestLimitsOfWords(t *testing.T) {
	f := families["U"](30)
	_, err := words.Satisfiable(context.Background(), f, words.Options{MaxLasso: -1, BDD: bdd.Options{MaxNodes: 100}})
	require.ErrorIs(t, err, bdd.ErrNodeLimit)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = words.Satisfiable(ctx, f, words.Options{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = words.Satisfiable(context.Background(), f, words.Options{MaxLasso: -1, BDD: bdd.Options{Engine: "rudd"}, Translation: ltol.Options{MaxStates: 20}})
	require.ErrorIs(t, err, ltol.ErrTooLarge)
}
