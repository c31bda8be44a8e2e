package mc

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/rcheck-bdd/rcheck-bdd/ltol"
	"github.com/rcheck-bdd/rcheck-bdd/mc/internal/runs"
	"github.com/rcheck-bdd/rcheck-bdd/mc/trace"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// turn walks as long as there is credit for it.
func (h *hunt) turn(ctx context.Context) {
	for h.fault == nil && h.credit() > 0 && h.wanted() > 0 && !h.enough(nil) && ctx.Err() == nil {
		if err := h.walk(ctx); !IsLimit(err) {
			h.fault = err
		}
	}
}

// manners of walking: at random; the command executed least often so far; most often one of an agent
// that a conjunct of a property is about; and the odd ones settled, always doing in a state what
// comes first in an order drawn for the walk, which leads round in a loop.
const manners, seldom, concerned = 5, 2, 4

func settled(manner int) bool { return manner%2 == 1 }

// walk makes a walk and tests the targets on it. Most walks are short, few are long: their lengths
// are those of the ruler sequence. Settled ones look at one step of a state only, and go on for half
// of what there is to spend: they close loops as long as a round in which every agent has its turn.
func (h *hunt) walk(ctx context.Context) error {
	h.spent++
	random := rand.New(rand.NewPCG(uint64(h.number), 3))
	turn := h.number/manners + 1
	manner := h.number % manners
	length := shortWalk << bits.TrailingZeros(uint(turn))
	if settled(manner) {
		length = max(h.credit(), h.first) / 2 / h.prices.Successor
	}
	length = max(1, min(length, h.wanted()))
	choose := h.chooser(manner, random)
	h.number++
	s, err := h.start(random)
	if err != nil {
		return err
	}
	w := &runs.Walk{Initial: true}
	end, round, err := h.extend(ctx, w, s, length, choose, random)
	if err != nil {
		return err
	}
	if round != nil {
		w.Lassos = append(w.Lassos, *round)
	}
	for _, t := range h.targets {
		if h.wants(t) < 1 || h.price(t, w) > max(h.credit(), h.first) {
			continue
		}
		h.spent += h.price(t, w)
		run, err := h.test(ctx, t, w, end, random)
		if err != nil {
			return err
		}
		h.violated(t, run)
	}
	return nil
}

// violated notes a confirmed violation, if there is one and none as short is known.
func (h *hunt) violated(t *target, run *trace.Trace) {
	if run == nil || t.trace != nil && len(t.trace.Steps) <= len(run.Steps) {
		return
	}
	if t.trace == nil {
		t.since = h.effort()
	}
	if t.trace = run; t.induction.clauses > 0 {
		h.fault = contradicted
	}
}

// shortWalk is the length of the shortest walks.
const shortWalk = 16

// maxStarts is how many initial states walks begin in.
const maxStarts = 64

// start is an initial state.
func (h *hunt) start(random *rand.Rand) (recipe.State, error) {
	if h.starts == nil {
		err := h.in.InitialStates(func(s recipe.State) bool {
			h.starts = append(h.starts, s.Clone())
			return len(h.starts) < maxStarts
		})
		h.spent += len(h.starts) * h.prices.Successor
		var none *recipe.NoInitialStateError
		switch {
		case errors.As(err, &none):
			return recipe.State{}, err // a fault of the system
		case err != nil:
			return recipe.State{}, internal("%w", err)
		case len(h.starts) == 0:
			return recipe.State{}, internal("there is no initial state")
		}
	}
	return h.starts[random.IntN(len(h.starts))], nil
}

func (h *hunt) chooser(manner int, random *rand.Rand) chooser {
	ranks := random.Perm(len(h.sys.Commands))
	var about map[int]bool
	if settled(manner) || manner == concerned {
		about = h.concerned(random)
	}
	if settled(manner) {
		h.settle(ranks, about, random)
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
			case manner == seldom:
				ranks[c] += h.executed[c] << 16
			case manner == concerned && !about[h.sys.Commands[c].Agent]:
				ranks[c] += bystander
			}
		}
		return ranks
	}}
}

// settle makes of ranks as drawn those of a settled walk. In two of three the commands of a kind
// come together, in an order in which rounds are short, but for those of agents that a property is
// about: after the first such walk each of them comes there, or before or after all others. In the
// rest what these agents do comes, in turns, as drawn, after all others, or before.
func (h *hunt) settle(ranks []int, about map[int]bool, random *rand.Rand) {
	n, turn := len(ranks), 2*h.number/manners
	var order []int
	if turn%3 < 2 {
		order = kindsInOrder(h.sys, random)
	}
	for c := range ranks {
		own := about[h.sys.Commands[c].Agent]
		if order != nil {
			if ranks[c] += n * order[c]; own && turn > 0 {
				ranks[c] += n * n * (random.IntN(3) - 1)
			}
		} else if last := turn / 3 % 3; last > 0 && own == (last == 1) {
			ranks[c] += n
		}
	}
}

