package symbolic

import (
	"github.com/rcheck-bdd/rcheck-bdd/bdd"
	"github.com/rcheck-bdd/rcheck-bdd/recipe"
)

// exchangeInteraction builds the interaction of a get and a supply; nil if they
// never meet. Everyone else stays.
func (b *builder) exchangeInteraction(get, supply *recipe.Command) *Interaction {
	x, ok := b.Exchange(get, supply)
	if !ok {
		return nil
	}
	n := b.All(b.Meet(x)...)
	if n == bdd.False {
		return nil
	}
	n = b.And(b.steps(n, get, x.Getter), b.steps(n, supply, x.Supplier))
	it := &Interaction{
		Kind: recipe.PointToPointStep, Command: get.ID, Initiator: get.Agent, Supply: supply.ID,
		Executes: []int{min(get.ID, supply.ID), max(get.ID, supply.ID)}, supply: supply,
	}
	getterChanges, supplierChanges := b.m.changedBy(get), b.m.changedBy(supply)
	if len(getterChanges) > 0 {
		it.Changed = append(it.Changed, get.Agent)
	}
	if len(supplierChanges) > 0 {
		it.Changed = append(it.Changed, supply.Agent)
	}
	it.Changed = append(it.Changed, union(get.Spawns, supply.Spawns)...)
	return b.finish(it, n, append(getterChanges, supplierChanges...))
}
