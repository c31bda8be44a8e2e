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
	g := newGroup(sys)
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
	return g, nil
}

// Keeping returns the group of the exchanges of two agents that also satisfy keep. If keep is true
// for two permutations, it must be true for their product. The result is that of [Detect] with this
// condition added. The error is that of the context.
func (g *Group) Keeping(ctx context.Context, keep func(*Permutation) bool) (*Group, error) {
	out := newGroup(g.sys)
	for _, of := range g.classes {
		for i, a := range of.agents {
			if out.classOf[a] >= 0 {
				continue
			}
			c := class{of.agents[i : i+1 : i+1], of.private[i : i+1 : i+1]}
			for k, b := range of.agents[i+1:] {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if out.classOf[b] < 0 && keep(g.Exchange(a, b)) {
					c.agents, c.private = append(c.agents, b), append(c.private, of.private[i+1+k])
				}
			}
			if len(c.agents) > 1 {
				out.add(c)
			}
		}
	}
	return out, nil
}

func newGroup(sys *recipe.System) *Group {
	return &Group{sys: sys, classOf: repeat(-1, len(sys.Agents)), rank: repeat(0, len(sys.Agents)),
		owner: repeat(-1, len(sys.Symbols)), slot: repeat(0, len(sys.Symbols))}
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
// with it.
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
	p := Identity(g.sys)
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
	d := &detector{ctx: ctx, sys: sys, keep: keep, identity: Identity(sys), users: make([][]int, len(sys.Symbols)), types: typesOf(sys)}
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
	m := &matcher{of: map[recipe.Value]recipe.Value{}, ok: true}
	m.agents(d.sys, a, a)
	for id := a.Commands.Start; id < a.Commands.End; id++ {
		c := &d.sys.Commands[id]
		m.command(c, c)
		for _, spawned := range c.Spawns {
			out = append(out, d.sys.Agents[spawned].Location)
		}
	}
	for v := range m.of {
		out = append(out, v)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(v recipe.Value) bool { return v < 0 })
}

// exchange returns the automorphism that exchanges the agents a and b, with the
// symbols private to either, slot by slot; nil if there is none.
func (d *detector) exchange(a, b int) (p *Permutation, mine, its []recipe.Value) {
	x, y := &d.sys.Agents[a], &d.sys.Agents[b]
	if x.TypeName != y.TypeName || x.Vars.Len() != y.Vars.Len() || x.Commands.Len() != y.Commands.Len() {
		return nil, nil, nil
	}
	m := &matcher{of: map[recipe.Value]recipe.Value{}, ok: true}
	if m.agents(d.sys, x, y); !m.ok {
		return nil, nil, nil
	}
	p = Identity(d.sys)
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
			if _, met := slices.BinarySearch(d.mentions[p.Agents[c]], p.Symbols[v]); !met {
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

// keepsTypes reports whether the broadcast channel stays as it is, and each of the moved symbols in
// its types.
func (p *Permutation) keepsTypes(types []*recipe.Type, moved []recipe.Value) bool {
	for _, t := range types {
		for _, v := range moved {
			if slices.Contains(t.Values, v) != slices.Contains(t.Values, p.Symbols[v]) {
				return false
			}
		}
	}
	return p.Symbols[recipe.Broadcast] == recipe.Broadcast
}

// A matcher walks two agents' text side by side and notes where one mentions a
// symbol in the place of which the other mentions a different one.
type matcher struct {
	of        map[recipe.Value]recipe.Value
	mine, its []recipe.Value
	ok        bool
}

func (m *matcher) agents(sys *recipe.System, x, y *recipe.Agent) {
	m.constants(x.Location, y.Location)
	m.expr(x.Init, y.Init)
	m.expr(x.ReceiveGuard, y.ReceiveGuard)
	for i := range x.Relabel {
		m.expr(x.Relabel[i], y.Relabel[i])
	}
	for i := range x.Commands.Len() {
		if c := &sys.Commands[x.Commands.Start+i]; len(c.Spawns) > 0 {
			continue // whom two agents spawn does not tell which symbols correspond
		}
		m.command(&sys.Commands[x.Commands.Start+i], &sys.Commands[y.Commands.Start+i])
	}
}

func (m *matcher) constants(v, w recipe.Value) {
	if old, seen := m.of[v]; seen {
		m.ok = m.ok && old == w
		return
	}
	m.of[v] = w
	if v != w {
		m.mine, m.its = append(m.mine, v), append(m.its, w)
	}
}

func (m *matcher) expr(x, y *recipe.Expr) {
	if x == nil || y == nil || x.Op != y.Op || len(x.Args) != len(y.Args) {
		m.ok = m.ok && x == nil && y == nil
		return
	}
	if x.Op == recipe.OpConst && x.Type.Kind == recipe.Enum && y.Type.Kind == recipe.Enum {
		m.constants(x.Value, y.Value)
	}
	for i := range x.Args {
		m.expr(x.Args[i], y.Args[i])
	}
}

func (m *matcher) command(c, d *recipe.Command) {
	if len(c.Data) != len(d.Data) || len(c.Updates) != len(d.Updates) {
		m.ok = false
		return
	}
	m.expr(c.Guard, d.Guard)
	m.expr(c.Channel, d.Channel)
	m.expr(c.Target, d.Target)
	m.expr(c.Predicate, d.Predicate)
	for i := range c.Data {
		m.expr(c.Data[i].Expr, d.Data[i].Expr)
	}
	for i := range c.Updates {
		m.expr(c.Updates[i].Expr, d.Updates[i].Expr)
	}
}
