package smv

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// exchange adds the interaction of a get and a supply of different agents, if they can meet.
// Everyone else stays.
func (t *translation) exchange(get, supply *recipe.Command) {
	x, ok := t.Exchange(get, supply)
	if !ok {
		return
	}
	it := &interaction{initiating: get, supply: supply}
	it.setting = x.Setting(t.sys, func(commands []int) *node { return t.executes(it, commands) })
	getUpdates, getFits := t.updatesOf(get, x.Getter)
	supplyUpdates, supplyFits := t.updatesOf(supply, x.Supplier)
	it.parts = []part{
		{agent: get.Agent, moves: []move{{command: get, when: t.yes, updates: getUpdates}}, stays: t.no},
		{agent: supply.Agent, moves: []move{{command: supply, when: t.yes, updates: supplyUpdates}}, stays: t.no},
	}
	t.add(it, append(t.Meet(x), getFits, supplyFits))
}
