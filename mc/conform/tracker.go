package conform

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Tracker moves the belief of a model along a log.
type Tracker struct {
	m *Model
	// candidates are the agents that each open name may stand for.
	candidates [][]int
	// ways are those to settle the open order and names, each with what is believed then.
	ways []*way
	// past are the entries before that are remembered, and the ways before each.
	past       []moment
	remembered int
	log        *order // of the last call of Log
}

// A moment is an entry and the ways before it. If order is set, it is any entry that is ready.
type moment struct {
	ways  []*way
	entry Entry
	order *order
}

// between lists the entries that may lead from a way of the moment to one after it.
func (p moment) between(before, after *way) (list []Entry) {
	if p.order == nil {
		return []Entry{p.entry}
	}
	for _, i := range before.ready {
		if before.done.with(i).key() == after.done.key() {
			list = append(list, p.order.entries[i])
		}
	}
	return list
}

// with is the cut with one more entry.
func (k cut) with(i int) cut {
	out := cut{k.base, slices.Clone(k.words)}
	for len(out.words) <= i/64-out.base {
		out.words = append(out.words, 0)
	}
	out.words[i/64-out.base] |= 1 << (i % 64)
	for len(out.words) > 0 && out.words[0] == ^uint64(0) {
		out.base, out.words = out.base+1, out.words[1:]
	}
	return out
}

// A cut is the set of entries that have happened. Words before base are full.
type cut struct {
	base  int
	words []uint64
}

// A way is one way to settle the order and the names of the entries so far.
type way struct {
	key    string // once it is asked for
	done   cut
	ready  []int // the entries that may come next, ascending
	agents []int // by name; -1 while the name is open
	belief belief
}

// Start returns a tracker at the beginning of a log. candidates are the agents, by index, that
// each open name may stand for. No two names stand for one agent.
func (m *Model) Start(ctx context.Context, candidates ...[]int) (*Tracker, error) {
	c := m.enc.Manager.Calculator(ctx)
	defer c.Close()
	first := &way{}
	var err error
	if first.belief, err = m.initial(c); err != nil {
		return nil, err
	}
	t := &Tracker{m: m}
	t.keep([]*way{first})
	t.Names(candidates...)
	return t, nil
}

// Names adds open names. The arguments are the candidates of all names so far; those that
// [Model.Start] got come first.
func (t *Tracker) Names(candidates ...[]int) {
	if len(candidates) <= len(t.candidates) {
		return
	}
	more := slices.Repeat([]int{-1}, len(candidates)-len(t.candidates))
	t.candidates = candidates
	for i, w := range t.ways {
		other := *w
		other.key, other.agents = "", slices.Concat(w.agents, more)
		t.ways[i] = &other
	}
}

// Remember makes the tracker keep the beliefs before the last entries, up to a number, so that
// [Tracker.Run] can show them.
func (t *Tracker) Remember(entries int) { t.remembered = entries }

// keep makes some ways the present ones.
func (t *Tracker) keep(ways []*way) {
	for _, w := range ways {
		w.belief.each(func(n bdd.Node) { t.m.enc.Manager.Keep(n) })
	}
	t.release(t.ways)
	t.ways = ways
}

// pass makes some ways the present ones after those of a moment, which gets the present ones.
func (t *Tracker) pass(ways []*way, p moment) {
	if t.remembered > 0 {
		if len(t.past) == t.remembered {
			t.release(t.past[0].ways)
			t.past = append(t.past[:0], t.past[1:]...)
		}
		p.ways = t.ways
		t.past = append(t.past, p)
		t.ways = nil // keep leaves them
	}
	t.keep(ways)
}

// release gives up some ways.
func (t *Tracker) release(ways []*way) {
	for _, w := range ways {
		w.belief.each(t.m.enc.Manager.Release)
	}
}

// Close gives up the belief.
func (t *Tracker) Close() {
	t.release(t.ways)
	for _, p := range t.past {
		t.release(p.ways)
	}
	t.ways, t.past = nil, nil
}

// Step moves the belief along an entry that comes after all others so far. It reports whether the
// model explains the entry; if not, or with an error, the belief stays as it was.
func (t *Tracker) Step(ctx context.Context, e Entry) (bool, error) {
	return t.move(ctx, moment{entry: e}, func(c *bdd.Calculator, w *way, add func(*way) error) error {
		return t.advance(c, w, e, add)
	})
}

// move moves the belief past a moment: from each way to those that are added.
func (t *Tracker) move(
	ctx context.Context, past moment, each func(c *bdd.Calculator, w *way, add func(*way) error) error,
) (bool, error) {
	c := t.m.enc.Manager.Calculator(ctx)
	defer c.Close()
	merged := merger{m: t.m}
	for _, w := range t.ways {
		if err := each(c, w, func(next *way) error { return merged.add(c, next) }); err != nil {
			return false, err
		}
	}
	if err := c.Err(); err != nil || len(merged.list) == 0 {
		return false, err
	}
	t.pass(merged.sorted(), past)
	return true, nil
}

