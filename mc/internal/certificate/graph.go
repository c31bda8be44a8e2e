package certificate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An arc is an edge of the product of the graph with an automaton of runs that violate the
// property.
type arc struct {
	to                 int
	acc, left, entered uint64
}

// A spot is a node of the product.
type spot struct {
	place place
	state int
}

// search looks for a run that violates the property. The error is nil if there is none.
func (k *counting) search(ctx context.Context) error {
	a, err := ltol.Translate(ctx, ltol.Not(k.formula), ltol.Options{})
	if errors.Is(err, ltol.ErrTooLarge) {
		return fmt.Errorf("%w: %w", ErrWork, err)
	}
	if err != nil {
		return err
	}
	first, err := k.beginnings()
	if err != nil {
		return err
	}
	var spots series[spot]
	number := map[spot]int{}
	visit := func(x spot) int {
		if spots.add(x); len(spots.list) > len(number) {
			number[x] = len(number)
		}
		return number[x]
	}
	for _, x := range first {
		for _, q := range a.Initial {
			visit(spot{x, q})
		}
	}
	var arcs [][]arc
	of := map[place][]edge{}
	for i := 0; i < len(spots.list); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		x := spots.list[i]
		if violates, err := k.ends(a, x); violates || err != nil {
			return errors.Join(err, doubt(violates))
		}
		if of[x.place] == nil {
			if of[x.place], err = k.edges(x.place, !k.formula.Safety()); err != nil {
				return err
			}
		}
		var out series[arc]
		for _, e := range of[x.place] {
			for _, next := range a.States[x.state] {
				if k.possible(x.place, e.bits, next.Guard) {
					out.add(arc{visit(spot{e.to, next.To}), next.Acc, e.left, e.entered})
				}
			}
		}
		arcs = append(arcs, out.list)
		if err := k.spend(len(out.list)); err != nil {
			return err
		}
	}
	all := make([]int, len(arcs))
	for i := range all {
		all[i] = i
	}
	return doubt(goesOn(arcs, all, 1<<a.Acceptance-1, 0))
}

func doubt(violates bool) error {
	if violates {
		return ErrRun
	}
	return nil
}

// possible tells whether a step is one of a guard, with some truth values of the atoms about the
// state.
func (k *counting) possible(x place, bits string, g ltol.Guard) bool {
	return slices.ContainsFunc(k.letters(x, 0), func(letter []recipe.Value) bool {
		return g.Eval(func(a ltol.Atom) bool {
			if a.Kind == ltol.State {
				return truth(k.state, letter, a)
			}
			return bits[2*slices.Index(k.step, a)+1] == '1'
		})
	})
}

// ends tells whether the run can end in a deadlock, and violates the property then.
func (k *counting) ends(a *ltol.Automaton, x spot) (bool, error) {
	var present []int
	var many []bool
	for p, n := range x.place.counts {
		if n > 0 {
			present, many = append(present, p), append(many, n > 1)
		}
	}
	if sure, err := k.certain(x.place.base, present, many); sure || err != nil {
		return false, err
	}
	for _, letter := range k.letters(x.place, 1) {
		arcs := make([][]arc, len(a.States))
		for q, edges := range a.States {
			for _, e := range edges {
				if e.Guard.Eval(func(y ltol.Atom) bool { return y.Kind == ltol.State && truth(k.state, letter, y) }) {
					arcs[q] = append(arcs[q], arc{to: e.To, acc: e.Acc})
				}
			}
		}
		if goesOn(arcs, reached(arcs, x.state), 1<<a.Acceptance-1, 0) {
			return true, nil
		}
	}
	return false, nil
}

// reached are the nodes that can be reached from one.
func reached(arcs [][]arc, from int) []int {
	out := []int{from}
	for i := 0; i < len(out); i++ {
		for _, e := range arcs[out[i]] {
			if !slices.Contains(out, e.to) {
				out = append(out, e.to)
			}
		}
	}
	return out
}

// goesOn tells whether a cycle among some nodes is accepting and fair, without arcs on which agents
// leave some local states. The reason: of finitely many agents, none leave a local state again and
// again unless some enter it.
func goesOn(arcs [][]arc, nodes []int, full, without uint64) bool {
	number := map[int]int{}
	for i, n := range nodes {
		number[n] = i
	}
	inside := func(e arc) bool {
		_, ok := number[e.to]
		return ok && e.left&without == 0
	}
	next := make([][]int, len(nodes))
	for i, n := range nodes {
		for _, e := range arcs[n] {
			if inside(e) {
				next[i] = append(next[i], number[e.to])
			}
		}
	}
	for _, component := range ltol.Components(next) {
		var acc, left, entered uint64
		var members []int
		arcsInside := 0
		for _, i := range component {
			members = append(members, nodes[i])
			for _, e := range arcs[nodes[i]] {
				if _, found := slices.BinarySearch(component, number[e.to]); found && inside(e) {
					acc, left, entered, arcsInside = acc|e.acc, left|e.left, entered|e.entered, arcsInside+1
				}
			}
		}
		switch unfair := left &^ entered; {
		case arcsInside == 0 || acc != full:
		case unfair == 0, goesOn(arcs, members, full, without|unfair):
			return true
		}
	}
	return false
}

// letters are the truth values that the atoms about states can have at a place, if it is a deadlock
// or if it is none.
func (k *counting) letters(x place, deadlock int) [][]recipe.Value {
	n := len(k.Family.System.Propositions)
	var out [][]recipe.Value
	for _, known := range x.base.letters[deadlock] {
		list := [][]recipe.Value{nil}
		for _, a := range k.state {
			var values []recipe.Value
			if a.ID < n {
				values, known = known[:1], known[1:]
			} else {
				values = k.truths(x, a.ID-n, deadlock)
			}
			var next [][]recipe.Value
			for _, before := range list {
				for _, v := range values {
					next = append(next, append(slices.Clone(before), v))
				}
			}
			list = next
		}
		out = append(out, list...)
	}
	return out
}

// truths are the truth values that one of Some can have at a place.
func (k *counting) truths(x place, number, deadlock int) []recipe.Value {
	may, must := false, false
	for p, n := range x.counts {
		if n == 0 || k.locals[p].class != k.some[number].Class {
			continue
		}
		can := x.base.some[deadlock][[2]int{p, number}]
		may, must = may || can[1], must || !can[0]
	}
	switch {
	case must:
		return []recipe.Value{1}
	case may:
		return []recipe.Value{0, 1}
	}
	return []recipe.Value{0}
}

// truth is what a letter says of an atom.
func truth(atoms []ltol.Atom, letter []recipe.Value, a ltol.Atom) bool {
	i := slices.Index(atoms, a)
	return i >= 0 && letter[i] == 1
}
