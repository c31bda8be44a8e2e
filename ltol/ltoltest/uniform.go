package ltoltest

import (
	"errors"
	"fmt"
	"slices"
)

// ErrStrategies is wrapped by the error that there are more strategies than may be tried.
var ErrStrategies = errors.New("ltoltest: too many strategies")

// uniform decides a goal for strategies by what the members of a coalition see, by trying all of
// them: functions that give each agent for each of its views one of the actions that it performs
// somewhere with that view. An action that is part of no move wins nothing. A strategy counts in a
// state if it wins from all states that the members together cannot tell from it, or, if the
// evaluator is to be objective, from the state itself.
func (e *Evaluator) uniform(coalition []int, w goal) (set, error) {
	type sight struct {
		agent int
		view  string
	}
	var sights []sight
	options := map[sight][]int{}
	for s := range e.graph.Moves {
		moves := e.choices(s)
		for _, k := range coalition {
			at := sight{k, e.graph.View(k, s)}
			for _, m := range moves {
				if m.Actions[k] < 0 || slices.Contains(options[at], m.Actions[k]) {
					continue
				}
				if options[at] == nil {
					sights = append(sights, at)
				}
				options[at] = append(options[at], m.Actions[k])
			}
		}
	}
	number := 1
	for _, at := range sights {
		if number *= len(options[at]); number > e.MaxStrategies {
			return nil, fmt.Errorf("%w: more than %d", ErrStrategies, e.MaxStrategies)
		}
	}
	alike := func(s, t int) bool {
		if e.Objective {
			return s == t
		}
		return !slices.ContainsFunc(coalition, func(k int) bool { return e.graph.View(k, s) != e.graph.View(k, t) })
	}
	chosen := map[sight]int{}
	pre := func(x set) set {
		return e.where(func(s int) bool {
			moves := slices.DeleteFunc(slices.Clone(e.choices(s)), func(m Move) bool {
				return slices.ContainsFunc(coalition, func(k int) bool {
					return m.Actions[k] >= 0 && m.Actions[k] != chosen[sight{k, e.graph.View(k, s)}]
				})
			})
			return len(moves) > 0 && forced(moves, nil, func(t int) bool { return x[t] })
		})
	}
	out := make(set, len(e.next))
	var try func(i int)
	try = func(i int) {
		if i < len(sights) {
			for _, chosen[sights[i]] = range options[sights[i]] {
				try(i + 1)
			}
			return
		}
		won := w.solve(pre)
		for s := range out {
			sure := won[s]
			for t := range won {
				sure = sure && (won[t] || !alike(s, t))
			}
			out[s] = out[s] || sure
		}
	}
	try(0)
	return out, nil
}
