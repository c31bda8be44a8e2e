// Package words decides whether a formula can be true, whatever its atoms mean.
//
// Its one idea: letters are the states of a system in which every state leads to every other one. So
// the search of package mc/internal/search answers, with an automaton where that is small, and with a
// variable for each obligation of the formula where it is not.
package words

import (
	"context"
	"errors"

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
	// Also, if it is not nil, is a formula that the word must satisfy as well.
	Also *ltol.Formula
}

// Satisfiable returns a word that satisfies f at position 0, or nil if there is none. The atoms are
// independent of each other. The word satisfies f by [ltol.Eval].
//
// Errors are those of [ltol.Translate] and of operations of BDDs. With an error, nothing is known.
func Satisfiable(ctx context.Context, f *ltol.Formula, o Options) (*ltol.Word, error) {
	most := o.MaxAutomaton
	if most == 0 {
		most = 64
	}
	all := f
	if o.Also != nil {
		all = ltol.And(f, o.Also)
	}
	if most > 0 {
		small := o.Translation
		small.MaxStates, small.MaxEdges = most, 8*most
		if w, err := ltol.Satisfiable(ctx, all, small); !errors.Is(err, ltol.ErrTooLarge) {
			return w, err
		}
	}
	if parts := ltol.Not(f).Divided(1, 1); len(parts) > 1 { // f is the disjunction of their negations
		for _, part := range parts {
			if w, err := Satisfiable(ctx, ltol.Not(part), o); w != nil || err != nil {
				return confirmed(all, w, err)
			}
		}
		return nil, nil
	}
	l, err := newLetters(ctx, all.Atoms(), o.BDD)
	if err != nil {
		return nil, err
	}
	defer l.manager.Close()
	system := search.NewSystem(l, search.Fairness{}, search.Options{Thresholds: search.Thresholds{MaxAutomaton: most, RoundsBeforeProbe: -1}})
	goals, err := system.Goals(ctx, all, o.Translation)
	if err != nil {
		return nil, err
	}
	for _, goal := range goals {
		out, err := system.Find(ctx, goal, false)
		if err != nil {
			return nil, err
		}
		if out.Run == nil {
			continue
		}
		return confirmed(all, l.word(out.Run.States, out.Run.Loop), nil)
	}
	return nil, nil
}

// confirmed is a word that was found for f, or an error.
func confirmed(f *ltol.Formula, w *ltol.Word, err error) (*ltol.Word, error) {
	if err != nil {
		return nil, err
	}
	if holds, err := ltol.Eval(f, w.Lasso()); err != nil || !holds {
		return nil, errors.Join(errors.New("words: internal error: the word that was found does not satisfy its formula"), err)
	}
	return w, nil
}
