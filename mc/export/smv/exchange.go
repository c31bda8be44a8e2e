package smv

import "github.com/rcheck-bdd/rcheck-bdd/recipe"

// exchange adds the interaction of a get and a supply of different agents, if
// they can meet (P004 Definition 3, with data in both directions): a named get
// meets a supply that answers named gets of the agent it names, a get by
// predicate a supply at any of an agent that satisfies the predicate. Everyone
// else stays.
func (t *translation) exchange(get, supply *recipe.Command) {
	if (get.Target == nil) != (supply.Target == nil) {
		return
	}
	asked, askedFits := t.assign(get)
	supplied, suppliedFits := t.assign(supply)
	if !carries(get, supplied) || !carries(supply, asked) {
		return
	}
	getter, supplier := &setting{data: supplied}, &setting{data: asked}
	when := []*node{t.at(get.Agent, get.From), t.at(supply.Agent, supply.From)}
	it := &interaction{step: step{initiating: get, supply: supply, predicate: recipe.TrueExpr, data: supplied}}
	if get.Target != nil {
		here := t.sys.Agents[supply.Agent].Location
		it.step.locality = here
		when = append(when, t.is(t.term(get.Target, &setting{}), here), t.is(t.term(supply.Target, &setting{}), here))
	} else {
		it.step.locality = recipe.AnyLocality
		it.step.predicate = get.Predicate
		when = append(when, t.holds(get.Predicate, &setting{property: t.relabelled(supply.Agent)}))
	}
	getUpdates, getFits := t.updatesOf(get, getter)
	supplyUpdates, supplyFits := t.updatesOf(supply, supplier)
	when = append(when, askedFits, suppliedFits, t.holds(get.Guard, getter), t.holds(supply.Guard, supplier), getFits, supplyFits)
	it.parts = []part{
		{agent: get.Agent, moves: []move{{command: get, when: t.yes, updates: getUpdates}}, stays: t.no},
		{agent: supply.Agent, moves: []move{{command: supply, when: t.yes, updates: supplyUpdates}}, stays: t.no},
	}
	t.add(it, when)
}
