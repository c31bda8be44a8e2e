package symbolic

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// arrange puts the variables in the given order of names, agents standing for
// all their variables and a bit for its variable where that is not there yet;
// those left out follow in the default order.
func (m *Coding) arrange(order []string) error {
	names := make([]string, len(order))
	for i, name := range order {
		if names[i], _ = bitOf(name); !m.System.HasVariable(names[i]) {
			return fmt.Errorf("symbolic: the order names %q, which is neither an agent nor a variable", name)
		}
	}
	rank := map[*variable]int{}
	for _, x := range m.vars {
		rank[x] = m.System.Rank(names, x.agent, x.local)
	}
	slices.SortStableFunc(m.vars, func(x, y *variable) int { return cmp.Compare(rank[x], rank[y]) })
	add := func(agent int) {
		if !slices.Contains(m.agentOrder, agent) {
			m.agentOrder = append(m.agentOrder, agent)
		}
	}
	for _, x := range m.vars {
		add(x.agent)
	}
	for a := range m.System.Agents {
		add(a)
	}
	return nil
}

// named lists the encoded variables that a name in an order stands for.
func (m *Coding) named(name string) []*variable {
	return slices.DeleteFunc(slices.Clone(m.vars), func(x *variable) bool {
		return name != m.System.Agents[x.agent].Name && name != x.name(m.System)
	})
}

// propertyMark begins the names under which property identifiers are declared
// to the diagrams; no agent's name begins with it.
const propertyMark = "@"

// Order lists the names of the encoded variables in their current order from the top of the
// diagrams, in the form of Options.Order. If reordering has separated the bits of a variable, the
// list has the bits, as "client1-cLink[0]".
func (m *Model) Order() []string {
	return slices.DeleteFunc(m.Manager.Order(), func(name string) bool { return strings.HasPrefix(name, propertyMark) })
}

// bitOf is the name of a bit's variable; of anything else it is the name itself.
func bitOf(name string) (variable string, ok bool) {
	variable, _, ok = strings.Cut(name, "[")
	return variable, ok
}

// bitOrder is the order of the diagrams for an order of names that mentions
// bits, nil for one that mentions none: then m.vars has it. A variable stands for
// those of its bits that were not mentioned before.
func (m *Coding) bitOrder(order []string) []string {
	var out []string
	torn := map[*variable]bool{}
	add := func(names ...string) {
		out = append(out, slices.DeleteFunc(names, func(name string) bool { return slices.Contains(out, name) })...)
	}
	for _, name := range order {
		variable, ok := bitOf(name)
		for _, x := range m.named(variable) {
			switch {
			case ok:
				torn[x] = true
				add(name)
			case torn[x]:
				add(x.bitNames(m.System)...)
			default:
				add(x.name(m.System))
			}
		}
	}
	if len(torn) == 0 {
		return nil
	}
	return out
}