// advance yields the ways that one entry leads to, one for each choice of agents for its names.
func (t *Tracker) advance(c *bdd.Calculator, w *way, e Entry, yield func(*way) error) error {
	return t.settle(w.agents, e.Names, func(agents []int) error {
		o := e.Observe(agentsOf(agents, e.Names))
		next, err := t.m.observe(c, w.belief, o)
		if next == nil || err != nil {
			return err
		}
		return yield(&way{done: w.done, ready: w.ready, agents: agents, belief: next})
	})
}

// settle yields all extensions of a choice of agents to some names.
func (t *Tracker) settle(agents, names []int, yield func([]int) error) error {
	i := slices.IndexFunc(names, func(n int) bool { return agents[n] < 0 })
	if i < 0 {
		return yield(agents)
	}
	for _, a := range t.candidates[names[i]] {
		if slices.Contains(agents, a) {
			continue
		}
		more := slices.Clone(agents)
		more[names[i]] = a
		if err := t.settle(more, names[i+1:], yield); err != nil {
			return err
		}
	}
	return nil
}

// agentsOf lists the agents of some names.
func agentsOf(agents, names []int) []int {
	out := make([]int, len(names))
	for i, n := range names {
		out[i] = agents[n]
	}
	return out
}

// A merger joins the beliefs of ways that settle the same.
type merger struct {
	m    *Model
	at   map[string]*way
	list []*way
}

func (m *merger) add(c *bdd.Calculator, w *way) error {
	if len(m.list) == 0 { // which is often the only one
		m.list = append(m.list, w)
		return nil
	}
	if m.at == nil {
		m.at = map[string]*way{m.list[0].identity(): m.list[0]}
	}
	if same := m.at[w.identity()]; same != nil {
		var err error
		same.belief, err = m.m.union(c, same.belief, w.belief)
		return err
	}
	if limit := m.m.thresholds.Open; len(m.list) >= limit {
		return fmt.Errorf("%w: more than %d ways to order its entries and to name the agents", ErrTooMany, limit)
	}
	m.at[w.key] = w
	m.list = append(m.list, w)
	return nil
}

// identity tells ways apart by what they settle.
func (w *way) identity() string {
	if w.key == "" {
		w.key = fmt.Sprint(w.done.key(), w.agents)
	}
	return w.key
}

func (m *merger) sorted() []*way {
	if len(m.list) > 1 {
		slices.SortFunc(m.list, func(a, b *way) int { return cmp.Compare(a.identity(), b.identity()) })
	}
	return m.list
}

// A Size says how large a belief is.
type Size struct {
	// States is the number of states, hidden steps not taken, Nodes that of the diagrams.
	States *big.Int
	Nodes  int
	// Ways is the number of ways to settle the order of entries and the names of agents.
	Ways int
}

// Size is the size of the belief.
func (t *Tracker) Size(ctx context.Context) (Size, error) { return t.size(ctx, t.ways) }

// size is the size of what is believed in some ways.
func (t *Tracker) size(ctx context.Context, ways []*way) (Size, error) {
	m := t.m
	c := m.enc.Manager.Calculator(ctx)
	defer c.Close()
	if x, ok := ways[0].belief.(*explicit); ok && len(ways) == 1 {
		return Size{States: big.NewInt(int64(len(x.states))), Ways: 1}, nil
	}
	var all []bdd.Node
	for _, w := range ways {
		all = append(all, c.Take(m.states(c, w.belief)))
	}
	any := c.OrAll(all...)
	if err := c.Err(); err != nil {
		return Size{}, err
	}
	return Size{States: m.enc.Count(any), Nodes: m.enc.Manager.NodeCount(any), Ways: len(ways)}, nil
}

// Each calls yield for the states of the belief, hidden steps not taken, until it returns false. A
// state comes once for each way to settle order and names.
func (t *Tracker) Each(yield func(recipe.State) bool) { t.each(t.ways, yield) }

// each is Each for some ways.
func (t *Tracker) each(ways []*way, yield func(recipe.State) bool) {
	m := t.m
	more := true
	for _, w := range ways {
		switch b := w.belief.(type) {
		case *explicit:
			for i := 0; more && i < len(b.states); i++ {
				more = yield(m.in.StateOf(b.states[i].key))
			}
		case *diagrams:
			if more {
				m.enc.Each(b.sets[0][0], func(s recipe.State) bool {
					more = yield(s)
					return more
				})
			}
		}
	}
}

func (k cut) key() string { return fmt.Sprint(k.base, k.words) }
