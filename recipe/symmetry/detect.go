package symmetry

import (
	"context"
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// A Group is a group of automorphisms of a system: all permutations of the agents in each of its
// classes. A permutation also maps what is private to an agent.
type Group struct {
	sys     *recipe.System
	sets    *scalarsets
	classes []class
	// By agent: its class, or -1, and its position there.
	classOf, rank []int
	// By symbol: the agent it is private to, or -1, and its slot there.
	owner, slot []int
	marks       int
	scratch     scratch
}

// A class is a set of interchangeable agents. Agent agents[i] owns the symbols
// private[i], slot by slot the counterparts of those of the others.
type class struct {
	agents  []int
	private [][]recipe.Value
}

// Detect finds the interchangeable agents of a system. If keep is not nil, only automorphisms that
// satisfy keep are used. Detect calls keep for permutations that exchange two agents. If keep is
// true for two permutations, it must be true for their product. The error is that of the context.
func Detect(ctx context.Context, sys *recipe.System, keep func(*Permutation) bool) (*Group, error) {
	d, err := newDetector(ctx, sys, keep)
	if err != nil {
		return nil, err
	}
	g := newGroup(sys, d.sets)
	for a := range sys.Agents {
		if g.classOf[a] >= 0 {
			continue
		}
		c := class{agents: []int{a}, private: [][]recipe.Value{nil}}
		for b := a + 1; b < len(sys.Agents); b++ {
			if g.classOf[b] >= 0 {
				continue
			}
			p, mine, its := d.exchange(a, b)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if p == nil || len(c.agents) > 1 && !slices.Equal(mine, c.private[0]) {
				continue
			}
			c.private[0] = mine
			c.agents, c.private = append(c.agents, b), append(c.private, its)
		}
		if len(c.agents) > 1 {
			g.add(c)
		}
	}
	return g.tidied(), nil
}

// tidied is the group without symbols of numbers if it moves none.
func (g *Group) tidied() *Group {
	if slices.ContainsFunc(g.owner[len(g.sys.Symbols):], func(agent int) bool { return agent >= 0 }) {
		return g
	}
	out := newGroup(g.sys, nil)
	for _, c := range g.classes {
		out.add(c)
	}
	return out
}

// Keeping returns the group of the exchanges of two agents that also satisfy keep. If keep is true
// for two permutations, it must be true for their product. Keeping also calls keep for a permutation
// that moves all agents of a class. The result is that of [Detect] with this condition added. The
// error is that of the context.
func (g *Group) Keeping(ctx context.Context, keep func(*Permutation) bool) (*Group, error) {
	out := newGroup(g.sys, g.sets)
	for _, of := range g.classes {
		for i, a := range of.agents {
			if out.classOf[a] >= 0 {
				continue
			}
			c := class{of.agents[i : i+1 : i+1], of.private[i : i+1 : i+1]}
			whole := i == 0 && len(of.agents) > 2 && keep(g.cycle(of.agents)) && keep(g.Exchange(a, of.agents[1]))
			for k, b := range of.agents[i+1:] {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if out.classOf[b] < 0 && (whole || keep(g.Exchange(a, b))) {
					c.agents, c.private = append(c.agents, b), append(c.private, of.private[i+1+k])
				}
			}
			if len(c.agents) > 1 {
				out.add(c)
			}
		}
	}
	return out.tidied(), nil
}

// cycle is the permutation that moves each agent of a class on to the next, and the last to the
// first. The cycle and one exchange of neighbours are enough to make every permutation of the class.
func (g *Group) cycle(agents []int) *Permutation {
	p := identity(g.sys, g.sets)
	for _, b := range agents[1:] {
		p = p.Then(g.Exchange(agents[0], b))
	}
	return p
}

func newGroup(sys *recipe.System, sets *scalarsets) *Group {
	symbols := sets.count(sys)
	return &Group{sys: sys, sets: sets, classOf: repeat(-1, len(sys.Agents)), rank: repeat(0, len(sys.Agents)),
		owner: repeat(-1, symbols), slot: repeat(0, symbols)}
}

func repeat(v, n int) []int { return slices.Repeat([]int{v}, n) }

func (g *Group) add(c class) {
	for i, a := range c.agents {
		g.classOf[a], g.rank[a] = len(g.classes), i
		for slot, v := range c.private[i] {
			g.owner[v], g.slot[v] = a, slot
		}
	}
	g.classes = append(g.classes, c)
}

// Classes lists the interchangeable agents, class by class.
func (g *Group) Classes() [][]int {
	out := make([][]int, len(g.classes))
	for i, c := range g.classes {
		out[i] = slices.Clone(c.agents)
	}
	return out
}

// ClassOf is the position of the class of an agent among the classes. It is -1 if no other agent is
// interchangeable with it.
func (g *Group) ClassOf(agent int) int { return g.classOf[agent] }

// Private lists the symbols that are private to an agent, its location first, in the order in which
// those of the others of its class correspond to them; nil if no other agent is interchangeable
// with it. Symbols of numbers are among them, unless the group was found without: see
// [Permutation.MovesNumbers].
func (g *Group) Private(agent int) []recipe.Value {
	if g.classOf[agent] < 0 {
		return nil
	}
	return slices.Clone(g.classes[g.classOf[agent]].private[g.rank[agent]])
}

// Exchange returns the permutation of the group that exchanges two agents of one class, or nil if
// they are not interchangeable.
func (g *Group) Exchange(a, b int) *Permutation {
	if g.classOf[a] < 0 || g.classOf[a] != g.classOf[b] {
		return nil
	}
	p := identity(g.sys, g.sets)
	p.Agents[a], p.Agents[b] = b, a
	private := g.classes[g.classOf[a]].private
	for slot, v := range private[g.rank[a]] {
		w := private[g.rank[b]][slot]
		p.Symbols[v], p.Symbols[w] = w, v
	}
	return p
}

// A detector looks for exchanges of two agents.
type detector struct {
	ctx      context.Context
	sys      *recipe.System
	sets     *scalarsets
	keep     func(*Permutation) bool
	identity *Permutation
	plain    []string // the agents' keys under the identity
	// mentions are the symbols that an agent's text names, by agent and ascending; users are the
	// agents whose text names a symbol, by symbol.
	mentions [][]recipe.Value
	users    [][]int
	types    []*recipe.Type // all that there are
}

func newDetector(ctx context.Context, sys *recipe.System, keep func(*Permutation) bool) (*detector, error) {
	d := &detector{ctx: ctx, sys: sys, sets: scalarsetsOf(sys), keep: keep, identity: Identity(sys), types: typesOf(sys)}
	d.users = make([][]int, d.sets.count(sys))
	for a := range sys.Agents {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		d.plain = append(d.plain, d.identity.agentKey(&sys.Agents[a]))
		mentions := d.symbolsOf(&sys.Agents[a])
		for _, v := range mentions {
			d.users[v] = append(d.users[v], a)
		}
		d.mentions = append(d.mentions, mentions)
	}
	return d, nil
}

// typesOf lists the types of a system, each set of values once.
func typesOf(sys *recipe.System) []*recipe.Type {
	types := []*recipe.Type{sys.Channel, sys.Location}
	for _, v := range sys.Data {
		types = append(types, v.Type)
	}
	for _, v := range sys.Properties {
		types = append(types, v.Type)
	}
	for _, v := range sys.Vars {
		types = append(types, v.Type)
	}
	slices.SortFunc(types, func(x, y *recipe.Type) int { return slices.Compare(x.Values, y.Values) })
	return slices.CompactFunc(types, func(x, y *recipe.Type) bool { return slices.Equal(x.Values, y.Values) })
}

// symbolsOf lists the symbols that an agent's text names, ascending.
func (d *detector) symbolsOf(a *recipe.Agent) []recipe.Value {
	out := []recipe.Value{a.Location}
	for id := range a.Commands.All() {
		for _, spawned := range d.sys.Commands[id].Spawns {
			out = append(out, d.sys.Agents[spawned].Location)
		}
	}
	for _, x := range texts(d.sys, a, true) {
		for e := range x.expr.All() {
			if e.Op == recipe.OpConst && e.Type.Kind == recipe.Enum {
				out = append(out, e.Value)
			}
		}
		out = append(out, d.sets.named(x)...)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(v recipe.Value) bool { return v < 0 })
}

// exchange returns the automorphism that exchanges the agents a and b, with the
// symbols private to either, slot by slot; nil if there is none. One that maps numbers is tried
// first.
func (d *detector) exchange(a, b int) (p *Permutation, mine, its []recipe.Value) {
	x, y := &d.sys.Agents[a], &d.sys.Agents[b]
	if x.TypeName != y.TypeName || x.Vars.Len() != y.Vars.Len() || x.Commands.Len() != y.Commands.Len() {
		return nil, nil, nil
	}
	m := newMatcher(d.sys, d.sets)
	m.agents(x, y)
	if p, mine, its = d.exchangeBy(m, a, b); p == nil && m.numbers {
		m = newMatcher(d.sys, nil)
		m.agents(x, y)
		p, mine, its = d.exchangeBy(m, a, b)
	}
	return p, mine, its
}

// exchangeBy is exchange with the symbols that a matcher has found.
func (d *detector) exchangeBy(m *matcher, a, b int) (p *Permutation, mine, its []recipe.Value) {
	if !m.ok {
		return nil, nil, nil
	}
	p = identity(d.sys, m.sets)
	p.Agents[a], p.Agents[b] = b, a
	for i, v := range m.mine {
		w := m.its[i]
		if p.Symbols[v] != v || p.Symbols[w] != w { // not an exchange
			return nil, nil, nil
		}
		p.Symbols[v], p.Symbols[w] = w, v
	}
	if !d.automorphism(p, a, b, slices.Concat(m.mine, m.its)) || d.keep != nil && !d.keep(p) {
		return nil, nil, nil
	}
	return p, m.mine, m.its
}

// automorphism verifies that the system is the same under p, which exchanges
// the agents a and b and the symbols mine with its. Agents that name none of these symbols are the
// same already: the text of an agent is about itself and about symbols. The answer means nothing if
// the context has ended.
func (d *detector) automorphism(p *Permutation, a, b int, moved []recipe.Value) bool {
	concerned := []int{a, b}
	for _, v := range moved {
		concerned = append(concerned, d.users[v]...)
	}
	slices.Sort(concerned)
	concerned = slices.Compact(concerned)
	// Whether an agent names the same symbols as before is soon seen, and says no in rings.
	for _, c := range concerned {
		for _, v := range d.mentions[c] {
			if _, met := slices.BinarySearch(d.mentions[p.Agents[c]], p.symbol(v)); !met {
				return false
			}
		}
	}
	if !p.keepsTypes(d.types, moved) {
		return false
	}
	for _, agent := range concerned {
		if d.ctx.Err() != nil || p.agentKey(&d.sys.Agents[agent]) != d.plain[p.Agents[agent]] {
			return false
		}
	}
	return true
}

// keepsTypes reports whether the broadcast channel stays as it is, and each of the moved symbols and
// numbers in its types.
func (p *Permutation) keepsTypes(types []*recipe.Type, moved []recipe.Value) bool {
	for _, t := range types {
		for _, v := range moved {
			if slices.Contains(t.Values, v) != slices.Contains(t.Values, p.Symbols[v]) {
				return false
			}
		}
	}
	return p.Symbols[recipe.Broadcast] == recipe.Broadcast && p.keepsNumbers()
}

// A matcher walks two agents' text side by side and notes where one mentions a
// symbol in the place of which the other mentions a different one.
type matcher struct {
	sys       *recipe.System
	sets      *scalarsets
	of        map[recipe.Value]recipe.Value
	mine, its []recipe.Value
	ok        bool
	numbers   bool // whether some number differs
}

func newMatcher(sys *recipe.System, sets *scalarsets) *matcher {
	return &matcher{sys: sys, sets: sets, of: map[recipe.Value]recipe.Value{}, ok: true}
}

// agents leaves out commands that spawn: whom two agents spawn does not tell which symbols
// correspond.
func (m *matcher) agents(x, y *recipe.Agent) {
	m.symbols(x.Location, y.Location)
	mine, its := texts(m.sys, x, false), texts(m.sys, y, false)
	m.ok = m.ok && len(mine) == len(its)
	for i := range min(len(mine), len(its)) {
		m.expr(mine[i].expr, its[i].expr, m.sets.at(mine[i].place))
	}
}

func (m *matcher) symbols(v, w recipe.Value) {
	if old, seen := m.of[v]; seen {
		m.ok = m.ok && old == w
		return
	}
	m.of[v] = w
	if v != w {
		m.mine, m.its = append(m.mine, v), append(m.its, w)
	}
}

func (m *matcher) expr(x, y *recipe.Expr, set int) {
	if x == nil || y == nil || x.Op != y.Op || len(x.Args) != len(y.Args) {
		m.ok = m.ok && x == nil && y == nil
		return
	}
	if x.Op == recipe.OpConst && x.Type.Kind == y.Type.Kind {
		m.constants(x, y, set)
	}
	for i := range x.Args {
		m.expr(x.Args[i], y.Args[i], m.sets.operand(x, i, set))
	}
}

func (m *matcher) constants(x, y *recipe.Expr, set int) {
	switch x.Type.Kind {
	case recipe.Enum:
		m.symbols(x.Value, y.Value)
	case recipe.Int:
		if v, w := m.sets.symbol(set, x.Value), m.sets.symbol(set, y.Value); v >= 0 && w >= 0 {
			m.numbers = m.numbers || v != w
			m.symbols(v, w)
		}
	}
}
