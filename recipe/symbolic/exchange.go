package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// An exchange is a pair of a get and a supply of different agents that may
// meet (P004 Definition 3, with data in both directions).
type exchange struct {
	get, supply *recipe.Command
}

// exchangeInteraction builds the interaction of a get and a supply; nil if they
// never meet. A named get meets the supply that answers named gets of the
// agent it names; a get by predicate meets a supply at any of an agent whose
// relabelled properties satisfy the predicate. Everyone else stays.
func (b *builder) exchangeInteraction(x *exchange) *Interaction {
	g, s := x.get, x.supply
	if (g.Target == nil) != (s.Target == nil) {
		return nil
	}
	getter, supplier := b.exchangeSettings(x)
	if !b.carried(g, getter.data) || !b.carried(s, supplier.data) {
		return nil
	}
	n := b.and(b.at(g.Agent, g.From), b.at(s.Agent, s.From))
	if g.Target != nil {
		at := b.m.System.Agents[s.Agent].Location
		n = b.and(n, b.when(b.term(g.Target, &setting{}), at))
		n = b.and(n, b.when(b.term(s.Target, &setting{}), at))
	} else {
		n = b.and(n, b.holds(g.Predicate, &setting{property: b.relabelled(s.Agent)}))
	}
	n = b.and(n, b.gives(g, supplier.data))
	n = b.and(n, b.gives(s, getter.data))
	n = b.and(n, b.holds(g.Guard, getter))
	n = b.and(n, b.holds(s.Guard, supplier))
	if n == bdd.False {
		return nil
	}
	n = b.and(n, b.updates(g, getter))
	n = b.and(n, b.updates(s, supplier))
	it := &Interaction{
		Kind: recipe.PointToPointStep, Command: g.ID, Initiator: g.Agent, Supply: s.ID,
		Executes: []int{min(g.ID, s.ID), max(g.ID, s.ID)}, exchange: x,
	}
	getterChanges, supplierChanges := b.m.changedBy(g), b.m.changedBy(s)
	if len(getterChanges) > 0 {
		it.Changed = append(it.Changed, g.Agent)
	}
	if len(supplierChanges) > 0 {
		it.Changed = append(it.Changed, s.Agent)
	}
	return b.finish(it, n, append(getterChanges, supplierChanges...))
}

// exchangeSettings gives the contexts in which getter and supplier evaluate
// their guards and updates: each reads the other's data.
func (b *builder) exchangeSettings(x *exchange) (getter, supplier *setting) {
	return &setting{data: b.dataTerms(x.supply)}, &setting{data: b.dataTerms(x.get)}
}

// dataTerms gives the data that a get or supply assigns.
func (b *builder) dataTerms(c *recipe.Command) []*term {
	out := make([]*term, len(b.m.System.Data))
	for _, d := range c.Data {
		t := b.term(d.Expr, &setting{})
		out[d.Var] = &t
	}
	return out
}

// gives says that the data that c assigns has values of the declared types.
func (b *builder) gives(c *recipe.Command, data []*term) bdd.Node {
	n := bdd.True
	for _, d := range c.Data {
		n = b.and(n, b.within(*data[d.Var], b.m.System.Data[d.Var].Type))
	}
	return n
}
