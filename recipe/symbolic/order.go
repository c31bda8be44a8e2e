package symbolic

import (
	"fmt"
	"slices"
	"strings"
)

// arrange puts the variables in the given order of names, agents standing for
// all their variables and a bit for its variable where that is not there yet;
// those left out follow in the default order.
func (m *Model) arrange(order []string) error {
	if len(order) > 0 {
		var chosen []*variable
		taken := map[*variable]bool{}
		for _, name := range order {
			found := m.named(name)
			if variable, ok := bitOf(name); found == nil && ok {
				found = m.named(variable)
			}
			if found == nil {
				return fmt.Errorf("symbolic: the order names %q, which is neither an agent nor a variable", name)
			}
			for _, x := range found {
				if !taken[x] {
					taken[x] = true
					chosen = append(chosen, x)
				}
			}
		}
		for _, x := range m.vars {
			if !taken[x] {
				chosen = append(chosen, x)
			}
		}
		m.vars = chosen
	}
	for _, x := range m.vars {
		if !slices.Contains(m.agentOrder, x.agent) {
			m.agentOrder = append(m.agentOrder, x.agent)
		}
	}
	for a := range m.System.Agents {
		if !slices.Contains(m.agentOrder, a) {
			m.agentOrder = append(m.agentOrder, a)
		}
	}
	return nil
}

// named lists the encoded variables that a name in an order stands for; nil if
// the name is unknown, empty if it stands for constants.
func (m *Model) named(name string) []*variable {
	known := []*variable{}
	for a := range m.System.Agents {
		agent := &m.System.Agents[a]
		if agent.Name == name {
			for _, x := range m.vars {
				if x.agent == a {
					known = append(known, x)
				}
			}
			return known
		}
		if name == agent.Name+"-automaton-state" {
			return nonNil(m.controls[a])
		}
		for v := agent.Vars.Start; v < agent.Vars.End; v++ {
			if name == agent.Name+"-"+m.System.Vars[v].Name {
				return nonNil(m.locals[v])
			}
		}
	}
	return nil
}

func nonNil(x *variable) []*variable {
	if x == nil {
		return []*variable{}
	}
	return []*variable{x}
}

// Order lists the names of the encoded variables from the top of the diagrams
// as they stand now, in the form that Options.Order takes. Where reordering has
// torn a variable apart it lists its bits, as "client1-cLink[0]".
func (m *Model) Order() []string {
	return slices.DeleteFunc(m.Manager.Order(), func(name string) bool { return strings.HasPrefix(name, propertyMark) })
}

// bitOf splits the name of a bit into that of its variable and the rest.
func bitOf(name string) (variable string, ok bool) {
	open := strings.LastIndexByte(name, '[')
	if open < 0 || !strings.HasSuffix(name, "]") {
		return "", false
	}
	return name[:open], true
}

// bitOrder is the order of the diagrams for an order of names that mentions
// bits, nil for one that mentions none: then m.vars has it.
func (m *Model) bitOrder(order []string) []string {
	var out []string
	bits := false
	for _, name := range order {
		found := m.named(name)
		if found == nil {
			bits = true
			variable, _ := bitOf(name)
			if len(m.named(variable)) > 0 {
				out = append(out, name)
			}
		}
		for _, x := range found {
			out = append(out, x.name(m.System))
		}
	}
	if !bits {
		return nil
	}
	return out
}
