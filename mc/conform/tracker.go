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
}

// A way is one way to settle the order and the names of the entries so far.
type way struct {
	key    string
	done   cut
	ready  []int // the entries that may come next, ascending
	agents []int // by name; -1 while the name is open
	at     [][]bdd.Node
}

// Start returns a tracker at the beginning of a log. candidates are the agents, by index, that
// each open name may stand for. No two names stand for one agent.
func (m *Model) Start(candidates ...[]int) *Tracker {
	first := &way{agents: make([]int, len(candidates))}
	for i := range first.agents {
		first.agents[i] = -1
	}
	for _, t := range m.tracks {
		first.at = append(first.at, t.initial())
	}
	t := &Tracker{m: m, candidates: candidates}
	t.keep([]*way{first})
	return t
}

// keep makes some ways the present ones.
func (t *Tracker) keep(ways []*way) {
	man := t.m.enc.Manager
	for _, w := range ways {
		w.each(func(n bdd.Node) { man.Keep(n) })
	}
	t.release()
	t.ways = ways
}

// release gives up the ways of the tracker.
func (t *Tracker) release() {
	for _, w := range t.ways {
		w.each(t.m.enc.Manager.Release)
	}
	t.ways = nil
}

// Close gives up the belief.
func (t *Tracker) Close() { t.release() }

func (w *way) each(do func(bdd.Node)) {
	for _, list := range w.at {
		for _, n := range list {
			do(n)
		}
	}
}

// states are the states that a way allows.
func (w *way) states() bdd.Node { return w.at[0][0] }

// Step moves the belief along an entry that comes after all others so far. It reports whether the
// model explains the entry; if not, or with an error, the belief stays as it was.
func (t *Tracker) Step(ctx context.Context, e Entry) (bool, error) {
	c := t.m.enc.Manager.Calculator(ctx)
	defer c.Close()
	merged := merger{limit: t.m.thresholds.Open}
	for _, w := range t.ways {
		if err := t.advance(c, w, e, func(next *way) error { return merged.add(c, next) }); err != nil {
			return false, err
		}
	}
	if err := c.Err(); err != nil || len(merged.list) == 0 {
		return false, err
	}
	t.keep(merged.sorted())
	return true, nil
}

// advance yields the ways that one entry leads to, one for each choice of agents for its names.
func (t *Tracker) advance(c *bdd.Calculator, w *way, e Entry, yield func(*way) error) error {
	return t.settle(w.agents, e.Names, func(agents []int) error {
		o := e.Observe(agentsOf(agents, e.Names))
		next := &way{done: w.done, ready: w.ready, agents: agents}
		for i, track := range t.m.tracks {
			next.at = append(next.at, track.observe(c, w.at[i], o))
			if i == 0 && next.states() == bdd.False {
				return c.Err()
			}
		}
		return yield(next)
	})
}

// observe is what a set of nodes becomes by hidden steps and an entry.
func (t *track) observe(c *bdd.Calculator, set []bdd.Node, o Observation) []bdd.Node {
	m := t.m
	before := m.statesAt(c, o, Before)
	from := slices.Clone(t.close(c, set))
	for q, n := range from {
		from[q] = c.And(n, before)
	}
	step := -1
	if e := o.at(During); e != recipe.TrueExpr {
		step = m.proposition("during "+o.Key, recipe.StepProposition, e)
	}
	after := m.statesAt(c, o, After)
	out := t.step(c, from, step)
	for q, n := range out {
		out[q] = c.And(n, after)
	}
	return out
}

// statesAt is the set of states that an observation allows before or after its step.
func (m *Model) statesAt(c *bdd.Calculator, o Observation, when Moment) bdd.Node {
	e := o.at(when)
	if e == recipe.TrueExpr {
		return bdd.True
	}
	key := fmt.Sprint("at ", when, " ", o.Key)
	return c.Take(m.enc.StateProposition(c.Scope(), m.proposition(key, recipe.StateProposition, e)))
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
	limit int
	at    map[string]*way
	list  []*way
}

func (m *merger) add(c *bdd.Calculator, w *way) error {
	w.key = fmt.Sprint(w.done.key(), w.agents)
	same := m.at[w.key]
	if same == nil {
		if len(m.list) >= m.limit {
			return fmt.Errorf("%w: more than %d ways to order its entries and to name the agents", ErrTooMany, m.limit)
		}
		if m.at == nil {
			m.at = map[string]*way{}
		}
		m.at[w.key] = w
		m.list = append(m.list, w)
		return nil
	}
	for i, list := range w.at {
		for q, n := range list {
			same.at[i][q] = c.Or(same.at[i][q], n)
		}
	}
	return nil
}

func (m *merger) sorted() []*way {
	slices.SortFunc(m.list, func(a, b *way) int { return cmp.Compare(a.key, b.key) })
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
func (t *Tracker) Size(ctx context.Context) (Size, error) {
	c := t.m.enc.Manager.Calculator(ctx)
	defer c.Close()
	all := t.all(c)
	if err := c.Err(); err != nil {
		return Size{}, err
	}
	return Size{States: t.m.enc.Count(all), Nodes: t.m.enc.Manager.NodeCount(all), Ways: len(t.ways)}, nil
}

// all is the union of what the ways allow.
func (t *Tracker) all(c *bdd.Calculator) bdd.Node {
	var all []bdd.Node
	for _, w := range t.ways {
		all = append(all, w.states())
	}
	return c.OrAll(all...)
}

// Each calls yield for the states of the belief, hidden steps not taken, until it returns false. A
// state comes once for each way to settle order and names.
func (t *Tracker) Each(yield func(recipe.State) bool) {
	more := true
	for _, w := range t.ways {
		if more {
			t.m.enc.Each(w.states(), func(s recipe.State) bool {
				more = yield(s)
				return more
			})
		}
	}
}