// kindsInOrder numbers commands by their kinds: where they stand in the source, as what label, or,
// where that says nothing, in their agents. What few can do comes first, as others wait for those,
// then what reaches others, then what is drawn.
func kindsInOrder(sys *recipe.System, random *rand.Rand) []int {
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
		of[i].count++
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

// concerned are the agents that a conjunct is about, one of a property that is still open.
func (h *hunt) concerned(random *rand.Rand) map[int]bool {
	out := map[int]bool{}
	open := slices.DeleteFunc(slices.Clone(h.targets), func(t *target) bool {
		return h.wants(t) < 1 || len(t.parts) == 0
	})
	if len(open) == 0 {
		return out
	}
	t := open[random.IntN(len(open))]
	for _, a := range t.parts[random.IntN(len(t.parts))].Atoms() {
		h.sys.Propositions[a.ID].Expr.Walk(func(e *recipe.Expr) bool {
			switch e.Op {
			case recipe.OpLocal:
				out[h.sys.Vars[e.Index].Agent] = true
			case recipe.OpControl:
				out[e.Index] = true
			}
			for _, c := range e.Commands {
				out[h.sys.Commands[c].Agent] = true
			}
			return true
		})
	}
	return out
}

// price is what testing a target on a walk costs.
func (h *hunt) price(t *target, w *runs.Walk) int {
	return t.letter*(len(w.Steps)+len(w.Lassos)) + t.nodes*(len(w.Steps)+2*w.Lengths())
}

// test looks for a violation on a walk, and confirms it.
func (h *hunt) test(ctx context.Context, t *target, w *runs.Walk, end recipe.State, random *rand.Rand) (*trace.Trace, error) {
	most := h.wants(t)
	for _, l := range w.Lassos {
		if l.End >= most {
			continue
		}
		run := w.Trace(h.sys, l)
		if violated, err := h.violates(ctx, w, run, t.formula); err != nil {
			return nil, err
		} else if violated {
			return h.confirmed(ctx, run, t.formula)
		}
	}
	if len(h.fair) > 0 {
		return nil, nil // nobody knows whether the walk goes on fairly
	}
	whole := &trace.Trace{System: h.sys, Steps: w.Steps, Loop: -1}
	var fault error
	refuted := func(steps int) bool {
		refuted, err := runs.NewValuation(ctx, h.in, whole).On(w).Refutes(steps, t.formula)
		fault = errors.Join(fault, err)
		return refuted
	}
	most = min(most, len(w.Steps))
	if !refuted(most) || fault != nil {
		return nil, fault
	}
	steps := 1 + sort.Search(most-1, func(n int) bool { return refuted(n + 1) })
	if fault != nil {
		return nil, fault
	}
	if steps < len(w.Steps) {
		end = w.Steps[steps].State
	}
	return h.closed(ctx, t, w.Steps[:steps], end, random)
}

// closed makes a lasso of steps that refute a target already, from the state in which they end; of
// one whose violation is known only once, and only one short enough to be of use.
func (h *hunt) closed(ctx context.Context, t *target, steps []trace.Step, end recipe.State, random *rand.Rand) (*trace.Trace, error) {
	tries, length := 2*manners, h.limits.HuntLength
	if t.trace != nil {
		tries, length = 1, h.wants(t)-len(steps)
	}
	for n := range tries {
		w := &runs.Walk{Initial: true, Steps: slices.Clone(steps)}
		_, round, err := h.extend(ctx, w, end, length, h.chooser((n+1)%manners, random), random)
		if err != nil {
			return nil, err
		}
		for i, l := range w.Lassos {
			if round == nil || l.End < round.End {
				round = &w.Lassos[i]
			}
		}
		if round != nil {
			return h.confirmed(ctx, w.Trace(h.sys, *round), t.formula)
		}
	}
	return nil, nil
}

// violates reports whether a lasso is fair and does not satisfy a formula.
func (h *hunt) violates(ctx context.Context, w *runs.Walk, run *trace.Trace, f *ltol.Formula) (bool, error) {
	values := runs.NewValuation(ctx, h.in, run).On(w)
	if fair, err := values.SatisfiesAll(h.fair); !fair || err != nil {
		return false, err
	}
	holds, err := values.Satisfies(f)
	return !holds && err == nil, err
}

// confirmed replays a lasso and evaluates the formula anew.
func (h *hunt) confirmed(ctx context.Context, run *trace.Trace, f *ltol.Formula) (*trace.Trace, error) {
	if err := run.Replay(h.in); err != nil {
		return nil, internal("%w", err)
	}
	violated, err := h.violates(ctx, nil, run, f)
	if err == nil && !violated {
		err = internal("a walk of the interpreter refutes a property that it satisfies")
	}
	return run, err
}
