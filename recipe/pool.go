package recipe

import (
	"slices"

	"github.com/rcheck-bdd/rcheck-bdd/recipe/memo"
)

// Spawned lists the agents that a step spawns, ascending.
func (step Step) Spawned(s *System) []int {
	if step.Kind == Stutter || s == nil || !s.has(step) {
		return nil
	}
	out := slices.Clone(s.Commands[step.Command].Spawns)
	for _, p := range step.Participants {
		out = append(out, s.Commands[p.Command].Spawns...)
	}
	slices.Sort(out)
	return out
}

// Pool lists the agents that a command of the source may spawn, ascending: those that the commands
// with the same text spawn. Stands tells that the command spawns the same agents as the first of
// these, and that it is the first with its guard that does. Where the pool is exhausted, such commands
// stand for the others.
func (c *Command) Pool(s *System) (agents []int, stands bool) {
	if len(c.Spawns) == 0 {
		return nil, false
	}
	stands = slices.Equal(s.Commands[FirstOfText(s, c.ID)].Spawns, c.Spawns)
	for id := range s.Agents[c.Agent].Commands.All() {
		other := &s.Commands[id]
		if !s.SameText(c.ID, id) {
			continue
		}
		if stands && id < c.ID && other.Guard == c.Guard && slices.Equal(other.Spawns, c.Spawns) {
			stands = false
		}
		agents = append(agents, other.Spawns...)
	}
	slices.Sort(agents)
	return slices.Compact(agents), stands
}

// Lasting reports whether a proposition stays true once it is true, because it says that agents are
// present which no command removes. It is false if there is no such proposition.
func Lasting(s *System, proposition int) bool {
	if s == nil || proposition < 0 || proposition >= len(s.Propositions) || s.Propositions[proposition].Kind != StateProposition {
		return false
	}
	for _, x := range Conjuncts(s.Propositions[proposition].Expr) {
		isPresence := func(a Agent) bool { return a.Present != nil && x.Op == OpLocal && x.Index == a.Present.Index }
		removes := func(c Command) bool {
			return slices.ContainsFunc(c.Updates, func(u Assignment) bool { return u.Var == x.Index && !u.Expr.IsConst(True) })
		}
		if !slices.ContainsFunc(s.Agents, isPresence) || slices.ContainsFunc(s.Commands, removes) {
			return false
		}
	}
	return true
}

// FirstOfText is the first command with the text of a command; see [System.SameText]. It panics if
// there is no such command.
func FirstOfText(s *System, id int) int {
	s.mustHaveCommand(id)
	first := s.Agents[s.Commands[id].Agent].Commands.Start
	for !s.SameText(first, id) {
		first++
	}
	return first
}

// KeptNames lists the locals in which agents keep names of agents that can be absent, if something
// reads them: a guard, a relabelling, or another part of a command. Locals of one declaration stand
// together.
func KeptNames(s *System) [][]int {
	if s == nil || !slices.ContainsFunc(s.Agents, func(a Agent) bool { return a.Present != nil }) {
		return nil
	}
	type declaration struct{ agentType, local string }
	var out [][]int
	at := map[declaration]int{}
	for i := range s.Agents {
		a := &s.Agents[i]
		for _, v := range read(a, s.Commands) {
			if !a.Vars.Contains(v) || s.Vars[v].Type != s.Location {
				continue
			}
			n, known := memo.Number(at, declaration{a.TypeName, s.Vars[v].Name})
			if !known {
				out = append(out, nil)
			}
			out[n] = append(out[n], v)
		}
	}
	return out
}

// read lists the locals that an agent reads, of the commands of a system, ascending; its initial
// condition does not count.
func read(a *Agent, commands []Command) []int {
	es := append([]*Expr{a.ReceiveGuard}, a.Relabel...)
	for id := range a.Commands.All() {
		es = append(es, commands[id].Exprs()...)
	}
	vars := Leaves(OpLocal, es...)
	slices.Sort(vars)
	return vars
}

// AbsentIn is the agent whose name a local has, if that agent is absent and the owner of the local
// is present. It is
// -1 if not, or if the state or the local does not belong to the system.
func AbsentIn(s *System, st State, local int) int {
	if s == nil || s.CheckState(st) != nil || local < 0 || local >= len(s.Vars) || s.Vars[local].Type != s.Location ||
		!s.Agents[s.Vars[local].Agent].IsPresent(st) {
		return -1
	}
	return slices.IndexFunc(s.Agents, func(a Agent) bool { return a.Location == st.Locals[local] && !a.IsPresent(st) })
}
