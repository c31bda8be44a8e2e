// Package words decides whether a formula can be true, whatever its atoms mean.
//
// Its one idea: letters are the steps of a system in which every step can follow every other one. So
// the searches for runs answer. Where the automaton of the formula is small, it is enough. Where it is
// not, there is a variable for each obligation of the formula. A short word is then found by bounded
// model checking (package mc/internal/bounded), and so are contradictions of a few letters. Otherwise
// BDDs decide (package mc/internal/search).
package words

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/search"
)

// Options bound the search. The zero value has the defaults.
type Options struct {
	Translation ltol.Options
	BDD         bdd.Options
	// MaxAutomaton is the most states of an automaton before it is reduced, 64. Where it is negative,
	// no automaton is made.
	MaxAutomaton int
	// MaxLasso bounds the search for a short word by SAT that comes before BDDs: 1000 gates and clauses
	// looked at for each node of the circuit of the obligations. Where it is negative, there is no such
	// search.
	MaxLasso int
	// Also, if it is not nil, is a formula that the word must satisfy as well.
	Also *ltol.Formula
}

// Satisfiable returns a word that satisfies f at position 0, or nil if there is none. The atoms are
// independent of each other. The word satisfies f by [ltol.Eval].
//
// A short word of a long formula is found before an automaton is: to simplify the formula alone can
// take longer.
//
// Errors are those of [ltol.Translate] and of operations of BDDs. With an error, nothing is known.
func Satisfiable(ctx context.Context, f *ltol.Formula, o Options) (*ltol.Word, error) {
	o.MaxAutomaton, o.MaxLasso = cmp.Or(o.MaxAutomaton, 64), cmp.Or(o.MaxLasso, 1000)
	all, small := f, o.Translation
	if o.Also != nil {
		all = ltol.And(f, o.Also)
	}
	small.MaxStates, small.MaxEdges = o.MaxAutomaton, 8*o.MaxAutomaton
	ways := []func() (*ltol.Word, error){
		func() (*ltol.Word, error) { return ltol.Satisfiable(ctx, all, small) },
		func() (*ltol.Word, error) { return lasso(ctx, all, o.MaxLasso, o.Translation) },
		func() (*ltol.Word, error) { return byBDDs(ctx, f, all, o) },
	}
	if o.MaxAutomaton < 0 {
		ways = ways[1:]
	} else if all.Size() > o.MaxAutomaton {
		slices.Reverse(ways[:2])
	}
	var w *ltol.Word
	err := ltol.ErrTooLarge
	for _, find := range ways {
		if errors.Is(err, ltol.ErrTooLarge) { // nothing is decided yet
			w, err = find()
		}
	}
	if w == nil || err != nil {
		return nil, err
	}
	if holds, err := ltol.Eval(all, w.Lasso()); err != nil || !holds {
		return nil, errors.Join(errWord, err)
	}
	return w, nil
}

var errWord = errors.New("words: internal error: the word that was found does not satisfy its formula")

// byBDDs looks for a word of all, which is f and what it must satisfy as well. A disjunction is
// decided part by part.
func byBDDs(ctx context.Context, f, all *ltol.Formula, o Options) (*ltol.Word, error) {
	if parts := ltol.Not(f).Divided(1, 1); len(parts) > 1 { // f is the disjunction of their negations
		o.MaxLasso = -1
		for _, part := range parts {
			if w, err := Satisfiable(ctx, ltol.Not(part), o); w != nil || err != nil {
				return w, err
			}
		}
		return nil, nil
	}
	l, err := newLetters(ctx, all, o.BDD)
	if err != nil {
		return nil, err
	}
	defer l.Diagrams.Close()
	system := search.NewSystem(l, search.Fairness{}, search.Options{Thresholds: search.Thresholds{MaxAutomaton: o.MaxAutomaton, RoundsBeforeProbe: -1}})
	goals, err := system.Goals(ctx, all, o.Translation)
	if err != nil {
		return nil, err
	}
	for _, goal := range goals {
		out, err := system.Find(ctx, goal, true, false)
		if err != nil {
			return nil, err
		}
		if out.Run != nil {
			return l.word(out.Run.States, out.Run.Loop), nil
		}
	}
	return nil, nil
}
