package falsifier

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/engine"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// Walks choose their steps by five strategies in turn. Strategy 0 chooses at random; strategy rare
// the command executed least often so far; strategy focused most often a command of an agent that a
// conjunct of a property is about. The odd strategies follow a fixed order of commands, drawn for
// the walk: in each state the first command of the order that is possible. That closes loops.
const strategies, rare, focused = 5, 2, 4

// ordered reports whether a strategy follows a fixed order of commands.
func ordered(strategy int) bool { return strategy%2 == 1 }

// A chooser ranks commands, by command, before each step: of those that can initiate one, the
// command with the least rank does. Ordered ones look at its first step only.
type chooser struct {
	ranks   func() []int
	ordered bool
}

func (f *Falsifier) chooser(strategy int, random *rand.Rand) chooser {
	commands := f.board.System.Commands
	ranks := random.Perm(len(commands))
	var about map[int]bool
	if ordered(strategy) || strategy == focused {
		about = f.focus(random)
	}
	if ordered(strategy) {
		f.order(ranks, about, random)
		return chooser{func() []int { return ranks }, true}
	}
	return chooser{ranks: func() []int {
		bystander := 0
		if random.IntN(4) > 0 {
			bystander = 1 << 16
		}
		for c := range ranks {
			ranks[c] = random.IntN(1 << 16)
			switch {
			case strategy == rare:
				ranks[c] += f.executed[c] << 16
			case strategy == focused && !about[commands[c].Agent]:
				ranks[c] += bystander
			}
		}
		return ranks
	}}
}

// order makes the fixed order of a walk from ranks as drawn. In two of three walks the commands of
// a kind come together, in an order in which rounds are short; those of the agents that a property
// is about come there, or before or after all others, but not in the first such walk. In the other
// walks the commands of these agents come, in turns, as drawn, after all others, or before.
func (f *Falsifier) order(ranks []int, about map[int]bool, random *rand.Rand) {
	sys := f.board.System
	n, turn := len(ranks), 2*f.number/strategies
	var kinds []int
	if turn%3 < 2 {
		kinds = kindsInOrder(sys, random, turn%2 == 0)
	}
	for c := range ranks {
		own := about[sys.Commands[c].Agent]
		if kinds != nil {
			if ranks[c] += n * kinds[c]; own && turn > 0 {
				ranks[c] += n * n * (random.IntN(3) - 1)
			}
		} else if last := turn / 3 % 3; last > 0 && own == (last == 1) {
			ranks[c] += n
		}
	}
}

// kindsInOrder numbers commands by their kinds: where they stand in the source, as what label, or,
// where that says nothing, in their agents. What few can do comes first, as others wait for those,
// then what reaches others, then what is drawn. If join, what spawns agents comes before all that:
// for example, a round that waits for all agents of a pool ends only if they join before it begins.
func kindsInOrder(sys *recipe.System, random *rand.Rand, join bool) []int {
	type kind struct {
		at                   recipe.Position
		label                string
		among                int // the agent's
		number, count, alone int
	}
	known := map[kind]*kind{}
	kinds, of := []*kind{}, make([]*kind, len(sys.Commands))
	for i := range sys.Commands {
		c := &sys.Commands[i]
		k := kind{at: c.Pos, label: c.Label, among: i - sys.Agents[c.Agent].Commands.Start}
		if of[i] = known[k]; of[i] == nil {
			of[i] = &kind{number: random.IntN(len(sys.Commands))}
			if known[k], kinds = of[i], append(kinds, of[i]); c.Kind == recipe.Send && c.Predicate.IsConst(recipe.False) {
				of[i].alone = 1
			}
		}
		if of[i].count++; join && len(c.Spawns) > 0 {
			of[i].count = 0
		}
	}
	slices.SortStableFunc(kinds, func(a, b *kind) int {
		return cmp.Or(cmp.Compare(a.count, b.count), cmp.Compare(a.alone, b.alone), cmp.Compare(a.number, b.number))
	})
	for i, k := range kinds {
		k.number = i
	}
	out := make([]int, len(of))
	for i, k := range of {
		out[i] = k.number
	}
	return out
}

// focus is the set of agents that a conjunct is about, one of a property that is still open.
func (f *Falsifier) focus(random *rand.Rand) map[int]bool {
	sys, out := f.board.System, map[int]bool{}
	open := slices.DeleteFunc(slices.Clone(f.board.Targets), func(t *engine.Target) bool {
		return f.board.Wants(t) < 1 || len(t.Parts) == 0
	})
	if len(open) == 0 {
		return out
	}
	t := open[random.IntN(len(open))]
	for _, a := range t.Parts[random.IntN(len(t.Parts))].Atoms() {
		for e := range sys.Propositions[a.ID].Expr.All() {
			switch e.Op {
			case recipe.OpLocal:
				out[sys.Vars[e.Index].Agent] = true
			case recipe.OpControl:
				out[e.Index] = true
			}
			for _, c := range e.Commands {
				out[sys.Commands[c].Agent] = true
			}
		}
	}
	return out
}
